import { waitFor } from '@tidemark/testing';
import { expect, it } from 'vitest';
import { createManualClock } from '../../test/manual-clock.ts';
import { confirm, startFakeSocketServer } from '../../test/fake-socket-server.ts';
import { FollowSocket, type FollowSocketEvents } from './follow-socket.ts';
import type { SubscriptionRequest } from './subscriptions.ts';

type Lost = Parameters<FollowSocketEvents['onLost']>[0];
const REQUESTS: readonly SubscriptionRequest[] = [{ kind: 'change', method: 'programSubscribe', params: [] }];

function open(urls: readonly string[], onSubscribed: (endpoint: string) => void = () => undefined) {
  const clock = createManualClock();
  const lost: Lost[] = [];
  const nothing = (): void => undefined;
  const socket = new FollowSocket(
    { urls, requests: REQUESTS, timeoutMs: 5_000, silenceMs: 60_000, pingIntervalMs: 60_000, clock, random: () => 0.5 },
    { onSubscribed, onLost: (end) => lost.push(end), onSlot: nothing, onChange: nothing, onIgnored: nothing },
  );
  return { clock, lost, socket };
}

it('a socket that cannot be opened is tried at each endpoint in turn, ever more seldom', async () => {
  const { clock, lost, socket } = open(['ws://127.0.0.1:1', 'ws://localhost:2']);
  await waitFor(() => lost.length >= 9);
  await socket.stop();
  expect(clock.slept.slice(0, 9)).toEqual([250, 500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000, 15_000]);
  expect(lost.slice(0, 3)).toMatchObject([
    { endpoint: '127.0.0.1:1', subscribed: false, reason: 'connect_failed' },
    { endpoint: 'localhost:2', subscribed: false, reason: 'connect_failed' },
    { endpoint: '127.0.0.1:1', subscribed: false, reason: 'connect_failed' },
  ]);
});

it('a subscription that lived long enough is opened again at once', async () => {
  const server = await startFakeSocketServer(confirm);
  const endpoints: string[] = [];
  const { clock, lost, socket } = open(['ws://127.0.0.1:1', `${server.url}/secret`], (endpoint) =>
    endpoints.push(endpoint),
  );
  await waitFor(() => endpoints.length === 1);
  clock.advance(10_000);
  server.hangUp();
  await waitFor(() => endpoints.length === 2);
  await socket.stop();
  await server.close();
  expect(endpoints).toEqual([new URL(server.url).host, new URL(server.url).host]);
  expect(lost.map(({ subscribed, reason }) => [subscribed, reason])).toEqual([
    [false, 'connect_failed'],
    [true, 'closed'],
    [false, 'connect_failed'],
  ]);
  expect(clock.slept.slice(0, 3)).toEqual([250, 125, 250]);
});
