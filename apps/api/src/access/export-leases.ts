import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { SharedStore } from './shared-store.ts';

/** The right to one export or stream. */
export interface Lease {
  /** Gives it back. May be called again, and does nothing then. */
  release(): void;
}

export interface ExportLeases {
  /** `holder` stands for a key or an address. Null where it has as many as it may have. */
  acquire(holder: string, limit: number): Promise<Lease | null>;
  /** Leases of this process. */
  count(): number;
  /** Renews leases from time to time until the returned function is called. */
  start(): () => void;
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
 * counts its own; when it is back, the renewal brings the leases there.
 */
export function createExportLeases({ store, keyPrefix, ttlMs }: ExportLeaseOptions): ExportLeases {
  const held = new Map<string, Set<string>>();
  const nameOf = (holder: string): string => `${keyPrefix}exports:${holder}`;
  const ask = async <Result>(work: (redis: Redis) => Promise<Result>): Promise<Result | null> =>
    store === null ? null : await store.ask(work);

  const hold = (holder: string, lease: string): Lease => {
    held.set(holder, (held.get(holder) ?? new Set()).add(lease));
    return {
      release: () => {
        const leases = held.get(holder);
        if (leases?.delete(lease) !== true) return;
        if (leases.size === 0) held.delete(holder);
        // Where Redis does not hear it, the lease ends by itself.
        void ask((redis) => redis.zrem(nameOf(holder), lease));
      },
    };
  };

  const renew = async (): Promise<void> => {
    const renewals = [...held].map(([holder, leases]) =>
      ask((redis) => redis.eval(RENEW, 1, nameOf(holder), ttlMs, ...leases)),
    );
    await Promise.all(renewals);
  };

  return {
    acquire: async (holder, limit) => {
      const lease = randomUUID();
      const granted = await ask((redis) => redis.eval(ACQUIRE, 1, nameOf(holder), ttlMs, limit, lease));
      if (granted === 1) return hold(holder, lease);
      if (granted !== null) return null;
      return (held.get(holder)?.size ?? 0) < limit ? hold(holder, lease) : null;
    },
    count: () => [...held.values()].reduce((sum, leases) => sum + leases.size, 0),
    start: () => {
      const timer = setInterval(() => void renew(), Math.ceil(ttlMs / 3));
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
