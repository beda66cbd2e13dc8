import { once } from 'node:events';
import { connect } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createMetrics } from './create-metrics.ts';
import { type OpsServerOptions, startOpsServer } from './start-ops-server.ts';

async function start(options: Partial<OpsServerOptions> = {}) {
  const server = await startOpsServer({
    port: 0,
    host: '127.0.0.1',
    ready: () => ({ ready: true, checks: {} }),
    metrics: createMetrics({ prefix: 'tide', defaultMetrics: false }),
    ...options,
  });
  onTestFinished(() => server.close());
  return server;
}

test('/ready answers 503 with the checks until all is well, then 200', async () => {
  let ready = false;
  const { url } = await start({ ready: async () => ({ ready, checks: { database: { ok: ready, lagMs: 3 } } }) });
  const before = await fetch(`${url}/ready`);
  expect(before.status).toBe(503);
  expect(await before.json()).toEqual({ ready: false, checks: { database: { ok: false, lagMs: 3 } } });
  ready = true;
  const after = await fetch(`${url}/ready?verbose`);
  expect(after.status).toBe(200);
  expect(after.headers.get('cache-control')).toBe('no-store');
});

test('a check that throws makes /ready 503 and shows no more than the kind of the error', async () => {
  const { url } = await start({
    ready: () => {
      throw new TypeError('postgres://user:hunter2@db');
    },
  });
  const response = await fetch(`${url}/ready`);
  expect(response.status).toBe(503);
  expect(await response.text()).toBe('{"ready":false,"checks":{"ready":{"ok":false,"reason":"TypeError"}}}');
});

test('/health answers while nothing is ready', async () => {
  const { url } = await start({ ready: () => ({ ready: false, checks: {} }), health: () => ({ version: '1' }) });
  const response = await fetch(`${url}/health`);
  expect(response.status).toBe(200);
  expect(await response.json()).toEqual({ status: 'ok', version: '1' });
});

test('/metrics gives the registry with the prefix, and two registries in one process do not meet', async () => {
  const metrics = createMetrics({ prefix: 'tidemark_indexer' });
  metrics.counter('rows_written_total', 'Rows', ['kind']).inc({ kind: 'snapshot' }, 3);
  createMetrics({ prefix: 'tidemark_indexer' }).counter('rows_written_total', 'Rows');
  const { url } = await start({ metrics });
  const response = await fetch(`${url}/metrics`);
  expect(response.headers.get('content-type')).toContain('text/plain');
  const text = await response.text();
  expect(text).toContain('tidemark_indexer_rows_written_total{kind="snapshot"} 3');
  expect(text).toContain('process_cpu_seconds_total');
});

test('unknown paths are 404, other methods 405 with Allow, HEAD has no body', async () => {
  const { url } = await start();
  expect((await fetch(`${url}/nothing`)).status).toBe(404);
  const post = await fetch(`${url}/health`, { method: 'POST' });
  expect(post.status).toBe(405);
  expect(post.headers.get('allow')).toBe('GET, HEAD');
  const head = await fetch(`${url}/health`, { method: 'HEAD' });
  expect(head.status).toBe(200);
  expect(await head.text()).toBe('');
});

test('a taken port is an error with its code', async () => {
  const first = await start();
  await expect(start({ port: first.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
});

test('close answers twice without an error', async () => {
  const server = await start();
  await fetch(`${server.url}/health`);
  await server.close();
  await server.close();
  await expect(fetch(`${server.url}/health`)).rejects.toThrow('fetch failed');
});

test('close does not wait for a connection over which nothing was ever asked', async () => {
  const server = await start();
  const silent = connect(server.port, '127.0.0.1');
  silent.on('error', () => undefined);
  await once(silent, 'connect');
  // Answered, so the connection before it was accepted too.
  await fetch(`${server.url}/health`);
  const ended = once(silent, 'close');
  await server.close();
  await ended;
  expect(silent.destroyed).toBe(true);
});
