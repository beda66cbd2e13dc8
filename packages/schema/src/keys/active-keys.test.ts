import { HOUR_MS } from '@tidemark/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { createApiKey, MAX_ACTIVE_KEYS } from './create-api-key.ts';
import { listActiveApiKeys, listApiKeys, revokeApiKey, rotateApiKey } from './api-keys.ts';
import { runKeysCli } from './run-keys-cli.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const NOW = new Date('2026-06-15T12:00:00.000Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);
const issue = (username: string, now = NOW, expiresAt: Date | null = null) =>
  createApiKey(database.sql, { username, now, expiresAt });
const refused = { code: 'TOO_MANY_ACTIVE_KEYS' };

describe('the active keys of a user', () => {
  it('are two at most, however many are created at the same time', async () => {
    const other = database.connect({ maxConnections: 10 });
    const results = await Promise.allSettled(
      Array.from({ length: 20 }, (_, index) =>
        createApiKey(index % 2 === 0 ? other.sql : database.sql, { username: 'crowd', now: NOW }),
      ),
    );
    const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []));
    expect(results.length - reasons.length).toBe(MAX_ACTIVE_KEYS);
    for (const reason of reasons) expect(reason).toMatchObject(refused);
    expect((await listApiKeys(database.sql)).filter((key) => key.username === 'crowd')).toHaveLength(2);
    await expect(issue('somebody else')).resolves.toBeDefined();
  });

  it('do not count what was revoked, has expired, or is beyond its grace period', async () => {
    const ended = await issue('ends');
    await revokeApiKey(database.sql, ended.info.id, NOW);
    await issue('ends', NOW, after(HOUR_MS));
    const last = await issue('ends');
    await expect(issue('ends')).rejects.toMatchObject(refused);
    const { info } = await issue('ends', after(HOUR_MS));
    expect(info.username).toBe('ends');
    await expect(issue('ends', after(HOUR_MS))).rejects.toMatchObject(refused);
    await revokeApiKey(database.sql, last.info.id, after(HOUR_MS));
    await expect(issue('ends', after(HOUR_MS))).resolves.toBeDefined();
  });

  it('count a key in its grace period, so that a second rotation with one is refused until it is over', async () => {
    const first = await issue('rotates');
    const second = await rotateApiKey(database.sql, first.info.id, { graceMs: HOUR_MS, now: NOW });
    const again = (now: Date) => rotateApiKey(database.sql, second.info.id, { graceMs: HOUR_MS, now });
    await expect(again(after(HOUR_MS - 1))).rejects.toMatchObject(refused);
    await expect(issue('rotates', after(HOUR_MS - 1))).rejects.toMatchObject(refused);
    const third = await again(after(HOUR_MS));
    expect(third.info.rotatedFrom).toBe(second.info.id);
  });

  it('keep exports and streams open through their grace period, and not beyond it', async () => {
    const first = await issue('streams');
    const second = await rotateApiKey(database.sql, first.info.id, { graceMs: HOUR_MS, now: NOW });
    const [old, young] = [first.info.id, second.info.id];
    const open = async (now: Date) => (await listActiveApiKeys(database.sql, [old, young], now)).toSorted();
    expect(await open(after(HOUR_MS - 1))).toEqual([old, young].toSorted());
    expect(await open(after(HOUR_MS))).toEqual([young]);
  });

  it('can be replaced at once while there are two: the number does not grow', async () => {
    const [leaked, other] = [await issue('leaks'), await issue('leaks')];
    const { replaced } = await rotateApiKey(database.sql, leaked.info.id, { now: after(1) });
    expect(replaced.revokedAt).toEqual(after(1));
    await expect(issue('leaks', after(1))).rejects.toMatchObject(refused);
    expect(other.info.revokedAt).toBeNull();
  });

  it('are rotated without a third by many at the same time', async () => {
    const keys = [await issue('races'), await issue('races')];
    const results = await Promise.allSettled(
      Array.from({ length: 10 }, (_, index) =>
        rotateApiKey(database.sql, keys[index % 2]?.info.id ?? '', { graceMs: index < 5 ? HOUR_MS : 0, now: after(1) }),
      ),
    );
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    const active = (await listApiKeys(database.sql)).filter(
      (key) => key.username === 'races' && (key.revokedAt === null || key.revokedAt > after(1)),
    );
    expect(active).toHaveLength(2);
  });
});

describe('limits of a key', () => {
  it('are given when it is created, kept by a rotation, and changed by one that says so', async () => {
    const run = (...args: string[]) => runKeysCli(database.sql, args, NOW);
    const created = await run(
      ...['create', '--username', 'limited', '--requests-per-minute', '1200', '--concurrent-exports', '5'],
    );
    expect(created).toContain('requests  1200 per minute\nexports   5 at a time\n');
    const limitsOf = async () =>
      (await listApiKeys(database.sql))
        .filter((key) => key.username === 'limited' && key.revokedAt === null)
        .map((key) => [key.id, key.requestsPerMinute, key.concurrentExports] as const);
    const [first] = await limitsOf();
    expect(first?.slice(1)).toEqual([1_200, 5]);
    await run('rotate', first?.[0] ?? '');
    const [second] = await limitsOf();
    expect(second?.slice(1)).toEqual([1_200, 5]);
    await run('rotate', second?.[0] ?? '', '--requests-per-minute', '60');
    const [third] = await limitsOf();
    expect(third?.slice(1)).toEqual([60, 5]);
    expect(await run('list')).toMatch(/60\/5/);
  });

  it.each([['0'], ['-1'], ['1.5'], ['many'], ['1000001'], ['']])('are refused when they are %j', async (text) => {
    const args = ['create', '--username', 'x', `--requests-per-minute=${text}`];
    await expect(runKeysCli(database.sql, args, NOW)).rejects.toMatchObject({ code: 'INVALID_API_KEY_REQUEST' });
  });

  it('are held by the table itself', async () => {
    const { info } = await issue('table');
    const set = database.sql`UPDATE lend.api_keys SET concurrent_exports = 0 WHERE id = ${info.id}`;
    await expect(set).rejects.toMatchObject({ code: '23514' });
  });
});
