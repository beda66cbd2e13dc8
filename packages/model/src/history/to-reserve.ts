import {
  type AccrualOptions,
  type AccruedReserve,
  type CompoundingVariant,
  DEFAULT_COMPOUNDING,
  accrueReserve,
  type DerivedReserve,
  deriveReserve,
  emptyReserve,
  type InterestRateBasis,
  type Reserve,
  type ReserveConfig,
} from '@tidemark/protocols/kamino';
import type { AccrualTerms, Moment, StoredState } from './stored-state.ts';

const EMPTY = emptyReserve();

/** An account of the past with the settings that were in force, ready to be accrued to any moment. */
export interface AccountInForce {
  readonly state: StoredState;
  readonly terms: AccrualTerms;
  readonly reserve: Reserve;
}

/** A stored look's account as `@tidemark/protocols` takes it; what accrual does not depend on is empty. */
export function toAccountInForce(state: StoredState, terms: AccrualTerms): AccountInForce {
  return { state, terms, reserve: toReserve(state, terms) };
}

/** The account as a refresh at `moment` would leave it. Throws what `accrueReserve` throws. */
export function accrueTo(account: AccountInForce, moment: Moment): AccruedReserve {
  return accrueReserve(account.reserve, optionsAt(account, moment));
}

/** Every published number of the account at `moment`. Throws what `deriveReserve` throws. */
export function deriveTo(account: AccountInForce, moment: Moment, slotDurationMs: number): DerivedReserve {
  return deriveReserve(account.reserve, { ...optionsAt(account, moment), slotDurationMs });
}

function optionsAt({ state, terms }: AccountInForce, moment: Moment): AccrualOptions {
  return {
    slot: moment.slot,
    unixTimestamp: BigInt(moment.unixSeconds),
    referralFeeBps: terms.referralFeeBps,
    rewardsMaxAprBps: terms.rewardsMaxAprBps,
    compounding: compoundingOf(state),
  };
}

// Literals on purpose, and one configuration for all accounts of the same terms: spreading the empty parts would cost more than
// the accrual.
function toReserve(state: StoredState, terms: AccrualTerms): Reserve {
  const { liquidity, collateral } = EMPTY;
  return {
    version: EMPTY.version,
    address: state.reserve,
    tokenSymbol: '',
    lendingMarket: state.lendingMarket,
    farmCollateral: EMPTY.farmCollateral,
    farmDebt: EMPTY.farmDebt,
    lastUpdate: {
      slot: state.lastUpdateSlot,
      stale: false,
      priceStatus: state.priceStatus ?? 0,
      timestamp: unixSecondsOrZero(state.lastUpdateAt),
    },
    liquidity: {
      mint: liquidity.mint,
      supplyVault: liquidity.supplyVault,
      feeVault: liquidity.feeVault,
      tokenProgram: liquidity.tokenProgram,
      availableAmountRaw: state.availableAmountRaw,
      borrowedAmountSf: state.borrowedAmountSf,
      marketPriceSf: state.marketPriceSf,
      marketPriceUpdatedAt: BigInt(unixSecondsOrZero(state.marketPriceUpdatedAt)),
      mintDecimals: terms.tokenDecimals,
      depositLimitCrossedAt: 0n,
      borrowLimitCrossedAt: 0n,
      cumulativeBorrowRateBsf: state.cumulativeBorrowRateBsf,
      accumulatedProtocolFeesSf: state.accumulatedProtocolFeesSf,
      accumulatedReferrerFeesSf: state.accumulatedReferrerFeesSf,
      pendingReferrerFeesSf: state.pendingReferrerFeesSf,
      absoluteReferralRateSf: state.absoluteReferralRateSf,
      rewardsAvailableRaw: state.rewardsAvailableRaw,
    },
    collateral: {
      mint: collateral.mint,
      supplyVault: collateral.supplyVault,
      mintTotalSupplyRaw: state.collateralSupplyRaw,
    },
    config: configOf(terms, state.interestRateBasis),
    borrowedAmountOutsideElevationGroupRaw: 0n,
    borrowedAmountsAgainstThisReserveInElevationGroupsRaw: EMPTY.borrowedAmountsAgainstThisReserveInElevationGroupsRaw,
    withdrawQueue: EMPTY.withdrawQueue,
  };
}

const configs = new WeakMap<AccrualTerms, ReserveConfig>();

function configOf(terms: AccrualTerms, interestRateBasis: InterestRateBasis): ReserveConfig {
  const known = configs.get(terms);
  if (known?.interestRateBasis === interestRateBasis) return known;
  const config = {
    ...EMPTY.config,
    interestRateBasis,
    borrowRateCurve: terms.borrowRateCurve,
    hostFixedInterestRateBps: terms.hostFixedInterestRateBps,
    protocolTakeRatePct: terms.protocolTakeRatePct,
    rewardsPerAccrualUnitRaw: terms.rewardsPerAccrualUnitRaw,
  };
  configs.set(terms, config);
  return config;
}

/** The version of the compounding that a row names. */
export function compoundingOf({ compounding }: Pick<StoredState, 'compounding'>): CompoundingVariant {
  return compounding === 'before-1.17' ? compounding : DEFAULT_COMPOUNDING;
}

/** The account's own zero stands for "never". */
function unixSecondsOrZero(instant: Date | null): number {
  return instant === null ? 0 : unixSecondsOf(instant);
}

/** Whole unix seconds, cut off. */
export function unixSecondsOf(instant: Date): number {
  return Math.floor(instant.getTime() / 1000);
}
