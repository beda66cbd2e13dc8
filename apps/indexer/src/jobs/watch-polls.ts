import type { Watchdog } from '@tidemark/runtime';
import { getDatabaseTime, getNewestPollAt, type Sql } from '@tidemark/schema';
import type { IndexerConfig } from '../config.ts';
import type { QueueBackend } from '../queues/queue-types.ts';
import type { JobFacts } from './job.ts';
import { POLL_BATCH_JOB, POLL_JOB } from './poll.ts';

export interface WatchPollsDeps {
  readonly watchdog: Pick<Watchdog, 'watch'>;
  readonly config: Pick<
    IndexerConfig,
    'protocols' | 'pollIntervalMs' | 'watchdogProgressMs' | 'rpcUrls' | 'rpcTimeoutMs' | 'rpcMaxRetries'
  >;
  readonly backend: Pick<QueueBackend, 'ping'>;
  readonly sql: Sql;
}

/** A queue that is there answers sooner; a later answer has waited for it to come back. */
const PROMPT_MS = 1_000;
/** So many intervals may pass without an end. */
const INTERVALS = 10;
/** Calls of a batch that may each come to their last failure: accounts, slot time, markets. */
const CALLS = 3;

/**
 * Has the watchdog end the process when polls stop completing: a worker that is gone, a schedule that is lost, a
 * job that never returns. Returns what must be called after every job, with its facts or null after a failure.
 */
export function watchPolls(deps: WatchPollsDeps): (name: string, facts: JobFacts | null) => void {
  const limitMs = limitOf(deps.config);
  let wasAway = false;
  const excuse = async (): Promise<boolean> => {
    // A queue that has just come back has had no time to give out what it kept: it counts as away once more.
    const isAway = await isQueueAway(deps.backend);
    const isExcused = isAway || wasAway;
    wasAway = isAway;
    return isExcused || arePollsStored(deps, limitMs);
  };
  const poll = deps.watchdog.watch({ source: POLL_JOB, limitMs, excuse });
  return (name, facts) => {
    // A poll that is left out because batches are in flight is no end of anything; one without reserves has no batches.
    if (name === POLL_BATCH_JOB || (name === POLL_JOB && (facts === null || facts['batches'] === 0))) poll.progressed();
  };
}

/** Nodes that do not answer are no reason: until the last of them has been tried for the last time, a batch is not stuck. */
function limitOf(config: WatchPollsDeps['config']): number {
  const { watchdogProgressMs, pollIntervalMs, rpcMaxRetries, rpcUrls, rpcTimeoutMs } = config;
  if (watchdogProgressMs === 0) return 0;
  return Math.max(
    watchdogProgressMs,
    INTERVALS * pollIntervalMs,
    CALLS * (rpcMaxRetries + 1) * rpcUrls.length * rpcTimeoutMs,
  );
}

async function isQueueAway(backend: WatchPollsDeps['backend']): Promise<boolean> {
  const from = performance.now();
  const answers = await backend.ping().then(
    () => true,
    () => false,
  );
  return !answers || performance.now() - from > PROMPT_MS;
}

/** Other indexers do the polls, or the database is away: a restart is no help. Ages are by the clock that wrote the times. */
async function arePollsStored({ config, sql }: WatchPollsDeps, limitMs: number): Promise<boolean> {
  try {
    const polls = await Promise.all(config.protocols.map(({ name }) => getNewestPollAt(sql, { protocol: name })));
    const newestMs = Math.max(...polls.map((at) => at?.getTime() ?? 0));
    return (await getDatabaseTime(sql)).getTime() - newestMs < limitMs;
  } catch {
    return true;
  }
}
