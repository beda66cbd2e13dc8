import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Absolute path of the top folder of the repository. */
export function repositoryDir(): string {
  let dir = dirname(fileURLToPath(import.meta.url));
  while (!existsSync(join(dir, 'pnpm-workspace.yaml'))) {
    const parent = dirname(dir);
    if (parent === dir) throw new Error('No pnpm-workspace.yaml above this package');
    dir = parent;
  }
  return dir;
}

/**
 * Absolute path of the folder of reference material that may lie beside the repository (`../shared`), or null. Tests
 * that need it skip where it is absent.
 */
export function sharedDir(): string | null {
  const dir = join(repositoryDir(), '..', 'shared');
  return existsSync(join(dir, 'lending-protocols')) ? dir : null;
}

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
