import { addInterest } from '@tidemark/model';
import { listIngestStops } from '../coverage/coverage-facts.ts';
import type { Queryable } from '../create-database.ts';
import type { TotalsPart } from '../tables/index.ts';
import { type AbsentCells, createAbsentCells, groupBy } from './absent-cells.ts';
import type { InterestFilter } from './interest-cells.ts';
import { type InterestRow, listInterest, readSplit, type SplitRow } from './list-interest.ts';

/** Whose stored fees are those of a group of reserves. */
export interface InterestSubject {
  readonly kind: 'market' | 'token' | 'protocol';
  /** Address; empty for the protocol. */
  readonly of: string;
  /** The part that each of its reserves is in; all reserves of those parts are in the group. */
  readonly partOf: ReadonlyMap<string, TotalsPart>;
}

export interface StoredInterestFilter extends Omit<InterestFilter, 'inBaseUnits'> {
  /** By the number of the group. */
  readonly subjects: readonly InterestSubject[];
}

interface StoredRow extends SplitRow<'usd'> {
  readonly group: number;
  readonly start: Date;
  readonly part: TotalsPart;
  readonly buckets: number;
  readonly final: boolean | null;
  readonly observedSeconds: number;
  readonly elapsedSeconds: number;
  readonly missing: string | null;
  readonly incomplete: string | null;
  readonly unknown: string | null;
  readonly unpriced: string | null;
}

const DAY_SECONDS = 86_400;

/**
 * What `listInterest` gives, out of the fees that the rollup has stored; periods that it has yet to come to are made from their buckets. Where a
 * reserve has no bucket, what it lacks depends on the moment of the request, and is added here.
 */
export async function listStoredInterest(sql: Queryable, filter: StoredInterestFilter): Promise<InterestRow[]> {
  const { from, to, periodSeconds } = filter;
  const stale = new Set(await listStale(sql, filter));
  const partsOf = filter.subjects.map(({ partOf }): ReadonlySet<TotalsPart> => new Set(partOf.values()));
  const rows = (await listRows(sql, filter)).filter(({ group, part }) => partsOf[group]?.has(part) === true);
  const places = await placesOfIds(sql, filter);
  const stops = await listIngestStops(sql, filter);
  const byPeriod = groupBy(rows, ({ start }) => start.getTime());
  const absent = await createAbsentCells(sql, { ...filter, stops }, incompleteOf(rows, places));
  const found: InterestRow[] = [];
  for (let startMs = from.getTime(); startMs < to.getTime(); startMs += periodSeconds * 1000) {
    if (stale.has(startMs)) continue;
    const ofPeriod = groupBy(byPeriod.get(startMs) ?? [], ({ group }) => group);
    const made = filter.subjects.map((subject, group) =>
      toInterestRow(
        { subject, group, startMs, wanted: partsOf[group] ?? new Set(), parts: ofPeriod.get(group) ?? [] },
        { filter, places, absent },
      ),
    );
    // Hours of a day that has no bucket may have some all the same.
    if (made.includes('unclear')) stale.add(startMs);
    else found.push(...made.filter((row) => row !== null && row !== 'unclear'));
  }
  for (const run of runsOf(stale, periodSeconds * 1000)) {
    found.push(...(await listInterest(sql, { ...filter, ...run, inBaseUnits: false })));
  }
  return found.toSorted((a, b) => a.periodStart.getTime() - b.periodStart.getTime() || a.group - b.group);
}

/** Starts of periods whose stored fees are not up to date. Read first: what is up to date now is never older when it is read. */
async function listStale(sql: Queryable, filter: StoredInterestFilter): Promise<number[]> {
  const { protocol, from, to, periodSeconds } = filter;
  const rows = await sql<{ start: Date }[]>`
    SELECT bucket_start AS start FROM lend.bucket_totals_due
    WHERE protocol = ${protocol} AND width_seconds = ${periodSeconds}::int
      AND bucket_start >= ${from}::timestamptz AND bucket_start < ${to}::timestamptz`;
  return rows.map(({ start }) => start.getTime());
}

async function listRows(sql: Queryable, filter: StoredInterestFilter): Promise<StoredRow[]> {
  const { protocol, subjects, from, to, periodSeconds } = filter;
  const rows = await sql<StoredRow[]>`
    SELECT (w.group_index - 1)::int AS group, t.* FROM unnest(${subjects.map(({ kind }) => kind)}::text[], ${subjects.map(({ of }) => of)}::text[])
      WITH ORDINALITY AS w(kind, subject, group_index)
    CROSS JOIN LATERAL (
      SELECT t.bucket_start AS start, t.part, t.interest_supply_side_usd::text AS usd_supply_side,
        t.interest_protocol_usd::text AS usd_protocol, t.interest_referrer_max_usd::text AS usd_referrer_max,
        t.interest_host_usd::text AS usd_host, t.fee_buckets AS buckets, t.fee_final AS final,
        t.fee_observed_seconds AS "observedSeconds", t.fee_elapsed_seconds AS "elapsedSeconds", t.fee_missing AS missing,
        t.incomplete_reserves::text AS incomplete, t.unknown_reserves::text AS unknown, t.unpriced_fee_reserves::text AS unpriced
      FROM lend.bucket_totals AS t
      WHERE t.protocol = ${protocol} AND t.subject_kind = w.kind AND t.subject = w.subject
        AND t.width_seconds = ${periodSeconds}::int AND t.bucket_start >= ${from}::timestamptz AND t.bucket_start < ${to}::timestamptz
      OFFSET 0
    ) AS t`;
  return [...rows];
}

