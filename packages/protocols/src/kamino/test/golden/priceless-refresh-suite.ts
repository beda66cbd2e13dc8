import { hasPrice } from '@tidemark/core';
import { describe, expect, it } from 'vitest';
import { decodeReserve, deriveReserve, isPriceUsableForBorrow, refreshReserve } from '../../index.ts';
import { readSharedAccount } from '../support/shared-klend.ts';
import type { GoldenFiles } from './read-golden.ts';

/** 40 executions of two program binaries: what a refresh without a price does to the stored price and its status. */
export function describePricelessRefresh(files: GoldenFiles): void {
  describe('refreshed without a price on the program (refresh-without-price.json)', () => {
    const { cases } = files.pricelessRefresh;

    it('is 40 cases, and statuses that are kept as well as statuses that are lost', () => {
      expect(cases.length).toBe(40);
      expect(new Set(cases.map((item) => item.priceStatusAfter))).toContain(0);
      expect(cases.some((item) => item.priceStatusAfter === item.priceStatusBefore)).toBe(true);
    });

    const named = cases.map((item) => ({
      ...item,
      name: `${item.program} ${item.account} age ${item.priceAgeSeconds}`,
    }));
    it.each(named)('$name', (item) => {
      const reserve = decodeReserve(readSharedAccount(files.dir, item.account.replace(/\.bin$/, '')));
      const { priceStatus, slot } = reserve.lastUpdate;
      expect(reserve.config.tokenInfo.maxAgePriceSeconds).toBe(BigInt(item.maxAgePriceSeconds));
      expect(priceStatus).toBe(item.priceStatusBefore);
      const moment = {
        slot: slot + BigInt(item.slotsLater),
        unixTimestamp: reserve.liquidity.marketPriceUpdatedAt + BigInt(item.priceAgeSeconds),
        referralFeeBps: 0,
        compounding: 'before-1.17',
      } as const;

      const refreshed = refreshReserve(reserve, moment);
      expect(refreshed.lastUpdate.priceStatus).toBe(item.priceStatusAfter);
      expect(refreshed.lastUpdate.slot - slot).toBe(BigInt(item.lastUpdateSlotDelta));
      const { marketPriceSf, marketPriceUpdatedAt } = reserve.liquidity;
      expect(item.priceKept).toBe(true);
      expect(refreshed.liquidity).toMatchObject({ marketPriceSf, marketPriceUpdatedAt });

      // Not accepted is one thing, no price another: every USD value stays.
      const derived = deriveReserve(refreshed, { ...moment, slotDurationMs: 400 });
      expect(isPriceUsableForBorrow(refreshed.lastUpdate.priceStatus)).toBe(item.priceStatusAfter === 63);
      expect(derived.priceUsable).toBe(hasPrice(marketPriceSf));
      expect(derived.suppliedAmountUsdF).toBeGreaterThan(0);
    });
  });
}
