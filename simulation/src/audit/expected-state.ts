import { decimalOf } from '../naive/decimals.ts';
import { type NaiveReserve, type NaiveState, STATE_NUMBERS, type Values } from '../naive/protocol.ts';
import type { Truth } from './truth.ts';

export interface StateQuestion {
  readonly reserve: string;
  readonly slot: number;
  /** As the row has it: it is measured, and checked apart. */
  readonly slotDurationMs: number;
}

/** The row that a reserve must have at a slot: raw columns from the account's bytes, the others from an accrual to it. */
export function expectedState(truth: Truth, { reserve, slot, slotDurationMs }: StateQuestion): Values {
  const account = truth.reserveAt(reserve, slot);
  const unixTime = truth.unixTimeAt(slot);
  const state = account.accrue({ slot, unixTime }, slotDurationMs);
  return {
    lending_market: account.lendingMarket,
    observed_at: new Date(unixTime * 1000),
    account_sha256: truth.at(reserve, slot)?.sha256 ?? null,
    compounding_str: account.arithmetic,
    ...heldColumns(account),
    ...account.columns,
    ...accruedColumns(state, account.protocol.scale),
    ...state.columns,
    ...Object.fromEntries(STATE_NUMBERS.map((name) => [`${name}_f`, state.numbers[name]])),
    price_usable_b: account.price !== 0n,
  };
}

function heldColumns(account: NaiveReserve): Values {
  const { scale } = account.protocol;
  return {
    last_update_slot: account.writtenSlot,
    available_amount_raw: account.available,
    borrowed_amount_raw: decimalOf(account.borrowed, scale),
    cumulative_borrow_rate_raw: decimalOf(account.borrowIndex, scale),
    price_raw: decimalOf(account.price, scale),
    collateral_supply_raw: account.receiptSupply,
  };
}

function accruedColumns(state: NaiveState, scale: bigint): Values {
  return {
    accrued_available_amount_raw: state.available,
    accrued_borrowed_amount_raw: decimalOf(state.borrowed, scale),
    accrued_total_supply_raw: decimalOf(state.supplied, scale),
    accrued_utilization_raw: decimalOf(state.utilization, scale),
    accrued_cumulative_borrow_rate_raw: decimalOf(state.borrowIndex, scale),
    borrow_rate_raw: decimalOf(state.borrowRate, scale),
  };
}
