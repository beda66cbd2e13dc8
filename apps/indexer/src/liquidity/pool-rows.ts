import { toDecimal } from '@tidemark/core';
import { DIRECTIONS, type Known, poolDepth, type PoolDepthRow, type Price, type Quote } from '@tidemark/liquidity';
import type { PoolReadInput } from '@tidemark/schema';
import { sha256 } from '../pipeline/quarantine.ts';
import { dateOf } from '../prices/run-price-batch.ts';
import type { ReadPool } from './read-pools.ts';

/** A pool that was read, with its depth in both directions. */
export interface ReadPoolDepth {
  readonly read: ReadPool;
  readonly rows: readonly PoolDepthRow[];
}

/** The fall at which history keeps the depth of a pool, basis points. */
const HISTORY_BPS = 200;
const PRICE_DIGITS = 30;

/** Depth of a pool against its own price. */
export function depthOf(read: ReadPool): ReadPoolDepth {
  const { market } = read;
  return { read, rows: market === null ? [] : DIRECTIONS.flatMap((direction) => poolDepth(market, direction)) };
}

/** The newest state of a pool as it is stored. */
export function toPoolRead({ read, rows }: ReadPoolDepth): PoolReadInput {
  const { known, source, head, market, problem, account } = read;
  const at = (direction: PoolDepthRow['direction']): bigint | null =>
    rows.find((row) => row.direction === direction && row.bps === HISTORY_BPS)?.marginal.value?.amountIn ?? null;
  const spot = market?.spot ?? null;
  return {
    pool: known.pool,
    mintA: head?.mintA ?? null,
    mintB: head?.mintB ?? null,
    ...statusOf(read, rows),
    lowerBound: market?.lowerBound ?? [],
    price: spot === null ? null : priceText(spot),
    depth: problem === null ? rows.map(toLevel) : [],
    sellARaw: at('a_to_b'),
    sellBRaw: at('b_to_a'),
    lastUsedAt: dateOf(head?.lastUsedAt ?? null),
    oneBank: read.oneBank,
    dataSha256: account === null ? null : sha256(account.data),
    decoderVersion: source.decoderVersion,
    slot: read.slot,
    observedAt: new Date(Number(read.unixTimestamp) * 1000),
  };
}

function statusOf({ market, problem }: ReadPool, rows: readonly PoolDepthRow[]) {
  if (problem !== null) return problem;
  const halt = market?.halt ?? null;
  if (halt !== null) return { status: 'halted', detail: halt } as const;
  // Nothing is known of either side, not even at the smallest fall.
  const unknown = rows.length > 0 && rows.every(({ marginal }) => marginal.value === null) ? rows[0] : undefined;
  return unknown === undefined
    ? ({ status: 'ok', detail: null } as const)
    : ({ status: 'unknown', detail: unknown.marginal.unknown } as const);
}

function toLevel({ direction, bps, marginal, average }: PoolDepthRow) {
  const text = (known: Known<Quote>, side: 'amountIn' | 'amountOut'): string | null =>
    known.value === null ? null : String(known.value[side]);
  return {
    direction,
    bps,
    marginalIn: text(marginal, 'amountIn'),
    marginalOut: text(marginal, 'amountOut'),
    averageIn: text(average, 'amountIn'),
    averageOut: text(average, 'amountOut'),
    unknown: marginal.unknown ?? average.unknown,
  };
}

/** A fraction as a decimal of 30 significant digits, cut off. */
export function priceText({ numerator, denominator }: Price): string {
  const digits = (value: bigint): number => value.toString().length;
  const places = Math.max(0, PRICE_DIGITS + digits(denominator) - digits(numerator));
  const scale = 10n ** BigInt(places);
  return toDecimal((numerator * scale) / denominator, scale);
}
