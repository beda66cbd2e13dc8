import {
  encodeBase58,
  encodeFixedText,
  type LendingMarketFields,
  type ReserveConfig,
  type ReserveFields,
  ZERO_ADDRESS,
} from '@tidemark/lending';

const SF_ONE = 1n << 60n;
const U64_MAX = (1n << 64n) - 1n;
const TOKEN_PROGRAM_ADDRESS = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
const ELEVATION_GROUPS = 32;

/** A well-formed address made from a label: the same label, the same address. */
export function addressFromLabel(label: string): string {
  const bytes = new Uint8Array(32);
  let state = 0x811c9dc5;
  for (let round = 0; round < 4; round += 1) {
    for (const unit of `${round}:${label}`) state = Math.imul(state ^ (unit.codePointAt(0) ?? 0), 0x01000193) >>> 0;
    for (let place = 0; place < 8; place += 1) {
      state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d + place * 2) >>> 0;
      bytes[round * 8 + place] = state >>> 24;
    }
  }
  return encodeBase58(bytes);
}

const NO_CAP = { capacityRaw: 0n, currentTotalRaw: 0n, intervalStartAt: 0n, intervalSeconds: 0n } as const;

/** A plain configuration: active, slot basis, a kinked curve, 75 % loan to value, 10 % take rate, no caps. */
export function buildReserveConfig(symbol: string, overrides: Partial<ReserveConfig> = {}): ReserveConfig {
  return {
    status: 'active',
    interestRateBasis: 'legacy',
    hostFixedInterestRateBps: 0,
    minDeleveragingBonusBps: 0,
    blockCtokenUsage: false,
    earlyRepayRemainingInterestPct: 0,
    emergencyMode: false,
    protocolOrderExecutionFeePct: 0,
    protocolTakeRatePct: 10,
    protocolLiquidationFeePct: 50,
    loanToValuePct: 75,
    liquidationThresholdPct: 80,
    minLiquidationBonusBps: 200,
    maxLiquidationBonusBps: 1_000,
    badDebtLiquidationBonusBps: 99,
    deleveragingMarginCallPeriodSeconds: 259_200n,
    deleveragingThresholdDecreaseBpsPerDay: 7_200n,
    deleveragingBonusIncreaseBpsPerDay: 0n,
    fees: { originationFeeSf: 0n, flashLoanFeeSf: SF_ONE / 100_000n },
    borrowRateCurve: Array.from({ length: 11 }, (_, place) => {
      if (place === 0) return { utilizationRateBps: 0, borrowRateBps: 1 };
      if (place === 1) return { utilizationRateBps: 8_000, borrowRateBps: 800 };
      return { utilizationRateBps: 10_000, borrowRateBps: 6_000 };
    }),
    borrowFactorPct: 100n,
    depositLimitRaw: 10n ** 18n,
    borrowLimitRaw: 10n ** 18n,
    tokenInfo: {
      nameBytes: encodeFixedText(symbol),
      heuristic: { lower: 0n, upper: 0n, exp: 0n },
      maxTwapDivergenceBps: 0n,
      maxAgePriceSeconds: 180n,
      maxAgeTwapSeconds: 240n,
      scopePriceFeed: addressFromLabel('scope feed'),
      scopePriceChain: [0, 65_535, 65_535, 65_535],
      scopeTwapChain: [1, 65_535, 65_535, 65_535],
      switchboardPriceAggregator: ZERO_ADDRESS,
      switchboardTwapAggregator: ZERO_ADDRESS,
      pythPrice: ZERO_ADDRESS,
      blockPriceUsage: false,
    },
    depositWithdrawalCap: NO_CAP,
    debtWithdrawalCap: NO_CAP,
    elevationGroups: Array.from({ length: 20 }, () => 0),
    disableUsageAsCollateralOutsideElevationGroup: false,
    utilizationLimitBlockBorrowingAbovePct: 0,
    autodeleverageEnabled: false,
    proposerAuthorityLocked: false,
    borrowLimitOutsideElevationGroupRaw: U64_MAX,
    borrowLimitAgainstThisCollateralInElevationGroupRaw: Array.from({ length: ELEVATION_GROUPS }, () => 0n),
    debtMaturityAt: 0n,
    debtTermSeconds: 0n,
    rewardsPerAccrualUnitRaw: 0n,
    permissionedOps: 0n,
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
  return {
    version: 1n,
    lastUpdate: { slot: 300_000_000n, stale: false, priceStatus: 63, timestamp: 0, ...lastUpdate },
    lendingMarket: addressFromLabel('lending market'),
    farmCollateral: ZERO_ADDRESS,
    farmDebt: ZERO_ADDRESS,
    liquidity: {
      mint: addressFromLabel(`mint of ${symbol}`),
      supplyVault: addressFromLabel(`supply vault of ${symbol}`),
      feeVault: addressFromLabel(`fee vault of ${symbol}`),
      tokenProgram: TOKEN_PROGRAM_ADDRESS,
      availableAmountRaw: 400_000_000_000n,
      borrowedAmountSf: 600_000_000_000n << 60n,
      marketPriceSf: SF_ONE,
      marketPriceUpdatedAt: 1_730_000_000n,
      mintDecimals: 6,
      depositLimitCrossedAt: 0n,
      borrowLimitCrossedAt: 0n,
      cumulativeBorrowRateBsf: (SF_ONE * 11n) / 10n,
      accumulatedProtocolFeesSf: 1_000_000n << 60n,
      accumulatedReferrerFeesSf: 0n,
      pendingReferrerFeesSf: 0n,
      absoluteReferralRateSf: 0n,
      rewardsAvailableRaw: 0n,
      ...liquidity,
    },
    collateral: {
      mint: addressFromLabel(`collateral mint of ${symbol}`),
      supplyVault: addressFromLabel(`collateral vault of ${symbol}`),
      mintTotalSupplyRaw: 950_000_000_000n,
    },
    config: buildReserveConfig(symbol, config),
    borrowedAmountOutsideElevationGroupRaw: 0n,
    borrowedAmountsAgainstThisReserveInElevationGroupsRaw: Array.from({ length: ELEVATION_GROUPS }, () => 0n),
    withdrawQueue: { queuedCollateralRaw: 0n, nextIssuedTicketSequence: 0n, nextWithdrawableTicketSequence: 0n },
    ...rest,
  };
}

/** A lending market without elevation groups, referral fee or switches; every part can be overridden. */
export function buildLendingMarket(name: string, overrides: Partial<LendingMarketFields> = {}): LendingMarketFields {
  const owner = addressFromLabel(`owner of ${name}`);
  return {
    version: 1n,
    bumpSeed: 255n,
    owner,
    ownerCached: owner,
    quoteCurrencyBytes: encodeFixedText('USD'),
    referralFeeBps: 0,
    emergencyMode: false,
    autodeleverageEnabled: false,
    borrowDisabled: false,
    priceRefreshTriggerToMaxAgePct: 0,
    liquidationMaxDebtCloseFactorPct: 20,
    insolvencyRiskUnhealthyLtvPct: 95,
    minFullLiquidationValueThreshold: 2n,
    maxLiquidatableDebtMarketValueAtOnce: 500_000n,
    globalAllowedBorrowValue: 45_000_000n,
    emergencyCouncil: ZERO_ADDRESS,
    elevationGroups: Array.from({ length: ELEVATION_GROUPS }, () => ({
      id: 0,
      maxLiquidationBonusBps: 0,
      loanToValuePct: 0,
      liquidationThresholdPct: 0,
      allowNewLoans: false,
      maxReservesAsCollateral: 0,
      debtReserve: ZERO_ADDRESS,
    })),
    minNetValueInObligationSf: 0n,
    minValueSkipLiquidationLtvChecks: 0n,
    nameBytes: encodeFixedText(name),
    minValueSkipLiquidationBorrowFactorChecks: 0n,
    individualAutodeleverageMarginCallPeriodSeconds: 0n,
    minInitialDepositAmountRaw: 0n,
    obligationOrderExecutionEnabled: false,
    immutable: false,
    obligationOrderCreationEnabled: false,
    priceTriggeredLiquidationDisabled: false,
    matureReserveDebtLiquidationEnabled: false,
    obligationBorrowDebtTermLiquidationEnabled: false,
    borrowOrderCreationEnabled: false,
    borrowOrderExecutionEnabled: false,
    proposerAuthority: ZERO_ADDRESS,
    minBorrowOrderFillValue: 0n,
    withdrawTicketIssuanceEnabled: false,
    withdrawTicketRedemptionEnabled: false,
    obligationBorrowRolloverConfigurationEnabled: false,
    obligationBorrowMigrationToFixedExecutionEnabled: false,
    withdrawTicketCancellationEnabled: false,
    reserveRewardsMaxAprBps: 0,
    minWithdrawQueuedLiquidityValue: 0n,
    fixedTermRolloverWindowSeconds: 0n,
    openTermRolloverWindowSeconds: 0n,
    minPartialRolloverValue: 0n,
    termBasedFullLiquidationDurationSeconds: 0n,
    permissioningAuthority: ZERO_ADDRESS,
    permissionedOps: 0n,
    ...overrides,
  };
}
