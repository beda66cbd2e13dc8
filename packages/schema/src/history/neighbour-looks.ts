import type { Queryable } from '../create-database.ts';

/** A single look at a reserve, changed or not. */
export interface NeighbourLook {
  readonly at: Date;
  readonly slot: bigint;
  /** When the work on it began. */
  readonly startedAt: Date;
  readonly gapAfterMs: number;
}

export type LookSide =
  | { readonly before: Date; readonly after?: never }
  | { readonly after: Date; readonly before?: never };

type LookRow = NeighbourLook & { readonly reserve: string };

/** Almost every reserve is looked at all the time. */
const NEAR_MS = 2 * 3_600_000;

/**
 * The look at each of the reserves next to a moment: of the newest observation span that begins before it (its end, which may
 * be after the moment), or of the first one that ends at it or after (its beginning, which may be before). By reserve; one
 * that has none is not in the map.
 */
export async function listNeighbourLooks(
  sql: Queryable,
  { protocol, reserves, ...side }: { readonly protocol: string; readonly reserves: readonly string[] } & LookSide,
): Promise<Map<string, NeighbourLook>> {
  if (reserves.length === 0) return new Map();
  const near = await listNear(sql, protocol, reserves, side);
  const found = new Map(near.map(({ reserve, ...look }) => [reserve, look]));
  const others = reserves.filter((reserve) => !found.has(reserve));
  if (others.length === 0) return found;
  for (const { reserve, ...look } of await listFar(sql, protocol, others, side)) found.set(reserve, look);
  return found;
}

/** What a look of a span is on either side. The order of the spans is that of their hours and then of the looks. */
function describeSide(sql: Queryable, side: LookSide) {
  return side.before === undefined
    ? {
        look: sql`s.from_at AS at, s.from_slot AS slot, coalesce(s.from_started_at, s.from_at) AS "startedAt",
          s.gap_after_ms AS "gapAfterMs", s.hour_start`,
        bound: sql`s.hour_start >= date_trunc('hour', ${side.after}::timestamptz, 'UTC') AND s.to_at >= ${side.after}::timestamptz`,
        near: sql`s.hour_start < ${new Date(side.after.getTime() + NEAR_MS)}::timestamptz`,
        order: sql`s.hour_start, s.from_at, s.from_slot, "startedAt", s.gap_after_ms DESC`,
        orderOfSet: sql`s.reserve_set, s.hour_start, s.from_at, s.from_slot, "startedAt", s.gap_after_ms DESC`,
        orderOfLooks: sql`look.hour_start, look.at, look.slot, look."startedAt", look."gapAfterMs" DESC`,
      }
    : {
        look: sql`s.to_at AS at, s.to_slot AS slot, coalesce(s.to_started_at, s.to_at) AS "startedAt",
          s.gap_after_ms AS "gapAfterMs", s.hour_start`,
        bound: sql`s.hour_start < ${side.before}::timestamptz AND s.from_at < ${side.before}::timestamptz`,
        near: sql`s.hour_start >= ${new Date(side.before.getTime() - NEAR_MS)}::timestamptz`,
        order: sql`s.hour_start DESC, s.to_at DESC, s.to_slot DESC, "startedAt" DESC, s.gap_after_ms DESC`,
        orderOfSet: sql`s.reserve_set DESC, s.hour_start DESC, s.to_at DESC, s.to_slot DESC, "startedAt" DESC, s.gap_after_ms DESC`,
        orderOfLooks: sql`look.hour_start DESC, look.at DESC, look.slot DESC, look."startedAt" DESC, look."gapAfterMs" DESC`,
      };
}

/** Through the spans of the hours around the moment. */
async function listNear(
  sql: Queryable,
  protocol: string,
  reserves: readonly string[],
  side: LookSide,
): Promise<readonly LookRow[]> {
  const { look, bound, near, order } = describeSide(sql, side);
  return sql<LookRow[]>`
    SELECT wanted.reserve, look.at, look.slot, look."startedAt", look."gapAfterMs"
    FROM unnest(${[...reserves]}::text[]) AS wanted(reserve)
    CROSS JOIN LATERAL (
      SELECT ${look}
      FROM lend.observation_spans AS s
      WHERE s.protocol = ${protocol} AND ${bound} AND ${near} AND NOT wanted.reserve = ANY(s.not_observed)
        AND CASE WHEN s.reserve_set IS NULL THEN wanted.reserve BETWEEN s.first_reserve AND s.last_reserve
          ELSE EXISTS (
            SELECT FROM lend.reserve_sets AS r WHERE r.sha256 = s.reserve_set AND wanted.reserve = ANY(r.reserves)) END
      ORDER BY ${order} LIMIT 1
    ) AS look`;
}

/**
 * Through the spans of the sets that a reserve was in, set by set: one that is asked for no more would otherwise have all
 * spans of the others since then read, at every run. Sets of `follow` are in no span, so those of the spans are few.
 */
async function listFar(
  sql: Queryable,
  protocol: string,
  reserves: readonly string[],
  side: LookSide,
): Promise<readonly LookRow[]> {
  const { look, bound, orderOfSet, orderOfLooks } = describeSide(sql, side);
  // Not by an index: the one that begins with the protocol has all sets in the order of time, which is what is to be avoided.
  const isOfProtocol = sql`s.protocol || '' = ${protocol}`;
  return sql<LookRow[]>`
    WITH RECURSIVE used AS (
      (SELECT reserve_set FROM lend.observation_spans
       WHERE reserve_set IS NOT NULL ORDER BY reserve_set LIMIT 1)
      UNION ALL
      SELECT next.reserve_set FROM used CROSS JOIN LATERAL (
        SELECT s.reserve_set FROM lend.observation_spans AS s
        WHERE s.reserve_set > used.reserve_set ORDER BY s.reserve_set LIMIT 1
      ) AS next
    ), wanted AS (
      SELECT reserve FROM unnest(${[...reserves]}::text[]) AS w(reserve)
    ), looks AS (
      SELECT wanted.reserve, look.*
      FROM used JOIN lend.reserve_sets AS r ON r.sha256 = used.reserve_set
      JOIN wanted ON wanted.reserve = ANY(r.reserves)
      CROSS JOIN LATERAL (
        SELECT ${look} FROM lend.observation_spans AS s
        WHERE s.reserve_set = used.reserve_set AND ${isOfProtocol} AND ${bound}
          AND NOT wanted.reserve = ANY(s.not_observed)
        ORDER BY ${orderOfSet} LIMIT 1
      ) AS look
      UNION ALL
      SELECT wanted.reserve, look.*
      FROM wanted CROSS JOIN LATERAL (
        SELECT ${look} FROM lend.observation_spans AS s
        WHERE s.reserve_set IS NULL AND ${isOfProtocol} AND ${bound}
          AND wanted.reserve BETWEEN s.first_reserve AND s.last_reserve AND NOT wanted.reserve = ANY(s.not_observed)
        ORDER BY ${orderOfSet} LIMIT 1
      ) AS look
    )
    SELECT DISTINCT ON (look.reserve) look.reserve, look.at, look.slot, look."startedAt", look."gapAfterMs"
    FROM looks AS look
    ORDER BY look.reserve, ${orderOfLooks}`;
}
