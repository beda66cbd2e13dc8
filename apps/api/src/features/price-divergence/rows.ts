import type { PriceDivergenceRow, ReserveInfo } from '@tidemark/contract';
import { unixSecondsOf } from '@tidemark/core';
import type { DivergenceBucketRow, DivergenceRow } from '@tidemark/schema';

/** Nothing is computed of this time yet; or never will be, because prices are those of listed markets. */
const NOT_ROLLED_UP = 'not_rolled_up';
const NOT_LISTED = 'not_listed';

const identityOf = ({ reserve, token_address, token_symbol }: ReserveInfo) => ({
  reserve,
  token_address,
  token_symbol,
});
const shareOf = (part: number, whole: number | null): number | null =>
  whole === null || whole === 0 ? null : part / whole;

/** A bucket of the divergence of a reserve. */
export function toDivergenceBucketRow(row: DivergenceBucketRow, reserve: ReserveInfo): PriceDivergenceRow {
  const { elapsedSeconds: elapsed, observedSeconds: observed, comparedSeconds } = row;
  return {
    timestamp: unixSecondsOf(row.bucketStart),
    ...identityOf(reserve),
    open_divergence_bps_f: row.open,
    high_divergence_bps_f: row.high,
    low_divergence_bps_f: row.low,
    close_divergence_bps_f: row.close,
    twavg_divergence_bps_f: row.twavg,
    observations: row.observations,
    elapsed_seconds: elapsed ?? 0,
    compared_seconds: comparedSeconds,
    beyond_bound_seconds: row.beyondSeconds,
    accepted_seconds: row.acceptedSeconds,
    refused_seconds: row.refusedSeconds,
    accepted_beyond_bound_seconds: row.acceptedBeyondSeconds,
    accepted_b: null,
    coverage_f: shareOf(observed, elapsed),
    quality_str: row.open === null ? 'missing' : elapsed === comparedSeconds ? 'ok' : 'partial',
    gap_reason_str: elapsed === null ? (reserve.listed_b ? NOT_ROLLED_UP : NOT_LISTED) : row.gapReason,
    final_b: row.final,
  };
}

/** The two prices at one read, of which one was stored anew. */
export function toDivergenceRow(row: DivergenceRow, reserve: ReserveInfo): PriceDivergenceRow {
  return {
    timestamp: unixSecondsOf(row.observedAt),
    ...identityOf(reserve),
    open_divergence_bps_f: row.bps,
    high_divergence_bps_f: row.bps,
    low_divergence_bps_f: row.bps,
    close_divergence_bps_f: row.bps,
    twavg_divergence_bps_f: null,
    observations: 1,
    elapsed_seconds: 0,
    compared_seconds: 0,
    beyond_bound_seconds: 0,
    accepted_seconds: 0,
    refused_seconds: 0,
    accepted_beyond_bound_seconds: 0,
    accepted_b: row.isAccepted,
    coverage_f: null,
    quality_str: row.bps === null ? 'missing' : 'ok',
    gap_reason_str: row.gapReason,
    final_b: true,
  };
}
