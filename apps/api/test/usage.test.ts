import { keyUsageEnvelopeSchema } from '@tidemark/contract';
import { createApiKey, rotateApiKey } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openStream } from './support/open-stream.ts';
import { buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';

const ALL = '/v1/kamino/lend/reserves/all/latest';
const INFO = '/v1/kamino/lend/info/reserves';
const ROUTES = {
  all: '/v1/{protocol}/lend/reserves/all/latest',
  one: '/v1/{protocol}/lend/reserves/{reserve}/latest',
  info: '/v1/{protocol}/lend/info/reserves',
};
const prepare = async (database: TestApi['database']) => {
  await seedReserves(database, ['SOL']);
  await commitBatch(database, 10, [buildState('SOL', 10)]);
};
const keyed = (key: string, method = 'GET') => ({ method, headers: { 'X-SERVICE-API-KEY': key } });
const usageOf = async (api: TestApi, key: string) =>
  keyUsageEnvelopeSchema.parse((await api.call('/auth/usage', keyed(key))).json());
/** Requests and refusals by route, over all days: midnight may pass while a test runs. */
const countsOf = async (api: TestApi, key: string) => {
  const counts: Record<string, [number, number]> = {};
  for (const { route, requests, limited } of (await usageOf(api, key)).data.usage) {
    const [sum, refused] = counts[route] ?? [0, 0];
    counts[route] = [sum + requests, refused + limited];
  }
  return counts;
};

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ prepare, access: { keyRequestsPerMinute: 500, keyConcurrentExports: 4 } });
});
afterAll(() => api.stop());

