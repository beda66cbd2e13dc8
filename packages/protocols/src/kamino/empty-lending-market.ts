import { ZERO_ADDRESS } from '@tidemark/core';
import { SUPPORTED_ACCOUNT_VERSION } from './constants.ts';
import { ELEVATION_GROUP } from './layout.ts';
import type { ElevationGroup, LendingMarketFields } from './lending-market.ts';
import { encodeFixedText } from '../common/account-fields.ts';

const UNUSED_GROUP: ElevationGroup = {
  id: 0,
  maxLiquidationBonusBps: 0,
  loanToValuePct: 0,
  liquidationThresholdPct: 0,
  allowNewLoans: false,
  maxReservesAsCollateral: 0,
  debtReserve: ZERO_ADDRESS,
};

/** A fresh lending market to build others from by spreading: USD, no name, every switch off, every address empty. */
export function emptyLendingMarket(): LendingMarketFields {
  return {
    version: SUPPORTED_ACCOUNT_VERSION,
    bumpSeed: 0n,
    owner: ZERO_ADDRESS,
    ownerCached: ZERO_ADDRESS,
    quoteCurrencyBytes: encodeFixedText('USD'),
    referralFeeBps: 0,
    emergencyMode: false,
    autodeleverageEnabled: false,
    borrowDisabled: false,
    priceRefreshTriggerToMaxAgePct: 0,
    liquidationMaxDebtCloseFactorPct: 0,
    insolvencyRiskUnhealthyLtvPct: 0,
    minFullLiquidationValueThreshold: 0n,
    maxLiquidatableDebtMarketValueAtOnce: 0n,
    globalAllowedBorrowValue: 0n,
    emergencyCouncil: ZERO_ADDRESS,
    elevationGroups: Array.from({ length: ELEVATION_GROUP.count }, () => UNUSED_GROUP),
    minNetValueInObligationSf: 0n,
    minValueSkipLiquidationLtvChecks: 0n,
    nameBytes: encodeFixedText(''),
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
  };
}
