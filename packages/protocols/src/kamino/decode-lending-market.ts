import { type AccountBytes, expectAccountShape } from '@tidemark/core';
import { readFlag, readU64, readU128, viewOf } from '@tidemark/core';
import { LendingError } from '@tidemark/core';
import { decodeFixedText, readAddress } from '../common/account-fields.ts';
import { KAMINO_LEND_PROGRAM_ADDRESS, LENDING_MARKET_ACCOUNT_SIZE, LENDING_MARKET_DISCRIMINATOR } from './constants.ts';
import { expectSupportedVersion } from './decode-reserve.ts';
import { ELEVATION_GROUP, MARKET, TEXT_BYTES } from './layout.ts';
import type { ElevationGroup, LendingMarket } from './lending-market.ts';

const SHAPE = {
  owner: KAMINO_LEND_PROGRAM_ADDRESS,
  size: LENDING_MARKET_ACCOUNT_SIZE,
  discriminator: LENDING_MARKET_DISCRIMINATOR,
};

/**
 * Decodes a LendingMarket account. Checks in this order, first failure thrown: `WRONG_OWNER`, `WRONG_SIZE`,
 * `WRONG_DISCRIMINATOR`, `UNSUPPORTED_VERSION`, `INVALID_REFERRAL_FEE`. The result does not share memory with the bytes.
 */
export function decodeLendingMarket(account: AccountBytes): LendingMarket {
  expectAccountShape(account, SHAPE);
  const { address, data } = account;
  const view = viewOf(data);
  const version = expectSupportedVersion(readU64(view, MARKET.version), address);
  const nameBytes = data.slice(MARKET.name, MARKET.name + TEXT_BYTES);
  const quoteCurrencyBytes = data.slice(MARKET.quoteCurrency, MARKET.quoteCurrency + TEXT_BYTES);
  return {
    address,
    name: decodeFixedText(nameBytes),
    quoteCurrency: decodeFixedText(quoteCurrencyBytes),
    version,
    nameBytes,
    quoteCurrencyBytes,
    ...decodeAuthorities(data, view),
    ...decodeRiskSettings(view, address),
    ...decodeSwitches(view),
    ...decodeTerms(view),
    elevationGroups: decodeElevationGroups(data, view),
  };
}

function decodeAuthorities(data: Uint8Array, view: DataView) {
  return {
    bumpSeed: readU64(view, MARKET.bumpSeed),
    owner: readAddress(data, MARKET.owner),
    ownerCached: readAddress(data, MARKET.ownerCached),
    emergencyCouncil: readAddress(data, MARKET.emergencyCouncil),
    proposerAuthority: readAddress(data, MARKET.proposerAuthority),
    permissioningAuthority: readAddress(data, MARKET.permissioningAuthority),
    permissionedOps: readU64(view, MARKET.permissionedOps),
  };
}

function decodeRiskSettings(view: DataView, address: string) {
  return {
    referralFeeBps: decodeReferralFee(view.getUint16(MARKET.referralFeeBps, true), address),
    priceRefreshTriggerToMaxAgePct: view.getUint8(MARKET.priceRefreshTriggerToMaxAgePct),
    liquidationMaxDebtCloseFactorPct: view.getUint8(MARKET.liquidationMaxDebtCloseFactorPct),
    insolvencyRiskUnhealthyLtvPct: view.getUint8(MARKET.insolvencyRiskUnhealthyLtvPct),
    minFullLiquidationValueThreshold: readU64(view, MARKET.minFullLiquidationValueThreshold),
    maxLiquidatableDebtMarketValueAtOnce: readU64(view, MARKET.maxLiquidatableDebtMarketValueAtOnce),
    globalAllowedBorrowValue: readU64(view, MARKET.globalAllowedBorrowValue),
    minNetValueInObligationSf: readU128(view, MARKET.minNetValueInObligationSf),
    minValueSkipLiquidationLtvChecks: readU64(view, MARKET.minValueSkipLiquidationLtvChecks),
    minValueSkipLiquidationBorrowFactorChecks: readU64(view, MARKET.minValueSkipLiquidationBorrowFactorChecks),
    minInitialDepositAmountRaw: readU64(view, MARKET.minInitialDepositAmount),
    minBorrowOrderFillValue: readU64(view, MARKET.minBorrowOrderFillValue),
    reserveRewardsMaxAprBps: view.getUint16(MARKET.reserveRewardsMaxAprBps, true),
    minWithdrawQueuedLiquidityValue: readU64(view, MARKET.minWithdrawQueuedLiquidityValue),
  };
}

