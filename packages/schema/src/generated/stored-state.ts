// Written by `npm run generate` from the table of fields in packages/model. Do not edit.
import type { OwnFields, StoredState, TimeBasis } from '@tidemark/core';
import type { ReserveState } from '../tables/rows.ts';

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
