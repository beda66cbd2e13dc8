import * as fc from 'fast-check';
import { encodeBase58 } from '@tidemark/core';
import { type LendingMarketFields, type ReserveConfig, type ReserveFields } from '../../index.ts';

const unsigned = (bits: number) => fc.bigInt({ min: 0n, max: (1n << BigInt(bits)) - 1n });
const edges = (bits: number) => fc.constantFrom(0n, 1n, (1n << BigInt(bits)) - 1n, 1n << BigInt(bits - 1));
const wide = (bits: number) => fc.oneof(unsigned(bits), edges(bits));
const u8 = fc.nat(0xff);
const u16 = fc.nat(0xffff);
const u32 = fc.nat(0xffff_ffff);
const u64 = wide(64);
const u128 = wide(128);
const i64 = u64.map((value) => BigInt.asIntN(64, value));
const address = fc.uint8Array({ minLength: 32, maxLength: 32 }).map(encodeBase58);
const text = fc.uint8Array({ minLength: 32, maxLength: 32 });
const times = <T>(length: number, item: fc.Arbitrary<T>) => fc.array(item, { minLength: length, maxLength: length });
const cap = fc.record({ capacityRaw: i64, currentTotalRaw: i64, intervalStartAt: u64, intervalSeconds: u64 });

const config: fc.Arbitrary<ReserveConfig> = fc.record({
  status: fc.constantFrom('active', 'obsolete', 'hidden'),
  interestRateBasis: fc.constantFrom('legacy', 'true_apr'),
  hostFixedInterestRateBps: u16,
  minDeleveragingBonusBps: u16,
  blockCtokenUsage: fc.boolean(),
  earlyRepayRemainingInterestPct: u8,
  emergencyMode: fc.boolean(),
  protocolOrderExecutionFeePct: u8,
  protocolTakeRatePct: fc.nat(100),
  protocolLiquidationFeePct: u8,
  loanToValuePct: u8,
  liquidationThresholdPct: u8,
  minLiquidationBonusBps: u16,
  maxLiquidationBonusBps: u16,
  badDebtLiquidationBonusBps: u16,
  deleveragingMarginCallPeriodSeconds: u64,
  deleveragingThresholdDecreaseBpsPerDay: u64,
  deleveragingBonusIncreaseBpsPerDay: u64,
  fees: fc.record({ originationFeeSf: u64, flashLoanFeeSf: u64 }),
  borrowRateCurve: times(11, fc.record({ utilizationRateBps: u32, borrowRateBps: u32 })),
  borrowFactorPct: u64,
  depositLimitRaw: u64,
  borrowLimitRaw: u64,
  tokenInfo: fc.record({
    nameBytes: text,
    heuristic: fc.record({ lower: u64, upper: u64, exp: u64 }),
    maxTwapDivergenceBps: u64,
    maxAgePriceSeconds: u64,
    maxAgeTwapSeconds: u64,
    scopePriceFeed: address,
    scopePriceChain: times(4, u16),
    scopeTwapChain: times(4, u16),
    switchboardPriceAggregator: address,
    switchboardTwapAggregator: address,
    pythPrice: address,
    blockPriceUsage: fc.boolean(),
  }),
  depositWithdrawalCap: cap,
  debtWithdrawalCap: cap,
  elevationGroups: times(20, u8),
  disableUsageAsCollateralOutsideElevationGroup: fc.boolean(),
  utilizationLimitBlockBorrowingAbovePct: u8,
  autodeleverageEnabled: fc.boolean(),
  proposerAuthorityLocked: fc.boolean(),
  borrowLimitOutsideElevationGroupRaw: u64,
  borrowLimitAgainstThisCollateralInElevationGroupRaw: times(32, u64),
  debtMaturityAt: u64,
  debtTermSeconds: u64,
  rewardsPerAccrualUnitRaw: u64,
  permissionedOps: u64,
});

