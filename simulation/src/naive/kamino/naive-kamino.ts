import { type AccountBytes, isLendingError } from '@tidemark/core';
import {
  accrualUnitsPerYear,
  borrowRateAt,
  type DerivedReserve,
  KNOWN_REGISTRY,
  decodeLendingMarket,
  decodeReserve,
  deriveReserve,
  type Reserve,
  totalSupplySf,
  utilizationSf,
} from '@tidemark/protocols/kamino';
import { decimalOf } from '../decimals.ts';
import type { AccountAt, Moment, NaiveProtocol, NaiveReserve, NaiveState, Values } from '../protocol.ts';

const SCALE = 1n << 60n;
const ARITHMETIC = 'since-1.17';

/**
 * klend, read and accrued by the functions of `packages/protocols`, which golden files and the conformance with the published SDK hold
 * to the program.
 */
export const naiveKamino: NaiveProtocol = {
  name: 'kamino',
  scale: SCALE,
  isReserve(account) {
    try {
      decodeReserve(account);
      return true;
    } catch (error) {
      if (isLendingError(error)) return false;
      throw error;
    }
  },
  readReserve: (account, at) => describeReserve(decodeReserve(account), at),
  readMarket: decodeLendingMarket,
  isListed: (market) => KNOWN_REGISTRY.some(({ address }) => address === market),
};

function describeReserve(reserve: Reserve, at: AccountAt): NaiveReserve {
  const { lastUpdate, liquidity, collateral, config } = reserve;
  const unitsPerYear = accrualUnitsPerYear(config.interestRateBasis);
  const derive = (moment: Moment, slotDurationMs: number) =>
    deriveAt(reserve, at(reserve.lendingMarket, moment.slot), moment, slotDurationMs);
  return {
    protocol: naiveKamino,
    lendingMarket: reserve.lendingMarket,
    tokenMint: liquidity.mint,
    tokenDecimals: liquidity.mintDecimals,
    depositLimitRaw: config.depositLimitRaw,
    config,
    timeBasis: config.interestRateBasis === 'true_apr' ? 'seconds' : 'slots',
    unitsPerYear: Number(unitsPerYear),
    arithmetic: ARITHMETIC,
    writtenSlot: Number(lastUpdate.slot),
    writtenTime: lastUpdate.timestamp,
    available: liquidity.availableAmountRaw,
    borrowed: liquidity.borrowedAmountSf,
    borrowIndex: liquidity.cumulativeBorrowRateBsf,
    owed: liquidity.accumulatedProtocolFeesSf + liquidity.accumulatedReferrerFeesSf + liquidity.pendingReferrerFeesSf,
    receiptSupply: collateral.mintTotalSupplyRaw,
    price: liquidity.marketPriceSf,
    columns: heldColumns(reserve),
    companions: [],
    ownFields: () => null,
    accrue: (moment, slotDurationMs) => toState(reserve, derive(moment, slotDurationMs), moment),
    leavesTrace({ slot, unixTime }, share) {
      if (liquidity.borrowedAmountSf === 0n) return false;
      const used = utilizationSf(liquidity.borrowedAmountSf, totalSupplySf(liquidity));
      const rateAt = (utilization: bigint) => borrowRateAt(config.borrowRateCurve, utilization);
      const isByTime = config.interestRateBasis === 'true_apr';
      const units = isByTime ? BigInt(unixTime - lastUpdate.timestamp) : BigInt(slot) - lastUpdate.slot;
      // Every step of the compounding may cut one part off.
      const lost = (units + 1n) * unitsPerYear;
      const step = used / share;
      return rateAt(used) - rateAt(used - step) > lost && rateAt(used + step) - rateAt(used) > lost;
    },
  };
}

function deriveAt(
  reserve: Reserve,
  market: AccountBytes | null,
  { slot, unixTime }: Moment,
  slotDurationMs: number,
): DerivedReserve {
  if (market === null) throw new RangeError(`there is no account ${reserve.lendingMarket} at slot ${slot}`);
  const { referralFeeBps, reserveRewardsMaxAprBps: rewardsMaxAprBps } = decodeLendingMarket(market);
  return deriveReserve(reserve, {
    slot: BigInt(slot),
    unixTimestamp: BigInt(unixTime),
    slotDurationMs,
    referralFeeBps,
    rewardsMaxAprBps,
    compounding: ARITHMETIC,
  });
}

