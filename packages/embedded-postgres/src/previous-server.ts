import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { EmbeddedPostgresError } from './server-account.ts';

const execFileAsync = promisify(execFile);

/** Longer than a guard usually takes to stop the server of a supervisor that was killed. */
const PATIENCE_MS = 5_000;

/**
 * Returns when no server runs on the cluster; the `postmaster.pid` of one that is gone is removed, also where another process has
 * its number by now. Throws ALREADY_RUNNING where one stays.
 */
export async function waitForPreviousServer(clusterDir: string): Promise<void> {
  const file = join(clusterDir, 'postmaster.pid');
  const deadline = performance.now() + PATIENCE_MS;
  for (;;) {
    const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
    if (!Number.isSafeInteger(pid) || pid <= 0 || !(await servesCluster(pid, clusterDir))) break;
    if (performance.now() > deadline) {
      const message = `Postgres already runs on ${clusterDir}, as process ${pid}. SIGINT stops it.`;
      throw new EmbeddedPostgresError('ALREADY_RUNNING', message);
    }
    await delay(25);
  }
  await rm(file, { force: true });
}

/** A server's working folder is its cluster; where the system does not show it, its command line names the cluster. */
async function servesCluster(pid: number, clusterDir: string): Promise<boolean> {
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  if (cwd !== null) return cwd === (await realpath(clusterDir));
  const result = await execFileAsync('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => null);
  return result?.stdout.includes(clusterDir) === true && result.stdout.includes('postgres');
}
