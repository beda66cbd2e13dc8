export {
  asAccount,
  EmbeddedPostgresError,
  type EmbeddedPostgresErrorCode,
  findServerAccount,
  type ServerAccount,
} from './server-account.ts';
export { checkPort, findFreePort, isPortFree, type PortState } from './find-free-port.ts';
export {
  type ManagedProcess,
  type ManagedProcessOptions,
  type ProcessExit,
  startManagedProcess,
} from './process/managed-process.ts';
export { acquirePidLock, type PidLock, PidLockHeldError, processIdentity } from './process/pid-lock.ts';
export * from './start-embedded-postgres.ts';
