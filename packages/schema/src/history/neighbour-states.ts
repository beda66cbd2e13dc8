import type { PendingQuery, Row } from 'postgres';
import type { Queryable } from '../create-database.ts';
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

type Fragment = PendingQuery<Row[]>;

/** The first rows of a reserve in time, or the last, out of both places. */
function firstOf(
  sql: Queryable,
  wanted: {
    readonly reserve: Fragment;
    readonly where: Fragment;
    readonly direction: 'ASC' | 'DESC';
    readonly limit: number;
  },
): Fragment {
  const { reserve, where, direction, limit } = wanted;
  const tag = (texts: TemplateStringsArray, ...values: (Fragment | number)[]): Fragment => sql(texts, ...values);
  return firstSnapshots<Fragment | number, Fragment>(tag, {
    columns: sql.unsafe(SNAPSHOT_COLUMNS),
    reserve,
    where,
    order: sql.unsafe(`h.observed_at ${direction}, h.slot ${direction}`),
    limit,
  });
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
