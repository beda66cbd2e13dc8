import { setTimeout as delay } from 'node:timers/promises';

/** What became of one request. */
export interface Outcome {
  /** A status, such as 200 or 503, or the code of what went wrong instead of an answer. */
  readonly what: string;
  /** Answers that mean that something is broken. */
  readonly failed: boolean;
}

/** Requests of one kind, at a rate of their own. */
export interface LoadClass {
  readonly name: string;
  readonly perSecond: number;
  /** Sends the request with this number and reads the whole answer. Never rejects. */
  readonly send: (index: number) => Promise<Outcome>;
}

export interface ClassResult {
  readonly name: string;
  readonly perSecond: number;
  /** From the time at which each request was due to the end of its answer, in milliseconds, in no order. */
  readonly latenciesMs: readonly number[];
  readonly outcomes: ReadonlyMap<string, number>;
  readonly failures: number;
  /** Requests that were due while as many as may be were under way. Each would have waited longer than those. */
  readonly leftOut: number;
}

interface RunningClass extends LoadClass {
  readonly latenciesMs: number[];
  readonly outcomes: Map<string, number>;
  sent: number;
  underWay: number;
  failures: number;
  leftOut: number;
}

/** Requests fall due between two ticks and are sent at the next, which their latency includes. */
const TICK_MS = 4;
const STAGGER_MS = 100;
/** What is due exactly now is due. */
const ROUNDING = 1e-6;
const MAX_UNDER_WAY = 500;
/** After the last request. Longer than a client waits for its answer. */
const DRAIN_MS = 40_000;

/**
 * Sends requests when they are due, whether those before were answered or not, until the time is over. A server that stands
 * still is so measured by all the requests that come meanwhile, not by one for each connection (coordinated omission).
 */
export async function runOpenLoop(classes: readonly LoadClass[], seconds: number): Promise<ClassResult[]> {
  const running = classes.map(
    (each): RunningClass => ({
      ...each,
      ...{ latenciesMs: [], outcomes: new Map(), sent: 0, underWay: 0, failures: 0, leftOut: 0 },
    }),
  );
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  const sendAllDue = (): void => {
    const nowMs = Math.min(performance.now(), endMs);
    // Classes do not begin together: their requests would all fall due at once every second.
    for (const [place, each] of running.entries())
      sendDue(each, startMs + (place / running.length) * STAGGER_MS, nowMs);
  };
  while (performance.now() < endMs) {
    sendAllDue();
    await delay(TICK_MS);
  }
  // What fell due before the end, and was kept back by this process itself.
  sendAllDue();
  const drainedMs = performance.now() + DRAIN_MS;
  while (running.some(({ underWay }) => underWay > 0) && performance.now() < drainedMs) await delay(TICK_MS);
  return running.map(({ underWay, ...result }) => ({ ...result, leftOut: result.leftOut + underWay }));
}

function sendDue(each: RunningClass, startMs: number, nowMs: number): void {
  const due = Math.floor(((nowMs - startMs) / 1000) * each.perSecond + ROUNDING);
  while (each.sent < due) {
    const index = each.sent;
    each.sent += 1;
    if (each.underWay >= MAX_UNDER_WAY) {
      each.leftOut += 1;
      continue;
    }
    void sendOne(each, index, startMs + ((index + 1) / each.perSecond) * 1000);
  }
}

async function sendOne(each: RunningClass, index: number, dueMs: number): Promise<void> {
  each.underWay += 1;
  const { what, failed } = await each.send(index);
  each.underWay -= 1;
  each.latenciesMs.push(performance.now() - dueMs);
  each.outcomes.set(what, (each.outcomes.get(what) ?? 0) + 1);
  if (failed) each.failures += 1;
}
