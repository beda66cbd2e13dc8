import {
  type AccountState,
  type ConfigJson,
  type Moment,
  readBigint,
  readBoolean,
  readInteger,
  readWord,
} from '@tidemark/core';
import type { Headroom, PriceVerdict, SuppliedBalances } from '../protocol.ts';
import { deriveHeadroom } from './headroom.ts';
import type { HeadroomState } from './headroom-state.ts';
import type { KaminoFields } from './own-fields.ts';
import { requiresPriceRefresh } from './price-refresh.ts';
import { decodePriceStatus, isPriceUsableForBorrow, isPriceUsableForLiquidation } from './price-status.ts';
import { RESERVE, type WithdrawalCap } from './reserve.ts';
import { unixSecondsOrZero } from './stored-reserve.ts';

type CapLimit = Pick<WithdrawalCap, 'capacityRaw' | 'intervalSeconds'>;

/** The settings of a reserve and its market that bound what can be done. */
export interface KaminoLimits
  extends Pick<
    HeadroomState,
    | 'status'
    | 'emergencyMode'
    | 'borrowDisabled'
    | 'blockPriceUsage'
    | 'originationFeeSf'
    | 'depositLimitRaw'
    | 'borrowLimitRaw'
    | 'borrowLimitOutsideElevationGroupRaw'
    | 'utilizationLimitBlockBorrowingAbovePct'
  > {
  /** False while the account of the market has not been read: then nothing is known but what waits. */
  readonly isMarketKnown: boolean;
  readonly depositCap: CapLimit;
  readonly debtCap: CapLimit;
  readonly maxAgePriceSeconds: bigint;
  readonly priceRefreshTriggerToMaxAgePct: number | null;
}

/** Limits out of the stored configurations. Throws `INVALID_ARGUMENT` where they lack one. */
export function toLimits(config: ConfigJson, market: ConfigJson | null): KaminoLimits {
  const ofMarket = (name: string): boolean => market !== null && readBoolean(market, name);
  return {
    isMarketKnown: market !== null,
    status: readWord(config, 'status', RESERVE.config.status.words),
    emergencyMode: readBoolean(config, 'emergencyMode') || ofMarket('emergencyMode'),
    borrowDisabled: ofMarket('borrowDisabled'),
    blockPriceUsage: readBoolean(config, 'tokenInfo.blockPriceUsage'),
    originationFeeSf: readBigint(config, 'fees.originationFeeSf'),
    depositLimitRaw: readBigint(config, 'depositLimitRaw'),
    borrowLimitRaw: readBigint(config, 'borrowLimitRaw'),
    borrowLimitOutsideElevationGroupRaw: readBigint(config, 'borrowLimitOutsideElevationGroupRaw'),
    utilizationLimitBlockBorrowingAbovePct: readInteger(config, 'utilizationLimitBlockBorrowingAbovePct'),
    depositCap: capLimitOf(config, 'depositWithdrawalCap'),
    debtCap: capLimitOf(config, 'debtWithdrawalCap'),
    maxAgePriceSeconds: readBigint(config, 'tokenInfo.maxAgePriceSeconds'),
    priceRefreshTriggerToMaxAgePct: market === null ? null : readInteger(market, 'priceRefreshTriggerToMaxAgePct'),
  };
}

function capLimitOf(config: ConfigJson, name: string): CapLimit {
  return {
    capacityRaw: readBigint(config, `${name}.capacityRaw`, { signed: true }),
    intervalSeconds: readBigint(config, `${name}.intervalSeconds`),
  };
}

/** What the program said of the stored price at its last refresh, and whether a borrow needs a new one. */
export function priceOf(
  { priceStatus: status, priceUpdatedAt }: AccountState<KaminoFields>,
  { maxAgePriceSeconds, priceRefreshTriggerToMaxAgePct }: KaminoLimits,
  { unixSeconds }: Moment,
): PriceVerdict {
  const priceStatus = status ?? 0;
  const marketPriceUpdatedAt = unixSecondsOrZero(priceUpdatedAt);
  const price = { priceStatus, marketPriceUpdatedAt, maxAgePriceSeconds, priceRefreshTriggerToMaxAgePct };
  return {
    usableForBorrow: isPriceUsableForBorrow(priceStatus),
    usableForLiquidation: isPriceUsableForLiquidation(priceStatus),
    needsRefresh: requiresPriceRefresh(price, BigInt(unixSeconds)),
    checks: decodePriceStatus(priceStatus),
  };
}

/** What can be done with a stored reserve; the rooms are unknown while its market was never read. */
export function headroomOf(
  { receiptSupply, own }: AccountState<KaminoFields>,
  balances: SuppliedBalances<KaminoFields>,
  limits: KaminoLimits,
  { unixSeconds }: Moment,
): Headroom {
  const { isMarketKnown, depositCap, debtCap } = limits;
  const { borrowable, borrowableInElevationGroup, withdrawable, depositable, queuedRaw } = deriveHeadroom({
    unixTimestamp: BigInt(unixSeconds),
    availableRaw: balances.available,
    borrowedSf: balances.borrowed,
    totalSupplySf: balances.supplied,
    mintTotalSupplyRaw: receiptSupply,
    queuedCollateralRaw: own.queuedCollateralRaw,
    borrowedOutsideElevationGroupRaw: own.borrowedOutsideElevationGroupRaw,
    status: limits.status,
    emergencyMode: limits.emergencyMode,
    borrowDisabled: limits.borrowDisabled,
    blockPriceUsage: limits.blockPriceUsage,
    originationFeeSf: limits.originationFeeSf,
    depositLimitRaw: limits.depositLimitRaw,
    borrowLimitRaw: limits.borrowLimitRaw,
    borrowLimitOutsideElevationGroupRaw: limits.borrowLimitOutsideElevationGroupRaw,
    utilizationLimitBlockBorrowingAbovePct: limits.utilizationLimitBlockBorrowingAbovePct,
    depositWithdrawalCap: capOf(depositCap, own.depositCapCurrentRaw, own.depositCapIntervalStartAt),
    debtWithdrawalCap: capOf(debtCap, own.debtCapCurrentRaw, own.debtCapIntervalStartAt),
  });
  if (!isMarketKnown) {
    return { borrowable: null, borrowableInElevationGroup: null, withdrawable: null, depositable: null, queuedRaw };
  }
  return { borrowable, borrowableInElevationGroup, withdrawable, depositable, queuedRaw };
}

function capOf(
  { capacityRaw, intervalSeconds }: CapLimit,
  currentTotalRaw: bigint,
  intervalStartAt: Date | null,
): WithdrawalCap {
  return { capacityRaw, currentTotalRaw, intervalStartAt: unixSecondsOrZero(intervalStartAt), intervalSeconds };
}
