import { numbersOf, type RatePoint, type StateNumbers } from '@tidemark/core';
import type { Queryable } from '../create-database.ts';
import { stateNumbersOf } from '../generated/state-numbers.ts';
import { MARKET_PRICE_JOIN } from '../prices/market-price.ts';
import type { ReserveStatus, TotalsPart } from '../tables/index.ts';
import { PART_OF_RESERVE } from './totals-members.ts';

/** What a reserve held at its newest read, exactly, with its rates and the price that it is valued at. */
export interface AggregateState extends RatePoint {
  readonly slot: bigint;
  readonly observedAt: Date;
  readonly availableRaw: bigint;
  readonly supplied: bigint;
  readonly borrowed: bigint;
  readonly price: bigint;
  readonly priceUsable: boolean;
  readonly priceStatus: number | null;
  /** Null where the account holds no time. */
  readonly priceUpdatedAt: Date | null;
  /** Exact price of the token out of several sources; null where none of the time of the read is in force. */
  readonly marketPrice: string | null;
  /** Null where no source of it states a time. */
  readonly marketPublishedAt: Date | null;
}

/** A reserve as a part of totals. */
export interface AggregateReserve {
  readonly protocol: string;
  readonly reserve: string;
  readonly lendingMarket: string;
  /** Whether its market is listed; false where no account of the market was ever read. */
  readonly listed: boolean;
  readonly tokenMint: string;
  readonly tokenSymbol: string;
  readonly tokenDecimals: number;
  readonly status: ReserveStatus;
  /** Which sums over several markets it counts in. */
  readonly part: Exclude<TotalsPart, 'all'>;
  /** Null where the protocol has no such setting. */
  readonly maxPriceAgeSeconds: bigint | null;
  readonly firstSeenAt: Date;
  readonly missingSinceAt: Date | null;
  /** Null where the account was never read. */
  readonly state: AggregateState | null;
}

/** A lending market, with or without reserves. */
export interface AggregateMarket {
  readonly protocol: string;
  readonly lendingMarket: string;
  /** Empty where no name is known. */
  readonly name: string;
  readonly listed: boolean;
}

export interface AggregateInputs {
  /** By name, address (byte order). */
  readonly markets: readonly AggregateMarket[];
  /** By address (byte order). */
  readonly reserves: readonly AggregateReserve[];
}

type DriverRow = Omit<AggregateReserve, 'state' | 'maxPriceAgeSeconds'> &
  Omit<AggregateState, 'availableRaw' | 'supplied' | 'borrowed' | 'price' | 'slot'> &
  StateNumbers & {
    readonly slot: bigint | null;
    readonly maxPriceAgeSeconds: string | null;
    readonly availableRaw: string;
    readonly supplied: string;
    readonly borrowed: string;
    readonly price: string;
  };

/** Every reserve and every lending market ever seen, reserves with their newest state. */
export async function listAggregateInputs(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<AggregateInputs> {
  const rows = await sql<DriverRow[]>`
    SELECT r.protocol, r.address AS reserve, r.lending_market AS "lendingMarket",
      coalesce(m.listed, false) AS listed, r.token_mint AS "tokenMint",
      r.token_symbol AS "tokenSymbol", r.token_decimals AS "tokenDecimals", r.status,
      ${sql.unsafe(PART_OF_RESERVE)} AS part,
      r.max_price_age_seconds AS "maxPriceAgeSeconds", r.first_seen_at AS "firstSeenAt",
      r.missing_since_at AS "missingSinceAt", l.slot, l.observed_at AS "observedAt",
      l.accrued_available_amount_raw AS "availableRaw", l.accrued_total_supply_sf AS "supplied",
      l.accrued_borrowed_amount_sf AS "borrowed", l.market_price_sf AS "price", l.price_usable AS "priceUsable",
      l.price_status AS "priceStatus", l.market_price_updated_at AS "priceUpdatedAt",
      CASE WHEN coalesce(d.gap, '') IN ('', 'no_other_source', 'protocol_unpriced') THEN trim_scale(d.price)::text END
        AS "marketPrice", d.published_at AS "marketPublishedAt",
      ${sql.unsafe(stateNumbersOf('l'))}
    FROM lend.reserves AS r
    LEFT JOIN lend.reserve_latest AS l ON l.reserve = r.address
    LEFT JOIN lend.lending_markets AS m ON m.address = r.lending_market
    ${sql.unsafe(MARKET_PRICE_JOIN)}
    WHERE r.protocol = ${protocol}
    ORDER BY r.address`;
  // A market of which no account could be read has reserves and no row of its own.
  const markets = await sql<AggregateMarket[]>`
    SELECT protocol, "lendingMarket", name, listed FROM (
      SELECT protocol, address AS "lendingMarket", display_name AS name, listed
      FROM lend.lending_markets WHERE protocol = ${protocol}
      UNION ALL
      SELECT DISTINCT r.protocol, r.lending_market, '', false
      FROM lend.reserves AS r
      WHERE r.protocol = ${protocol}
        AND NOT EXISTS (SELECT FROM lend.lending_markets AS m WHERE m.address = r.lending_market)
    ) AS known
    ORDER BY name COLLATE "C", "lendingMarket" COLLATE "C"`;
  return { markets: markets.map((market) => ({ ...market })), reserves: rows.map(toReserve) };
}

function toReserve(row: DriverRow): AggregateReserve {
  return {
    protocol: row.protocol,
    reserve: row.reserve,
    lendingMarket: row.lendingMarket,
    listed: row.listed,
    tokenMint: row.tokenMint,
    tokenSymbol: row.tokenSymbol,
    tokenDecimals: row.tokenDecimals,
    status: row.status,
    part: row.part,
    maxPriceAgeSeconds: row.maxPriceAgeSeconds === null ? null : BigInt(row.maxPriceAgeSeconds),
    firstSeenAt: row.firstSeenAt,
    missingSinceAt: row.missingSinceAt,
    state: row.slot === null ? null : toState({ ...row, slot: row.slot }),
  };
}

function toState(row: DriverRow & { readonly slot: bigint }): AggregateState {
  return {
    slot: row.slot,
    observedAt: row.observedAt,
    availableRaw: BigInt(row.availableRaw),
    supplied: BigInt(row.supplied),
    borrowed: BigInt(row.borrowed),
    price: BigInt(row.price),
    priceUsable: row.priceUsable,
    priceStatus: row.priceStatus,
    priceUpdatedAt: row.priceUpdatedAt,
    marketPrice: row.marketPrice,
    marketPublishedAt: row.marketPublishedAt,
    ...numbersOf(row),
  };
}
