import { get, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { createApiKey } from '@tidemark/schema';
import { addressFromLabel, startTcpProxy, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openEventStream } from './support/event-stream.ts';
import { openProcessWorld, type ProcessWorld } from './support/start-process-world.ts';

const ALL = '/v1/kamino/lend/reserves/all/latest';
const EXPORT = `/v1/kamino/lend/reserves/${addressFromLabel('SOL')}/history?interval=1h&format=csv&from=2026-06-01&to=2026-07-01`;

let world: ProcessWorld;
let key: string;
beforeAll(async () => {
  world = await openProcessWorld();
  ({ key } = await createApiKey(world.database.sql, { username: 'loads', concurrentExports: 100 }));
});
afterAll(() => world.stop());

const headers = () => ({ 'X-SERVICE-API-KEY': key });
/** The answer with nothing of its body read, so that the process has to wait for its client. */
const ask = (url: string, path: string): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(`${url}${path}`, { headers: headers(), agent: false }, resolve).on('error', reject);
  });

/** The API with a database that can fall silent. */
async function startBehindProxy(env: Readonly<Record<string, string>>) {
  const { hostname, port } = new URL(world.databaseUrl);
  const proxy = await startTcpProxy(hostname, Number(port));
  const started = await world.start({ DATABASE_URL: proxy.urlFor(world.databaseUrl), ...env });
  await waitFor(async () => (await fetch(`${started.url}/ready`)).status === 200);
  return { ...started, proxy };
}

describe('an API that is told to stop under load', () => {
  it('gives the requests, exports and streams under way their end, refuses new ones, and ends with 0', async () => {
    const { child, url } = await world.start({ SHUTDOWN_DEADLINE_MS: '300000' });
    await waitFor(async () => (await fetch(`${url}/ready`)).status === 200);
    const whole = await text(await ask(url, EXPORT));
    const stream = await openEventStream(url, '/v1/stream', headers());
    await stream.waitForEvents('heartbeat', 1);
    const exports = await Promise.all([ask(url, EXPORT), ask(url, EXPORT), ask(url, EXPORT)]);
    const statuses: number[] = [];
    const failures: unknown[] = [];
    const asked = new AbortController();
    const clients = Array.from({ length: 8 }, async () => {
      while (!asked.signal.aborted) {
        try {
          const response = await fetch(`${url}${ALL}`);
          await response.json();
          statuses.push(response.status);
        } catch (error) {
          failures.push(error);
          await delay(10);
        }
      }
    });
    await waitFor(() => statuses.length > 50, { description: 'load' });

    child.signal('SIGTERM');
    const [end] = await stream.waitForEvents('end', 1);
    expect(end?.data).toMatchObject({ notice_reason_str: 'shutdown' });
    const bodies = await Promise.all(exports.map((response) => text(response)));
    expect(await child.exited).toMatchObject({ code: 0 });
    asked.abort();
    await Promise.all(clients);

    expect(new Set(statuses)).toEqual(new Set([200]));
    // Only those that came after the port was closed.
    expect(failures.filter((error) => !(error instanceof TypeError))).toEqual([]);
    expect(whole.split('\n').length).toBeGreaterThan(1);
    expect(bodies.map((body) => body === whole)).toEqual([true, true, true]);
  });

  it('ends at once with 143 at a second SIGTERM, also while it waits for a database that is silent', async () => {
    const { child, url, proxy } = await startBehindProxy({
      SHUTDOWN_DEADLINE_MS: '600000',
      KEY_USAGE_FLUSH_MS: '3600000',
    });
    // Use that is still to be written is what it waits for.
    await fetch(`${url}/auth/verify`, { method: 'POST', headers: headers() });
    proxy.freeze();
    child.signal('SIGTERM');
    await waitFor(() => child.lines().some((line) => line.includes('shutdown started')));
    // Within a second it would be the same keypress, delivered twice.
    await delay(1_200);
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 143 });
    expect(child.lines().at(-1)).toContain('second SIGTERM');
    await proxy.close();
  });

  it('is forced to end with 1 when the deadline passes while the database is silent', async () => {
    const { child, url, proxy } = await startBehindProxy({
      SHUTDOWN_DEADLINE_MS: '2000',
      KEY_USAGE_FLUSH_MS: '3600000',
    });
    await fetch(`${url}/auth/verify`, { method: 'POST', headers: headers() });
    proxy.freeze();
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 1 });
    expect(child.lines().at(-1)).toContain('deadline of 2000 ms');
    await proxy.close();
  });
});
