import { viewOf, writeFlag, writeU64, writeU128 } from '@tidemark/core';
import { startAccount, writeAddress, writeTextField } from '../common/account-fields.ts';
import { LENDING_MARKET_ACCOUNT_SIZE, LENDING_MARKET_DISCRIMINATOR } from './constants.ts';
import { ELEVATION_GROUP, MARKET, TEXT_BYTES } from './layout.ts';
import type { ElevationGroup, LendingMarketFields } from './lending-market.ts';

/**
 * The bytes of a LendingMarket account: `decodeLendingMarket` of the result gives the same fields back. Bytes that no
 * field names are zero, or those of `onto` (copied, not changed): some of them are not zero on chain.
 * Throws `INVALID_BASE58` for a malformed address and `WRONG_SIZE` for an `onto` of another size.
 */
export function encodeLendingMarket(fields: LendingMarketFields, onto?: Uint8Array): Uint8Array {
  const data = startAccount(LENDING_MARKET_ACCOUNT_SIZE, onto, LENDING_MARKET_DISCRIMINATOR);
  const view = viewOf(data);
  writeU64(view, MARKET.version, fields.version);
  writeTextField(data, MARKET.name, fields.nameBytes, TEXT_BYTES);
  writeTextField(data, MARKET.quoteCurrency, fields.quoteCurrencyBytes, TEXT_BYTES);
  encodeAuthorities(data, view, fields);
  encodeRiskSettings(view, fields);
  encodeSwitches(view, fields);
  encodeTerms(view, fields);
  fields.elevationGroups.forEach((group, i) => {
    encodeElevationGroup(data, view, MARKET.elevationGroups + i * ELEVATION_GROUP.size, group);
  });
  return data;
}

function encodeAuthorities(data: Uint8Array, view: DataView, fields: LendingMarketFields): void {
  writeU64(view, MARKET.bumpSeed, fields.bumpSeed);
  writeAddress(data, MARKET.owner, fields.owner);
  writeAddress(data, MARKET.ownerCached, fields.ownerCached);
  writeAddress(data, MARKET.emergencyCouncil, fields.emergencyCouncil);
  writeAddress(data, MARKET.proposerAuthority, fields.proposerAuthority);
  writeAddress(data, MARKET.permissioningAuthority, fields.permissioningAuthority);
  writeU64(view, MARKET.permissionedOps, fields.permissionedOps);
}

function encodeRiskSettings(view: DataView, fields: LendingMarketFields): void {
  view.setUint16(MARKET.referralFeeBps, fields.referralFeeBps, true);
  view.setUint8(MARKET.priceRefreshTriggerToMaxAgePct, fields.priceRefreshTriggerToMaxAgePct);
  view.setUint8(MARKET.liquidationMaxDebtCloseFactorPct, fields.liquidationMaxDebtCloseFactorPct);
  view.setUint8(MARKET.insolvencyRiskUnhealthyLtvPct, fields.insolvencyRiskUnhealthyLtvPct);
  writeU64(view, MARKET.minFullLiquidationValueThreshold, fields.minFullLiquidationValueThreshold);
  writeU64(view, MARKET.maxLiquidatableDebtMarketValueAtOnce, fields.maxLiquidatableDebtMarketValueAtOnce);
  writeU64(view, MARKET.globalAllowedBorrowValue, fields.globalAllowedBorrowValue);
  writeU128(view, MARKET.minNetValueInObligationSf, fields.minNetValueInObligationSf);
  writeU64(view, MARKET.minValueSkipLiquidationLtvChecks, fields.minValueSkipLiquidationLtvChecks);
  writeU64(view, MARKET.minValueSkipLiquidationBorrowFactorChecks, fields.minValueSkipLiquidationBorrowFactorChecks);
  writeU64(view, MARKET.minInitialDepositAmount, fields.minInitialDepositAmountRaw);
  writeU64(view, MARKET.minBorrowOrderFillValue, fields.minBorrowOrderFillValue);
  view.setUint16(MARKET.reserveRewardsMaxAprBps, fields.reserveRewardsMaxAprBps, true);
  writeU64(view, MARKET.minWithdrawQueuedLiquidityValue, fields.minWithdrawQueuedLiquidityValue);
}

