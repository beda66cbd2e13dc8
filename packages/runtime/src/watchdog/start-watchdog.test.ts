import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { expect, test, vi } from 'vitest';
import { spawnProgram } from '../../test/run-program.ts';
import { waitUntil } from '../../test/wait-until.ts';
import { STALL_SIGNAL } from './stall-thread.ts';
import { EXIT_WEDGED } from './start-watchdog.ts';

// A loaded machine takes long to start a program.
vi.setConfig({ testTimeout: 180_000 });

/** Starts the program. */
function start(args: readonly string[]) {
  const child = spawnProgram('watchdog.ts', args, {});
  const stderr = text(child.stderr);
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
  });
  const ended = once(child, 'exit').then(([code, signal]: unknown[]) => ({ code, signal }));
  const ticks = (): number => Number(/tick (\d+)\n(?!.*tick)/s.exec(output)?.[1] ?? 0);
  const untilTicks = (count: number) => waitUntil(() => ticks() >= count, 60_000);
  return { child, stderr, ended, ticks, untilTicks, output: () => output };
}

test.each(['loop', 'system-call'])(
  'a process whose event loop stands still in a %s is ended, and says why on stderr',
  async (mode) => {
    const { ended, stderr } = start([mode, '1000']);
    expect(await ended).toEqual({ code: null, signal: STALL_SIGNAL });
    const line: unknown = JSON.parse(await stderr);
    expect(line).toMatchObject({ level: 'fatal', name: 'program', reason: 'the event loop stands still' });
  },
);

test('a process that was stopped for longer than the limit goes on', async () => {
  const { child, ended, ticks, untilTicks } = start(['moving', '3000']);
  await untilTicks(5);
  child.kill('SIGSTOP');
  const stoppedAt = performance.now();
  await waitUntil(() => performance.now() - stoppedAt > 4_500);
  child.kill('SIGCONT');
  await untilTicks(ticks() + 80);
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, signal: null });
});

test('a process whose event loop stands still for less than the limit, or that is not watched, goes on', async () => {
  for (const stallMs of ['30000', '0']) {
    const { child, ended, ticks, untilTicks } = start(['pause', stallMs]);
    await untilTicks(ticks() + 20);
    child.kill('SIGTERM');
    expect(await ended).toEqual({ code: 0, signal: null });
  }
});

test('an orderly end may take longer than the event loop may stand still', async () => {
  const { child, ended, untilTicks } = start(['slow-end', '5000']);
  await untilTicks(1);
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: 0, signal: null });
});

test('an orderly end that hangs with the event loop is ended after its deadline', async () => {
  const { child, ended, stderr, untilTicks } = start(['no-end', '30000', '50']);
  await untilTicks(1);
  child.kill('SIGTERM');
  expect(await ended).toEqual({ code: null, signal: STALL_SIGNAL });
  expect(await stderr).toContain('the shutdown did not come to its end');
});

test('a part that has stopped while the event loop turns ends the process in order, with its own code', async () => {
  const { ended, stderr, output } = start(['silent', '30000']);
  expect(await ended).toEqual({ code: EXIT_WEDGED, signal: null });
  const line: unknown = JSON.parse(await stderr);
  expect(line).toMatchObject({ level: 'fatal', source: 'poll', limitMs: 100, exitCode: EXIT_WEDGED });
  expect(output()).toContain('"closer":"closer"');
});
