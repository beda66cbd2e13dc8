import type { Sql } from '../create-database.ts';
import type { JsonObject } from '../tables/index.ts';

/** Removes rows about batches of prices that the buckets are made of, and attempts of the same age. Returns how many. */
export async function purgePriceBatches(sql: Sql, { before }: { readonly before: Date }): Promise<number> {
  // Their places in the stream stay as long as those of batches of reserves around them: a cursor is too old for all or for none.
  await sql`
    DELETE FROM lend.price_commits AS c USING (SELECT min(commit_seq) AS oldest FROM lend.batch_commits) AS b
    WHERE c.commit_seq < b.oldest AND c.observed_at < ${before}::timestamptz`;
  // What is not rolled up yet stays, however old it is.
  const rows = await sql`
    DELETE FROM lend.price_batches AS b USING lend.price_rollup AS r
    WHERE b.recorded_at < ${before}::timestamptz AND b.recorded_at < r.recorded_to - interval '1 day'`;
  return rows.count;
}

/** Drops the partitions of prices whose month was over at `before`; buckets stay. Returns their names. */
export async function dropPricePartitions(sql: Sql, { before }: { readonly before: Date }): Promise<readonly string[]> {
  const [row] = await sql<
    { dropped: string[] }[]
  >`SELECT lend.drop_price_partitions(${before}::timestamptz) AS dropped`;
  return row?.dropped ?? [];
}

/** A reserve of a listed market, with the configuration that says where its price comes from, and the price that it holds. */
export interface PricedReserveRow {
  readonly protocol: string;
  readonly reserve: string;
  readonly tokenMint: string;
  readonly tokenSymbol: string;
  readonly config: JsonObject;
  /** Parts of one; null where the reserve was never read. */
  readonly price: bigint | null;
  readonly priceUpdatedAt: Date | null;
  readonly priceStatus: number | null;
  readonly lastUpdateSlot: bigint | null;
  /** When it was read last. */
  readonly observedAt: Date | null;
}

/** Reserves of listed markets that are on chain, by mint and address. */
export async function listPricedReserves(sql: Sql, protocols: readonly string[]): Promise<PricedReserveRow[]> {
  const rows = await sql<(Omit<PricedReserveRow, 'price'> & { readonly price: string | null })[]>`
    SELECT r.protocol, r.address AS reserve, r.token_mint AS "tokenMint", r.token_symbol AS "tokenSymbol", r.config,
      l.market_price_sf::text AS price, l.market_price_updated_at AS "priceUpdatedAt", l.price_status AS "priceStatus",
      l.last_update_slot AS "lastUpdateSlot", l.observed_at AS "observedAt"
    FROM lend.reserves AS r
    JOIN lend.lending_markets AS m ON m.address = r.lending_market AND m.listed
    LEFT JOIN lend.reserve_latest AS l ON l.reserve = r.address
    WHERE r.missing_since_slot IS NULL AND r.protocol = ANY(${[...protocols]})
    ORDER BY r.token_mint COLLATE "C", r.address COLLATE "C"`;
  return rows.map((row) => ({ ...row, price: row.price === null ? null : BigInt(row.price) }));
}
