import { describe, expect, it } from 'vitest';
import {
  accrueReserve,
  borrowRateAt,
  decodeReserve,
  encodeReserve,
  refreshReserve,
  totalSupplySf,
  utilizationSf,
} from '../../index.ts';
import { readSharedAccount } from '../support/shared-klend.ts';
import type { OnchainCase } from './golden-types.ts';
import type { GoldenFiles } from './read-golden.ts';

/** 200 executions of two program binaries from before klend 1.17, compared bit for bit. */
export function describeOnchain(files: GoldenFiles): void {
  describe('executed on the program (onchain.json)', () => {
    it('is 200 cases', () => {
      expect(files.onchain.cases.length).toBe(200);
    });

    const named = files.onchain.cases.map((item) => ({ ...item, name: nameOf(item) }));
    it.each(named)('$name', (item) => {
      const account = readSharedAccount(files.dir, item.reserve);
      const reserve = decodeReserve(account);
      expect(reserve.lastUpdate.slot).toBe(BigInt(item.fromSlot));
      expectStateBefore(item, reserve);

      const options = {
        slot: BigInt(item.fromSlot) + BigInt(item.slots),
        unixTimestamp: BigInt(item.clockUnixTs),
        referralFeeBps: item.referralFeeBps,
        compounding: 'before-1.17',
      } as const;
      const { after } = item;
      const accrued = accrueReserve(reserve, options);
      expect(accrued).toMatchObject({
        elapsedUnits: BigInt(item.slots),
        availableRaw: BigInt(after.totalAvailableAmount),
        borrowedSf: BigInt(after.borrowedAmountSf),
        totalSupplySf: BigInt(after.totalSupplySf),
        utilizationSf: BigInt(after.utilizationSf),
        cumulativeBorrowRateBsf: BigInt(after.cumulativeBorrowRateBsf),
        accumulatedProtocolFeesSf: BigInt(after.accumulatedProtocolFeesSf),
        accumulatedReferrerFeesSf: BigInt(after.accumulatedReferrerFeesSf),
        pendingReferrerFeesSf: BigInt(after.pendingReferrerFeesSf),
        absoluteReferralRateSf: BigInt(after.absoluteReferralRateSf),
      });

      // The whole account: refresh it with the price that the program read, write it, and see which bytes moved.
      const refreshed = refreshReserve(reserve, {
        ...options,
        price: {
          marketPriceSf: BigInt(after.marketPriceSf),
          updatedAt: BigInt(after.marketPriceLastUpdatedTs),
          status: after.priceStatus,
        },
      });
      expect(refreshed.lastUpdate).toEqual({
        slot: BigInt(after.lastUpdateSlot),
        stale: after.stale !== 0,
        priceStatus: after.priceStatus,
        timestamp: 0,
      });
      expect(String(refreshed.liquidity.depositLimitCrossedAt)).toBe(after.depositLimitCrossedTimestamp);
      expect(String(refreshed.liquidity.borrowLimitCrossedAt)).toBe(after.borrowLimitCrossedTimestamp);
      expect(changedRanges(account.data, encodeReserve(refreshed, account.data))).toBe(item.changedByteRanges);
    });
  });
}

function expectStateBefore(item: OnchainCase, reserve: ReturnType<typeof decodeReserve>): void {
  const supplySf = totalSupplySf(reserve.liquidity);
  const usedSf = utilizationSf(reserve.liquidity.borrowedAmountSf, supplySf);
  expect({
    totalSupplySf: String(supplySf),
    utilizationSf: String(usedSf),
    borrowRateSf: String(borrowRateAt(reserve.config.borrowRateCurve, usedSf)),
  }).toEqual(item.before);
}

function nameOf(item: OnchainCase): string {
  return `${item.program} ${item.reserve} +${item.slots} slots, referral ${item.referralFeeBps} bps`;
}

function changedRanges(before: Uint8Array, after: Uint8Array): string {
  const ranges: string[] = [];
  for (let start = 0; start < before.length; start++) {
    if (before[start] === after[start]) continue;
    let end = start;
    while (end + 1 < before.length && before[end + 1] !== after[end + 1]) end++;
    ranges.push(`${start}-${end}`);
    start = end;
  }
  return ranges.join(',');
}
