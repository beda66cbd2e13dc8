import type { Struck } from './load-faults.ts';
import type { SlowRequest } from './open-loop.ts';

/** A stretch of time in which hot reads took too long. */
export interface HotMoment {
  /** From when the first of them was due until the last was answered, in seconds from the start of the run. */
  readonly fromSecond: number;
  readonly toSecond: number;
  readonly requests: number;
  readonly mostMs: number;
  /** Of the slowest: what it waited in the generator for a connection, and whether that was a new one. */
  readonly waitedMs: number;
  readonly isNewConnection: boolean;
  /** What was done to the service meanwhile, or shortly before. Null where nothing was. */
  readonly fault: string | null;
}

/** Hot reads come from memory: longer than this, something stands in their way. */
export const HOT_MOMENT_MS = 5_000;
/** A fault explains what begins this long after its end: processes start again, and connections are opened. */
const RECOVERY_SECONDS = 10;

/** The moments in the order of their beginnings. Requests whose times overlap are of one. `slow` may hold shorter ones, too. */
export function findHotMoments(slow: readonly SlowRequest[], struck: readonly Struck[]): HotMoment[] {
  const late = slow
    .filter(({ latencyMs }) => latencyMs > HOT_MOMENT_MS)
    .toSorted((one, other) => one.dueSecond - other.dueSecond);
  const groups: SlowRequest[][] = [];
  let toSecond = Number.NEGATIVE_INFINITY;
  for (const request of late) {
    if (request.dueSecond > toSecond) groups.push([]);
    groups.at(-1)?.push(request);
    toSecond = Math.max(toSecond, endOf(request));
  }
  return groups.map((requests) => momentOf(requests, struck));
}

function momentOf(requests: readonly SlowRequest[], struck: readonly Struck[]): HotMoment {
  const slowest = requests.reduce((one, other) => (other.latencyMs > one.latencyMs ? other : one));
  const fromSecond = Math.min(...requests.map(({ dueSecond }) => dueSecond));
  const toSecond = Math.max(...requests.map(endOf));
  const fault = struck.find((one) => one.fromSecond <= toSecond && fromSecond <= one.toSecond + RECOVERY_SECONDS);
  return {
    ...{ fromSecond, toSecond, requests: requests.length, mostMs: slowest.latencyMs },
    waitedMs: slowest.outcome.connection?.waitedMs ?? 0,
    isNewConnection: slowest.outcome.connection?.isNew ?? false,
    fault: fault?.what ?? null,
  };
}

function endOf({ dueSecond, latencyMs }: SlowRequest): number {
  return dueSecond + latencyMs / 1000;
}
