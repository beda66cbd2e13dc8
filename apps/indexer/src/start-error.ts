/** A start that failed for a reason an operator can act on; the message is for them. */
export class StartError extends Error {
  readonly exitCode: number;

  constructor(message: string, exitCode: number, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StartError';
    this.exitCode = exitCode;
  }
}

/** Something that the start needs did not answer in time; starting again later may help (EX_TEMPFAIL of sysexits). */
export const EXIT_UNAVAILABLE = 75;
/** The database holds the data of another chain; starting again cannot help (EX_DATAERR of sysexits). */
export const EXIT_CHAIN_MISMATCH = 65;
