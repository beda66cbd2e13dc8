export { EmbeddedPostgresError, type EmbeddedPostgresErrorCode } from './errors.ts';
export { checkPort, findFreePort, isPortFree, type PortState } from './find-free-port.ts';
export {
  type ManagedProcess,
  type ManagedProcessOptions,
  type ProcessExit,
  startManagedProcess,
} from './process/managed-process.ts';
export { acquirePidLock, type PidLock, PidLockHeldError } from './process/pid-lock.ts';
export { processIdentity } from './process/process-identity.ts';
export { asAccount, findServerAccount, type ServerAccount } from './server-account.ts';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './start-embedded-postgres.ts';
