import { refusal } from '@tidemark/core';
import { borrowRateAt } from './borrow-rate-curve.ts';
import { SLOTS_PER_YEAR } from './constants.ts';
import type { BorrowRateTerms } from './reserve.ts';
import { curveUtilizationWads, type ReserveBalances, totalSupplyWads, utilizationWads } from './supply.ts';
import { checkRate, mulDecimal, mulRate, percentToWad, WAD } from './wad.ts';

const SLOTS = BigInt(SLOTS_PER_YEAR);

/** What interest is added to: the balances as of the last refresh. */
export interface InterestState extends ReserveBalances {
  readonly lastUpdateSlot: bigint;
  readonly cumulativeBorrowRateWads: bigint;
}

/** What interest depends on beside the balances. */
export interface InterestTerms extends BorrowRateTerms {
  readonly protocolTakeRatePct: number;
}

/** Balances as the program would hold them after a refresh; the account itself is unchanged. */
export interface AccruedBalances extends ReserveBalances {
  /** Slots that interest was added for. */
  readonly elapsedSlots: bigint;
  readonly cumulativeBorrowRateWads: bigint;
  /** Available + borrowed - fees owed, wads of base units. */
  readonly totalSupplyWads: bigint;
  /** Borrowed / total supply, wads; may exceed one, 0 where there is no supply. */
  readonly utilizationWads: bigint;
  /** Borrowed / (borrowed + available), wads: what the curve is fed with. */
  readonly curveUtilizationWads: bigint;
}

/**
 * The balances as a refresh at `slot` would leave them, bit for bit: interest for each slot at the rate of the last refresh,
 * and the protocol's part of it. Throws `SLOT_BEFORE_LAST_UPDATE`, `NEGATIVE_SUPPLY`, `INVALID_CURVE` or
 * `ARITHMETIC_OVERFLOW` where the program would fail: a reserve that it cannot refresh has no numbers.
 */
export function accrueBalances(state: InterestState, terms: InterestTerms, slot: bigint): AccruedBalances {
  const elapsedSlots = elapsedSince(state.lastUpdateSlot, slot);
  const grown = elapsedSlots === 0n ? state : withInterest(state, terms, elapsedSlots);
  const { availableRaw, borrowedWads, accumulatedProtocolFeesWads, cumulativeBorrowRateWads } = grown;
  const supplyWads = totalSupplyWads(grown);
  return {
    elapsedSlots,
    availableRaw,
    borrowedWads,
    accumulatedProtocolFeesWads,
    cumulativeBorrowRateWads,
    totalSupplyWads: supplyWads,
    utilizationWads: utilizationWads(borrowedWads, supplyWads),
    curveUtilizationWads: curveUtilizationWads(grown),
  };
}

function elapsedSince(lastUpdateSlot: bigint, slot: bigint): bigint {
  if (slot >= lastUpdateSlot) return slot - lastUpdateSlot;
  throw refusal('SLOT_BEFORE_LAST_UPDATE', 'slot', `${lastUpdateSlot} or later`, slot);
}

function withInterest(state: InterestState, terms: InterestTerms, slots: bigint): InterestState {
  const growthWads = compoundedGrowthWads(borrowRateAt(terms, curveUtilizationWads(state)), slots);
  const newDebtWads = mulDecimal(state.borrowedWads, growthWads) - state.borrowedWads;
  const feesWads = mulDecimal(newDebtWads, percentToWad(terms.protocolTakeRatePct));
  return {
    ...state,
    borrowedWads: checkRate(state.borrowedWads + newDebtWads, 'borrowed amount'),
    cumulativeBorrowRateWads: checkRate(
      mulDecimal(state.cumulativeBorrowRateWads, growthWads),
      'cumulative borrow rate',
    ),
    accumulatedProtocolFeesWads: checkRate(state.accumulatedProtocolFeesWads + feesWads, 'protocol fees'),
  };
}

/**
 * Growth of one unit of debt over `slots` at a yearly rate, wads: a power by repeated squaring, every step cut off. The
 * program squares once more than it needs, and fails where that last square overflows; so does this.
 */
export function compoundedGrowthWads(rateWads: bigint, slots: bigint): bigint {
  let base = WAD + rateWads / SLOTS;
  let growth = slots % 2n === 1n ? base : WAD;
  for (let left = slots / 2n; ; left /= 2n) {
    base = mulRate(base, base);
    if (left % 2n === 1n) growth = mulRate(growth, base);
    if (left === 0n) return growth;
  }
}
