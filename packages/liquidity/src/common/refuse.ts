import { LendingError, type LendingErrorCode } from '@tidemark/core';

/** A refusal of an account that names it. */
export function refused(
  code: LendingErrorCode,
  address: string,
  field: string,
  expected: string,
  actual: bigint | number | string,
): LendingError {
  return new LendingError(code, { address, field, expected, actual: String(actual) });
}

/** Throws `INVALID_ARRAY` where an array of ticks or bins is not that which was asked for. */
export function expectSame(address: string, field: string, expected: string | number, actual: string | number): void {
  if (expected !== actual) throw refused('INVALID_ARRAY', address, field, String(expected), actual);
}
