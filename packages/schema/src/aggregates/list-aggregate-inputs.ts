import type { Queryable } from '../create-database.ts';
import type { ReserveStatus } from '../tables/index.ts';

/** What a reserve held at its newest read, exactly, with its rates and the price that it is valued at. */
export interface AggregateState {
  readonly slot: bigint;
  readonly observedAt: Date;
  readonly availableRaw: bigint;
  readonly suppliedSf: bigint;
  readonly borrowedSf: bigint;
  readonly priceSf: bigint;
  readonly priceUsable: boolean;
  readonly priceStatus: number | null;
  /** Null where the account holds no time. */
  readonly priceUpdatedAt: Date | null;
  readonly supplyAprF: number;
  readonly supplyApyF: number;
  readonly borrowAprF: number;
  readonly borrowApyF: number;
}

/** A reserve as a part of totals. */
export interface AggregateReserve {
  readonly protocol: string;
  readonly reserve: string;
  readonly lendingMarket: string;
  readonly tokenMint: string;
  readonly tokenSymbol: string;
  readonly tokenDecimals: number;
  readonly status: ReserveStatus;
  readonly maxPriceAgeSeconds: bigint;
  readonly firstSeenAt: Date;
  readonly missingSinceAt: Date | null;
  /** Null where the account was never read. */
  readonly state: AggregateState | null;
}

/** A lending market, with or without reserves. */
export interface AggregateMarket {
  readonly lendingMarket: string;
  /** Empty where no name is known. */
  readonly name: string;
}

export interface AggregateInputs {
  /** By name, address (byte order). */
  readonly markets: readonly AggregateMarket[];
  /** By address (byte order). */
  readonly reserves: readonly AggregateReserve[];
}

type DriverRow = Omit<AggregateReserve, 'state' | 'maxPriceAgeSeconds'> &
  Omit<AggregateState, 'availableRaw' | 'suppliedSf' | 'borrowedSf' | 'priceSf' | 'slot'> & {
    readonly slot: bigint | null;
    readonly maxPriceAgeSeconds: string;
    readonly availableRaw: string;
    readonly suppliedSf: string;
    readonly borrowedSf: string;
    readonly priceSf: string;
  };

/** Every reserve and every lending market ever seen, reserves with their newest state. */
export async function listAggregateInputs(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<AggregateInputs> {
  const rows = await sql<DriverRow[]>`
    SELECT r.protocol, r.address AS reserve, r.lending_market AS "lendingMarket", r.token_mint AS "tokenMint",
      r.token_symbol AS "tokenSymbol", r.token_decimals AS "tokenDecimals", r.status,
      r.max_price_age_seconds AS "maxPriceAgeSeconds", r.first_seen_at AS "firstSeenAt",
      r.missing_since_at AS "missingSinceAt", l.slot, l.observed_at AS "observedAt",
      l.accrued_available_amount_raw AS "availableRaw", l.accrued_total_supply_sf AS "suppliedSf",
      l.accrued_borrowed_amount_sf AS "borrowedSf", l.market_price_sf AS "priceSf", l.price_usable AS "priceUsable",
      l.price_status AS "priceStatus", l.market_price_updated_at AS "priceUpdatedAt", l.supply_apr_f AS "supplyAprF",
      l.supply_apy_f AS "supplyApyF", l.borrow_apr_f AS "borrowAprF", l.borrow_apy_f AS "borrowApyF"
    FROM lend.reserves AS r
    LEFT JOIN lend.reserve_latest AS l ON l.reserve = r.address
    WHERE r.protocol = ${protocol}
    ORDER BY r.address`;
  // A market of which no account could be read has reserves and no row of its own.
  const markets = await sql<AggregateMarket[]>`
    SELECT "lendingMarket", name FROM (
      SELECT address AS "lendingMarket", display_name AS name
      FROM lend.lending_markets WHERE protocol = ${protocol}
      UNION ALL
      SELECT DISTINCT r.lending_market, ''
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
    tokenMint: row.tokenMint,
    tokenSymbol: row.tokenSymbol,
    tokenDecimals: row.tokenDecimals,
    status: row.status,
    maxPriceAgeSeconds: BigInt(row.maxPriceAgeSeconds),
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
    suppliedSf: BigInt(row.suppliedSf),
    borrowedSf: BigInt(row.borrowedSf),
    priceSf: BigInt(row.priceSf),
    priceUsable: row.priceUsable,
    priceStatus: row.priceStatus,
    priceUpdatedAt: row.priceUpdatedAt,
    supplyAprF: row.supplyAprF,
    supplyApyF: row.supplyApyF,
    borrowAprF: row.borrowAprF,
    borrowApyF: row.borrowApyF,
  };
}
