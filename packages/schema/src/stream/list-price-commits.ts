import type { Queryable } from '../create-database.ts';
import type { StoredPrice } from '../prices/list-prices.ts';
import type { SnapshotReason } from '../tables/index.ts';

/** A stored price of a token as a stream tells it. */
export interface StreamPrice extends Omit<StoredPrice, 'firstSeenAt'> {
  /** Place among the prices of its batch, from 0: with the number of the commit it is the place in the stream. */
  readonly position: number;
  readonly reason: SnapshotReason;
}

/** What batches of prices with numbers in `(after, upTo]` stored, by number. */
export async function listPriceCommits(
  sql: Queryable,
  { after, upTo }: { readonly after: bigint; readonly upTo: bigint },
): Promise<ReadonlyMap<bigint, readonly StreamPrice[]>> {
  const rows = await sql<(Omit<StreamPrice, 'position'> & { readonly commitSeq: bigint; readonly place: bigint })[]>`
    SELECT c.commit_seq AS "commitSeq", u.place, a.token_mint AS "tokenMint", coalesce(l.token_symbol, '') AS "tokenSymbol",
      a.observed_at AS "observedAt", a.slot, a.status, trim_scale(a.price)::text AS price, a.published_at AS "publishedAt",
      a.sources, a.used, a.spread_bps AS "spreadBps", trim_scale(a.confidence)::text AS confidence, a.method, a.reason
    FROM lend.price_commits AS c
    CROSS JOIN LATERAL unnest(c.mints) WITH ORDINALITY AS u(mint, place)
    JOIN lend.price_aggregates AS a ON a.token_mint = u.mint AND a.observed_at = c.observed_at AND a.slot = c.slot
    LEFT JOIN lend.price_latest AS l ON l.token_mint = u.mint
    WHERE c.commit_seq > ${after}::bigint AND c.commit_seq <= ${upTo}::bigint
    ORDER BY c.commit_seq, u.place`;
  const commits = new Map<bigint, StreamPrice[]>();
  for (const { commitSeq, place, ...price } of rows) {
    const prices = commits.get(commitSeq) ?? [];
    commits.set(commitSeq, prices);
    prices.push({ ...price, position: Number(place) - 1 });
  }
  return commits;
}
