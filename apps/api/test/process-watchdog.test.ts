import { setTimeout as delay } from 'node:timers/promises';
import { EXIT_WEDGED } from '@tidemark/runtime';
import { startTcpProxy, type TcpProxy, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildState } from './support/rows.ts';
import { commitBatch } from './support/seed.ts';
import { openProcessWorld, type ProcessWorld } from './support/start-process-world.ts';

const ALL = '/v1/kamino/lend/reserves/all/latest';

/** More than two of the limits that these processes have. */
const BEYOND_LIMITS_MS = 20_000;

let world: ProcessWorld;
beforeAll(async () => {
  world = await openProcessWorld();
});
afterAll(() => world.stop());

/** An API with a proxy of its own before the database, so that the tests, which mostly wait, go on side by side. */
const start = async (onTestFinished: (close: () => Promise<void>) => void, env: Record<string, string> = {}) => {
  const { hostname, port } = new URL(world.databaseUrl);
  const proxy: TcpProxy = await startTcpProxy(hostname, Number(port));
  onTestFinished(proxy.close);
  const started = await world.start({
    DATABASE_URL: proxy.urlFor(world.databaseUrl),
    LATEST_POLL_INTERVAL_MS: '100',
    ...env,
  });
  onTestFinished(async () => void (await started.child.stop()));
  await waitFor(async () => (await fetch(`${started.url}/ready`)).status === 200, {
    description: 'readiness',
  });
  return { ...started, proxy };
};
const reloads = async (url: string, outcome: string): Promise<number> => {
  const text = await (await fetch(`${url}/metrics`)).text();
  return Number(new RegExp(`cache_reloads_total{outcome="${outcome}"} (\\d+)`).exec(text)?.[1] ?? 0);
};

describe.concurrent('an API that hangs', () => {
  it('ends itself when no reload comes to an end, though everything else goes on', async ({ onTestFinished }) => {
    // Less than the time after which the silence of the database is a failure.
    const { child, proxy } = await start(onTestFinished, { WATCHDOG_PROGRESS_MS: '8000' });
    proxy.freeze();
    expect(await child.exited).toMatchObject({ code: EXIT_WEDGED });
    const line = child.lines().find((text) => text.includes('ended by the watchdog')) ?? '';
    expect(JSON.parse(line)).toMatchObject({ source: 'latest', level: 'fatal' });
  });
});

describe.concurrent('an API that waits', () => {
  it('goes on while the database refuses it and when it was stopped, for longer than its limits, and serves again', async ({
    onTestFinished,
  }) => {
    const { child, url, proxy } = await start(onTestFinished, { WATCHDOG_PROGRESS_MS: '8000' });
    await proxy.cut();
    await delay(BEYOND_LIMITS_MS);
    expect(await reloads(url, 'failed')).toBeGreaterThan(0);
    expect((await fetch(`${url}${ALL}`)).status).toBe(200);
    await proxy.restore();
    const refused = await reloads(url, 'unchanged');
    await waitFor(async () => (await reloads(url, 'unchanged')) > refused, { description: 'a reload that works' });

    child.signal('SIGSTOP');
    await delay(BEYOND_LIMITS_MS);
    child.signal('SIGCONT');
    const before = await reloads(url, 'unchanged');
    await waitFor(async () => (await reloads(url, 'unchanged')) > before + 20, {
      description: 'reloads',
      timeoutMs: 120_000,
    });
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 0 });
  });

  it('comes back by itself from connections that have died without a word, listening too', async ({
    onTestFinished,
  }) => {
    const { child, url, proxy } = await start(onTestFinished);
    const label = 'listen_subscriptions_total{kind="again"} ';
    proxy.freeze();
    proxy.thaw();
    // Each answer of /metrics is work for the API that is waited for.
    const rarely = { intervalMs: 500 };
    await waitFor(async () => (await reloads(url, 'failed')) > 0, { ...rarely, description: 'a failure' });
    await commitBatch(world.database, 20, [buildState('SOL', 20)]);
    await waitFor(async () => (await reloads(url, 'changed')) > 1, { ...rarely, description: 'what was stored' });
    await waitFor(async () => (await (await fetch(`${url}/metrics`)).text()).includes(label), {
      ...rarely,
      description: 'listening again',
      timeoutMs: 120_000,
    });
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 0 });
  });
});
