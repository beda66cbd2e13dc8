import { randomUUID } from 'node:crypto';
import type { Logger } from '@tidemark/runtime';
import type { Redis } from 'ioredis';
import type { StreamAnswer } from '../http/exchange.ts';
import type { SharedStore } from './shared-store.ts';

/** The right to one export or stream. */
export interface Lease {
  /** Gives it back. May be called again, and does nothing then. */
  release(): void;
}

export interface ExportsOptions {
  readonly store: SharedStore | null;
  /** A lease that is not renewed for so long is free: its process has died or lost Redis. */
  readonly ttlMs: number;
  /** Those of the keys that are in force. Rejects when the database fails. */
  readonly listActive: (keyIds: readonly string[]) => Promise<readonly string[]>;
  readonly logger: Logger;
}

/** Members of the sorted set are leases, scores the times at which they end, by the clock of Redis. */
const NOW = `local t = redis.call('TIME')
local now = t[1] * 1000 + math.floor(t[2] / 1000)
`;
const ACQUIRE = `${NOW}redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now)
if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then return 0 end
redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[3])
redis.call('PEXPIRE', KEYS[1], ARGV[1])
return 1`;
const RENEW = `${NOW}for i = 2, #ARGV do redis.call('ZADD', KEYS[1], now + ARGV[1], ARGV[i]) end
redis.call('PEXPIRE', KEYS[1], ARGV[1])`;

/** Ends an answer at once. */
type Cut = () => void;

/**
 * Exports and streams in flight, by key or address, counted for all processes together. While Redis is away each process counts its
 * own; leases that were given out meanwhile are made known when it is back. An answer can outlast its key: it is cut off then, but
 * not while the database is away.
 */
export class Exports {
  readonly #options: ExportsOptions;
  /** Leases of this process by holder. Those of a key can be cut. */
  readonly #held = new Map<string, Map<string, Cut | null>>();
  #isChecking = false;

  constructor(options: ExportsOptions) {
    this.#options = options;
  }

  /** `holder` is the id of a key, which is checked from time to time, where `cut` is given. Null where it has as many as it may have. */
  async acquire(holder: string, limit: number, cut: Cut | null = null): Promise<Lease | null> {
    const lease = randomUUID();
    const granted = await this.#ask(holder, (redis, name) =>
      redis.eval(ACQUIRE, 1, name, this.#options.ttlMs, limit, lease),
    );
    const isGranted = granted === null ? (this.#held.get(holder)?.size ?? 0) < limit : granted === 1;
    if (!isGranted) return null;
    this.#held.set(holder, (this.#held.get(holder) ?? new Map<string, Cut | null>()).set(lease, cut));
    return { release: () => this.#release(holder, lease) };
  }

  /** Leases of this process. */
  count(): number {
    return [...this.#held.values()].reduce((sum, leases) => sum + leases.size, 0);
  }

  /** Renews leases and checks their keys from time to time until the returned function is called. */
  start(): () => void {
    const timer = setInterval(
      () => {
        void this.#renew();
        void this.#check();
      },
      Math.ceil(this.#options.ttlMs / 3),
    );
    timer.unref();
    return () => clearInterval(timer);
  }

  #release(holder: string, lease: string): void {
    const leases = this.#held.get(holder);
    if (leases?.delete(lease) !== true) return;
    if (leases.size === 0) this.#held.delete(holder);
    // Where Redis does not answer, the lease ends by itself.
    void this.#ask(holder, (redis, name) => redis.zrem(name, lease));
  }

  async #renew(): Promise<void> {
    const { ttlMs } = this.#options;
    const renewals = [...this.#held].map(([holder, leases]) =>
      this.#ask(holder, (redis, name) => redis.eval(RENEW, 1, name, ttlMs, ...leases.keys())),
    );
    await Promise.all(renewals);
  }

  async #check(): Promise<void> {
    const { listActive, logger } = this.#options;
    const keyIds = [...this.#held].flatMap(([holder, leases]) => ([...leases.values()].some(Boolean) ? [holder] : []));
    if (this.#isChecking || keyIds.length === 0) return;
    this.#isChecking = true;
    try {
      const active = new Set(await listActive(keyIds));
      for (const keyId of keyIds.filter((id) => !active.has(id))) {
        const cuts = [...(this.#held.get(keyId)?.values() ?? [])];
        logger.info({ keyId, answers: cuts.length }, 'the key has ended; its exports and streams are cut off');
        for (const cut of cuts) cut?.();
      }
    } catch (err) {
      logger.warn({ err }, 'the keys of exports in flight could not be checked');
    } finally {
      this.#isChecking = false;
    }
  }

  async #ask<Result>(holder: string, work: (redis: Redis, name: string) => Promise<Result>): Promise<Result | null> {
    const { store } = this.#options;
    return store === null ? null : await store.ask(`exports:${holder}`, work);
  }
}

/** The answer, with its lease given back as soon as the last chunk is made, the answer fails, or the client is gone. */
export function withLease(answer: StreamAnswer, lease: Lease, signal: AbortSignal): StreamAnswer {
  // The chunks may be waiting for an event, and would not notice that the client is gone.
  if (signal.aborted) lease.release();
  else signal.addEventListener('abort', () => lease.release(), { once: true });
  return { ...answer, chunks: releasing(answer.chunks, lease) };
}

async function* releasing(chunks: StreamAnswer['chunks'], lease: Lease): AsyncGenerator<string | Uint8Array> {
  try {
    yield* chunks;
  } finally {
    lease.release();
  }
}
