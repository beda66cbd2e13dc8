import { processIdentity } from '@tidemark/embedded-postgres';
import { afterAll, expect, onTestFinished, test, vi } from 'vitest';
import { waitFor } from '../wait-for.ts';
import { chooseTestPort, startProcess, stopAllProcesses } from './start-process.ts';

const ENTRY = 'packages/testing/test/programs/serve-hello.ts';

afterAll(stopAllProcesses);

test('a process is ready when its line has come, and stop ends it and its own children', async () => {
  const child = await startProcess({
    entry: ENTRY,
    env: { HELLO_PORT: '0' },
    ready: { line: (line) => line.includes('hello ready') },
  });
  const helperPid = Number(/"helperPid":(\d+)/.exec(child.lines().join())?.[1]);
  expect(await processIdentity(helperPid)).not.toBeNull();
  expect(await child.stop()).toEqual({ code: null, signal: 'SIGTERM' });
  expect(await child.stop()).toEqual({ code: null, signal: 'SIGTERM' });
  await waitFor(async () => (await processIdentity(helperPid)) === null, { description: 'end of the grandchild' });
});

test('a process is ready when its URL answers', async () => {
  const port = await chooseTestPort();
  const url = `http://127.0.0.1:${port}/`;
  const child = await startProcess({ entry: ENTRY, env: { HELLO_PORT: String(port) }, ready: { url } });
  expect(await (await fetch(url)).text()).toBe('hello');
  await child.stop();
});

test('a process that ends before it is ready rejects with its output', async () => {
  const starting = startProcess({
    entry: ENTRY,
    env: { HELLO_PORT: '0', HELLO_FAIL: 'the tide is out' },
    ready: { line: () => false },
  });
  await expect(starting).rejects.toThrow(/ended \(3\) before it was ready[\s\S]*the tide is out/);
});

test('a process that does not become ready in time is stopped', async () => {
  const starting = startProcess({
    entry: ENTRY,
    env: { HELLO_PORT: '0' },
    ready: { line: () => false },
    readyTimeoutMs: 1,
  });
  await expect(starting).rejects.toThrow('was not ready after 1 ms');
});

test('of what was built, a program that was not is named', async () => {
  vi.stubEnv('TEST_PROCESSES', 'built');
  onTestFinished(() => void vi.unstubAllEnvs());
  await expect(startProcess({ entry: 'packages/testing/src/none.ts' })).rejects.toThrow(
    /no .*packages\/testing\/dist\/none\.js: pnpm run build/,
  );
});

test('the environment of the test is not passed on', async () => {
  const child = await startProcess({
    entry: ENTRY,
    env: { HELLO_PORT: '0' },
    ready: { line: (line) => line.includes('hello ready') },
  });
  expect(process.env['TIDEMARK_TEST_POSTGRES_URL']).toBeDefined();
  expect(child.lines().join()).toContain('"testPostgres":false');
  await child.stop();
});
