import {
  type AccountState,
  type Accrued,
  type ConfigJson,
  LendingError,
  readBigint,
  readInteger,
  readObjects,
  readWord,
  type Terms,
  toConfigJson,
} from '@tidemark/core';
import type { ObservedState } from '../protocol.ts';
import type { AccruedReserve, AccrualConfig, AccruingReserve } from './accrued-reserve.ts';
import { COMPOUNDING, type CompoundingVariant } from './compounding.ts';
import type { KaminoFields } from './own-fields.ts';
import { type InterestRateBasis, type Reserve, RESERVE, type ReserveConfig } from './reserve.ts';

/** The settings of a reserve and its market that accrual and rates depend on. */
export interface KaminoTerms extends Terms, AccrualConfig {
  readonly referralFeeBps: number;
  readonly rewardsMaxAprBps: number;
}

export type KaminoState = AccountState<KaminoFields>;

/** Terms out of the stored configurations. Throws `INVALID_ARGUMENT` where they lack what accrual needs. */
export function toTerms(config: ConfigJson, market: ConfigJson | null, tokenDecimals: number): KaminoTerms {
  if (market === null) {
    throw new LendingError('INVALID_ARGUMENT', { address: '', field: 'market', expected: 'its configuration' });
  }
  return {
    tokenDecimals,
    interestRateBasis: readWord(config, 'interestRateBasis', RESERVE.config.interestRateBasis.words),
    borrowRateCurve: readObjects(config, 'borrowRateCurve').map((point) => ({
      utilizationRateBps: readInteger(point, 'utilizationRateBps'),
      borrowRateBps: readInteger(point, 'borrowRateBps'),
    })),
    hostFixedInterestRateBps: readInteger(config, 'hostFixedInterestRateBps'),
    protocolTakeRatePct: readInteger(config, 'protocolTakeRatePct'),
    rewardsPerAccrualUnitRaw: readBigint(config, 'rewardsPerAccrualUnitRaw'),
    referralFeeBps: readInteger(market, 'referralFeeBps'),
    rewardsMaxAprBps: readInteger(market, 'reserveRewardsMaxAprBps'),
  };
}

/**
 * The whole configuration. The counters of the withdrawal caps lie among it in the account but move with every withdrawal;
 * they are state.
 */
export function toReserveConfigJson(config: ReserveConfig): ConfigJson {
  const { depositWithdrawalCap, debtWithdrawalCap } = config;
  return toConfigJson({
    ...config,
    depositWithdrawalCap: capSettings(depositWithdrawalCap),
    debtWithdrawalCap: capSettings(debtWithdrawalCap),
  });
}

function capSettings({ capacityRaw, intervalSeconds }: ReserveConfig['debtWithdrawalCap']) {
  return { capacityRaw, intervalSeconds };
}

/** What is stored of an observed account. */
export function toState(reserve: Reserve, arithmetic: string): ObservedState<KaminoFields> {
  const { lastUpdate, liquidity, collateral, config } = reserve;
  const { depositWithdrawalCap: depositCap, debtWithdrawalCap: debtCap } = config;
  return {
    reserve: reserve.address,
    lastUpdateSlot: lastUpdate.slot,
    lastUpdateAt: instantOf(BigInt(lastUpdate.timestamp)),
    stale: lastUpdate.stale,
    available: liquidity.availableAmountRaw,
    borrowed: liquidity.borrowedAmountSf,
    borrowIndex: liquidity.cumulativeBorrowRateBsf,
    receiptSupply: collateral.mintTotalSupplyRaw,
    price: liquidity.marketPriceSf,
    priceUpdatedAt: instantOf(liquidity.marketPriceUpdatedAt),
    priceStatus: lastUpdate.priceStatus,
    timeBasis: config.interestRateBasis === 'legacy' ? 'slots' : 'seconds',
    arithmetic,
    own: {
      accumulatedProtocolFeesSf: liquidity.accumulatedProtocolFeesSf,
      accumulatedReferrerFeesSf: liquidity.accumulatedReferrerFeesSf,
      pendingReferrerFeesSf: liquidity.pendingReferrerFeesSf,
      absoluteReferralRateSf: liquidity.absoluteReferralRateSf,
      rewardsAvailableRaw: liquidity.rewardsAvailableRaw,
      queuedCollateralRaw: reserve.withdrawQueue.queuedCollateralRaw,
      borrowedOutsideElevationGroupRaw: reserve.borrowedAmountOutsideElevationGroupRaw,
      depositCapCurrentRaw: depositCap.currentTotalRaw,
      debtCapCurrentRaw: debtCap.currentTotalRaw,
      depositCapIntervalStartAt: instantOf(depositCap.intervalStartAt),
      debtCapIntervalStartAt: instantOf(debtCap.intervalStartAt),
    },
  };
}

