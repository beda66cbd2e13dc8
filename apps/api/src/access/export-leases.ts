import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { SharedStore } from './shared-store.ts';

/** The right to one export or stream. */
export interface Lease {
  /** Gives it back. May be called again, and does nothing then. */
  release(): void;
}

export interface ExportLeases {
  /** Null where the key has as many as it may have. */
  acquire(keyId: string, limit: number): Promise<Lease | null>;
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
 * Counts exports and streams that are under way, by key, for all processes together. While Redis is away each process
 * counts its own; when it is back, the renewal brings the leases there.
 */
export function createExportLeases({ store, keyPrefix, ttlMs }: ExportLeaseOptions): ExportLeases {
  const held = new Map<string, Set<string>>();
  const nameOf = (keyId: string): string => `${keyPrefix}exports:${keyId}`;
  const ask = async <Result>(work: (redis: Redis) => Promise<Result>): Promise<Result | null> =>
    store === null ? null : await store.ask(work);

  const hold = (keyId: string, lease: string): Lease => {
    held.set(keyId, (held.get(keyId) ?? new Set()).add(lease));
    return {
      release: () => {
        const leases = held.get(keyId);
        if (leases?.delete(lease) !== true) return;
        if (leases.size === 0) held.delete(keyId);
        // Where Redis does not hear it, the lease ends by itself.
        void ask((redis) => redis.zrem(nameOf(keyId), lease));
      },
    };
  };

  const renew = async (): Promise<void> => {
    const renewals = [...held].map(([keyId, leases]) =>
      ask((redis) => redis.eval(RENEW, 1, nameOf(keyId), ttlMs, ...leases)),
    );
    await Promise.all(renewals);
  };

  return {
    acquire: async (keyId, limit) => {
      const lease = randomUUID();
      const granted = await ask((redis) => redis.eval(ACQUIRE, 1, nameOf(keyId), ttlMs, limit, lease));
      if (granted === 1) return hold(keyId, lease);
      if (granted !== null) return null;
      return (held.get(keyId)?.size ?? 0) < limit ? hold(keyId, lease) : null;
    },
    count: () => [...held.values()].reduce((sum, leases) => sum + leases.size, 0),
    start: () => {
      const timer = setInterval(() => void renew(), Math.ceil(ttlMs / 3));
      timer.unref();
      return () => clearInterval(timer);
    },
  };
}
