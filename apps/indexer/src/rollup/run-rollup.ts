import { setTimeout as delay } from 'node:timers/promises';
import { DAY_MS, earlier, endOf, floorTo, HOUR_MS, later, splitByDay, type TimeRange } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import {
  type BatchCommit,
  getCommitRange,
  getObservedRange,
  getRollupState,
  listCommitsAfter,
  listGapsToExplainAgain,
  listReservesWithTerms,
  refreshObservationSpans,
  setAttemptsTakenIn,
  setQuarterHoursFrom,
  setRollupState,
  type Sql,
} from '@tidemark/schema';
import { inLanes, withRollupLock } from '../run-alone.ts';
import type { RefusedReserve } from './build-hours.ts';
import { clusterCommits, type CommitCluster, planCluster, planDays, splitEvenly, splitGroup } from './plan-cluster.ts';
import { type GroupContext, type GroupWorker, type RollupGroup, rollUpGroup } from './roll-up-group.ts';
import { storeTotals } from './store-totals.ts';

/** What a run did: rows that are new or came out differently. */
export interface RollupReport {
  readonly commits: number;
  readonly quarterHourly: number;
  readonly hourly: number;
  readonly daily: number;
  readonly gaps: number;
  /** Of markets, tokens and the protocol. */
  readonly totals: number;
  readonly refused: readonly RefusedReserve[];
  /** False where the run was stopped, or its time was over, before everything was done. */
  readonly isComplete: boolean;
}

export interface RunRollupOptions {
  readonly sql: Sql;
  readonly protocol: string;
  /** Aborted when the process is to stop: the run then ends after the group that it works on, and the next one begins where it began. */
  readonly signal: AbortSignal;
  /** A run that has more to do ends after this time. Default five minutes. */
  readonly budgetMs?: number;
  /** Commits that are read at once. Default 5,000. */
  readonly commitsAtOnce?: number;
}

export interface RangeProgress {
  readonly done: number;
  readonly all: number;
  readonly group: RollupGroup;
}

export interface RebuildOptions extends Pick<RunRollupOptions, 'sql' | 'protocol' | 'signal'> {
  readonly range: TimeRange;
  /** Null: all. */
  readonly reserves: readonly string[] | null;
  /** How long to wait while another process rolls up. */
  readonly lockTimeoutMs: number;
  readonly onWait?: () => void;
  readonly onProgress?: (progress: RangeProgress) => void;
  /** Where groups are made, so many at a time, of different reserves. Left out: one after the other, by this connection. */
  readonly workers?: readonly GroupWorker[];
}

interface RangeWork extends Pick<RebuildOptions, 'onProgress' | 'workers'> {
  /** See `writeBuckets`. */
  readonly keepsPublished?: boolean;
}

const BUDGET_MS = 300_000;
const COMMITS_AT_ONCE = 5_000;
const RETRY_MS = 500;
/** Statements of a run that make totals of a day each: some seconds of them, so that what is new does not wait for a past that has none. */
const TOTALS_A_RUN = 30;

/**
 * Brings gaps, quarters of an hour, hours and days up to date with what was committed, and reasons with what failed. Null where another process is
 * doing so.
 */
export function runRollup(options: RunRollupOptions): Promise<RollupReport | null> {
  return withRollupLock(options.sql, options.protocol, async (lost) => {
    const run = new RollupRun({ ...options, signal: AbortSignal.any([options.signal, lost]) });
    return run.report(await run.catchUp());
  });
}

/**
 * Makes spans, gaps, quarters, hours and days of a range again, through the steps of the rollup job and under its lock. Leaves alone
 * how far the job has come. Null where another process held the lock all the time.
 */
export async function rebuildRange(options: RebuildOptions): Promise<RollupReport | null> {
  const { sql, protocol, signal, range, reserves, onWait } = options;
  const deadline = performance.now() + options.lockTimeoutMs;
  for (let waits = 0; ; waits += 1) {
    const report = await withRollupLock(sql, protocol, async (lost) => {
      const run = new RollupRun({ sql, protocol, signal: AbortSignal.any([signal, lost]) });
      const isDone = await run.rollUpRange(range, reserves, options);
      return run.report(isDone && (await run.storeTotals()));
    });
    if (report !== null || signal.aborted || performance.now() > deadline) return report;
    if (waits === 0) onWait?.();
    await delay(RETRY_MS);
  }
}

