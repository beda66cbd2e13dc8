import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { givePast, HISTORY_WORLD, issueKey, LONG_EXPORT } from '../support/history-world.ts';
import { openStream } from '../support/open-stream.ts';
import { bankAt } from '../support/rows.ts';
import { startTestApi, type TestApi } from '../support/start-api.ts';
import { openRaw } from './raw-connection.ts';

const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const LEND = '/v1/kamino/lend';
const HISTORY = `${LEND}/reserves/${addressFromLabel('SOL')}/history?interval=1h&from=${unixOf(0)}&to=${unixOf(86_400)}`;

let api: TestApi;
let hoarder: Record<string, string>;
let other: Record<string, string>;
beforeAll(async () => {
  api = await startTestApi({
    template: HISTORY_WORLD,
    prepare: async (database) => {
      await givePast(database);
      hoarder = await issueKey(database, 'hoarder');
      other = await issueKey(database, 'other');
    },
    overload: { maxHeavyPerClient: 4 },
    // Less than the kernel keeps: a client that reads nothing is cut once that is full.
    connections: { sendTimeoutMs: 3_000 },
  });
});
afterAll(() => api.stop());

const metric = async (name: string): Promise<number> => {
  const { text } = await api.call('/metrics');
  const line = text.split('\n').find((candidate) => candidate.startsWith(`tidemark_api_${name} `));
  return line === undefined ? 0 : Number(line.split(' ').at(-1));
};

it('one who takes none of its answers holds no more of them than it may, is cut off, and heavy reads of others are answered', async () => {
  const idle = await openStream(api.url, Object.values(other)[0] ?? '');
  const connections = await Promise.all(
    Array.from({ length: 4 }, () => openRaw(Number(new URL(api.url).port), { reads: false })),
  );
  const headers = Object.entries(hoarder).map(([name, value]) => `${name}: ${value}\r\n`);
  for (const { socket } of connections)
    socket.write(`GET ${LONG_EXPORT} HTTP/1.1\r\nHost: x\r\n${headers.join('')}\r\n`);
  await waitFor(async () => (await metric('heavy_requests_in_flight')) === 4);
  const refused = await api.call(HISTORY, { headers: hoarder });
  expect([refused.status, refused.json()]).toMatchObject([503, { error: { code: 50303 } }]);
  expect((await api.call(HISTORY, { headers: other })).status).toBe(200);
  await waitFor(async () => (await metric('connections_cut_total{reason="slow_reader"}')) === 4);
  await waitFor(async () => (await api.call(HISTORY, { headers: hoarder })).status === 200);
  for (const { socket } of connections) socket.resume();
  await Promise.all(connections.map((connection) => connection.untilOver()));
  await waitFor(async () => (await metric('exports_under_way')) === 1);
  // It had nothing to take.
  expect(await metric('streams_open')).toBe(1);
  idle.abort();
});