/** The stored state as the arithmetic takes it. Literals on purpose: spreading would cost more than the accrual. */
export function toAccruing(state: KaminoState, terms: KaminoTerms): AccruingReserve {
  const { own } = state;
  return {
    address: state.reserve,
    lastUpdate: { slot: state.lastUpdateSlot, timestamp: Number(unixSecondsOrZero(state.lastUpdateAt)) },
    liquidity: {
      availableAmountRaw: state.available,
      borrowedAmountSf: state.borrowed,
      marketPriceSf: state.price,
      mintDecimals: terms.tokenDecimals,
      cumulativeBorrowRateBsf: state.borrowIndex,
      accumulatedProtocolFeesSf: own.accumulatedProtocolFeesSf,
      accumulatedReferrerFeesSf: own.accumulatedReferrerFeesSf,
      pendingReferrerFeesSf: own.pendingReferrerFeesSf,
      absoluteReferralRateSf: own.absoluteReferralRateSf,
      rewardsAvailableRaw: own.rewardsAvailableRaw,
    },
    collateral: { mintTotalSupplyRaw: state.receiptSupply },
    config: {
      interestRateBasis: basisOf(state),
      borrowRateCurve: terms.borrowRateCurve,
      hostFixedInterestRateBps: terms.hostFixedInterestRateBps,
      protocolTakeRatePct: terms.protocolTakeRatePct,
      rewardsPerAccrualUnitRaw: terms.rewardsPerAccrualUnitRaw,
    },
  };
}

/** The accrual under common names. */
export function toAccrued({ own }: KaminoState, accrued: AccruedReserve): Accrued<KaminoFields> {
  return {
    elapsedUnits: accrued.elapsedUnits,
    available: accrued.availableRaw,
    borrowed: accrued.borrowedSf,
    supplied: accrued.totalSupplySf,
    utilization: accrued.utilizationSf,
    borrowIndex: accrued.cumulativeBorrowRateBsf,
    own: {
      accumulatedProtocolFeesSf: accrued.accumulatedProtocolFeesSf,
      accumulatedReferrerFeesSf: accrued.accumulatedReferrerFeesSf,
      pendingReferrerFeesSf: accrued.pendingReferrerFeesSf,
      absoluteReferralRateSf: accrued.absoluteReferralRateSf,
      rewardsAvailableRaw: accrued.rewardsAvailableRaw,
      queuedCollateralRaw: own.queuedCollateralRaw,
      borrowedOutsideElevationGroupRaw: own.borrowedOutsideElevationGroupRaw,
      depositCapCurrentRaw: own.depositCapCurrentRaw,
      debtCapCurrentRaw: own.debtCapCurrentRaw,
      depositCapIntervalStartAt: own.depositCapIntervalStartAt,
      debtCapIntervalStartAt: own.debtCapIntervalStartAt,
    },
  };
}

export function basisOf({ timeBasis }: Pick<KaminoState, 'timeBasis'>): InterestRateBasis {
  return timeBasis === 'slots' ? 'legacy' : 'true_apr';
}

/** Throws `INVALID_ARGUMENT` for a version that was never one of the program's. */
export function compoundingOf({
  arithmetic,
  reserve,
}: Pick<KaminoState, 'arithmetic' | 'reserve'>): CompoundingVariant {
  const known = COMPOUNDING.find((variant) => variant === arithmetic);
  if (known !== undefined) return known;
  const expected = COMPOUNDING.join(' or ');
  throw new LendingError('INVALID_ARGUMENT', { address: reserve, field: 'arithmetic', expected, actual: arithmetic });
}

/**
 * The instant of unix seconds as accounts hold them, null for 0 (the program's "never"). Nonsense gives an impossible date,
 * which the check of the whole row refuses.
 */
function instantOf(unixSeconds: bigint): Date | null {
  return unixSeconds === 0n ? null : new Date(Number(unixSeconds) * 1000);
}

/** The account's own zero stands for "never". */
export function unixSecondsOrZero(instant: Date | null): bigint {
  return instant === null ? 0n : BigInt(Math.floor(instant.getTime() / 1000));
}
