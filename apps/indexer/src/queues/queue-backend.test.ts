import { createTestDatabase, queueBackends, type TestDatabase, waitFor } from '@tidemark/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGate } from '../../test/gate.ts';
import { openTestQueues, type TestQueues } from '../../test/test-queues.ts';
import { keepFinished } from '../jobs/job.ts';
import { createQueueBackend } from './postgres-backend.ts';
import type { DeliveredJob, JobQueue, JobWorker } from './queue-types.ts';
import type { QueueBackend } from './queue-types.ts';

describe.each(queueBackends())('queues on %s', (name) => {
  let database: TestDatabase;
  let queues: TestQueues;
  const errors: Error[] = [];
  const closers: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
    queues = openTestQueues(name);
  });
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
    await queues.drop();
    await database.drop();
    if (errors.length > 0) throw new AggregateError(errors.splice(0), 'the queues reported errors');
  });

  async function open(databaseUrl = database.url): Promise<QueueBackend> {
    const { redisUrl, queuePrefix: prefix } = queues.config;
    const onError = (_source: string, error: Error): void => void errors.push(error);
    const backend = createQueueBackend({ databaseUrl, redisUrl, prefix, onError });
    closers.push(() => backend.close());
    await backend.prepare();
    return backend;
  }
  function queueOf(backend: QueueBackend): JobQueue {
    const queue = backend.createQueue('work');
    closers.push(() => queue.close());
    return queue;
  }
  function workerOf(backend: QueueBackend, process: (job: DeliveredJob) => Promise<unknown>): JobWorker {
    const worker = backend.createWorker('work', process, { concurrency: 2 });
    closers.push(() => worker.close());
    return worker;
  }
  const job = (id: string, payload = {}) => ({ name: 'work', id, payload });

  it('is of the kind that the configuration names', async () => {
    const backend = await open();
    expect(backend.kind).toBe(name);
    await backend.ping();
  });

  it('delivers each job once among the workers of two processes, with its payload', async () => {
    const [one, other] = [await open(), await open()];
    const delivered: DeliveredJob[] = [];
    const take = async (taken: DeliveredJob) => void delivered.push(taken);
    workerOf(one, take);
    workerOf(other, take);
    const ids = Array.from({ length: 40 }, (_, index) => `job-${index}`);
    await queueOf(one).add(
      ids.map((id, index) => job(id, { index })),
      keepFinished(100),
    );
    await waitFor(() => delivered.length >= ids.length, { description: 'all jobs delivered' });
    expect(delivered.map(({ id }) => id).toSorted()).toEqual(ids.toSorted());
    expect(delivered.find(({ id }) => id === 'job-7')?.payload).toEqual({ index: 7 });
  });

  it('keeps the jobs of two databases apart, with one prefix', async () => {
    const elsewhere = await createTestDatabase();
    // Closed before its database goes, and after its worker.
    closers.unshift(() => elsewhere.drop());
    const [own, other] = [await open(), await open(elsewhere.url)];
    const delivered: string[] = [];
    workerOf(own, async ({ id }) => void delivered.push(`own ${id}`));
    workerOf(other, async ({ id }) => void delivered.push(`other ${id}`));
    const ids = Array.from({ length: 20 }, (_, index) => `job-${index}`);
    // With the same ids: one database does not take a job for done that the other has.
    for (const backend of [own, other]) {
      await queueOf(backend).add(
        ids.map((id) => job(id)),
        keepFinished(100),
      );
    }
    const ofOwn = ids.map((id) => `own ${id}`);
    const ofOther = ids.map((id) => `other ${id}`);
    await waitFor(() => delivered.length >= 2 * ids.length, { description: 'all jobs delivered' });
    expect(delivered.toSorted()).toEqual([...ofOwn, ...ofOther].toSorted());
  });

  it('does not add a job again while its id is on the queue or was finished lately', async () => {
    const backend = await open();
    const queue = queueOf(backend);
    await queue.add([job('a'), job('b')], keepFinished(100));
    await queue.add([job('a'), job('b')], keepFinished(100));
    expect((await queue.depth()).waiting).toBe(2);
    const delivered: string[] = [];
    workerOf(backend, async ({ id }) => void delivered.push(id));
    await waitFor(() => delivered.length === 2, { description: 'both jobs done' });
    await waitFor(async () => (await queue.depth()).active === 0, { description: 'both jobs finished' });
    await queue.add([job('a'), job('c')], keepFinished(100));
    await waitFor(() => delivered.includes('c'), { description: 'the new job done' });
    expect(delivered.toSorted()).toEqual(['a', 'b', 'c']);
  });

  it('keeps a schedule set by two processes at once to one run per interval', async () => {
    const backend = await open();
    const [queue, other] = [queueOf(backend), queueOf(await open())];
    const template = { name: 'work', options: keepFinished(100) };
    await Promise.all([queue.upsertScheduler('tick', 300, template), other.upsertScheduler('tick', 300, template)]);
    expect(await queue.getScheduler('tick')).toMatchObject({ everyMs: 300 });
    const ids: string[] = [];
    workerOf(backend, async ({ id }) => void ids.push(id));
    await waitFor(() => ids.length >= 4, { description: 'four runs' });
    expect(new Set(ids).size).toBe(ids.length);
    const planned = ids.map((id) => Number(/\d+$/.exec(id)?.[0])).toSorted((a, b) => a - b);
    const last = planned.at(-1) ?? 0;
    // The first may be doubled where two processes set it in the same moment; from then on there is one chain.
    expect(planned.filter((time) => time > last - 900).length).toBeLessThanOrEqual(4);
  });

  it('changes the interval of a schedule when it is set again', async () => {
    const queue = queueOf(await open());
    const template = { name: 'work', options: keepFinished(100) };
    await queue.upsertScheduler('tick', 60_000, template);
    await queue.upsertScheduler('tick', 5_000, template);
    expect(await queue.getScheduler('tick')).toMatchObject({ everyMs: 5_000 });
    const { waiting, delayed } = await queue.depth();
    expect(waiting + delayed).toBe(1);
  });

  it('runs a schedule that was removed and set again at once, however far ahead its next run had been planned', async () => {
    const backend = await open();
    const queue = queueOf(backend);
    const ids: string[] = [];
    workerOf(backend, async ({ id }) => void ids.push(id));
    const template = { name: 'work', options: keepFinished(100) };
    await queue.upsertScheduler('tick', 3_600_000, template);
    await waitFor(() => ids.length === 1, { description: 'the first run' });
    await waitFor(async () => (await queue.depth()).delayed === 1, { description: 'the next one planned' });
    await queue.removeScheduler('tick');
    expect(await queue.getScheduler('tick')).toBeUndefined();
    expect(await queue.depth()).toMatchObject({ waiting: 0, delayed: 0 });
    await queue.upsertScheduler('tick', 3_600_000, template);
    await waitFor(() => ids.length === 2, { description: 'a run at once' });
  });

  it('knows of the next run of a schedule while the one before takes long, and that it is lost when it is', async () => {
    const backend = await open();
    const queue = queueOf(backend);
    const gate = createGate();
    let started = 0;
    const worker = backend.createWorker(
      'work',
      async () => {
        started += 1;
        await gate.passed;
      },
      { concurrency: 1 },
    );
    closers.push(() => worker.close());
    await queue.upsertScheduler('tick', 500, { name: 'work', options: keepFinished(100) });
    await waitFor(() => started === 1, { description: 'a run at work' });
    const late = await waitFor(
      async () => {
        const state = await queue.getScheduler('tick');
        return state?.nextRunAt !== null && state !== undefined && state.nextRunAt < Date.now() ? state : undefined;
      },
      { description: 'the time of the next run is over' },
    );
    expect(late.isPlanned).toBe(true);
    gate.open();
    await waitFor(() => started >= 2, { description: 'the next run' });
  });

  it('knows no schedule that was never set', async () => {
    expect(await queueOf(await open()).getScheduler('tick')).toBeUndefined();
  });

  it('finishes the job in hand before a worker is closed, and takes no other', async () => {
    const backend = await open();
    const started: string[] = [];
    const finished: string[] = [];
    const gate = createGate();
    const worker = backend.createWorker(
      'work',
      async ({ id }) => {
        started.push(id);
        await gate.passed;
        finished.push(id);
      },
      { concurrency: 1 },
    );
    const queue = queueOf(backend);
    await queue.add([job('a'), job('b')], keepFinished(100));
    await waitFor(() => started.length === 1, { description: 'a job in hand' });
    const closed = worker.close();
    gate.open();
    await closed;
    expect([started.length, finished.length]).toEqual([1, 1]);
    expect(await queue.depth()).toMatchObject({ waiting: 1, active: 0 });
  });
});
