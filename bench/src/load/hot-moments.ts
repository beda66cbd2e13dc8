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
/** A fault explains what is due this long after its end: processes start again, and connections are opened. */
const RECOVERY_SECONDS = 10;

/**
 * The moments, explained ones last. Requests whose times overlap are of one moment where the same fault explains them: one that was there
 * when they should have been answered, or shortly before. `slow` may hold requests that were fast enough, too.
 */
export function findHotMoments(slow: readonly SlowRequest[], struck: readonly Struck[]): HotMoment[] {
  const late = slow
    .filter(({ latencyMs }) => latencyMs > HOT_MOMENT_MS)
    .toSorted((one, other) => one.dueSecond - other.dueSecond);
  const causes = [null, ...struck];
  return causes.flatMap((cause) => {
    const own = late.filter((request) => explain(request, struck) === cause);
    return groupOf(own).map((requests) => momentOf(requests, cause));
  });
}

function explain({ dueSecond }: SlowRequest, struck: readonly Struck[]): Struck | null {
  const found = struck.find(
    ({ fromSecond, toSecond }) =>
      fromSecond <= dueSecond + HOT_MOMENT_MS / 1000 && dueSecond <= toSecond + RECOVERY_SECONDS,
  );
  return found ?? null;
}

/** In the order of their dues, cut where all before are answered. */
function groupOf(requests: readonly SlowRequest[]): SlowRequest[][] {
  const groups: SlowRequest[][] = [];
  let toSecond = Number.NEGATIVE_INFINITY;
  for (const request of requests) {
    if (request.dueSecond > toSecond) groups.push([]);
    groups.at(-1)?.push(request);
    toSecond = Math.max(toSecond, endOf(request));
  }
  return groups;
}

function momentOf(requests: readonly SlowRequest[], fault: Struck | null): HotMoment {
  const slowest = requests.reduce((one, other) => (other.latencyMs > one.latencyMs ? other : one));
  return {
    fromSecond: requests[0]?.dueSecond ?? 0,
    toSecond: requests.reduce((latest, request) => Math.max(latest, endOf(request)), 0),
    ...{ requests: requests.length, mostMs: slowest.latencyMs },
    waitedMs: slowest.outcome.connection?.waitedMs ?? 0,
    isNewConnection: slowest.outcome.connection?.isNew ?? false,
    fault: fault?.what ?? null,
  };
}

function endOf({ dueSecond, latencyMs }: SlowRequest): number {
  return dueSecond + latencyMs / 1000;
}
