import type { Queryable } from '../create-database.ts';
import { pageByReserve } from './page-by-reserve.ts';
import { listColumnSpecs, listNumericKeys, parseNumerics, selectList } from '../rows/column-specs.ts';
import { type ReserveSnapshotRow, reserveSnapshots } from '../tables/index.ts';

/** A stored observation of a reserve with every column of its row: `toStoredState` makes a state of it. */
export type StoredSnapshot = ReserveSnapshotRow;

const SPECS = listColumnSpecs(reserveSnapshots, []);
/** Of `reserve_snapshots AS h`. */
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
    SELECT ${sql.unsafe(SNAPSHOT_COLUMNS)}
    FROM lend.reserve_snapshots AS h
    WHERE h.reserve = ${reserve}
      AND EXISTS (SELECT FROM lend.reserves AS r WHERE r.address = ${reserve} AND r.protocol = ${protocol})
      AND h.observed_at >= greatest(${observedAt}::timestamptz, ${from}::timestamptz)
      AND h.observed_at < ${to}::timestamptz
      AND (h.observed_at, h.slot) > (${observedAt}::timestamptz, ${slot}::bigint)
    ORDER BY h.observed_at, h.slot
    LIMIT ${size}`;
  return readSnapshots(rows);
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
      SELECT ${sql.unsafe(SNAPSHOT_COLUMNS)}
      FROM lend.reserve_snapshots AS h
      WHERE h.reserve = r.address AND h.observed_at >= ${from}::timestamptz AND h.observed_at < ${to}::timestamptz
      ORDER BY h.observed_at, h.slot
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
  const bound =
    side.before === undefined
      ? sql`h.observed_at >= ${side.after}::timestamptz ORDER BY h.observed_at, h.slot`
      : sql`h.observed_at < ${side.before}::timestamptz ORDER BY h.observed_at DESC, h.slot DESC`;
  const rows = await sql<StoredSnapshot[]>`
    SELECT s.*
    FROM unnest(${[...new Set(reserves)]}::text[]) AS wanted(reserve)
    CROSS JOIN LATERAL (
      SELECT ${sql.unsafe(SNAPSHOT_COLUMNS)}
      FROM lend.reserve_snapshots AS h
      WHERE h.reserve = wanted.reserve AND ${bound}
      LIMIT 1
    ) AS s`;
  return new Map(readSnapshots(rows).map((row) => [row.reserve, row]));
}
