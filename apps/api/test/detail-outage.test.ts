import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts';

const ALL = '/v1/kamino/lend/reserves/all/detail/latest';
const ONE = `/v1/kamino/lend/reserves/${addressFromLabel('SOL')}/detail/latest`;
const FROM_DATABASE = ['curve', 'config', 'config/changes'].map(
  (rest) => `/v1/kamino/lend/reserves/${addressFromLabel('SOL')}/${rest}`,
);
const rowsSchema = z.object({ data: z.array(z.object({ supplied_amount_f: z.number() })) });

let api: TestApi;
let proxy: TcpProxy;
afterEach(async () => {
  await api.stop();
  await proxy.close();
});

const start = async () => {
  let made: TcpProxy | undefined;
  api = await startTestApi({
    latestPollIntervalMs: 100,
    prepare: async (database) => {
      await seedReserves(database, ['SOL']);
      await commitBatch(database, 10, [buildState('SOL', 10, { suppliedAmountF: 10 })]);
      made = await startTcpProxy(database.sql.options.host[0] ?? '', database.sql.options.port[0] ?? 0);
    },
    apiDatabaseUrl: (url) => {
      const proxied = new URL(url);
      proxied.hostname = '127.0.0.1';
      proxied.port = String(made?.port ?? 0);
      return proxied.href;
    },
  });
  if (made === undefined) throw new Error('The proxy was not made');
  proxy = made;
  return made;
};
const supplied = async () => rowsSchema.parse((await api.call(ALL)).json()).data[0]?.supplied_amount_f;

describe('reserve details', () => {
  it('follow the batches', async () => {
    await start();
    expect(await supplied()).toBe(10);
    await commitBatch(api.database, 20, [buildState('SOL', 20, { suppliedAmountF: 20 })]);
    await expect(waitFor(async () => (await supplied()) === 20)).resolves.toBe(true);
  });

  it('stay what they were while the database is away, and follow it when it is back', async () => {
    const database = await start();
    expect(await supplied()).toBe(10);
    await database.cut();
    await waitFor(async () => (await api.call('/ready')).status === 503);
    expect(await supplied()).toBe(10);
    const one = await api.call(ONE);
    expect([one.status, one.headers.get('x-data-slot')]).toEqual([200, String(buildState('SOL', 10).slot)]);
    await commitBatch(api.database, 20, [buildState('SOL', 20, { suppliedAmountF: 30 })]);
    await database.restore();
    await expect(waitFor(async () => (await supplied()) === 30)).resolves.toBe(true);
  });

  it('answer 503 with Retry-After where nothing was derived before the database went away', async () => {
    const database = await start();
    await database.cut();
    for (const path of [ALL, ONE, ...FROM_DATABASE]) {
      const answer = await api.call(path);
      expect([path, answer.status]).toEqual([path, 503]);
      expect(answer.json()).toMatchObject({ error: { code: 50302 } });
      expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    }
  });
});
