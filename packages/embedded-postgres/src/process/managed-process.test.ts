import { once } from 'node:events';
import { expect, test } from 'vitest';
import { spawnProgram } from '../../test/run-program.ts';
import { waitUntil } from '../../test/wait-until.ts';
import { startManagedProcess } from './managed-process.ts';
import { processIdentity } from './pid-lock.ts';

const node = (script: string, stopDeadlineMs?: number) =>
  startManagedProcess({
    name: 'child',
    command: process.execPath,
    args: ['-e', script],
    env: {},
    ...(stopDeadlineMs === undefined ? {} : { stopDeadlineMs }),
  });

test('output is read by line from both streams, and the end is told with its code', async () => {
  const child = await node('console.log("one"); console.error("two"); process.exitCode = 4');
  expect(await child.exited).toEqual({ code: 4, signal: null });
  expect([...child.tail()].sort()).toEqual(['one', 'two']);
  expect(child.exit()).toEqual({ code: 4, signal: null });
  expect(await child.stop()).toEqual({ code: 4, signal: null });
});

test('a child that ignores the stop signal is killed at the deadline', async () => {
  const child = await node('process.on("SIGTERM", () => {}); setInterval(() => {}, 1000); console.log("ready")', 50);
  await waitUntil(() => child.tail().includes('ready'));
  expect(await child.stop()).toEqual({ code: null, signal: 'SIGKILL' });
});

test('a program that does not exist is an error with its code', async () => {
  const starting = startManagedProcess({ name: 'x', command: '/no/such/program', args: [], env: {} });
  await expect(starting).rejects.toMatchObject({ code: 'ENOENT' });
});

test('the child sees only the environment given', async () => {
  const child = await startManagedProcess({
    name: 'child',
    command: process.execPath,
    args: ['-e', 'console.log(JSON.stringify(process.env))'],
    env: { TIDE: 'high', UNSET: undefined },
  });
  await child.exited;
  expect(child.tail()).toEqual(['{"TIDE":"high"}']);
});

test('when the parent is killed, the guard ends the child and its children, even one that ignores SIGTERM', async () => {
  const parent = spawnProgram('manage-child.ts', [], {});
  parent.stdout.setEncoding('utf8');
  const [line]: unknown[] = await once(parent.stdout, 'data');
  const pids = String(line).trim().split(' ').map(Number);
  expect(pids).toHaveLength(2);
  for (const pid of pids) expect(await processIdentity(pid)).not.toBeNull();
  parent.kill('SIGKILL');
  for (const pid of pids) await waitUntil(async () => (await processIdentity(pid)) === null);
});
