import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { errorCode } from '@tidemark/runtime';
import { z } from 'zod';

/** What a lock file says of its holder. */
const holderSchema = z.object({ pid: z.number(), identity: z.string(), token: z.string() });
type PidLockHolder = z.output<typeof holderSchema>;

export interface PidLock {
  /** Removes the lock file if it is still ours. Safe to call twice. */
  readonly release: () => Promise<void>;
}

/** The lock is held by a process that is alive. */
export class PidLockHeldError extends Error {
  readonly pid: number;

  constructor(file: string, pid: number) {
    super(`${file} is held by process ${pid}, which is running`);
    this.name = 'PidLockHeldError';
    this.pid = pid;
  }
}

/**
 * Takes a lock file that names this process. A lock left by a process that is gone (killed, machine restarted, id given
 * to another process) is taken over. Throws `PidLockHeldError` while the holder lives.
 */
export async function acquirePidLock(file: string): Promise<PidLock> {
  const identity = (await processIdentity(process.pid)) ?? `${process.pid}@unknown`;
  const mine: PidLockHolder = { pid: process.pid, identity, token: randomUUID() };
  await mkdir(dirname(file), { recursive: true });
  const draft = `${file}.${mine.token}`;
  await writeFile(draft, JSON.stringify(mine), { mode: 0o644 });
  try {
    while (!(await tryLink(draft, file)) && !(await tryTakeOver(draft, file)));
  } finally {
    await rm(draft, { force: true });
  }
  return { release: () => releaseLock(file, mine.token) };
}

/** A hard link appears with its content at once, so no reader ever sees an empty lock. */
async function tryLink(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Puts our lock in the place of a stale one. False when the lock has changed meanwhile, so that all must be tried anew. */
async function tryTakeOver(draft: string, file: string): Promise<boolean> {
  const text = await readLock(file);
  if (text === null) return false;
  const holder = await livingHolder(text);
  if (holder !== null) throw new PidLockHeldError(file, holder.pid);
  // Several may have judged the same lock stale. The one that holds the marker reads it again before replacing it.
  const marker = `${file}.takeover`;
  if (!(await tryLink(draft, marker))) {
    const markerText = await readLock(marker);
    if (markerText !== null && (await livingHolder(markerText)) === null) await rm(marker, { force: true });
    return false;
  }
  try {
    if ((await readLock(file)) !== text) return false;
    await writeFile(`${draft}.taken`, await readFile(draft), { mode: 0o644 });
    await rename(`${draft}.taken`, file);
    return true;
  } finally {
    await rm(marker, { force: true });
  }
}

async function livingHolder(text: string): Promise<PidLockHolder | null> {
  const holder = parseHolder(text);
  return holder !== null && (await processIdentity(holder.pid)) === holder.identity ? holder : null;
}

async function readLock(file: string): Promise<string | null> {
  try {
    return await readFile(file, 'utf8');
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  }
}

function parseHolder(text: string): PidLockHolder | null {
  try {
    return holderSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

async function releaseLock(file: string, token: string): Promise<void> {
  const text = await readLock(file);
  if (text !== null && parseHolder(text)?.token === token) await rm(file, { force: true });
}

const execFileAsync = promisify(execFile);

/**
 * A text that names one run of one process: it changes when the system gives the same id to another process later.
 * Null when no process has the id, or it ended and only waits to be collected.
 */
export async function processIdentity(pid: number): Promise<string | null> {
  if (!Number.isSafeInteger(pid) || pid <= 0) return null;
  return process.platform === 'linux' ? await linuxIdentity(pid) : await psIdentity(pid);
}

/** /proc/PID/stat: the state is the first field after the name's closing bracket, the start time the twentieth. */
async function linuxIdentity(pid: number): Promise<string | null> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [state, startTicks] = [fields[0], fields[19]];
  return state === 'Z' || state === 'X' || startTicks === undefined ? null : `${pid}@${startTicks}`;
}

async function psIdentity(pid: number): Promise<string | null> {
  const result = await execFileAsync('ps', ['-o', 'stat=,lstart=', '-p', String(pid)]).catch(() => null);
  const line = result?.stdout.trim() ?? '';
  return line === '' || line.startsWith('Z') ? null : `${pid}@${line.slice(line.indexOf(' ') + 1).trim()}`;
}
