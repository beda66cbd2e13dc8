import { baseUnitsPerToken, FRACTION_BITS } from '@tidemark/protocols/kamino';
import { type InterestSplit, mapInterest } from './interest-split.ts';

/** Interest in 60-bit fixed-point USD at a 60-bit fixed-point price per whole token; each part is cut off. */
export function interestToUsd(split: InterestSplit, marketPriceSf: bigint, tokenDecimals: number): InterestSplit {
  const unitsSf = baseUnitsPerToken(tokenDecimals) << FRACTION_BITS;
  return mapInterest(split, (partSf) => (partSf * marketPriceSf) / unitsSf);
}
