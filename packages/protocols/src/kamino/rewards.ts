import { U128_MAX } from '@tidemark/core';
import { FRACTION_BITS } from './fraction.ts';

/** A reserve's own supply rewards at one refresh. */
export interface RewardsState {
  readonly elapsedUnits: bigint;
  readonly unitsPerYear: bigint;
  /** Base units per slot or second, by the interest rate basis. */
  readonly perUnitRaw: bigint;
  /** Budget left, base units. */
  readonly availableRaw: bigint;
  readonly mintTotalSupplyRaw: bigint;
  /** Total supply after interest was added, before the rewards. */
  readonly totalSupplySf: bigint;
  /** Ceiling of the lending market; 0 switches rewards off. */
  readonly maxAprBps: number;
}

/**
 * Base units that a refresh moves from the rewards budget to the suppliers, as the program computes it: the configured
 * rate, at most the market's yearly ceiling on the whole tokens supplied, at most the budget. Products saturate at u128
 * as in the program.
 */
export function distributedRewardsRaw(state: RewardsState): bigint {
  const { elapsedUnits, perUnitRaw, availableRaw, maxAprBps } = state;
  if (elapsedUnits === 0n || maxAprBps === 0 || perUnitRaw === 0n || availableRaw === 0n) return 0n;
  if (state.mintTotalSupplyRaw === 0n) return 0n;
  const configured = saturate(perUnitRaw * elapsedUnits);
  const suppliedRaw = state.totalSupplySf >> FRACTION_BITS;
  const ceiling = saturate(saturate(suppliedRaw * BigInt(maxAprBps)) * elapsedUnits) / (10_000n * state.unitsPerYear);
  return smallest(smallest(configured, ceiling), availableRaw);
}

function saturate(value: bigint): bigint {
  return smallest(value, U128_MAX);
}

function smallest(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
