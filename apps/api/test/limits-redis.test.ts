import { createServer, type Socket } from 'node:net';
import { createApiKey, identifyDatabase } from '@tidemark/schema';
import { waitFor } from '@tidemark/testing';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { limitStores, redisAddress, storeSettings } from './support/limit-stores.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';

/** So that no window ends while a test counts in it. */
const windowSeconds = 3_600;
const INFO = '/v1/kamino/lend/info/reserves';
const keyed = (key: string) => ({ headers: { 'X-SERVICE-API-KEY': key } });
const passedOf = async (apis: readonly TestApi[], key: string, requests: number) => {
  const asked = Array.from({ length: requests }, async (_, index) => {
    const answer = await apis[index % apis.length]?.call(INFO, keyed(key));
    return answer?.status;
  });
  const statuses = await Promise.all(asked);
  expect(statuses.filter((status) => status !== 200 && status !== 429)).toEqual([]);
  return statuses.filter((status) => status === 200).length;
};
const prefixOf = async ({ database }: TestApi, { redis }: ReturnType<typeof storeSettings>) =>
  `${redis?.keyPrefix}${await identifyDatabase(database.sql)}:`;
const failuresOf = async (api: TestApi) =>
  Number(/limit_store_failures_total (\d+)/.exec((await api.call('/metrics')).text)?.[1] ?? 0);

