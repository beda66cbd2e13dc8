import { KAMINO_LEND_PROGRAM_ADDRESS } from '../../../packages/protocols/src/kamino/index.ts';
import {
  type BaseAccount,
  createRandom,
  encodedBaseAccounts,
  mutateBytes,
  type Random,
} from '../../../packages/protocols/src/kamino/test/fuzz/index.ts';
import { directedReserves } from './directed.ts';
import { drawMarketBytes } from './draw-market.ts';
import { drawReserveBytes } from './draw-reserve.ts';
import { realAccounts } from './real-accounts.ts';

/** Where accounts come from. */
export const SOURCES = ['real', 'directed', 'plausible', 'wild', 'mutated'] as const;
export type Source = (typeof SOURCES)[number];

/** One account to compare, and the random numbers that choose the moments it is read at. */
export interface AccountCase {
  /** Enough to find it again: its kind, the seed and the index. */
  readonly name: string;
  readonly source: Source;
  readonly kind: BaseAccount['kind'];
  readonly data: Uint8Array;
  readonly random: Random;
}

/**
 * Every real account and every directed one, each at several moments, then `count` others: plausible and wild reserves
 * and markets by the SDK's encoder, and byte-mutated real and encoded accounts. Case i of a seed is the same in every
 * run that has the same real accounts.
 */
export function* accountCases(seed: number, count: number): Generator<AccountCase> {
  const real = realAccounts();
  for (const { name, kind, data } of real) {
    for (let i = 0; i < 20; i++) {
      yield { name: `real ${name} #${i}`, source: 'real', kind, data, random: createRandom(seed, -1 - i) };
    }
  }
  for (const [name, data] of directedReserves()) {
    for (let i = 0; i < 3; i++) {
      const random = createRandom(seed, -1_000 - i);
      yield { name: `${name} #${i}`, source: 'directed', kind: 'reserve', data, random };
    }
  }
  const bases = [...real, ...encodedBaseAccounts()];
  for (let index = 0; index < count; index++) {
    const random = createRandom(seed, index);
    yield { ...drawCase(random, bases), name: `case ${index} of seed ${seed}`, random };
  }
}

function drawCase(random: Random, bases: BaseAccount[]): Pick<AccountCase, 'source' | 'kind' | 'data'> {
  const which = random.below(24);
  if (which < 10) return { source: 'plausible', kind: 'reserve', data: drawReserveBytes(random, 'plausible') };
  if (which < 14) return { source: 'wild', kind: 'reserve', data: drawReserveBytes(random, 'wild') };
  if (which < 17) return { source: 'wild', kind: 'market', data: drawMarketBytes(random) };
  const base = random.chance(0.5) ? random.pick(bases) : encodedBase(random);
  return { source: 'mutated', kind: base.kind, data: mutateBytes(random, base, bases) };
}

/** A plausible reserve to mutate, so that mutations do not start from a handful of accounts only. */
function encodedBase(random: Random): BaseAccount {
  const data = drawReserveBytes(random, 'plausible');
  return { name: 'plausible', kind: 'reserve', owner: KAMINO_LEND_PROGRAM_ADDRESS, data };
}
