import { bytes, type FieldRule, flag, same } from './rules.ts';

/** Every field of a LendingMarket, by our name and the SDK's. */
export const MARKET_RULES: readonly FieldRule[] = [
  same('version', 'version'),
  same('bumpSeed', 'bumpSeed'),
  same('owner', 'lendingMarketOwner'),
  same('ownerCached', 'lendingMarketOwnerCached'),
  bytes('quoteCurrencyBytes', 'quoteCurrency[]'),
  bytes('nameBytes', 'name[]'),
  same('minInitialDepositAmountRaw', 'minInitialDepositAmount'),
  same('minValueSkipLiquidationBorrowFactorChecks', 'minValueSkipLiquidationBfChecks'),
  same('individualAutodeleverageMarginCallPeriodSeconds', 'individualAutodeleverageMarginCallPeriodSecs'),
  same('fixedTermRolloverWindowSeconds', 'fixedTermRolloverWindowDurationSeconds'),
  same('openTermRolloverWindowSeconds', 'openTermRolloverWindowDurationSeconds'),
  same('termBasedFullLiquidationDurationSeconds', 'termBasedFullLiquidationDurationSecs'),
  ...[
    'referralFeeBps',
    'priceRefreshTriggerToMaxAgePct',
    'liquidationMaxDebtCloseFactorPct',
    'insolvencyRiskUnhealthyLtvPct',
    'minFullLiquidationValueThreshold',
    'maxLiquidatableDebtMarketValueAtOnce',
    'globalAllowedBorrowValue',
    'emergencyCouncil',
    'minNetValueInObligationSf',
    'minValueSkipLiquidationLtvChecks',
    'proposerAuthority',
    'minBorrowOrderFillValue',
    'reserveRewardsMaxAprBps',
    'minWithdrawQueuedLiquidityValue',
    'minPartialRolloverValue',
    'permissioningAuthority',
    'permissionedOps',
  ].map((name) => same(name, name)),
  ...[
    'emergencyMode',
    'autodeleverageEnabled',
    'borrowDisabled',
    'obligationOrderExecutionEnabled',
    'immutable',
    'obligationOrderCreationEnabled',
    'priceTriggeredLiquidationDisabled',
    'matureReserveDebtLiquidationEnabled',
    'obligationBorrowDebtTermLiquidationEnabled',
    'borrowOrderCreationEnabled',
    'borrowOrderExecutionEnabled',
    'withdrawTicketIssuanceEnabled',
    'withdrawTicketRedemptionEnabled',
    'obligationBorrowRolloverConfigurationEnabled',
    'obligationBorrowMigrationToFixedExecutionEnabled',
    'withdrawTicketCancellationEnabled',
  ].map((name) => flag(name, name)),
  ...[
    ['id', 'id'],
    ['maxLiquidationBonusBps', 'maxLiquidationBonusBps'],
    ['loanToValuePct', 'ltvPct'],
    ['liquidationThresholdPct', 'liquidationThresholdPct'],
    ['maxReservesAsCollateral', 'maxReservesAsCollateral'],
    ['debtReserve', 'debtReserve'],
  ].map(([ours, sdk]) => same(`elevationGroups[].${ours}`, `elevationGroups[].${sdk}`)),
  flag('elevationGroups[].allowNewLoans', 'elevationGroups[].allowNewLoans'),
];

/** Leaves of ours that no account holds as a field; each is compared elsewhere or is not the account's. */
export const MARKET_OURS_ELSEWHERE: Readonly<Record<string, string>> = {
  address: 'the address the caller asked for, not in the bytes',
  name: 'read from nameBytes; compared as a number of its own',
  quoteCurrency: 'read from quoteCurrencyBytes; compared as a number of its own',
};

/** Leaves of the SDK that we do not read, and why. */
export const MARKET_SDK_UNREAD: Readonly<Record<string, string>> = {
  'reserved0[]': 'reserved; not zero on chain',
  'reserved1[]': 'reserved; not zero on chain',
  'elevationGroups[].padding0': 'padding',
  'elevationGroups[].padding1[]': 'padding',
  'elevationGroupPadding[]': 'padding',
  'padding1[]': 'padding',
  'padding2[]': 'padding',
};