/** One run under the lock of its protocol. Its steps return false, or null, where they were stopped before the end. */
class RollupRun {
  readonly #options: RunRollupOptions;
  readonly #counts = { commits: 0, quarterHourly: 0, hourly: 0, daily: 0, gaps: 0, totals: 0 };
  readonly #refused = new Map<string, RefusedReserve>();
  readonly #alone: GroupWorker = (context, group) => rollUpGroup({ sql: this.#options.sql, ...context }, group);

  constructor(options: RunRollupOptions) {
    this.#options = options;
  }

  report(isComplete: boolean): RollupReport {
    const refused = [...this.#refused.values()];
    return { ...this.#counts, refused, isComplete };
  }

  async catchUp(): Promise<boolean> {
    const { sql, protocol, signal, budgetMs = BUDGET_MS, commitsAtOnce: limit = COMMITS_AT_ONCE } = this.#options;
    const deadline = performance.now() + budgetMs;
    const state = await getRollupState(sql, { protocol });
    if (state !== null && state.quarterHoursSeq !== state.commitSeq) {
      // A version that makes no quarters of an hour rolled up alone.
      const from = (await this.#seen(null))?.to ?? null;
      await setQuarterHoursFrom(sql, { protocol, from, commitSeq: state.commitSeq });
    }
    let commitSeq = state === null ? await this.#begin() : state.commitSeq;
    // What is committed from now on is left to the next run: polls can be faster than rollups, and other protocols wait for their turn.
    const newest = (await getCommitRange(sql, { protocol }))?.last ?? 0n;
    while (commitSeq !== null) {
      const commits: readonly BatchCommit[] =
        commitSeq < newest ? await listCommitsAfter(sql, { protocol, commitSeq, limit }) : [];
      const last = commits.at(-1);
      if (last === undefined) {
        return (await this.#takeAttemptsIn()) && (await this.#fillQuarterHours()) && this.storeTotals(TOTALS_A_RUN);
      }
      if (signal.aborted || performance.now() > deadline) return false;
      for (const cluster of clusterCommits(commits)) {
        if (!(await this.#rollUpCluster(cluster))) return false;
      }
      // Last: whatever ends a run before it, the next one does the same work again.
      await setRollupState(sql, { protocol, commitSeq: last.commitSeq });
      this.#counts.commits += commits.length;
      commitSeq = last.commitSeq;
    }
    return false;
  }

  /** Spans, gaps, quarters, hours and days of a range, widened to whole UTC days and cut to what was seen. Null: everything. */
  async rollUpRange(
    range: TimeRange | null,
    reserves: readonly string[] | null,
    { onProgress, keepsPublished = false, workers = [this.#alone] }: RangeWork = {},
  ): Promise<boolean> {
    const { sql, protocol, signal } = this.#options;
    const seen = await this.#seen(reserves);
    if (seen === null) return true;
    const days = splitByDay({
      from: floorTo(later(range?.from ?? seen.from, seen.from), DAY_MS),
      to: endOf(new Date(earlier(range?.to ?? seen.to, seen.to).getTime() - 1), DAY_MS),
    });
    for (const day of days) {
      if (signal.aborted) return false;
      await refreshObservationSpans(sql, { protocol, ...day });
    }
    const newestBankAt = (await getObservedRange(sql, { protocol }))?.lastInSpans ?? seen.last;
    const lanes = splitEvenly(seen.reserves, workers.length).map((known) => planDays(days, known));
    const all = lanes.reduce((sum, groups) => sum + groups.length, 0);
    let done = 0;
    const how = { newestBankAt, keepsPublished };
    const onGroup = (group: RollupGroup): void => onProgress?.({ done: (done += 1), all, group });
    return inLanes(lanes, signal, (groups, place, stop) =>
      this.#rollUpGroups(groups, how, { worker: workers[place], stop, onGroup }),
    );
  }

  /** What was seen of reserves (null: all) and the whole days of it; null where nothing was observed. */
  async #seen(chosen: readonly string[] | null) {
    const { sql, protocol } = this.#options;
    const observed = await getObservedRange(sql, { protocol });
    if (observed === null) return null;
    const options = { protocol: protocolOf(protocol), ...(chosen === null ? {} : { reserves: chosen }) };
    const reserves = await listReservesWithTerms(sql, options);
    // A reserve is expected from when it was first seen, which can be the day before it was first observed.
    const first = reserves.map(({ firstSeenAt }) => firstSeenAt).reduce(earlier, observed.first);
    return { reserves, from: floorTo(first, DAY_MS), to: endOf(observed.last, DAY_MS), last: observed.last };
  }

  /**
   * Quarters of an hour in what an earlier version rolled up, which made none: a day a run, the newest first, so that what is new
   * does not wait for all of them. Hours and days stay as that version has published them.
   */
  async #fillQuarterHours(): Promise<boolean> {
    const { sql, protocol } = this.#options;
    const state = await getRollupState(sql, { protocol });
    const to = state?.quarterHoursFrom ?? null;
    const seen = to === null ? null : await this.#seen(null);
    if (state === null || to === null || seen === null) return true;
    const from = new Date(to.getTime() - DAY_MS);
    if (!(await this.rollUpRange({ from, to }, null, { keepsPublished: true }))) return false;
    const { commitSeq } = state;
    await setQuarterHoursFrom(sql, { protocol, from: from <= seen.from ? null : from, commitSeq });
    return true;
  }

  /** Totals of what has changed, or was never added up, the newest first; at most so many statements, and of the rest the next run. */
  async storeTotals(most = Number.POSITIVE_INFINITY): Promise<boolean> {
    const { sql, protocol, signal } = this.#options;
    const { written, isStopped } = await storeTotals({ sql, protocol, signal, most });
    this.#counts.totals += written;
    return !isStopped;
  }

  /**
   * The first run on a database: everything that is there. Returns the last commit that is in it.
   * Databases of earlier versions have states and no commits.
   */
  async #begin(): Promise<bigint | null> {
    const { sql, protocol } = this.#options;
    // Read first: what is committed meanwhile may be in the buckets in part, and is rolled up again.
    const commitSeq = (await getCommitRange(sql, { protocol }))?.last ?? 0n;
    if (!(await this.rollUpRange(null, null))) return null;
    await setRollupState(sql, { protocol, commitSeq });
    return commitSeq;
  }

  /** Explains gaps again of which an attempt is known now that was not when they were explained. */
  async #takeAttemptsIn(): Promise<boolean> {
    const { sql, protocol } = this.#options;
    const { gaps, attemptsBefore } = await listGapsToExplainAgain(sql, { protocol });
    const observed = await getObservedRange(sql, { protocol });
    if (observed === null) return true;
    // The hour in which a gap begins is enough: all others in which its reason stands are made again with it.
    const reservesOf = new Map<number, Set<string>>();
    for (const { reserve, from } of gaps) {
      const hour = floorTo(from, HOUR_MS).getTime();
      reservesOf.set(hour, (reservesOf.get(hour) ?? new Set()).add(reserve));
    }
    const groups = [...reservesOf].flatMap(([hour, reserves]) =>
      splitGroup({ reserves: [...reserves], range: { from: new Date(hour), to: new Date(hour + HOUR_MS) } }),
    );
    if (!(await this.#rollUpGroups(groups, { newestBankAt: observed.lastInSpans ?? observed.last }))) return false;
    await setAttemptsTakenIn(sql, { protocol, attemptsBefore });
    return true;
  }

  async #rollUpCluster(cluster: CommitCluster): Promise<boolean> {
    const { sql, protocol } = this.#options;
    await refreshObservationSpans(sql, { protocol, from: cluster.from, to: new Date(cluster.to.getTime() + 1) });
    const observed = await getObservedRange(sql, { protocol });
    const newestBankAt = observed?.lastInSpans ?? cluster.to;
    const reserves = await listReservesWithTerms(sql, { protocol: protocolOf(protocol) });
    return this.#rollUpGroups(await planCluster(sql, { protocol, reserves, cluster }), { newestBankAt });
  }

  async #rollUpGroups(
    groups: readonly RollupGroup[],
    how: Omit<GroupContext, 'protocol'>,
    {
      worker = this.#alone,
      stop = this.#options.signal,
      onGroup,
    }: { worker?: GroupWorker | undefined; stop?: AbortSignal; onGroup?: (group: RollupGroup) => void } = {},
  ): Promise<boolean> {
    const { protocol } = this.#options;
    for (const group of groups) {
      if (stop.aborted) return false;
      const report = await worker({ protocol, ...how }, group);
      const { quarterHourly, hourly, daily, gaps, refused } = report;
      this.#counts.quarterHourly += quarterHourly;
      this.#counts.hourly += hourly;
      this.#counts.daily += daily;
      this.#counts.gaps += gaps;
      for (const entry of refused) this.#refused.set(entry.reserve, entry);
      onGroup?.(group);
    }
    return true;
  }
}
