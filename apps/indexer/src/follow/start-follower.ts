import { randomBytes } from 'node:crypto';
import { errorCode } from '@tidemark/runtime';
import type { Logger } from 'pino';
import type { Protocol } from '@tidemark/protocols';
import { followOf, type IndexerConfig } from '../config.ts';
import type { Pipeline } from '../create-pipeline.ts';
import type { IndexerMetrics } from '../metrics.ts';
import { type Clock, systemClock } from '../rpc/index.ts';
import { type ChangeBatch, ChangeQueue, Newcomers } from './changes.ts';
import type { FollowConfig } from './follow-config.ts';
import { type FollowSocketEvents, openFollowSocket } from './follow-socket.ts';
import { subscriptionRequests } from './subscriptions.ts';

export interface FollowerDeps {
  readonly protocol: Protocol;
  readonly config: Pick<
    IndexerConfig,
    'commitment' | 'protocols' | 'markets' | 'reserves' | 'rpcTimeoutMs' | 'discoverIntervalMs'
  >;
  readonly follow: FollowConfig;
  readonly pipeline: Pick<Pipeline, 'listAddresses' | 'runBatch'>;
  /** Asks for one discovery, soon. */
  readonly requestDiscovery: () => Promise<void>;
  readonly logger: Logger;
  readonly metrics: IndexerMetrics;
}

export interface Follower {
  /** Closes the socket and finishes the batches under way. */
  stop(): Promise<void>;
}

/** Well below the minute after which providers close a quiet connection. */
const PING_INTERVAL_MS = 10_000;
/** One lane for all: the banks of what is read because of notifications do not go back. */
const LANE = 'follow';
const LOGGED_ADDRESSES = 10;

/**
 * Follows the reserves by notifications. A notification is only a reason to read: the account is fetched with the clock of its
 * bank and goes the way of a poll, so a row means the same whoever asked for it. After each subscription all reserves are
 * read once, because what happened before it was not heard.
 */
export function startFollower(deps: FollowerDeps): Follower {
  const { protocol, config, follow, metrics } = deps;
  const clock = systemClock;
  const known = new Set<string>();
  const queue = new ChangeQueue({ ...follow, clock, run: createBatchRunner(deps, clock) });
  const newcomers = openNewcomers(deps, { clock, known, queue });
  const reporter = createStateReporter(deps);
  let catchingUp: Promise<void> = Promise.resolve();

  const socket = openFollowSocket(
    {
      urls: follow.wsUrls,
      requests: subscriptionRequests(protocol, config.commitment, followOf(config, protocol).markets),
      timeoutMs: config.rpcTimeoutMs,
      silenceMs: follow.silenceMs,
      pingIntervalMs: PING_INTERVAL_MS,
      clock,
      random: Math.random,
    },
    {
      onSubscribed(endpoint) {
        reporter.following(endpoint);
        catchingUp = catchingUp.then(() => catchUp(deps, known, queue));
      },
      onLost: (lost) => reporter.lost(lost),
      onSlot: (slot) => metrics.followHeardSlot(slot),
      onIgnored: (reason) => metrics.followIgnored.inc({ reason }),
      onChange: createChangeHandler({ known, queue, newcomers, metrics }),
    },
  );

  return {
    async stop() {
      await socket.stop();
      metrics.followConnected.set(0);
      await newcomers.stop();
      await catchingUp;
      await queue.stop();
    },
  };
}

/** Has every known reserve read. Never fails: what it cannot do is left to the next poll. */
async function catchUp({ pipeline, logger }: FollowerDeps, known: Set<string>, queue: ChangeQueue): Promise<void> {
  try {
    const addresses = await pipeline.listAddresses();
    for (const address of addresses) known.add(address);
    queue.check(addresses);
  } catch (error) {
    logger.warn({ err: error }, 'cannot catch up by notifications: the next poll will');
  }
}

function openNewcomers(
  { config, pipeline, requestDiscovery, logger, metrics }: FollowerDeps,
  { clock, known, queue }: { readonly clock: Clock; readonly known: Set<string>; readonly queue: ChangeQueue },
): Newcomers {
  return new Newcomers({
    clock,
    listAddresses: pipeline.listAddresses,
    requestDiscovery,
    askAgainMs: config.discoverIntervalMs,
    onKnown: (address, slot) => queue.changed(address, slot),
    onListed(addresses) {
      for (const address of addresses) known.add(address);
    },
    onAsked(addresses) {
      metrics.followNewcomers.inc(addresses.length);
      const some = addresses.slice(0, LOGGED_ADDRESSES);
      logger.info({ addresses: some, count: addresses.length }, 'unknown reserves: discovery asked for');
    },
    onFailure: (error) => logger.warn({ err: error }, 'cannot look up unknown reserves now'),
  });
}

interface ChangeHandlerDeps {
  readonly known: ReadonlySet<string>;
  readonly queue: ChangeQueue;
  readonly newcomers: Newcomers;
  readonly metrics: IndexerMetrics;
}

function createChangeHandler({ known, queue, newcomers, metrics }: ChangeHandlerDeps): FollowSocketEvents['onChange'] {
  return (address, slot) => {
    if (known.has(address)) queue.changed(address, slot);
    else if (!newcomers.noticed(address, slot)) {
      metrics.followIgnored.inc({ reason: 'malformed' });
      return;
    }
    metrics.followHeardChange();
  };
}

/** Runs batches under ids of this process, since each is work of its own and never comes again. */
function createBatchRunner({ pipeline, logger, metrics }: FollowerDeps, clock: Clock) {
  const instance = randomBytes(4).toString('hex');
  let count = 0;
  let failing = false;
  return async ({ addresses, slot, heardAt }: ChangeBatch): Promise<void> => {
    count += 1;
    const id = `follow-${instance}-${slot ?? 'all'}-${count}`;
    try {
      await pipeline.runBatch({
        id,
        index: 0,
        kind: 'follow',
        addresses,
        lane: LANE,
        ...(slot === undefined ? {} : { minContextSlot: slot }),
      });
    } catch (error) {
      const code = errorCode(error) ?? 'INTERNAL_ERROR';
      metrics.followBatches.inc({ outcome: code });
      // Told once, and again when it is over: the row of the batch and the metrics have the rest.
      const level = failing ? 'debug' : 'warn';
      failing = true;
      logger[level]({ batchId: id, code, err: error }, 'a batch of notified reserves failed: left to the next poll');
      throw error;
    }
    metrics.followBatches.inc({ outcome: 'ok' });
    if (failing) logger.info({ batchId: id }, 'notified reserves are stored again');
    failing = false;
    for (const at of heardAt) metrics.followCommit.observe((clock.now() - at) / 1000);
  };
}

/** Says once when notifications come and once when they stop; further failures in between are counted only. */
function createStateReporter({ logger, metrics }: Pick<FollowerDeps, 'logger' | 'metrics'>) {
  let state: 'starting' | 'following' | 'polling only' = 'starting';
  metrics.followConnected.set(0);
  return {
    following(endpoint: string): void {
      state = 'following';
      metrics.followConnected.set(1);
      logger.info({ endpoint }, 'following by notifications');
    },
    lost(lost: Parameters<FollowSocketEvents['onLost']>[0]): void {
      metrics.followConnected.set(0);
      metrics.followReconnects.inc({ reason: lost.reason });
      const level = state === 'polling only' ? 'debug' : 'warn';
      state = 'polling only';
      logger[level](lost, 'no notifications: polling only');
    },
  };
}
