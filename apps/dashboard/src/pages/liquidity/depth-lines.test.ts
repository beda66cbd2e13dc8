import { expect, it } from 'vitest';
import { depthLines, stack } from './depth-lines.ts';
import type { TokenDepth, TokenDepthLevel } from './queries.ts';

const level = (side: 'sell' | 'buy', bps: number, source: string, amount: number | null) => ({
  side_str: side,
  fall_bps: bps,
  source_str: source,
  marginal_amount_f: amount,
});

const token = (levels: readonly ReturnType<typeof level>[]): TokenDepth =>
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the fields that are read
  ({ reference_price_usd_f: 2, depth: levels as readonly TokenDepthLevel[] }) as TokenDepth;

const SOME = token([
  level('sell', 50, 'all', 4),
  level('sell', 50, 'orca', 1),
  level('sell', 50, 'raydium', 3),
  level('sell', 200, 'orca', 5),
  level('sell', 200, 'raydium', null),
  level('buy', 50, 'orca', 2),
  level('buy', 50, 'raydium', 0),
]);

it('sales are to the left and purchases to the right, in US dollars at the reference price; nothing is invented', () => {
  expect(depthLines(SOME)).toEqual({
    moves: [-0.02, -0.005, 0, 0.005],
    lines: [
      { source: 'orca', worth: [10, 2, null, 4] },
      { source: 'raydium', worth: [null, 6, null, 0] },
    ],
  });
});

it('lines lie on top of each other as far as all below are known', () => {
  expect(stack(depthLines(SOME).lines)).toEqual([
    [10, 2, null, 4],
    [null, 8, null, 4],
  ]);
});
