import { request as httpRequest, type IncomingMessage } from 'node:http';
import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { givePast, HISTORY_WORLD, issueKey, LONG_EXPORT } from './support/history-world.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts';

const RESERVES = '/v1/kamino/lend/reserves';
const SOL = `${RESERVES}/${addressFromLabel('SOL')}/history`;
const ALL = `${RESERVES}/all/history`;
const DAY = 86_400;
const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const days = (from: number, to: number) => `from=${unixOf(from * DAY)}&to=${unixOf(to * DAY)}`;

const rowsSchema = z.object({ data: z.array(z.unknown()), meta: z.object({ next_cursor: z.string().nullable() }) });
const cursorSchema = z.object({ meta: z.object({ next_cursor: z.string() }) });

let api: TestApi;
let proxy: TcpProxy;
let key: Record<string, string>;

beforeAll(async () => {
  api = await startTestApi({
    template: HISTORY_WORLD,
    prepare: async (database) => {
      await givePast(database);
      key = await issueKey(database, 'limits');
      const { host, port } = database.sql.options;
      proxy = await startTcpProxy(host[0] ?? '127.0.0.1', port[0] ?? 5432);
    },
    apiDatabaseUrl: (url) => {
      const through = new URL(url);
      through.hostname = '127.0.0.1';
      through.port = String(proxy.port);
      return through.href;
    },
  });
});
afterAll(async () => {
  await api.stop();
  await proxy.close();
});

describe('a caller without a key', () => {
  it.each(['raw', '15m'])('gets no rows of %s, and an error that says they need a key', async (interval) => {
    for (const path of [SOL, ALL]) {
      const answer = await api.call(`${path}?interval=${interval}`);
      expect(answer.json()).toMatchObject({ status: 401, error: { code: 40101 } });
      expect(answer.text).toContain(`The interval ${interval} needs an API key`);
    }
  });

  it.each([
    [`${SOL}?${days(-300, 431)}`, 200],
    [`${SOL}?from=${unixOf(-300 * DAY)}&to=${unixOf(431 * DAY) + 1}`, 40015],
    [`${SOL}?${days(0, 1)}&limit=10000`, 200],
    [`${SOL}?${days(0, 1)}&limit=10001`, 40010],
  ])('may ask for two years and 10,000 rows, and no more: %s', async (path, expected) => {
    const answer = await api.call(path);
    expect(answer.json()).toMatchObject(expected === 200 ? { status: 200 } : { error: { code: expected } });
  });
});

describe('a range without an end', () => {
  it('goes on to its last page, although its end lies a bucket beyond what may be asked for', async () => {
    const from = Math.floor(Date.now() / 1000) - 731 * DAY + 3_600;
    const first = await api.call(`${SOL}?from=${from}&interval=1d&limit=1`);
    const { next_cursor } = cursorSchema.parse(first.json()).meta;
    const second = await api.call(`${SOL}?from=${from}&interval=1d&limit=1&cursor=${next_cursor}`);
    expect([first.status, second.status]).toEqual([200, 200]);
  });
});

describe('a caller with a key', () => {
  it.each([
    [`${SOL}?${days(-300, 431)}&interval=1d`, 200],
    [`${SOL}?${days(-300, 432)}&interval=1d`, 40015],
    [`${SOL}?${days(0, 1)}&limit=10000&interval=raw`, 200],
    [`${SOL}?${days(0, 1)}&limit=10001`, 40010],
  ])('may ask for two years and 10,000 rows, and no more: %s', async (path, expected) => {
    const answer = await api.call(path, { headers: key });
    expect(answer.json()).toMatchObject(expected === 200 ? { status: 200 } : { error: { code: expected } });
  });

  it('gets CSV and NDJSON of all of the range, however many rows that are', async () => {
    const answer = await api.call(`${SOL}?${days(0, 20)}&interval=15m&format=csv&fields=timestamp`, { headers: key });
    expect(answer.text.trimEnd().split('\r\n')).toHaveLength(20 * 96 + 1);
    expect(answer.headers.get('x-next-cursor')).toBeNull();
  });

  it('is refused with a key that is not in force, even what needs none', async () => {
    const answer = await api.call(SOL, { headers: { 'X-SERVICE-API-KEY': 'wrong' } });
    expect(answer.status).toBe(401);
  });
});

