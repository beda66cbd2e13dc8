import type { Queryable } from '../create-database.ts';

/** The newest aggregate of a token. Prices are exact decimals. */
export interface StoredPrice {
  readonly tokenMint: string;
  readonly tokenSymbol: string;
  readonly observedAt: Date;
  readonly slot: bigint;
  readonly status: string;
  readonly price: string | null;
  readonly publishedAt: Date | null;
  readonly sources: number;
  readonly used: number;
  readonly spreadBps: number | null;
  readonly confidence: string | null;
  readonly method: string;
  readonly firstSeenAt: Date;
}

/** All newest aggregates, by mint. */
export async function listLatestPrices(sql: Queryable): Promise<StoredPrice[]> {
  return sql<StoredPrice[]>`
    SELECT token_mint AS "tokenMint", token_symbol AS "tokenSymbol", observed_at AS "observedAt", slot, status,
      trim_scale(price)::text AS price, published_at AS "publishedAt", sources, used, spread_bps AS "spreadBps",
      trim_scale(confidence)::text AS confidence, method, first_seen_at AS "firstSeenAt"
    FROM lend.price_latest ORDER BY token_mint`;
}

/** Where the chain was at the newest committed batch, and what has passed since. */
export interface PriceClock {
  readonly slot: bigint;
  readonly observedAt: Date;
  readonly passedMs: number;
  /** By the clock of the database. */
  readonly readAt: Date;
}

/** Null while no batch of the chain was committed. */
export async function getPriceClock(sql: Queryable): Promise<PriceClock | null> {
  const [row] = await sql<PriceClock[]>`
    SELECT slot, observed_at AS "observedAt", now() AS "readAt",
      greatest(0, extract(epoch FROM clock_timestamp() - recorded_at) * 1000)::float8 AS "passedMs"
    FROM lend.price_batches WHERE outcome = 'committed' AND slot IS NOT NULL ORDER BY attempt_id DESC LIMIT 1`;
  return row ?? null;
}

/** One leg of a price that was multiplied from several, as it is stored. */
export interface StoredLeg {
  readonly place: string;
  readonly kind: string | null;
  readonly price: string;
  /** Unix seconds. */
  readonly published: number | null;
}

/** What a feed said last, and what the newest aggregate made of it. */
export interface StoredPriceSource {
  readonly tokenMint: string;
  readonly feed: string;
  readonly source: string;
  readonly account: string | null;
  readonly observedAt: Date;
  readonly slot: bigint;
  readonly price: string | null;
  readonly confidence: string | null;
  readonly average: string | null;
  readonly publishedAt: Date | null;
  readonly verification: string | null;
  readonly problem: string | null;
  readonly legs: readonly StoredLeg[] | null;
  readonly roots: readonly string[];
  readonly used: boolean;
  readonly unusedReason: string | null;
  readonly weight: number | null;
  readonly deviationBps: number | null;
}

/** Feeds of tokens, by mint and feed; of all tokens where none is named. */
export async function listLatestPriceSources(
  sql: Queryable,
  { mints, sources }: { readonly mints?: readonly string[]; readonly sources?: readonly string[] } = {},
): Promise<StoredPriceSource[]> {
  const ofMints = mints === undefined ? sql`` : sql`AND token_mint = ANY(${[...mints]})`;
  const ofSources = sources === undefined ? sql`` : sql`AND source = ANY(${[...sources]})`;
  return sql<StoredPriceSource[]>`
    SELECT token_mint AS "tokenMint", feed, source, account, observed_at AS "observedAt", slot, trim_scale(price)::text AS price,
      trim_scale(confidence)::text AS confidence, trim_scale(average)::text AS average, published_at AS "publishedAt", verification,
      problem, legs, roots, used, unused_reason AS "unusedReason", weight, deviation_bps AS "deviationBps"
    FROM lend.price_source_latest WHERE true ${ofMints} ${ofSources} ORDER BY token_mint, feed`;
}

/** The aggregate that was in force at a moment. */
export interface PriceAt {
  readonly tokenMint: string;
  /** As it was requested. */
  readonly at: Date;
  readonly observedAt: Date;
  readonly slot: bigint;
  readonly status: string;
  readonly price: string | null;
  readonly publishedAt: Date | null;
  readonly sources: number;
  readonly used: number;
  readonly spreadBps: number | null;
  readonly confidence: string | null;
  readonly method: string;
  /** The newest batch about the token at or before the moment, and how long after it the next may come. */
  readonly polledAt: Date | null;
  readonly gapAfterMs: number | null;
}

/** For each question the newest stored aggregate at or before its moment, in the order of the questions; null where there is none. */
export async function listPricesAt(
  sql: Queryable,
  questions: readonly { readonly mint: string; readonly at: Date }[],
): Promise<(PriceAt | null)[]> {
  if (questions.length === 0) return [];
  const rows = await sql<(PriceAt & { readonly place: number })[]>`
    SELECT q.place::int AS place, q.mint AS "tokenMint", q.at, a.observed_at AS "observedAt", a.slot, a.status,
      trim_scale(a.price)::text AS price, a.published_at AS "publishedAt", a.sources, a.used, a.spread_bps AS "spreadBps",
      trim_scale(a.confidence)::text AS confidence, a.method, b.observed_at AS "polledAt", b.gap_after_ms AS "gapAfterMs"
    FROM unnest(${questions.map(({ mint }) => mint)}::text[], ${questions.map(({ at }) => at.toISOString())}::text[]::timestamptz[])
      WITH ORDINALITY AS q(mint, at, place)
    CROSS JOIN LATERAL (
      SELECT * FROM lend.price_aggregates AS a WHERE a.token_mint = q.mint AND a.observed_at <= q.at
      ORDER BY a.observed_at DESC, a.slot DESC LIMIT 1
    ) AS a
    LEFT JOIN LATERAL (
      SELECT b.observed_at, b.gap_after_ms FROM lend.price_batches AS b
      WHERE b.outcome = 'committed' AND b.slot IS NOT NULL AND b.observed_at <= q.at AND q.mint = ANY(b.mints)
      ORDER BY b.observed_at DESC LIMIT 1
    ) AS b ON true`;
  const found = new Map(rows.map(({ place, ...row }) => [place, row]));
  return questions.map((_, index) => found.get(index + 1) ?? null);
}
