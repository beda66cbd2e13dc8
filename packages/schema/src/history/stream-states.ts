import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../create-database.ts';
import { pageByReserve } from './page-by-reserve.ts';
import { firstSnapshots } from './snapshot-places.ts';
import { listColumnSpecs, listNumericKeys, parseNumerics, selectList } from '../rows/column-specs.ts';
import { type ReserveSnapshotRow, reserveSnapshots } from '../tables/index.ts';

/** A stored observation of a reserve with every column of its row: `toStoredState` makes a state of it. */
export type StoredSnapshot = ReserveSnapshotRow;

const SPECS = listColumnSpecs(reserveSnapshots, []);
/** Of `all_snapshots AS h`, and of its parts. */
export const SNAPSHOT_COLUMNS = selectList(SPECS, 'h.');
const NUMERICS = listNumericKeys(SPECS);

/** Rows of `SNAPSHOT_COLUMNS`. */
export const readSnapshots = (rows: readonly StoredSnapshot[]): readonly StoredSnapshot[] =>
  parseNumerics(NUMERICS, rows);

/** Place of an observation in the order in which they are streamed. */
export interface StatePosition {
  readonly reserve: string;
  readonly observedAt: Date;
  readonly slot: bigint;
}

export interface StreamStatesOptions {
  readonly protocol: string;
  /** Only these reserves; left out, all of the protocol. */
  readonly reserves?: readonly string[];
  /** The first moment of the range. */
  readonly from: Date;
  /** Its end, which does not belong to it. */
  readonly to: Date;
  /** Only what comes after this place. */
  readonly after?: StatePosition;
  /** Observations a page. Default 2,000. */
  readonly pageSize?: number;
}

/**
 * The stored observations of a range of time by reserve (byte order), observed_at, slot, in pages that keep nothing between them, see
 * `pageByReserve`. An observation that is stored meanwhile is in the stream if its place is still to come.
 */
export function streamStates(
  sql: Queryable,
  options: StreamStatesOptions,
): AsyncGenerator<readonly StoredSnapshot[], void, undefined> {
  return pageByReserve<StatePosition, StoredSnapshot>(
    {
      rest: (place, size) => readRest(sql, options, place, size),
      beyond: (reserve, size) => readBeyond(sql, options, reserve, size),
    },
    { after: options.after ?? null, limit: Number.POSITIVE_INFINITY, pageSize: options.pageSize ?? 2_000 },
  );
}

async function readRest(
  sql: Queryable,
  { protocol, reserves, from, to }: StreamStatesOptions,
  { reserve, observedAt, slot }: StatePosition,
  size: number,
): Promise<readonly StoredSnapshot[]> {
  if (reserves !== undefined && !reserves.includes(reserve)) return [];
  const rows = await sql<StoredSnapshot[]>`
    SELECT * FROM (${firstOf(sql, {
      reserve: sql`${reserve}::text`,
      where: sql`EXISTS (SELECT FROM lend.reserves AS r WHERE r.address = ${reserve} AND r.protocol = ${protocol})
        AND h.observed_at >= greatest(${observedAt}::timestamptz, ${from}::timestamptz)
        AND h.observed_at < ${to}::timestamptz
        AND (h.observed_at, h.slot) > (${observedAt}::timestamptz, ${slot}::bigint)`,
      limit: size,
    })}) AS s
    ORDER BY s."observedAt", s.slot
    LIMIT ${size}`;
  return readSnapshots(rows);
}

type Fragment = PendingQuery<Row[]>;

/** The first rows of a reserve in time, or the last, out of both places. */
function firstOf(
  sql: Queryable,
  wanted: {
    readonly reserve: Fragment;
    readonly where: Fragment;
    readonly direction?: 'ASC' | 'DESC';
    readonly limit: number;
  },
): Fragment {
  const { reserve, where, direction = 'ASC', limit } = wanted;
  const tag = (texts: TemplateStringsArray, ...values: (Fragment | number)[]): Fragment => sql(texts, ...values);
  return firstSnapshots<Fragment | number, Fragment>(tag, {
    columns: sql.unsafe(SNAPSHOT_COLUMNS),
    reserve,
    where,
    order: sql.unsafe(`h.observed_at ${direction}, h.slot ${direction}`),
    limit,
  });
}

/** Reserve by reserve along the primary key; the limit within keeps a dense reserve from being read whole. */
async function readBeyond(
  sql: Queryable,
  { protocol, reserves, from, to }: StreamStatesOptions,
  reserve: string,
  size: number,
): Promise<readonly StoredSnapshot[]> {
  const rows = await sql<StoredSnapshot[]>`
    SELECT s.*
    FROM lend.reserves AS r
    CROSS JOIN LATERAL (
      SELECT * FROM (${firstOf(sql, {
        reserve: sql`r.address`,
        where: sql`h.observed_at >= ${from}::timestamptz AND h.observed_at < ${to}::timestamptz`,
        limit: size,
      })}) AS e
      ORDER BY e."observedAt", e.slot
      LIMIT ${size}
    ) AS s
    WHERE r.protocol = ${protocol} AND r.address > ${reserve}
      ${reserves === undefined ? sql`` : sql`AND r.address = ANY(${[...reserves]}::text[])`}
    ORDER BY r.address, s."observedAt", s.slot
    LIMIT ${size}`;
  return readSnapshots(rows);
}

/** Which neighbour: the newest observation before a moment, or the first one at it or after. */
export type NeighbourSide =
  | { readonly before: Date; readonly after?: never }
  | { readonly after: Date; readonly before?: never };

/** The observation next to a moment of each of the reserves, by reserve. A reserve that has none is not in the map. */
export async function listNeighbourStates(
  sql: Queryable,
  { reserves, ...side }: { readonly reserves: readonly string[] } & NeighbourSide,
): Promise<Map<string, StoredSnapshot>> {
  if (reserves.length === 0) return new Map();
  const [where, direction] =
    side.before === undefined
      ? [sql`h.observed_at >= ${side.after}::timestamptz`, 'ASC' as const]
      : [sql`h.observed_at < ${side.before}::timestamptz`, 'DESC' as const];
  const rows = await sql<StoredSnapshot[]>`
    SELECT s.*
    FROM unnest(${[...new Set(reserves)]}::text[]) AS wanted(reserve)
    CROSS JOIN LATERAL (
      SELECT * FROM (${firstOf(sql, { reserve: sql`wanted.reserve`, where, direction, limit: 1 })}) AS e
      ORDER BY e."observedAt" ${sql.unsafe(direction)}, e.slot ${sql.unsafe(direction)}
      LIMIT 1
    ) AS s`;
  return new Map(readSnapshots(rows).map((row) => [row.reserve, row]));
}
