import type { ProgressSource, Watchdog } from '@tidemark/runtime';
import { getDatabaseTime, getNewestPollAt, getRollupState, listCommitsAfter, type Sql } from '@tidemark/schema';
import type { IndexerConfig } from './config.ts';
import type { JobWatch } from './jobs/job-definition.ts';
import { POLL_JOB } from './jobs/poll.ts';
import { POLL_BATCH_JOB } from './jobs/poll-batch.ts';
import { ROLLUP_JOB } from './jobs/rollup.ts';
import { PROTOCOL } from './pipeline/protocol.ts';
import type { QueueBackend } from './queues/queue-backend.ts';

export interface WatchJobsDeps {
  readonly watchdog: Pick<Watchdog, 'watch'>;
  readonly config: Pick<
    IndexerConfig,
    'pollIntervalMs' | 'rollupIntervalMs' | 'watchdogProgressMs' | 'rpcUrls' | 'rpcTimeoutMs' | 'rpcMaxRetries'
  >;
  readonly backend: Pick<QueueBackend, 'ping'>;
  readonly sql: Sql;
}

export interface WatchedJobs {
  readonly watch: JobWatch;
  /** A rollup in hand has got on: a first one has a whole history to take in, and goes on for as long as that takes. */
  readonly onRollupStep: () => void;
}

/** So many intervals may pass without an end. */
const INTERVALS = 10;
/** Calls of a batch that may each come to their last failure: accounts, slot time, markets. */
const CALLS = 3;
/** A step of a rollup is a day of spans or a group of reserves, seconds each; ten times a poll’s patience is well above. */
const ROLLUP_PATIENCE = 10;
/** A queue that is there answers sooner. */
const PROMPT_MS = 1_000;

/**
 * Has the watchdog end the process when its jobs come to no end any more: a worker that is gone, a schedule that is lost, a job
 * that never returns. Failures are ends. So is silence while others do the work, or while the queue or the database is
 * away: starting again would help neither.
 */
export function watchJobs({ watchdog, config, backend, sql }: WatchJobsDeps): WatchedJobs {
  const { watchdogProgressMs, pollIntervalMs, rollupIntervalMs } = config;
  // Nodes that do not answer are no reason: until the last of them has been tried for the last time, a batch is not stuck.
  const longestBatchMs = CALLS * (config.rpcMaxRetries + 1) * config.rpcUrls.length * config.rpcTimeoutMs;
  const limitOf = (patienceMs: number, intervalMs: number): number =>
    patienceMs === 0 ? 0 : Math.max(patienceMs, INTERVALS * intervalMs, longestBatchMs);
  const limits = {
    poll: limitOf(watchdogProgressMs, pollIntervalMs),
    rollup: limitOf(watchdogProgressMs * ROLLUP_PATIENCE, rollupIntervalMs),
  };
  const batches = createHands();
  const rollups = createHands();
  const [pollsAreAway, rollupsAreAway] = [seeAbsence(() => backend.ping()), seeAbsence(() => backend.ping())];
  const pollsAreStored = async (): Promise<boolean> => {
    const newest = await getNewestPollAt(sql, { protocol: PROTOCOL });
    return newest !== null && (await ageOf(sql, newest)) < limits.poll;
  };

  const poll = watchdog.watch({
    source: POLL_JOB,
    limitMs: limits.poll,
    excuse: async () => {
      if (batches.heldLongerThan(limits.poll)) return false;
      if (await pollsAreAway()) return true;
      return pollsAreStored().catch(() => true);
    },
  });
  const rollup = watchdog.watch({
    source: ROLLUP_JOB,
    limitMs: limits.rollup,
    excuse: async () => {
      if (rollups.heldLongerThan(limits.rollup)) return false;
      if (await rollupsAreAway()) return true;
      return nothingWaits(sql, limits.rollup).catch(() => true);
    },
  });
  const onRollupStep = (): void => {
    rollups.touch();
    rollup.progressed();
  };
  return { watch: createJobWatch({ poll, rollup, batches, rollups }), onRollupStep };
}

/**
 * Tells whether the queue is away, or was when that was asked last: it may have come back just now, and what it kept back has
 * had no time to come. A late answer has waited for it to come back.
 */
function seeAbsence(ping: () => Promise<unknown>): () => Promise<boolean> {
  let wasAway = false;
  return async () => {
    const from = performance.now();
    const answers = await ping().then(
      () => true,
      () => false,
    );
    const isAway = !answers || performance.now() - from > PROMPT_MS;
    const isOrWasAway = isAway || wasAway;
    wasAway = isAway;
    return isOrWasAway;
  };
}

/** Whether no commit waits for its hours for longer: whoever makes them, somebody does. */
async function nothingWaits(sql: Sql, limitMs: number): Promise<boolean> {
  const commitSeq = (await getRollupState(sql, { protocol: PROTOCOL }))?.commitSeq ?? 0n;
  const [oldest] = await listCommitsAfter(sql, { protocol: PROTOCOL, commitSeq, limit: 1 });
  return oldest === undefined || (await ageOf(sql, oldest.committedAt)) < limitMs;
}

/** By the clock that wrote the time: an indexer whose own clock is ahead would take what is fresh for old. */
async function ageOf(sql: Sql, time: Date): Promise<number> {
  return (await getDatabaseTime(sql)).getTime() - time.getTime();
}

interface Watched {
  readonly poll: ProgressSource;
  readonly rollup: ProgressSource;
  readonly batches: Hands;
  readonly rollups: Hands;
}

function createJobWatch({ poll, rollup, batches, rollups }: Watched): JobWatch {
  return (name) => {
    if (name === POLL_BATCH_JOB || name === ROLLUP_JOB) {
      const letGo = name === POLL_BATCH_JOB ? batches.take() : rollups.take();
      const source = name === POLL_BATCH_JOB ? poll : rollup;
      return () => {
        letGo();
        source.progressed();
      };
    }
    return (facts) => {
      // A poll that is left out because batches are under way is no end of anything; one without reserves has no batches.
      if (name === POLL_JOB && (facts === null || facts['batches'] === 0)) poll.progressed();
    };
  };
}

/** Jobs that this process has begun and not ended, with when that was or when they got on last. */
interface Hands {
  take(): () => void;
  /** Those in hand count from now on. */
  touch(): void;
  heldLongerThan(ms: number): boolean;
}

function createHands(): Hands {
  const since = new Set<{ at: number }>();
  return {
    take() {
      const held = { at: performance.now() };
      since.add(held);
      return () => void since.delete(held);
    },
    touch() {
      for (const held of since) held.at = performance.now();
    },
    heldLongerThan: (ms) => [...since].some(({ at }) => performance.now() - at > ms),
  };
}
