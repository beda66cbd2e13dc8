import { expect } from 'vitest';
import { LendingError, type LendingErrorCode, type LendingErrorContext } from '../../src/index.ts';

/** Runs what must be refused, checks the code, and returns the context for closer looks. */
export function expectLendingError(code: LendingErrorCode, run: () => unknown): LendingErrorContext {
  let thrown: unknown;
  try {
    run();
  } catch (error) {
    thrown = error;
  }
  if (!(thrown instanceof LendingError)) throw new Error(`expected ${code}, got ${String(thrown)}`);
  expect(thrown.code).toBe(code);
  expect(thrown.message).toContain(code);
  return thrown.context;
}
