import { expect, it, onTestFinished } from 'vitest';
import { startFakeNode } from '../../test/fake-node.ts';
import type { FakeAnswer } from '../../test/fake-rpc-server.ts';
import { createManualClock } from '../../test/manual-clock.ts';
import { RpcError } from '../rpc/index.ts';
import { probeRate, RATE_BOUNDS, type RateProbe } from './probe-rate.ts';

const clock = createManualClock();

async function rateOf(instead: () => FakeAnswer | undefined): Promise<{ rate: RateProbe; asked: number }> {
  const node = await startFakeNode({ instead });
  onTestFinished(() => node.close());
  const rate = await probeRate(node.url, clock);
  if (rate instanceof RpcError) throw rate;
  return { rate, asked: node.requests.length };
}

it('a limit of so many calls in ten seconds is found as what the endpoint keeps up, not as its burst', async () => {
  let begunAt = -Infinity;
  let calls = 0;
  const { rate } = await rateOf(() => {
    if (clock.now() - begunAt >= 10_000) [begunAt, calls] = [clock.now(), 0];
    calls += 1;
    if (calls <= 40) return undefined;
    return { status: 429, headers: { 'retry-after': String(Math.ceil((begunAt + 10_000 - clock.now()) / 1000)) } };
  });
  expect(rate.limit?.code).toBe('RATE_LIMITED');
  expect(rate.calls).toBeGreaterThan(20);
  expect(rate.calls).toBeLessThanOrEqual(40);
  expect(rate.perSecond).toBeGreaterThan(1.5);
  expect(rate.perSecond).toBeLessThanOrEqual(4);
});

it('an endpoint that refuses nothing is asked up to the bound, and no faster', async () => {
  const { rate, asked } = await rateOf(() => undefined);
  expect(rate.limit).toBeNull();
  expect(asked).toBe(RATE_BOUNDS.calls);
  expect(rate.perSecond).toBeLessThanOrEqual(RATE_BOUNDS.perSecond * 1.1);
});

it('an endpoint that never answers again keeps up next to nothing', async () => {
  const { rate } = await rateOf(() => ({ error: { code: -32000, message: 'daily limit exceeded' } }));
  expect(rate).toMatchObject({ calls: 0, againAfterMs: null, perSecond: 0 });
});
