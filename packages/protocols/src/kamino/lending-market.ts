/** One of a market's 32 elevation groups (e-mode): assets that may be borrowed against each other at better terms. */
export interface ElevationGroup {
  /** 1..32; 0 = the place is unused. */
  readonly id: number;
  readonly maxLiquidationBonusBps: number;
  readonly loanToValuePct: number;
  readonly liquidationThresholdPct: number;
  readonly allowNewLoans: boolean;
  readonly maxReservesAsCollateral: number;
  readonly debtReserve: string;
}

/** Everything a LendingMarket account holds but its address; the argument of `encodeLendingMarket`. */
export interface LendingMarketFields {
  readonly version: bigint;
  readonly bumpSeed: bigint;
  readonly owner: string;
  readonly ownerCached: string;
  /** 32 bytes, "USD" and NULs in practice. */
  readonly quoteCurrencyBytes: Uint8Array;
  /** Share of the protocol's take that goes to referrers. */
  readonly referralFeeBps: number;
  readonly emergencyMode: boolean;
  readonly autodeleverageEnabled: boolean;
  readonly borrowDisabled: boolean;
  readonly priceRefreshTriggerToMaxAgePct: number;
  readonly liquidationMaxDebtCloseFactorPct: number;
  readonly insolvencyRiskUnhealthyLtvPct: number;
  readonly minFullLiquidationValueThreshold: bigint;
  readonly maxLiquidatableDebtMarketValueAtOnce: bigint;
  readonly globalAllowedBorrowValue: bigint;
  readonly emergencyCouncil: string;
  /** 32 places. */
  readonly elevationGroups: readonly ElevationGroup[];
  readonly minNetValueInObligationSf: bigint;
  readonly minValueSkipLiquidationLtvChecks: bigint;
  /** 32 bytes, NUL padded; often empty. */
  readonly nameBytes: Uint8Array;
  readonly minValueSkipLiquidationBorrowFactorChecks: bigint;
  readonly individualAutodeleverageMarginCallPeriodSeconds: bigint;
  readonly minInitialDepositAmountRaw: bigint;
  readonly obligationOrderExecutionEnabled: boolean;
  readonly immutable: boolean;
  readonly obligationOrderCreationEnabled: boolean;
  readonly priceTriggeredLiquidationDisabled: boolean;
  readonly matureReserveDebtLiquidationEnabled: boolean;
  readonly obligationBorrowDebtTermLiquidationEnabled: boolean;
  readonly borrowOrderCreationEnabled: boolean;
  readonly borrowOrderExecutionEnabled: boolean;
  readonly proposerAuthority: string;
  readonly minBorrowOrderFillValue: bigint;
  readonly withdrawTicketIssuanceEnabled: boolean;
  readonly withdrawTicketRedemptionEnabled: boolean;
  readonly obligationBorrowRolloverConfigurationEnabled: boolean;
  readonly obligationBorrowMigrationToFixedExecutionEnabled: boolean;
  readonly withdrawTicketCancellationEnabled: boolean;
  /** Ceiling on the reserves' own supply rewards, APR in basis points. */
  readonly reserveRewardsMaxAprBps: number;
  readonly minWithdrawQueuedLiquidityValue: bigint;
  readonly fixedTermRolloverWindowSeconds: bigint;
  readonly openTermRolloverWindowSeconds: bigint;
  readonly minPartialRolloverValue: bigint;
  readonly termBasedFullLiquidationDurationSeconds: bigint;
  readonly permissioningAuthority: string;
  /** Bit set of operations that need a permission. */
  readonly permissionedOps: bigint;
}

/** A decoded LendingMarket account. Read-only; independent of the bytes it came from. */
export interface LendingMarket extends LendingMarketFields {
  readonly address: string;
  /** Name on chain, see {@link decodeFixedText}; empty in early accounts. */
  readonly name: string;
  /** Quote currency of every value in the market, "USD" in practice. */
  readonly quoteCurrency: string;
}
