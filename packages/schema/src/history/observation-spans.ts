import type { ObservedSpan } from '@tidemark/model';
import type { Queryable } from '../create-database.ts';

/** A run of observations of a set of reserves as it is stored: cut at the edges of hours. */
export interface StoredSpan extends ObservedSpan {
  readonly fromSlot: bigint;
  readonly toSlot: bigint;
  /** What was asked for, sorted; null in batches of earlier versions, which asked for a range of addresses. */
  readonly reserves: ReadonlySet<string> | null;
  readonly firstReserve: string;
  readonly lastReserve: string;
  readonly notObserved: ReadonlySet<string>;
  /** Those of `notObserved` whose account was there and could not become a row. */
  readonly refused: ReadonlySet<string>;
  /** When the work on the first and on the last observation began, by the clock that attempts are timed with. */
  readonly fromStartedAt: Date;
  readonly toStartedAt: Date;
}

/** The observations of a stretch of time. */
export interface ObservationSpans {
  /** In the order of their beginnings. */
  readonly spans: readonly StoredSpan[];
  /**
   * The spans that the reserve is in, in the order of their beginnings. Those of different sets may overlap, and one may go on
   * where another ends: what is near enough is joined by who reads them, so that observations can still be counted by the hour.
   */
  readonly spansOf: (reserve: string) => readonly StoredSpan[];
}

interface SpanRow {
  readonly from: Date;
  readonly to: Date;
  readonly fromSlot: bigint;
  readonly toSlot: bigint;
  readonly observations: number;
  readonly gapAfterMs: number;
  readonly setKey: string | null;
  readonly firstReserve: string;
  readonly lastReserve: string;
  readonly notObserved: readonly string[];
  readonly refused: readonly string[];
  readonly fromStartedAt: Date;
  readonly toStartedAt: Date;
}

/** The spans of the hours (UTC) that the range touches, and of the hour before and after it: gaps reach across edges. */
export async function listObservationSpans(
  sql: Queryable,
  { protocol, from, to }: { readonly protocol: string; readonly from: Date; readonly to: Date },
): Promise<ObservationSpans> {
  const rows = await sql<SpanRow[]>`
    SELECT from_at AS "from", to_at AS "to", from_slot AS "fromSlot", to_slot AS "toSlot", observations,
      gap_after_ms AS "gapAfterMs", encode(reserve_set, 'hex') AS "setKey", first_reserve AS "firstReserve",
      last_reserve AS "lastReserve", not_observed AS "notObserved", coalesce(refused, '{}') AS refused,
      coalesce(from_started_at, from_at) AS "fromStartedAt", coalesce(to_started_at, to_at) AS "toStartedAt"
    FROM lend.observation_spans
    WHERE protocol = ${protocol}
      AND hour_start >= date_trunc('hour', ${from}::timestamptz, 'UTC') - interval '1 hour'
      AND hour_start <= date_trunc('hour', ${to}::timestamptz, 'UTC') + interval '1 hour'
    ORDER BY from_at, hour_start, span_index`;
  const sets = await listReserveSets(sql, new Set(rows.flatMap((row) => row.setKey ?? [])));
  const spans = rows.map(
    ({ setKey, notObserved, refused, ...row }): StoredSpan => ({
      reserves: setKey === null ? null : (sets.get(setKey) ?? new Set()),
      notObserved: new Set(notObserved),
      refused: new Set(refused),
      ...row,
    }),
  );
  return { spans, spansOf: createSpansOf(groupAlike(rows, spans)) };
}

/** Spans of one set with the same ones not observed, by their beginnings. */
type SpanGroup = readonly [StoredSpan, ...StoredSpan[]];

function groupAlike(rows: readonly SpanRow[], spans: readonly StoredSpan[]): SpanGroup[] {
  const groups = new Map<string, [StoredSpan, ...StoredSpan[]]>();
  for (const [index, span] of spans.entries()) {
    const { setKey, firstReserve, lastReserve, notObserved } = rows[index] ?? { notObserved: [] };
    const key = [setKey, firstReserve, lastReserve, ...notObserved].join();
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [span]);
    else group.push(span);
  }
  return [...groups.values()];
}

/** Reserves that are polled together are in the same groups: their spans are put in order once. */
function createSpansOf(groups: readonly SpanGroup[]): (reserve: string) => readonly StoredSpan[] {
  const known = new Map<string, readonly StoredSpan[]>();
  return (reserve) => {
    const places = groups.flatMap(([span], place) => (observes(span, reserve) ? [place] : []));
    const key = places.join();
    let spans = known.get(key);
    if (spans === undefined) {
      spans = places.flatMap((place) => groups[place] ?? []).toSorted((a, b) => a.from.getTime() - b.from.getTime());
      known.set(key, spans);
    }
    return spans;
  };
}

/** Sets that were read, in the order in which they were: their content is their key. */
const knownSets = new Map<string, ReadonlySet<string>>();
const MOST_KNOWN = 256;

/** Sets of addresses by their hashes in hexadecimal. */
export async function listReserveSets(
  sql: Queryable,
  keys: ReadonlySet<string>,
): Promise<Map<string, ReadonlySet<string>>> {
  const known = [...keys].flatMap((key) => {
    const set = knownSets.get(key);
    return set === undefined ? [] : [[key, set] as const];
  });
  if (known.length === keys.size) return new Map(known);
  const rows = await sql<{ key: string; reserves: string[] }[]>`
    SELECT encode(sha256, 'hex') AS key, reserves FROM lend.reserve_sets
    WHERE sha256 IN (SELECT decode(k, 'hex') FROM unnest(${[...keys]}::text[]) AS k)`;
  for (const { key, reserves } of rows) knownSets.set(key, new Set(reserves));
  const read = rows.map(({ key }) => [key, knownSets.get(key) ?? new Set<string>()] as const);
  for (const key of [...knownSets.keys()].slice(0, Math.max(0, knownSets.size - MOST_KNOWN))) knownSets.delete(key);
  return new Map(read);
}

function observes(span: StoredSpan, reserve: string): boolean {
  if (span.notObserved.has(reserve)) return false;
  if (span.reserves !== null) return span.reserves.has(reserve);
  return span.firstReserve <= reserve && reserve <= span.lastReserve;
}
