import { bpsToFall, type Direction, fallenPrice, isWithin, type Price } from '../common/price.ts';
import type { Halt, Known, Market, Quote } from '../source.ts';
import { DEPTH_BPS } from './config.ts';

/** One row of a pool's depth: what can be sold at a fall of its price. */
export interface PoolDepthRow {
  readonly direction: Direction;
  readonly bps: number;
  /** Until the price of the pool has fallen by so much. */
  readonly marginal: Known<Quote>;
  /** As much as brings the price before the sale less so much, fees included; 0 where the fee alone is more. */
  readonly average: Known<Quote>;
  readonly halt: Halt | null;
}

/** Depth in one direction against a price: the pool's own, or a reference. None where the pool has no price. */
export function poolDepth(market: Market, direction: Direction, against: Price | null = market.spot): PoolDepthRow[] {
  if (against === null) return [];
  const targets = DEPTH_BPS.map((bps) => fallenPrice(against, direction, bpsToFall(bps)));
  return market.walk(direction, targets).map((marginal, place) => {
    const bps = DEPTH_BPS[place] ?? 0;
    const average = market.largest(direction, (fill) => isWithin(fill, against, direction, bpsToFall(bps)));
    return { direction, bps, marginal, average, halt: market.halt };
  });
}
