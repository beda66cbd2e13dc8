import { createFuzzCase, describeShrunk, runFuzz, shrink } from '@tidemark/protocols/kamino/fuzz';
import type { Section } from '../lib/report.ts';
import { fuzzBases } from './fuzz-bases.ts';

export const DEFAULT_FUZZ_COUNT = 1_000_000;
export const DEFAULT_FUZZ_SEED = 20_240_601;

export interface FuzzRun {
  readonly section: Section;
  readonly violations: number;
  /** The first failure, shrunk, as text; null where nothing failed. */
  readonly failure: string | null;
}

/** Mutated accounts through decode and derive; every one must end in a typed error or in finite numbers. */
export function fuzzAccounts(count: number, seed: number, from = 0): FuzzRun {
  const bases = fuzzBases();
  const startedAt = performance.now();
  const { outcomes, derivations, violations, firstViolation } = runFuzz({ seed, count, from, bases });
  const seconds = (performance.now() - startedAt) / 1_000;
  const byFrequency = [...outcomes].toSorted(([, a], [, b]) => b - a);
  const failure =
    firstViolation === null
      ? null
      : `case ${firstViolation.index} of seed ${seed}\n${describeShrunk(shrink(createFuzzCase(seed, firstViolation.index, bases)))}`;
  return {
    violations,
    failure,
    section: {
      title: 'Mutated accounts',
      how: `${count} mutations of ${bases.length} accounts (seed ${seed}), each reserve derived with both accrual variants: ${derivations} outcomes in ${seconds.toFixed(1)} s.`,
      figures: [
        { what: 'neither typed error nor finite numbers', value: String(violations), aim: '0', met: violations === 0 },
        { what: 'accounts per second', value: String(Math.round(count / seconds)) },
        ...byFrequency.map(([outcome, times]) => ({ what: `outcome ${outcome}`, value: String(times) })),
      ],
    },
  };
}

/** The million of the benchmark run. Throws with the shrunk account where the promise is broken. */
export async function benchFuzz(): Promise<Section> {
  const { section, failure } = fuzzAccounts(DEFAULT_FUZZ_COUNT, DEFAULT_FUZZ_SEED);
  if (failure !== null) throw new Error(`a mutated account broke the promise: ${failure}`);
  return section;
}