describe('a history', () => {
  it.each([
    ['interval=2h', 40003, 'interval'],
    ['interval=1m', 40003, String.raw`one of \"raw\"|\"15m\"|\"1h\"|\"4h\"|\"1d\"`],
    ['interval=5m', 40003, 'interval'],
    ['agg=mean', 40003, 'agg'],
    ['fill=zero', 40003, 'fill'],
    ['format=xml', 40003, 'format'],
    ['units=yes', 40003, 'units'],
    ['fields=', 40003, 'fields'],
    ['fields=timestamp,nonsense', 40003, 'fields'],
    ['fields=timestamp,timestamp', 40003, 'fields'],
    ['fields=constructor', 40003, 'fields'],
    ['interval=1h&interval=1d', 40003, 'interval'],
    ['intervall=1h', 40003, 'interval'],
    ['from=yesterday', 40008, 'from'],
    ['to=2026-02-30', 40008, 'to'],
    ['interval=4h&to=9999-12-31T23:59:59Z', 40008, 'to'],
    ['interval=1h&from=9999-12-31T23:30:00Z&to=253402300799', 40008, 'from'],
    ['from=10&to=10', 40009, 'from'],
    ['limit=0', 40010, 'limit'],
    ['limit=ten', 40010, 'limit'],
    ['cursor=', 40011, 'cursor'],
    ['cursor=abc', 40011, 'cursor'],
  ])('refuses %s with %i and says which parameter', async (query, code, named) => {
    for (const path of [SOL, ALL]) {
      const answer = await api.call(`${path}?${query}`);
      expect(answer.json()).toMatchObject({ status: 400, error: { code } });
      expect(answer.text).toContain(named);
    }
  });

  it.each(['%2B00:00', '+00:00', '-0000', '.000000000Z', 'z'])(
    'takes times that end in %s, in a cursor too',
    async (end) => {
      const [from, to] = [bankAt(0), bankAt(DAY)].map(({ observedAt }) => observedAt.toISOString().slice(0, 19));
      for (const path of [SOL, ALL, `${RESERVES}/all/config/changes`]) {
        const inUtc = rowsSchema.parse((await api.call(`${path}?limit=1&from=${from}Z&to=${to}Z`)).json());
        const range = `${path}?limit=1&from=${from}${end}&to=${to}${end}`;
        expect((await api.call(range)).json()).toMatchObject({ status: 200, data: inUtc.data });
        const { next_cursor: cursor } = inUtc.meta;
        const again = cursor === null ? range : `${range}&cursor=${cursor}`;
        expect((await api.call(again)).status).toBe(200);
      }
    },
  );

  it.each(['1h', '4h', '1d'])('reaches to the last time that can be asked for, in buckets of %s', async (interval) => {
    for (const path of [SOL, ALL]) {
      const range = 'from=9998-12-31T23:30:00Z&to=9998-12-31T23:59:59.999Z';
      expect((await api.call(`${path}?interval=${interval}&${range}`)).status).toBe(200);
    }
  });

  it.each(['agg=close', 'fill=null'])('of single reads refuses %s, which has no meaning there', async (query) => {
    const answer = await api.call(`${SOL}?interval=raw&${query}`, { headers: key });
    expect(answer.json()).toMatchObject({ error: { code: 40003 } });
  });

  it.each([
    [`${ALL}?market=nonsense`, 40013],
    [`${ALL}?token=nonsense`, 40014],
    [`${ALL}?status_str=dead`, 40003],
    [`${SOL}?market=${addressFromLabel('market')}`, 40003],
    [`${RESERVES}/nonsense/history`, 40001],
    [`${RESERVES}/${addressFromLabel('stranger')}/history`, 40402],
    ['/v1/other/lend/reserves/all/history', 40403],
  ])('refuses %s', async (path, code) => {
    expect((await api.call(path)).json()).toMatchObject({ error: { code } });
  });

  it('refuses a cursor of another query', async () => {
    const query = `${days(0, 2)}&interval=1h&limit=5`;
    const { meta } = cursorSchema.parse((await api.call(`${ALL}?${query}`)).json());
    const cursor = `cursor=${meta.next_cursor}`;
    const others = [
      `${SOL}?interval=1h&${cursor}`,
      `${ALL}?${cursor}`,
      `${ALL}?interval=4h&${cursor}`,
      `${ALL}?interval=1h&agg=min&${cursor}`,
      `${ALL}?interval=1h&fill=none&${cursor}`,
      `${ALL}?interval=1h&token=${addressFromLabel('SOL mint')}&${cursor}`,
      `${ALL}?interval=1h&from=5&${cursor}`,
      `${ALL}?interval=1h&to=${unixOf(DAY)}&${cursor}`,
    ];
    for (const path of others) expect((await api.call(path)).json()).toMatchObject({ error: { code: 40011 } });
    expect((await api.call(`${ALL}?${query}&${cursor}`)).status).toBe(200);
  });

  it('takes nothing that a caller writes for SQL, in no parameter', async () => {
    const texts = [
      "' OR 1=1 --",
      "'; DROP TABLE lend.reserves; --",
      '\\',
      '\u0000',
      '🦀',
      '%',
      'a'.repeat(5_000),
      '$1',
      '{}',
    ];
    const names = [
      'from',
      'to',
      'interval',
      'agg',
      'fill',
      'fields',
      'cursor',
      'limit',
      'format',
      'market',
      'token',
      'status_str',
    ];
    for (const name of names) {
      const answers = await Promise.all(texts.map((text) => api.call(`${ALL}?${name}=${encodeURIComponent(text)}`)));
      expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 400));
      for (const { text } of answers) expect(text).not.toContain('DROP');
    }
    for (const text of texts) {
      const path = encodeURIComponent(text);
      expect((await api.call(`${RESERVES}/${path}/history`)).status).toBe(400);
      expect((await api.call(`${RESERVES}/${addressFromLabel('SOL')}/at/${path}`)).status).toBe(400);
    }
    expect((await api.call(`${SOL}?${days(0, 1)}`)).status).toBe(200);
  });
});

