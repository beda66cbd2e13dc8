/**
 * Why an account or a computation was refused. Stable strings: they are stored in the quarantine and counted in metrics.
 *
 * Accounts: `WRONG_OWNER`, `WRONG_ADDRESS`, `WRONG_SIZE`, `WRONG_DISCRIMINATOR`, `UNSUPPORTED_VERSION`,
 * `UNKNOWN_STATUS`, `UNKNOWN_INTEREST_RATE_BASIS`, `UNKNOWN_RESERVE_TYPE`, `INVALID_FLAG`, `INVALID_DECIMALS`, `INVALID_TAKE_RATE`, `INVALID_REFERRAL_FEE`,
 * `UNINITIALIZED_MINT`, `INVALID_EXTENSION`, `INVALID_MULTIPLIER`.
 * Accounts of exchanges: `INVALID_POOL`, `INVALID_ARRAY` (ticks, bins or bitmaps that the program cannot have written), `UNSUPPORTED_MODE`.
 * State that the program itself refuses: `NEGATIVE_SUPPLY`, `SLOT_BEFORE_LAST_UPDATE`, `TIME_BEFORE_LAST_UPDATE`,
 * `INVALID_CURVE`, `ARITHMETIC_OVERFLOW`.
 * Results that no double holds: `RATE_OUT_OF_RANGE`.
 * Arguments: `INVALID_SLOT_DURATION`, `INVALID_ARGUMENT`, `INVALID_BASE58`.
 */
export type LendingErrorCode =
  | 'WRONG_OWNER'
  | 'WRONG_ADDRESS'
  | 'WRONG_SIZE'
  | 'WRONG_DISCRIMINATOR'
  | 'UNSUPPORTED_VERSION'
  | 'UNKNOWN_STATUS'
  | 'UNKNOWN_INTEREST_RATE_BASIS'
  | 'UNKNOWN_RESERVE_TYPE'
  | 'INVALID_FLAG'
  | 'INVALID_DECIMALS'
  | 'INVALID_TAKE_RATE'
  | 'INVALID_REFERRAL_FEE'
  | 'UNINITIALIZED_MINT'
  | 'INVALID_EXTENSION'
  | 'INVALID_MULTIPLIER'
  | 'INVALID_POOL'
  | 'INVALID_ARRAY'
  | 'UNSUPPORTED_MODE'
  | 'NEGATIVE_SUPPLY'
  | 'SLOT_BEFORE_LAST_UPDATE'
  | 'TIME_BEFORE_LAST_UPDATE'
  | 'INVALID_CURVE'
  | 'ARITHMETIC_OVERFLOW'
  | 'RATE_OUT_OF_RANGE'
  | 'INVALID_SLOT_DURATION'
  | 'INVALID_ARGUMENT'
  | 'INVALID_BASE58';

/** What was refused: the account, and what was expected and found there, in words fit for a log or a database row. */
export interface LendingErrorContext {
  /** Account address in base58; empty where the failing helper was called without an account. */
  readonly address: string;
  readonly expected?: string;
  readonly actual?: string;
  /** The field or quantity at fault, in the words of the account layout. */
  readonly field?: string;
}

/** The only error that this package throws on purpose; `code` says why, `context` where. */
export class LendingError extends Error {
  override readonly name = 'LendingError';
  readonly code: LendingErrorCode;
  readonly context: LendingErrorContext;

  constructor(code: LendingErrorCode, context: LendingErrorContext) {
    super(describe(code, context));
    this.code = code;
    this.context = context;
  }
}

/** True for errors thrown by this package; narrows the type. */
export function isLendingError(error: unknown): error is LendingError {
  return error instanceof LendingError;
}

/** A refusal by a helper that does not know which account it works on: {@link withAddress} adds it. */
export function refusal(code: LendingErrorCode, field: string, expected: string, actual: unknown): LendingError {
  return new LendingError(code, { address: '', field, expected, actual: String(actual) });
}

/** The same failure with the account's address, for helpers that do not know which account they work on. */
export function withAddress(error: unknown, address: string): unknown {
  if (!(error instanceof LendingError) || error.context.address !== '') return error;
  return new LendingError(error.code, { ...error.context, address });
}

function describe(code: LendingErrorCode, context: LendingErrorContext): string {
  const parts: string[] = [code];
  if (context.address !== '') parts.push(`account ${context.address}`);
  if (context.field !== undefined) parts.push(context.field);
  if (context.expected !== undefined) parts.push(`expected ${context.expected}`);
  if (context.actual !== undefined) parts.push(`actual ${context.actual}`);
  return parts.join(': ');
}
