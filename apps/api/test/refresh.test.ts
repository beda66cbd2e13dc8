import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts';

const ALL = '/v1/kamino/lend/reserves/all/latest';
const NEVER_MS = 3_600_000;
const suppliedSchema = z.array(z.object({ supplied_amount_f: z.number() }));

let api: TestApi | undefined;
let proxy: TcpProxy | undefined;

afterEach(async () => {
  await proxy?.restore();
  await api?.stop();
  await proxy?.close();
  api = undefined;
  proxy = undefined;
});

const seedOne = async (database: TestApi['database']) => {
  await seedReserves(database, ['SOL']);
  await commitBatch(database, 10, [buildState('SOL', 10, { suppliedAmountF: 10 })]);
};

const servesSupplied = (running: TestApi, amount: number) =>
  waitFor(async () => suppliedSchema.parse((await running.call(ALL)).json())[0]?.supplied_amount_f === amount, {
    description: `a supplied amount of ${amount}`,
  });

/** Waits until the API listens and has done the reload that follows, after which nothing happens by itself. */
const settled = (running: TestApi) =>
  waitFor(async () => {
    const { text } = await running.call('/metrics');
    return (
      text.includes('listen_subscriptions_total{kind="first"} 1') &&
      /cache_reloads_total\{outcome="unchanged"\} [1-9]/.test(text)
    );
  });

/** Starts the API behind a proxy, so that its database can go away and come back. */
const startBehindProxy = async (options: { cut?: boolean; latestPollIntervalMs?: number } = {}) => {
  let made: TcpProxy | undefined;
  const running = await startTestApi({
    latestPollIntervalMs: options.latestPollIntervalMs ?? 100,
    prepare: async (database) => {
      await seedOne(database);
      made = await startTcpProxy(database.sql.options.host[0] ?? '', database.sql.options.port[0] ?? 0);
      if (options.cut === true) await made.cut();
    },
    apiDatabaseUrl: (url) => {
      const proxied = new URL(url);
      proxied.hostname = '127.0.0.1';
      proxied.port = String(made?.port ?? 0);
      return proxied.href;
    },
  });
  if (made === undefined) throw new Error('The proxy was not made');
  api = running;
  proxy = made;
  return { running, database: made };
};

