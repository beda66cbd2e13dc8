import type { Logger } from '@tidemark/runtime';
import type { IndexerConfig } from '../config.ts';
import { ChangeQueue } from '../follow/changes.ts';
import type { FollowConfig } from '../follow/follow-config.ts';
import { PING_INTERVAL_MS } from '../follow/follower.ts';
import { FollowSocket, type FollowSocketEvents } from '../follow/follow-socket.ts';
import { accountRequests } from '../follow/subscriptions.ts';
import { systemClock } from '../rpc/index.ts';

export interface PoolFollowerOptions {
  readonly config: Pick<IndexerConfig, 'commitment' | 'rpcTimeoutMs'>;
  readonly follow: FollowConfig;
  /** Least time between two reads that changes ask for. */
  readonly minIntervalMs: number;
  /** Makes pools due and asks for a read of them, of a bank in which what is known of them has happened: null where nothing is. */
  readonly requestRead: (pools: readonly string[], slot: bigint | null) => Promise<void>;
  readonly logger: Logger;
  readonly metrics: { readonly liquidityFollowed: { readonly set: (pools: number) => void } };
}

/**
 * Subscribes to pools, one socket for all of them. As with reserves a notification is only a reason to read: it makes the pool due, and a read
 * is asked for, so seldom that a pool which changes with every slot does not use up the budget of calls.
 */
export class PoolFollower {
  readonly #options: PoolFollowerOptions;
  readonly #queue: ChangeQueue;
  #pools: readonly string[] = [];
  #socket: FollowSocket | undefined;
  #isLost = false;
  /** Sockets are opened and closed one after the other. */
  #turn: Promise<void> = Promise.resolve();

  constructor(options: PoolFollowerOptions) {
    const { follow, minIntervalMs, requestRead } = options;
    this.#options = options;
    this.#queue = new ChangeQueue({
      debounceMs: follow.debounceMs,
      minIntervalMs,
      clock: systemClock,
      run: ({ addresses, slot }) => requestRead(addresses, slot ?? null),
    });
  }

  /** Subscribes to these pools, and no longer to others. */
  follow(pools: readonly string[]): void {
    const sorted = pools.toSorted();
    if (sorted.join() === this.#pools.join()) return;
    this.#pools = sorted;
    this.#turn = this.#turn.then(() => this.#open(sorted));
  }

  /** Closes the socket; what is waiting is left to the next run. */
  async stop(): Promise<void> {
    this.#turn = this.#turn.then(() => this.#close());
    await this.#turn;
    await this.#queue.stop();
  }

  async #close(): Promise<void> {
    await this.#socket?.stop();
    this.#socket = undefined;
    this.#options.metrics.liquidityFollowed.set(0);
  }

  async #open(pools: readonly string[]): Promise<void> {
    await this.#close();
    if (pools.length === 0) return;
    const { config, follow } = this.#options;
    this.#socket = new FollowSocket(
      {
        urls: follow.wsUrls,
        requests: accountRequests(pools, config.commitment),
        timeoutMs: config.rpcTimeoutMs,
        silenceMs: follow.silenceMs,
        pingIntervalMs: PING_INTERVAL_MS,
        clock: systemClock,
        random: Math.random,
      },
      {
        onSubscribed: (endpoint) => this.#subscribed(pools, endpoint),
        onLost: (lost) => this.#lost(lost),
        onSlot: () => undefined,
        onIgnored: () => undefined,
        onChange: (pool, slot) => this.#queue.changed(pool, slot),
      },
    );
  }

  /** What changed before it caused no notification. */
  #subscribed(pools: readonly string[], endpoint: string): void {
    const { logger, metrics } = this.#options;
    metrics.liquidityFollowed.set(pools.length);
    logger[this.#isLost ? 'info' : 'debug']({ endpoint, pools: pools.length }, 'following pools by notifications');
    this.#isLost = false;
    this.#queue.check(pools);
  }

  /** Logged as a warning once: until the next subscription pools are read by the interval alone. */
  #lost(lost: Parameters<FollowSocketEvents['onLost']>[0]): void {
    const { logger, metrics } = this.#options;
    metrics.liquidityFollowed.set(0);
    logger[this.#isLost ? 'debug' : 'warn'](lost, 'no notifications of pools: reading them by the interval only');
    this.#isLost = true;
  }
}
