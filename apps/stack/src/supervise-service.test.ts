import { findFreePort, startManagedProcess } from '@tidemark/embedded-postgres';
import { createLogger, createShutdown, EXIT_WEDGED } from '@tidemark/runtime';
import { waitFor } from '@tidemark/testing';
import { expect, onTestFinished, test } from 'vitest';
import { superviseService } from './service.ts';

/** A real process that runs the text. */
async function start(program: string) {
  const child = await startManagedProcess({
    name: 'indexer',
    command: process.execPath,
    args: ['-e', program],
    env: { PATH: process.env['PATH'] },
  });
  onTestFinished(async () => void (await child.stop()));
  return { name: 'indexer', process: child, logFile: 'indexer.log' };
}

/** A port that nobody listens on: nothing ever answers, so nothing ever falls silent. */
const NOBODY = 'http://127.0.0.1:9';
const GOES_ON = 'setInterval(() => {}, 1000)';

/** Supervises the programs one after the other, and notes what the terminal and the shutdown are told. */
async function supervise(programs: readonly string[], restartsWith?: () => Promise<never>, healthUrl = NOBODY) {
  const told: string[] = [];
  const codes: number[] = [];
  const note = (text: string): void => void told.push(text);
  const shutdown = createShutdown({
    logger: createLogger({ name: 'stack', level: 'silent' }),
    exit: (code) => codes.push(code),
  });
  const killers = new Map<string, () => void>();
  const terminal = { done: note, busy: note, note, problem: note, plain: note };
  const started: Awaited<ReturnType<typeof start>>[] = [];
  const startNext = async () => {
    const next = await start(programs[started.length] ?? GOES_ON);
    started.push(next);
    return next;
  };
  superviseService({ killers, terminal, shutdown }, await startNext(), {
    startAgain: restartsWith ?? startNext,
    healthUrl,
    silenceMs: 600,
  });
  return { told, codes, shutdown, started, killers };
}

test('a service whose watchdog has ended it is started again, and stopped in its turn', async () => {
  const { told, codes, shutdown, started } = await supervise([`process.exit(${EXIT_WEDGED})`]);
  await waitFor(() => started.length === 2, { description: 'the second start' });
  expect(told[0]).toMatch(/indexer hung and was ended \(exit code 70\)/);
  expect(codes).toEqual([]);
  await shutdown.run('done');
  expect(started[1]?.process.exit()).toMatchObject({ signal: 'SIGTERM' });
  expect(codes).toEqual([0]);
});

test('a service whose event loop stands still is killed and started again', async () => {
  const port = await findFreePort(0);
  // Answers once, then stands still without using the processor.
  const stands = `require('node:http').createServer((_, answer) => {
    answer.end('ok', () => setTimeout(() => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0), 50));
  }).listen(${port}, '127.0.0.1')`;
  const { told, started, codes } = await supervise([stands], undefined, `http://127.0.0.1:${port}`);
  await waitFor(() => started.length === 2, { description: 'the second start' });
  expect(started[0]?.process.exit()).toMatchObject({ signal: 'SIGKILL' });
  expect(told[0]).toMatch(/indexer hung and was ended \(signal SIGKILL\)/);
  expect(codes).toEqual([]);
});

test('a service that ends by itself in another way stops everything with 1, or 78 for its settings', async () => {
  for (const [program, code] of [
    ['process.exit(0)', 1],
    ['process.exit(78)', 78],
    ["process.kill(process.pid, 'SIGKILL')", 1],
  ] as const) {
    const { codes, started } = await supervise([program]);
    await waitFor(() => codes.length === 1, { description: 'the end' });
    expect([codes, started.length]).toEqual([[code], 1]);
  }
});

test('a service that hangs again and again stops everything in the end', async () => {
  const { codes, started } = await supervise(Array.from({ length: 9 }, () => `process.exit(${EXIT_WEDGED})`));
  await waitFor(() => codes.length === 1, { description: 'the end', timeoutMs: 60_000 });
  expect([codes, started.length]).toEqual([[1], 6]);
});

test('a service that cannot be started again stops everything', async () => {
  const { codes, told } = await supervise([`process.exit(${EXIT_WEDGED})`], () =>
    Promise.reject(new Error('no memory')),
  );
  await waitFor(() => codes.length === 1, { description: 'the end' });
  expect([codes, told.at(-1)]).toEqual([[1], 'indexer cannot be started again: no memory']);
});

test('a forced end kills the process of now', async () => {
  const { started, killers } = await supervise([`process.exit(${EXIT_WEDGED})`]);
  await waitFor(() => started.length === 2, { description: 'the second start' });
  killers.get('indexer')?.();
  await started[1]?.process.exited;
  expect(started[1]?.process.exit()).toMatchObject({ signal: 'SIGKILL' });
});
