import { address, bytes, type Decoded, flag, list, u8, u16, u64, u128 } from '../common/account-layout.ts';

/** One of a market's elevation groups (e-mode): assets that may be borrowed against each other at better terms. */
const elevationGroup = (at: number) => ({
  /** 1..32; 0 = the place is unused. */
  id: u8(at + 2),
  maxLiquidationBonusBps: u16(at),
  loanToValuePct: u8(at + 3),
  liquidationThresholdPct: u8(at + 4),
  allowNewLoans: flag(at + 5),
  maxReservesAsCollateral: u8(at + 6),
  debtReserve: address(at + 8),
});

/** Everything a LendingMarket account holds. The order is that of the stored JSON. */
export const MARKET = {
  version: u64(8, { code: 'UNSUPPORTED_VERSION', least: 1, most: 1 }),
  /** NUL padded; often empty. */
  nameBytes: bytes(3248, 32),
  /** "USD" and NULs in practice. */
  quoteCurrencyBytes: bytes(88, 32),
  bumpSeed: u64(16),
  owner: address(24),
  ownerCached: address(56),
  emergencyCouncil: address(160),
  proposerAuthority: address(3312),
  permissioningAuthority: address(3400),
  /** Bit set of operations that need a permission. */
  permissionedOps: u64(3432),
  /** Share of the protocol's take that goes to referrers. Above 100 % the protocol's part of the interest would be below zero. */
  referralFeeBps: u16(120, { code: 'INVALID_REFERRAL_FEE', most: 10_000 }),
  priceRefreshTriggerToMaxAgePct: u8(125),
  liquidationMaxDebtCloseFactorPct: u8(126),
  insolvencyRiskUnhealthyLtvPct: u8(127),
  minFullLiquidationValueThreshold: u64(128),
  maxLiquidatableDebtMarketValueAtOnce: u64(136),
  globalAllowedBorrowValue: u64(152),
  minNetValueInObligationSf: u128(3224),
  minValueSkipLiquidationLtvChecks: u64(3240),
  minValueSkipLiquidationBorrowFactorChecks: u64(3280),
  minInitialDepositAmountRaw: u64(3296),
  minBorrowOrderFillValue: u64(3344),
  /** Ceiling on the reserves' own supply rewards, APR in basis points. */
  reserveRewardsMaxAprBps: u16(3358),
  minWithdrawQueuedLiquidityValue: u64(3360),
  emergencyMode: flag(122),
  autodeleverageEnabled: flag(123),
  borrowDisabled: flag(124),
  obligationOrderExecutionEnabled: flag(3304),
  immutable: flag(3305),
  obligationOrderCreationEnabled: flag(3306),
  priceTriggeredLiquidationDisabled: flag(3307),
  matureReserveDebtLiquidationEnabled: flag(3308),
  obligationBorrowDebtTermLiquidationEnabled: flag(3309),
  borrowOrderCreationEnabled: flag(3310),
  borrowOrderExecutionEnabled: flag(3311),
  withdrawTicketIssuanceEnabled: flag(3352),
  withdrawTicketRedemptionEnabled: flag(3353),
  obligationBorrowRolloverConfigurationEnabled: flag(3354),
  obligationBorrowMigrationToFixedExecutionEnabled: flag(3355),
  withdrawTicketCancellationEnabled: flag(3356),
  individualAutodeleverageMarginCallPeriodSeconds: u64(3288),
  fixedTermRolloverWindowSeconds: u64(3368),
  openTermRolloverWindowSeconds: u64(3376),
  minPartialRolloverValue: u64(3384),
  termBasedFullLiquidationDurationSeconds: u64(3392),
  elevationGroups: list(200, [32, 72], elevationGroup),
};

/** Everything a LendingMarket account holds but its address; the argument of `encodeLendingMarket`. */
export type LendingMarketFields = Decoded<typeof MARKET>;
export type ElevationGroup = LendingMarketFields['elevationGroups'][number];

/** A decoded LendingMarket account. Read-only; independent of the bytes it came from. */
export interface LendingMarket extends LendingMarketFields {
  readonly address: string;
  /** Name on chain, see {@link decodeFixedText}; empty in early accounts. */
  readonly name: string;
  /** Quote currency of every value in the market, "USD" in practice. */
  readonly quoteCurrency: string;
}
