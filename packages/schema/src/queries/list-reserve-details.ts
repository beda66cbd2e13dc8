import type { DIVERGENCE_GAPS } from '@tidemark/model/fields';
import { PROTOCOLS } from '@tidemark/protocols';
import type { Queryable } from '../create-database.ts';
import { MARKET_PRICE_COLUMNS, MARKET_PRICE_JOIN } from '../prices/market-price.ts';
import { listNumericKeys, parseNumerics, selectList } from '../rows/column-specs.ts';
import { RESERVE_STATE_SPECS } from '../rows/reserve-state-row.ts';
import type { JsonObject, ReserveState, ReserveStatus, TokenSymbolOrigin } from '../tables/index.ts';
import { BY_NAME, RESERVE_NAMES, type ReserveNames } from './reserve-names.ts';
import { renderOwnJson } from '../views/render-views.ts';
import { supplyApyTotal, vaultBalance } from '../views/view-sources.ts';

/** The price of a token out of several sources beside that of its reserve. */
export interface MarketPrice {
  readonly marketPriceUsdF: number | null;
  readonly marketPriceStatus: string;
  readonly marketPriceAt: Date | null;
  readonly marketPriceAgeSeconds: number | null;
  readonly marketPriceDivergenceBpsF: number | null;
  /** Why the two prices are not compared; null where they are. */
  readonly marketPriceDivergenceGap: (typeof DIVERGENCE_GAPS)[number] | null;
}

/** The newest state of a reserve, who it is, and the settings that its numbers depend on. */
export interface ReserveDetailRow extends ReserveState, MarketPrice, Omit<ReserveNames, 'reserve' | 'lendingMarket'> {
  readonly tokenSymbolOrigin: TokenSymbolOrigin;
  readonly listed: boolean;
  /** Base units that lie in the supply vault by the books of the account. */
  readonly vaultBalance: bigint;
  readonly supplyApyTotalF: number;
  readonly tokenDecimals: number;
  readonly status: ReserveStatus;
  readonly missingSinceAt: Date | null;
  /** Fields of the protocol as JSON, as they are published. */
  readonly ownText: string;
  readonly config: JsonObject;
  /** Null while the account of the market has not been read. */
  readonly marketConfig: JsonObject | null;
}

const STATE_COLUMNS = selectList(RESERVE_STATE_SPECS, 'l.');
const NUMERICS = [...listNumericKeys(RESERVE_STATE_SPECS), 'vaultBalance'] as const;

const OWN_JSON: Readonly<Record<string, string>> = Object.fromEntries(
  PROTOCOLS.map((protocol) => [protocol.name, renderOwnJson(protocol)]),
);

const marketPrice = (name: string, property: string) => `${MARKET_PRICE_COLUMNS[name]} AS "${property}"`;
const MARKET_PRICE = [
  marketPrice('market_price_usd_f', 'marketPriceUsdF'),
  marketPrice('market_price_status_str', 'marketPriceStatus'),
  marketPrice('market_price_at', 'marketPriceAt'),
  `(${MARKET_PRICE_COLUMNS['market_price_age_seconds']})::float8 AS "marketPriceAgeSeconds"`,
  marketPrice('market_price_divergence_bps_f', 'marketPriceDivergenceBpsF'),
  marketPrice('market_price_divergence_gap_str', 'marketPriceDivergenceGap'),
].join(', ');

const MADE = `coalesce(m.listed, false) AS listed, ${vaultBalance('l')} AS "vaultBalance", ${supplyApyTotal('l')} AS "supplyApyTotalF"`;

const columns = (sql: Queryable, protocol: string) => sql`
  ${sql.unsafe(STATE_COLUMNS)}, ${sql.unsafe(OWN_JSON[protocol] ?? 'NULL')} AS "ownText", ${sql.unsafe(RESERVE_NAMES)},
  r.token_symbol_origin AS "tokenSymbolOrigin", r.token_decimals AS "tokenDecimals", r.status,
  r.missing_since_at AS "missingSinceAt", ${sql.unsafe(MADE)}, ${sql.unsafe(MARKET_PRICE)}`;

const tables = (sql: Queryable) => sql`
  lend.reserve_latest AS l
  JOIN lend.reserves AS r ON r.address = l.reserve
  LEFT JOIN lend.lending_markets AS m ON m.address = l.lending_market
  ${sql.unsafe(MARKET_PRICE_JOIN)}`;

/** One reserve, or null when it was never polled. */
export async function getReserveDetail(
  sql: Queryable,
  { protocol, reserve }: { readonly protocol: string; readonly reserve: string },
): Promise<ReserveDetailRow | null> {
  const rows = await sql<ReserveDetailRow[]>`
    SELECT ${columns(sql, protocol)}, r.config, m.config AS "marketConfig"
    FROM ${tables(sql)} WHERE r.protocol = ${protocol} AND l.reserve = ${reserve}`;
  return parseNumerics(NUMERICS, rows)[0] ?? null;
}

/** A configuration. It differs where its version does. */
interface ReadConfig {
  readonly address: string;
  readonly version: string;
  readonly config: JsonObject;
}

/**
 * Reads the details of all reserves of a protocol, again and again. Configurations are large and change rarely, so each is sent
 * once, and is the same object in all rows and lists until it changes.
 */
export class ReserveDetails {
  readonly #sql: Queryable;
  readonly #protocol: string;
  /** Of reserves and markets, by address. */
  readonly #known = new Map<string, ReadConfig>();

  constructor(sql: Queryable, { protocol }: { readonly protocol: string }) {
    this.#sql = sql;
    this.#protocol = protocol;
  }

  /** Every reserve that was ever polled, by market name, token symbol, address (byte order). */
  async list(): Promise<readonly ReserveDetailRow[]> {
    const rows = await this.#listStates();
    // Read after the states, so that the configurations of each of them are there.
    for (const read of await this.#listNewConfigs()) this.#known.set(read.address, read);
    return rows.map((row) => {
      const config = this.#known.get(row.reserve)?.config;
      if (config === undefined) throw new RangeError(`${row.reserve} has no configuration`);
      return Object.assign(row, { config, marketConfig: this.#known.get(row.lendingMarket)?.config ?? null });
    });
  }

  async #listStates(): Promise<readonly Omit<ReserveDetailRow, 'config' | 'marketConfig'>[]> {
    const sql = this.#sql;
    const rows = await sql<Omit<ReserveDetailRow, 'config' | 'marketConfig'>[]>`
      SELECT ${columns(sql, this.#protocol)} FROM ${tables(sql)} WHERE r.protocol = ${this.#protocol}
      ORDER BY ${sql.unsafe(BY_NAME)}`;
    return parseNumerics(NUMERICS, rows);
  }

  async #listNewConfigs(): Promise<readonly ReadConfig[]> {
    const sql = this.#sql;
    const known = [...this.#known.values()];
    return await sql<ReadConfig[]>`
      SELECT c.address, c.version, c.config
      FROM (
        SELECT address, encode(config_sha256, 'hex') AS version, config
        FROM lend.reserves WHERE protocol = ${this.#protocol}
        UNION ALL
        SELECT address, slot::text, config FROM lend.lending_markets WHERE protocol = ${this.#protocol}
      ) AS c
      WHERE NOT EXISTS (
        SELECT FROM unnest(
          ${known.map(({ address }) => address)}::text[], ${known.map(({ version }) => version)}::text[]
        ) AS k(address, version)
        WHERE k.address = c.address AND k.version = c.version)`;
  }
}
