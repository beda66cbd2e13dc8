import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Invariant } from '../audit/finding.ts';
import { makeScene } from '../plan/scenes.ts';
import { makeShortPlan } from '../plan/short-plan.ts';
import type { ClusterTemplate } from '../processes/cluster-template.ts';
import { runSeed } from '../run/run-seed.ts';
import type { SeedResult } from '../run/seed-result.ts';
import type { Mutant } from './mutant.ts';
import { plantTree } from './plant-tree.ts';

/** One seed of a mutant, or of the tree as it is. */
export interface MutantSeed {
  readonly seed: number;
  /** What it found that a bug shows by. */
  readonly invariants: readonly Invariant[];
  /** The first of its findings, in words. */
  readonly message: string | null;
}

export interface MutantResult {
  /** Null: the tree without a bug, which has to hold. */
  readonly mutant: Mutant | null;
  readonly seeds: readonly MutantSeed[];
  readonly isCaught: boolean;
  readonly seconds: number;
}

export interface MutantOptions {
  readonly seeds: readonly number[];
  readonly jobs: number;
  readonly workDir: string;
  readonly template: ClusterTemplate;
  readonly hasRedis: boolean;
  readonly onResult: (result: MutantResult) => void;
}

/** What says nothing of a bug: faults that met nothing, and the simulation itself. */
const NO_SIGN: ReadonlySet<Invariant> = new Set(['overlap', 'run']);

/**
 * Runs short seeds over each mutant until one catches it, so many mutants at once. First all of these seeds over the tree as it is: what
 * is found there would be found in every mutant. A mutant whose text is gone is an error.
 */
export async function runMutants(mutants: readonly Mutant[], options: MutantOptions): Promise<MutantResult[]> {
  const queue: (Mutant | null)[] = [null, ...mutants];
  const results: MutantResult[] = [];
  const work = async (): Promise<void> => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      const result = await runMutant(next, options);
      results.push(result);
      options.onResult(result);
    }
  };
  await Promise.all(Array.from({ length: options.jobs }, work));
  const placeOf = new Map(mutants.map(({ id }, place) => [id, place]));
  const place = ({ mutant }: MutantResult): number => (mutant === null ? -1 : (placeOf.get(mutant.id) ?? 0));
  return results.toSorted((a, b) => place(a) - place(b));
}

async function runMutant(mutant: Mutant | null, options: MutantOptions): Promise<MutantResult> {
  const startedAt = performance.now();
  const workDir = join(options.workDir, mutant?.id ?? 'none');
  const codeDir = mutant === null ? null : join(workDir, 'tree');
  if (mutant !== null && codeDir !== null) await plantTree(mutant, codeDir);
  const seeds: MutantSeed[] = [];
  const plans =
    mutant?.scene === undefined ? options.seeds.map((seed) => makeShortPlan(seed, options)) : [makeScene(mutant.scene)];
  for (const plan of plans) {
    const run = await runSeed(plan, { workDir, template: options.template, keep: false, oldCodeDir: null, codeDir });
    const result = toMutantSeed(run);
    seeds.push(result);
    if (mutant !== null && result.invariants.length > 0) break;
  }
  // Of the tree as it is what was found is worth keeping.
  const isCaught = seeds.some(({ invariants }) => invariants.length > 0);
  if (mutant !== null || !isCaught) await rm(workDir, { recursive: true, force: true });
  return { mutant, seeds, isCaught, seconds: (performance.now() - startedAt) / 1000 };
}

function toMutantSeed({ plan, findings }: SeedResult): MutantSeed {
  const signs = findings.filter(({ invariant }) => !NO_SIGN.has(invariant));
  return {
    seed: plan.seed,
    invariants: [...new Set(signs.map(({ invariant }) => invariant))],
    message: signs[0]?.message ?? findings[0]?.message ?? null,
  };
}

/** So many, others for each turn, without the rare ones: all others have been run once every mutant had its turn. */
export function pickMutants(all: readonly Mutant[], count: number, turn: string): Mutant[] {
  const mutants = all.filter(({ isRare }) => isRare !== true);
  const start = createHash('sha256').update(turn).digest().readUInt32BE(0);
  return Array.from({ length: Math.min(count, mutants.length) }, (_, place) => {
    const step = Math.max(1, Math.floor(mutants.length / count));
    return mutants[(start + place * step) % mutants.length];
  }).filter((mutant) => mutant !== undefined);
}
