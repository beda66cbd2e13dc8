import { type HistoryAggregate, type HistoryRow, numberFields, type ReserveInfo } from '@tidemark/contract';
import { exactToAmount, exactToDouble, toDecimal, unixSecondsOf } from '@tidemark/core';
import type { Bucket, BucketEdge } from '@tidemark/model';
import type { IngestStop } from '@tidemark/schema';
import { unrolledReason } from '../coverage/gaps.ts';

/** Why nothing is stored of a bucket: the rollup makes those of a reserve that is gone or refused when it is read again. */
export function reasonOfUnknown(
  bucket: { readonly startMs: number; readonly endMs: number },
  info: Pick<ReserveInfo, 'last_seen_timestamp' | 'missing_since_timestamp' | 'quarantine_reason_str'>,
  stops: readonly IngestStop[],
): string {
  const { startMs } = bucket;
  const { missing_since_timestamp: gone, quarantine_reason_str: refused, last_seen_timestamp: lastSeen } = info;
  if (gone !== null && gone * 1000 <= startMs) return 'account_missing';
  if (refused !== null && lastSeen * 1000 <= startMs) return 'quarantined';
  return unrolledReason(stops, bucket);
}

/** Columns that all rows of buckets have alike, and all of observations: no cell is read for them. */
export const BUCKET_CONSTANTS = { last_update_slot: null, filled_b: false } as const satisfies Partial<HistoryRow>;
export const LOOK_CONSTANTS = {
  borrow_apy_realised_f: null,
  supply_apy_realised_f: null,
  interest_f: null,
  interest_usd_f: null,
  interest_priced_share_f: null,
  observations: null,
  snapshots: 1,
  coverage_f: null,
  quality_str: 'ok',
  gap_reason_str: null,
  evidence_age_seconds: 0,
  edge_proof_str: null,
  final_b: true,
  filled_b: false,
} as const satisfies Partial<HistoryRow>;

/** Base yield and rewards as one: what `supplyApyTotal` of the schema is of rows that are stored. */
export function supplyApyTotal(supplyApyF: number, rewardsAprF: number): number {
  return supplyApyF + rewardsAprF;
}

/** Null where the bucket was not observed, and of extremes: those of a sum are not those of its parts. */
function supplyApyTotalOf({ numbers }: Bucket, agg: HistoryAggregate): number | null {
  const [supplyApyF, rewardsAprF] = [numbers?.supplyApyF[agg] ?? null, numbers?.rewardsAprF[agg] ?? null];
  const isUnknown = supplyApyF === null || rewardsAprF === null || agg === 'min' || agg === 'max';
  return isUnknown ? null : supplyApyTotal(supplyApyF, rewardsAprF);
}

/** A row for a bucket that was made just now. */
export function toBucketRow(bucket: Bucket, info: ReserveInfo, agg: HistoryAggregate, scale: bigint): HistoryRow {
  const { close, numbers } = bucket;
  const interest = bucket.interest?.interest ?? null;
  const interestUsd = bucket.interestUsd?.interest ?? null;
  const shareOfElapsed = (seconds: number) => (bucket.elapsedSeconds === 0 ? null : seconds / bucket.elapsedSeconds);
  return {
    timestamp: unixSecondsOf(bucket.start),
    ...identityOf(info),
    ...BUCKET_CONSTANTS,
    slot: close === null ? null : Number(close.slot),
    ...numberFields((name) => numbers?.[name][agg] ?? null),
    supply_apy_total_f: supplyApyTotalOf(bucket, agg),
    borrow_apy_realised_f: bucket.borrowApyRealisedF,
    supply_apy_realised_f: bucket.supplyApyRealisedF,
    interest_f: interest === null ? null : exactToAmount(interest, scale, info.token_decimals),
    interest_usd_f: interestUsd === null ? null : exactToDouble(interestUsd, scale),
    interest_priced_share_f: shareOfElapsed(bucket.pricedSeconds),
    observations: bucket.observations,
    snapshots: bucket.snapshots,
    coverage_f: shareOfElapsed(bucket.observedSeconds),
    quality_str: bucket.quality,
    gap_reason_str: bucket.gapReason,
    evidence_age_seconds: close === null ? null : unixSecondsOf(close.at) - unixSecondsOf(close.observedAt),
    edge_proof_str: close?.proof ?? null,
    final_b: bucket.final,
    ...(close === null ? NOTHING_EXACT : exactFields(close, scale)),
  };
}

/** A row for a stretch of time that no bucket is stored of. */
export function toUnknownRow(
  bucket: { readonly startMs: number; readonly endMs: number },
  info: ReserveInfo,
  stops: readonly IngestStop[],
): HistoryRow {
  return {
    timestamp: bucket.startMs / 1000,
    ...identityOf(info),
    ...BUCKET_CONSTANTS,
    slot: null,
    ...numberFields(() => null),
    supply_apy_total_f: null,
    borrow_apy_realised_f: null,
    supply_apy_realised_f: null,
    interest_f: null,
    interest_usd_f: null,
    interest_priced_share_f: null,
    observations: null,
    snapshots: null,
    coverage_f: null,
    quality_str: 'missing',
    gap_reason_str: reasonOfUnknown(bucket, info, stops),
    evidence_age_seconds: null,
    edge_proof_str: null,
    final_b: false,
    ...NOTHING_EXACT,
  };
}

/** A row without values with those of an earlier one. What is known of its own bucket stays: the interest, and how much was seen. */
export function fillRow(row: HistoryRow, known: HistoryRow): HistoryRow {
  return {
    ...known,
    timestamp: row.timestamp,
    borrow_apy_realised_f: null,
    supply_apy_realised_f: null,
    interest_f: row.interest_f,
    interest_usd_f: row.interest_usd_f,
    interest_priced_share_f: row.interest_priced_share_f,
    observations: row.observations,
    snapshots: row.snapshots,
    coverage_f: row.coverage_f,
    quality_str: row.quality_str,
    gap_reason_str: row.gap_reason_str,
    evidence_age_seconds:
      known.evidence_age_seconds === null ? null : known.evidence_age_seconds + row.timestamp - known.timestamp,
    edge_proof_str: null,
    final_b: row.final_b,
    filled_b: true,
  };
}

/** Which reserve a row is about. */
export function identityOf(info: ReserveInfo) {
  const { reserve, lending_market, lending_market_name, listed_b, token_address, token_symbol } = info;
  return { reserve, lending_market, lending_market_name, listed_b, token_address, token_symbol };
}

/** Exact balances, at the protocol's scale. */
type ExactState = Pick<BucketEdge, 'available' | 'borrowed' | 'supplied' | 'borrowIndex' | 'receiptSupply'>;

/** The same under their names in answers. */
export function exactFields(state: ExactState, scale: bigint) {
  return {
    accrued_available_amount_raw: String(state.available),
    accrued_borrowed_amount_raw: toDecimal(state.borrowed, scale),
    accrued_total_supply_raw: toDecimal(state.supplied, scale),
    accrued_cumulative_borrow_rate_raw: toDecimal(state.borrowIndex, scale),
    collateral_supply_raw: String(state.receiptSupply),
  };
}

const NOTHING_EXACT = {
  accrued_available_amount_raw: null,
  accrued_borrowed_amount_raw: null,
  accrued_total_supply_raw: null,
  accrued_cumulative_borrow_rate_raw: null,
  collateral_supply_raw: null,
} as const;
