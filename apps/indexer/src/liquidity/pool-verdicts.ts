import { type Classified, crossPrice, type Reference, sellingOf, USD_ONE, worthUsd } from '@tidemark/liquidity';
import type { PoolVerdictInput } from '@tidemark/schema';
import type { ReadPoolDepth } from './pool-rows.ts';

/** The fall at which depth decides over dust, basis points. */
const DUST_BPS = 500;

interface JudgedToken {
  readonly mint: string;
  /** Null where the token has no price in force. */
  readonly classified: Classified | null;
}

/** What was made of each pool of a token; every pool that does not count has a reason. */
export function verdictsOf(
  { mint, classified }: JudgedToken,
  pools: readonly ReadPoolDepth[],
  references: ReadonlyMap<string, Reference>,
): PoolVerdictInput[] {
  const counts = (list: Classified['direct'] | undefined, pool: string): boolean =>
    list?.some(({ market }) => market.pool.address === pool) ?? false;
  return pools.map((depth) => {
    const { known, problem } = depth.read;
    const { pool } = known;
    const excluded = classified?.excluded.find((one) => one.pool === pool);
    const route = counts(classified?.direct, pool) ? 'direct' : counts(classified?.viaSol, pool) ? 'via_sol' : null;
    const reason =
      route !== null
        ? null
        : (problem?.status ?? excluded?.reason ?? (classified === null ? 'no_reference_price' : 'unknown'));
    return {
      tokenMint: mint,
      pool,
      route,
      reason,
      detail: route !== null ? null : (problem?.detail ?? excluded?.detail ?? null),
      priceGapBps: priceGapOf(depth, mint, references),
      depthUsd: depthUsdOf(depth, mint, references),
    };
  });
}

/** How far the price of the token in the pool lies above the references, basis points. */
function priceGapOf(
  { read: { market } }: ReadPoolDepth,
  mint: string,
  references: ReadonlyMap<string, Reference>,
): number | null {
  const selling = market === null ? null : sellingOf(market.pool, mint);
  if (market === null || market.spot === null || selling === null) return null;
  const [a, b] = [references.get(market.pool.mintA), references.get(market.pool.mintB)];
  if (a === undefined || b === undefined) return null;
  const reference = crossPrice(a, b);
  const [own, other] = [market.spot.numerator * reference.denominator, reference.numerator * market.spot.denominator];
  // B for A: of token B it is the other way round.
  const [above, below] = selling === 'a_to_b' ? [own, other] : [other, own];
  return below === 0n ? null : Number(((above - below) * 1_000_000n) / below) / 100;
}

/** What the pool takes of the token until its own price has fallen by 5 %, US dollars. */
function depthUsdOf(
  { read: { market }, rows }: ReadPoolDepth,
  mint: string,
  references: ReadonlyMap<string, Reference>,
) {
  const reference = references.get(mint);
  const direction = market === null ? null : sellingOf(market.pool, mint);
  const row = rows.find((one) => one.direction === direction && one.bps === DUST_BPS);
  const amount = row?.marginal.value?.amountIn;
  return reference === undefined || amount === undefined ? null : Number(worthUsd(amount, reference)) / Number(USD_ONE);
}
