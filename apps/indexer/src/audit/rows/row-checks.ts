import {
  exactToAmount,
  exactToDouble,
  exactToUsd,
  hasPrice,
  isLendingError,
  rawToAmount,
  rawToUsd,
} from '@tidemark/core';
import type { Protocol } from '@tidemark/protocols';
import { type IndexNeighbour, type ReserveState, toAccruedBalances } from '@tidemark/schema';

/** One stored state of a reserve, with what it takes to judge it. */
export interface AuditedRow {
  readonly table: 'reserve_latest' | 'reserve_snapshots';
  readonly state: ReserveState;
  readonly tokenDecimals: number;
  /** The stored observations around it; null where there is none, and for the latest row, which is a snapshot too when it is new. */
  readonly previous: IndexNeighbour | null;
  readonly next: IndexNeighbour | null;
}

/** A value of a row that cannot be. */
export type RowFault = {
  /** Its column. */
  readonly field: string;
  readonly expected: string;
  readonly actual: string;
};

/** A rule that every stored row keeps by itself. */
export interface RowCheck {
  readonly checkName: string;
  /** What a row that breaks it is: ends the sentence `… in 3 rows`. */
  readonly message: string;
  readonly find: (row: AuditedRow, protocol: Protocol) => readonly RowFault[];
}

/** The fault of a value that is not the one it has to be; nothing where it is. */
export function unequal(
  field: string,
  expected: bigint | number | boolean | null,
  actual: bigint | number | boolean | null,
): RowFault[] {
  return Object.is(expected, actual) || expected === actual
    ? []
    : [{ field, expected: String(expected), actual: String(actual) }];
}

/** Supplied = available + borrowed − fees, to the last bit, as the protocol counts them, of the integers as they are stored. */
export const supplyIdentity: RowCheck = {
  checkName: 'supply_identity',
  message: 'supplied is not available + borrowed − fees',
  find({ state }: AuditedRow, protocol: Protocol): readonly RowFault[] {
    return unequal('accrued_total_supply_sf', supplyOf(state, protocol), state.accruedSupplied);
  },
};

/** Null where the fees exceed what there is: then no supply can be right. */
function supplyOf(state: ReserveState, protocol: Protocol): bigint | null {
  try {
    return protocol.supplied(toAccruedBalances(protocol, state));
  } catch (error) {
    if (isLendingError(error)) return null;
    throw error;
  }
}

/** Utilization = borrowed / supplied, cut off; 0 where nothing is supplied; above one where fees are owed: never clamped. */
export const utilizationDefinition: RowCheck = {
  checkName: 'utilization_definition',
  message: 'utilization is not borrowed / supplied',
  find({ state }: AuditedRow, { scale }: Protocol): readonly RowFault[] {
    const { accruedBorrowed: borrowed, accruedSupplied: supplied, accruedUtilization: stored } = state;
    const utilization = supplied === 0n ? 0n : (borrowed * scale) / supplied;
    return [
      ...unequal('accrued_utilization_sf', utilization, stored),
      ...unequal('utilization_f', exactToDouble(stored, scale), state.utilizationF),
    ];
  },
};

/** The doubles are the nearest ones of the exact integers beside them, and USD values are null exactly where the account holds no price. */
export const publishedNumbers: RowCheck = {
  checkName: 'published_numbers',
  message: 'numbers are not those of the exact integers beside them',
  find({ state, tokenDecimals: decimals }: AuditedRow, { scale }: Protocol): readonly RowFault[] {
    const { accruedAvailableAmountRaw: available, accruedSupplied: supplied } = state;
    const { accruedBorrowed: borrowed, price } = state;
    const isPriced = hasPrice(price);
    const inUsd = (value: () => number): number | null => (isPriced ? value() : null);
    return [
      ...unequal('available_amount_f', rawToAmount(available, decimals), state.availableAmountF),
      ...unequal('supplied_amount_f', exactToAmount(supplied, scale, decimals), state.suppliedAmountF),
      ...unequal('borrowed_amount_f', exactToAmount(borrowed, scale, decimals), state.borrowedAmountF),
      ...unequal('price_usable', isPriced, state.priceUsable),
      ...unequal(
        'price_usd_f',
        inUsd(() => exactToDouble(price, scale)),
        state.priceUsdF,
      ),
      ...unequal(
        'available_amount_usd_f',
        inUsd(() => rawToUsd(available, price, scale, decimals)),
        state.availableAmountUsdF,
      ),
      ...unequal(
        'supplied_amount_usd_f',
        inUsd(() => exactToUsd(supplied, price, scale, decimals)),
        state.suppliedAmountUsdF,
      ),
      ...unequal(
        'borrowed_amount_usd_f',
        inUsd(() => exactToUsd(borrowed, price, scale, decimals)),
        state.borrowedAmountUsdF,
      ),
    ];
  },
};

/** Accrual adds: at the bank's slot debt, its index and the fees are at least what the account holds, and the bank is not older. */
export const accrualDirection: RowCheck = {
  checkName: 'accrual_direction',
  message: 'values moved to the slot are below those of the account',
  find({ state }: AuditedRow): readonly RowFault[] {
    return [
      ...below('slot', state.lastUpdateSlot, state.slot),
      ...below('accrued_available_amount_raw', state.availableAmountRaw, state.accruedAvailableAmountRaw),
      ...below('accrued_borrowed_amount_sf', state.borrowed, state.accruedBorrowed),
      ...below('accrued_cumulative_borrow_rate_bsf', state.borrowIndex, state.accruedBorrowIndex),
      ...below('accrued_protocol_fees_sf', state.accumulatedProtocolFeesSf, state.accruedProtocolFees),
      ...below('accrued_pending_referrer_fees_sf', state.pendingReferrerFeesSf, state.accruedPendingReferrerFees),
    ];
  },
};

/** Null is what the protocol does not have. */
function below(field: string, least: bigint | null, actual: bigint | null): RowFault[] {
  return least === null || actual === null || actual >= least
    ? []
    : [{ field, expected: `at least ${least}`, actual: String(actual) }];
}

/** The index of the debt never falls from one stored observation of a reserve to the next. */
export const borrowIndex: RowCheck = {
  checkName: 'borrow_index',
  message: 'the cumulative borrow rate falls between two observations',
  find({ state, previous, next }: AuditedRow): readonly RowFault[] {
    const rate = state.borrowIndex;
    const field = 'cumulative_borrow_rate_bsf';
    const faults: RowFault[] = [];
    if (previous !== null && previous.borrowIndex > rate) {
      const expected = `at least ${previous.borrowIndex}, as at slot ${previous.slot}`;
      faults.push({ field, expected, actual: String(rate) });
    }
    if (next !== null && next.borrowIndex < rate) {
      const expected = `at most ${next.borrowIndex}, as at slot ${next.slot}`;
      faults.push({ field, expected, actual: String(rate) });
    }
    return faults;
  },
};
