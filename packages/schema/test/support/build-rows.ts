import { createHash } from 'node:crypto';
import type { PollBatch } from '../../src/queries/poll-batch.ts';
import type { LendingMarketInput, ReserveInput, ReserveState } from '../../src/tables/index.ts';

const BASE58 = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const ONE_SF = 2n ** 60n;

/** Bank at second `seconds` of a made-up chain with two slots a second. */
export function bankAt(seconds: number): { slot: bigint; observedAt: Date } {
  return { slot: 300_000_000n + BigInt(seconds) * 2n, observedAt: new Date(Date.UTC(2026, 5, 15) + seconds * 1000) };
}

/** 43 base58 characters made of the label; equal labels, equal addresses. */
export function addressOf(label: string): string {
  const bytes = createHash('sha512').update(label).digest();
  return Array.from(bytes.subarray(0, 43), (byte) => BASE58[byte % 58]).join('');
}

export function sha256Of(text: string): Uint8Array {
  return new Uint8Array(createHash('sha256').update(text).digest());
}

/** What is published of the state that `buildState` makes, where nothing is overridden. */
const NEAREST_DOUBLES = {
  availableAmountF: 45_678_901.234567,
  suppliedAmountF: 169_135_677.9,
  borrowedAmountF: 123_456_789.012345,
  availableAmountUsdF: 45_674_333.3,
  suppliedAmountUsdF: 169_118_764.3,
  borrowedAmountUsdF: 123_444_443.3,
  priceUsdF: 0.9999,
  priceUsable: true,
  utilizationF: 0.73,
  borrowAprF: 0.0625,
  borrowApyF: 0.06449445891785943,
  supplyAprF: 0.0365,
  supplyApyF: 0.037174,
  rewardsAprF: 0,
};

/** A plausible state; `account` names its content, so equal names are equal accounts. */
export function buildState(
  label: string,
  seconds: number,
  account: string,
  overrides: Partial<ReserveState> = {},
): ReserveState {
  const { slot, observedAt } = bankAt(seconds);
  const borrowed = 123_456_789_012_345n * ONE_SF + 987_654_321n;
  return {
    reserve: addressOf(label),
    lendingMarket: addressOf('market'),
    slot,
    observedAt,
    lastUpdateSlot: slot - 10n,
    lastUpdateAt: null,
    lastUpdateStale: true,
    availableAmountRaw: 45_678_901_234_567n,
    borrowed,
    borrowIndex: ONE_SF + 123_456_789_012_345_678n,
    accumulatedProtocolFeesSf: 12_345_678n * ONE_SF,
    accumulatedReferrerFeesSf: 0n,
    pendingReferrerFeesSf: 0n,
    absoluteReferralRateSf: 0n,
    price: (ONE_SF * 9_999n) / 10_000n,
    priceUpdatedAt: new Date(observedAt.getTime() - 20_000),
    priceStatus: 63,
    collateralSupplyRaw: 150_000_000_000_000n,
    rewardsAvailableRaw: 0n,
    queuedCollateralRaw: 0n,
    borrowedOutsideElevationGroupRaw: 100_000_000_000_000n,
    depositCapCurrentRaw: -5_000_000n,
    debtCapCurrentRaw: 7_000_000n,
    depositCapIntervalStartAt: new Date(observedAt.getTime() - 3_600_000),
    debtCapIntervalStartAt: null,
    own: null,
    accruedAvailableAmountRaw: 45_678_901_234_567n,
    accruedBorrowed: borrowed + 1n,
    accruedSupplied: 169_135_677_900_000n * ONE_SF,
    accruedUtilization: (ONE_SF * 73n) / 100n,
    accruedBorrowIndex: ONE_SF + 123_456_789_012_999_999n,
    accruedProtocolFees: 12_345_679n * ONE_SF,
    accruedPendingReferrerFees: 0n,
    borrowRate: ONE_SF / 20n,
    slotDurationMsF: 400,
    slotDurationSource: 'performance_samples',
    interestRateBasis: 'legacy',
    compounding: 'since-1.17',
    accountSha256: sha256Of(`${label} ${account}`),
    decoderVersion: 1,
    ...NEAREST_DOUBLES,
    ...overrides,
  };
}

