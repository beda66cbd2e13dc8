import { describe, expect, it } from 'vitest';
import { save } from '../../adapter.ts';
import { borrowRateAt } from '../../borrow-rate-curve.ts';
import { collateralExchangeRateWads } from '../../collateral-exchange.ts';
import { decodeReserve } from '../../accounts.ts';
import { WAD } from '../../wad.ts';
import { NO_COMPANIONS } from '../../../protocol.ts';
import { asSdk, withoutDifferences } from '../support/as-sdk.ts';
import { readSharedAccount } from '../support/shared-save.ts';
import type { GoldenFiles, SdkCase } from './golden-files.ts';

/** The program's own year: factor 1, as the SDK's default of 0.5 seconds. */
const UNSCALED_MS = 500;
const NO_TIME = 0;

/** The published SDK on the recorded accounts. It never accrues, so everything is compared at the slot of the last refresh. */
export function describeSdk(files: GoldenFiles): void {
  describe('published SDK 0.14.27 (sdk.json)', () => {
    it('is 11 accounts', () => {
      expect(files.sdk.length).toBe(11);
    });

    it.each(files.sdk)('$file is decoded alike', ({ file, sdk }) => {
      const reserve = decodeReserve(readSharedAccount(files.dir, file));
      expect(asSdk(reserve)).toEqual(withoutDifferences(sdk.decode));
    });

    it.each(files.sdk)('$file has the same exact state as the recorded model', ({ file, model }) => {
      const { derived, terms, reserve } = derive(files, file);
      const { accrued } = derived;
      const curveUtilization = save.curveUtilization(accrued);
      expect({
        totalSupplyWads: String(accrued.supplied),
        utilizationWad: String(curveUtilization),
        borrowRateWad: String(borrowRateAt(terms, curveUtilization)),
        collateralExchangeRateWad: String(
          collateralExchangeRateWads({
            mintTotalSupplyRaw: reserve.collateral.mintTotalSupplyRaw,
            totalSupplyWads: accrued.supplied,
          }),
        ),
      }).toEqual(model);
    });

    it.each(files.sdk)('$file has the rates of the SDK', ({ file, sdk }) => {
      const { derived, terms } = derive(files, file);
      const { accrued, numbers } = derived;
      expect(accrued.elapsedUnits).toBe(0n);
      const at = save.ratesAt(terms, save.curveUtilization(accrued), UNSCALED_MS);
      expectNear(numbers.borrowAprF, sdk.borrowApr, 1e-15);
      // The SDK takes the curve's utilization for suppliers, too, and so leaves out what the fees owed earn for them.
      expectNear(at.supplyAprF, sdk.supplyApr, 1e-15);
      expectNear(numbers.supplyAprF * Number(accrued.supplied), supplyAprOnHeld(sdk, accrued), 1e-14);
      expectApy(numbers.borrowApyF, sdk.borrowApy);
      expectApy(at.supplyApyF, sdk.supplyApy);
    });

    it.each(files.sdk)('$file has the amounts and values of the SDK', ({ file, sdk }) => {
      const { derived, reserve } = derive(files, file);
      const { numbers, accrued } = derived;
      const { format } = sdk;
      expectNear(numbers.availableAmountF, format['availableAmount'], 1e-15);
      expectNear(numbers.suppliedAmountF, format['totalSupply'], 1e-15);
      expectNear(numbers.borrowedAmountF, format['totalBorrow'], 1e-15);
      expectNear(numbers.priceUsdF, format['price'], 1e-15);
      expectNear(numbers.availableAmountUsdF, format['availableAmountUsd'], 1e-15);
      expectNear(numbers.suppliedAmountUsdF, format['totalSupplyUsd'], 1e-15);
      expectNear(numbers.borrowedAmountUsdF, format['totalBorrowUsd'], 1e-15);
      // Twenty digits of a fraction.
      expectNear(numbers.utilizationF, format['reserveUtilization'], 1e-15);
      const rate = Number(accrued.supplied) / Number(WAD) / Number(reserve.collateral.mintTotalSupplyRaw);
      expectNear(rate, format['cTokenExchangeRate'], 1e-14);
      expect(format['disabled']).toBe(reserve.config.depositLimitRaw === 0n && reserve.config.borrowLimitRaw === 0n);
    });
  });
}

function derive(files: GoldenFiles, file: string) {
  const reserve = decodeReserve(readSharedAccount(files.dir, file));
  const state = save.state(reserve, NO_COMPANIONS, save.arithmetics[0]);
  const terms = save.terms(save.config(reserve), null, reserve.liquidity.mintDecimals);
  const moment = { slot: reserve.lastUpdate.slot, unixSeconds: NO_TIME };
  return { reserve, terms, derived: save.derive(state, terms, moment, UNSCALED_MS) };
}

/** Interest to suppliers a year is the same on either side: the SDK's rate on what is held, ours on what is theirs. */
function supplyAprOnHeld(
  { supplyApr }: SdkCase['sdk'],
  { available, borrowed }: { available: bigint; borrowed: bigint },
) {
  return String(Number(supplyApr) * Number(available * WAD + borrowed));
}

/** The program's 18 decimals are cut off where the SDK has 20. */
function expectNear(
  actual: number | null,
  golden: SdkCase['sdk']['format'][string] | undefined,
  relative: number,
): void {
  const expected = Number(golden);
  expect(actual).not.toBeNull();
  expect(
    Math.abs((actual ?? 0) - expected) <= Math.abs(expected) * relative + 2e-18,
    `${actual} against ${expected}`,
  ).toBe(true);
}

/** The SDK's power is quantised: steps of 1.4e-8 (1 + APY), half of that either way. */
function expectApy(apy: number, golden: string): void {
  const expected = Number(golden);
  expect(Math.abs(apy - expected), `APY ${apy} against ${golden}`).toBeLessThanOrEqual(1.5e-8 * (1 + expected));
}
