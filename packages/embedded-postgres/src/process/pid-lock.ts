import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { z } from 'zod';
import { errorCode } from '@tidemark/runtime';
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
  // Several may have judged the same lock stale. Whoever holds the marker looks again before replacing it.
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
