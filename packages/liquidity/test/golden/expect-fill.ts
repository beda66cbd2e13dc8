import { U64_MAX } from '@tidemark/core';
import { bpsToFall, type Direction, fallenPrice, isWithin } from '../../src/common/price.ts';
import type { Known, Market, Quote } from '../../src/source.ts';
import { type Differences, given } from '../support/differences.ts';
import type { GoldenDepth, GoldenQuote } from './orca-types.ts';

/** Quotes and depth tables of both programs of concentrated liquidity, to the unit. */

const STATUS: Readonly<Record<string, string>> = {
  filled: 'filled',
  limit: 'filled',
  exhausted: 'exhausted',
  no_more_ticks: 'out_of_liquidity',
  out_of_bins: 'out_of_liquidity',
};

export function checkQuote(
  to: Differences,
  market: Market,
  direction: Direction,
  { exact, amount, model }: GoldenQuote,
): void {
  const { value, unknown } = market.quote(direction, BigInt(amount), exact);
  const what = `${direction} ${exact} ${amount}`;
  // The recorded model goes on where neither program nor SDK does.
  if (BigInt(model.in) > U64_MAX) to.check(what, unknown, 'arithmetic_overflow');
  else {
    to.check(what, asGolden(value), [
      model.in,
      model.out,
      model.fee,
      model.endSqrtPrice,
      model.ticksCrossed,
      STATUS[model.status],
    ]);
  }
}

function asGolden(quote: Quote | null): unknown {
  if (quote === null) return null;
  const { amountIn, amountOut, fee, endPrice, crossed, status } = quote;
  return [amountIn, amountOut, fee, endPrice, crossed, status];
}

export function marginal(market: Market, direction: Direction, bps: number): Known<Quote> {
  const target = fallenPrice(given(market.spot, 'price'), direction, bpsToFall(bps));
  return given(market.walk(direction, [target])[0], 'row');
}

export function average(market: Market, direction: Direction, bps: number): Known<Quote> {
  const spot = given(market.spot, 'price');
  return market.largest(direction, (fill) => isWithin(fill, spot, direction, bpsToFall(bps)));
}

export function checkDepth(to: Differences, market: Market, direction: Direction, row: GoldenDepth): void {
  const what = `${direction} ${row.bps}`;
  const found = marginal(market, direction, row.bps);
  const golden = row.marginal;
  if (golden === null) to.check(what, found.unknown, 'missing_array');
  else {
    const { in: amountIn, out, fee, endSqrtPrice, ticksCrossed } = golden;
    to.check(`${what} marginal`, asGolden(found.value), [amountIn, out, fee, endSqrtPrice, ticksCrossed, 'filled']);
  }
  const most = average(market, direction, row.bps);
  if (row.average === null) to.check(`${what} average`, most.unknown, 'missing_array');
  else to.check(`${what} average`, [most.value?.amountIn, most.value?.amountOut], [row.average.in, row.average.out]);
}
