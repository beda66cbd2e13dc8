import { expect, it } from 'vitest';
import { AdaptiveFees } from '../src/orca-whirlpool/adaptive-fee.ts';
import { WHIRLPOOL_TICKS } from '../src/orca-whirlpool/tick-math.ts';

const ORACLE = {
  tradeEnabledAt: 0n,
  filterPeriod: 30n,
  decayPeriod: 600n,
  reductionFactor: 5_000n,
  controlFactor: 80_000n,
  maxVolatility: 880_000n,
  groupSize: 2,
  lastReferenceUpdateAt: 0n,
  lastMajorSwapAt: 0n,
  volatilityReference: 0n,
  groupReference: 0,
  volatilityAccumulator: 0n,
};

/** The group after a step without liquidity, which does not end at groups, from tick 0 to the price of a tick. */
function groupAt(tick: number): number {
  const fees = new AdaptiveFees(ORACLE, { address: '', feeRate: 200, tick: 0 }, tick < 0, 10_000n);
  const from = { sqrtPrice: WHIRLPOOL_TICKS.sqrtPriceAt(0), tick: 0, liquidity: 0n, group: fees.startGroup };
  const step = fees.stepAt(from);
  expect(step).toMatchObject({ bound: null, isSkipped: true });
  return fees.groupAfter(from, step, WHIRLPOOL_TICKS.sqrtPriceAt(tick), tick);
}

it('after a gap without liquidity the fee goes on from the group that the price has reached', () => {
  // Up, the price of a boundary still belongs to the group below it; the step after it is one group on.
  expect([groupAt(10), groupAt(11)]).toEqual([5, 6]);
  expect([groupAt(-10), groupAt(-9)]).toEqual([-6, -6]);
});
