import { execFile } from 'node:child_process';
import { readFile, readlink, realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { errorCode } from '@tidemark/runtime';
import { processIdentity } from './process/process-identity.ts';
import { EmbeddedPostgresError } from './errors.ts';

const execFileAsync = promisify(execFile);

/** Signals to a server left behind, gentlest first, and how long each may take: fast, immediate, last resort. */
const STEPS: readonly { signal: NodeJS.Signals; waitMs: number }[] = [
  { signal: 'SIGINT', waitMs: 15_000 },
  { signal: 'SIGQUIT', waitMs: 5_000 },
  { signal: 'SIGKILL', waitMs: 5_000 },
];

/**
 * Makes way for a new server on the cluster: stops one that a killed run left behind, and removes the `postmaster.pid`
 * of one that is gone. Returns the process id of the server stopped, or null.
 */
export async function clearPreviousServer(clusterDir: string): Promise<number | null> {
  const file = join(clusterDir, 'postmaster.pid');
  const pid = Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]);
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  const identity = await processIdentity(pid);
  if (identity === null || !(await servesCluster(pid, clusterDir))) {
    await rm(file, { force: true });
    return null;
  }
  for (const { signal, waitMs } of STEPS) {
    if (trySignal(pid, signal) && (await hasEnded(pid, identity, waitMs))) {
      await rm(file, { force: true });
      return pid;
    }
  }
  throw new EmbeddedPostgresError(
    'START_FAILED',
    `Postgres process ${pid} still runs on ${clusterDir} and does not stop.`,
  );
}

/** A server's working folder is its cluster; where the system does not show it, its command line names the cluster. */
async function servesCluster(pid: number, clusterDir: string): Promise<boolean> {
  const cwd = await readlink(`/proc/${pid}/cwd`).catch(() => null);
  if (cwd !== null) return cwd === (await realpath(clusterDir));
  const result = await execFileAsync('ps', ['-o', 'command=', '-p', String(pid)]).catch(() => null);
  return result?.stdout.includes(clusterDir) === true && result.stdout.includes('postgres');
}

function trySignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    process.kill(pid, signal);
    return true;
  } catch (error) {
    if (errorCode(error) === 'ESRCH') return true;
    return false;
  }
}

async function hasEnded(pid: number, identity: string, waitMs: number): Promise<boolean> {
  const deadline = Date.now() + waitMs;
  while (Date.now() < deadline) {
    if ((await processIdentity(pid)) !== identity) return true;
    await delay(25);
  }
  return false;
}
