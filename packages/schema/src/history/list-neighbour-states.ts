import type { Queryable } from '../create-database.ts';
import { readSnapshots, SNAPSHOT_COLUMNS, type StoredSnapshot } from './stream-states.ts';

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
