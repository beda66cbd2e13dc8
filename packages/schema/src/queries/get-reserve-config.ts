import type { Queryable } from '../create-database.ts';
import type { JsonObject } from '../tables/index.ts';

/** The stored configuration of a reserve and of its market. */
export interface ReserveConfigRow {
  readonly reserve: string;
  readonly lendingMarket: string;
  /** Empty where no name is known. */
  readonly lendingMarketName: string;
  readonly tokenMint: string;
  readonly tokenSymbol: string;
  readonly tokenDecimals: number;
  readonly config: JsonObject;
  readonly configSlot: bigint;
  readonly configObservedAt: Date;
  /** Newest chain time at which the reserve was read. */
  readonly seenAt: Date;
  /** The market's settings, and when they were read; null while its account has not been read. */
  readonly marketConfig: JsonObject | null;
  readonly marketSlot: bigint | null;
  readonly marketObservedAt: Date | null;
}

/** One reserve, or null when it was never seen. */
export async function getReserveConfig(
  sql: Queryable,
  { protocol, reserve }: { readonly protocol: string; readonly reserve: string },
): Promise<ReserveConfigRow | null> {
  const [row] = await sql<ReserveConfigRow[]>`
    SELECT r.address AS reserve, r.lending_market AS "lendingMarket",
      coalesce(m.display_name, '') AS "lendingMarketName", r.token_mint AS "tokenMint",
      r.token_symbol AS "tokenSymbol", r.token_decimals AS "tokenDecimals", r.config, r.config_slot AS "configSlot",
      r.config_observed_at AS "configObservedAt", greatest(r.last_seen_at, l.observed_at) AS "seenAt",
      m.config AS "marketConfig", m.slot AS "marketSlot", m.observed_at AS "marketObservedAt"
    FROM lend.reserves AS r
    LEFT JOIN lend.lending_markets AS m ON m.address = r.lending_market
    LEFT JOIN lend.reserve_latest AS l ON l.reserve = r.address
    WHERE r.protocol = ${protocol} AND r.address = ${reserve}`;
  return row === undefined ? null : { ...row };
}
