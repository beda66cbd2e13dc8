import { isLendingError, type Moment, type StoredState, unixSecondsOf } from '@tidemark/core';
import type { Headroom, PriceVerdict, Protocol, SuppliedBalances } from '@tidemark/protocols';
import { type ReserveDetailRow, toAccruedBalances, toStoredState } from '@tidemark/schema';

/** A reserve at its newest slot as its protocol sees it: what a detail is written from. */
export interface DetailSubject {
  readonly protocol: Protocol;
  readonly row: ReserveDetailRow;
  /** As the account holds it. */
  readonly state: StoredState;
  /** Accrued to the slot of the row. */
  readonly balances: SuppliedBalances;
  /** Null where a stored configuration lacks a setting that decides. */
  readonly price: PriceVerdict | null;
  readonly headroom: Headroom | null;
}

export function toDetailSubject(protocol: Protocol, row: ReserveDetailRow): DetailSubject {
  const state = toStoredState(protocol, row);
  const balances = { ...toAccruedBalances(protocol, row), supplied: row.accruedSupplied };
  const moment: Moment = { slot: row.slot, unixSeconds: unixSecondsOf(row.observedAt) };
  const known = limitsOf(protocol, row);
  return {
    protocol,
    row,
    state,
    balances,
    price: known === null ? null : protocol.price(state, known.limits, moment),
    headroom: known === null ? null : protocol.headroom(state, balances, known.limits, moment),
  };
}

interface KnownLimits {
  readonly marketConfig: ReserveDetailRow['marketConfig'];
  /** Null where the configurations lack a setting: an earlier release has not stored it. */
  readonly found: { readonly limits: unknown } | null;
}

/** By configuration: all rows are derived with each poll, and settings change rarely. */
const LIMITS = new WeakMap<ReserveDetailRow['config'], KnownLimits>();

function limitsOf(protocol: Protocol, { config, marketConfig }: ReserveDetailRow): KnownLimits['found'] {
  const known = LIMITS.get(config);
  if (known !== undefined && known.marketConfig === marketConfig) return known.found;
  const found = readLimits(protocol, config, marketConfig);
  LIMITS.set(config, { marketConfig, found });
  return found;
}

function readLimits(
  protocol: Protocol,
  config: ReserveDetailRow['config'],
  marketConfig: ReserveDetailRow['marketConfig'],
): KnownLimits['found'] {
  try {
    return { limits: protocol.limits(config, marketConfig) };
  } catch (error) {
    if (isLendingError(error) && error.code === 'INVALID_ARGUMENT') return null;
    throw error;
  }
}
