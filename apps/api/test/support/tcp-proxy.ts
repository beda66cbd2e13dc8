export { startTcpProxy, type TcpProxy } from '@tidemark/testing';
