import type { DerivedReserve } from '@tidemark/protocols/kamino';
import type { HistoryRow } from './read-history.ts';
import type { Moment, Truth } from './truth.ts';

/** Columns that an aggregate (min, mean, …) is answered of. */
export type NumberName = (typeof NUMBER_NAMES)[number];
type IntegerName = (typeof INTEGER_NAMES)[number];

type Numbers = Record<NumberName, number | null>;
type Integers = Record<IntegerName, string>;
/** Everything that a row says about a state. */
export type StateValues = Pick<HistoryRow, NumberName | IntegerName>;

export const NUMBER_NAMES = [
  'available_amount_f',
  'available_amount_usd_f',
  'supplied_amount_f',
  'supplied_amount_usd_f',
  'borrowed_amount_f',
  'borrowed_amount_usd_f',
  'utilization_f',
  'borrow_apr_f',
  'borrow_apy_f',
  'supply_apr_f',
  'supply_apy_f',
  'rewards_apr_f',
  'price_usd_f',
] as const;
const INTEGER_NAMES = [
  'accrued_available_amount_raw',
  'accrued_borrowed_amount_sf_raw',
  'accrued_total_supply_sf_raw',
  'accrued_cumulative_borrow_rate_bsf_raw',
  'collateral_supply_raw',
] as const;
export const VALUE_NAMES: readonly (NumberName | IntegerName)[] = [...NUMBER_NAMES, ...INTEGER_NAMES];

/** What is true of a reserve at a moment, under the names of the columns. */
export function valuesAt(truth: Truth, reserve: string, moment: Moment): Numbers & Integers {
  const derived = truth.deriveAt(reserve, moment);
  const { accrued } = derived;
  return {
    ...numbersOf(derived),
    accrued_available_amount_raw: String(accrued.availableRaw),
    accrued_borrowed_amount_sf_raw: String(accrued.borrowedSf),
    accrued_total_supply_sf_raw: String(accrued.totalSupplySf),
    accrued_cumulative_borrow_rate_bsf_raw: String(accrued.cumulativeBorrowRateBsf),
    collateral_supply_raw: String(truth.stateAt(reserve, moment.slot).reserve.collateral.mintTotalSupplyRaw),
  };
}

/** The numbers of a derived state under the names of the columns. */
export function numbersOf(derived: DerivedReserve): Numbers {
  return {
    available_amount_f: derived.availableAmount,
    available_amount_usd_f: derived.availableAmountUsd,
    supplied_amount_f: derived.suppliedAmount,
    supplied_amount_usd_f: derived.suppliedAmountUsd,
    borrowed_amount_f: derived.borrowedAmount,
    borrowed_amount_usd_f: derived.borrowedAmountUsd,
    utilization_f: derived.utilization,
    borrow_apr_f: derived.borrowApr,
    borrow_apy_f: derived.borrowApy,
    supply_apr_f: derived.supplyApr,
    supply_apy_f: derived.supplyApy,
    rewards_apr_f: derived.rewardsApr,
    price_usd_f: derived.priceUsd,
  };
}

/** What of a row differs from what is true: names with both values. */
export function differences(
  row: Partial<StateValues>,
  truth: Partial<StateValues>,
  names: readonly (NumberName | IntegerName)[] = VALUE_NAMES,
): string[] {
  return names.filter((name) => row[name] !== truth[name]).map((name) => `${name} ${row[name]} is ${truth[name]}`);
}
