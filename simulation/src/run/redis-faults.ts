import { setTimeout as delay } from 'node:timers/promises';
import type { FaultName } from '../plan/fault-list.ts';
import { TICK_MS } from '../plan/plan.ts';
import type { RedisServer } from '../processes/redis-server.ts';
import { silenceLinks } from './link-faults.ts';
import { nothingToUndo, since, type Struck } from './struck.ts';

/** Writes that continue after a replica has received its last one. */
const UNHEARD_TICKS = 4;

/** Strikes Redis. Null for faults of other lanes. */
export async function strikeRedis(fault: FaultName, strength: number, redis: RedisServer): Promise<Struck | null> {
  const { link } = redis;
  const admin = redis.admin();
  const standing = link.standing();
  switch (fault) {
    case 'redisKilled':
      await redis.kill();
      return { end: () => redis.start(), effects: async () => standing };
    case 'redisEmptied': {
      const keys = await admin.dbsize();
      await admin.flushall();
      return { end: nothingToUndo, effects: async () => keys };
    }
    case 'redisFull': {
      const effects = await errorsSince(redis, 'OOM');
      await admin.config('SET', 'maxmemory-policy', 'noeviction');
      await admin.config('SET', 'maxmemory', '1');
      return { end: async () => void (await admin.config('SET', 'maxmemory', '0')), effects };
    }
    case 'redisFrozen': {
      const effects = since(() => link.counts().requests);
      redis.signal('SIGSTOP');
      return { end: async () => redis.signal('SIGCONT'), effects };
    }
    case 'redisHalfOpen':
      return silenceLinks([link], strength);
    case 'redisFailover':
      return failOver(redis, standing);
    case 'redisReplica': {
      const effects = await errorsSince(redis, 'READONLY');
      await admin.replicaof('127.0.0.1', 1);
      return { end: async () => void (await admin.replicaof('NO', 'ONE')), effects };
    }
    case 'redisClientsCut': {
      let cut = 0;
      const beat = async (): Promise<void> => {
        cut += Number(await admin.call('CLIENT', 'KILL', 'TYPE', 'normal', 'SKIPME', 'yes'));
      };
      return { end: nothingToUndo, beat, effects: async () => cut };
    }
    default:
      return null;
  }
}

/** The replica falls behind, the server dies, no answers for a while, then the replica answers. */
async function failOver(redis: RedisServer, standing: number): Promise<Struck> {
  const replica = await redis.prepareReplica();
  await delay(UNHEARD_TICKS * TICK_MS);
  const lostBytes = await replica.losePrimary();
  return { end: () => replica.promote(), effects: async () => (lostBytes > 0 ? standing : 0) };
}

/** Errors of a kind that the server has answered since now. */
async function errorsSince(redis: RedisServer, kind: string): Promise<() => Promise<number>> {
  const count = async (): Promise<number> => {
    const text = await redis.admin().info('errorstats');
    return Number(new RegExp(`errorstat_${kind}:count=(?<count>\\d+)`).exec(text)?.groups?.['count'] ?? 0);
  };
  const before = await count();
  return async () => (await count()) - before;
}