describe.each(limitStores().filter((store) => store === 'redis'))('limits in %s', () => {
  it('are shared by all replicas, and neither a key nor its hash is stored there', async () => {
    const access = { ...storeSettings('redis'), keyRequestsPerMinute: 10, badKeyAttemptsPerMinute: 60, windowSeconds };
    const first = await startTestApi({ access });
    const second = await startTestApi({ access, beside: first });
    const redis = new Redis(access.redis?.url ?? '');
    try {
      const { key, info } = await createApiKey(first.database.sql, { username: 'two replicas' });
      await first.call(INFO, keyed('sk-guess'));
      expect(await passedOf([first, second], key, 30)).toBe(10);
      const names = await redis.keys(`${access.redis?.keyPrefix}*`);
      const prefix = await prefixOf(first, access);
      expect(names.toSorted()).toEqual([`${prefix}bad-keys:127.0.0.1`, `${prefix}rate:key:${info.id}`]);
      for (const name of names) expect(await redis.pttl(name)).toBeGreaterThan(0);
    } finally {
      redis.disconnect();
      await second.stop();
      await first.stop();
    }
  });

  it('of an address are counted for each database, with one prefix', async () => {
    const settings = storeSettings('redis');
    const access = { ...settings, publicRequestsPerMinute: 5, publicConcurrentExports: 1, windowSeconds };
    const [own, other] = [await startTestApi({ access }), await startTestApi({ access })];
    const beside = await startTestApi({ access, beside: own });
    const redis = new Redis(settings.redis?.url ?? '');
    try {
      const statusesOf = async (api: TestApi) => {
        const statuses: number[] = [];
        for (let request = 0; request < 4; request += 1) statuses.push((await api.call(INFO)).status);
        return statuses;
      };
      expect(await statusesOf(own)).toEqual([200, 200, 200, 200]);
      expect(await statusesOf(other)).toEqual([200, 200, 200, 200]);
      expect(await statusesOf(beside)).toEqual([200, 429, 429, 429]);
      // An export that another deployment's client has open takes no place of this one's.
      const lease = `${await prefixOf(own, settings)}exports:address:127.0.0.1`;
      await redis.zadd(lease, Date.now() + windowSeconds * 1000, 'an export that goes on');
      expect((await other.call(`${INFO}?format=csv`)).status).toBe(200);
      expect(await Promise.all([own, other, beside].map(failuresOf))).toEqual([0, 0, 0]);
    } finally {
      redis.disconnect();
      for (const api of [beside, own, other]) await api.stop();
    }
  });

  it('are counted in the process until the database has said which it is, and shared from then on', async () => {
    const settings = storeSettings('redis');
    const own = await startTestApi();
    const { hostname, port } = new URL(own.databaseUrl);
    const database = await startTcpProxy(hostname, Number(port));
    await database.cut();
    const detour = new URL(own.databaseUrl);
    [detour.hostname, detour.port] = ['127.0.0.1', String(database.port)];
    const redis = { url: '', keyPrefix: '', ...settings.redis, startTimeoutMs: 1 };
    const api = await startTestApi({
      beside: own,
      apiDatabaseUrl: () => detour.href,
      access: { redis, publicRequestsPerMinute: 5, windowSeconds },
    });
    const watching = new Redis(redis.url);
    try {
      const statuses: number[] = [];
      for (let request = 0; request < 7; request += 1) statuses.push((await api.call(INFO)).status);
      expect(statuses).toEqual([503, 503, 503, 503, 503, 429, 429]);
      expect(await watching.keys(`${redis.keyPrefix}*`)).toEqual([]);
      await database.restore();
      await waitFor(() => api.logs().includes('limits are shared'), { description: 'shared limits' });
      expect((await api.call(INFO)).status).toBe(200);
      expect(await watching.keys(`${redis.keyPrefix}*`)).toEqual([
        `${await prefixOf(own, settings)}rate:public:127.0.0.1`,
      ]);
    } finally {
      watching.disconnect();
      await api.stop();
      await database.close();
      await own.stop();
    }
  });

  it('go on in the process while Redis refuses to write, and tell so once', async () => {
    const settings = storeSettings('redis');
    const redis = new Redis(settings.redis?.url ?? '');
    const api = await startTestApi({ access: { ...settings, keyRequestsPerMinute: 5, windowSeconds } });
    try {
      const { key, info } = await createApiKey(api.database.sql, { username: 'refusals' });
      // A value of another type is refused like a write without memory.
      await redis.set(`${await prefixOf(api, settings)}rate:key:${info.id}`, 'not a number', 'EX', windowSeconds);
      expect(await passedOf([api], key, 8)).toBe(5);
      expect(await passedOf([api], key, 8)).toBe(0);
      expect(api.logs().split('limits are counted in this process alone')).toHaveLength(2);
    } finally {
      redis.disconnect();
      await api.stop();
    }
  });

  it('go on in the process while Redis is away, with a line in the log, and are shared again when it is back', async () => {
    const { host, port } = redisAddress();
    const proxy = await startTcpProxy(host, port);
    const api = await startTestApi({ access: { ...storeSettings('redis', proxy.port), keyRequestsPerMinute: 5 } });
    try {
      const issue = async (username: string) => (await createApiKey(api.database.sql, { username })).key;
      expect(await passedOf([api], await issue('before'), 8)).toBe(5);
      expect(await failuresOf(api)).toBe(0);
      await proxy.cut();
      expect(await passedOf([api], await issue('while'), 8)).toBe(5);
      expect(await failuresOf(api)).toBeGreaterThan(0);
      expect(api.logs()).toContain('limits are counted in this process alone');
      await proxy.restore();
      const key = await issue('after');
      await waitFor(async () => {
        await api.call(INFO, keyed(key));
        return api.logs().includes('limits are shared');
      });
      const failures = await failuresOf(api);
      await api.call(INFO, keyed(key));
      expect(await failuresOf(api)).toBe(failures);
    } finally {
      await proxy.close();
      await api.stop();
    }
  });
});

describe('limits without a Redis that answers', () => {
  /** Times as in production: nothing waits for what does not come. */
  const impatient = (port: number) => ({ redis: { url: `redis://127.0.0.1:${port}`, keyPrefix: 'test:' } });

  it('do not keep an answer waiting for a Redis that takes connections and says nothing', async () => {
    const sockets = new Set<Socket>();
    const silent = createServer((socket) => {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    });
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const api = await startTestApi({ access: { ...impatient(port), keyRequestsPerMinute: 5 } });
    try {
      const { key } = await createApiKey(api.database.sql, { username: 'silence' });
      expect(await passedOf([api], key, 8)).toBe(5);
      expect(await failuresOf(api)).toBeGreaterThan(0);
    } finally {
      await api.stop();
      for (const socket of sockets) socket.destroy();
      silent.close();
    }
  });

  it('are counted in the process from the start where there is no Redis at all', async () => {
    const proxy = await startTcpProxy('127.0.0.1', 1);
    await proxy.cut();
    const api = await startTestApi({ access: { ...impatient(proxy.port), keyRequestsPerMinute: 5 } });
    try {
      const { key } = await createApiKey(api.database.sql, { username: 'nothing there' });
      expect(await passedOf([api], key, 8)).toBe(5);
    } finally {
      await api.stop();
    }
  });
});
