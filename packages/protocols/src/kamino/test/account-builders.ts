import { TOKEN_PROGRAM_ADDRESS } from '@tidemark/core';
import { addressFromLabel } from '@tidemark/core/testing/addresses';
import {
  emptyLendingMarket,
  emptyReserve,
  encodeFixedText,
  type LendingMarketFields,
  ONE_SF,
  type ReserveConfig,
  type ReserveFields,
} from '../index.ts';

const U64_MAX = (1n << 64n) - 1n;

/** A plain configuration: active, slot basis, a kinked curve, 75 % loan to value, 10 % take rate, no caps. */
export function buildReserveConfig(symbol: string, overrides: Partial<ReserveConfig> = {}): ReserveConfig {
  const empty = emptyReserve().config;
  return {
    ...empty,
    protocolTakeRatePct: 10,
    protocolLiquidationFeePct: 50,
    loanToValuePct: 75,
    liquidationThresholdPct: 80,
    minLiquidationBonusBps: 200,
    maxLiquidationBonusBps: 1_000,
    badDebtLiquidationBonusBps: 99,
    deleveragingMarginCallPeriodSeconds: 259_200n,
    deleveragingThresholdDecreaseBpsPerDay: 7_200n,
    fees: { originationFeeSf: 0n, flashLoanFeeSf: ONE_SF / 100_000n },
    borrowRateCurve: Array.from({ length: 11 }, (_, place) => {
      if (place === 0) return { utilizationRateBps: 0, borrowRateBps: 1 };
      if (place === 1) return { utilizationRateBps: 8_000, borrowRateBps: 800 };
      return { utilizationRateBps: 10_000, borrowRateBps: 6_000 };
    }),
    depositLimitRaw: 10n ** 18n,
    borrowLimitRaw: 10n ** 18n,
    tokenInfo: {
      ...empty.tokenInfo,
      nameBytes: encodeFixedText(symbol),
      maxAgePriceSeconds: 180n,
      maxAgeTwapSeconds: 240n,
      scopePriceFeed: addressFromLabel('scope feed'),
      scopePriceChain: [0, 65_535, 65_535, 65_535],
      scopeTwapChain: [1, 65_535, 65_535, 65_535],
    },
    borrowLimitOutsideElevationGroupRaw: U64_MAX,
    ...overrides,
  };
}

export interface ReserveOverrides extends Partial<Omit<ReserveFields, 'config' | 'liquidity' | 'lastUpdate'>> {
  readonly symbol?: string;
  readonly config?: Partial<ReserveConfig>;
  readonly liquidity?: Partial<ReserveFields['liquidity']>;
  readonly lastUpdate?: Partial<ReserveFields['lastUpdate']>;
}

/** A healthy reserve of 6 decimals: 400,000 available, 600,000 borrowed, price 1 USD; every part can be overridden. */
export function buildReserve(overrides: ReserveOverrides = {}): ReserveFields {
  const { symbol = 'TEST', config, liquidity, lastUpdate, ...rest } = overrides;
  const empty = emptyReserve();
  return {
    ...empty,
    lastUpdate: { slot: 300_000_000n, stale: false, priceStatus: 63, timestamp: 0, ...lastUpdate },
    lendingMarket: addressFromLabel('lending market'),
    liquidity: {
      ...empty.liquidity,
      mint: addressFromLabel(`mint of ${symbol}`),
      supplyVault: addressFromLabel(`supply vault of ${symbol}`),
      feeVault: addressFromLabel(`fee vault of ${symbol}`),
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
      availableAmountRaw: 400_000_000_000n,
      borrowedAmountSf: 600_000_000_000n * ONE_SF,
      marketPriceSf: ONE_SF,
      marketPriceUpdatedAt: 1_730_000_000n,
      mintDecimals: 6,
      cumulativeBorrowRateBsf: (ONE_SF * 11n) / 10n,
      accumulatedProtocolFeesSf: 1_000_000n * ONE_SF,
      ...liquidity,
    },
    collateral: {
      mint: addressFromLabel(`collateral mint of ${symbol}`),
      supplyVault: addressFromLabel(`collateral vault of ${symbol}`),
      mintTotalSupplyRaw: 950_000_000_000n,
    },
    config: buildReserveConfig(symbol, config),
    ...rest,
  };
}

/** A lending market without elevation groups, referral fee or switches; every part can be overridden. */
export function buildLendingMarket(name: string, overrides: Partial<LendingMarketFields> = {}): LendingMarketFields {
  const owner = addressFromLabel(`owner of ${name}`);
  return {
    ...emptyLendingMarket(),
    bumpSeed: 255n,
    owner,
    ownerCached: owner,
    liquidationMaxDebtCloseFactorPct: 20,
    insolvencyRiskUnhealthyLtvPct: 95,
    minFullLiquidationValueThreshold: 2n,
    maxLiquidatableDebtMarketValueAtOnce: 500_000n,
    globalAllowedBorrowValue: 45_000_000n,
    nameBytes: encodeFixedText(name),
    ...overrides,
  };
}
