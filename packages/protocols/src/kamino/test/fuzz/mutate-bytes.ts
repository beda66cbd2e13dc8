import {
  CURVE_HALVES,
  type IntegerField,
  MARKET_INTEGERS,
  MARKET_RANGES,
  RESERVE_INTEGERS,
  RESERVE_MONEY,
  RESERVE_RANGES,
  RESERVE_SWITCHES,
} from './account-fields.ts';
import type { BaseAccount } from './base-accounts.ts';
import type { Random } from '../../../common/test/random.ts';

/** What may be done to the bytes of one account; `data` is the caller's own copy and is changed in place. */
interface Mutation {
  readonly random: Random;
  readonly kind: BaseAccount['kind'];
  readonly data: Uint8Array;
  readonly others: readonly BaseAccount[];
}

type Mutator = (mutation: Mutation) => void;

const RANGES = { reserve: RESERVE_RANGES, market: MARKET_RANGES };
const INTEGERS = { reserve: RESERVE_INTEGERS, market: MARKET_INTEGERS };

const MUTATORS: readonly Mutator[] = [
  flipBits,
  fillRun,
  setBoundaries,
  setBoundaries,
  splice,
  scrambleMoney,
  scrambleMoney,
  setSwitches,
  writeCurve,
  writeWildCurve,
];

/** A copy of the base with one to four mutations of its bytes; now and then of its length. */
export function mutateBytes(random: Random, base: BaseAccount, bases: readonly BaseAccount[]): Uint8Array {
  const data = base.data.slice();
  const others = bases.filter((other) => other.kind === base.kind);
  const mutation: Mutation = { random, kind: base.kind, data, others };
  const rounds = 1 + random.below(4);
  for (let i = 0; i < rounds; i++) random.pick(MUTATORS)(mutation);
  return random.chance(0.02) ? resize(random, data) : data;
}

/** Mostly an offset inside a field, sometimes in the padding. */
function anyOffset({ random, kind, data }: Mutation): number {
  if (random.chance(0.1)) return random.below(data.length);
  const [from, to] = random.pick(RANGES[kind]);
  return from + random.below(to - from);
}

function flipBits(mutation: Mutation): void {
  const { random, data } = mutation;
  for (let left = 1 + random.below(8); left > 0; left--) {
    const offset = anyOffset(mutation);
    data[offset] = (data[offset] ?? 0) ^ (1 << random.below(8));
  }
}

function fillRun(mutation: Mutation): void {
  const { random, data } = mutation;
  const from = anyOffset(mutation);
  const to = Math.min(data.length, from + 1 + random.below(64));
  const filler = random.pick([0x00, 0xff, null]);
  for (let i = from; i < to; i++) data[i] = filler ?? random.below(256);
}

function splice(mutation: Mutation): void {
  const { random, data, others } = mutation;
  const donor = random.pick(others).data;
  const from = anyOffset(mutation);
  const to = Math.min(data.length, donor.length, from + 1 + random.below(2_048));
  if (from < to) data.set(donor.subarray(from, to), from);
}

function setBoundaries({ random, kind, data }: Mutation): void {
  for (let left = 1 + random.below(4); left > 0; left--) {
    const field = random.pick(INTEGERS[kind]);
    writeInteger(data, field, boundaryValue(random, field));
  }
}

/** Adversarial balances: any length of number, and fees that meet or miss available + borrowed by a hair. */
function scrambleMoney({ random, kind, data }: Mutation): void {
  if (kind !== 'reserve') return;
  for (const field of RESERVE_MONEY) {
    if (random.chance(0.4)) writeInteger(data, field, random.upToBits(8 * field.size));
  }
  if (!random.chance(0.4)) return;
  const [available, borrowed, protocolFees] = [224, 232, 344] as const;
  const heldSf = (readInteger(data, available, 8) << 60n) + readInteger(data, borrowed, 16);
  const offBy = random.pick([0n, 1n, -1n, 1n << 60n, -(1n << 60n)]);
  writeInteger(data, { offset: protocolFees, size: 16 }, heldSf + offBy);
}

function setSwitches({ random, kind, data }: Mutation): void {
  if (kind !== 'reserve') return;
  const field = random.pick(RESERVE_SWITCHES);
  writeInteger(data, field, random.chance(0.7) ? BigInt(random.below(4)) : boundaryValue(random, field));
}

/** A curve that the program would store: from 0 to 100 %, never falling, the last knot repeated. */
function writeCurve({ random, kind, data }: Mutation): void {
  if (kind !== 'reserve') return;
  const knots = 1 + random.below(10);
  const middle = new Set(Array.from({ length: knots - 1 }, () => 1 + random.below(9_999)));
  const utilizations = [0, ...[...middle].toSorted((a, b) => a - b), 10_000];
  let rate = random.below(200);
  CURVE_HALVES.forEach((field, i) => {
    const knot = utilizations[i >> 1] ?? 10_000;
    if (i % 2 === 0) writeInteger(data, field, BigInt(knot));
    else {
      if (i >> 1 < utilizations.length) rate += random.below(random.pick([1, 500, 20_000]));
      writeInteger(data, field, BigInt(rate));
    }
  });
}

function writeWildCurve({ random, kind, data }: Mutation): void {
  if (kind !== 'reserve') return;
  const limit = random.pick([2, 3, 10_001, 20_000, 2 ** 32]);
  for (const field of CURVE_HALVES) {
    if (random.chance(0.7)) writeInteger(data, field, BigInt(random.below(limit)));
  }
}

function resize(random: Random, data: Uint8Array): Uint8Array {
  if (random.chance(0.5)) return data.subarray(0, random.below(data.length));
  const longer = new Uint8Array(data.length + 1 + random.below(64));
  longer.set(data);
  return longer;
}

function boundaryValue(random: Random, { size }: IntegerField): bigint {
  const bits = BigInt(8 * size);
  const max = (1n << bits) - 1n;
  const half = 1n << (bits - 1n);
  return random.pick([
    0n,
    1n,
    2n,
    max,
    max - 1n,
    half,
    half - 1n,
    1n << 53n,
    1n << 60n,
    10_000n,
    random.upToBits(8 * size),
    random.bits(8 * size),
  ]);
}

function readInteger(data: Uint8Array, offset: number, size: number): bigint {
  let value = 0n;
  for (let i = size - 1; i >= 0; i--) value = (value << 8n) | BigInt(data[offset + i] ?? 0);
  return value;
}

/** Little-endian, cut off at the field's width; offsets beyond the data are ignored. */
function writeInteger(data: Uint8Array, { offset, size }: IntegerField, value: bigint): void {
  let left = BigInt.asUintN(8 * size, value);
  for (let i = 0; i < size && offset + i < data.length; i++) {
    data[offset + i] = Number(left & 0xffn);
    left >>= 8n;
  }
}
