import type { StateNumbers } from '@tidemark/core';
import type { Queryable } from '../create-database.ts';
import { STATE_NUMBERS } from './bucket-selection.ts';
import { pageByReserve } from './page-by-reserve.ts';
import { listColumnSpecs, listNumericKeys, parseNumerics, selectList } from '../rows/column-specs.ts';
import { type ReserveSnapshotRow, reserveSnapshots } from '../tables/index.ts';

/** A stored look at a reserve with every column of its row: `toStoredState` makes a state of it. */
export type StoredSnapshot = ReserveSnapshotRow;

const SPECS = listColumnSpecs(reserveSnapshots, []);
/** Of `reserve_snapshots AS h`. */
export const SNAPSHOT_COLUMNS = selectList(SPECS, 'h.');
const NUMERICS = listNumericKeys(SPECS);

/** Rows of `SNAPSHOT_COLUMNS`. */
export const readSnapshots = (rows: readonly StoredSnapshot[]): readonly StoredSnapshot[] =>
  parseNumerics(NUMERICS, rows);

const FACT_KEYS = [
  'reserve',
  'observedAt',
  'slot',
  'lastUpdateSlot',
  'accruedAvailableAmountRaw',
  'accruedBorrowed',
  'accruedSupplied',
  'accruedBorrowIndex',
  'collateralSupplyRaw',
] as const satisfies readonly (keyof StoredSnapshot)[];
const SUMMARY_SPECS = SPECS.filter(({ key }) => [...FACT_KEYS, ...STATE_NUMBERS].some((wanted) => wanted === key));

/** The numbers of a stored look, without the account and its accrual: less than half of the columns. */
export type StateSummary = Pick<StoredSnapshot, (typeof FACT_KEYS)[number]> & StateNumbers;

/** What is read of each look. */
interface Selection {
  readonly columns: string;
  readonly numerics: readonly string[];
}

const WHOLE: Selection = { columns: SNAPSHOT_COLUMNS, numerics: NUMERICS };
const SUMMARY: Selection = {
  columns: selectList(SUMMARY_SPECS, 'h.'),
  numerics: listNumericKeys(SUMMARY_SPECS),
};

/** Place of a look in the order in which they are streamed. */
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
  /** Looks a page. Default 2,000. */
  readonly pageSize?: number;
}

/**
 * The stored looks of a range of time by reserve (byte order), observed_at, slot, in pages that keep nothing between them, see
 * `pageByReserve`. A look that is stored meanwhile is in the stream if its place is still to come.
 */
export function streamStates(
  sql: Queryable,
  options: StreamStatesOptions,
): AsyncGenerator<readonly StoredSnapshot[], void, undefined> {
  return streamSelected<StoredSnapshot>(sql, options, WHOLE);
}

/** The same, of each look only its numbers: for exports, which are as long as what a client asks for. */
export function streamStateSummaries(
  sql: Queryable,
  options: StreamStatesOptions,
): AsyncGenerator<readonly StateSummary[], void, undefined> {
  return streamSelected<StateSummary>(sql, options, SUMMARY);
}

function streamSelected<Row extends StatePosition>(
  sql: Queryable,
  options: StreamStatesOptions,
  selection: Selection,
): AsyncGenerator<readonly Row[], void, undefined> {
  return pageByReserve<StatePosition, Row>(
    {
      rest: (place, size) => readRest<Row>(sql, options, selection, place, size),
      beyond: (reserve, size) => readBeyond<Row>(sql, options, selection, reserve, size),
    },
    { after: options.after ?? null, limit: Number.POSITIVE_INFINITY, pageSize: options.pageSize ?? 2_000 },
  );
}

async function readRest<Row extends StatePosition>(
  sql: Queryable,
  { protocol, reserves, from, to }: StreamStatesOptions,
  { columns, numerics }: Selection,
  { reserve, observedAt, slot }: StatePosition,
  size: number,
): Promise<readonly Row[]> {
  if (reserves !== undefined && !reserves.includes(reserve)) return [];
  const rows = await sql<Row[]>`
    SELECT ${sql.unsafe(columns)}
    FROM lend.reserve_snapshots AS h
    WHERE h.reserve = ${reserve}
      AND EXISTS (SELECT FROM lend.reserves AS r WHERE r.address = ${reserve} AND r.protocol = ${protocol})
      AND h.observed_at >= greatest(${observedAt}::timestamptz, ${from}::timestamptz)
      AND h.observed_at < ${to}::timestamptz
      AND (h.observed_at, h.slot) > (${observedAt}::timestamptz, ${slot}::bigint)
    ORDER BY h.observed_at, h.slot
    LIMIT ${size}`;
  return parseNumerics(numerics, rows);
}

/** Reserve by reserve along the primary key; the limit within keeps a dense reserve from being read whole. */
async function readBeyond<Row extends StatePosition>(
  sql: Queryable,
  { protocol, reserves, from, to }: StreamStatesOptions,
  { columns, numerics }: Selection,
  reserve: string,
  size: number,
): Promise<readonly Row[]> {
  const rows = await sql<Row[]>`
    SELECT s.*
    FROM lend.reserves AS r
    CROSS JOIN LATERAL (
      SELECT ${sql.unsafe(columns)}
      FROM lend.reserve_snapshots AS h
      WHERE h.reserve = r.address AND h.observed_at >= ${from}::timestamptz AND h.observed_at < ${to}::timestamptz
      ORDER BY h.observed_at, h.slot
      LIMIT ${size}
    ) AS s
    WHERE r.protocol = ${protocol} AND r.address > ${reserve}
      ${reserves === undefined ? sql`` : sql`AND r.address = ANY(${[...reserves]}::text[])`}
    ORDER BY r.address, s."observedAt", s.slot
    LIMIT ${size}`;
  return parseNumerics(numerics, rows);
}

/** Which neighbour: the newest look before a moment, or the first one at it or after. */
export type NeighbourSide =
  | { readonly before: Date; readonly after?: never }
  | { readonly after: Date; readonly before?: never };

/** The look next to a moment of each of the reserves, by reserve. A reserve that has none is not in the map. */
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
