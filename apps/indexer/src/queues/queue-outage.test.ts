import { setTimeout as delay } from 'node:timers/promises';
import {
  createTestDatabase,
  queueBackends,
  startTcpProxy,
  type TcpProxy,
  type TestDatabase,
  waitFor,
} from '@tidemark/testing';
import { Redis } from 'ioredis';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGate } from '../../test/gate.ts';
import { openTestQueues, type TestQueues } from '../../test/test-queues.ts';
import { keepFinished } from '../jobs/job.ts';
import { createQueueBackend } from './postgres-backend.ts';
import type { DeliveredJob } from './queue-types.ts';
import type { QueueBackend } from './queue-types.ts';

/** More than a worker waits for a job in one command, which is five seconds here. */
const ANSWER_TIMEOUT_MS = 7_000;
/** A worker that closes gives up what it has asked between two jobs after three seconds. */
const MORE_THAN_CLOSE_PATIENCE_MS = 5_000;

describe.each(queueBackends())('queues on a %s that goes away', (name) => {
  let database: TestDatabase;
  let queues: TestQueues;
  let proxy: TcpProxy;
  const errors: Error[] = [];
  const closers: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    errors.length = 0;
    database = await createTestDatabase();
    queues = openTestQueues(name);
    const { hostname, port } = new URL(queues.config.redisUrl ?? database.url);
    proxy = await startTcpProxy(hostname, Number(port === '' ? 6379 : port));
  });
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
    await proxy.close();
    await queues.drop();
    await database.drop();
  });

  async function open(through: 'the proxy' | 'no proxy', answerTimeoutMs = ANSWER_TIMEOUT_MS): Promise<QueueBackend> {
    const { redisUrl, queuePrefix: prefix } = queues.config;
    const reach = (url: string): string => (through === 'the proxy' ? proxy.urlFor(url) : url);
    const backend = createQueueBackend({
      // With jobs in Redis it is Redis that goes away.
      databaseUrl: redisUrl === null ? reach(database.url) : database.url,
      redisUrl: redisUrl === null ? null : reach(redisUrl),
      prefix,
      answerTimeoutMs,
      onError: (_source, error) => void errors.push(error),
    });
    closers.push(() => backend.close());
    await backend.prepare();
    return backend;
  }
  function openWorker(backend: QueueBackend, finish = async (): Promise<void> => undefined) {
    const delivered: string[] = [];
    const take = async ({ id }: DeliveredJob): Promise<void> => {
      delivered.push(id);
      await finish();
    };
    const worker = backend.createWorker('work', take, { concurrency: 1 });
    closers.push(() => worker.close());
    return { worker, delivered };
  }
  const work = (backend: QueueBackend): string[] => openWorker(backend).delivered;
  function queueOf(backend: QueueBackend) {
    const queue = backend.createQueue('work');
    closers.push(() => queue.close());
    return queue;
  }
  /** Jobs that came back because their lock had run out. */
  async function countStalled(): Promise<number> {
    const { redisUrl, queuePrefix } = queues.config;
    if (redisUrl === null) {
      const client = new Client({ connectionString: database.url });
      await client.connect();
      const { rowCount } = await client.query('SELECT 1 FROM bullmq.job WHERE stalled_count > 0');
      await client.end();
      return rowCount ?? 0;
    }
    const redis = new Redis(redisUrl);
    const keys = await redis.keys(`${queuePrefix}:*:work:*`);
    const counts = await Promise.all(keys.map((key) => redis.hget(key, 'stc').catch(() => null)));
    await redis.quit();
    return counts.filter((count) => count !== null).length;
  }
  async function endOf(...parts: readonly { close(): Promise<void> }[]): Promise<void> {
    for (const part of parts) await part.close();
  }
  function watchEnd(end: Promise<void>): () => boolean {
    let hasEnded = false;
    void end.then(() => (hasEnded = true));
    return () => hasEnded;
  }
  const job = (id: string) => ({ name: 'work', id, payload: {} });

  it('work again when it is back, also where it was away while they were opened', async () => {
    const sure = queueOf(await open('no proxy'));
    const backend = await open('the proxy');
    await proxy.cut();
    const delivered = work(backend);
    const queue = queueOf(backend);
    const failure = await queue.depth().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(Error);
    await waitFor(() => errors.length > 0, { description: 'an error of the worker' });
    await proxy.restore();
    await sure.add([job('a')], keepFinished(10));
    await waitFor(() => delivered.includes('a'), { description: 'the job' });
    await waitFor(async () => (await queue.depth()).waiting === 0, { description: 'the queue' });
  });

  it.each(['a job', 'a scheduled run'])(
    'have %s back that was claimed unheard, before its lock has run out',
    async (what) => {
      const sure = queueOf(await open('no proxy'));
      const delivered = work(await open('the proxy'));
      await sure.add([job('first')], keepFinished(10));
      await waitFor(() => delivered.includes('first'), { description: 'the first job' });
      const isScheduled = what === 'a scheduled run';
      const put = (id: string): Promise<void> =>
        isScheduled
          ? sure.upsertScheduler(id, 600_000, { name: 'work', options: keepFinished(10) })
          : sure.add([job(id)], keepFinished(10));
      let tries = 0;
      // A connection that the worker opens after this is heard: then another job is put there.
      for (let isLost = false; !isLost; tries += 1) {
        proxy.muffle();
        const before = delivered.length;
        await put(`try-${tries}`);
        const isClaimed = async (): Promise<boolean> => (await sure.depth()).active === 1 || delivered.length > before;
        await waitFor(isClaimed, { description: 'the claim' });
        isLost = delivered.length === before;
      }
      await proxy.cut();
      await proxy.restore();
      await waitFor(() => delivered.length === tries + 1, { description: 'the lost job' });
      expect(await countStalled()).toBe(0);
      const nextRunAt = isScheduled
        ? (await sure.getScheduler(`try-${tries - 1}`))?.nextRunAt
        : Number.POSITIVE_INFINITY;
      expect(nextRunAt).toBeGreaterThan(Date.now());
    },
  );

  it('work again after every connection has died without a word', async () => {
    const sure = queueOf(await open('no proxy'));
    const backend = await open('the proxy');
    const delivered = work(backend);
    const queue = queueOf(backend);
    await queue.add([job('a')], keepFinished(10));
    await waitFor(() => delivered.includes('a'), { description: 'the first job' });
    // Its end is stored too, or it would come again.
    await waitFor(async () => (await queue.depth()).active === 0, { description: 'the end of the first job' });
    proxy.freeze();
    proxy.thaw();
    await sure.add([job('b')], keepFinished(10));
    await waitFor(() => delivered.includes('b'), { description: 'the second job' });
    const added = () =>
      queue.add([job('c')], keepFinished(10)).then(
        () => true,
        () => false,
      );
    await waitFor(added, { description: 'a job to be added' });
    await waitFor(() => delivered.includes('c'), { description: 'the third job' });
    expect(delivered).toEqual(['a', 'b', 'c']);
  });

  it.each(['refuses connections', 'answers nothing'])('end while it %s', async (how) => {
    // The pool of Postgres ends after its statements, which fail when they have no answer in time. Redis is not waited for.
    const backend = await open('the proxy', name === 'redis' ? 600_000 : ANSWER_TIMEOUT_MS);
    const { worker, delivered } = openWorker(backend);
    const queue = queueOf(backend);
    await queue.add([job('a')], keepFinished(10));
    await waitFor(() => delivered.includes('a'), { description: 'the first job' });
    await waitFor(async () => (await queue.depth()).active === 0, { description: 'the end of the first job' });
    if (how === 'answers nothing') proxy.freeze();
    else {
      await proxy.cut();
      await waitFor(() => errors.length > 0, { description: 'a try to connect' });
    }
    const hasEnded = watchEnd(endOf(worker, queue, backend));
    await waitFor(hasEnded, { description: 'the end of the worker, the queue and the backend' });
    expect(delivered).toEqual(['a']);
    closers.length = 0;
  });

  it('end after the job in hand, also where it goes away meanwhile', async () => {
    const sure = queueOf(await open('no proxy'));
    const gate = createGate();
    const { worker, delivered } = openWorker(await open('the proxy'), () => gate.passed);
    await sure.add([job('a')], keepFinished(10));
    await waitFor(() => delivered.includes('a'), { description: 'the job' });
    await proxy.cut();
    const hasEnded = watchEnd(worker.close());
    await delay(MORE_THAN_CLOSE_PATIENCE_MS);
    expect(hasEnded()).toBe(false);
    await proxy.restore();
    gate.open();
    await waitFor(hasEnded, { description: 'the end of the worker' });
    expect(await sure.depth()).toEqual({ waiting: 0, active: 0, delayed: 0 });
  });
});
