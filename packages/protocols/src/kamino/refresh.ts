import { LendingError } from '@tidemark/core';
import { intToSf } from './fraction.ts';
import { accrueReserve } from './accrual.ts';
import type { AccrualOptions, AccruedReserve } from './accrued-reserve.ts';
import type { LastUpdate, Reserve, ReserveLiquidity } from './reserve.ts';

/** A price as an oracle reader hands it to the program. */
export interface RefreshPrice {
  readonly marketPriceSf: bigint;
  /** Unix seconds. */
  readonly updatedAt: bigint;
  /** Bit set of {@link PRICE_STATUS_BITS}. */
  readonly status: number;
}

/** The moment of a refresh, and the price it brings. */
export interface RefreshOptions extends AccrualOptions {
  /**
   * Absent: price and its time stay as they are, and so does the status while the price is younger than the reserve's
   * `maxAgePriceSeconds`; from that age on the status is 0.
   */
  readonly price?: RefreshPrice;
}

/**
 * The whole reserve after a refresh at `slot`: interest, fees and rewards added, `lastUpdate` moved and no longer
 * stale, limit-crossed times set or cleared. The time of the refresh is written as the program does since 1.17, and
 * left alone with `compounding: 'before-1.17'`. Throws what {@link accrueReserve} throws.
 */
export function refreshReserve(reserve: Reserve, options: RefreshOptions): Reserve {
  const accrued = accrueReserve(reserve, options);
  return {
    ...reserve,
    lastUpdate: refreshedLastUpdate(reserve, accrued, options.price),
    liquidity: refreshedLiquidity(reserve, accrued, options.price),
  };
}

function refreshedLastUpdate(reserve: Reserve, accrued: AccruedReserve, price: RefreshPrice | undefined): LastUpdate {
  const { priceStatus, timestamp } = reserve.lastUpdate;
  return {
    slot: accrued.slot,
    stale: false,
    priceStatus: price?.status ?? (isPriceTooOld(reserve, accrued.unixTimestamp) ? 0 : priceStatus),
    timestamp: accrued.compounding === 'before-1.17' ? timestamp : expectTimestamp(accrued, reserve.address),
  };
}

function isPriceTooOld({ liquidity, config }: Reserve, now: bigint): boolean {
  return now - liquidity.marketPriceUpdatedAt >= config.tokenInfo.maxAgePriceSeconds;
}

function refreshedLiquidity(
  reserve: Reserve,
  accrued: AccruedReserve,
  price: RefreshPrice | undefined,
): ReserveLiquidity {
  const { liquidity, config } = reserve;
  const now = accrued.unixTimestamp;
  return {
    ...liquidity,
    availableAmountRaw: accrued.availableRaw,
    borrowedAmountSf: accrued.borrowedSf,
    cumulativeBorrowRateBsf: accrued.cumulativeBorrowRateBsf,
    accumulatedProtocolFeesSf: accrued.accumulatedProtocolFeesSf,
    pendingReferrerFeesSf: accrued.pendingReferrerFeesSf,
    absoluteReferralRateSf: accrued.absoluteReferralRateSf,
    rewardsAvailableRaw: accrued.rewardsAvailableRaw,
    marketPriceSf: price?.marketPriceSf ?? liquidity.marketPriceSf,
    marketPriceUpdatedAt: price?.updatedAt ?? liquidity.marketPriceUpdatedAt,
    depositLimitCrossedAt: crossedAt(
      accrued.totalSupplySf > intToSf(config.depositLimitRaw),
      liquidity.depositLimitCrossedAt,
      now,
    ),
    borrowLimitCrossedAt: crossedAt(
      accrued.borrowedSf > intToSf(config.borrowLimitRaw),
      liquidity.borrowLimitCrossedAt,
      now,
    ),
  };
}

function crossedAt(crossed: boolean, since: bigint, now: bigint): bigint {
  if (!crossed) return 0n;
  return since === 0n ? now : since;
}

function expectTimestamp(accrued: AccruedReserve, address: string): number {
  const timestamp = Number(accrued.unixTimestamp);
  if (timestamp >= 0 && timestamp <= 0xffff_ffff) return timestamp;
  throw new LendingError('INVALID_ARGUMENT', {
    address,
    field: 'unixTimestamp',
    expected: 'unix seconds of 32 bits',
    actual: String(accrued.unixTimestamp),
  });
}