/** Identity and configuration; `config` names its content. */
export function buildReserveInput(
  label: string,
  seconds = 0,
  config = 'initial',
  overrides: Partial<ReserveInput> = {},
): ReserveInput {
  const { slot, observedAt } = bankAt(seconds);
  return {
    address: addressOf(label),
    protocol: 'kamino',
    lendingMarket: addressOf('market'),
    tokenMint: addressOf(`${label} mint`),
    tokenSymbol: label,
    tokenSymbolOrigin: 'account',
    tokenDecimals: 6,
    tokenProgram: addressOf('token program'),
    collateralMint: addressOf(`${label} collateral mint`),
    collateralSupplyVault: addressOf(`${label} collateral vault`),
    supplyVault: addressOf(`${label} vault`),
    underlyingProtocol: null,
    underlyingReserve: null,
    feeVault: addressOf(`${label} fees`),
    status: 'active',
    interestRateBasis: 'legacy',
    emergencyMode: false,
    loanToValuePct: 80,
    liquidationThresholdPct: 85,
    borrowFactorPct: 100n,
    protocolTakeRatePct: 20,
    protocolLiquidationFeePct: 50,
    minLiquidationBonusBps: 200,
    maxLiquidationBonusBps: 500,
    badDebtLiquidationBonusBps: 99,
    hostFixedInterestRateBps: 0,
    originationFee: 0n,
    flashLoanFee: 2n ** 64n - 1n,
    depositLimitRaw: 2n ** 64n - 1n,
    borrowLimitRaw: 1_000_000_000_000n,
    borrowLimitOutsideElevationGroupRaw: 2n ** 64n - 1n,
    utilizationLimitBlockBorrowingPct: 0,
    depositCapCapacityRaw: 1_000_000n,
    depositCapIntervalSeconds: 86_400n,
    debtCapCapacityRaw: -1n,
    debtCapIntervalSeconds: 0n,
    maxPriceAgeSeconds: 120n,
    config: { name: config, scopeChain: [3, 65_535], depositLimit: '18446744073709551615' },
    configFlags: [],
    own: null,
    companions: [],
    configSha256: sha256Of(config),
    configSlot: slot,
    configObservedAt: observedAt,
    ...overrides,
  };
}

export function buildMarketInput(seconds = 0, overrides: Partial<LendingMarketInput> = {}): LendingMarketInput {
  const { slot, observedAt } = bankAt(seconds);
  return {
    address: addressOf('market'),
    protocol: 'kamino',
    name: '',
    displayName: 'Main Market',
    listed: true,
    owner: addressOf('owner'),
    quoteCurrency: 'USD',
    referralFeeBps: 0,
    emergencyMode: false,
    borrowDisabled: false,
    rewardsMaxAprBps: 0,
    config: { immutable: 0 },
    own: null,
    accountSha256: sha256Of('market'),
    slot,
    observedAt,
    ...overrides,
  };
}

/** A batch at second `seconds` that asked for exactly what it holds. */
export function buildBatch(seconds: number, states: ReserveState[], overrides: Partial<PollBatch> = {}): PollBatch {
  const missing = overrides.missing ?? [];
  const quarantined = overrides.quarantined ?? [];
  return {
    id: `kamino:0:${bankAt(seconds).slot}`,
    protocol: 'kamino',
    batchIndex: 0,
    commitment: 'confirmed',
    requested: [...states.map((state) => state.reserve), ...missing, ...quarantined.map((entry) => entry.address)],
    startedAt: new Date(Date.UTC(2026, 5, 15)),
    durationMs: 12,
    rpcEndpoint: 'rpc.example',
    ...bankAt(seconds),
    heartbeatMs: 600_000,
    states,
    reserves: [],
    missing,
    quarantined,
    ...overrides,
  };
}