/** Any reserve that the layout can hold, over the full width of every field. */
export const anyReserveFields: fc.Arbitrary<ReserveFields> = fc.record({
  version: fc.constant(1n),
  lastUpdate: fc.record({ slot: u64, stale: fc.boolean(), priceStatus: u8, timestamp: u32 }),
  lendingMarket: address,
  farmCollateral: address,
  farmDebt: address,
  liquidity: fc.record({
    mint: address,
    supplyVault: address,
    feeVault: address,
    tokenProgram: address,
    availableAmountRaw: u64,
    borrowedAmountSf: u128,
    marketPriceSf: u128,
    marketPriceUpdatedAt: u64,
    mintDecimals: fc.nat(19),
    depositLimitCrossedAt: u64,
    borrowLimitCrossedAt: u64,
    cumulativeBorrowRateBsf: wide(256),
    accumulatedProtocolFeesSf: u128,
    accumulatedReferrerFeesSf: u128,
    pendingReferrerFeesSf: u128,
    absoluteReferralRateSf: u128,
    rewardsAvailableRaw: u64,
  }),
  collateral: fc.record({ mint: address, supplyVault: address, mintTotalSupplyRaw: u64 }),
  config,
  borrowedAmountOutsideElevationGroupRaw: u64,
  borrowedAmountsAgainstThisReserveInElevationGroupsRaw: times(32, u64),
  withdrawQueue: fc.record({
    queuedCollateralRaw: u64,
    nextIssuedTicketSequence: u64,
    nextWithdrawableTicketSequence: u64,
  }),
});

const elevationGroup = fc.record({
  id: u8,
  maxLiquidationBonusBps: u16,
  loanToValuePct: u8,
  liquidationThresholdPct: u8,
  allowNewLoans: fc.boolean(),
  maxReservesAsCollateral: u8,
  debtReserve: address,
});

/** Any lending market that the layout can hold, over the full width of every field. */
export const anyLendingMarketFields: fc.Arbitrary<LendingMarketFields> = fc.record({
  version: fc.constant(1n),
  bumpSeed: u64,
  owner: address,
  ownerCached: address,
  quoteCurrencyBytes: text,
  referralFeeBps: fc.nat(10_000),
  emergencyMode: fc.boolean(),
  autodeleverageEnabled: fc.boolean(),
  borrowDisabled: fc.boolean(),
  priceRefreshTriggerToMaxAgePct: u8,
  liquidationMaxDebtCloseFactorPct: u8,
  insolvencyRiskUnhealthyLtvPct: u8,
  minFullLiquidationValueThreshold: u64,
  maxLiquidatableDebtMarketValueAtOnce: u64,
  globalAllowedBorrowValue: u64,
  emergencyCouncil: address,
  elevationGroups: times(32, elevationGroup),
  minNetValueInObligationSf: u128,
  minValueSkipLiquidationLtvChecks: u64,
  nameBytes: text,
  minValueSkipLiquidationBorrowFactorChecks: u64,
  individualAutodeleverageMarginCallPeriodSeconds: u64,
  minInitialDepositAmountRaw: u64,
  obligationOrderExecutionEnabled: fc.boolean(),
  immutable: fc.boolean(),
  obligationOrderCreationEnabled: fc.boolean(),
  priceTriggeredLiquidationDisabled: fc.boolean(),
  matureReserveDebtLiquidationEnabled: fc.boolean(),
  obligationBorrowDebtTermLiquidationEnabled: fc.boolean(),
  borrowOrderCreationEnabled: fc.boolean(),
  borrowOrderExecutionEnabled: fc.boolean(),
  proposerAuthority: address,
  minBorrowOrderFillValue: u64,
  withdrawTicketIssuanceEnabled: fc.boolean(),
  withdrawTicketRedemptionEnabled: fc.boolean(),
  obligationBorrowRolloverConfigurationEnabled: fc.boolean(),
  obligationBorrowMigrationToFixedExecutionEnabled: fc.boolean(),
  withdrawTicketCancellationEnabled: fc.boolean(),
  reserveRewardsMaxAprBps: u16,
  minWithdrawQueuedLiquidityValue: u64,
  fixedTermRolloverWindowSeconds: u64,
  openTermRolloverWindowSeconds: u64,
  minPartialRolloverValue: u64,
  termBasedFullLiquidationDurationSeconds: u64,
  permissioningAuthority: address,
  permissionedOps: u64,
});
