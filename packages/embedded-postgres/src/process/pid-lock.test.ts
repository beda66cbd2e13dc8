import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { acquirePidLock, PidLockHeldError, processIdentity } from './pid-lock.ts';

let dir: string;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'tidemark-lock-'));
});
afterAll(() => rm(dir, { recursive: true, force: true }));

test('a lock is refused while its holder lives, and free after release', async () => {
  const file = join(dir, 'held', 'lock');
  const lock = await acquirePidLock(file);
  await expect(acquirePidLock(file)).rejects.toThrow(PidLockHeldError);
  await expect(acquirePidLock(file)).rejects.toMatchObject({ pid: process.pid });
  await lock.release();
  await lock.release();
  await (await acquirePidLock(file)).release();
  expect(await readdir(join(dir, 'held'))).toEqual([]);
});

test('of many who ask at once exactly one gets the lock, also over a stale one', async () => {
  const file = join(dir, 'race', 'lock');
  await (await acquirePidLock(file)).release();
  await writeFile(file, JSON.stringify({ pid: 2 ** 22 + 7, identity: 'gone', token: 'gone' }));
  const results = await Promise.allSettled(Array.from({ length: 20 }, () => acquirePidLock(file)));
  expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  expect(await readdir(join(dir, 'race'))).toEqual(['lock']);
});

test('the lock of a process that ended, or whose id another process has now, is taken over', async () => {
  const file = join(dir, 'stale');
  const child = spawn(process.execPath, ['-e', '']);
  const identity = await processIdentity(child.pid ?? 0);
  await once(child, 'exit');
  for (const stale of [
    { pid: child.pid, identity, token: 'ended' },
    { pid: process.pid, identity: `${process.pid}@1`, token: 'reused' },
  ]) {
    await writeFile(file, JSON.stringify(stale));
    const lock = await acquirePidLock(file);
    expect(await readFile(file, 'utf8')).toContain(`"pid":${process.pid}`);
    await lock.release();
  }
});

test('a lock file with nonsense in it does not lock anybody out', async () => {
  const file = join(dir, 'nonsense');
  await writeFile(file, '{"pid":');
  const lock = await acquirePidLock(file);
  expect(await readFile(file, 'utf8')).toContain(`"pid":${process.pid}`);
  await lock.release();
});

test('release leaves a lock that somebody else holds by now', async () => {
  const file = join(dir, 'foreign');
  const lock = await acquirePidLock(file);
  await writeFile(file, '{"pid":1,"identity":"x","token":"x"}');
  await lock.release();
  expect(await readFile(file, 'utf8')).toContain('"token":"x"');
});

test('a process id that nobody has, or that makes no sense, has no identity', async () => {
  expect(await processIdentity(process.pid)).toBe(await processIdentity(process.pid));
  expect(await processIdentity(process.pid)).not.toBeNull();
  for (const pid of [0, -1, Number.NaN, 2 ** 22 + 7]) expect(await processIdentity(pid)).toBeNull();
});
