import type { Direction, Price } from '../common/price.ts';
import type { PoolHead } from '../source.ts';

/** The price that a token is valued at, whatever pools say: that of the lending market's oracle. */
export interface Reference {
  readonly mint: string;
  readonly decimals: number;
  /** Millionths of a US dollar for one whole token, times ten to `scale`: an exact fraction. */
  readonly usd: Price;
}

/** One whole token in US dollars, as a fraction. */
export function referenceOf(mint: string, decimals: number, numerator: bigint, denominator: bigint): Reference {
  return { mint, decimals, usd: { numerator, denominator } };
}

/** US dollars of a base unit, as a fraction. */
function perUnit({ decimals, usd }: Reference): Price {
  return { numerator: usd.numerator, denominator: usd.denominator * 10n ** BigInt(decimals) };
}

/** Base units of `b` for one base unit of `a`. */
export function crossPrice(a: Reference, b: Reference): Price {
  const [one, other] = [perUnit(a), perUnit(b)];
  return { numerator: one.numerator * other.denominator, denominator: one.denominator * other.numerator };
}

/** Parts of a US dollar in which amounts are compared: 10^-12, far below a base unit of any token. */
export const USD_ONE = 1_000_000_000_000n;

/** What an amount is worth, in parts of a US dollar, cut off. */
export function worthUsd(amountRaw: bigint, reference: Reference): bigint {
  const { numerator, denominator } = perUnit(reference);
  return (amountRaw * numerator * USD_ONE) / denominator;
}

/** Base units that are worth an amount, cut off. */
export function amountOfUsd(usd: bigint, reference: Reference): bigint {
  const { numerator, denominator } = perUnit(reference);
  return (usd * denominator) / (numerator * USD_ONE);
}

/** The direction in which a pool takes a token; null where it does not hold it. */
export function sellingOf({ mintA, mintB }: PoolHead, mint: string): Direction | null {
  if (mintA === mint) return 'a_to_b';
  return mintB === mint ? 'b_to_a' : null;
}
