import { setTimeout as delay } from 'node:timers/promises';

/** What became of one request. */
export interface Outcome {
  /** A status, such as 200 or 503, or the code of what went wrong instead of an answer. */
  readonly what: string;
  /** Answers that mean that something is broken. */
  readonly failed: boolean;
  /** Of the request's time, what it waited in this process for a connection, and whether that connection was new. */
  readonly connection?: { readonly waitedMs: number; readonly isNew: boolean };
}

/** A request that took long. */
export interface SlowRequest {
  readonly name: string;
  /** When it was due, in seconds from the start of the run. */
  readonly dueSecond: number;
  readonly latencyMs: number;
  readonly outcome: Outcome;
}

/** Requests of one kind, at a rate of their own. */
export interface LoadClass {
  readonly name: string;
  readonly perSecond: number;
  /** Answered from memory, and so never slow. */
  readonly isHot: boolean;
  /** Sends the request with this number and reads the whole answer. Never rejects. */
  readonly send: (index: number) => Promise<Outcome>;
}

export interface ClassResult {
  readonly name: string;
  readonly perSecond: number;
  readonly isHot: boolean;
  /** From the time at which each request was due to the end of its answer, in milliseconds, in no order. */
  readonly latenciesMs: readonly number[];
  /** Those that took `SLOW_MS` or longer, in the order of their answers. */
  readonly slow: readonly SlowRequest[];
  readonly outcomes: ReadonlyMap<string, number>;
  readonly failures: number;
  /** Requests that were due while as many as may be were under way. Each would have waited longer than those. */
  readonly leftOut: number;
}

interface RunningClass extends LoadClass {
  readonly latenciesMs: number[];
  readonly slow: SlowRequest[];
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
/** From here on a request is kept with its circumstances. */
const SLOW_MS = 1_000;

/**
 * Sends requests when they are due, whether those before were answered or not, until the time is over. A server that stands
 * still is so measured by all the requests that come meanwhile, not by one for each connection (coordinated omission).
 */
export async function runOpenLoop(classes: readonly LoadClass[], seconds: number): Promise<ClassResult[]> {
  const running = classes.map(
    (each): RunningClass => ({
      ...each,
      ...{ latenciesMs: [], slow: [], outcomes: new Map(), sent: 0, underWay: 0, failures: 0, leftOut: 0 },
    }),
  );
  const startMs = performance.now();
  const endMs = startMs + seconds * 1000;
  const sendAllDue = (): void => {
    const nowMs = Math.min(performance.now(), endMs);
    // Classes do not begin together: their requests would all fall due at once every second.
    for (const [place, each] of running.entries())
      sendDue(each, { startMs, staggerMs: (place / running.length) * STAGGER_MS, nowMs });
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

interface Clock {
  readonly startMs: number;
  /** By how much the class begins after the run. */
  readonly staggerMs: number;
  readonly nowMs: number;
}

function sendDue(each: RunningClass, { startMs, staggerMs, nowMs }: Clock): void {
  const due = Math.floor(((nowMs - startMs - staggerMs) / 1000) * each.perSecond + ROUNDING);
  while (each.sent < due) {
    const index = each.sent;
    each.sent += 1;
    if (each.underWay >= MAX_UNDER_WAY) {
      each.leftOut += 1;
      continue;
    }
    void sendOne(each, index, { startMs, afterMs: staggerMs + ((index + 1) / each.perSecond) * 1000 });
  }
}

async function sendOne(
  each: RunningClass,
  index: number,
  due: { readonly startMs: number; readonly afterMs: number },
): Promise<void> {
  each.underWay += 1;
  const outcome = await each.send(index);
  each.underWay -= 1;
  const latencyMs = performance.now() - due.startMs - due.afterMs;
  each.latenciesMs.push(latencyMs);
  if (latencyMs >= SLOW_MS) each.slow.push({ name: each.name, dueSecond: due.afterMs / 1000, latencyMs, outcome });
  each.outcomes.set(outcome.what, (each.outcomes.get(outcome.what) ?? 0) + 1);
  if (outcome.failed) each.failures += 1;
}
