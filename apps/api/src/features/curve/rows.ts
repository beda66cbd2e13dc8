import type { RatePoint, ReserveCurve } from '@tidemark/contract';
import { exactToAmount, isLendingError, rawToAmount, type Terms, unixSecondsOf } from '@tidemark/core';
import type { Protocol, WhatIfChange, WhatIfResult } from '@tidemark/protocols';
import { type ReserveDetailRow, toAccruedBalances } from '@tidemark/schema';
import { toRatePoint, toRatePosition } from '../../generated/rows.ts';
import { ApiError } from '../../http/exchange.ts';

/** Curve, position and, where a change is given, what it leads to. Throws CHANGE_EXCEEDS_RESERVE. */
export function toReserveCurve(
  protocol: Protocol,
  row: ReserveDetailRow,
  points: number,
  change: WhatIfChange | null,
): ReserveCurve {
  const terms = protocol.terms(row.config, row.marketConfig, row.tokenDecimals);
  const ratesAt = (utilization: bigint): RatePoint =>
    toRatePoint(protocol.ratesAt(terms, utilization, row.slotDurationMsF));
  const steps = BigInt(points - 1);
  return {
    timestamp: unixSecondsOf(row.observedAt),
    slot: Number(row.slot),
    lending_market: row.lendingMarket,
    reserve: row.reserve,
    token_symbol: row.tokenSymbol,
    interest_rate_basis_str: row.interestRateBasis,
    slot_duration_ms_f: row.slotDurationMsF,
    points: Array.from({ length: points }, (_, step) => ratesAt((protocol.scale * BigInt(step)) / steps)),
    knots: protocol
      .knots(terms)
      .map(({ utilization, utilizationF }) => ({ ...ratesAt(utilization), utilization_f: utilizationF })),
    current: toRatePosition(row),
    what_if: change === null ? null : toWhatIf(protocol, row, terms, change),
  };
}

function toWhatIf(
  protocol: Protocol,
  row: ReserveDetailRow,
  terms: Terms,
  change: WhatIfChange,
): ReserveCurve['what_if'] {
  const { available, borrowed, supplied, rates } = deriveChange(protocol, row, terms, change);
  return {
    supply_delta_raw: String(change.supplyDeltaRaw),
    borrow_delta_raw: String(change.borrowDeltaRaw),
    available_amount_f: rawToAmount(available, row.tokenDecimals),
    borrowed_amount_f: exactToAmount(borrowed, protocol.scale, row.tokenDecimals),
    supplied_amount_f: exactToAmount(supplied, protocol.scale, row.tokenDecimals),
    ...toRatePoint(rates),
  };
}

function deriveChange(protocol: Protocol, row: ReserveDetailRow, terms: Terms, change: WhatIfChange): WhatIfResult {
  const balances = { ...toAccruedBalances(protocol, row), supplied: row.accruedSupplied };
  try {
    return protocol.whatIf(terms, balances, change, row.slotDurationMsF);
  } catch (error) {
    if (!isLendingError(error)) throw error;
    const { field } = error.context;
    const detail = field === undefined ? 'The result is out of range.' : `Out of range: ${field}.`;
    throw new ApiError('CHANGE_EXCEEDS_RESERVE', { detail, cause: error });
  }
}
