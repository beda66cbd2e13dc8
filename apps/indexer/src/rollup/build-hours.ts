import { setImmediate as breathe } from 'node:timers/promises';
import { type Bucket, buildBuckets, HistoryError, type ObservationGap, type Sighting } from '@tidemark/model';
import { HOUR_MS, isLendingError, type LendingError } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import {
  listNeighbourLooks,
  type NeighbourLook,
  type ObservationSpans,
  type Queryable,
  type ReserveTermsTimeline,
  SchemaError,
  type StoredSpan,
  type WholeGap,
} from '@tidemark/schema';
import { type TimeRange } from './hours.ts';
import { loadStates } from './load-states.ts';

/** A reserve of which no hours could be made. */
export interface RefusedReserve {
  readonly reserve: string;
  readonly code: string;
}

export interface BuildHoursOptions {
  readonly protocol: string;
  /** In byte order. */
  readonly reserves: readonly string[];
  /** Whole hours. */
  readonly range: TimeRange;
  readonly timelines: ReadonlyMap<string, ReserveTermsTimeline>;
  /** Of the range. */
  readonly spans: ObservationSpans;
  readonly gaps: readonly WholeGap[];
  readonly newestBankAt: Date;
}

/** The hours of reserves in a range. A reserve whose looks or settings are unusable is told of, and keeps no other one back. */
export async function buildHours(
  tx: Queryable,
  { protocol, reserves, range, timelines, spans, gaps, newestBankAt }: BuildHoursOptions,
): Promise<{ readonly hours: Bucket[]; readonly refused: RefusedReserve[] }> {
  const hours: Bucket[] = [];
  const rules = protocolOf(protocol);
  const refused: RefusedReserve[] = [];
  const gapsOf = groupByReserve(gaps);
  const afterNewest = new Date(newestBankAt.getTime() + 1);
  const newestLooks = await listNeighbourLooks(tx, { protocol, reserves, before: afterNewest });
  for await (const { reserve, states, reachesEnd } of loadStates(tx, { protocol, reserves, range })) {
    const terms = timelines.get(reserve);
    if (terms === undefined) continue;
    const { lendingMarket, firstSeenAt } = terms;
    const looks = spans.spans.filter((span) => observes(span, reserve));
    const newest = reachesEnd ? null : sightingAfter(states.at(-1)?.observedAt, newestLooks.get(reserve));
    const reserveGaps: readonly ObservationGap[] = gapsOf.get(reserve) ?? [];
    const known = {
      rules,
      reserve,
      lendingMarket,
      firstSeenAt,
      states,
      spans: looks,
      gaps: reserveGaps,
      terms,
      newest,
    };
    try {
      hours.push(...buildBuckets({ ...known, ...range, widthSeconds: HOUR_MS / 1_000 }));
    } catch (error) {
      if (!isOfReserve(error)) throw error;
      refused.push({ reserve, code: error.code });
    }
    // Polls and answers of this process must not wait for the arithmetic of a whole group.
    await breathe();
  }
  return { hours, refused };
}

/** What is wrong with the looks of a reserve or with its stored settings, and with no other one. */
function isOfReserve(error: unknown): error is LendingError | HistoryError | SchemaError {
  if (isLendingError(error) || error instanceof HistoryError) return true;
  return error instanceof SchemaError && error.code === 'INVALID_ROW';
}

/** The newest look, where it found what was stored before it and stored nothing. */
function sightingAfter(storedAt: Date | undefined, look: NeighbourLook | undefined): Sighting | null {
  if (look === undefined || (storedAt !== undefined && look.at <= storedAt)) return null;
  return { slot: look.slot, observedAt: look.at };
}

function observes(span: StoredSpan, reserve: string): boolean {
  if (span.notObserved.has(reserve)) return false;
  if (span.reserves !== null) return span.reserves.has(reserve);
  return span.firstReserve <= reserve && reserve <= span.lastReserve;
}

function groupByReserve(gaps: readonly WholeGap[]): Map<string, WholeGap[]> {
  const groups = new Map<string, WholeGap[]>();
  for (const gap of gaps) {
    const group = groups.get(gap.reserve);
    if (group === undefined) groups.set(gap.reserve, [gap]);
    else group.push(gap);
  }
  return groups;
}
