/** What BullMQ keeps its jobs in. */
export type QueueBackend = 'postgres' | 'redis';

let isReported = false;

/**
 * The queue backends that this machine can test: Postgres always, Redis when `REDIS_URL` is set. Says once per test file
 * that Redis is left out.
 */
export function queueBackends(): readonly QueueBackend[] {
  if (process.env['REDIS_URL']) return ['postgres', 'redis'];
  if (!isReported) process.stdout.write('REDIS_URL is not set: queue tests run on the Postgres backend only\n');
  isReported = true;
  return ['postgres'];
}
