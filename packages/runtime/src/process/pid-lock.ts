import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { errorCode } from '../error-code.ts';
import { processIdentity } from './process-identity.ts';

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
    if (errorCode(error) === 'EEXIST') return false;
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
    if (errorCode(error) === 'ENOENT') return;
    throw error;
  }
  if ((await readFile(aside, 'utf8')) !== text) await tryLink(aside, file);
  await rm(aside, { force: true });
}

function parseHolder(text: string): PidLockHolder | null {
  try {
    return holderSchema.safeParse(JSON.parse(text)).data ?? null;
  } catch {
    return null;
  }
}

async function releaseLock(file: string, token: string): Promise<void> {
  const text = await readFile(file, 'utf8').catch(() => null);
  if (text !== null && parseHolder(text)?.token === token) await rm(file, { force: true });
}
