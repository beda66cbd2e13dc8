import { setTimeout as delay } from 'node:timers/promises';
import { createApiKey, revokeApiKey } from '@tidemark/schema';
import { addressFromLabel, waitFor } from '@tidemark/testing';
import { errorEnvelopeSchema } from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './support/http-client.ts';
import { limitStores, redisAddress, storeSettings } from './support/limit-stores.ts';
import { openStream } from './support/open-stream.ts';
import { buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi, type TestApiOptions } from './support/start-api.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';

const ALL = '/v1/kamino/lend/reserves/all/latest';
const HISTORY = `/v1/kamino/lend/reserves/${addressFromLabel('SOL')}/history?interval=1h&from=2026-06-01&to=2026-06-03`;
const CSV = `${HISTORY}&format=csv`;

/** Long enough that a machine under load renews in time. */
const LEASE_MS = 4_500;

const keyed = (key: string, method = 'GET') => ({ method, headers: { 'X-SERVICE-API-KEY': key } });
const codeOf = (answer: Answer) => errorEnvelopeSchema.parse(answer.json()).error.code;
const underWay = async (api: TestApi) =>
  Number(/exports_under_way (\d+)/.exec((await api.call('/metrics')).text)?.[1] ?? Number.NaN);

describe.each(limitStores())('exports and streams that are counted in %s', (store) => {
  let base: TestApi;
  beforeAll(async () => {
    base = await startTestApi({
      prepare: async (database) => {
        await seedReserves(database, ['SOL']);
        await commitBatch(database, 10, [buildState('SOL', 10)]);
      },
    });
  });
  afterAll(() => base.stop());

  const start = (access: NonNullable<TestApiOptions['access']>) =>
    startTestApi({ beside: base, access: { ...storeSettings(store), ...access } });
  const issue = (username: string, concurrentExports: number | null = null) =>
    createApiKey(base.database.sql, { username, concurrentExports });

  it('are as many at a time as the key may have, and a client that hangs up makes room', async () => {
    const api = await start({ keyConcurrentExports: 2 });
    try {
      const { key } = await issue('hangs up');
      const streams = await Promise.all([openStream(api.url, key), openStream(api.url, key)]);
      expect(streams.map(({ status }) => status)).toEqual([200, 200]);
      expect(await underWay(api)).toBe(2);
      for (const path of ['/v1/stream', CSV]) {
        const answer = await api.call(path, keyed(key));
        expect([answer.status, codeOf(answer), answer.headers.get('retry-after')]).toEqual([429, 42902, '5']);
      }
      // What is bounded and made in memory needs no place, nor does a head without a body.
      expect((await api.call(ALL, keyed(key))).status).toBe(200);
      expect((await api.call(HISTORY, keyed(key))).status).toBe(200);
      expect((await api.call(CSV, keyed(key, 'HEAD'))).status).toBe(200);
      const other = await openStream(api.url, (await issue('another')).key);
      expect(other.status).toBe(200);

      streams[0]?.abort();
      // Refused until the service has noticed.
      let refused = 2;
      await waitFor(async () => {
        const { status } = await api.call(CSV, keyed(key));
        if (status === 429) refused += 1;
        return status === 200;
      });
      streams[1]?.abort();
      other.abort();
      await waitFor(async () => (await underWay(api)) === 0);
      expect((await api.call('/metrics')).text).toContain(`limited_total{kind="exports"} ${refused}\n`);
    } finally {
      await api.stop();
    }
  });

  it('end with their last chunk: one after the other needs one place only', async () => {
    const api = await start({});
    try {
      const { key } = await issue('in turn', 1);
      for (let index = 0; index < 10; index += 1) expect((await api.call(CSV, keyed(key))).status).toBe(200);
      const none = await api.call(`${CSV}&limit=0`, keyed(key));
      expect(none.status).toBe(400);
      await waitFor(async () => (await underWay(api)) === 0);
    } finally {
      await api.stop();
    }
  });

  it('are cut off soon after their key was revoked, and those of other keys are not', async () => {
    const api = await start({ exportLeaseMs: 300 });
    try {
      const [ends, stays] = [await issue('ends'), await issue('stays')];
      const [first, other] = [await openStream(api.url, ends.key), await openStream(api.url, stays.key)];
      first.response.resume();
      other.response.resume();
      await revokeApiKey(base.database.sql, ends.info.id);
      await waitFor(() => first.response.closed);
      await waitFor(async () => (await underWay(api)) === 1);
      expect(other.response.closed).toBe(false);
      other.abort();
    } finally {
      await api.stop();
    }
  });

  it('are not more however many are begun at once', async () => {
    const api = await start({ keyConcurrentExports: 3 });
    try {
      const { key } = await issue('at once');
      const streams = await Promise.all(Array.from({ length: 9 }, () => openStream(api.url, key)));
      expect(streams.filter(({ status }) => status === 200)).toHaveLength(3);
      expect(streams.filter(({ status }) => status === 429)).toHaveLength(6);
      for (const { abort } of streams) abort();
    } finally {
      await api.stop();
    }
  });
});

describe.each(limitStores().filter((store) => store === 'redis'))('exports and streams of replicas on %s', () => {
  it('are counted together, outlive the time of a lease, and are free when their replica has died', async () => {
    const { host, port } = redisAddress();
    const proxy = await startTcpProxy(host, port);
    const settings = { ...storeSettings('redis'), exportLeaseMs: LEASE_MS, keyConcurrentExports: 1 };
    const detour = storeSettings('redis', proxy.port).redis;
    const redis = settings.redis === undefined || detour === undefined ? null : { ...settings.redis, url: detour.url };
    const survivor = await startTestApi({ access: settings });
    const doomed = await startTestApi({
      beside: survivor,
      access: { ...settings, ...(redis === null ? {} : { redis }) },
    });
    try {
      const { key } = await createApiKey(survivor.database.sql, { username: 'replicas' });
      const stream = await openStream(doomed.url, key);
      expect(stream.status).toBe(200);
      // A lease that was not renewed would have ended on the way.
      const openedAt = performance.now();
      while (performance.now() < openedAt + 1.5 * LEASE_MS) {
        const refused = await openStream(survivor.url, key);
        refused.abort();
        expect(refused.status).toBe(429);
        await delay(LEASE_MS / 10);
      }
      // Nothing of the replica reaches Redis any more, as if it had died.
      await proxy.cut();
      const next = await waitFor(async () => {
        const opened = await openStream(survivor.url, key);
        return opened.status === 200 && opened;
      });
      next.abort();
      stream.abort();
    } finally {
      await proxy.close();
      await doomed.stop();
      await survivor.stop();
    }
  });
});
