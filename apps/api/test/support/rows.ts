import { buildReserveConfig } from '@tidemark/protocols/kamino/testing';
import { createHash } from 'node:crypto';
import type { LendingMarketInput, ReserveInput, ReserveState } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { toJsonObject } from './json-object.ts';

const SF_ONE = 2n ** 60n;

export const sha256Of = (text: string): Uint8Array => new Uint8Array(createHash('sha256').update(text).digest());

/** When the work on an observation of a world began: never so long ago that another one is overdue, however long a test takes. */
export const AT_WORK = new Date(Date.UTC(2100, 0, 1));

/** Bank at second `seconds`, a multiple of a half, of a made-up chain with two slots a second. */
export function bankAt(seconds: number): { slot: bigint; observedAt: Date } {
  return { slot: 400_000_000n + BigInt(seconds * 2), observedAt: new Date(Date.UTC(2026, 8, 1) + seconds * 1000) };
}

/** What the columns of amounts and rates hold unless a test says otherwise. */
const PLAIN_AMOUNTS = {
  availableAmountF: 250_000.5,
  suppliedAmountF: 1_000_000.25,
  borrowedAmountF: 750_000,
  availableAmountUsdF: 30_521_311.0425,
  suppliedAmountUsdF: 122_085_030.52125,
  borrowedAmountUsdF: 91_563_750,
  priceUsdF: 122.085,
  priceUsable: true,
  utilizationF: 0.75,
  borrowAprF: 0.0533,
  borrowApyF: 0.0547562326721249,
  supplyAprF: 0.037,
  supplyApyF: 0.0376992320108351,
  rewardsAprF: 0,
} as const;

const PLAIN_ACCOUNT = {
  lastUpdateAt: null,
  lastUpdateStale: true,
  availableAmountRaw: 250_000_500_000n,
  borrowed: 750_000_000_000n * SF_ONE,
  borrowIndex: SF_ONE,
  accumulatedProtocolFeesSf: 0n,
  accumulatedReferrerFeesSf: 0n,
  pendingReferrerFeesSf: 0n,
  absoluteReferralRateSf: 0n,
  price: 122n * SF_ONE,
  priceUpdatedAt: null,
  priceStatus: 63,
  collateralSupplyRaw: 900_000_000_000n,
  rewardsAvailableRaw: 0n,
  queuedCollateralRaw: 0n,
  borrowedOutsideElevationGroupRaw: 0n,
  depositCapCurrentRaw: 0n,
  debtCapCurrentRaw: 0n,
  depositCapIntervalStartAt: null,
  debtCapIntervalStartAt: null,
  own: null,
  accruedAvailableAmountRaw: 250_000_500_000n,
  accruedBorrowed: 750_000_000_000n * SF_ONE,
  accruedSupplied: 1_000_000_250_000n * SF_ONE,
  accruedUtilization: (SF_ONE * 3n) / 4n,
  accruedBorrowIndex: SF_ONE,
  accruedProtocolFees: 0n,
  accruedPendingReferrerFees: 0n,
  borrowRate: SF_ONE / 20n,
} as const;

/** A plausible state of the reserve with this label, seen at second `seconds`. */
export function buildState(label: string, seconds: number, overrides: Partial<ReserveState> = {}): ReserveState {
  const { slot, observedAt } = bankAt(seconds);
  return {
    reserve: addressFromLabel(label),
    lendingMarket: addressFromLabel('market'),
    slot,
    observedAt,
    lastUpdateSlot: slot - 10n,
    ...PLAIN_ACCOUNT,
    ...PLAIN_AMOUNTS,
    slotDurationMsF: 400,
    slotDurationSource: 'performance_samples',
    interestRateBasis: 'legacy',
    compounding: 'since-1.17',
    accountSha256: sha256Of(`${label} ${seconds}`),
    decoderVersion: 1,
    ...overrides,
  };
}

/** Identity and configuration of the reserve with this label. Its symbol is the label unless a test says otherwise. */
export function buildReserveRow(label: string, overrides: Partial<ReserveInput> = {}): ReserveInput {
  const { slot, observedAt } = bankAt(0);
  return {
    address: addressFromLabel(label),
    protocol: 'kamino',
    lendingMarket: addressFromLabel('market'),
    tokenMint: addressFromLabel(`${label} mint`),
    tokenSymbol: label,
    tokenSymbolOrigin: 'account',
    tokenDecimals: 6,
    tokenProgram: addressFromLabel('token program'),
    collateralMint: addressFromLabel(`${label} collateral mint`),
    collateralSupplyVault: addressFromLabel(`${label} collateral vault`),
    supplyVault: addressFromLabel(`${label} vault`),
    underlyingProtocol: null,
    underlyingReserve: null,
    feeVault: addressFromLabel(`${label} fees`),
    status: 'active',
    interestRateBasis: 'legacy',
    emergencyMode: false,
    loanToValuePct: 74,
    liquidationThresholdPct: 80,
    borrowFactorPct: 100n,
    protocolTakeRatePct: 10,
    protocolLiquidationFeePct: 50,
    minLiquidationBonusBps: 200,
    maxLiquidationBonusBps: 1_000,
    badDebtLiquidationBonusBps: 99,
    hostFixedInterestRateBps: 100,
    originationFee: SF_ONE / 1024n,
    flashLoanFee: 2n ** 64n - 1n,
    depositLimitRaw: 1_000_000_000_000n,
    borrowLimitRaw: 750_000_000_000n,
    borrowLimitOutsideElevationGroupRaw: 2n ** 64n - 1n,
    utilizationLimitBlockBorrowingPct: 0,
    depositCapCapacityRaw: 0n,
    depositCapIntervalSeconds: 0n,
    debtCapCapacityRaw: 0n,
    debtCapIntervalSeconds: 0n,
    maxPriceAgeSeconds: 180n,
    config: toJsonObject(buildReserveConfig(label)),
    configFlags: [],
    own: null,
    companions: [],
    configSha256: sha256Of(`${label} configuration`),
    configSlot: slot,
    configObservedAt: observedAt,
    ...overrides,
  };
}

/** What answers need of the configuration of a market. */
export const MARKET_CONFIG = {
  referralFeeBps: 2_000,
  reserveRewardsMaxAprBps: 500,
  emergencyMode: false,
  borrowDisabled: false,
  priceRefreshTriggerToMaxAgePct: 100,
} as const;

/** The market that the reserves above belong to. */
export function buildMarketRow(overrides: Partial<LendingMarketInput> = {}): LendingMarketInput {
  const { slot, observedAt } = bankAt(0);
  return {
    address: addressFromLabel('market'),
    protocol: 'kamino',
    name: 'Main Market',
    displayName: 'Main Market',
    listed: true,
    owner: addressFromLabel('owner'),
    quoteCurrency: 'USD',
    referralFeeBps: 2_000,
    emergencyMode: false,
    borrowDisabled: false,
    rewardsMaxAprBps: 500,
    config: MARKET_CONFIG,
    own: null,
    accountSha256: sha256Of('market'),
    slot,
    observedAt,
    ...overrides,
  };
}
