import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorEnvelopeSchema } from '@tidemark/contract';
import { createApiKey, createDatabase, generateApiKey } from '@tidemark/schema';
import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterEach, describe, expect, it } from 'vitest';
import type { Answer } from '../support/http-client.ts';
import { type AbusedApi, startAbusedApi } from './abused-api.ts';
import { openRaw } from './raw-connection.ts';

const SOL = `/v1/kamino/lend/reserves/${addressFromLabel('SOL')}`;
const HISTORY = `${SOL}/history?interval=1d`;
const CONFIG = `${SOL}/config`;
const NEVER_MS = 3_600_000;
const PATIENCE = {
  statementTimeoutMs: NEVER_MS,
  lockTimeoutMs: NEVER_MS,
  idleInTransactionTimeoutMs: NEVER_MS,
  transactionTimeoutMs: NEVER_MS,
};

let api: AbusedApi | undefined;
const cleanups: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  await api?.stop();
  api = undefined;
});

type Options = NonNullable<Parameters<typeof startAbusedApi>[0]>;
const start = async (overload: Options['overload'] = {}, options: Options = {}) => {
  // Ten connections: four for heavy reads, three for light ones, two for keys.
  const pool = { maxConnections: 10, limits: PATIENCE };
  api = await startAbusedApi({ ...options, overload, pool });
  return api;
};
const refusalOf = (answer: Answer) => [
  answer.status,
  errorEnvelopeSchema.parse(answer.json()).error.code,
  answer.headers.get('retry-after'),
];
const REFUSED = [503, 50303, '1'];

const BUCKETS = ['lend.reserve_days', 'lend.reserve_hours', 'lend.reserve_snapshots'];

/** Makes every read of buckets wait until the returned function is called. */
const lockBuckets = (running: AbusedApi): Promise<() => Promise<void>> => lockTables(running, BUCKETS);

async function lockTables({ databaseUrl }: AbusedApi, tables: readonly string[]): Promise<() => Promise<void>> {
  const holder = createDatabase({ url: databaseUrl, maxConnections: 1, limits: PATIENCE });
  let unlock = (): void => undefined;
  const isUnlocked = new Promise<void>((resolve) => (unlock = resolve));
  let locked = false;
  const holding = holder.sql.begin(async (tx) => {
    await tx.unsafe(`LOCK TABLE ${tables.join(', ')} IN ACCESS EXCLUSIVE MODE`);
    locked = true;
    await isUnlocked;
  });
  await waitFor(() => locked);
  const end = async (): Promise<void> => {
    unlock();
    await holding;
    await holder.close();
  };
  cleanups.push(end);
  return end;
}

