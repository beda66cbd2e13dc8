import { setTimeout as delay } from 'node:timers/promises';
import { EXIT_WEDGED } from '@tidemark/runtime';
import { queueBackends } from '@tidemark/testing';
import { describe, expect, it, vi } from 'vitest';
import { openIndexerWorld } from '../test/process-world.ts';

// A loaded machine takes long to start a process.
vi.setConfig({ testTimeout: 600_000 });

/** Takes the time limit from requests that are under way, and from nothing else that is needed here. */
const WAIT_FOR_EVER_ON_SIGUSR2 = preload(
  "process.on('SIGUSR2',()=>{AbortSignal.timeout=()=>new AbortController().signal;})",
);
/** Nine seconds without an end: three calls of a batch that wait for a node in vain. */
const QUICK = { RPC_TIMEOUT_MS: '3000', RPC_MAX_RETRIES: '0', WATCHDOG_PROGRESS_MS: '2000' };
/** More than two of the limits that these indexers have. */
const BEYOND_LIMITS_MS = 25_000;

function preload(program: string): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(program)}` };
}

describe.concurrent('an indexer that hangs', () => {
  it('ends itself when no poll comes to an end, though everything else goes on', async ({ onTestFinished }) => {
    const { chain, start } = await openIndexerWorld('postgres', onTestFinished);
    const { child } = await start({
      ...WAIT_FOR_EVER_ON_SIGUSR2,
      WATCHDOG_PROGRESS_MS: '12000',
      RPC_TIMEOUT_MS: '500',
      RPC_MAX_RETRIES: '0',
      SHUTDOWN_DEADLINE_MS: '3000',
    });
    child.signal('SIGUSR2');
    await chain.setFaults({ latencyMs: 300_000 });
    expect(await child.exited).toMatchObject({ code: EXIT_WEDGED });
    const line = child.lines().find((text) => text.includes('ended by the watchdog')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ source: 'poll', level: 'fatal' });
  });
});

describe.concurrent.each(queueBackends())('an indexer that waits, its queues on %s,', (backend) => {
  it('goes on while its queue refuses it, for longer than the limit, and polls again afterwards', async ({
    onTestFinished,
  }) => {
    const { proxy, start, untilPolled } = await openIndexerWorld(backend, onTestFinished);
    const { child } = await start(QUICK);
    await untilPolled({ more: 3 });
    await proxy.cut();
    await delay(BEYOND_LIMITS_MS);
    await proxy.restore();
    await untilPolled({ more: 3 });
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 0 });
  });

  it('goes on while polls fail', async ({ onTestFinished }) => {
    const { chain, start, untilPolled } = await openIndexerWorld(backend, onTestFinished);
    const { child } = await start(QUICK);
    await chain.setFaults({ refuseMethods: ['getMultipleAccounts'], refuseWith: 'forbidden' });
    await delay(BEYOND_LIMITS_MS);
    await chain.setFaults({});
    await untilPolled({ more: 3 });
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 0 });
  });

  it('goes on when it was stopped for longer than its limits', async ({ onTestFinished }) => {
    const { start, untilPolled } = await openIndexerWorld(backend, onTestFinished);
    const { child } = await start(QUICK);
    child.signal('SIGSTOP');
    await delay(BEYOND_LIMITS_MS);
    child.signal('SIGCONT');
    await untilPolled({ more: 3 });
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 0 });
  });

  it('comes back by itself from connections that have died without a word', async ({ onTestFinished }) => {
    const { proxy, start, untilPolled } = await openIndexerWorld(backend, onTestFinished);
    const { child } = await start();
    await untilPolled({ more: 3 });
    proxy.freeze();
    proxy.thaw();
    await untilPolled({ more: 3, timeoutMs: 180_000 });
    child.signal('SIGTERM');
    expect({ ...(await child.exited), lines: child.lines().slice(-20) }).toMatchObject({ code: 0 });
  });
});
