import type { RatePoint as RatePointRow, ReserveCurve } from '@tidemark/contract';
import { isLendingError } from '@tidemark/core';
import {
  deriveRatePoint,
  deriveWhatIf,
  effectiveCurve,
  ONE_SF,
  type RatePoint,
  type RateTerms,
  rawToAmount,
  sampleRates,
  sfToAmount,
  type WhatIfChange,
  type WhatIfResult,
} from '@tidemark/protocols/kamino';
import type { ReserveRateState } from '@tidemark/schema';
import { z } from 'zod';
import { ApiError } from '../../http/exchange.ts';
import { unixSecondsOf } from '../latest/rows.ts';

/** The part of a stored configuration that the curve is. */
const configSchema = z.object({
  borrowRateCurve: z.array(z.object({ utilizationRateBps: z.int(), borrowRateBps: z.int() })),
});

/** Curve, position and, where a change is given, what it leads to. Throws CHANGE_EXCEEDS_RESERVE. */
export function toReserveCurve(row: ReserveRateState, points: number, change: WhatIfChange | null): ReserveCurve {
  const terms = termsOf(row);
  return {
    timestamp: unixSecondsOf(row.observedAt),
    slot: Number(row.slot),
    lending_market: row.lendingMarket,
    reserve: row.reserve,
    token_symbol: row.tokenSymbol,
    interest_rate_basis_str: row.interestRateBasis,
    slot_duration_ms_f: row.slotDurationMsF,
    points: sampleRates(terms, points).map(toRow),
    knots: effectiveCurve(terms.borrowRateCurve).map(({ utilizationRateBps }) => ({
      ...toRow(deriveRatePoint(terms, (BigInt(utilizationRateBps) * ONE_SF) / 10_000n)),
      utilization_f: utilizationRateBps / 10_000,
    })),
    current: {
      available_amount_f: row.availableAmountF,
      borrowed_amount_f: row.borrowedAmountF,
      supplied_amount_f: row.suppliedAmountF,
      utilization_f: row.utilizationF,
      borrow_apr_f: row.borrowAprF,
      borrow_apy_f: row.borrowApyF,
      supply_apr_f: row.supplyAprF,
      supply_apy_f: row.supplyApyF,
    },
    what_if: change === null ? null : toWhatIf(row, terms, change),
  };
}

function termsOf(row: ReserveRateState): RateTerms {
  return {
    interestRateBasis: row.interestRateBasis,
    borrowRateCurve: configSchema.parse(row.config).borrowRateCurve,
    hostFixedInterestRateBps: row.hostFixedInterestRateBps,
    protocolTakeRatePct: row.protocolTakeRatePct,
    slotDurationMs: row.slotDurationMsF,
  };
}

function toWhatIf(row: ReserveRateState, terms: RateTerms, change: WhatIfChange): ReserveCurve['what_if'] {
  const { availableRaw, borrowedSf, totalSupplySf, rates } = deriveChange(row, terms, change);
  return {
    supply_delta_raw: String(change.supplyDeltaRaw),
    borrow_delta_raw: String(change.borrowDeltaRaw),
    available_amount_f: rawToAmount(availableRaw, row.tokenDecimals),
    borrowed_amount_f: sfToAmount(borrowedSf, row.tokenDecimals),
    supplied_amount_f: sfToAmount(totalSupplySf, row.tokenDecimals),
    ...toRow(rates),
  };
}

function deriveChange(row: ReserveRateState, terms: RateTerms, change: WhatIfChange): WhatIfResult {
  const state = {
    availableRaw: row.accruedAvailableAmountRaw,
    borrowedSf: row.accruedBorrowedAmountSf,
    totalSupplySf: row.accruedTotalSupplySf,
  };
  try {
    return deriveWhatIf(terms, state, change);
  } catch (error) {
    if (!isLendingError(error)) throw error;
    const { field } = error.context;
    const detail = field === undefined ? 'The result is out of range.' : `Out of range: ${field}.`;
    throw new ApiError('CHANGE_EXCEEDS_RESERVE', { detail, cause: error });
  }
}

function toRow(point: RatePoint): RatePointRow {
  return {
    utilization_f: point.utilization,
    borrow_apr_f: point.borrowApr,
    borrow_apy_f: point.borrowApy,
    supply_apr_f: point.supplyApr,
    supply_apy_f: point.supplyApy,
  };
}

const U64_MAX = 18_446_744_073_709_551_615n;
const AMOUNT = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?$/;

/** Whole tokens of a query as signed base units, exactly. Throws INVALID_TOKEN_AMOUNT. */
export function readTokenAmount(text: string, decimals: number, parameter: string): bigint {
  const [, sign, whole = '', fraction = ''] = AMOUNT.exec(text) ?? [];
  if (sign === undefined) throw invalid(`The parameter ${parameter} is not a plain decimal number.`);
  if (fraction.length > decimals) {
    throw invalid(`The parameter ${parameter} has ${fraction.length} decimals, the token has ${decimals}.`);
  }
  const amountRaw = BigInt(whole + fraction.padEnd(decimals, '0'));
  if (amountRaw > U64_MAX) throw invalid(`The parameter ${parameter} does not fit 64 bits of base units.`);
  return sign === '-' ? -amountRaw : amountRaw;
}

function invalid(detail: string): ApiError {
  return new ApiError('INVALID_TOKEN_AMOUNT', { detail });
}