/** Opens an answer without reading it. */
function open(path: string): Promise<IncomingMessage> {
  const { hostname, port } = new URL(api.url);
  return new Promise((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, headers: key, agent: false }, resolve);
    request.on('error', reject);
    request.end();
  });
}

describe('an export that nobody reads', () => {
  it('holds no connection to the database, however many there are', async () => {
    // Twice as many as the pool has connections.
    const slow = await Promise.all(Array.from({ length: 8 }, () => open(LONG_EXPORT)));
    try {
      const busy = () => api.database.sql<{ busy: bigint }[]>`
        SELECT count(*) AS busy FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state <> 'idle'`;
      await waitFor(async () => (await busy())[0]?.busy === 0n, { description: 'connections that are all idle' });
      expect((await api.call(`${SOL}?${days(0, 1)}`)).status).toBe(200);
    } finally {
      for (const response of slow) response.destroy();
      await waitFor(() => api.logs().split('"status":499').length > slow.length, {
        description: 'exports that were hung up on',
      });
    }
  });

  it('ends where the client hangs up', async () => {
    const cutOff = () => api.logs().split('"status":499').length;
    const before = cutOff();
    const response = await open(LONG_EXPORT);
    await new Promise((resolve) => response.once('data', resolve));
    response.destroy();
    await waitFor(() => cutOff() > before, { description: 'an export that was hung up on' });
    expect((await api.call(`${SOL}?${days(0, 1)}`)).status).toBe(200);
  });
});

describe('an export whose database goes away', () => {
  it('is cut, so that nobody takes a part for the whole, and a new one is an error', async () => {
    const response = await open(LONG_EXPORT);
    try {
      const ended = new Promise<boolean>((resolve) => response.once('close', () => resolve(response.complete)));
      response.on('error', () => {});
      await new Promise((resolve) => response.once('data', resolve));
      await proxy.cut();
      response.resume();
      expect(await ended).toBe(false);
      expect(api.logs()).toContain('request failed');
      const answer = await api.call(LONG_EXPORT, { headers: key });
      expect(answer.json()).toMatchObject({ status: 503 });
    } finally {
      await proxy.restore();
    }
    await waitFor(async () => (await api.call(`${SOL}?${days(0, 1)}`)).status === 200, {
      description: 'the database to be back',
    });
  });
});
