import { bytes, type FieldRule, flag, limbs, named, paddingWord, reservedBytes, same, withNames } from './rules.ts';

/** Every field of a Reserve, by our name and the SDK's. */
export const RESERVE_RULES: readonly FieldRule[] = [
  same('version', 'version'),
  same('lastUpdate.slot', 'lastUpdate.slot'),
  flag('lastUpdate.stale', 'lastUpdate.stale'),
  same('lastUpdate.priceStatus', 'lastUpdate.priceStatus'),
  reservedBytes('lastUpdate.timestamp', 'lastUpdate.placeholder[]', [2, 6]),
  same('lendingMarket', 'lendingMarket'),
  same('farmCollateral', 'farmCollateral'),
  same('farmDebt', 'farmDebt'),
  same('liquidity.mint', 'liquidity.mintPubkey'),
  same('liquidity.supplyVault', 'liquidity.supplyVault'),
  same('liquidity.feeVault', 'liquidity.feeVault'),
  same('liquidity.tokenProgram', 'liquidity.tokenProgram'),
  same('liquidity.availableAmountRaw', 'liquidity.totalAvailableAmount'),
  same('liquidity.borrowedAmountSf', 'liquidity.borrowedAmountSf'),
  same('liquidity.marketPriceSf', 'liquidity.marketPriceSf'),
  same('liquidity.marketPriceUpdatedAt', 'liquidity.marketPriceLastUpdatedTs'),
  same('liquidity.mintDecimals', 'liquidity.mintDecimals'),
  same('liquidity.depositLimitCrossedAt', 'liquidity.depositLimitCrossedTimestamp'),
  same('liquidity.borrowLimitCrossedAt', 'liquidity.borrowLimitCrossedTimestamp'),
  limbs('liquidity.cumulativeBorrowRateBsf', 'liquidity.cumulativeBorrowRateBsf.value[]'),
  same('liquidity.accumulatedProtocolFeesSf', 'liquidity.accumulatedProtocolFeesSf'),
  same('liquidity.accumulatedReferrerFeesSf', 'liquidity.accumulatedReferrerFeesSf'),
  same('liquidity.pendingReferrerFeesSf', 'liquidity.pendingReferrerFeesSf'),
  same('liquidity.absoluteReferralRateSf', 'liquidity.absoluteReferralRateSf'),
  same('liquidity.rewardsAvailableRaw', 'liquidity.rewardsAmountAvailable'),
  same('collateral.mint', 'collateral.mintPubkey'),
  same('collateral.supplyVault', 'collateral.supplyVault'),
  same('collateral.mintTotalSupplyRaw', 'collateral.mintTotalSupply'),
  same('borrowedAmountOutsideElevationGroupRaw', 'borrowedAmountOutsideElevationGroup'),
  same(
    'borrowedAmountsAgainstThisReserveInElevationGroupsRaw[]',
    'borrowedAmountsAgainstThisReserveInElevationGroups[]',
  ),
  same('withdrawQueue.queuedCollateralRaw', 'withdrawQueue.queuedCollateralAmount'),
  same('withdrawQueue.nextIssuedTicketSequence', 'withdrawQueue.nextIssuedTicketSequenceNumber'),
  same('withdrawQueue.nextWithdrawableTicketSequence', 'withdrawQueue.nextWithdrawableTicketSequenceNumber'),
  ...configRules(),
  ...tokenInfoRules(),
];

