import type { Reserve } from '../../../packages/protocols/src/kamino/index.ts';
import { type Exact, exact, exactSf, Exact as ExactDecimal } from '../exact.ts';

/** The balances of a reserve as exact decimals of base units, and what its interest depends on. */
export interface ExactState {
  readonly available: Exact;
  readonly borrowed: Exact;
  readonly protocolFees: Exact;
  readonly referrerFees: Exact;
  readonly pendingReferrerFees: Exact;
  /** Available + borrowed − fees; may be negative. */
  readonly supply: Exact;
  /** Available + borrowed: the largest partial sum, which the SDK's digits are counted from. */
  readonly held: Exact;
  readonly cumulative: Exact;
  readonly price: Exact;
  readonly hostRate: Exact;
  readonly takeRate: Exact;
  /** 10^decimals. */
  readonly unit: Exact;
  /** Borrowed / supply in the program's fixed point, cut off; 0 without supply, and where supply is negative. */
  readonly utilizationSf: bigint;
  /** The same, not cut off. */
  readonly utilization: Exact;
}

/** Worked out from the decoded integers alone, by none of the code that is being compared. */
export function exactState({ liquidity, config }: Reserve): ExactState {
  const available = exact(liquidity.availableAmountRaw);
  const borrowed = exactSf(liquidity.borrowedAmountSf);
  const protocolFees = exactSf(liquidity.accumulatedProtocolFeesSf);
  const referrerFees = exactSf(liquidity.accumulatedReferrerFeesSf);
  const pendingReferrerFees = exactSf(liquidity.pendingReferrerFeesSf);
  const held = available.plus(borrowed);
  const supply = held.minus(protocolFees).minus(referrerFees).minus(pendingReferrerFees);
  const supplySf =
    (liquidity.availableAmountRaw << 60n) +
    liquidity.borrowedAmountSf -
    liquidity.accumulatedProtocolFeesSf -
    liquidity.accumulatedReferrerFeesSf -
    liquidity.pendingReferrerFeesSf;
  return {
    available,
    borrowed,
    protocolFees,
    referrerFees,
    pendingReferrerFees,
    supply,
    held,
    cumulative: exactSf(liquidity.cumulativeBorrowRateBsf),
    price: exactSf(liquidity.marketPriceSf),
    hostRate: new ExactDecimal(config.hostFixedInterestRateBps).div(10_000),
    takeRate: new ExactDecimal(config.protocolTakeRatePct).div(100),
    unit: new ExactDecimal(10).pow(liquidity.mintDecimals),
    utilizationSf: supplySf > 0n ? (liquidity.borrowedAmountSf << 60n) / supplySf : 0n,
    utilization: supply.gt(0) ? borrowed.div(supply) : new ExactDecimal(0),
  };
}
