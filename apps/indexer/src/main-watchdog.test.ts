import { setTimeout as delay } from 'node:timers/promises';
import { EXIT_WEDGED } from '@tidemark/runtime';
import { queueBackends } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type IndexerWorld, openIndexerWorld } from '../test/process-world.ts';

/** Takes the time limit from requests that are under way, and from nothing else that is needed here. */
const WAIT_FOR_EVER_ON_SIGUSR2 = preload(
  "process.on('SIGUSR2',()=>{AbortSignal.timeout=()=>new AbortController().signal;})",
);
/** Nine seconds without an end: three calls of a batch that wait for a node in vain. Polls come much more often than that. */
const QUICK = {
  ...{ RPC_TIMEOUT_MS: '3000', RPC_MAX_RETRIES: '0', WATCHDOG_PROGRESS_MS: '2000' },
  POLL_INTERVAL_MS: '500',
};
/** More than two of the limits that these indexers have. */
const BEYOND_LIMITS_MS = 20_000;

function preload(program: string): { NODE_OPTIONS: string } {
  return { NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(program)}` };
}

describe.concurrent('an indexer that hangs', () => {
  it('ends itself when no poll comes to an end, though everything else goes on', async ({ onTestFinished }) => {
    const { chain, start, close } = await openIndexerWorld('postgres');
    onTestFinished(close);
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
  let world: IndexerWorld;
  beforeAll(async () => {
    world = await openIndexerWorld(backend);
  });
  afterAll(() => world?.close());

  // One process through all of them, which lasts longer than three of them side by side and takes a third of the processor time.
  it.sequential('goes on while polls fail, while its queue refuses it, and when it was stopped, for longer than its limits', async () => {
    const { chain, proxy, start, untilPolled } = world;
    const { child } = await start(QUICK);
    const goesOn = async (what: string): Promise<void> => {
      await untilPolled({ more: 3 });
      expect({ what, lines: child.lines().filter((line) => line.includes('ended by the watchdog')) }).toEqual({
        what,
        lines: [],
      });
    };
    await goesOn('at first');
    await chain.setFaults({ refuseMethods: ['getMultipleAccounts'], refuseWith: 'forbidden' });
    await delay(BEYOND_LIMITS_MS);
    await chain.setFaults({});
    await goesOn('after polls that failed');
    await proxy.cut();
    await delay(BEYOND_LIMITS_MS);
    await proxy.restore();
    await goesOn('after a queue that refused it');
    child.signal('SIGSTOP');
    await delay(BEYOND_LIMITS_MS);
    child.signal('SIGCONT');
    await goesOn('after a stop');
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 0 });
  });

  it.sequential('comes back by itself from connections that have died without a word', async () => {
    const { proxy, start, untilPolled } = world;
    const { child } = await start();
    await untilPolled({ more: 3 });
    proxy.freeze();
    proxy.thaw();
    await untilPolled({ more: 3, timeoutMs: 180_000 });
    child.signal('SIGTERM');
    expect({ ...(await child.exited), lines: child.lines().slice(-20) }).toMatchObject({ code: 0 });
  });
});
