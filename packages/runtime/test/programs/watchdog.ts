import { createLogger } from '../../src/logging/create-logger.ts';
import { createShutdown } from '../../src/shutdown/create-shutdown.ts';
import { startWatchdog } from '../../src/watchdog/start-watchdog.ts';

// A program for the tests of the watchdog. Its arguments say how it misbehaves, and how long it may.
const [mode, stallMs, deadlineMs] = process.argv.slice(2);
const logger = createLogger({ name: 'program' });
const shutdown = createShutdown({ logger, deadlineMs: Number(deadlineMs ?? 20_000) });
const watchdog = startWatchdog({ name: 'program', logger, shutdown, stallMs: Number(stallMs) });
shutdown.listen();

/** Blocks the event loop without using the processor, as a system call that does not return. */
const sleep = (ms: number): void => {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms);
};
const deeds: Record<string, () => void> = {
  loop: () => {
    for (;;);
  },
  'system-call': () => sleep(Number.POSITIVE_INFINITY),
  pause: () => sleep(2_000),
  silent: () => void watchdog.watch({ source: 'poll', limitMs: 100 }),
  moving: () => {
    const source = watchdog.watch({ source: 'poll', limitMs: 60_000 });
    setInterval(() => source.progressed(), 20);
  },
};

shutdown.add('closer', () => {
  if (mode === 'slow-end') sleep(7_000);
  if (mode === 'no-end') sleep(Number.POSITIVE_INFINITY);
});
let ticks = 0;
setInterval(() => process.stdout.write(`tick ${(ticks += 1)}\n`), 50);
process.stdout.write('ready\n');
setTimeout(() => deeds[mode ?? '']?.(), 100);
