import { type HistoryAggregate, type HistoryRow, numberFields, type ReserveInfo } from '@tidemark/contract';
import { exactToAmount, exactToDouble, toDecimal, unixSecondsOf } from '@tidemark/core';
import type { Bucket, BucketEdge, StateNumber } from '@tidemark/model';
import type { BucketSummary, IngestStop, StateSummary } from '@tidemark/schema';
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

/** What a row says of a bucket beside its numbers, under the names of the stored bucket. */
type BucketFacts = Omit<BucketSummary, StateNumber | 'reserve' | ExactOfClose>;
type ExactOfClose = 'closeAvailable' | 'closeBorrowed' | 'closeSupplied' | 'closeBorrowIndex' | 'closeReceiptSupply';

/** A row for a bucket that was made just now. */
export function toBucketRow(bucket: Bucket, info: ReserveInfo, agg: HistoryAggregate, scale: bigint): HistoryRow {
  const { close, numbers, interest, interestUsd } = bucket;
  const facts: BucketFacts = {
    ...bucket,
    bucketStart: bucket.start,
    closeSlot: close?.slot ?? null,
    closeAt: close?.at ?? null,
    closeObservedAt: close?.observedAt ?? null,
    closeProof: close?.proof ?? null,
    interest: interest?.interest ?? null,
    interestUsd: interestUsd?.interest ?? null,
  };
  return toRow(
    facts,
    close,
    numberFields((name) => numbers?.[name][agg] ?? null),
    info,
    scale,
  );
}

/** A row for a stored bucket, of which one aggregate was read. */
export function toStoredRow(bucket: BucketSummary, info: ReserveInfo, scale: bigint): HistoryRow {
  return toRow(
    bucket,
    closeOf(bucket),
    numberFields((name) => bucket[name]),
    info,
    scale,
  );
}

/** A check of the table: all of them are known, or none. */
function closeOf(bucket: Pick<BucketSummary, ExactOfClose>): ExactState | null {
  const { closeAvailable: available, closeBorrowed: borrowed, closeSupplied: supplied } = bucket;
  const { closeBorrowIndex: borrowIndex, closeReceiptSupply: receiptSupply } = bucket;
  if (available === null || borrowed === null || supplied === null) return null;
  if (borrowIndex === null || receiptSupply === null) return null;
  return { available, borrowed, supplied, borrowIndex, receiptSupply };
}

function toRow(
  bucket: BucketFacts,
  close: ExactState | null,
  numbers: ReturnType<typeof numberFields<number | null>>,
  info: ReserveInfo,
  scale: bigint,
): HistoryRow {
  const { closeAt, closeObservedAt, interest, interestUsd } = bucket;
  const isKnown = closeAt !== null && closeObservedAt !== null;
  return {
    timestamp: unixSecondsOf(bucket.bucketStart),
    ...identityOf(info),
    slot: bucket.closeSlot === null ? null : Number(bucket.closeSlot),
    last_update_slot: null,
    ...numbers,
    borrow_apy_realised_f: bucket.borrowApyRealisedF,
    supply_apy_realised_f: bucket.supplyApyRealisedF,
    interest_f: interest === null ? null : exactToAmount(interest, scale, info.token_decimals),
    interest_usd_f: interestUsd === null ? null : exactToDouble(interestUsd, scale),
    observations: bucket.observations,
    snapshots: bucket.snapshots,
    coverage_f: bucket.elapsedSeconds === 0 ? null : bucket.observedSeconds / bucket.elapsedSeconds,
    quality_str: bucket.quality,
    gap_reason_str: bucket.gapReason,
    evidence_age_seconds: isKnown ? unixSecondsOf(closeAt) - unixSecondsOf(closeObservedAt) : null,
    edge_proof_str: bucket.closeProof,
    final_b: bucket.final,
    filled_b: false,
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
    slot: null,
    last_update_slot: null,
    ...numberFields(() => null),
    borrow_apy_realised_f: null,
    supply_apy_realised_f: null,
    interest_f: null,
    interest_usd_f: null,
    observations: null,
    snapshots: null,
    coverage_f: null,
    quality_str: 'missing',
    gap_reason_str: reasonOfUnknown(bucket, info, stops),
    evidence_age_seconds: null,
    edge_proof_str: null,
    final_b: false,
    filled_b: false,
    ...NOTHING_EXACT,
  };
}

/** A row for a stored read. */
export function toRawRow(state: StateSummary, info: ReserveInfo, scale: bigint): HistoryRow {
  return {
    timestamp: unixSecondsOf(state.observedAt),
    ...identityOf(info),
    slot: Number(state.slot),
    last_update_slot: Number(state.lastUpdateSlot),
    ...numberFields((name) => state[name]),
    borrow_apy_realised_f: null,
    supply_apy_realised_f: null,
    interest_f: null,
    interest_usd_f: null,
    observations: null,
    snapshots: 1,
    coverage_f: null,
    quality_str: 'ok',
    gap_reason_str: null,
    evidence_age_seconds: 0,
    edge_proof_str: null,
    final_b: true,
    filled_b: false,
    ...exactFields(
      {
        available: state.accruedAvailableAmountRaw,
        borrowed: state.accruedBorrowed,
        supplied: state.accruedSupplied,
        borrowIndex: state.accruedBorrowIndex,
        receiptSupply: state.collateralSupplyRaw,
      },
      scale,
    ),
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
  const { reserve, lending_market, lending_market_name, token_address, token_symbol } = info;
  return { reserve, lending_market, lending_market_name, token_address, token_symbol };
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
