import { createHash } from 'node:crypto';
import {
  type AccountBytes,
  DECODER_VERSION,
  decodeReserve,
  deriveReserve,
  encodeReserve,
  KAMINO_LEND_PROGRAM_ADDRESS,
} from '@tidemark/lending';
import type { ReserveInput, ReserveState } from '@tidemark/schema';
import { addressFromLabel, buildReserve, type ReserveOverrides } from '@tidemark/testing';
import { toJsonObject } from './json-object.ts';
import { bankAt, buildReserveRow } from './rows.ts';

const instantOf = (seconds: bigint) => (seconds === 0n ? null : new Date(Number(seconds) * 1000));

export interface SeenReserve {
  readonly row: ReserveInput;
  readonly state: ReserveState;
}

/**
 * What the indexer stores of an account seen at second `seconds`: the account is encoded, decoded and derived. It was
 * refreshed in that very bank unless `lastUpdate` says otherwise, so that amounts are those of the fields.
 */
export function seeReserve(label: string, seconds: number, overrides: ReserveOverrides = {}): SeenReserve {
  const bank = bankAt(seconds);
  const unixTimestamp = BigInt(bank.observedAt.getTime() / 1000);
  const account: AccountBytes = {
    address: addressFromLabel(label),
    owner: KAMINO_LEND_PROGRAM_ADDRESS,
    data: encodeReserve(
      buildReserve({
        symbol: label,
        lendingMarket: addressFromLabel('market'),
        ...overrides,
        lastUpdate: { slot: bank.slot, ...overrides.lastUpdate },
        liquidity: { marketPriceUpdatedAt: unixTimestamp - 30n, ...overrides.liquidity },
      }),
    ),
  };
  const reserve = decodeReserve(account);
  const { lastUpdate, liquidity, collateral, config } = reserve;
  const derived = deriveReserve(reserve, {
    slot: bank.slot,
    unixTimestamp,
    slotDurationMs: 400,
    referralFeeBps: 2_000,
    rewardsMaxAprBps: 500,
  });
  const { accrued } = derived;
  const state: ReserveState = {
    reserve: reserve.address,
    lendingMarket: reserve.lendingMarket,
    ...bank,
    lastUpdateSlot: lastUpdate.slot,
    lastUpdateAt: instantOf(BigInt(lastUpdate.timestamp)),
    lastUpdateStale: lastUpdate.stale,
    availableAmountRaw: liquidity.availableAmountRaw,
    borrowedAmountSf: liquidity.borrowedAmountSf,
    cumulativeBorrowRateBsf: liquidity.cumulativeBorrowRateBsf,
    accumulatedProtocolFeesSf: liquidity.accumulatedProtocolFeesSf,
    accumulatedReferrerFeesSf: liquidity.accumulatedReferrerFeesSf,
    pendingReferrerFeesSf: liquidity.pendingReferrerFeesSf,
    absoluteReferralRateSf: liquidity.absoluteReferralRateSf,
    marketPriceSf: liquidity.marketPriceSf,
    marketPriceUpdatedAt: instantOf(liquidity.marketPriceUpdatedAt),
    priceStatus: lastUpdate.priceStatus,
    collateralSupplyRaw: collateral.mintTotalSupplyRaw,
    rewardsAvailableRaw: liquidity.rewardsAvailableRaw,
    queuedCollateralRaw: reserve.withdrawQueue.queuedCollateralRaw,
    borrowedOutsideElevationGroupRaw: reserve.borrowedAmountOutsideElevationGroupRaw,
    depositCapCurrentRaw: config.depositWithdrawalCap.currentTotalRaw,
    debtCapCurrentRaw: config.debtWithdrawalCap.currentTotalRaw,
    depositCapIntervalStartAt: instantOf(config.depositWithdrawalCap.intervalStartAt),
    debtCapIntervalStartAt: instantOf(config.debtWithdrawalCap.intervalStartAt),
    accruedAvailableAmountRaw: accrued.availableRaw,
    accruedBorrowedAmountSf: accrued.borrowedSf,
    accruedTotalSupplySf: accrued.totalSupplySf,
    accruedUtilizationSf: accrued.utilizationSf,
    accruedCumulativeBorrowRateBsf: accrued.cumulativeBorrowRateBsf,
    accruedProtocolFeesSf: accrued.accumulatedProtocolFeesSf,
    accruedPendingReferrerFeesSf: accrued.pendingReferrerFeesSf,
    borrowRateSf: derived.borrowRateSf,
    availableAmountF: derived.availableAmount,
    suppliedAmountF: derived.suppliedAmount,
    borrowedAmountF: derived.borrowedAmount,
    availableAmountUsdF: derived.availableAmountUsd,
    suppliedAmountUsdF: derived.suppliedAmountUsd,
    borrowedAmountUsdF: derived.borrowedAmountUsd,
    priceUsdF: derived.priceUsd,
    priceUsable: derived.priceUsable,
    utilizationF: derived.utilization,
    borrowAprF: derived.borrowApr,
    borrowApyF: derived.borrowApy,
    supplyAprF: derived.supplyApr,
    supplyApyF: derived.supplyApy,
    rewardsAprF: derived.rewardsApr,
    slotDurationMsF: 400,
    slotDurationSource: 'performance_samples',
    interestRateBasis: derived.interestRateBasis,
    compounding: derived.compounding,
    accountSha256: new Uint8Array(createHash('sha256').update(account.data).digest()),
    decoderVersion: DECODER_VERSION,
  };
  const { depositWithdrawalCap: depositCap, debtWithdrawalCap: debtCap } = config;
  const cap = ({ capacityRaw, intervalSeconds }: typeof debtCap) => ({ capacityRaw, intervalSeconds });
  const configJson = toJsonObject({
    ...config,
    depositWithdrawalCap: cap(depositCap),
    debtWithdrawalCap: cap(debtCap),
  });
  const row = buildReserveRow(label, {
    tokenDecimals: liquidity.mintDecimals,
    status: config.status,
    interestRateBasis: config.interestRateBasis,
    emergencyMode: config.emergencyMode,
    protocolTakeRatePct: config.protocolTakeRatePct,
    hostFixedInterestRateBps: config.hostFixedInterestRateBps,
    depositLimitRaw: config.depositLimitRaw,
    borrowLimitRaw: config.borrowLimitRaw,
    borrowLimitOutsideElevationGroupRaw: config.borrowLimitOutsideElevationGroupRaw,
    utilizationLimitBlockBorrowingPct: config.utilizationLimitBlockBorrowingAbovePct,
    depositCapCapacityRaw: depositCap.capacityRaw,
    depositCapIntervalSeconds: depositCap.intervalSeconds,
    debtCapCapacityRaw: debtCap.capacityRaw,
    debtCapIntervalSeconds: debtCap.intervalSeconds,
    config: configJson,
    configSha256: new Uint8Array(createHash('sha256').update(JSON.stringify(configJson)).digest()),
    configSlot: bank.slot,
    configObservedAt: bank.observedAt,
  });
  return { row, state };
}
