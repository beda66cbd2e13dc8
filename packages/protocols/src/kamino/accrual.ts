import { refusal, U256_MAX, U64_MAX, withAddress } from '@tidemark/core';
import { bpsToSf, checkSf, FRACTION_BITS, mulSf, percentToSf } from './fraction.ts';
import { accrualUnitsPerYear, elapsedAccrualUnits } from './accrual-units.ts';
import type { AccrualOptions, AccruedReserve, AccruingReserve } from './accrued-reserve.ts';
import { borrowRateAt } from './borrow-rate-curve.ts';
import { compoundedInterestSf, COMPOUNDING, type CompoundingVariant } from './compounding.ts';
import { distributedRewardsRaw } from './rewards.ts';
import { totalSupplySf, utilizationSf } from './total-supply.ts';

const U16_MAX = 0xffff;

/**
 * The reserve's balances as a refresh at `slot` would leave them, bit for bit: interest on the rate at the utilization
 * of the last refresh, the fee split, then the reserve's own rewards.
 * Throws `SLOT_BEFORE_LAST_UPDATE`, `NEGATIVE_SUPPLY`, `INVALID_CURVE` or `ARITHMETIC_OVERFLOW` where the program would
 * fail, `INVALID_ARGUMENT` for options that no lending market can hold.
 */
export function accrueReserve(reserve: AccruingReserve, options: AccrualOptions): AccruedReserve {
  try {
    return accrue(reserve, options);
  } catch (error) {
    throw withAddress(error, reserve.address);
  }
}

function accrue(reserve: AccruingReserve, options: AccrualOptions): AccruedReserve {
  const { slot, unixTimestamp, rewardsMaxAprBps = 0, compounding = COMPOUNDING[0] } = options;
  const referralFeeBps = expectU16(options.referralFeeBps, 'referralFeeBps');
  const { interestRateBasis } = reserve.config;
  const elapsedUnits = elapsedAccrualUnits(reserve, slot, unixTimestamp);
  const liquidity = withInterest(reserve, elapsedUnits, referralFeeBps, compounding);
  const supplyBeforeRewardsSf = totalSupplySf(liquidity);
  const rewardsRaw = distributedRewardsRaw({
    elapsedUnits,
    unitsPerYear: accrualUnitsPerYear(interestRateBasis),
    perUnitRaw: reserve.config.rewardsPerAccrualUnitRaw,
    availableRaw: liquidity.rewardsAvailableRaw,
    mintTotalSupplyRaw: reserve.collateral.mintTotalSupplyRaw,
    totalSupplySf: supplyBeforeRewardsSf,
    maxAprBps: expectU16(rewardsMaxAprBps, 'rewardsMaxAprBps'),
  });
  const availableRaw = expectU64(liquidity.availableAmountRaw + rewardsRaw);
  const supplySf =
    rewardsRaw === 0n ? supplyBeforeRewardsSf : totalSupplySf({ ...liquidity, availableAmountRaw: availableRaw });
  return {
    slot,
    unixTimestamp,
    interestRateBasis,
    compounding,
    elapsedUnits,
    availableRaw,
    borrowedSf: liquidity.borrowedAmountSf,
    totalSupplySf: supplySf,
    utilizationSf: utilizationSf(liquidity.borrowedAmountSf, supplySf),
    cumulativeBorrowRateBsf: liquidity.cumulativeBorrowRateBsf,
    accumulatedProtocolFeesSf: liquidity.accumulatedProtocolFeesSf,
    accumulatedReferrerFeesSf: liquidity.accumulatedReferrerFeesSf,
    pendingReferrerFeesSf: liquidity.pendingReferrerFeesSf,
    absoluteReferralRateSf: liquidity.absoluteReferralRateSf,
    rewardsRaw,
    rewardsAvailableRaw: liquidity.rewardsAvailableRaw - rewardsRaw,
  };
}

function withInterest(
  reserve: AccruingReserve,
  units: bigint,
  referralFeeBps: number,
  compounding: CompoundingVariant,
): AccruingReserve['liquidity'] {
  const { liquidity, config } = reserve;
  if (units === 0n) return liquidity;
  const debtSf = liquidity.borrowedAmountSf;
  const rateSf = borrowRateAt(config.borrowRateCurve, utilizationSf(debtSf, totalSupplySf(liquidity)));
  const hostSf = bpsToSf(config.hostFixedInterestRateBps);
  const unitsPerYear = accrualUnitsPerYear(config.interestRateBasis);
  const growthSf = compoundedInterestSf(rateSf + hostSf, units, unitsPerYear, compounding);
  const hostGrowthSf = compoundedInterestSf(hostSf, units, unitsPerYear, compounding);

  const newDebtSf = mulSf(debtSf, growthSf);
  const hostFeeSf = mulSf(debtSf, hostGrowthSf) - debtSf;
  const variableInterestSf = checkSf(newDebtSf - debtSf - hostFeeSf, 'variable interest');
  const takeSf = percentToSf(config.protocolTakeRatePct);
  const absoluteReferralRateSf = mulSf(takeSf, bpsToSf(referralFeeBps));
  const referrerFeeSf = mulSf(variableInterestSf, absoluteReferralRateSf);
  const protocolFeesSf = checkSf(
    liquidity.accumulatedProtocolFeesSf + hostFeeSf + mulSf(variableInterestSf, takeSf),
    'protocol fees',
  );
  return {
    ...liquidity,
    borrowedAmountSf: newDebtSf,
    cumulativeBorrowRateBsf: grownCumulativeRate(liquidity.cumulativeBorrowRateBsf, growthSf),
    accumulatedProtocolFeesSf: checkSf(protocolFeesSf - referrerFeeSf, 'protocol fees'),
    pendingReferrerFeesSf: checkSf(liquidity.pendingReferrerFeesSf + referrerFeeSf, 'pending referrer fees'),
    absoluteReferralRateSf,
  };
}

// The program's 256-bit type overflows on the product, before the shift.
function grownCumulativeRate(cumulativeBsf: bigint, growthSf: bigint): bigint {
  const product = cumulativeBsf * growthSf;
  if (product <= U256_MAX) return product >> FRACTION_BITS;
  throw refusal('ARITHMETIC_OVERFLOW', 'cumulative borrow rate', 'an unsigned 256-bit value', product);
}

function expectU64(value: bigint): bigint {
  if (value <= U64_MAX) return value;
  throw refusal('ARITHMETIC_OVERFLOW', 'available amount', 'an unsigned 64-bit value', value);
}

function expectU16(value: number, field: string): number {
  if (Number.isInteger(value) && value >= 0 && value <= U16_MAX) return value;
  throw refusal('INVALID_ARGUMENT', field, '0..65535', value);
}
