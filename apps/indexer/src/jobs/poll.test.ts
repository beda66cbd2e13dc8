import { addressFromLabel, createTestDatabase, queueBackends, type TestDatabase, waitFor } from '@tidemark/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGate } from '../../test/gate.ts';
import { openTestQueues, type TestQueues } from '../../test/test-queues.ts';
import { createQueueBackend } from '../queues/postgres-backend.ts';
import type { QueueBackend } from '../queues/queue-types.ts';
import { createPollJob, POLL_BATCH_JOB, type PollJobDeps } from './poll.ts';

/** A poll every five seconds of one reserve in each batch. */
function pollOf(labels: readonly string[], deps: Pick<PollJobDeps, 'batchQueue'> & Partial<PollJobDeps>) {
  const poll = createPollJob({
    everyMs: 5_000,
    gapAfterMs: 15_000,
    listBatches: async () =>
      labels.map((label) => ({ protocol: 'kamino', addresses: [addressFromLabel(label)], companions: [] })),
    onListed: () => undefined,
    onSkipped: () => undefined,
    onWhole: () => undefined,
    recordWaiting: () => Promise.resolve(),
    ...deps,
  });
  return (tick: number) => poll.run({}, { id: `poll-${tick}`, timestamp: tick, attempt: 1, payload: {} });
}

describe.each(queueBackends())('a poll with its queues on %s', (name) => {
  let database: TestDatabase;
  let queues: TestQueues;
  let backend: QueueBackend;
  const closers: (() => Promise<unknown>)[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
    queues = openTestQueues(name);
    const { redisUrl, queuePrefix: prefix } = queues.config;
    backend = createQueueBackend({ databaseUrl: database.url, redisUrl, prefix, onError: () => undefined });
    await backend.prepare();
  });
  afterEach(async () => {
    for (const close of closers.splice(0).toReversed()) await close();
    await backend.close();
    await queues.drop();
    await database.drop();
  });

  it('leaves out the batch that has not ended and no other, unless it has been running for ever', async () => {
    const batchQueue = backend.createQueue(POLL_BATCH_JOB);
    const gate = createGate();
    const first = 1_700_000_000_000;
    const hanging = `poll-${first}-1`;
    // The batch in the second place hangs, the others end at once.
    const process = ({ id }: { readonly id: string }) => (id === hanging ? gate.passed : Promise.resolve());
    const worker = backend.createWorker(POLL_BATCH_JOB, process, { concurrency: 2 });
    closers.push(
      () => batchQueue.close(),
      () => worker.close(),
      // First: a worker closes once its jobs have ended.
      async () => gate.open(),
    );
    let [skipped, whole] = [0, 0];
    const poll = pollOf(['a', 'b', 'c'], {
      batchQueue,
      onSkipped: () => {
        skipped += 1;
      },
      onWhole: () => {
        whole += 1;
      },
    });
    const run = async (tick: number) => {
      const facts = await poll(tick);
      const isQuiet = async () => {
        const { waiting, active } = await batchQueue.listPending();
        return waiting.length === 0 && active.every((id) => id === hanging);
      };
      await waitFor(isQuiet, { description: 'the other batches to end' });
      return facts;
    };
    expect(await run(first)).toMatchObject({ batches: 3, added: 3 });
    expect(await run(first + 5_000)).toMatchObject({ batches: 3, added: 2 });
    expect(await run(first + 59_000)).toMatchObject({ batches: 3, added: 2 });
    expect([skipped, whole]).toEqual([2, 0]);
    // A process whose clock was hours ahead has left it behind, locked until that time comes.
    expect(await run(first + 61_000)).toMatchObject({ batches: 3, added: 3 });
    expect(skipped).toBe(2);
    expect(whole).toBe(1);
    gate.open();
    await waitFor(async () => (await batchQueue.listPending()).active.length === 0, { description: 'the last to end' });
    await run(first + 66_000);
    expect(whole).toBe(2);
  });

  it('begins each time with another batch, so that a limit which cuts polls short keeps none of them back for ever', async () => {
    const batchQueue = backend.createQueue(POLL_BATCH_JOB);
    closers.push(() => batchQueue.close());
    const order: string[] = [];
    const poll = pollOf(['a', 'b', 'c'], {
      batchQueue: {
        ...batchQueue,
        listPending: () => Promise.resolve({ waiting: [], active: [] }),
        add: async (jobs) => void order.push(...jobs.map(({ id }) => id.slice(-1))),
      },
    });
    for (const seconds of [15, 20, 25, 30]) await poll(1_700_000_000_000 + seconds * 1_000);
    expect(order.join('')).toBe('120201012120');
  });

  it('does not let polls pile up that nobody works on', async () => {
    const batchQueue = backend.createQueue(POLL_BATCH_JOB);
    closers.push(() => batchQueue.close());
    const poll = pollOf(['reserve'], { batchQueue });
    for (const tick of [1_700_000_000_000, 1_700_000_005_000, 1_700_003_600_000]) await poll(tick);
    expect((await batchQueue.listPending()).waiting).toEqual(['poll-1700000000000-0']);
  });

  it('has it recorded once that a batch waits, before its reserves have a gap', async () => {
    const batchQueue = backend.createQueue(POLL_BATCH_JOB);
    closers.push(() => batchQueue.close());
    const recorded: string[] = [];
    const poll = pollOf(['a', 'b'], {
      gapAfterMs: 30_000,
      batchQueue,
      recordWaiting: async (protocol, { id, addresses }) => {
        recorded.push([protocol, id, ...addresses].join(' '));
      },
    });
    // No worker takes the batches of the first poll.
    const first = 1_700_000_000_000;
    const run = (afterMs: number) => poll(first + afterMs);
    for (const afterMs of [0, 5_000, 10_000]) await run(afterMs);
    expect(recorded).toEqual([]);
    for (const afterMs of [15_000, 20_000, 60_000]) await run(afterMs);
    expect(recorded.toSorted()).toEqual(
      ['a', 'b'].map((label, index) => `kamino poll-${first}-${index} ${addressFromLabel(label)}`),
    );
  });
});
