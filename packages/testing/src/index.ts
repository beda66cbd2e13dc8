export { makeSelfSigned } from './net/make-self-signed.ts';
export { startTcpProxy, type TcpProxy } from './net/start-tcp-proxy.ts';
export {
  createTestDatabase,
  type TestDatabase,
  type TestDatabaseTemplate,
} from './postgres/create-test-database.ts';
export { type OwnPostgres, ownPostgresVersions, startOwnPostgres } from './postgres/start-own-postgres.ts';
export { testPostgresUrl } from './postgres/test-server.ts';
export { chooseTestPort } from './processes/choose-test-port.ts';
export { startLocalnet, type StartLocalnetOptions, type TestLocalnet } from './processes/start-localnet.ts';
export {
  programArguments,
  type ReadyCheck,
  startProcess,
  type StartProcessOptions,
  stopAllProcesses,
  type TestProcess,
} from './processes/start-process.ts';
export { type QueueBackend, queueBackends } from './queue-backends.ts';
export { repositoryDir, sharedDir } from './repository.ts';
export { waitFor, type WaitForOptions } from './wait-for.ts';
export {
  addressFromLabel,
  buildLendingMarket,
  buildReserve,
  buildReserveConfig,
  type ReserveOverrides,
} from '@tidemark/protocols/kamino/testing';