function toState(reserve: Reserve, derived: DerivedReserve, moment: Moment): NaiveState {
  const { accrued } = derived;
  const { accumulatedProtocolFeesSf: fees, accumulatedReferrerFeesSf, borrowedAmountSf } = reserve.liquidity;
  const interest = Number(accrued.borrowedSf - borrowedAmountSf);
  const protocol = Number(accrued.accumulatedProtocolFeesSf - fees) - hostPartOf(reserve, moment);
  return {
    available: accrued.availableRaw,
    borrowed: accrued.borrowedSf,
    borrowIndex: accrued.cumulativeBorrowRateBsf,
    owed: accrued.accumulatedProtocolFeesSf + accumulatedReferrerFeesSf + accrued.pendingReferrerFeesSf,
    supplied: accrued.totalSupplySf,
    utilization: accrued.utilizationSf,
    borrowRate: derived.borrowRateSf,
    fees: [
      { receivers: ['protocol', 'host'], amount: accrued.accumulatedProtocolFeesSf },
      { receivers: ['referrer_max'], amount: accrued.pendingReferrerFeesSf },
    ],
    interest: [interest, protocol],
    numbers: {
      available_amount: derived.availableAmountF,
      supplied_amount: derived.suppliedAmountF,
      borrowed_amount: derived.borrowedAmountF,
      available_amount_usd: derived.availableAmountUsdF,
      supplied_amount_usd: derived.suppliedAmountUsdF,
      borrowed_amount_usd: derived.borrowedAmountUsdF,
      price_usd: derived.priceUsdF,
      utilization: derived.utilizationF,
      borrow_apr: derived.borrowAprF,
      borrow_apy: derived.borrowApyF,
      supply_apr: derived.supplyAprF,
      supply_apy: derived.supplyApyF,
      rewards_apr: derived.rewardsAprF,
    },
    columns: {
      accrued_protocol_fees_raw: exact(accrued.accumulatedProtocolFeesSf),
      accrued_pending_referrer_fees_raw: exact(accrued.pendingReferrerFeesSf),
    },
  };
}

/** What the debt alone would grow by at the host's rate; the program adds it to the protocol's fees. */
function hostPartOf({ config, lastUpdate, liquidity }: Reserve, { slot, unixTime }: Moment): number {
  const isByTime = config.interestRateBasis === 'true_apr';
  const units = isByTime ? unixTime - lastUpdate.timestamp : slot - Number(lastUpdate.slot);
  const perYear = Number(accrualUnitsPerYear(config.interestRateBasis));
  const rate = config.hostFixedInterestRateBps / 10_000 / perYear;
  return Number(liquidity.borrowedAmountSf) * Math.expm1(units * Math.log1p(rate));
}

function heldColumns({ lastUpdate, liquidity, config, withdrawQueue, ...reserve }: Reserve): Values {
  return {
    interest_rate_basis_str: config.interestRateBasis,
    last_update_at: timeOf(BigInt(lastUpdate.timestamp)),
    last_update_stale_b: lastUpdate.stale,
    accumulated_protocol_fees_raw: exact(liquidity.accumulatedProtocolFeesSf),
    accumulated_referrer_fees_raw: exact(liquidity.accumulatedReferrerFeesSf),
    pending_referrer_fees_raw: exact(liquidity.pendingReferrerFeesSf),
    absolute_referral_rate_raw: exact(liquidity.absoluteReferralRateSf),
    price_at: timeOf(liquidity.marketPriceUpdatedAt),
    price_status: lastUpdate.priceStatus,
    rewards_available_raw: liquidity.rewardsAvailableRaw,
    queued_collateral_raw: withdrawQueue.queuedCollateralRaw,
    borrowed_outside_elevation_group_raw: reserve.borrowedAmountOutsideElevationGroupRaw,
    deposit_cap_current_raw: config.depositWithdrawalCap.currentTotalRaw,
    debt_cap_current_raw: config.debtWithdrawalCap.currentTotalRaw,
    deposit_cap_interval_start_at: timeOf(config.depositWithdrawalCap.intervalStartAt),
    debt_cap_interval_start_at: timeOf(config.debtWithdrawalCap.intervalStartAt),
  };
}

function exact(parts: bigint): string {
  return decimalOf(parts, SCALE);
}

function timeOf(unixSeconds: bigint): Date | null {
  return unixSeconds === 0n ? null : new Date(Number(unixSeconds) * 1000);
}