/** A share of what the protocol takes: above 100 % the protocol's part of the interest would be below zero. */
function decodeReferralFee(bps: number, address: string): number {
  if (bps <= 10_000) return bps;
  throw new LendingError('INVALID_REFERRAL_FEE', {
    address,
    field: 'referralFeeBps',
    expected: '0..10000',
    actual: String(bps),
  });
}

function decodeSwitches(view: DataView) {
  return {
    emergencyMode: readFlag(view, MARKET.emergencyMode),
    autodeleverageEnabled: readFlag(view, MARKET.autodeleverageEnabled),
    borrowDisabled: readFlag(view, MARKET.borrowDisabled),
    obligationOrderExecutionEnabled: readFlag(view, MARKET.obligationOrderExecutionEnabled),
    immutable: readFlag(view, MARKET.immutable),
    obligationOrderCreationEnabled: readFlag(view, MARKET.obligationOrderCreationEnabled),
    priceTriggeredLiquidationDisabled: readFlag(view, MARKET.priceTriggeredLiquidationDisabled),
    matureReserveDebtLiquidationEnabled: readFlag(view, MARKET.matureReserveDebtLiquidationEnabled),
    obligationBorrowDebtTermLiquidationEnabled: readFlag(view, MARKET.obligationBorrowDebtTermLiquidationEnabled),
    borrowOrderCreationEnabled: readFlag(view, MARKET.borrowOrderCreationEnabled),
    borrowOrderExecutionEnabled: readFlag(view, MARKET.borrowOrderExecutionEnabled),
    withdrawTicketIssuanceEnabled: readFlag(view, MARKET.withdrawTicketIssuanceEnabled),
    withdrawTicketRedemptionEnabled: readFlag(view, MARKET.withdrawTicketRedemptionEnabled),
    obligationBorrowRolloverConfigurationEnabled: readFlag(view, MARKET.obligationBorrowRolloverConfigurationEnabled),
    obligationBorrowMigrationToFixedExecutionEnabled: readFlag(
      view,
      MARKET.obligationBorrowMigrationToFixedExecutionEnabled,
    ),
    withdrawTicketCancellationEnabled: readFlag(view, MARKET.withdrawTicketCancellationEnabled),
  };
}

function decodeTerms(view: DataView) {
  return {
    individualAutodeleverageMarginCallPeriodSeconds: readU64(
      view,
      MARKET.individualAutodeleverageMarginCallPeriodSeconds,
    ),
    fixedTermRolloverWindowSeconds: readU64(view, MARKET.fixedTermRolloverWindowSeconds),
    openTermRolloverWindowSeconds: readU64(view, MARKET.openTermRolloverWindowSeconds),
    minPartialRolloverValue: readU64(view, MARKET.minPartialRolloverValue),
    termBasedFullLiquidationDurationSeconds: readU64(view, MARKET.termBasedFullLiquidationDurationSeconds),
  };
}

function decodeElevationGroups(data: Uint8Array, view: DataView): ElevationGroup[] {
  const groups: ElevationGroup[] = [];
  for (let i = 0; i < ELEVATION_GROUP.count; i++) {
    const base = MARKET.elevationGroups + i * ELEVATION_GROUP.size;
    groups.push({
      id: view.getUint8(base + ELEVATION_GROUP.id),
      maxLiquidationBonusBps: view.getUint16(base + ELEVATION_GROUP.maxLiquidationBonusBps, true),
      loanToValuePct: view.getUint8(base + ELEVATION_GROUP.loanToValuePct),
      liquidationThresholdPct: view.getUint8(base + ELEVATION_GROUP.liquidationThresholdPct),
      allowNewLoans: readFlag(view, base + ELEVATION_GROUP.allowNewLoans),
      maxReservesAsCollateral: view.getUint8(base + ELEVATION_GROUP.maxReservesAsCollateral),
      debtReserve: readAddress(data, base + ELEVATION_GROUP.debtReserve),
    });
  }
  return groups;
}
