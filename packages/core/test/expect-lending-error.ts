import { expect } from 'vitest';
import { LendingError, type LendingErrorCode, type LendingErrorContext } from '../src/index.ts';

/** Runs what must be refused, checks the code, and returns the context for further assertions. */
export function expectLendingError(code: LendingErrorCode, run: () => unknown): LendingErrorContext {
  const thrown = thrownBy(run);
  expect(thrown.code).toBe(code);
  expect(thrown.message).toContain(code);
  return thrown.context;
}

/** Runs what must be refused and returns the code of the refusal. */
export function thrownCode(run: () => unknown): LendingErrorCode {
  return thrownBy(run).code;
}

function thrownBy(run: () => unknown): LendingError {
  let thrown: unknown = 'nothing';
  try {
    run();
  } catch (error) {
    thrown = error;
  }
  if (thrown instanceof LendingError) return thrown;
  throw new Error(`expected a LendingError, got ${String(thrown)}`);
}