function configRules(): FieldRule[] {
  const rule = (make: (ours: string, sdk: string) => FieldRule, ours: string, sdk = ours) =>
    make(`config.${ours}`, `config.${sdk}`);
  return [
    named('config.status', 'config.status', ['active', 'obsolete', 'hidden']),
    withNames(reservedBytes('config.interestRateBasis', 'config.reserved1[]', [0, 1]), ['legacy', 'true_apr']),
    rule(same, 'hostFixedInterestRateBps'),
    rule(same, 'minDeleveragingBonusBps'),
    rule(flag, 'blockCtokenUsage'),
    rule(same, 'earlyRepayRemainingInterestPct'),
    rule(flag, 'emergencyMode'),
    rule(same, 'protocolOrderExecutionFeePct'),
    rule(same, 'protocolTakeRatePct'),
    rule(same, 'protocolLiquidationFeePct'),
    rule(same, 'loanToValuePct'),
    rule(same, 'liquidationThresholdPct'),
    rule(same, 'minLiquidationBonusBps'),
    rule(same, 'maxLiquidationBonusBps'),
    rule(same, 'badDebtLiquidationBonusBps'),
    rule(same, 'deleveragingMarginCallPeriodSeconds', 'deleveragingMarginCallPeriodSecs'),
    rule(same, 'deleveragingThresholdDecreaseBpsPerDay'),
    rule(same, 'deleveragingBonusIncreaseBpsPerDay'),
    rule(same, 'fees.originationFeeSf'),
    rule(same, 'fees.flashLoanFeeSf'),
    rule(same, 'borrowRateCurve[].utilizationRateBps', 'borrowRateCurve.points[].utilizationRateBps'),
    rule(same, 'borrowRateCurve[].borrowRateBps', 'borrowRateCurve.points[].borrowRateBps'),
    rule(same, 'borrowFactorPct'),
    rule(same, 'depositLimitRaw', 'depositLimit'),
    rule(same, 'borrowLimitRaw', 'borrowLimit'),
    ...['depositWithdrawalCap', 'debtWithdrawalCap'].flatMap((cap) => [
      rule(same, `${cap}.capacityRaw`, `${cap}.configCapacity`),
      rule(same, `${cap}.currentTotalRaw`, `${cap}.currentTotal`),
      rule(same, `${cap}.intervalStartAt`, `${cap}.lastIntervalStartTimestamp`),
      rule(same, `${cap}.intervalSeconds`, `${cap}.configIntervalLengthSeconds`),
    ]),
    rule(same, 'elevationGroups[]'),
    rule(flag, 'disableUsageAsCollateralOutsideElevationGroup', 'disableUsageAsCollOutsideEmode'),
    rule(same, 'utilizationLimitBlockBorrowingAbovePct'),
    rule(flag, 'autodeleverageEnabled'),
    rule(flag, 'proposerAuthorityLocked'),
    rule(same, 'borrowLimitOutsideElevationGroupRaw', 'borrowLimitOutsideElevationGroup'),
    rule(
      same,
      'borrowLimitAgainstThisCollateralInElevationGroupRaw[]',
      'borrowLimitAgainstThisCollateralInElevationGroup[]',
    ),
    rule(same, 'debtMaturityAt', 'debtMaturityTimestamp'),
    rule(same, 'debtTermSeconds'),
    rule(same, 'rewardsPerAccrualUnitRaw', 'rewardsAmountPerSlot'),
    paddingWord('config.permissionedOps', 'configPadding[]', 0),
  ];
}

function tokenInfoRules(): FieldRule[] {
  const info = (rule: (ours: string, sdk: string) => FieldRule, ours: string, sdk = ours) =>
    rule(`config.tokenInfo.${ours}`, `config.tokenInfo.${sdk}`);
  return [
    info(bytes, 'nameBytes', 'name[]'),
    info(same, 'heuristic.lower'),
    info(same, 'heuristic.upper'),
    info(same, 'heuristic.exp'),
    info(same, 'maxTwapDivergenceBps'),
    info(same, 'maxAgePriceSeconds'),
    info(same, 'maxAgeTwapSeconds'),
    info(same, 'scopePriceFeed', 'scopeConfiguration.priceFeed'),
    info(same, 'scopePriceChain[]', 'scopeConfiguration.priceChain[]'),
    info(same, 'scopeTwapChain[]', 'scopeConfiguration.twapChain[]'),
    info(same, 'switchboardPriceAggregator', 'switchboardConfiguration.priceAggregator'),
    info(same, 'switchboardTwapAggregator', 'switchboardConfiguration.twapAggregator'),
    info(same, 'pythPrice', 'pythConfiguration.price'),
    info(flag, 'blockPriceUsage'),
  ];
}

/** Leaves of ours that no account holds as a field; each is compared elsewhere or is not the account's. */
export const RESERVE_OURS_ELSEWHERE: Readonly<Record<string, string>> = {
  address: 'the address the caller asked for, not in the bytes',
  tokenSymbol: 'read from nameBytes; compared as a number of its own, because the SDK reads it otherwise',
};

/** Leaves of the SDK that we do not read, and why. */
export const RESERVE_SDK_UNREAD: Readonly<Record<string, string>> = {
  'liquidity.cumulativeBorrowRateBsf.padding[]': 'padding',
  'liquidity.padding2[]': 'padding',
  'liquidity.padding3[]': 'padding',
  'reserveLiquidityPadding[]': 'padding',
  'collateral.padding1[]': 'padding',
  'collateral.padding2[]': 'padding',
  'reserveCollateralPadding[]': 'padding',
  'config.paddingDeprecatedAssetTier': 'no longer used by the program; early accounts hold leftovers',
  'config.fees.padding[]': 'padding',
  'config.tokenInfo.reserved[]': 'reserved',
  'config.tokenInfo.padding[]': 'padding',
  'padding[]': 'padding',
};
