import { randomUUID } from 'node:crypto';
import type { AccessSettings } from '../../src/access/access.ts';

/** Where limits are counted: in the process always, in Redis where `REDIS_URL` is set. */
export type LimitStore = 'memory' | 'redis';

const redisUrl = process.env['REDIS_URL'];
let told = false;

/** The stores that this machine can test. Says once per test file that Redis is left out. */
export function limitStores(): readonly LimitStore[] {
  if (redisUrl) return ['memory', 'redis'];
  if (!told) process.stdout.write('REDIS_URL is not set: limits are tested within one process only\n');
  told = true;
  return ['memory'];
}

/**
 * Far more than a request would be made to wait: a count that the machine held up, and that so went on in the process,
 * would let more pass than the limit says.
 */
const PATIENT = { commandTimeoutMs: 60_000, startTimeoutMs: 60_000 };

/** Settings for a store with names of their own, through `port` where Redis is reached by a detour. */
export function storeSettings(store: LimitStore, port?: number): Pick<AccessSettings, 'redis'> {
  if (store === 'memory') return {};
  const url = new URL(redisUrl ?? 'redis://127.0.0.1');
  if (port !== undefined) {
    url.hostname = '127.0.0.1';
    url.port = String(port);
  }
  return { redis: { url: url.href, keyPrefix: `test:${randomUUID()}:`, ...PATIENT } };
}

/** Host and port of the Redis of the tests. */
export function redisAddress(): { readonly host: string; readonly port: number } {
  const url = new URL(redisUrl ?? 'redis://127.0.0.1');
  return { host: url.hostname, port: Number(url.port === '' ? 6379 : url.port) };
}
