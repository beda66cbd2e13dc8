import { describe, expect, it } from 'vitest';
import { expectLendingError, thrownCode } from '@tidemark/core/testing';
import { makeReserve, makeReserveAccount, storedCurve } from './test/support/reserve-fixtures.ts';
import { ZERO_ADDRESS } from '@tidemark/core';
import { ONE_SF } from './fraction.ts';
import { accrueReserve } from './accrual.ts';
import { effectiveCurve } from './borrow-rate-curve.ts';
import { KAMINO_LEND_PROGRAM_ADDRESS } from './constants.ts';
import { decodeLendingMarket, decodeReserve, emptyLendingMarket, encodeLendingMarket } from './accounts.ts';
import { deriveReserve } from './derive-reserve.ts';
import {
  borrowFactor,
  collateralExchangeRateSf,
  flashLoanFeeSfOf,
  isUnlimited,
  withdrawalCapRoomRaw,
  withdrawalCapUsedRaw,
} from './limits.ts';
import { encodeFixedText, isEmptyAddress } from '../common/account-fields.ts';
import { isPriceUsableForBorrow } from './price-status.ts';
import { rawToAmount } from './usd.ts';

const U64_MAX = (1n << 64n) - 1n;
const at = (slot: bigint) => ({ slot, unixTimestamp: 1_790_300_470n, slotDurationMs: 400, referralFeeBps: 0 });

