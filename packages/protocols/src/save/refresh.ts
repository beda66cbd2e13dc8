import { withAddress } from '@tidemark/core';
import { type AccruedBalances, accrueBalances } from './accrual.ts';
import { MAX_PRICE_OFFSET_BPS } from './constants.ts';
import type { Reserve } from './reserve.ts';
import { bpsToWad, mulDecimal } from './wad.ts';

/** What the oracles say at a refresh, scaled by the reserve's price offset already. */
export interface RefreshPrice {
  readonly marketPriceWads: bigint;
  /** Absent: as stored. Switchboard has no moving average, and leaves the last one. */
  readonly smoothedMarketPriceWads?: bigint;
  /** Absent: none. */
  readonly extraMarketPriceWads?: bigint | null;
}

/** The reserve's balances after a refresh at `slot`. Throws what {@link accrueBalances} throws. */
export function accrueReserve({ address, lastUpdate, liquidity, config }: Reserve, slot: bigint): AccruedBalances {
  try {
    return accrueBalances(
      {
        lastUpdateSlot: lastUpdate.slot,
        availableRaw: liquidity.availableAmountRaw,
        borrowedWads: liquidity.borrowedAmountWads,
        accumulatedProtocolFeesWads: liquidity.accumulatedProtocolFeesWads,
        cumulativeBorrowRateWads: liquidity.cumulativeBorrowRateWads,
      },
      config,
      slot,
    );
  } catch (error) {
    throw withAddress(error, address);
  }
}

/** The whole reserve after a refresh at `slot`, which always brings a price: without one the program refuses it. */
export function refreshReserve(reserve: Reserve, slot: bigint, price: RefreshPrice): Reserve {
  const accrued = accrueReserve(reserve, slot);
  const { liquidity } = reserve;
  return {
    ...reserve,
    lastUpdate: { slot, stale: false },
    liquidity: {
      ...liquidity,
      borrowedAmountWads: accrued.borrowedWads,
      cumulativeBorrowRateWads: accrued.cumulativeBorrowRateWads,
      accumulatedProtocolFeesWads: accrued.accumulatedProtocolFeesWads,
      marketPriceWads: price.marketPriceWads,
      smoothedMarketPriceWads: price.smoothedMarketPriceWads ?? liquidity.smoothedMarketPriceWads,
      extraMarketPriceWads: price.extraMarketPriceWads ?? null,
    },
  };
}

/** The price of an oracle scaled by the reserve's offset, which the program clamps to 20 % either way. */
export function scaledPriceWads(oraclePriceWads: bigint, offsetBps: bigint): bigint {
  const clamped = offsetBps < -MAX_PRICE_OFFSET_BPS ? -MAX_PRICE_OFFSET_BPS : offsetBps;
  const bps = 10_000n + (clamped > MAX_PRICE_OFFSET_BPS ? MAX_PRICE_OFFSET_BPS : clamped);
  return mulDecimal(oraclePriceWads, bpsToWad(bps));
}
