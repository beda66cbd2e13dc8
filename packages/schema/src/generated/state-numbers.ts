// Written by `npm run generate` from the table of fields in packages/model. Do not edit.
import type { OwnFields, StateNumbers, StoredState, TimeBasis } from '@tidemark/core';
import { doublePrecision } from 'drizzle-orm/pg-core';
import type { ReserveState } from '../tables/reserve-states.ts';

/** A function, because a drizzle column builder belongs to one table. */
export const stateNumberColumns = () => ({
  availableAmountF: doublePrecision('available_amount_f').notNull(),
  suppliedAmountF: doublePrecision('supplied_amount_f').notNull(),
  borrowedAmountF: doublePrecision('borrowed_amount_f').notNull(),
  availableAmountUsdF: doublePrecision('available_amount_usd_f'),
  suppliedAmountUsdF: doublePrecision('supplied_amount_usd_f'),
  borrowedAmountUsdF: doublePrecision('borrowed_amount_usd_f'),
  priceUsdF: doublePrecision('price_usd_f'),
  utilizationF: doublePrecision('utilization_f').notNull(),
  borrowAprF: doublePrecision('borrow_apr_f').notNull(),
  borrowApyF: doublePrecision('borrow_apy_f').notNull(),
  supplyAprF: doublePrecision('supply_apr_f').notNull(),
  supplyApyF: doublePrecision('supply_apy_f').notNull(),
  rewardsAprF: doublePrecision('rewards_apr_f').notNull(),
});

/** Select list of the numbers of a table with this alias. */
export const stateNumbersOf = (alias: string): string => `
  ${alias}.available_amount_f AS "availableAmountF",
  ${alias}.supplied_amount_f AS "suppliedAmountF",
  ${alias}.borrowed_amount_f AS "borrowedAmountF",
  ${alias}.available_amount_usd_f AS "availableAmountUsdF",
  ${alias}.supplied_amount_usd_f AS "suppliedAmountUsdF",
  ${alias}.borrowed_amount_usd_f AS "borrowedAmountUsdF",
  ${alias}.price_usd_f AS "priceUsdF",
  ${alias}.utilization_f AS "utilizationF",
  ${alias}.borrow_apr_f AS "borrowAprF",
  ${alias}.borrow_apy_f AS "borrowApyF",
  ${alias}.supply_apr_f AS "supplyAprF",
  ${alias}.supply_apy_f AS "supplyApyF",
  ${alias}.rewards_apr_f AS "rewardsAprF"`;

/** Names of the numbers that a bucket summarises, as its columns have them. */
export const BUCKET_NUMBERS = [
  'available_amount',
  'supplied_amount',
  'borrowed_amount',
  'available_amount_usd',
  'supplied_amount_usd',
  'borrowed_amount_usd',
  'price_usd',
  'utilization',
  'borrow_apr',
  'borrow_apy',
  'supply_apr',
  'supply_apy',
  'rewards_apr',
] as const;
export type BucketNumber = (typeof BUCKET_NUMBERS)[number];

/** The same by the names that code has for them. */
export const NUMBER_OF: Readonly<Record<keyof StateNumbers, BucketNumber>> = {
  availableAmountF: 'available_amount',
  suppliedAmountF: 'supplied_amount',
  borrowedAmountF: 'borrowed_amount',
  availableAmountUsdF: 'available_amount_usd',
  suppliedAmountUsdF: 'supplied_amount_usd',
  borrowedAmountUsdF: 'borrowed_amount_usd',
  priceUsdF: 'price_usd',
  utilizationF: 'utilization',
  borrowAprF: 'borrow_apr',
  borrowApyF: 'borrow_apy',
  supplyAprF: 'supply_apr',
  supplyApyF: 'supply_apy',
  rewardsAprF: 'rewards_apr',
};

/** Columns of a row that a stored state is made of. */
export type StateColumns = Pick<
  ReserveState,
  | 'reserve'
  | 'lendingMarket'
  | 'slot'
  | 'observedAt'
  | 'slotDurationMsF'
  | 'accountSha256'
  | 'lastUpdateSlot'
  | 'lastUpdateAt'
  | 'availableAmountRaw'
  | 'borrowed'
  | 'borrowIndex'
  | 'collateralSupplyRaw'
  | 'price'
  | 'priceUpdatedAt'
  | 'priceStatus'
  | 'compounding'
  | 'availableAmountF'
  | 'suppliedAmountF'
  | 'borrowedAmountF'
  | 'availableAmountUsdF'
  | 'suppliedAmountUsdF'
  | 'borrowedAmountUsdF'
  | 'priceUsdF'
  | 'utilizationF'
  | 'borrowAprF'
  | 'borrowApyF'
  | 'supplyAprF'
  | 'supplyApyF'
  | 'rewardsAprF'
  | 'interestRateBasis'
  | 'own'
>;

export function storedStateOf(row: StateColumns, timeBasis: TimeBasis, own: OwnFields): StoredState {
  return {
    reserve: row.reserve,
    lendingMarket: row.lendingMarket,
    slot: row.slot,
    observedAt: row.observedAt,
    slotDurationMs: row.slotDurationMsF,
    accountSha256: row.accountSha256,
    lastUpdateSlot: row.lastUpdateSlot,
    lastUpdateAt: row.lastUpdateAt,
    available: row.availableAmountRaw,
    borrowed: row.borrowed,
    borrowIndex: row.borrowIndex,
    receiptSupply: row.collateralSupplyRaw,
    price: row.price,
    priceUpdatedAt: row.priceUpdatedAt,
    priceStatus: row.priceStatus,
    arithmetic: row.compounding,
    availableAmountF: row.availableAmountF,
    suppliedAmountF: row.suppliedAmountF,
    borrowedAmountF: row.borrowedAmountF,
    availableAmountUsdF: row.availableAmountUsdF,
    suppliedAmountUsdF: row.suppliedAmountUsdF,
    borrowedAmountUsdF: row.borrowedAmountUsdF,
    priceUsdF: row.priceUsdF,
    utilizationF: row.utilizationF,
    borrowAprF: row.borrowAprF,
    borrowApyF: row.borrowApyF,
    supplyAprF: row.supplyAprF,
    supplyApyF: row.supplyApyF,
    rewardsAprF: row.rewardsAprF,
    timeBasis,
    own,
  };
}

/** What the account holds, unchanged. */
export function accountColumnsOf(state: Pick<StoredState, 'lastUpdateSlot' | 'lastUpdateAt' | 'available' | 'borrowed' | 'borrowIndex' | 'receiptSupply' | 'price' | 'priceUpdatedAt' | 'priceStatus' | 'arithmetic'>) {
  return {
    lastUpdateSlot: state.lastUpdateSlot,
    lastUpdateAt: state.lastUpdateAt,
    availableAmountRaw: state.available,
    borrowed: state.borrowed,
    borrowIndex: state.borrowIndex,
    collateralSupplyRaw: state.receiptSupply,
    price: state.price,
    priceUpdatedAt: state.priceUpdatedAt,
    priceStatus: state.priceStatus,
    compounding: state.arithmetic,
  };
}
