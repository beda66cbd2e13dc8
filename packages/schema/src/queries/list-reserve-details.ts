import type { StateNumbers } from '@tidemark/core';
import { stateNumbersOf } from '../generated/state-numbers.ts';
import type { Queryable } from '../create-database.ts';
import type { InterestRateBasis, JsonObject, ReserveStatus, SlotDurationSource } from '../tables/index.ts';

/** Columns of the newest state that are as the driver gives them. */
interface PlainDetail extends StateNumbers {
  readonly reserve: string;
  readonly lendingMarket: string;
  /** Empty where no name is known. */
  readonly lendingMarketName: string;
  readonly tokenMint: string;
  readonly tokenSymbol: string;
  readonly tokenDecimals: number;
  readonly status: ReserveStatus;
  readonly missingSinceAt: Date | null;
  readonly slot: bigint;
  readonly observedAt: Date;
  readonly lastUpdateSlot: bigint;
  readonly lastUpdateAt: Date | null;
  readonly lastUpdateStale: boolean;
  readonly marketPriceUpdatedAt: Date | null;
  readonly priceStatus: number;
  readonly priceUsable: boolean;
  readonly depositCapIntervalStartAt: Date | null;
  readonly debtCapIntervalStartAt: Date | null;
  readonly slotDurationMsF: number;
  readonly slotDurationSource: SlotDurationSource;
  readonly interestRateBasis: InterestRateBasis;
  readonly compounding: 'before-1.17' | 'since-1.17';
  readonly accountSha256: Uint8Array;
  readonly decoderVersion: number;
  readonly emergencyMode: boolean;
  readonly utilizationLimitBlockBorrowingPct: number;
  readonly blockPriceUsage: boolean;
  /** Settings of the market; null while its account has not been read. */
  readonly marketEmergencyMode: boolean | null;
  readonly marketBorrowDisabled: boolean | null;
  readonly marketPriceRefreshTriggerPct: number | null;
}

const INTEGERS = [
  'availableAmountRaw',
  'borrowedAmountSf',
  'cumulativeBorrowRateBsf',
  'accumulatedReferrerFeesSf',
  'marketPriceSf',
  'collateralSupplyRaw',
  'queuedCollateralRaw',
  'borrowedOutsideElevationGroupRaw',
  'depositCapCurrentRaw',
  'debtCapCurrentRaw',
  'accruedAvailableAmountRaw',
  'accruedBorrowedAmountSf',
  'accruedTotalSupplySf',
  'accruedCumulativeBorrowRateBsf',
  'accruedProtocolFeesSf',
  'accruedPendingReferrerFeesSf',
  'depositLimitRaw',
  'borrowLimitRaw',
  'borrowLimitOutsideElevationGroupRaw',
  'depositCapCapacityRaw',
  'depositCapIntervalSeconds',
  'debtCapCapacityRaw',
  'debtCapIntervalSeconds',
  'originationFeeSf',
  'maxPriceAgeSeconds',
] as const;
type IntegerColumn = (typeof INTEGERS)[number];

/** The newest state of a reserve with what bounds new activity: its limits and switches, and those of its market. */
export type ReserveDetailRow = PlainDetail & Readonly<Record<IntegerColumn, bigint>>;
type DriverRow = PlainDetail & Readonly<Record<IntegerColumn, string>>;

/** The same of one reserve with what its rates depend on. */
export type ReserveRateState = ReserveDetailRow & {
  readonly config: JsonObject;
  /** Null while the account of the market has not been read. */
  readonly marketConfig: JsonObject | null;
  /** Fields of the protocol that have no column. */
  readonly own: JsonObject | null;
};

const columns = (sql: Queryable) => sql`
  l.reserve, l.lending_market AS "lendingMarket", coalesce(m.display_name, '') AS "lendingMarketName",
  r.token_mint AS "tokenMint", r.token_symbol AS "tokenSymbol", r.token_decimals AS "tokenDecimals", r.status,
  r.missing_since_at AS "missingSinceAt", l.slot, l.observed_at AS "observedAt", l.last_update_slot AS "lastUpdateSlot",
  l.last_update_at AS "lastUpdateAt", l.last_update_stale AS "lastUpdateStale",
  l.market_price_updated_at AS "marketPriceUpdatedAt", l.price_status AS "priceStatus", l.price_usable AS "priceUsable",
  l.deposit_cap_interval_start_at AS "depositCapIntervalStartAt",
  l.debt_cap_interval_start_at AS "debtCapIntervalStartAt", ${sql.unsafe(stateNumbersOf('l'))},
  l.slot_duration_ms_f AS "slotDurationMsF",
  l.slot_duration_source AS "slotDurationSource", l.interest_rate_basis AS "interestRateBasis", l.compounding,
  l.account_sha256 AS "accountSha256", l.decoder_version AS "decoderVersion", r.emergency_mode AS "emergencyMode",
  r.utilization_limit_block_borrowing_pct AS "utilizationLimitBlockBorrowingPct",
  (r.config #>> '{tokenInfo,blockPriceUsage}')::boolean AS "blockPriceUsage",
  m.emergency_mode AS "marketEmergencyMode", m.borrow_disabled AS "marketBorrowDisabled",
  (m.config ->> 'priceRefreshTriggerToMaxAgePct')::integer AS "marketPriceRefreshTriggerPct",
  l.available_amount_raw AS "availableAmountRaw", l.borrowed_amount_sf AS "borrowedAmountSf",
  l.cumulative_borrow_rate_bsf AS "cumulativeBorrowRateBsf",
  l.accumulated_referrer_fees_sf AS "accumulatedReferrerFeesSf", l.market_price_sf AS "marketPriceSf",
  l.collateral_supply_raw AS "collateralSupplyRaw", l.queued_collateral_raw AS "queuedCollateralRaw",
  l.borrowed_outside_elevation_group_raw AS "borrowedOutsideElevationGroupRaw",
  l.deposit_cap_current_raw AS "depositCapCurrentRaw", l.debt_cap_current_raw AS "debtCapCurrentRaw",
  l.accrued_available_amount_raw AS "accruedAvailableAmountRaw",
  l.accrued_borrowed_amount_sf AS "accruedBorrowedAmountSf", l.accrued_total_supply_sf AS "accruedTotalSupplySf",
  l.accrued_cumulative_borrow_rate_bsf AS "accruedCumulativeBorrowRateBsf",
  l.accrued_protocol_fees_sf AS "accruedProtocolFeesSf",
  l.accrued_pending_referrer_fees_sf AS "accruedPendingReferrerFeesSf", r.deposit_limit_raw AS "depositLimitRaw",
  r.borrow_limit_raw AS "borrowLimitRaw",
  r.borrow_limit_outside_elevation_group_raw AS "borrowLimitOutsideElevationGroupRaw",
  r.deposit_cap_capacity_raw AS "depositCapCapacityRaw",
  r.deposit_cap_interval_seconds AS "depositCapIntervalSeconds", r.debt_cap_capacity_raw AS "debtCapCapacityRaw",
  r.debt_cap_interval_seconds AS "debtCapIntervalSeconds", r.origination_fee_sf AS "originationFeeSf",
  r.max_price_age_seconds AS "maxPriceAgeSeconds"`;

