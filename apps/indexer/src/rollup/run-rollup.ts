import { floorTo, HOUR_MS } from '@tidemark/core';
import {
  getCommitRange,
  getObservedRange,
  getRollupState,
  listCommitsAfter,
  listGapsToExplainAgain,
  listReservesWithTerms,
  refreshObservationSpans,
  setAttemptsTakenIn,
  setRollupState,
  type Sql,
} from '@tidemark/schema';
import { protocolOf } from '@tidemark/protocols';
import { clusterCommits, type CommitCluster } from './cluster-commits.ts';
import { planCluster, splitGroup } from './plan-cluster.ts';
import { rollUpGroup } from './roll-up-group.ts';
import { rollUpRange } from './roll-up-range.ts';
import { withRollupLock } from './rollup-lock.ts';
import { createTally, type RollupReport, type Tally } from './tally.ts';

export interface RunRollupDeps {
  readonly sql: Sql;
  readonly protocol: string;
  /** Aborted when the process is to stop: the run then ends after the group in hand, and the next one begins where it began. */
  readonly signal: AbortSignal;
  /** A run that has more to do ends after this time. Default five minutes. */
  readonly budgetMs?: number;
  /** Commits that are taken in at once. Default 5,000. */
  readonly commitsAtOnce?: number;
}

interface Run extends RunRollupDeps {
  readonly tally: Tally;
}

const BUDGET_MS = 300_000;
const COMMITS_AT_ONCE = 5_000;

/** Brings gaps, hours and days up to date with what was committed, and reasons with what failed. Null where another process is at it. */
export function runRollup(deps: RunRollupDeps): Promise<RollupReport | null> {
  return withRollupLock(deps.sql, deps.protocol, async (lost) => {
    const run: Run = { ...deps, signal: AbortSignal.any([deps.signal, lost]), tally: createTally() };
    const isComplete = await catchUp(run);
    return run.tally.report(isComplete);
  });
}

async function catchUp(run: Run): Promise<boolean> {
  const { sql, protocol, signal, tally, budgetMs = BUDGET_MS, commitsAtOnce: limit = COMMITS_AT_ONCE } = run;
  const deadline = performance.now() + budgetMs;
  const state = await getRollupState(sql, { protocol });
  let commitSeq = state === null ? await begin(run) : state.commitSeq;
  while (commitSeq !== null) {
    const commits = await listCommitsAfter(sql, { protocol, commitSeq, limit });
    const last = commits.at(-1);
    if (last === undefined) return takeAttemptsIn(run);
    if (signal.aborted || performance.now() > deadline) return false;
    for (const cluster of clusterCommits(commits)) {
      if (!(await rollUpCluster(run, cluster))) return false;
    }
    // Last: whatever ends a run before it, the next one does the same work again.
    await setRollupState(sql, { protocol, commitSeq: last.commitSeq });
    tally.addCommits(commits.length);
    commitSeq = last.commitSeq;
  }
  return false;
}

/**
 * The first run on a database: everything that is there. Returns the last commit that is in it, null where it was stopped.
 * Databases of earlier versions have states and no commits.
 */
async function begin(run: Run): Promise<bigint | null> {
  const { sql, protocol, tally } = run;
  // Asked for first: what is committed meanwhile may be in the buckets in part, and is taken in again.
  const commits = await getCommitRange(sql, { protocol });
  const commitSeq = commits?.last ?? 0n;
  tally.beginAnew();
  if (!(await rollUpRange({ ...run, range: null, reserves: null }))) return null;
  await setRollupState(sql, { protocol, commitSeq });
  return commitSeq;
}

/** Explains gaps again of which an attempt is known now that was not when they were explained. False where it was stopped. */
async function takeAttemptsIn({ sql, protocol, signal, tally }: Run): Promise<boolean> {
  const { gaps, attemptsBefore } = await listGapsToExplainAgain(sql, { protocol });
  const observed = await getObservedRange(sql, { protocol });
  if (observed === null) return true;
  const newestBankAt = observed.lastInSpans ?? observed.last;
  // The hour in which a gap begins is enough: all others in which its reason stands are made again with it.
  const reservesOf = new Map<number, string[]>();
  for (const { reserve, from } of gaps) {
    const hour = floorTo(from, HOUR_MS).getTime();
    reservesOf.set(hour, [...new Set([...(reservesOf.get(hour) ?? []), reserve])]);
  }
  for (const [hour, reserves] of reservesOf) {
    const range = { from: new Date(hour), to: new Date(hour + HOUR_MS) };
    for (const group of splitGroup({ reserves, range })) {
      if (signal.aborted) return false;
      tally.add(await rollUpGroup({ sql, protocol, newestBankAt }, group));
    }
  }
  await setAttemptsTakenIn(sql, { protocol, attemptsBefore });
  return true;
}

async function rollUpCluster({ sql, protocol, signal, tally }: Run, cluster: CommitCluster): Promise<boolean> {
  const hours = { from: cluster.from, to: new Date(cluster.to.getTime() + 1) };
  await refreshObservationSpans(sql, { protocol, ...hours });
  const observed = await getObservedRange(sql, { protocol });
  const newestBankAt = observed?.lastInSpans ?? cluster.to;
  const reserves = await listReservesWithTerms(sql, { protocol: protocolOf(protocol) });
  if (cluster.to >= newestBankAt) tally.beginAnew();
  for (const group of await planCluster(sql, { protocol, reserves, cluster })) {
    if (signal.aborted) return false;
    tally.add(await rollUpGroup({ sql, protocol, newestBankAt }, group));
  }
  return true;
}
