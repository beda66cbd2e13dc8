import { TOKEN_PROGRAM_ADDRESS, U64_MAX, ZERO_ADDRESS } from '@tidemark/core';
import { encodeFixedText, NULL_ADDRESS } from '../common/account-fields.ts';
import { SUPPORTED_ACCOUNT_VERSION } from './constants.ts';
import { TEXT_BYTES } from './layout.ts';
import type { LendingMarketFields } from './lending-market.ts';
import type { RateLimiter, ReserveFields } from './reserve.ts';
import { WAD } from './wad.ts';

/** A limiter that is off. */
export const NO_RATE_LIMITER: RateLimiter = {
  maxOutflow: 0n,
  windowSlots: 0n,
  previousWads: 0n,
  windowStartSlot: 0n,
  currentWads: 0n,
};

/** A reserve as the program initialises it, without addresses, amounts and rates: what builders and tests start from. */
export function emptyReserve(): ReserveFields {
  return {
    version: SUPPORTED_ACCOUNT_VERSION,
    lastUpdate: { slot: 0n, stale: false },
    lendingMarket: ZERO_ADDRESS,
    liquidity: {
      mint: ZERO_ADDRESS,
      mintDecimals: 0,
      supplyVault: ZERO_ADDRESS,
      pythOracle: NULL_ADDRESS,
      switchboardOracle: NULL_ADDRESS,
      availableAmountRaw: 0n,
      borrowedAmountWads: 0n,
      cumulativeBorrowRateWads: WAD,
      accumulatedProtocolFeesWads: 0n,
      marketPriceWads: 0n,
      smoothedMarketPriceWads: 0n,
      extraMarketPriceWads: null,
    },
    collateral: { mint: ZERO_ADDRESS, supplyVault: ZERO_ADDRESS, mintTotalSupplyRaw: 0n },
    config: {
      optimalUtilizationPct: 80,
      maxUtilizationPct: 90,
      minBorrowRatePct: 0,
      optimalBorrowRatePct: 0,
      maxBorrowRatePct: 0,
      superMaxBorrowRatePct: 0n,
      loanToValuePct: 0,
      liquidationBonusPct: 0,
      maxLiquidationBonusPct: 0,
      liquidationThresholdPct: 0,
      maxLiquidationThresholdPct: 0,
      fees: { borrowFeeWad: 0n, flashLoanFeeWad: 0n, hostFeePct: 0 },
      depositLimitRaw: 0n,
      borrowLimitRaw: 0n,
      feeReceiver: ZERO_ADDRESS,
      protocolLiquidationFeeDecaBps: 0,
      protocolTakeRatePct: 0,
      addedBorrowWeightBps: 0n,
      reserveType: 'regular',
      scaledPriceOffsetBps: 0n,
      extraOracle: ZERO_ADDRESS,
      attributedBorrowLimitOpenUsd: U64_MAX,
      attributedBorrowLimitCloseUsd: U64_MAX,
    },
    rateLimiter: NO_RATE_LIMITER,
    attributedBorrowValueWads: 0n,
  };
}

/** A market that everybody may use and liquidate, its limiter off. */
export function emptyLendingMarket(): LendingMarketFields {
  return {
    version: SUPPORTED_ACCOUNT_VERSION,
    bumpSeed: 255,
    owner: ZERO_ADDRESS,
    quoteCurrencyBytes: encodeFixedText('USD', TEXT_BYTES.quoteCurrency),
    tokenProgram: TOKEN_PROGRAM_ADDRESS,
    oracleProgram: NULL_ADDRESS,
    switchboardProgram: NULL_ADDRESS,
    rateLimiter: NO_RATE_LIMITER,
    whitelistedLiquidator: ZERO_ADDRESS,
    riskAuthority: ZERO_ADDRESS,
  };
}
