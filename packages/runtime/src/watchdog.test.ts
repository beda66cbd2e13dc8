import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLogger } from './logging/create-logger.ts';
import { createShutdown } from './shutdown/create-shutdown.ts';
import { EXIT_WEDGED, Watchdog } from './watchdog.ts';

const LIMIT_MS = 10_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance', 'Date'] }));
afterEach(() => void vi.useRealTimers());

/** A watchdog over a real shutdown, which notes the exit codes instead of ending the process. */
function open(excuse?: () => Promise<boolean>) {
  const codes: number[] = [];
  const logger = createLogger({ name: 'test', level: 'silent' });
  const shutdown = createShutdown({ logger, exit: (code) => void codes.push(code) });
  const watchdog = new Watchdog({ logger, shutdown });
  const source = watchdog.watch({ source: 'poll', limitMs: LIMIT_MS, ...(excuse && { excuse }) });
  return { codes, source, shutdown };
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

test('a source that is silent for longer than its limit ends the process with its own code, once', async () => {
  const { codes } = open();
  await pass(LIMIT_MS);
  expect(codes).toEqual([]);
  await pass(2 * LIMIT_MS);
  expect(codes).toEqual([EXIT_WEDGED]);
});

test('progress begins the limit anew, and so does an excuse', async () => {
  let away = true;
  const { codes, source } = open(() => Promise.resolve(away));
  await pass(LIMIT_MS - 1_000);
  source.progressed();
  await pass(5 * LIMIT_MS);
  expect(codes).toEqual([]);
  away = false;
  await pass(2 * LIMIT_MS);
  expect(codes).toEqual([EXIT_WEDGED]);
});

test('an orderly end that has begun is left alone', async () => {
  const { codes, shutdown } = open();
  await shutdown.run('done');
  await pass(5 * LIMIT_MS);
  expect(codes).toEqual([0]);
});
