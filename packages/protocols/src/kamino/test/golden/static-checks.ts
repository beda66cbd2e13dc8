import { expect } from 'vitest';
import {
  borrowFactor,
  collateralExchangeRateSf,
  effectiveCurve,
  flashLoanFeeSfOf,
  ONE_SF,
  type Reserve,
  totalSupplySf,
} from '../../index.ts';
import { expectSfWithin } from './decimal.ts';
import type { SdkStatic } from './golden-types.ts';

/** The SDK's sums keep 20 significant digits. */
const DIGITS = 10n ** 18n;
const STATUSES = { active: 'Active', obsolete: 'Obsolete', hidden: 'Hidden' } as const;

/** Where the SDK reads the account in another way than the program; FACTS section 3 and 9 say why. */
export interface StaticDifferences {
  readonly symbol?: string;
}

/** Everything that the SDK says of an account without a slot. */
export function checkStatic(reserve: Reserve, golden: SdkStatic, differences: StaticDifferences = {}): void {
  const { liquidity, config } = reserve;
  const supplySf = totalSupplySf(liquidity);
  expect(reserve.tokenSymbol).toBe(differences.symbol ?? golden.symbol);
  expect(golden.getTokenSymbol).toBe(golden.symbol);
  expect(liquidity.mintDecimals).toBe(golden.decimals);
  expect(liquidity.mint).toBe(golden.mint);
  expect(STATUSES[config.status]).toBe(golden.status);
  expect(kindOf(reserve)).toBe(golden.kind);
  expect(String(liquidity.availableAmountRaw)).toBe(golden.availableRaw);
  expectSfWithin(liquidity.marketPriceSf, golden.priceSaved, 1n, 'price');
  expectSfWithin(liquidity.borrowedAmountSf, golden.borrowedRaw, 1n, 'borrowed');
  expectSfWithin(supplySf, golden.totalSupplyRaw, supplySf / DIGITS + 1n, 'total supply');
  expectSfWithin(liquidity.accumulatedProtocolFeesSf, golden.protocolFeesRaw, 1n, 'protocol fees');
  expectSfWithin(liquidity.accumulatedReferrerFeesSf, golden.referrerFeesRaw, 1n, 'referrer fees');
  expectSfWithin(liquidity.pendingReferrerFeesSf, golden.pendingReferrerFeesRaw, 1n, 'pending referrer fees');
  expectSfWithin(liquidity.cumulativeBorrowRateBsf, golden.cumulativeBorrowRate, 1n, 'cumulative borrow rate');
  const rateSf = collateralExchangeRateSf(reserve.collateral.mintTotalSupplyRaw, supplySf);
  expectSfWithin(rateSf, golden.collateralExchangeRate, rateSf / DIGITS + 2n, 'collateral exchange rate');
  expect(config.hostFixedInterestRateBps / 10_000).toBe(Number(golden.fixedHostRate));
  // The SDK shows disabled flash loans as free.
  expectSfWithin(flashLoanFeeSfOf(config.fees) ?? 0n, golden.flashLoanFee, 1n, 'flash loan fee');
  expectSfWithin(config.fees.originationFeeSf, golden.borrowFee, 1n, 'borrow fee');
  expect(Number(config.borrowFactorPct) / 100).toBe(Number(golden.borrowFactor));
  expect(borrowFactor(config)).toBe(Math.max(1, Number(golden.borrowFactor)));
  const knots = effectiveCurve(config.borrowRateCurve);
  expect(knots.map((knot) => [knot.utilizationRateBps / 10_000, knot.borrowRateBps / 10_000])).toEqual(
    golden.truncatedCurve,
  );
  expect(supplySf > config.depositLimitRaw * ONE_SF).toBe(golden.depositLimitCrossed);
  expect(liquidity.borrowedAmountSf > config.borrowLimitRaw * ONE_SF).toBe(golden.borrowLimitCrossed);
}

function kindOf(reserve: Reserve): string {
  const { debtTermSeconds, debtMaturityAt, borrowRateCurve } = reserve.config;
  if (debtTermSeconds !== 0n) {
    return `FixedRate(term=${debtTermSeconds}s, rate=${borrowRateCurve[0]?.borrowRateBps}bps)`;
  }
  return debtMaturityAt === 0n ? 'FloatRate' : `MaturityTimestamp(ts=${debtMaturityAt})`;
}
