import type { StateNumbers } from '@tidemark/core';
import type { AccrualOptions, AccruedReserve } from './accrued-reserve.ts';
import type { CompoundingVariant } from './compounding.ts';
import type { InterestRateBasis } from './reserve.ts';

/** What `deriveReserve` needs beside the account. */
export interface DeriveOptions extends AccrualOptions {
  /** Measured milliseconds of a slot, > 0; annualises the rates of `legacy` reserves. */
  readonly slotDurationMs: number;
}

/**
 * The numbers of a reserve as of one bank. Amounts are whole tokens, rates and utilization fractions (0.05 = 5 %),
 * USD plain dollars. Every double is the one nearest to the exact rational value; APYs are computed from the APR double.
 */
export interface DerivedReserve extends StateNumbers {
  readonly slot: bigint;
  readonly unixTimestamp: bigint;
  readonly interestRateBasis: InterestRateBasis;
  readonly compounding: CompoundingVariant;
  readonly slotDurationMs: number;
  /** The exact state that everything else comes from. */
  readonly accrued: AccruedReserve;
  /** Curve rate at the accrued utilization, per program year, 60-bit fixed point; the host's rate is apart. */
  readonly borrowRateSf: bigint;
  readonly hostRateSf: bigint;
  /** True where the account holds a price. Whether the program would accept it is `isPriceUsableForBorrow`. */
  readonly priceUsable: boolean;
}
