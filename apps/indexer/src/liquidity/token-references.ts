import { parseDecimal } from '@tidemark/oracles';
import { type DepthRules, type Reference, referenceOf } from '@tidemark/liquidity';
import type { StoredPrice } from '@tidemark/schema';

/** The price that a token is measured by. */
export interface TokenPrice {
  readonly text: string;
  /** When it was published, where sources say so; else when it was read. */
  readonly at: Date;
}

export interface References {
  readonly byMint: ReadonlyMap<string, Reference>;
  readonly prices: ReadonlyMap<string, TokenPrice>;
}

/** How long ago the price of a token may have been read. */
const MAX_READ_AGE_MS = 600_000;
const IN_FORCE: ReadonlySet<string> = new Set(['ok', 'single_source']);

/**
 * Prices in force of tokens whose decimals are known, by mint. A stablecoin without one is taken for one US dollar. `now` is the time of the
 * newest bank.
 */
export function referencesOf(
  stored: readonly StoredPrice[],
  decimals: ReadonlyMap<string, number>,
  { usdMints }: DepthRules,
  now: Date,
): References {
  const prices = new Map<string, TokenPrice>();
  const byMint = new Map<string, Reference>();
  for (const { tokenMint: mint, price, status, observedAt, publishedAt } of stored) {
    const isOld = now.getTime() - observedAt.getTime() > MAX_READ_AGE_MS;
    if (price === null || isOld || !IN_FORCE.has(status)) continue;
    prices.set(mint, { text: price, at: publishedAt ?? observedAt });
  }
  for (const [mint, places] of decimals) {
    const text = prices.get(mint)?.text ?? (usdMints.has(mint) ? '1' : null);
    const fraction = text === null ? null : fractionOf(text);
    if (fraction !== null) byMint.set(mint, referenceOf(mint, places, fraction.numerator, fraction.denominator));
  }
  return { byMint, prices };
}

/** Null for what is no price above 0. */
function fractionOf(text: string) {
  const parsed = parseDecimal(text);
  if (parsed === null || parsed.mantissa <= 0n) return null;
  const power = 10n ** BigInt(Math.abs(parsed.exponent));
  return parsed.exponent < 0
    ? { numerator: parsed.mantissa, denominator: power }
    : { numerator: parsed.mantissa * power, denominator: 1n };
}