describe('the data in memory', () => {
  it('are renewed when a batch is announced, without waiting for the slow poll', async () => {
    api = await startTestApi({ prepare: seedOne, latestPollIntervalMs: NEVER_MS });
    // PostgreSQL notifies sessions that listen already. The reload after LISTEN reads an earlier batch without a notification.
    await settled(api);
    await commitBatch(api.database, 20, [buildState('SOL', 20, { suppliedAmountF: 20 })]);
    await servesSupplied(api, 20);
    const metrics = (await api.call('/metrics')).text;
    expect(metrics).toMatch(/tidemark_api_listen_notifications_total [1-9]/);
    expect(metrics).toMatch(/tidemark_api_listen_subscriptions_total\{kind="first"\} 1/);
  });

  it('are renewed by the slow poll when the announcement was lost', async () => {
    api = await startTestApi({ prepare: seedOne, latestPollIntervalMs: 100 });
    await settled(api);
    await api.database.sql`UPDATE lend.reserve_latest SET supplied_amount_f = 30`;
    await servesSupplied(api, 30);
    await api.database.sql`UPDATE lend.reserve_latest SET supplied_amount_f = 31`;
    await servesSupplied(api, 31);
    expect((await api.call('/metrics')).text).not.toContain('listen_notifications_total 1');
  });

  it('survive an announcement that is not one', async () => {
    api = await startTestApi({ prepare: seedOne, latestPollIntervalMs: NEVER_MS });
    await settled(api);
    await api.database.sql`UPDATE lend.reserve_latest SET supplied_amount_f = 40`;
    await api.database.sql`SELECT pg_notify('lend_latest', 'nonsense')`;
    await expect(servesSupplied(api, 40)).resolves.toBe(true);
  });

  it('are renewed when the subscription was cut: by looking for what was missed, and by listening again', async () => {
    api = await startTestApi({ prepare: seedOne, latestPollIntervalMs: NEVER_MS });
    const running = api;
    await settled(running);
    await running.database.sql`UPDATE lend.reserve_latest SET supplied_amount_f = 50`;
    await running.database.sql`
      SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query ILIKE 'listen%'`;
    await servesSupplied(running, 50);
    expect((await running.call('/metrics')).text).toContain('listen_subscriptions_total{kind="again"} 1');
    await commitBatch(running.database, 20, [buildState('SOL', 20, { suppliedAmountF: 51 })]);
    await servesSupplied(running, 51);
  });

  it('keep being served while the database is away, with /ready telling it, and are renewed when it is back', async () => {
    const { running, database } = await startBehindProxy();
    await servesSupplied(running, 10);
    expect((await running.call('/ready')).status).toBe(200);

    await database.cut();
    const notReady = await waitFor(async () => {
      const answer = await running.call('/ready');
      return answer.status === 503 && answer;
    });
    expect(notReady.text).toContain('kamino: the database does not answer.');
    const served = await running.call(ALL);
    expect(suppliedSchema.parse(served.json())).toEqual([{ supplied_amount_f: 10 }]);
    expect(served.headers.get('x-data-age-seconds')).toMatch(/^\d+$/);
    expect((await running.call('/health')).status).toBe(200);
    const info = await running.call('/v1/kamino/lend/info/reserves');
    expect(info.status).toBe(503);
    expect(info.text).toContain('50302');

    await commitBatch(running.database, 20, [buildState('SOL', 20, { suppliedAmountF: 60 })]);
    await database.restore();
    await servesSupplied(running, 60);
    await waitFor(async () => (await running.call('/ready')).status === 200);
    expect((await running.call('/v1/kamino/lend/info/reserves')).status).toBe(200);
  });

  it('arrive by themselves when the database was away at the start; until then reads answer 503 with Retry-After', async () => {
    const { running, database } = await startBehindProxy({ cut: true });
    const early = await running.call(ALL);
    expect(early.status).toBe(503);
    expect(early.headers.get('retry-after')).toBe('2');
    expect((await running.call(`/v1/kamino/lend/reserves/${addressFromLabel('SOL')}/latest`)).status).toBe(503);
    expect((await running.call('/health')).status).toBe(200);
    expect((await running.call('/ready')).text).toContain('has not answered since the start');
    expect((await running.call('/docs')).status).toBe(200);

    await database.restore();
    await waitFor(async () => (await running.call(ALL)).status === 200);
    await waitFor(async () => (await running.call('/ready')).status === 200);
  });
});

describe('a read replica that is behind the announcement', () => {
  it('is asked again until it shows what was announced, without waiting for the slow poll', async () => {
    const replica = await startTestApi({ prepare: seedOne });
    try {
      api = await startTestApi({ prepare: seedOne, reader: replica.database, latestPollIntervalMs: NEVER_MS });
      const running = api;
      await settled(running);
      const unchanged = async () =>
        Number(/cache_reloads_total\{outcome="unchanged"\} (\d+)/.exec((await running.call('/metrics')).text)?.[1]);
      const before = await unchanged();
      await commitBatch(running.database, 20, [buildState('SOL', 20, { suppliedAmountF: 70 })]);
      await waitFor(async () => (await unchanged()) > before, { intervalMs: 1 });
      await commitBatch(replica.database, 20, [buildState('SOL', 20, { suppliedAmountF: 70 })]);
      await expect(servesSupplied(running, 70)).resolves.toBe(true);
    } finally {
      await api?.stop();
      api = undefined;
      await replica.stop();
    }
  });
});

describe('readiness', () => {
  it('ends when no later bank has come for longer than allowed, while the data are still served', async () => {
    api = await startTestApi({ prepare: seedOne, latestPollIntervalMs: 50, readyMaxAgeMs: 30_000 });
    const running = api;
    expect((await running.call('/ready')).json()).toMatchObject({ data: { status_str: 'ready', reserves: 1 } });
    await running.database.sql`UPDATE lend.reserve_latest SET recorded_at = now() - interval '95 seconds'`;
    const stale = await waitFor(async () => {
      const answer = await running.call('/ready');
      return answer.status === 503 && answer;
    });
    const told = /no later bank has come for (\d+) s, 30 s are allowed/.exec(stale.text)?.[1];
    expect(Number(told)).toBeGreaterThanOrEqual(95);
    const served = await running.call(ALL);
    expect(served.status).toBe(200);
    expect(Number(served.headers.get('x-data-age-seconds'))).toBeGreaterThanOrEqual(95);
  });
});