/** Turns a list of `reserves.id`, as Postgres writes it, into places. The same list comes again from one period to the next. */
type PlacesOfIds = (ids: string | null) => readonly number[];

async function placesOfIds(sql: Queryable, { reserves }: StoredInterestFilter): Promise<PlacesOfIds> {
  const rows = await sql<{ id: number; reserve: string }[]>`
    SELECT id, address AS reserve FROM lend.reserves WHERE address = ANY(${reserves.map(({ reserve }) => reserve)}::text[])`;
  const placeOf = new Map(reserves.map(({ reserve }, place) => [reserve, place]));
  const placeOfId = new Map(rows.map(({ id, reserve }) => [String(id), placeOf.get(reserve)]));
  const known = new Map<string, readonly number[]>();
  return (ids) => {
    if (ids === null) return [];
    const places =
      known.get(ids) ??
      ids
        .slice(1, -1)
        .split(',')
        .flatMap((id) => placeOfId.get(id) ?? []);
    known.set(ids, places);
    return places;
  };
}

function incompleteOf(rows: readonly StoredRow[], places: PlacesOfIds): ReadonlySet<number> {
  return new Set([...new Set(rows.map(({ incomplete }) => incomplete))].flatMap((ids) => places(ids)));
}

interface GroupPeriod {
  readonly subject: InterestSubject;
  readonly group: number;
  readonly startMs: number;
  /** The parts that its reserves are in, and what is stored of them. */
  readonly wanted: ReadonlySet<TotalsPart>;
  readonly parts: readonly StoredRow[];
}

/** Null where nothing of the group was there; `unclear` where what is stored does not tell. */
function toInterestRow(
  { subject, group, startMs, wanted, parts }: GroupPeriod,
  { filter, places, absent }: { filter: StoredInterestFilter; places: PlacesOfIds; absent: AbsentCells },
): InterestRow | null | 'unclear' {
  const stored = new Set(parts.map(({ part }) => part));
  const isStored = (place: number) => stored.has(subject.partOf.get(filter.reserves[place]?.reserve ?? '') ?? 'all');
  const lacking = parts.flatMap(({ incomplete }) => places(incomplete));
  // Nearly always each part has a row: then no reserve has to be looked at.
  const isWhole = [...wanted].every((part) => stored.has(part));
  const unstored = isWhole ? [] : absent.livingIn(group, startMs).filter((place) => !isStored(place));
  if (unstored.length > 0 && filter.periodSeconds === DAY_SECONDS) return 'unclear';
  const cells = absent.of([...lacking, ...unstored], startMs);
  if (parts.length === 0 && cells.count === 0) return null;
  const missing = [cells.missing, ...parts.map((part) => part.missing)].reduce(later, null);
  return {
    group,
    periodStart: new Date(startMs),
    interest: null,
    interestUsd: parts
      .map((part) => readSplit(part, 'usd'))
      .reduce((left, right) => (left === null || right === null ? (left ?? right) : addInterest(left, right)), null),
    unknown: [...new Set([...parts.flatMap(({ unknown }) => places(unknown)), ...cells.places])],
    unpriced: parts.flatMap(({ unpriced }) => places(unpriced)),
    observedSeconds: parts.reduce((sum, part) => sum + part.observedSeconds, 0),
    elapsedSeconds: parts.reduce((sum, part) => sum + part.elapsedSeconds, cells.elapsedSeconds),
    buckets: parts.reduce((sum, part) => sum + part.buckets, 0),
    final: cells.count === 0 && parts.every(({ final }) => final !== false),
    gapReason: missing?.slice(10) ?? null,
  };
}

function later(left: string | null, right: string | null): string | null {
  if (left === null || right === null) return left ?? right;
  return left > right ? left : right;
}

function runsOf(starts: ReadonlySet<number>, widthMs: number): { from: Date; to: Date }[] {
  const runs: { from: Date; to: Date }[] = [];
  for (const ms of [...starts].toSorted((left, right) => left - right)) {
    const last = runs.at(-1);
    if (last?.to.getTime() === ms) last.to = new Date(ms + widthMs);
    else runs.push({ from: new Date(ms), to: new Date(ms + widthMs) });
  }
  return runs;
}
