import { waitFor } from '@tidemark/testing';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { hasRedis, startRedisServer } from './redis-server.ts';

describe.skipIf(!(await hasRedis()))('a failover of Redis', () => {
  it('keeps the address and what the replica had heard, and loses the last writes', async () => {
    const redis = await startRedisServer();
    const client = new Redis(redis.url, { maxRetriesPerRequest: null, retryStrategy: () => 50 });
    client.on('error', () => undefined);
    try {
      await client.set('heard', 'yes');
      const replica = await redis.prepareReplica();
      await client.set('unheard', 'yes');
      expect(await replica.losePrimary()).toBeGreaterThan(0);
      await waitFor(() => client.status !== 'ready', { description: 'the connection to go' });
      await replica.promote();
      expect(await client.mget('heard', 'unheard')).toEqual(['yes', null]);
      await client.set('later', 'yes');
      expect(await redis.admin().get('later')).toBe('yes');
    } finally {
      client.disconnect();
      await redis.stop();
    }
  });
});
