export { makeSelfSigned } from '@tidemark/testing';
