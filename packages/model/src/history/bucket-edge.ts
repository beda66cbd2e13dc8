import type { DerivedReserve } from '@tidemark/protocols/kamino';
import type { BucketEdge } from './bucket.ts';
import type { StateAt } from './state-at.ts';
import type { StateNumbers } from './stored-state.ts';

/** The edge of a bucket from the state there. */
export function toBucketEdge({ derived, evidence, proof }: StateAt, at: Date): BucketEdge {
  const { accrued } = derived;
  return {
    slot: derived.slot,
    at,
    observedAt: evidence.observedAt,
    proof,
    availableAmountRaw: accrued.availableRaw,
    borrowedAmountSf: accrued.borrowedSf,
    totalSupplySf: accrued.totalSupplySf,
    cumulativeBorrowRateBsf: accrued.cumulativeBorrowRateBsf,
    collateralSupplyRaw: evidence.collateralSupplyRaw,
    marketPriceSf: evidence.marketPriceSf,
    priceStatus: evidence.priceStatus,
    priceUpdatedAt: evidence.marketPriceUpdatedAt,
    numbers: toStateNumbers(derived),
  };
}

/** Derived numbers under the names of the columns. */
export function toStateNumbers(derived: DerivedReserve): StateNumbers {
  return {
    availableAmountF: derived.availableAmount,
    suppliedAmountF: derived.suppliedAmount,
    borrowedAmountF: derived.borrowedAmount,
    availableAmountUsdF: derived.availableAmountUsd,
    suppliedAmountUsdF: derived.suppliedAmountUsd,
    borrowedAmountUsdF: derived.borrowedAmountUsd,
    priceUsdF: derived.priceUsd,
    utilizationF: derived.utilization,
    borrowAprF: derived.borrowApr,
    borrowApyF: derived.borrowApy,
    supplyAprF: derived.supplyApr,
    supplyApyF: derived.supplyApy,
    rewardsAprF: derived.rewardsApr,
  };
}
