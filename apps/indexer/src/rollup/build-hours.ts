import { setImmediate as breathe } from 'node:timers/promises';
import { type Bucket, buildBucketsOfWidths, HistoryError, type ObservationGap, type Sighting } from '@tidemark/model';
import { DAY_MS, isLendingError, type LendingError, type StoredState, type TimeRange } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import {
  copyStates,
  listNeighbourObservations,
  listNeighbourStates,
  type NeighbourObservation,
  type ObservationSpans,
  type Queryable,
  type ReserveTermsTimeline,
  SchemaError,
  type StoredSpan,
  toStoredState,
  type WholeGap,
} from '@tidemark/schema';

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

export interface BuiltHours {
  readonly quarters: readonly Bucket[];
  readonly hours: readonly Bucket[];
  readonly refused: readonly RefusedReserve[];
}

/** Hours of reserves in a range, and their quarters. A reserve whose observations or settings are unusable is told of, and keeps no other one back. */
export async function buildHours(
  tx: Queryable,
  { protocol, reserves, range, timelines, spans, gaps, newestBankAt }: BuildHoursOptions,
): Promise<BuiltHours> {
  const quarters: Bucket[] = [];
  const hours: Bucket[] = [];
  const rules = protocolOf(protocol);
  const refused: RefusedReserve[] = [];
  const gapsOf = groupByReserve(gaps);
  const afterNewest = new Date(newestBankAt.getTime() + 1);
  const newestObservations = await listNeighbourObservations(tx, { protocol, reserves, before: afterNewest });
  for await (const { reserve, states, reachesEnd } of loadStates(tx, { protocol, reserves, range })) {
    const terms = timelines.get(reserve);
    if (terms === undefined) continue;
    const { lendingMarket, firstSeenAt } = terms;
    const observations = spans.spans.filter((span) => observes(span, reserve));
    const newest = reachesEnd ? null : sightingAfter(states.at(-1)?.observedAt, newestObservations.get(reserve));
    const reserveGaps: readonly ObservationGap[] = gapsOf.get(reserve) ?? [];
    const known = {
      rules,
      reserve,
      lendingMarket,
      firstSeenAt,
      states,
      spans: observations,
      gaps: reserveGaps,
      terms,
      newest,
    };
    try {
      const [ownQuarters = [], ownHours = []] = buildBucketsOfWidths({ ...known, ...range }, [900, 3_600]);
      quarters.push(...ownQuarters);
      hours.push(...ownHours);
    } catch (error) {
      if (!isOfReserve(error)) throw error;
      refused.push({ reserve, code: error.code });
    }
    // Polls and answers of this process must not wait for the arithmetic of a whole group.
    await breathe();
  }
  return { quarters, hours, refused };
}

/** What is wrong with the observations of a reserve or with its stored settings, and with no other one. */
function isOfReserve(error: unknown): error is LendingError | HistoryError | SchemaError {
  if (isLendingError(error) || error instanceof HistoryError) return true;
  return error instanceof SchemaError && error.code === 'INVALID_ROW';
}

/** The newest observation, where it found what was stored before it and stored nothing. */
function sightingAfter(storedAt: Date | undefined, observation: NeighbourObservation | undefined): Sighting | null {
  if (observation === undefined || (storedAt !== undefined && observation.at <= storedAt)) return null;
  return { slot: observation.slot, observedAt: observation.at };
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

/** Stored states of one reserve: those of a range, with the newest before it and the first after it. */
interface ReserveStates {
  readonly reserve: string;
  readonly states: readonly StoredState[];
  /** True where the last of them is at the end of the range or after it. */
  readonly reachesEnd: boolean;
}

/** Of a longer range the states are read one reserve after the other, so that those of only one are in memory. */
const MOST_TOGETHER_MS = 2 * DAY_MS;

/** The states of a range, one reserve after the other. Leaves out reserves without any. */
async function* loadStates(
  tx: Queryable,
  { protocol, reserves, range }: Pick<BuildHoursOptions, 'protocol' | 'reserves' | 'range'>,
): AsyncGenerator<ReserveStates, void, undefined> {
  const before = await listNeighbourStates(tx, { reserves, before: range.from });
  const after = await listNeighbourStates(tx, { reserves, after: range.to });
  const rules = protocolOf(protocol);
  const isLong = range.to.getTime() - range.from.getTime() > MOST_TOGETHER_MS;
  for (const group of isLong ? reserves.map((reserve) => [reserve]) : [reserves]) {
    const within = await copyStates(tx, { protocol: rules, reserves: group, ...range });
    for (const reserve of group) {
      const [prev, next] = [before.get(reserve), after.get(reserve)];
      const states = [
        ...(prev === undefined ? [] : [toStoredState(rules, prev)]),
        ...(within.get(reserve) ?? []),
        ...(next === undefined ? [] : [toStoredState(rules, next)]),
      ];
      if (states.length > 0) yield { reserve, states, reachesEnd: next !== undefined };
    }
  }
}
