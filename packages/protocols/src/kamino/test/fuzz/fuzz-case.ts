import type { CompoundingVariant, DeriveOptions } from '../../index.ts';
import type { BaseAccount } from './base-accounts.ts';
import { mutateBytes } from './mutate-bytes.ts';
import { createRandom, type Random } from '../../../common/test/random.ts';

/** One mutated account and the moments it is read at. */
export interface FuzzCase {
  readonly index: number;
  readonly base: BaseAccount;
  readonly data: Uint8Array;
  readonly owner: string;
  /** One entry for each derivation; both accrual variants are among them. */
  readonly moments: readonly DeriveOptions[];
}

const VARIANTS: readonly CompoundingVariant[] = ['since-1.17', 'before-1.17'];
const U64_MAX = (1n << 64n) - 1n;
const I64_MAX = (1n << 63n) - 1n;
const LAST_UPDATE_SLOT = 16;
const LAST_UPDATE_TIMESTAMP = 28;

/** Case `index` of a run; depends on the seed, the index and the bases alone. */
export function createFuzzCase(seed: number, index: number, bases: readonly BaseAccount[]): FuzzCase {
  const random = createRandom(seed, index);
  const base = random.pick(bases);
  const data = random.chance(0.005) ? base.data : mutateBytes(random, base, bases);
  const owner = random.chance(0.002) ? '11111111111111111111111111111111' : base.owner;
  const settings = {
    ...createMoment(random, data),
    slotDurationMs: random.chance(0.95) ? 250 + random.below(300) : wildSlotDuration(random),
    referralFeeBps: random.pick([0, 2_000, 10_000, random.below(65_536)]),
    rewardsMaxAprBps: random.pick([0, 1_000, random.below(65_536)]),
  };
  return { index, base, data, owner, moments: VARIANTS.map((compounding) => ({ ...settings, compounding })) };
}

function createMoment(random: Random, data: Uint8Array): { slot: bigint; unixTimestamp: bigint } {
  const slot = readAt(data, LAST_UPDATE_SLOT, 8);
  const timestamp = readAt(data, LAST_UPDATE_TIMESTAMP, 4);
  if (random.chance(0.02)) return { slot: random.upToBits(64), unixTimestamp: random.upToBits(64) - I64_MAX };
  const moved = slot + elapsed(random);
  return {
    // No chain has a slot below 0.
    slot: moved < 0n ? 0n : smallest(moved, U64_MAX),
    unixTimestamp: smallest(timestamp + elapsed(random), I64_MAX),
  };
}

/** Near: a few units. Far: anything up to the width of a slot. Rarely before the account's own time. */
function elapsed(random: Random): bigint {
  const which = random.below(20);
  if (which < 8) return BigInt(random.below(7));
  if (which < 14) return BigInt(random.below(2_000_000));
  if (which < 17) return BigInt(random.below(2 ** 32));
  if (which < 19) return random.upToBits(64);
  return -BigInt(random.below(1_000));
}

function wildSlotDuration(random: Random): number {
  return random.pick([0, -1, Number.NaN, Number.POSITIVE_INFINITY, Number.MIN_VALUE, Number.MAX_VALUE, 1e-9, 1e15]);
}

function readAt(data: Uint8Array, offset: number, size: number): bigint {
  let value = 0n;
  for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(data[offset + i] ?? 0);
  return value;
}

function smallest(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
