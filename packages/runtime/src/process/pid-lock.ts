import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { processIdentity } from './process-identity.ts';

/** What a lock file says of its holder. */
export interface PidLockHolder {
  readonly pid: number;
  readonly identity: string;
  readonly token: string;
}

export interface PidLock {
  /** Removes the lock file if it is still ours. Safe to call twice. */
  release(): Promise<void>;
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
  await writeFile(draft, JSON.stringify(mine), { mode: 0o600 });
  try {
    while (!(await tryLink(draft, file))) await clearStaleLock(file);
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
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function clearStaleLock(file: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text === null) return;
  const holder = parseHolder(text);
  if (holder !== null && (await processIdentity(holder.pid)) === holder.identity) {
    throw new PidLockHeldError(file, holder.pid);
  }
  // Two starters may judge the same lock stale at once: move it aside, and put it back if it is not the one judged.
  const aside = `${file}.${randomUUID()}`;
  try {
    await rename(file, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== text) await tryLink(aside, file);
  await rm(aside, { force: true });
}

function parseHolder(text: string): PidLockHolder | null {
  try {
    const holder: unknown = JSON.parse(text);
    if (typeof holder !== 'object' || holder === null) return null;
    const { pid, identity, token } = holder as Partial<PidLockHolder>;
    return typeof pid === 'number' && typeof identity === 'string' && typeof token === 'string'
      ? { pid, identity, token }
      : null;
  } catch {
    return null;
  }
}

async function releaseLock(file: string, token: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text !== null && parseHolder(text)?.token === token) await rm(file, { force: true });
}