// One test for each trap of the account format that has caught a reader before.
describe('traps of the account format', () => {
  it('limit-crossed fields hold a slot in old accounts and seconds in new ones: both are kept as they are', () => {
    const liquidity = { depositLimitCrossedAt: 298_271_839n, borrowLimitCrossedAt: 1_762_201_837n };
    expect(decodeReserve(makeReserveAccount({ liquidity })).liquidity).toMatchObject(liquidity);
  });

  it('u64::MAX is unlimited, or disabled for flash loans; nothing is a large number by accident', () => {
    const { config } = makeReserve({
      config: {
        depositLimitRaw: U64_MAX,
        borrowLimitOutsideElevationGroupRaw: U64_MAX,
        fees: { originationFeeSf: 0n, flashLoanFeeSf: U64_MAX },
      },
    });
    expect(isUnlimited(config.depositLimitRaw)).toBe(true);
    expect(isUnlimited(config.borrowLimitOutsideElevationGroupRaw)).toBe(true);
    expect(flashLoanFeeSfOf(config.fees)).toBeNull();
  });

  it('0 means four things: both limits blocked, a group not allowed, no utilization limit, no withdrawal cap', () => {
    const { config } = makeReserve();
    expect([config.depositLimitRaw, config.borrowLimitRaw]).toEqual([0n, 0n]);
    expect(config.borrowLimitAgainstThisCollateralInElevationGroupRaw[0]).toBe(0n);
    expect(isUnlimited(0n)).toBe(false);
    expect(config.utilizationLimitBlockBorrowingAbovePct).toBe(0);
    expect(withdrawalCapRoomRaw(config.debtWithdrawalCap, 1n)).toBeNull();
  });

  it('withdrawal counters are signed, often negative, and stale once their interval is over', () => {
    const cap = { capacityRaw: 100n, currentTotalRaw: -5n, intervalStartAt: 1_000n, intervalSeconds: 86_400n };
    const { depositWithdrawalCap } = decodeReserve(
      makeReserveAccount({ config: { depositWithdrawalCap: cap } }),
    ).config;
    expect(depositWithdrawalCap).toEqual(cap);
    expect(withdrawalCapRoomRaw(depositWithdrawalCap, 2_000n)).toBe(105n);
    expect(withdrawalCapUsedRaw(depositWithdrawalCap, 87_400n)).toBe(0n);
  });

  it('the curve has 11 places, its tail repeats 100 %, and its points are 32 bits wide', () => {
    const curve = storedCurve([0, 1], [10_000, 0xffff_ffff]);
    const { borrowRateCurve } = decodeReserve(makeReserveAccount({ config: { borrowRateCurve: curve } })).config;
    expect(borrowRateCurve.length).toBe(11);
    expect(effectiveCurve(borrowRateCurve)).toEqual([
      { utilizationRateBps: 0, borrowRateBps: 1 },
      { utilizationRateBps: 10_000, borrowRateBps: 0xffff_ffff },
    ]);
  });

  it('an idle reserve has a borrow APR above 0 where point 0 says so', () => {
    const idle = makeReserve({
      liquidity: { borrowedAmountSf: 0n },
      config: { borrowRateCurve: storedCurve([0, 1], [10_000, 100]) },
    });
    const derived = deriveReserve(idle, at(1_000n));
    expect(derived.utilizationF).toBe(0);
    expect(derived.borrowAprF).toBeCloseTo(0.000125, 15);
    expect(derived.supplyAprF).toBe(0);
  });

  it('an address is empty in two ways, and a first Scope link of 0 is a link where others are unused', () => {
    expect(isEmptyAddress(ZERO_ADDRESS)).toBe(true);
    expect(isEmptyAddress('nu11111111111111111111111111111111111111111')).toBe(true);
    const { tokenInfo } = makeReserve().config;
    const chained = { ...tokenInfo, scopePriceChain: [0, 65_535, 65_535, 65_535] };
    const decoded = decodeReserve(makeReserveAccount({ config: { tokenInfo: chained } })).config.tokenInfo;
    expect(decoded.scopePriceChain).toEqual([0, 65_535, 65_535, 65_535]);
    expect(decoded.scopeTwapChain).toEqual([0, 0, 0, 0]);
  });

  it('a name may fill all 32 bytes, be empty, or not be ASCII, and two reserves may share it', () => {
    const named = (nameBytes: Uint8Array) => {
      const { tokenInfo } = makeReserve().config;
      return decodeReserve(makeReserveAccount({ config: { tokenInfo: { ...tokenInfo, nameBytes } } })).tokenSymbol;
    };
    expect(named(encodeFixedText('ABCDEFGHIJKLMNOPQRSTUVWXYZ012345'))).toBe('ABCDEFGHIJKLMNOPQRSTUVWXYZ012345');
    expect(named(new Uint8Array(32))).toBe('');
    expect(named(encodeFixedText('USD€'))).toBe('USD€');
  });

  it('a price of 0 values nothing and divides nothing', () => {
    const derived = deriveReserve(makeReserve({ liquidity: { marketPriceSf: 0n } }), at(2_000n));
    expect(derived).toMatchObject({ priceUsdF: null, availableAmountUsdF: null, borrowedAmountUsdF: null });
  });

  it('a dead oracle leaves all 63 checks passed: only the time of the price tells', () => {
    const dead = makeReserve({ lastUpdate: { priceStatus: 63 }, liquidity: { marketPriceUpdatedAt: 1_600_000_000n } });
    expect(isPriceUsableForBorrow(dead.lastUpdate.priceStatus)).toBe(true);
    expect(deriveReserve(dead, at(2_000n)).priceUsable).toBe(true);
    expect(decodeReserve(makeReserveAccount(dead)).liquidity.marketPriceUpdatedAt).toBe(1_600_000_000n);
  });

  it('a stale reserve is no error', () => {
    const stale = decodeReserve(makeReserveAccount({ lastUpdate: { stale: true } }));
    expect(stale.lastUpdate.stale).toBe(true);
    expect(deriveReserve(stale, at(2_000n)).borrowedAmountF).toBeGreaterThan(400);
  });

  it('months without a refresh accrue to finite numbers or to a refusal, never to Infinity', () => {
    const abandoned = makeReserve({ config: { borrowRateCurve: storedCurve([0, 0], [10_000, 100_000]) } });
    const year = deriveReserve(abandoned, at(1_000n + 78_840_000n));
    expect(Number.isFinite(year.borrowedAmountF)).toBe(true);
    expect(year.utilizationF).toBeGreaterThan(0.9);
    expect(thrownCode(() => deriveReserve(abandoned, at(1n << 63n)))).toBe('ARITHMETIC_OVERFLOW');
  });

  it('the program owns accounts of 8624 bytes that are no reserves', () => {
    const placeholder = { ...makeReserveAccount(), data: new Uint8Array(8624) };
    const context = expectLendingError('WRONG_DISCRIMINATOR', () => decodeReserve(placeholder));
    expect(context.actual).toBe('0000000000000000');
  });

  it('decimals reach 19 and amounts exceed 2^53', () => {
    const liquidity = { availableAmountRaw: U64_MAX, mintDecimals: 19, borrowedAmountSf: ONE_SF };
    const reserve = decodeReserve(makeReserveAccount({ liquidity }));
    expect(reserve.liquidity.availableAmountRaw).toBe(U64_MAX);
    const derived = deriveReserve(reserve, at(1_000n));
    expect(derived.availableAmountF).toBe(Number('1.8446744073709551615'));
    expect(derived.borrowedAmountF).toBe(1e-19);
    expect(derived.borrowedAmountUsdF).toBe(2e-19);
  });

  it('debt keeps fractions of a base unit, and supply is not available + borrowed', () => {
    const liquidity = {
      availableAmountRaw: 1n,
      borrowedAmountSf: ONE_SF + ONE_SF / 2n,
      accumulatedProtocolFeesSf: ONE_SF / 4n,
      mintDecimals: 0,
    };
    const derived = deriveReserve(makeReserve({ liquidity }), at(1_000n));
    expect(derived).toMatchObject({ availableAmountF: 1, borrowedAmountF: 1.5, suppliedAmountF: 2.25 });
  });

  it('reserved bytes of a lending market are not zero on chain', () => {
    const data = encodeLendingMarket(emptyLendingMarket());
    data.fill(0xff, 144, 152);
    data.fill(0xff, 192, 200);
    const account = { address: ZERO_ADDRESS, owner: KAMINO_LEND_PROGRAM_ADDRESS, data };
    expect(decodeLendingMarket(account).quoteCurrency).toBe('USD');
  });

  it('early accounts kept points multipliers where the interest rate basis is now: what is no basis is refused', () => {
    const early = makeReserveAccount();
    early.data.fill(25, 4860, 4870);
    expect(thrownCode(() => decodeReserve(early))).toBe('UNKNOWN_INTEREST_RATE_BASIS');
  });

  it('collateral tokens count in the decimals of the liquidity mint, whatever their own mint says', () => {
    const reserve = makeReserve({ mintTotalSupplyRaw: 500_000_000n });
    const rateSf = collateralExchangeRateSf(reserve.collateral.mintTotalSupplyRaw, 1_000_000_000n * ONE_SF);
    expect(rateSf).toBe(ONE_SF / 2n);
    expect(rawToAmount(reserve.collateral.mintTotalSupplyRaw, reserve.liquidity.mintDecimals)).toBe(500);
  });

  it('a Token-2022 mint may scale what wallets show: the reserve holds no multiplier, amounts are raw units', () => {
    const tokenProgram = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
    const derived = deriveReserve(makeReserve({ liquidity: { tokenProgram } }), at(1_000n));
    expect(derived).toMatchObject({ availableAmountF: 600, borrowedAmountF: 400 });
  });

  it('hidden and obsolete reserves accrue like any other', () => {
    const debts = (['active', 'obsolete', 'hidden'] as const).map(
      (status) => accrueReserve(makeReserve({ config: { status } }), at(2_000n)).borrowedSf,
    );
    expect(new Set(debts).size).toBe(1);
    expect(debts[0] !== undefined && debts[0] > 400_000_000n * ONE_SF).toBe(true);
  });

  it('a borrow factor under 100 % counts as 100 %', () => {
    expect(borrowFactor(makeReserve({ config: { borrowFactorPct: 80n } }).config)).toBe(1);
  });

  it('every u64 and u128 is a bigint, so that JSON cannot round one in silence', () => {
    expect(() => JSON.stringify(decodeReserve(makeReserveAccount()))).toThrow('BigInt');
  });
});
