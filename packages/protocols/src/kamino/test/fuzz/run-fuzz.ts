import type { BaseAccount } from './base-accounts.ts';
import { createFuzzCase, type FuzzCase } from './fuzz-case.ts';
import { judge } from './judge.ts';

export interface FuzzOptions {
  readonly seed: number;
  readonly count: number;
  /** First index, 0 by default: case `from` of a seed is the same in every run. */
  readonly from?: number;
  readonly bases: readonly BaseAccount[];
}

/** What a run found. */
export interface FuzzResult {
  readonly accounts: number;
  readonly derivations: number;
  /** How often each outcome occurred: `ok`, error codes, `violation`. */
  readonly outcomes: ReadonlyMap<string, number>;
  readonly violations: number;
  readonly firstViolation: FuzzCase | null;
}

/** Judges `count` mutated accounts. The promise is kept where `violations` is 0. */
export function runFuzz({ seed, count, from = 0, bases }: FuzzOptions): FuzzResult {
  const outcomes = new Map<string, number>();
  let [derivations, violations] = [0, 0];
  let firstViolation: FuzzCase | null = null;
  for (let index = from; index < from + count; index++) {
    const fuzzCase = createFuzzCase(seed, index, bases);
    const verdict = judge(fuzzCase);
    derivations += verdict.outcomes.length;
    for (const outcome of verdict.outcomes) outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
    if (verdict.violation === null) continue;
    violations++;
    firstViolation ??= fuzzCase;
  }
  return { accounts: count, derivations, outcomes, violations, firstViolation };
}
