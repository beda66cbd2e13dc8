/** Why the embedded Postgres could not be started or kept. */
export type EmbeddedPostgresErrorCode =
  | 'UNSUPPORTED_PLATFORM'
  | 'BINARIES_MISSING'
  | 'NO_UNPRIVILEGED_USER'
  | 'ALREADY_RUNNING'
  | 'DATA_DIR_DENIED'
  | 'PORT_TAKEN'
  | 'DISK_FULL'
  | 'VERSION_MISMATCH'
  | 'INIT_FAILED'
  | 'START_FAILED'
  | 'START_TIMEOUT';

/** An embedded Postgres that cannot run. The message says what to do; `serverLog` holds the server's last lines. */
export class EmbeddedPostgresError extends Error {
  readonly code: EmbeddedPostgresErrorCode;
  readonly serverLog: string;

  constructor(code: EmbeddedPostgresErrorCode, message: string, options: { serverLog?: string; cause?: unknown } = {}) {
    const log = options.serverLog?.trim() ?? '';
    super(log === '' ? message : `${message}\n${log}`, options.cause === undefined ? {} : { cause: options.cause });
    this.name = 'EmbeddedPostgresError';
    this.code = code;
    this.serverLog = log;
  }
}

/** Chooses the code that a piece of server output speaks of; `fallback` when it names none of the known troubles. */
export function codeFromOutput(output: string, fallback: EmbeddedPostgresErrorCode): EmbeddedPostgresErrorCode {
  if (/No space left on device|could not extend file|Disk quota exceeded/i.test(output)) return 'DISK_FULL';
  if (/could not bind IPv4 address|could not create any TCP\/IP sockets/i.test(output)) return 'PORT_TAKEN';
  if (/database files are incompatible with server/i.test(output)) return 'VERSION_MISMATCH';
  return fallback;
}
