import { type Decimal, powerOfTen } from '../decimal.ts';
import { isEntryIndex, type ScopeEntry } from './prices.ts';

/** Places in a configured chain. */
const CHAIN_LENGTH = 4;
/** The lending program has no power of ten beyond. */
const MOST_DECIMALS = 36;
/** What both factors are cut to where a product would have more. */
const CUT_DECIMALS = 18;
const PRODUCT_BITS = 256n;
const PRICE_BITS = 68n;

/**
 * The links of a chain as configured: up to the first index that is no entry. None where all four are 0, which is how a chain that was
 * never set reads; entry 0 alone is a chain.
 */
export function linksOf(chain: readonly number[]): readonly number[] {
  if (chain.length === CHAIN_LENGTH && chain.every((index) => index === 0)) return [];
  const end = chain.findIndex((index) => !isEntryIndex(index));
  return end === -1 ? chain : chain.slice(0, end);
}

/** Null and why, or the product. */
export type ChainProduct =
  | { readonly price: Decimal; readonly isCut: boolean; readonly reason: null }
  | { readonly price: null; readonly reason: 'invalid_chain' | 'invalid_exponent' | 'overflow' };

/**
 * The product of the legs as the lending program makes it: exact integers from the left, decimals added up, and nothing rounded
 * but where the decimals would be more than 36. There both factors are first cut to 18.
 */
export function multiplyLegs(legs: readonly Pick<ScopeEntry, 'value' | 'exp'>[]): ChainProduct {
  const [only] = legs;
  if (only === undefined) return { price: null, reason: 'invalid_chain' };
  if (legs.length === 1 && only.exp > MOST_DECIMALS) return { price: null, reason: 'invalid_exponent' };
  let value = 1n;
  let decimals = 0;
  let isCut = false;
  for (const leg of legs) {
    // A u64 of digits that no power is made of: what would be cut is everything.
    if (leg.exp > 400n) return { price: null, reason: 'invalid_exponent' };
    let factor = { value: leg.value, decimals: Number(leg.exp) };
    if (decimals + factor.decimals > MOST_DECIMALS) {
      isCut = true;
      ({ value, decimals } = cut(value, decimals));
      factor = cut(factor.value, factor.decimals);
    }
    value *= factor.value;
    decimals += factor.decimals;
    if (value >> PRODUCT_BITS !== 0n) return { price: null, reason: 'overflow' };
  }
  if ((value / powerOfTen(decimals)) >> PRICE_BITS !== 0n) return { price: null, reason: 'overflow' };
  return { price: { mantissa: value, exponent: 0 - decimals }, isCut, reason: null };
}

function cut(value: bigint, decimals: number) {
  if (decimals <= CUT_DECIMALS) return { value, decimals };
  return { value: value / powerOfTen(decimals - CUT_DECIMALS), decimals: CUT_DECIMALS };
}
