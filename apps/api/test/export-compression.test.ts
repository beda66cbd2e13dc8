import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { createApiKey } from '@tidemark/schema';
import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { givePast, HISTORY_WORLD, issueKey, LONG_EXPORT } from './support/history-world.ts';
import { openStream } from './support/open-stream.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const DAY = 86_400;
const RANGE = `from=${unixOf(0)}&to=${unixOf(2 * DAY)}`;
const LEND = '/v1/kamino/lend';
const EXPORTS = [
  `${LEND}/reserves/${addressFromLabel('SOL')}/history?interval=15m&${RANGE}`,
  `${LEND}/reserves/all/history?interval=1h&${RANGE}`,
  `${LEND}/fees?interval=1h&group_by=reserve&${RANGE}`,
  `${LEND}/summary/history?interval=1h&${RANGE}`,
  `/v1/coverage?${RANGE}`,
];

let api: TestApi;
let key: Record<string, string>;
beforeAll(async () => {
  api = await startTestApi({
    template: HISTORY_WORLD,
    prepare: async (database) => {
      await givePast(database);
      key = await issueKey(database, 'compressed');
    },
  });
});
afterAll(() => api.stop());

const underWay = async () =>
  Number(/exports_under_way (\d+)/.exec((await api.call('/metrics')).text)?.[1] ?? Number.NaN);

describe('an export', () => {
  it.each(EXPORTS.flatMap((path) => ['csv', 'ndjson'].map((format) => [path, format] as const)))(
    'is compressed for who takes that, and says the same: %s as %s',
    async (path, format) => {
      const url = `${path}&format=${format}`;
      const ask = (acceptEncoding: string | null, method = 'GET') =>
        api.call(url, {
          method,
          headers: { ...key, ...(acceptEncoding === null ? {} : { 'accept-encoding': acceptEncoding }) },
        });
      const plain = await ask(null);
      expect([plain.status, plain.headers.get('content-encoding')]).toEqual([200, null]);
      for (const [accepted, encoding] of [
        ['gzip', 'gzip'],
        ['br', 'br'],
        ['gzip, deflate', 'gzip'],
        ['identity', null],
        ['gzip;q=0', null],
        ['zstd', null],
      ] as const) {
        const answer = await ask(accepted);
        expect([accepted, answer.headers.get('content-encoding')]).toEqual([accepted, encoding]);
        expect(answer.body.equals(plain.body)).toBe(true);
        expect(answer.headers.get('vary')).toMatch(/^Accept-Encoding\b/);
        expect(answer.headers.get('etag')).toBeNull();
        // A handful of rows has little to save.
        const isWorthIt = encoding !== null && plain.body.length > 2_000;
        expect(answer.sent.length).toBeLessThan(isWorthIt ? plain.sent.length / 2 : plain.sent.length + 100);
        const head = await ask(accepted, 'HEAD');
        expect([head.status, head.headers.get('content-encoding')]).toEqual([200, encoding]);
      }
    },
  );

  it('gives the cursor for the rows that follow beside what is compressed', async () => {
    const path = `${EXPORTS[0]}&format=csv&limit=10`;
    const [plain, gzip] = [
      await api.call(path, { headers: key }),
      await api.call(path, { headers: { ...key, 'accept-encoding': 'gzip' } }),
    ];
    expect(gzip.headers.get('x-next-cursor')).toBe(plain.headers.get('x-next-cursor'));
    expect(plain.headers.get('x-next-cursor')).not.toBeNull();
  });

  it('that is refused is an error as any other, and not compressed', async () => {
    const answer = await api.call(`${LONG_EXPORT}&limit=0`, { headers: { ...key, 'accept-encoding': 'gzip' } });
    expect([answer.status, answer.headers.get('content-encoding')]).toEqual([400, null]);
    expect(answer.json()).toMatchObject({ status: 400 });
  });

  it.each(['gzip', 'br'])('in %s ends where the client hangs up, and gives its place back', async (encoding) => {
    const cutOff = () => api.logs().split('"status":499').length;
    const before = cutOff();
    const response = await open(LONG_EXPORT, { ...key, 'accept-encoding': encoding });
    expect(response.headers['content-encoding']).toBe(encoding);
    await once(response, 'data');
    expect(await underWay()).toBe(1);
    response.destroy();
    await waitFor(() => cutOff() > before, { timeoutMs: 60_000 });
    await waitFor(async () => (await underWay()) === 0, { timeoutMs: 60_000 });
    expect(api.logs()).not.toContain('"level":"error"');
  });
});

it('the stream is never compressed: an event is there when it happens', async () => {
  const { key: own } = await createApiKey(api.database.sql, { username: 'stream' });
  const stream = await openStream(api.url, own);
  expect(stream.response.headers['content-encoding']).toBeUndefined();
  stream.abort();
});

/** Opens an answer without reading it. */
function open(path: string, headers: Record<string, string>): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    const request = httpRequest(`${api.url}${path}`, { headers, agent: false }, resolve);
    request.on('error', reject);
    request.end();
  });
}
