import type { Queryable } from '../create-database.ts';

/** The part of a latest row that the latest-reserve reads publish. Numbers are as stored, unclamped. */
export interface LatestSummary {
  readonly reserve: string;
  readonly lendingMarket: string;
  /** Empty where no name is known. */
  readonly lendingMarketName: string;
  readonly tokenSymbol: string;
  readonly slot: bigint;
  readonly observedAt: Date;
  readonly availableAmountF: number;
  /** The USD values are null where the account holds no price. */
  readonly availableAmountUsdF: number | null;
  readonly suppliedAmountF: number;
  readonly suppliedAmountUsdF: number | null;
  readonly utilizationF: number;
  readonly borrowApyF: number;
  readonly supplyApyF: number;
}

export interface LatestSummaries {
  readonly reserves: readonly LatestSummary[];
  /** Milliseconds since the newest row was written, by the database's clock alone. Null without rows. */
  readonly ageMs: number | null;
}

/**
 * Every reserve that was ever polled, by market name, token symbol, address (byte order). A fraction of what
 * `listLatestReserves` costs, because the API runs it at every batch.
 */
export async function listLatestSummaries(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<LatestSummaries> {
  const rows = await sql<(LatestSummary & { ageMs: number })[]>`
    SELECT l.reserve, l.lending_market AS "lendingMarket", coalesce(m.display_name, '') AS "lendingMarketName",
      r.token_symbol AS "tokenSymbol", l.slot, l.observed_at AS "observedAt",
      l.available_amount_f AS "availableAmountF", l.available_amount_usd_f AS "availableAmountUsdF",
      l.supplied_amount_f AS "suppliedAmountF", l.supplied_amount_usd_f AS "suppliedAmountUsdF",
      l.utilization_f AS "utilizationF", l.borrow_apy_f AS "borrowApyF", l.supply_apy_f AS "supplyApyF",
      (extract(epoch FROM clock_timestamp() - max(l.recorded_at) OVER ()) * 1000)::float8 AS "ageMs"
    FROM lend.reserve_latest AS l
    JOIN lend.reserves AS r ON r.address = l.reserve
    LEFT JOIN lend.lending_markets AS m ON m.address = l.lending_market
    WHERE r.protocol = ${protocol}
    ORDER BY coalesce(m.display_name, '') COLLATE "C", r.token_symbol COLLATE "C", l.reserve COLLATE "C"`;
  return { reserves: rows, ageMs: rows[0]?.ageMs ?? null };
}