const tables = (sql: Queryable) => sql`
  lend.reserve_latest AS l
  JOIN lend.reserves AS r ON r.address = l.reserve
  LEFT JOIN lend.lending_markets AS m ON m.address = l.lending_market`;

/** Every reserve that was ever polled, by market name, token symbol, address (byte order). */
export async function listReserveDetails(
  sql: Queryable,
  { protocol }: { readonly protocol: string },
): Promise<ReserveDetailRow[]> {
  const rows = await sql<DriverRow[]>`
    SELECT ${columns(sql)} FROM ${tables(sql)} WHERE r.protocol = ${protocol}
    ORDER BY coalesce(m.display_name, '') COLLATE "C", r.token_symbol COLLATE "C", l.reserve COLLATE "C"`;
  return rows.map(withIntegers);
}

/** One reserve with its rate settings, or null when it was never polled. */
export async function getReserveRateState(
  sql: Queryable,
  { protocol, reserve }: { readonly protocol: string; readonly reserve: string },
): Promise<ReserveRateState | null> {
  const [row] = await sql<(DriverRow & Pick<ReserveRateState, 'config' | 'marketConfig' | 'own'>)[]>`
    SELECT ${columns(sql)}, r.config, m.config AS "marketConfig", l.own
    FROM ${tables(sql)} WHERE r.protocol = ${protocol} AND l.reserve = ${reserve}`;
  return row === undefined ? null : withIntegers(row);
}

function withIntegers<Row extends DriverRow>(
  row: Row,
): Omit<Row, IntegerColumn> & Readonly<Record<IntegerColumn, bigint>> {
  const integer = (name: IntegerColumn): bigint => BigInt(row[name]);
  return {
    ...row,
    availableAmountRaw: integer('availableAmountRaw'),
    borrowedAmountSf: integer('borrowedAmountSf'),
    cumulativeBorrowRateBsf: integer('cumulativeBorrowRateBsf'),
    accumulatedReferrerFeesSf: integer('accumulatedReferrerFeesSf'),
    marketPriceSf: integer('marketPriceSf'),
    collateralSupplyRaw: integer('collateralSupplyRaw'),
    queuedCollateralRaw: integer('queuedCollateralRaw'),
    borrowedOutsideElevationGroupRaw: integer('borrowedOutsideElevationGroupRaw'),
    depositCapCurrentRaw: integer('depositCapCurrentRaw'),
    debtCapCurrentRaw: integer('debtCapCurrentRaw'),
    accruedAvailableAmountRaw: integer('accruedAvailableAmountRaw'),
    accruedBorrowedAmountSf: integer('accruedBorrowedAmountSf'),
    accruedTotalSupplySf: integer('accruedTotalSupplySf'),
    accruedCumulativeBorrowRateBsf: integer('accruedCumulativeBorrowRateBsf'),
    accruedProtocolFeesSf: integer('accruedProtocolFeesSf'),
    accruedPendingReferrerFeesSf: integer('accruedPendingReferrerFeesSf'),
    depositLimitRaw: integer('depositLimitRaw'),
    borrowLimitRaw: integer('borrowLimitRaw'),
    borrowLimitOutsideElevationGroupRaw: integer('borrowLimitOutsideElevationGroupRaw'),
    depositCapCapacityRaw: integer('depositCapCapacityRaw'),
    depositCapIntervalSeconds: integer('depositCapIntervalSeconds'),
    debtCapCapacityRaw: integer('debtCapCapacityRaw'),
    debtCapIntervalSeconds: integer('debtCapIntervalSeconds'),
    originationFeeSf: integer('originationFeeSf'),
    maxPriceAgeSeconds: integer('maxPriceAgeSeconds'),
  };
}
