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

export interface ExportLeaseOptions {
  readonly store: SharedStore | null;
  readonly keyPrefix: string;
  /** A lease that is not renewed for so long is free: its process has died or lost Redis. */
  readonly ttlMs: number;
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

/**
 * Counts exports and streams that are under way, by key or address, for all processes together. While Redis is away each process
 * counts its own; leases that were given out meanwhile are made known when it is back.
 */
export class ExportLeases {
  readonly #options: ExportLeaseOptions;
  readonly #held = new Map<string, Set<string>>();

  constructor(options: ExportLeaseOptions) {
    this.#options = options;
  }

  /** `holder` stands for a key or an address. Null where it has as many as it may have. */
  async acquire(holder: string, limit: number): Promise<Lease | null> {
    const lease = randomUUID();
    const granted = await this.#ask((redis) =>
      redis.eval(ACQUIRE, 1, this.#nameOf(holder), this.#options.ttlMs, limit, lease),
    );
    if (granted === 1) return this.#hold(holder, lease);
    if (granted !== null) return null;
    return (this.#held.get(holder)?.size ?? 0) < limit ? this.#hold(holder, lease) : null;
  }

  /** Leases of this process. */
  count(): number {
    return [...this.#held.values()].reduce((sum, leases) => sum + leases.size, 0);
  }

  /** Renews leases from time to time until the returned function is called. */
  start(): () => void {
    const timer = setInterval(() => void this.#renew(), Math.ceil(this.#options.ttlMs / 3));
    timer.unref();
    return () => clearInterval(timer);
  }

  #hold(holder: string, lease: string): Lease {
    this.#held.set(holder, (this.#held.get(holder) ?? new Set()).add(lease));
    return {
      release: () => {
        const leases = this.#held.get(holder);
        if (leases?.delete(lease) !== true) return;
        if (leases.size === 0) this.#held.delete(holder);
        // Where Redis does not hear it, the lease ends by itself.
        void this.#ask((redis) => redis.zrem(this.#nameOf(holder), lease));
      },
    };
  }

  async #renew(): Promise<void> {
    const { ttlMs } = this.#options;
    const renewals = [...this.#held].map(([holder, leases]) =>
      this.#ask((redis) => redis.eval(RENEW, 1, this.#nameOf(holder), ttlMs, ...leases)),
    );
    await Promise.all(renewals);
  }

  async #ask<Result>(work: (redis: Redis) => Promise<Result>): Promise<Result | null> {
    const { store } = this.#options;
    return store === null ? null : await store.ask(work);
  }

  #nameOf(holder: string): string {
    return `${this.#options.keyPrefix}exports:${holder}`;
  }
}

export interface OpenExportOptions {
  /** Those of the keys that are in force. Rejects when the database fails. */
  readonly listActive: (keyIds: readonly string[]) => Promise<readonly string[]>;
  readonly intervalMs: number;
  readonly logger: Logger;
}

/** Exports and streams that are being sent, which can outlast their key: they are cut off then. While the database is away they go on. */
export class OpenExports {
  readonly #options: OpenExportOptions;
  readonly #open = new Map<string, Set<() => void>>();
  #checking = false;

  constructor(options: OpenExportOptions) {
    this.#options = options;
  }

  /** `cut` ends the answer at once. Returns what forgets it. */
  add(keyId: string, cut: () => void): () => void {
    const cuts = this.#open.get(keyId) ?? new Set();
    this.#open.set(keyId, cuts.add(cut));
    return () => {
      cuts.delete(cut);
      if (cuts.size === 0 && this.#open.get(keyId) === cuts) this.#open.delete(keyId);
    };
  }

  /** Asks for the keys from time to time until the returned function is called. */
  start(): () => void {
    const timer = setInterval(() => void this.#check(), this.#options.intervalMs);
    timer.unref();
    return () => clearInterval(timer);
  }

  async #check(): Promise<void> {
    const { listActive, logger } = this.#options;
    if (this.#checking || this.#open.size === 0) return;
    this.#checking = true;
    try {
      const asked = [...this.#open.keys()];
      const active = new Set(await listActive(asked));
      for (const keyId of asked) {
        if (active.has(keyId)) continue;
        const cuts = [...(this.#open.get(keyId) ?? [])];
        logger.info({ keyId, answers: cuts.length }, 'the key has ended; its exports and streams are cut off');
        for (const cut of cuts) cut();
      }
    } catch (err) {
      logger.warn({ err }, 'the keys of exports under way could not be looked at');
    } finally {
      this.#checking = false;
    }
  }
}

/** The answer, with its lease given back as soon as the last chunk is made, the answer fails, or the client is gone. */
export function withLease(answer: StreamAnswer, lease: Lease, signal: AbortSignal): StreamAnswer {
  // The chunks may be waiting for something to happen, and would not notice that nobody is left to tell it to.
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
