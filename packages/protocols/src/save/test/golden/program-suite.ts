import { describe, expect, it } from 'vitest';
import { LendingError, type LendingErrorCode } from '@tidemark/core';
import { borrowRateAt } from '../../borrow-rate-curve.ts';
import { collateralExchangeRateWads } from '../../collateral-exchange.ts';
import { decodeReserve, encodeReserve } from '../../accounts.ts';
import { accrueReserve, refreshReserve, scaledPriceWads } from '../../refresh.ts';
import type { Reserve } from '../../reserve.ts';
import { curveUtilizationWads, totalSupplyWads } from '../../supply.ts';
import { patchAccount, readSharedAccount } from '../support/shared-save.ts';
import type { ComputedState, GoldenFiles, RefreshedState } from './golden-files.ts';

/** 110 executions of RefreshReserve by the program's binary, compared bit for bit. */
export function describeOnchain(files: GoldenFiles): void {
  describe('executed on the program (onchain.json)', () => {
    it('is 110 cases', () => {
      expect(files.onchain.length).toBe(110);
    });

    it.each(files.onchain)('$file +$slots slots', (item) => {
      const account = readSharedAccount(files.dir, item.file);
      const reserve = decodeReserve(account);
      expect(String(reserve.lastUpdate.slot)).toBe(item.fromSlot);
      expect(computed(reserve)).toEqual(item.before);
      const refreshed = expectRefreshed(reserve, item.slots, item.after);
      // The whole account: what it stores is written back as the program reads it.
      expect(changedRanges(account.data, encodeReserve(refreshed, account.data))).toBe(item.changedBytes);
    });
  });
}

/** What the program refuses, and as what it is refused here. */
const REFUSED: Readonly<Record<string, LendingErrorCode>> = {
  'fees exceed supply -> refused': 'NEGATIVE_SUPPLY',
  'superMax 65535 %': 'ARITHMETIC_OVERFLOW',
  'min above optimal rate -> refused': 'INVALID_CURVE',
  'slot in the past -> refused': 'SLOT_BEFORE_LAST_UPDATE',
  'version 2 -> refused': 'UNSUPPORTED_VERSION',
  'version 0 -> refused (uninitialised)': 'UNSUPPORTED_VERSION',
  'stale byte 2 -> refused': 'INVALID_FLAG',
  'reserve type 2 -> panics': 'UNKNOWN_RESERVE_TYPE',
  'random 7': 'ARITHMETIC_OVERFLOW',
};
/** What the oracle of the executions said. */
const ORACLE_PRICE_WADS = 1_000_049_970_000_000_000n;

/** 89 patched states of the main USDC reserve, refusals included, executed by the program's binary. */
export function describeEdges(files: GoldenFiles): void {
  const accountOf = (item: { readonly patch: readonly (readonly [number, string])[] }) =>
    patchAccount(readSharedAccount(files.dir, files.edgeBase), item.patch);

  describe('patched states executed on the program (edge.json)', () => {
    it('is 89 cases, 9 of them refused', () => {
      expect(files.edge.length).toBe(89);
      expect(files.edge.filter(({ ok }) => !ok).map(({ name }) => name)).toEqual(Object.keys(REFUSED));
    });

    it.each(files.edge.filter(({ ok }) => ok))('$name', (item) => {
      const { after } = item;
      if (after === undefined) throw new Error('no state after the refresh');
      const reserve = decodeReserve(accountOf(item));
      expect(computed(reserve)).toEqual(item.before);
      const { config } = expectRefreshed(reserve, item.slots, after);
      expect({
        protocolLiquidationFee: config.protocolLiquidationFeeDecaBps,
        attributedOpen: String(config.attributedBorrowLimitOpenUsd),
        maxUtilStored: config.maxUtilizationPct,
        superMaxStored: String(config.superMaxBorrowRatePct),
      }).toEqual({
        protocolLiquidationFee: after.protocolLiquidationFee,
        attributedOpen: after.attributedOpen,
        maxUtilStored: after.maxUtilStored,
        superMaxStored: after.superMaxStored,
      });
      expect(String(scaledPriceWads(ORACLE_PRICE_WADS, config.scaledPriceOffsetBps))).toBe(after.marketPrice);
    });

    it.each(files.edge.filter(({ ok }) => !ok))('$name', (item) => {
      const refresh = () => {
        const reserve = decodeReserve(accountOf(item));
        return accrueReserve(reserve, reserve.lastUpdate.slot + BigInt(item.slots));
      };
      expect(codeOf(refresh)).toBe(REFUSED[item.name]);
    });
  });
}

function codeOf(run: () => unknown): LendingErrorCode | null {
  try {
    run();
  } catch (error) {
    if (error instanceof LendingError && error.context.address !== '') return error.code;
    throw error;
  }
  return null;
}

function expectRefreshed(reserve: Reserve, slots: string, after: RefreshedState): Reserve {
  const refreshed = refreshReserve(reserve, reserve.lastUpdate.slot + BigInt(slots), {
    marketPriceWads: BigInt(after.marketPrice),
    smoothedMarketPriceWads: BigInt(after.smoothedMarketPrice),
  });
  const { lastUpdate, liquidity, collateral } = refreshed;
  expect({
    lastUpdateSlot: String(lastUpdate.slot),
    stale: lastUpdate.stale ? 1 : 0,
    availableAmount: String(liquidity.availableAmountRaw),
    borrowedAmountWads: String(liquidity.borrowedAmountWads),
    cumulativeBorrowRateWads: String(liquidity.cumulativeBorrowRateWads),
    accumulatedProtocolFeesWads: String(liquidity.accumulatedProtocolFeesWads),
    mintTotalSupply: String(collateral.mintTotalSupplyRaw),
    ...computed(refreshed),
  }).toEqual(
    expect.objectContaining(Object.fromEntries(Object.entries(after).filter(([name]) => !NOT_BALANCES.has(name)))),
  );
  return refreshed;
}

const NOT_BALANCES: ReadonlySet<string> = new Set([
  'marketPrice',
  'smoothedMarketPrice',
  'protocolLiquidationFee',
  'attributedOpen',
  'maxUtilStored',
  'superMaxStored',
]);

function computed({ liquidity, collateral, config }: Reserve): ComputedState {
  const balances = {
    availableRaw: liquidity.availableAmountRaw,
    borrowedWads: liquidity.borrowedAmountWads,
    accumulatedProtocolFeesWads: liquidity.accumulatedProtocolFeesWads,
  };
  const supplyWads = totalSupplyWads(balances);
  const utilizationWads = curveUtilizationWads(balances);
  const { mintTotalSupplyRaw } = collateral;
  return {
    totalSupplyWads: String(supplyWads),
    utilizationWad: String(utilizationWads),
    borrowRateWad: String(borrowRateAt(config, utilizationWads)),
    collateralExchangeRateWad: String(collateralExchangeRateWads({ mintTotalSupplyRaw, totalSupplyWads: supplyWads })),
  };
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