function encodeSwitches(view: DataView, fields: LendingMarketFields): void {
  writeFlag(view, MARKET.emergencyMode, fields.emergencyMode);
  writeFlag(view, MARKET.autodeleverageEnabled, fields.autodeleverageEnabled);
  writeFlag(view, MARKET.borrowDisabled, fields.borrowDisabled);
  writeFlag(view, MARKET.obligationOrderExecutionEnabled, fields.obligationOrderExecutionEnabled);
  writeFlag(view, MARKET.immutable, fields.immutable);
  writeFlag(view, MARKET.obligationOrderCreationEnabled, fields.obligationOrderCreationEnabled);
  writeFlag(view, MARKET.priceTriggeredLiquidationDisabled, fields.priceTriggeredLiquidationDisabled);
  writeFlag(view, MARKET.matureReserveDebtLiquidationEnabled, fields.matureReserveDebtLiquidationEnabled);
  writeFlag(view, MARKET.obligationBorrowDebtTermLiquidationEnabled, fields.obligationBorrowDebtTermLiquidationEnabled);
  writeFlag(view, MARKET.borrowOrderCreationEnabled, fields.borrowOrderCreationEnabled);
  writeFlag(view, MARKET.borrowOrderExecutionEnabled, fields.borrowOrderExecutionEnabled);
  writeFlag(view, MARKET.withdrawTicketIssuanceEnabled, fields.withdrawTicketIssuanceEnabled);
  writeFlag(view, MARKET.withdrawTicketRedemptionEnabled, fields.withdrawTicketRedemptionEnabled);
  writeFlag(
    view,
    MARKET.obligationBorrowRolloverConfigurationEnabled,
    fields.obligationBorrowRolloverConfigurationEnabled,
  );
  writeFlag(
    view,
    MARKET.obligationBorrowMigrationToFixedExecutionEnabled,
    fields.obligationBorrowMigrationToFixedExecutionEnabled,
  );
  writeFlag(view, MARKET.withdrawTicketCancellationEnabled, fields.withdrawTicketCancellationEnabled);
}

function encodeTerms(view: DataView, fields: LendingMarketFields): void {
  writeU64(
    view,
    MARKET.individualAutodeleverageMarginCallPeriodSeconds,
    fields.individualAutodeleverageMarginCallPeriodSeconds,
  );
  writeU64(view, MARKET.fixedTermRolloverWindowSeconds, fields.fixedTermRolloverWindowSeconds);
  writeU64(view, MARKET.openTermRolloverWindowSeconds, fields.openTermRolloverWindowSeconds);
  writeU64(view, MARKET.minPartialRolloverValue, fields.minPartialRolloverValue);
  writeU64(view, MARKET.termBasedFullLiquidationDurationSeconds, fields.termBasedFullLiquidationDurationSeconds);
}

function encodeElevationGroup(data: Uint8Array, view: DataView, base: number, group: ElevationGroup): void {
  view.setUint8(base + ELEVATION_GROUP.id, group.id);
  view.setUint16(base + ELEVATION_GROUP.maxLiquidationBonusBps, group.maxLiquidationBonusBps, true);
  view.setUint8(base + ELEVATION_GROUP.loanToValuePct, group.loanToValuePct);
  view.setUint8(base + ELEVATION_GROUP.liquidationThresholdPct, group.liquidationThresholdPct);
  writeFlag(view, base + ELEVATION_GROUP.allowNewLoans, group.allowNewLoans);
  view.setUint8(base + ELEVATION_GROUP.maxReservesAsCollateral, group.maxReservesAsCollateral);
  writeAddress(data, base + ELEVATION_GROUP.debtReserve, group.debtReserve);
}
