import { Worker } from 'node:worker_threads';

/** The signal that ends a process whose event loop does not turn; its default action, which needs nobody to handle it. */
export const STALL_SIGNAL = 'SIGALRM';

export interface StallThreadOptions {
  /** The thread itself has failed: from now on nobody watches. */
  readonly onFailed: (error: Error) => void;
  /** Name of the program, for the line that is written at the end. */
  readonly name: string;
  /** How long the event loop may stand still. */
  readonly stallMs: number;
}

export interface StallThread {
  /**
   * An orderly end has begun: from now on beats do not count, and the process is ended when it still runs after this time.
   * Only the first call counts.
   */
  expectEndWithin(ms: number): void;
}

/** Places in the shared memory. */
const BEATS = 0;
const END_WITHIN_MS = 1;
/** Never changes: to wait for it is to sleep. */
const NEVER = 2;
const CELLS = 3;

/** Late beyond this, a look was itself held up: the machine or the whole process stood still, and counting begins anew. */
const LATE_AT_LEAST_MS = 1_000;

/**
 * A thread beside the event loop that sees whether it turns, by beats in shared memory, and ends the process when it does
 * not. It asks nothing of the main thread, which may be in an endless loop or in a system call that does not return.
 *
 * The end is a signal and not an exit code, because nothing but the main thread can give a process its exit code. The time is
 * the thread's own: it counts the steps between its looks, and a look that came late counts for nothing.
 */
export function startStallThread({ name, stallMs, onFailed }: StallThreadOptions): StallThread {
  const lookEveryMs = Math.min(1_000, Math.max(20, Math.floor(stallMs / 20)));
  const cells = new Int32Array(new SharedArrayBuffer(CELLS * Int32Array.BYTES_PER_ELEMENT));
  const beat = setInterval(() => Atomics.add(cells, BEATS, 1), lookEveryMs);
  beat.unref();
  const lateMs = Math.max(4 * lookEveryMs, LATE_AT_LEAST_MS);
  const thread = new Worker(PROGRAM, {
    eval: true,
    name: 'watchdog',
    // Neither loaders nor flags of the program: this one is plain and must start whatever they are.
    execArgv: [],
    env: {},
    workerData: { cells, name, stallMs, lookEveryMs, lateMs, signal: STALL_SIGNAL, BEATS, END_WITHIN_MS, NEVER },
    resourceLimits: { maxYoungGenerationSizeMb: 1, maxOldGenerationSizeMb: 16 },
  });
  thread.unref();
  thread.on('error', onFailed);
  return {
    expectEndWithin: (ms) => void Atomics.compareExchange(cells, END_WITHIN_MS, 0, Math.max(1, Math.ceil(ms))),
  };
}

/**
 * Plain JavaScript, because it must run from the source and from the build alike. The line is written by yet another thread:
 * where stderr is a full pipe that nobody reads, the write does not return, and the end must come all the same.
 */
const PROGRAM = `
const { Worker, workerData } = require('node:worker_threads');
const { cells, name, stallMs, lookEveryMs, lateMs, signal, BEATS, END_WITHIN_MS, NEVER } = workerData;

function endProcess(reason, waitedMs) {
  const time = new Date().toISOString();
  const line = JSON.stringify({ level: 'fatal', time, pid: process.pid, name, reason, waitedMs, signal,
    msg: 'ended by the watchdog' }) + '\\n';
  const kill = () => process.kill(process.pid, signal);
  const write = "require('node:fs').writeSync(2, require('node:worker_threads').workerData)";
  const teller = new Worker(write, { eval: true, execArgv: [], env: {}, workerData: line });
  teller.once('error', kill);
  teller.once('exit', kill);
  setTimeout(kill, 2000);
}

function watch() {
  let beats = Atomics.load(cells, BEATS);
  let ending = false;
  let waitedMs = 0;
  let at = performance.now();
  for (;;) {
    Atomics.wait(cells, NEVER, 0, lookEveryMs);
    const now = performance.now();
    const stepMs = now - at;
    at = now;
    const endWithinMs = Atomics.load(cells, END_WITHIN_MS);
    const seen = Atomics.load(cells, BEATS);
    const isFirstOfEnd = endWithinMs > 0 && !ending;
    ending = endWithinMs > 0;
    // Beats count until the end has begun; from then on only the time does.
    if (stepMs > lateMs || isFirstOfEnd || (!ending && seen !== beats)) waitedMs = 0;
    else waitedMs += stepMs;
    beats = seen;
    if (ending && waitedMs >= endWithinMs) return endProcess('the shutdown did not come to its end', Math.round(waitedMs));
    if (!ending && waitedMs >= stallMs) return endProcess('the event loop stands still', Math.round(waitedMs));
  }
}

watch();
`;
