import type { Random } from '../../../packages/protocols/src/kamino/test/fuzz/index.ts';
import type { Knot } from './draw-curve.ts';

/** The balances of a reserve; `Sf` in the program's fixed point. */
export interface Balances {
  readonly available: bigint;
  readonly borrowedSf: bigint;
  readonly protocolFeesSf: bigint;
  readonly referrerFeesSf: bigint;
  readonly pendingReferrerFeesSf: bigint;
}

const ONE_SF = 1n << 60n;
const BPS_SF = ONE_SF / 10_000n;
/** Leaves room for available and interest within u128. */
const MOST_SF = 1n << 124n;

/** Balances at a utilization worth testing: idle, full, beyond full, anywhere, and a hair around a knot of the curve. */
export function drawBalances(random: Random, curve: readonly Knot[]): Balances {
  const freeSf = (random.bits(10 + random.below(44)) << 60n) + random.bits(60);
  const fees = drawFees(random, freeSf);
  const feesSf = fees.protocolFeesSf + fees.referrerFeesSf + fees.pendingReferrerFeesSf;
  const utilizationSf = drawUtilization(random, curve);
  if (utilizationSf > ONE_SF) return lentBeyondFull(freeSf, utilizationSf);
  // Supply = available + borrowed − fees, so borrowed = u/(1 − u) of what is available beyond the fees.
  const available = (freeSf + feesSf) >> 60n;
  const ownSf = (available << 60n) - feesSf;
  if (utilizationSf === ONE_SF) return { ...fees, available: feesSf >> 60n, borrowedSf: freeSf };
  return { ...fees, available, borrowedSf: smaller((ownSf * utilizationSf) / (ONE_SF - utilizationSf), MOST_SF) };
}

/** Balances of any length at all. */
export function drawWildBalances(random: Random): Balances {
  return {
    available: random.upToBits(64),
    borrowedSf: random.upToBits(128),
    protocolFeesSf: random.upToBits(random.pick([60, 110, 128])),
    referrerFeesSf: random.upToBits(random.pick([60, 110, 128])),
    pendingReferrerFeesSf: random.upToBits(random.pick([60, 110, 128])),
  };
}

function drawFees(random: Random, freeSf: bigint) {
  const share = (): bigint => (random.chance(0.3) ? 0n : (freeSf * BigInt(random.below(2_000))) / 100_000n);
  return { protocolFeesSf: share(), referrerFeesSf: share() / 10n, pendingReferrerFeesSf: share() / 100n };
}

function drawUtilization(random: Random, curve: readonly Knot[]): bigint {
  const which = random.below(20);
  if (which === 0) return 0n;
  if (which === 1) return ONE_SF;
  if (which === 2) return ONE_SF + (ONE_SF * BigInt(1 + random.below(500))) / 1_000n;
  if (which === 3) return random.upToBits(59);
  if (which > 7) return (random.bits(60) * 9_999n) / 10_000n;
  const knot = BigInt(random.pick(curve).utilizationRateBps);
  const tenthsOfBps = BigInt(random.pick([0, 1, -1, 3, -3, 4, -4, 6, -6, 10, -10]));
  const nearSf = (knot * ONE_SF) / 10_000n + (BPS_SF * tenthsOfBps) / 10n;
  return nearSf < 0n ? 0n : nearSf;
}

/** More borrowed than supplied: the fees owed exceed what is available. */
function lentBeyondFull(borrowedSf: bigint, utilizationSf: bigint): Balances {
  const supplySf = (borrowedSf * ONE_SF) / utilizationSf;
  return {
    available: 0n,
    borrowedSf,
    protocolFeesSf: borrowedSf - supplySf,
    referrerFeesSf: 0n,
    pendingReferrerFeesSf: 0n,
  };
}

function smaller(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