describe('an API with too much to do', () => {
  it('turns heavy reads beyond its bounds away at once, goes on with all other work, and recovers by itself', async () => {
    const running = await start({ maxWaiting: 6, maxWaitMs: NEVER_MS });
    const unlock = await lockBuckets(running);
    const asked = Array.from({ length: 300 }, () => running.call(HISTORY));
    const refused: Answer[] = [];
    const collect = async (asking: Promise<Answer>): Promise<void> => {
      const answer = await asking;
      if (answer.status !== 200) refused.push(answer);
    };
    const collecting = asked.map(collect);
    // Four run, six wait; nobody else is kept.
    await waitFor(() => refused.length === 290);
    expect(new Set(refused.map((answer) => JSON.stringify(refusalOf(answer))))).toEqual(
      new Set([JSON.stringify(REFUSED)]),
    );
    expect(await running.metric('work_running{work="heavy"}')).toBe(4);
    expect(await running.metric('work_waiting{work="heavy"}')).toBe(6);
    expect(await running.metric('shed_total{work="heavy",reason="full"}')).toBe(290);
    // While the database does not answer a single one of them.
    await running.expectHot();
    expect((await running.call(CONFIG)).status).toBe(200);
    expect((await running.call(CONFIG, { headers: { 'x-service-api-key': running.key } })).status).toBe(200);
    expect(
      (await running.call('/auth/verify', { method: 'POST', headers: { 'x-service-api-key': running.key } })).status,
    ).toBe(200);
    await unlock();
    await Promise.all(collecting);
    const statuses = (await Promise.all(asked)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
    expect((await running.call(HISTORY)).status).toBe(200);
    expect(await running.metric('work_running{work="heavy"}')).toBe(0);
  });

  it('takes a batch of prices at many moments for a heavy read, of which a client has a bound', async () => {
    const running = await start({ maxWaiting: 64, maxWaitMs: NEVER_MS, maxHeavyPerClient: 8 });
    const unlock = await lockTables(running, ['lend.price_aggregates']);
    const moments = {
      [addressFromLabel('SOL mint')]: Array.from({ length: 50 }, (_, index) => 1_790_300_400 + index),
    };
    const headers = { 'content-type': 'application/json' };
    const post = { method: 'POST', headers, body: JSON.stringify(moments) };
    const refused: Answer[] = [];
    const asked = Array.from({ length: 20 }, async () => {
      const answer = await running.call('/v1/prices/batch', post);
      if (answer.status !== 200) refused.push(answer);
      return answer.status;
    });
    await waitFor(() => refused.length === 12);
    expect(refused.map(refusalOf)).toEqual(Array(12).fill(REFUSED));
    expect(await running.metric('work_running{work="heavy"}')).toBe(4);
    expect(await running.metric('work_waiting{work="heavy"}')).toBe(4);
    await unlock();
    expect((await Promise.all(asked)).filter((status) => status === 200)).toHaveLength(8);
  });

  it('works on nothing whose clients have gone, and keeps no place for it', async () => {
    const running = await start({ maxWaiting: 6, maxWaitMs: NEVER_MS });
    const unlock = await lockBuckets(running);
    const first = Array.from({ length: 4 }, () => running.call(HISTORY));
    await waitFor(async () => (await running.metric('work_running{work="heavy"}')) === 4);
    // Totals end with the newest read.
    const totals = '/v1/kamino/lend/summary/history?from=2026-09-01&to=2026-09-02';
    const paths = [HISTORY, '/v1/coverage', '/v1/kamino/lend/fees', totals];
    for (const path of paths) {
      const connection = await openRaw(running.port);
      connection.socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`);
      const waits = waitFor(async () => (await running.metric('work_waiting{work="heavy"}')) === 1);
      await waits.catch((error: unknown) => Promise.reject(new Error(`${path} does not wait`, { cause: error })));
      connection.close();
      await waitFor(async () => (await running.metric('work_waiting{work="heavy"}')) === 0);
    }
    await unlock();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('is not kept from looking up the keys of others by one that is presented hundreds of times at once', async () => {
    const running = await start({ maxWaiting: 6, maxWaitMs: NEVER_MS });
    const { key: other } = await createApiKey(running.database.sql, { username: 'other' });
    const verify = (key: string) =>
      running.call('/auth/verify', { method: 'POST', headers: { 'x-service-api-key': key } });
    const unlock = await lockTables(running, ['lend.api_keys']);
    const many = Array.from({ length: 100 }, () => verify(running.key));
    await waitFor(async () => (await running.metric('work_running{work="keys"}')) > 0);
    const one = verify(other);
    await waitFor(async () => (await running.metric('key_lookups_total')) > 1);
    await unlock();
    expect((await one).status).toBe(200);
    expect(new Set((await Promise.all(many)).map(({ status }) => status))).toEqual(new Set([200]));
  });

  it('looks up few keys at a time for an address that tried many bad ones, and those of others beside them', async () => {
    const running = await start({}, { access: { badKeyAttemptsPerMinute: 1 }, trustProxy: true });
    const verify = (address: string, key: string) =>
      running.call('/auth/verify', {
        method: 'POST',
        headers: { 'x-forwarded-for': address, 'x-service-api-key': key },
      });
    expect((await verify('192.0.2.1', generateApiKey())).status).toBe(401);
    const { key } = await createApiKey(running.database.sql, { username: 'elsewhere' });
    const before = await running.metric('key_lookups_total');
    const unlock = await lockTables(running, ['lend.api_keys']);
    const guesses = Array.from({ length: 30 }, () => verify('192.0.2.1', generateApiKey()));
    const own = verify('192.0.2.1', running.key);
    await waitFor(async () => (await running.metric('work_waiting{work="keys"}')) === 30);
    expect(await running.metric('key_lookups_total')).toBe(before + 1);
    const other = verify('192.0.2.2', key);
    await waitFor(async () => (await running.metric('key_lookups_total')) === before + 2);
    await unlock();
    expect([(await other).status, (await own).status]).toEqual([200, 200]);
    expect(new Set((await Promise.all(guesses)).map(({ status }) => status))).toEqual(new Set([429]));
  });

  it('counts what a key is told of its use among the light reads', async () => {
    const running = await start();
    const unlock = await lockTables(running, ['lend.api_key_usage']);
    const asked = running.call('/auth/usage', { headers: { 'x-service-api-key': running.key } });
    await waitFor(async () => (await running.metric('work_running{work="light"}')) === 1);
    await unlock();
    expect((await asked).status).toBe(200);
  });

  it('makes as many exports of an address without a key at a time as it may have, and one as soon as another has ended', async () => {
    const running = await start({}, { access: { publicConcurrentExports: 2 }, trustProxy: true });
    const unlock = await lockBuckets(running);
    const ask = (address: string, path = `${HISTORY}&format=csv`, more = {}) =>
      running.call(path, { headers: { 'x-forwarded-for': address, ...more } });
    const first = [ask('192.0.2.1'), ask('192.0.2.1')];
    await waitFor(async () => (await running.metric('work_running{work="heavy"}')) === 2);
    expect(refusalOf(await ask('::ffff:192.0.2.1'))).toEqual([429, 42902, '5']);
    // Another address, a key, and what is no export have places of their own.
    const others = [
      ask('192.0.2.2'),
      ask('192.0.2.1', `${HISTORY}&format=csv`, { 'x-service-api-key': running.key }),
      ask('192.0.2.1', HISTORY),
    ];
    await waitFor(async () => (await running.metric('work_waiting{work="heavy"}')) === 1);
    await unlock();
    const answers = await Promise.all([...first, ...others]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await ask('192.0.2.1')).status).toBe(200);
  });

  it('has only so many heavy requests of an address in flight, and those of others beside them', async () => {
    const running = await start({ maxHeavyPerClient: 3 }, { trustProxy: true });
    const unlock = await lockBuckets(running);
    const ask = (address: string, path = HISTORY) => running.call(path, { headers: { 'x-forwarded-for': address } });
    const first = [ask('192.0.2.1'), ask('192.0.2.1', `${HISTORY}&format=csv`), ask('192.0.2.1')];
    await waitFor(async () => (await running.metric('heavy_requests_in_flight')) === 3);
    for (const path of [HISTORY, '/v1/coverage', '/v1/kamino/lend/info/reserves?status_str=active']) {
      expect([path, ...refusalOf(await ask('192.0.2.1', path))]).toEqual([path, ...REFUSED]);
    }
    expect(await running.metric('shed_total{work="heavy",reason="client"}')).toBe(3);
    // What is made once for all is no heavy request.
    expect((await ask('192.0.2.1', '/v1/kamino/lend/info/reserves')).status).toBe(200);
    await running.expectHot();
    const other = ask('192.0.2.2');
    await waitFor(async () => (await running.metric('heavy_requests_in_flight')) === 4);
    await unlock();
    expect((await Promise.all([...first, other])).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect((await ask('192.0.2.1')).status).toBe(200);
    await waitFor(async () => (await running.metric('heavy_requests_in_flight')) === 0);
  });

  it('lets nobody wait longer than it may', async () => {
    const running = await start({ maxWaiting: 100, maxWaitMs: 10 });
    const unlock = await lockBuckets(running);
    const first = Array.from({ length: 4 }, () => running.call(HISTORY));
    await waitFor(async () => (await running.metric('work_running{work="heavy"}')) === 4);
    const late = await Promise.all(Array.from({ length: 20 }, () => running.call(HISTORY)));
    expect(late.map(refusalOf)).toEqual(late.map(() => REFUSED));
    expect(await running.metric('shed_total{work="heavy",reason="waited"}')).toBe(20);
    await unlock();
    expect((await Promise.all(first)).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  });

  it('begins no heavy read while the event loop is late, answers hot and light ones, and takes heavy ones again after', async () => {
    const running = await start({ maxLoopLagMs: 100 });
    const load = { goesOn: true };
    const hogging = (async () => {
      while (load.goesOn) {
        const until = performance.now() + 160;
        while (performance.now() < until);
        await nextTurn();
      }
    })();
    cleanups.push(async () => {
      load.goesOn = false;
      await hogging;
    });
    const refused = await waitFor(async () => {
      const answer = await running.call(HISTORY);
      return answer.status === 503 ? answer : null;
    });
    expect(refusalOf(refused)).toEqual(REFUSED);
    await running.expectHot();
    expect((await running.call(CONFIG)).status).toBe(200);
    load.goesOn = false;
    await hogging;
    await waitFor(async () => (await running.call(HISTORY)).status === 200);
    expect(await running.metric('shed_total{work="heavy",reason="busy"}')).toBeGreaterThan(0);
  });
});
