import type { ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import type { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import { spawnProgram } from '../../test/run-program.ts';
import { createLogger } from '../logging/create-logger.ts';
import { createShutdown } from './create-shutdown.ts';

type Child = ChildProcessByStdio<null, Readable, Readable>;

/** Runs the program and does something each time a line of its output has come. */
async function run(mode: string, onLine: (line: string, child: Child) => void) {
  const child = spawnProgram('shut-down.ts', [mode], {});
  let output = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk;
    const lines = output.split('\n').slice(0, -1);
    for (const line of lines.slice(seen)) onLine(line, child);
    seen = lines.length;
  });
  const ended: unknown[] = await once(child, 'close');
  const lines = output.split('\n').filter((line) => line !== '');
  return {
    code: ended[0],
    plain: lines.filter((line) => !line.startsWith('{')),
    log: lines.filter((l) => l.startsWith('{')),
  };
}

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)(
  '%s runs the closers last to first and ends with 0',
  async (signal) => {
    const result = await run('calm', (line, child) => line === 'ready' && child.kill(signal));
    expect(result.code).toBe(0);
    expect(result.plain).toEqual(['ready', 'aborted', 'closed worker', 'closed database']);
    expect(result.log.join()).toContain(`"reason":"${signal}"`);
    for (const closer of ['timer', 'worker', 'database']) expect(result.log.join()).toContain(`"closer":"${closer}"`);
  },
);

test('the same keypress delivered twice does not force the exit', async () => {
  const result = await run('calm', (line, child) => (line === 'ready' || line === 'aborted') && child.kill('SIGINT'));
  expect(result.code).toBe(0);
  expect(result.plain).toEqual(['ready', 'aborted', 'closed worker', 'closed database']);
});

test('a second signal forces the exit', async () => {
  const result = await run(
    'impatient',
    (line, child) => (line === 'ready' || line === 'closed worker') && child.kill('SIGINT'),
  );
  expect(result.code).toBe(130);
  expect(result.plain).toEqual(['ready', 'aborted', 'closed worker', 'forced']);
});

test('the deadline forces the exit with 1', async () => {
  const result = await run('deadline', (line, child) => line === 'ready' && child.kill('SIGTERM'));
  expect(result.code).toBe(1);
  expect(result.plain.at(-1)).toBe('forced');
});

test('a closer that fails is logged, the others still run, and the exit code is 1', async () => {
  const result = await run('failing', (line, child) => line === 'ready' && child.kill('SIGTERM'));
  expect(result.code).toBe(1);
  expect(result.plain).toEqual(['ready', 'aborted', 'closed worker', 'closed database']);
  expect(result.log.join()).toContain('worker is stuck');
});

test('a rejection that nobody caught is logged and shuts down in order with 1', async () => {
  const result = await run('uncaught', () => undefined);
  expect(result.code).toBe(1);
  expect(result.plain.at(-1)).toBe('closed database');
  expect(result.log.join()).toContain('nobody listens');
});

test('run called twice closes once, and the higher exit code wins', async () => {
  const codes: number[] = [];
  const closed: string[] = [];
  const shutdown = createShutdown({
    logger: createLogger({ name: 't', level: 'silent' }),
    exit: (code) => codes.push(code),
  });
  shutdown.add('first', () => closed.push('first'));
  shutdown.add('second', async () => {
    shutdown.add('late', () => closed.push('late'));
    await Promise.resolve();
    closed.push('second');
  });
  await Promise.all([shutdown.run('done'), shutdown.run('failure', 3)]);
  expect(closed).toEqual(['second', 'late', 'first']);
  expect(codes).toEqual([3]);
  expect(shutdown.signal.aborted).toBe(true);
});
