import type { Queryable } from '../create-database.ts';

/** A single observation of a reserve, changed or not. */
export interface NeighbourObservation {
  readonly at: Date;
  readonly slot: bigint;
  /** When the work on it began. */
  readonly startedAt: Date;
  readonly gapAfterMs: number;
}

export type ObservationSide =
  | { readonly before: Date; readonly after?: never }
  | { readonly after: Date; readonly before?: never };

type ObservationRow = NeighbourObservation & { readonly reserve: string };

/** Almost every reserve is looked at all the time. */
const NEAR_MS = 2 * 3_600_000;

/**
 * The observation of each of the reserves next to a moment: of the newest observation span that begins before it (its end, which may
 * be after the moment), or of the first one that ends at it or after (its beginning, which may be before). By reserve; one
 * that has none is not in the map.
 */
export async function listNeighbourObservations(
  sql: Queryable,
  {
    protocol,
    reserves,
    ...side
  }: { readonly protocol: string; readonly reserves: readonly string[] } & ObservationSide,
): Promise<Map<string, NeighbourObservation>> {
  if (reserves.length === 0) return new Map();
  const near = await listNear(sql, protocol, reserves, side);
  const found = new Map(near.map(({ reserve, ...observation }) => [reserve, observation]));
  const others = reserves.filter((reserve) => !found.has(reserve));
  if (others.length === 0) return found;
  for (const { reserve, ...observation } of await listFar(sql, protocol, others, side)) found.set(reserve, observation);
  return found;
}

/** What an observation of a span is on either side. The order of the spans is that of their hours and then of the observations. */
function describeSide(sql: Queryable, side: ObservationSide) {
  return side.before === undefined
    ? {
        observation: sql`s.from_at AS at, s.from_slot AS slot, coalesce(s.from_started_at, s.from_at) AS "startedAt",
          s.gap_after_ms AS "gapAfterMs", s.hour_start`,
        bound: sql`s.hour_start >= date_trunc('hour', ${side.after}::timestamptz, 'UTC') AND s.to_at >= ${side.after}::timestamptz`,
        near: sql`s.hour_start < ${new Date(side.after.getTime() + NEAR_MS)}::timestamptz`,
        order: sql`s.hour_start, s.from_at, s.from_slot, "startedAt", s.gap_after_ms DESC`,
        orderOfSet: sql`s.reserve_set, s.hour_start, s.from_at, s.from_slot, "startedAt", s.gap_after_ms DESC`,
        orderOfObservations: sql`observation.hour_start, observation.at, observation.slot, observation."startedAt", observation."gapAfterMs" DESC`,
      }
    : {
        observation: sql`s.to_at AS at, s.to_slot AS slot, coalesce(s.to_started_at, s.to_at) AS "startedAt",
          s.gap_after_ms AS "gapAfterMs", s.hour_start`,
        bound: sql`s.hour_start < ${side.before}::timestamptz AND s.from_at < ${side.before}::timestamptz`,
        near: sql`s.hour_start >= ${new Date(side.before.getTime() - NEAR_MS)}::timestamptz`,
        order: sql`s.hour_start DESC, s.to_at DESC, s.to_slot DESC, "startedAt" DESC, s.gap_after_ms DESC`,
        orderOfSet: sql`s.reserve_set DESC, s.hour_start DESC, s.to_at DESC, s.to_slot DESC, "startedAt" DESC, s.gap_after_ms DESC`,
        orderOfObservations: sql`observation.hour_start DESC, observation.at DESC, observation.slot DESC, observation."startedAt" DESC, observation."gapAfterMs" DESC`,
      };
}

/** Through the spans of the hours around the moment. */
async function listNear(
  sql: Queryable,
  protocol: string,
  reserves: readonly string[],
  side: ObservationSide,
): Promise<readonly ObservationRow[]> {
  const { observation, bound, near, order } = describeSide(sql, side);
  return sql<ObservationRow[]>`
    SELECT wanted.reserve, observation.at, observation.slot, observation."startedAt", observation."gapAfterMs"
    FROM unnest(${[...reserves]}::text[]) AS wanted(reserve)
    CROSS JOIN LATERAL (
      SELECT ${observation}
      FROM lend.observation_spans AS s
      WHERE s.protocol = ${protocol} AND ${bound} AND ${near} AND NOT wanted.reserve = ANY(s.not_observed)
        AND CASE WHEN s.reserve_set IS NULL THEN wanted.reserve BETWEEN s.first_reserve AND s.last_reserve
          ELSE EXISTS (
            SELECT FROM lend.reserve_sets AS r WHERE r.sha256 = s.reserve_set AND wanted.reserve = ANY(r.reserves)) END
      ORDER BY ${order} LIMIT 1
    ) AS observation`;
}

/**
 * Through the spans of the sets that a reserve was in, set by set: one that is asked for no more would otherwise have all
 * spans of the others since then read, at every run. Sets of `follow` are in no span, so those of the spans are few.
 */
async function listFar(
  sql: Queryable,
  protocol: string,
  reserves: readonly string[],
  side: ObservationSide,
): Promise<readonly ObservationRow[]> {
  const { observation, bound, orderOfSet, orderOfObservations } = describeSide(sql, side);
  // Not by an index: the one that begins with the protocol has all sets in the order of time, which is what is to be avoided.
  const isOfProtocol = sql`s.protocol || '' = ${protocol}`;
  return sql<ObservationRow[]>`
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
    ), observations AS (
      SELECT wanted.reserve, observation.*
      FROM used JOIN lend.reserve_sets AS r ON r.sha256 = used.reserve_set
      JOIN wanted ON wanted.reserve = ANY(r.reserves)
      CROSS JOIN LATERAL (
        SELECT ${observation} FROM lend.observation_spans AS s
        WHERE s.reserve_set = used.reserve_set AND ${isOfProtocol} AND ${bound}
          AND NOT wanted.reserve = ANY(s.not_observed)
        ORDER BY ${orderOfSet} LIMIT 1
      ) AS observation
      UNION ALL
      SELECT wanted.reserve, observation.*
      FROM wanted CROSS JOIN LATERAL (
        SELECT ${observation} FROM lend.observation_spans AS s
        WHERE s.reserve_set IS NULL AND ${isOfProtocol} AND ${bound}
          AND wanted.reserve BETWEEN s.first_reserve AND s.last_reserve AND NOT wanted.reserve = ANY(s.not_observed)
        ORDER BY ${orderOfSet} LIMIT 1
      ) AS observation
    )
    SELECT DISTINCT ON (observation.reserve) observation.reserve, observation.at, observation.slot, observation."startedAt", observation."gapAfterMs"
    FROM observations AS observation
    ORDER BY observation.reserve, ${orderOfObservations}`;
}
