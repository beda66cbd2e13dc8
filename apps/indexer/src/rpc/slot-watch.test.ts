import { afterEach, describe, expect, it } from 'vitest';
import { type FakeRpcServer, startFakeRpcServer } from '../../test/fake-rpc-server.ts';
import { createManualClock, type ManualClock } from '../../test/manual-clock.ts';
import { fetchAccounts } from './fetch-accounts.ts';
import { RpcClient } from './rpc-client.ts';
import type { Standing } from './slot-watch.ts';

const cleanups: (() => Promise<void> | void)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup();
});

/** A node that shows the slot that `slotNow` says. */
async function node(slotNow: () => number): Promise<FakeRpcServer> {
  const server = await startFakeRpcServer(({ method }) => {
    if (method === 'getSlot') return { result: slotNow() };
    return method === 'getMultipleAccounts' ? { result: { context: { slot: slotNow() }, value: [null] } } : undefined;
  });
  cleanups.push(() => server.close());
  return server;
}

const SLOT_MS = 300;
const POLL_MS = 5_000;

/** A chain that follows a clock, two nodes on it, and a client that polls them. */
async function world(slots: (chainSlot: () => number, clock: ManualClock) => readonly (() => number)[]) {
  const clock = createManualClock();
  const chainSlot = (): number => 1_000_000 + Math.floor(clock.now() / SLOT_MS);
  const nodes = await Promise.all(slots(chainSlot, clock).map(node));
  const standings: Standing[] = [];
  const rpc = new RpcClient(
    {
      urls: nodes.map(({ url }) => url),
      ...({ commitment: 'confirmed', timeoutMs: 60_000, maxRetries: 0, requestsPerSecond: 1_000 } as const),
      stillMs: 15_000,
    },
    { clock, onStanding: (standing) => standings.push(standing) },
  );
  cleanups.push(() => rpc.close());
  const hosts = nodes.map(({ host }) => host);
  /** The nodes that served so many polls, by their place. A poll ends with a comparison. */
  const poll = async (times: number): Promise<number[]> => {
    const served: number[] = [];
    for (let i = 0; i < times; i += 1) {
      served.push(hosts.indexOf((await fetchAccounts(rpc, ['A'])).endpoint));
      await rpc.compareSlots();
      clock.advance(POLL_MS);
    }
    return served;
  };
  return { clock, nodes, hosts, rpc, poll, standings };
}

describe('an endpoint that answers everything', () => {
  it('and stands still is left for one that goes on, and serves again once it has caught up', async () => {
    let stands: number | undefined;
    const { poll, standings } = await world((chainSlot) => [() => stands ?? chainSlot(), chainSlot]);
    expect(await poll(3)).toEqual([0, 0, 0]);
    stands = 1_000_050;
    const served = await poll(8);
    // Half of what leaves a gap without a new slot, and not before.
    expect(served.indexOf(1)).toBeGreaterThanOrEqual(3);
    expect(served.indexOf(1)).toBeLessThanOrEqual(5);
    expect(served.slice(served.indexOf(1)).every((place) => place === 1)).toBe(true);
    expect(standings).toMatchObject([{ isLeft: true, slot: 1_000_050 }]);
    stands = undefined;
    expect((await poll(3)).at(-1)).toBe(0);
    expect(standings).toMatchObject([{ isLeft: true }, { isLeft: false }]);
  });

  it('and is more than a hundred slots behind is left, though it moves', async () => {
    let lag = 150;
    const { poll } = await world((chainSlot) => [() => chainSlot() - lag, chainSlot]);
    expect((await poll(3)).slice(1)).toEqual([1, 1]);
    lag = 60;
    expect((await poll(3)).at(-1)).toBe(1);
    lag = 20;
    expect((await poll(3)).at(-1)).toBe(0);
  });

  it('serves on where the whole chain stands: none is ahead', async () => {
    let stands = false;
    const { poll, standings } = await world((chainSlot) => [
      () => (stands ? 1_000_100 : chainSlot()),
      () => (stands ? 1_000_104 : chainSlot()),
    ]);
    await poll(2);
    stands = true;
    expect((await poll(20)).every((place) => place === 0)).toBe(true);
    expect(standings).toEqual([]);
  });

  it('is compared without being told to, by the calls that it serves', async () => {
    const { nodes, clock, rpc, hosts } = await world((chainSlot) => [() => 1_000_000, chainSlot]);
    const serving = async (): Promise<number> => {
      const { endpoint } = await fetchAccounts(rpc, ['A']);
      clock.advance(POLL_MS);
      return hosts.indexOf(endpoint);
    };
    expect(await serving()).toBe(0);
    await expect.poll(serving).toBe(1);
    expect(nodes[0]?.count('getSlot')).toBeLessThan(10);
  });

  it('serves where nothing else answers, though it was left', async () => {
    let isAlone = false;
    const { poll, nodes } = await world((chainSlot) => [() => chainSlot() - (isAlone ? 0 : 150), chainSlot]);
    expect((await poll(2)).at(-1)).toBe(1);
    isAlone = true;
    await nodes[1]?.close();
    expect((await poll(1)).at(-1)).toBe(0);
  });
});
