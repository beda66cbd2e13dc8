import { createLogger } from '@tidemark/runtime';
import { waitFor } from '@tidemark/testing';
import { afterEach, expect, it } from 'vitest';
import { confirm, type FakeSocketServer, startFakeSocketServer } from '../../test/fake-socket-server.ts';
import { PoolFollower } from './pool-follower.ts';

const stops: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).toReversed()) await stop();
});

async function follow(pools: readonly string[], answer: Parameters<typeof startFakeSocketServer>[0] = confirm) {
  const server = await startFakeSocketServer(answer);
  const asked: (readonly [readonly string[], bigint | null])[] = [];
  const followed: number[] = [];
  const follower = new PoolFollower({
    config: { commitment: 'confirmed', rpcTimeoutMs: 5_000 },
    follow: { wsUrls: [server.url], debounceMs: 20, minIntervalMs: 0, silenceMs: 60_000 },
    minIntervalMs: 0,
    requestRead: async (changed, slot) => {
      asked.push([changed, slot]);
    },
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics: { liquidityFollowed: { set: (value) => void followed.push(value) } },
  });
  stops.push(
    () => server.close(),
    () => follower.stop(),
  );
  follower.follow(pools);
  return { server, follower, asked, followed };
}

const subscribed = (server: FakeSocketServer) =>
  server.requests.filter(({ method }) => method === 'accountSubscribe').map(({ params }) => params[0]);

const notify = (server: FakeSocketServer, subscription: number, slot: number): void =>
  server.broadcast(
    JSON.stringify({
      jsonrpc: '2.0',
      method: 'accountNotification',
      params: { subscription, result: { context: { slot }, value: { lamports: 1, data: ['', 'base64'] } } },
    }),
  );

it('reads all pools after the subscription, and then those that change, together and once', async () => {
  const { server, asked, followed } = await follow(['pool b', 'pool a']);
  await waitFor(() => asked.length === 1, { description: 'the first read' });
  expect(asked[0]).toEqual([['pool a', 'pool b'], null]);
  expect(subscribed(server)).toEqual(['pool a', 'pool b']);
  expect(followed.at(-1)).toBe(2);
  // Request 1 is of slots, 2 and 3 are of the pools in their order; 109 is of nobody.
  for (const [subscription, slot] of [
    [103, 7],
    [103, 9],
    [109, 12],
    [101, 13],
    [103, 8],
  ] as const)
    notify(server, subscription, slot);
  await waitFor(() => asked.length === 2, { description: 'the change' });
  expect(asked[1]).toEqual([['pool b'], 9n]);
});

it('subscribes anew where the largest pools are others, and where the connection is lost; not where they are the same', async () => {
  const { server, follower, asked, followed } = await follow(['pool a', 'pool b']);
  await waitFor(() => asked.length === 1, { description: 'the first read' });
  follower.follow(['pool b', 'pool a']);
  follower.follow(['pool c', 'pool b']);
  await waitFor(() => asked.length === 2, { description: 'the read of the new pools' });
  expect([server.connections(), asked[1]?.[0]]).toEqual([2, ['pool b', 'pool c']]);
  server.hangUp();
  await waitFor(() => asked.length === 3, { description: 'the read after the loss' });
  expect([server.connections(), asked[2]?.[0], followed.includes(0)]).toEqual([3, ['pool b', 'pool c'], true]);
  follower.follow([]);
  await follower.stop();
  expect([followed.at(-1), server.connections()]).toEqual([0, 3]);
});
