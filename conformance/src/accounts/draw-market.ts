import type { Random } from '../../../packages/protocols/src/kamino/test/fuzz/index.ts';
import { encodeMarketWithSdk, sdkInteger } from '../sdk.ts';
import { createDraw, type Draw } from './draw.ts';
import { drawNameBytes } from './draw-reserve.ts';

const NAMES = ['Main Market', 'JLP Market', 'Altcoins Market', ''];

/** Bytes of a lending market with random fields, as the SDK's codec writes them. */
export function drawMarketBytes(random: Random): Uint8Array {
  const draw = createDraw(random, random.chance(0.5));
  return encodeMarketWithSdk({
    version: sdkInteger(random.chance(0.03) ? random.upToBits(64) : 1n),
    bumpSeed: draw.u64(),
    lendingMarketOwner: draw.address(),
    lendingMarketOwnerCached: draw.address(),
    quoteCurrency: text('USD'),
    reserved0: draw.padding8(8),
    reserved1: draw.padding8(8),
    emergencyCouncil: draw.address(),
    elevationGroups: draw.list(32, () => drawElevationGroup(draw)),
    elevationGroupPadding: draw.padding64(90),
    minNetValueInObligationSf: draw.u128(),
    name: random.chance(0.7) ? text(random.pick(NAMES)) : drawNameBytes(random, draw),
    proposerAuthority: draw.address(),
    permissioningAuthority: draw.address(),
    padding1: draw.padding64(153),
    padding2: draw.padding8(1),
    ...drawSmall(random, draw),
    ...drawWide(draw),
  });
}

function drawElevationGroup(draw: Draw): object {
  return {
    maxLiquidationBonusBps: draw.u16(),
    id: draw.u8(),
    ltvPct: draw.u8(),
    liquidationThresholdPct: draw.u8(),
    allowNewLoans: draw.flag(),
    maxReservesAsCollateral: draw.u8(),
    padding0: draw.u8(),
    debtReserve: draw.address(),
    padding1: draw.padding64(4),
  };
}

function drawSmall(random: Random, draw: Draw): object {
  return {
    // Above 100 % ours refuses the account.
    referralFeeBps: random.chance(0.05) ? 10_001 + random.below(55_535) : draw.u16() % 10_001,
    reserveRewardsMaxAprBps: draw.u16(),
    emergencyMode: draw.flag(),
    autodeleverageEnabled: draw.flag(),
    borrowDisabled: draw.flag(),
    priceRefreshTriggerToMaxAgePct: draw.u8(),
    liquidationMaxDebtCloseFactorPct: draw.u8(),
    insolvencyRiskUnhealthyLtvPct: draw.u8(),
    obligationOrderExecutionEnabled: draw.flag(),
    immutable: draw.flag(),
    obligationOrderCreationEnabled: draw.flag(),
    priceTriggeredLiquidationDisabled: draw.flag(),
    matureReserveDebtLiquidationEnabled: draw.flag(),
    obligationBorrowDebtTermLiquidationEnabled: draw.flag(),
    borrowOrderCreationEnabled: draw.flag(),
    borrowOrderExecutionEnabled: draw.flag(),
    withdrawTicketIssuanceEnabled: draw.flag(),
    withdrawTicketRedemptionEnabled: draw.flag(),
    obligationBorrowRolloverConfigurationEnabled: draw.flag(),
    obligationBorrowMigrationToFixedExecutionEnabled: draw.flag(),
    withdrawTicketCancellationEnabled: draw.flag(),
  };
}

function drawWide(draw: Draw): object {
  return {
    minFullLiquidationValueThreshold: draw.u64(),
    maxLiquidatableDebtMarketValueAtOnce: draw.u64(),
    globalAllowedBorrowValue: draw.u64(),
    minValueSkipLiquidationLtvChecks: draw.u64(),
    minValueSkipLiquidationBfChecks: draw.u64(),
    individualAutodeleverageMarginCallPeriodSecs: draw.u64(),
    minInitialDepositAmount: draw.u64(),
    minBorrowOrderFillValue: draw.u64(),
    minWithdrawQueuedLiquidityValue: draw.u64(),
    fixedTermRolloverWindowDurationSeconds: draw.u64(),
    openTermRolloverWindowDurationSeconds: draw.u64(),
    minPartialRolloverValue: draw.u64(),
    termBasedFullLiquidationDurationSecs: draw.u64(),
    permissionedOps: draw.u64(),
  };
}

function text(value: string): number[] {
  const bytes = Buffer.from(value);
  return Array.from({ length: 32 }, (_, i) => bytes[i] ?? 0);
}
