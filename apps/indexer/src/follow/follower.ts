import { randomBytes } from 'node:crypto';
import type { Protocol } from '@tidemark/protocols';
import { errorCode } from '@tidemark/runtime';
import type { Logger } from 'pino';
import { followOf, type IndexerConfig } from '../config.ts';
import type { RunningJobs } from '../jobs/start-jobs.ts';
import type { IndexerMetrics } from '../metrics.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import { systemClock } from '../rpc/index.ts';
import { type ChangeBatch, ChangeQueue, Newcomers } from './changes.ts';
import type { FollowConfig } from './follow-config.ts';
import { FollowSocket, type FollowSocketEvents } from './follow-socket.ts';
import { subscriptionRequests } from './subscriptions.ts';

export interface FollowerOptions {
  readonly protocol: Protocol;
  readonly config: IndexerConfig;
  readonly follow: FollowConfig;
  readonly pipeline: Pipeline;
  readonly jobs: RunningJobs;
  readonly logger: Logger;
  readonly metrics: IndexerMetrics;
}

/** Well below the minute after which providers close a quiet connection. */
export const PING_INTERVAL_MS = 10_000;
/** One lane for all: the banks of what is read because of notifications do not go back. */
const LANE = 'follow';

/**
 * Follows the reserves by notifications. A notification is only a reason to read: the account is fetched with the clock of its
 * bank and goes the way of a poll, so a row means the same whatever caused it. After each subscription all reserves are
 * read once, because what happened before it caused no notification.
 */
export class Follower {
  readonly #options: FollowerOptions;
  readonly #known = new Set<string>();
  readonly #queue: ChangeQueue;
  readonly #newcomers: Newcomers;
  readonly #socket: FollowSocket;
  /** Batches run under ids of this process, since each is work of its own and never comes again. */
  readonly #instance = randomBytes(4).toString('hex');
  #batches = 0;
  #isFailing = false;
  #state: 'starting' | 'following' | 'polling only' = 'starting';
  #catchingUp: Promise<void> = Promise.resolve();

  constructor(options: FollowerOptions) {
    const { protocol, config, follow, metrics } = options;
    this.#options = options;
    this.#queue = new ChangeQueue({ ...follow, clock: systemClock, run: (batch) => this.#runBatch(batch) });
    this.#newcomers = new Newcomers({
      ...options,
      askAgainMs: config.discoverIntervalMs,
      onKnown: (address, slot) => this.#queue.changed(address, slot),
      onListed: (addresses) => this.#learn(addresses),
    });
    metrics.followConnected.set(0);
    this.#socket = new FollowSocket(
      {
        urls: follow.wsUrls,
        requests: subscriptionRequests(protocol, config.commitment, followOf(config, protocol).markets),
        timeoutMs: config.rpcTimeoutMs,
        silenceMs: follow.silenceMs,
        pingIntervalMs: PING_INTERVAL_MS,
        clock: systemClock,
        random: Math.random,
      },
      {
        onSubscribed: (endpoint) => this.#subscribed(endpoint),
        onLost: (lost) => this.#lost(lost),
        onSlot: (slot) => metrics.followHeardSlot(slot),
        onIgnored: (reason) => metrics.followIgnored.inc({ reason }),
        onChange: (address, slot) => this.#changed(address, slot),
      },
    );
  }

  /** Closes the socket and finishes the batches in flight. */
  async stop(): Promise<void> {
    await this.#socket.stop();
    this.#options.metrics.followConnected.set(0);
    await this.#newcomers.stop();
    await this.#catchingUp;
    await this.#queue.stop();
  }

  #learn(addresses: readonly string[]): void {
    for (const address of addresses) this.#known.add(address);
  }

  #subscribed(endpoint: string): void {
    const { logger, metrics } = this.#options;
    this.#state = 'following';
    metrics.followConnected.set(1);
    logger.info({ endpoint }, 'following by notifications');
    this.#catchingUp = this.#catchingUp.then(() => this.#catchUp());
  }

  /** Logged as a warning once; further failures before the next subscription are counted only. */
  #lost(lost: Parameters<FollowSocketEvents['onLost']>[0]): void {
    const { logger, metrics } = this.#options;
    metrics.followConnected.set(0);
    metrics.followReconnects.inc({ reason: lost.reason });
    logger[this.#state === 'polling only' ? 'debug' : 'warn'](lost, 'no notifications: polling only');
    this.#state = 'polling only';
  }

  #changed(address: string, slot: bigint): void {
    const { metrics } = this.#options;
    if (this.#known.has(address)) this.#queue.changed(address, slot);
    else if (!this.#newcomers.noticed(address, slot)) {
      metrics.followIgnored.inc({ reason: 'malformed' });
      return;
    }
    metrics.followHeardChange();
  }

  /** Reads every known reserve. Never fails: what it cannot do is left to the next poll. */
  async #catchUp(): Promise<void> {
    const { pipeline, logger } = this.#options;
    try {
      const addresses = await pipeline.listAddresses();
      this.#learn(addresses);
      this.#queue.check(addresses);
    } catch (error) {
      logger.warn({ err: error }, 'cannot catch up by notifications: the next poll will');
    }
  }

  async #runBatch({ addresses, slot, heardAt }: ChangeBatch): Promise<void> {
    const { pipeline, logger, metrics } = this.#options;
    this.#batches += 1;
    const id = `follow-${this.#instance}-${slot ?? 'all'}-${this.#batches}`;
    const floor = slot === undefined ? {} : { minContextSlot: slot };
    try {
      await pipeline.runBatch({ id, index: 0, kind: 'follow', addresses, lane: LANE, ...floor });
    } catch (error) {
      const code = errorCode(error) ?? 'INTERNAL_ERROR';
      metrics.followBatches.inc({ outcome: code });
      // Logged as a warning once, and again when it is over: the row of the batch and the metrics have the rest.
      const level = this.#isFailing ? 'debug' : 'warn';
      this.#isFailing = true;
      logger[level]({ batchId: id, code, err: error }, 'a batch of notified reserves failed: left to the next poll');
      throw error;
    }
    metrics.followBatches.inc({ outcome: 'ok' });
    if (this.#isFailing) logger.info({ batchId: id }, 'notified reserves are stored again');
    this.#isFailing = false;
    for (const at of heardAt) metrics.followCommit.observe((systemClock.now() - at) / 1000);
  }
}
