import { setTimeout as delay } from 'node:timers/promises';
import { queueBackends, waitFor } from '@tidemark/testing';
import { describe, expect, it, vi } from 'vitest';
import { openIndexerWorld } from '../test/process-world.ts';

// A loaded machine takes long to start a process.
vi.setConfig({ testTimeout: 600_000 });

/** Longer than any of these tests takes. */
const NO_ANSWER_MS = 300_000;

describe.concurrent.each(queueBackends())('the end of the indexer process with its queues on %s', (backend) => {
  it('comes at once with 143 at a second SIGTERM, and the next process goes on', async ({ onTestFinished }) => {
    const { chain, start, untilPolled, holdBatch } = await openIndexerWorld(backend, onTestFinished);
    const { child, opsUrl } = await start({ RPC_TIMEOUT_MS: '120000', SHUTDOWN_DEADLINE_MS: '600000' });
    await untilPolled();
    await holdBatch(opsUrl, NO_ANSWER_MS);
    child.signal('SIGTERM');
    await waitFor(() => child.lines().some((line) => line.includes('shutdown started')));
    // Within a second it would be the same keypress, delivered twice.
    await delay(1_200);
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 143 });
    expect(child.lines().at(-1)).toContain('second SIGTERM');
    await chain.setFaults({});
    await start({}, '/health');
    await untilPolled();
  });

  it('comes with 1 when the deadline passes over a node that does not answer, and the next process goes on', async ({
    onTestFinished,
  }) => {
    const { chain, start, untilPolled, holdBatch } = await openIndexerWorld(backend, onTestFinished);
    const { child, opsUrl } = await start({ RPC_TIMEOUT_MS: '120000', SHUTDOWN_DEADLINE_MS: '2000' });
    await untilPolled();
    await holdBatch(opsUrl, NO_ANSWER_MS);
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 1 });
    expect(child.lines().at(-1)).toContain('deadline of 2000 ms');
    await chain.setFaults({});
    await start({}, '/health');
    await untilPolled();
  });

  it('leaves a schedule that the next process goes on with, however often it comes and at whatever moment', async ({
    onTestFinished,
  }) => {
    const { start, untilPolled } = await openIndexerWorld(backend, onTestFinished);
    for (let round = 0; round < 4; round += 1) {
      const { child } = await start({ POLL_INTERVAL_MS: '100' }, '/health');
      await untilPolled();
      await delay(37 * round);
      child.signal('SIGTERM');
      expect(await child.exited).toMatchObject({ code: 0 });
    }
  });
});