describe('GET /auth/usage', () => {
  it('tells the owner of a key whom it belongs to, what it may do, and how it stands', async () => {
    const expiresAt = new Date(Date.now() + 86_400_000);
    const { key, info } = await createApiKey(api.database.sql, { username: 'owner', expiresAt, concurrentExports: 9 });
    await api.call(INFO, keyed(key));
    const answer = await api.call('/auth/usage', keyed(key));
    const { data, meta } = keyUsageEnvelopeSchema.parse(answer.json());
    expect(data).toMatchObject({
      username: 'owner',
      key_prefix: key.slice(0, 12),
      tier_str: 'key',
      created_timestamp: Math.floor(info.createdAt.getTime() / 1000),
      expires_timestamp: Math.floor(expiresAt.getTime() / 1000),
      limits: { requests_per_minute: 500, concurrent_exports: 9 },
      rate_limit: { limit: 500, remaining: 499 },
    });
    expect(data.last_used_timestamp).not.toBeNull();
    expect(Date.parse(meta.to_day) - Date.parse(meta.from_day)).toBe(29 * 86_400_000);
    expect(answer.headers.get('ratelimit-remaining')).toBe('499');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    expect(answer.text).not.toContain(key.slice(12));
  });

  it('counts every request by day and route: those that were refused for a limit too, those of others not', async () => {
    const { key } = await createApiKey(api.database.sql, { username: 'counted', requestsPerMinute: 20 });
    const { key: other } = await createApiKey(api.database.sql, { username: 'other' });
    const one = `/v1/kamino/lend/reserves/${addressFromLabel('SOL')}/latest`;
    const paths = [
      ...Array<string>(9).fill(ALL),
      ...Array<string>(5).fill(INFO),
      one,
      one.replace('/latest', '/nowhere'),
    ];
    await Promise.all(paths.map((path) => api.call(path, keyed(key))));
    await api.call(INFO, keyed(other));
    await api.call('/auth/verify', keyed(key, 'POST'));
    await api.call(one, keyed(key, 'HEAD'));
    await api.call('/health', keyed(key));
    await api.call(`${INFO}?nonsense=1`, keyed(key));
    // 18 of the limit until here: the unknown path and /health are not requests for data, nor is this one.
    expect(await countsOf(api, key)).toEqual({
      [ROUTES.all]: [9, 0],
      [ROUTES.info]: [6, 0],
      [ROUTES.one]: [2, 0],
      '/auth/verify': [1, 0],
      '/auth/usage': [1, 0],
    });
    const statuses = await Promise.all(Array.from({ length: 6 }, async () => (await api.call(ALL, keyed(key))).status));
    expect(statuses.filter((status) => status === 429)).toHaveLength(4);
    expect((await countsOf(api, key))[ROUTES.all]).toEqual([15, 4]);
    expect(await countsOf(api, other)).toEqual({ [ROUTES.info]: [1, 0], '/auth/usage': [1, 0] });
  });

  it('does not count against the limit that it tells of, and tells of it when nothing is left', async () => {
    const { key } = await createApiKey(api.database.sql, { username: 'asks', requestsPerMinute: 2 });
    for (let round = 0; round < 5; round += 1) {
      const answer = await api.call('/auth/usage', keyed(key));
      expect([answer.status, answer.headers.get('ratelimit-remaining')]).toEqual([200, '2']);
    }
    const statuses = [];
    for (let round = 0; round < 3; round += 1) statuses.push((await api.call(INFO, keyed(key))).status);
    expect(statuses).toEqual([200, 200, 429]);
    const { rate_limit: rate } = (await usageOf(api, key)).data;
    expect([rate.limit, rate.remaining]).toEqual([2, 0]);
  });

  it('has a limit of its own, so that nobody makes the database write with it', async () => {
    const { key } = await createApiKey(api.database.sql, { username: 'asks on and on' });
    const answers = await Promise.all(Array.from({ length: 70 }, () => api.call('/auth/usage', keyed(key))));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(10);
    for (const { headers } of refused) {
      expect([headers.get('ratelimit-limit'), headers.get('ratelimit-policy')]).toEqual(['60', '60;w=60']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    }
    expect((await api.call(INFO, keyed(key))).headers.get('ratelimit-remaining')).toBe('499');
  });

  it('counts a refused export as one request that was refused', async () => {
    const { key } = await createApiKey(api.database.sql, { username: 'exports', concurrentExports: 1 });
    const stream = await openStream(api.url, key);
    await countsOf(api, key);
    expect((await openStream(api.url, key)).status).toBe(429);
    expect((await countsOf(api, key))['/v1/stream']).toEqual([2, 1]);
    stream.abort();
  });

  it('names the end of the grace period of a key that was replaced', async () => {
    const { key, info } = await createApiKey(api.database.sql, { username: 'replaced' });
    expect((await usageOf(api, key)).data.expires_timestamp).toBeNull();
    const { replaced } = await rotateApiKey(api.database.sql, info.id, { graceMs: 3_600_000 });
    const { expires_timestamp: end } = (await usageOf(api, key)).data;
    expect(end).toBe(Math.floor(Number(replaced.revokedAt) / 1000));
  });

  it.each([
    ['no key', '/auth/usage', {}, 401],
    ['a key in the query', '/auth/usage?api_key=x', {}, 400],
    ['a parameter', '/auth/usage?day=1', { key: true }, 400],
    ['POST', '/auth/usage', { key: true, method: 'POST' }, 405],
  ])('refuses %s', async (_what, path, { key, method }: { key?: boolean; method?: string }, status) => {
    const issued = await createApiKey(api.database.sql, { username: `refused ${path} ${method}` });
    const answer = await api.call(path, key === true ? keyed(issued.key, method) : { method: method ?? 'GET' });
    expect(answer.status).toBe(status);
  });
});

describe('the numbers of several replicas, and of times without a database', () => {
  it('are those of the requests that were made, each counted once', async () => {
    const target = new URL(api.databaseUrl);
    const proxy = await startTcpProxy(target.hostname, Number(target.port));
    const through = new URL(target);
    [through.hostname, through.port] = ['127.0.0.1', String(proxy.port)];
    const replica = await startTestApi({
      beside: api,
      keyUsageFlushMs: 100,
      apiDatabaseUrl: () => through.href,
    });
    const { key } = await createApiKey(api.database.sql, { username: 'outage' });
    const failures = async () =>
      Number(/key_usage_flushes_total\{outcome="failed"\} (\d+)/.exec((await replica.call('/metrics')).text)?.[1] ?? 0);
    try {
      let made = 0;
      const ask = async (requests: number) => {
        const answers = await Promise.all(Array.from({ length: requests }, () => replica.call(ALL, keyed(key))));
        expect(answers.every(({ status }) => status === 200)).toBe(true);
        made += requests;
      };
      await ask(1);
      // The key is known by now; requests go on while the database comes and goes in the middle of writes.
      for (let round = 0; round < 3; round += 1) {
        await ask(20);
        await proxy.cut();
        const before = await failures();
        while ((await failures()) === before) await ask(5);
        await proxy.restore();
        await ask(20);
        await api.call(ALL, keyed(key));
        made += 1;
      }
      await replica.stopApi();
      expect((await countsOf(api, key))[ROUTES.all]).toEqual([made, 0]);
    } finally {
      await replica.stop();
      await proxy.close();
    }
  });
});
