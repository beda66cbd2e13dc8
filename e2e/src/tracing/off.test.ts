import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type OtlpReceiver, startOtlpReceiver, stopAllProcesses, type TestDatabase, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createStackDatabase, startApi } from '../support/stack-processes.ts';

let receiver: OtlpReceiver;
let database: TestDatabase;
beforeAll(async () => {
  receiver = await startOtlpReceiver();
  database = await createStackDatabase();
});
afterAll(async () => {
  await stopAllProcesses();
  await database.drop();
  await receiver.stop();
});

/** Runs the API for one request and names every script that it had loaded, as V8 tells it for coverage. */
async function scriptsLoaded(env: Readonly<Record<string, string>>): Promise<string[]> {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-scripts-'));
  try {
    const databaseUrl = database.url;
    const settings = { ...env, NODE_V8_COVERAGE: dir };
    const { url, process } = await startApi({ databaseUrl, readyPath: '/health', env: settings });
    await (await fetch(`${url}/v1/kamino/lend/reserves/all/latest`)).arrayBuffer();
    await process.stop();
    const files = await readdir(dir);
    const texts = await Promise.all(files.map((file) => readFile(join(dir, file), 'utf8')));
    return texts.flatMap((text) => [...text.matchAll(/"url":"([^"]+)"/g)].map(([, script]) => script ?? ''));
  } finally {
    await rm(dir, { recursive: true, force: true });
  }
}

const isOfTracing = (script: string): boolean =>
  /@opentelemetry\/(sdk-|exporter-|otlp-|resources|core)|otlp-tracer/.test(script);

test('without a setting no library of tracing is loaded and no request is made', async () => {
  const scripts = await scriptsLoaded({});
  expect(scripts.some((script) => /\/apps\/api\/(?:src\/main\.ts|dist\/main\.js)$/.test(script))).toBe(true);
  expect(scripts.filter(isOfTracing)).toEqual([]);
  expect(receiver.bodies()).toEqual([]);
});

test('a deployment that disables OpenTelemetry loads nothing either', async () => {
  const scripts = await scriptsLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_SDK_DISABLED: 'true' });
  expect(scripts.filter(isOfTracing)).toEqual([]);
  expect(receiver.bodies()).toEqual([]);
});

test('with an endpoint they are, and the last spans are sent at the end', async () => {
  // Nothing is sent before the end: the timer never comes.
  const env = { OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url, OTEL_BSP_SCHEDULE_DELAY: '3600000' };
  const scripts = await scriptsLoaded(env);
  expect(scripts.filter(isOfTracing).length).toBeGreaterThan(5);
  const names = await waitFor(() => receiver.spans().length > 0 && receiver.spans().map(({ name }) => name));
  expect(names).toContain('GET /v1/{lending_protocol}/lend/reserves/all/latest');
});
