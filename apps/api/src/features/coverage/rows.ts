import { COVERAGE_MAX_GAPS, type CoverageGap, type CoverageRow, type ReserveInfo } from '@tidemark/contract';
import { ratioToDouble } from '@tidemark/core';
import type { TimeRange } from '../../rows/query.ts';
import {
  countObservations,
  type ObservationClass,
  type ObservedTime,
  shareOf,
  type UnobservedTime,
} from './observed-time.ts';

/** A reserve with what is known of the observations of it. */
export interface CoverageInput {
  readonly protocol: string;
  readonly reserve: ReserveInfo;
  readonly share: MeasuredShare;
  readonly counts: ObservationCounts;
}

/** Observations of the range, the same for every reserve that was always asked for with the others. */
export interface ObservationCounts {
  readonly observed: number | null;
  readonly failed: number | null;
}

export function countClass({ observed, vain }: ObservationClass, range: TimeRange): ObservationCounts {
  return { observed: countObservations(observed, range), failed: countObservations(vain, range) };
}

/** A row whose gaps are still to be explained. */
export interface CoverageDraft {
  /** The gaps of the row, in their order. */
  readonly listed: readonly UnobservedTime[];
  /** The row, with the reasons of its gaps in their order. */
  readonly toRow: (reasons: readonly string[]) => CoverageRow;
}

/** How much of a time was observed, in whole seconds. */
export interface MeasuredShare {
  readonly from: number;
  readonly to: number;
  readonly missing: number;
  readonly gapCount: number;
  readonly longestGap: number;
  /** The longest ones, by time. */
  readonly listed: readonly MeasuredGap[];
}

/**
 * How much of the range was observed. Everything is counted in whole seconds between the same ends, so that observed and missing time, and
 * the gaps, add up.
 */
export function measureShare(
  times: readonly ObservedTime[],
  range: TimeRange & { readonly nowMs: number },
): MeasuredShare {
  const share = shareOf(times, range);
  const gaps = share.gaps.map((gap): MeasuredGap => ({ gap, from: secondsOf(gap.fromMs), to: secondsOf(gap.toMs) }));
  return {
    from: secondsOf(share.fromMs),
    to: secondsOf(share.toMs),
    missing: gaps.reduce((sum, gap) => sum + lengthOf(gap), 0),
    gapCount: gaps.length,
    longestGap: gaps.reduce((longest, gap) => Math.max(longest, lengthOf(gap)), 0),
    listed: longestOf(gaps),
  };
}

/** How much of the range a reserve was observed in. Only the gaps that are listed need a reason. */
export function draftCoverageRow({ protocol, reserve, share, counts }: CoverageInput): CoverageDraft {
  const { from: first, to: end, missing, gapCount, longestGap, listed } = share;
  const expected = end - first;
  const toRow = (reasons: readonly string[]): CoverageRow => ({
    protocol,
    lending_market: reserve.lending_market,
    lending_market_name: reserve.lending_market_name,
    listed_b: reserve.listed_b,
    reserve: reserve.reserve,
    token_address: reserve.token_address,
    token_symbol: reserve.token_symbol,
    first_seen_timestamp: reserve.first_seen_timestamp,
    from: first,
    to: end,
    expected_seconds: expected,
    observed_seconds: expected - missing,
    missing_seconds: missing,
    coverage_f: expected === 0 ? null : ratioToDouble(BigInt(expected - missing), BigInt(expected)),
    observations: counts.observed,
    failed_observations: counts.failed,
    gap_count: gapCount,
    longest_gap_seconds: longestGap,
    gaps_truncated_b: gapCount > COVERAGE_MAX_GAPS,
    gaps: listed.map(
      ({ gap, from, to }, place): CoverageGap => ({
        from,
        to,
        from_slot: gap.fromSlot === null ? null : Number(gap.fromSlot),
        to_slot: gap.toSlot === null ? null : Number(gap.toSlot),
        gap_reason_str: reasons[place] ?? 'not_polled',
        ongoing_b: gap.isOpen && reserve.last_seen_timestamp * 1000 <= gap.fromMs,
      }),
    ),
  });
  return { listed: listed.map(({ gap }) => gap), toRow };
}

/** A gap in whole seconds. */
interface MeasuredGap {
  readonly gap: UnobservedTime;
  readonly from: number;
  readonly to: number;
}

/** The longest ones, by time. */
function longestOf(gaps: readonly MeasuredGap[]): readonly MeasuredGap[] {
  if (gaps.length <= COVERAGE_MAX_GAPS) return gaps;
  return gaps
    .toSorted((left, right) => lengthOf(right) - lengthOf(left) || left.from - right.from)
    .slice(0, COVERAGE_MAX_GAPS)
    .toSorted((left, right) => left.from - right.from);
}

function lengthOf({ from, to }: MeasuredGap): number {
  return to - from;
}

function secondsOf(ms: number): number {
  return Math.floor(ms / 1000);
}
