import { addressFromLabel, createTestDatabase, queueBackends, type TestDatabase, waitFor } from '@tidemark/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGate } from '../../test/gate.ts';
import { createManualClock } from '../../test/manual-clock.ts';
import { openTestQueues, type TestQueues } from '../../test/test-queues.ts';
import { createQueueBackend } from '../queues/postgres-backend.ts';
import type { QueueBackend } from '../queues/queue-types.ts';
import { keepFinished } from './job.ts';
import { createPollJob, POLL_BATCH_JOB } from './poll.ts';

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

  it('waits for a batch that runs, but not for one that runs for ever', async () => {
    const batchQueue = backend.createQueue(POLL_BATCH_JOB);
    const gate = createGate();
    const worker = backend.createWorker(POLL_BATCH_JOB, () => gate.passed, { concurrency: 1 });
    closers.push(
      () => batchQueue.close(),
      () => worker.close(),
    );
    await batchQueue.add([{ name: POLL_BATCH_JOB, id: 'left-behind', payload: {} }], keepFinished(10));
    await waitFor(async () => (await batchQueue.depth()).active === 1, { description: 'the batch to run' });

    const clock = createManualClock();
    const poll = createPollJob({
      everyMs: 5_000,
      listBatches: async () => [{ protocol: 'kamino', addresses: [addressFromLabel('reserve')], companions: [] }],
      batchQueue,
      onListed: () => undefined,
      onSkipped: () => undefined,
      clock,
    });
    const run = (tick: number) => poll.run({}, { id: `poll-${tick}`, timestamp: tick, attempt: 1, payload: {} });
    expect(await run(1_700_000_000_001)).toMatchObject({ skipped: true, active: 1 });
    clock.advance(59_000);
    expect(await run(1_700_000_000_002)).toMatchObject({ skipped: true, active: 1 });
    clock.advance(2_000);
    expect(await run(1_700_000_000_003)).toMatchObject({ batches: 1 });
    // The batch of this poll waits now, and polls do not pile up.
    expect(await run(1_700_000_000_004)).toMatchObject({ skipped: true, waiting: 1 });
    gate.open();
  });
});
