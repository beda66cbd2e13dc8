import { DAY_MS } from '@tidemark/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { createApiKey, generateApiKey } from './create-api-key.ts';
import { listApiKeys, revokeApiKey, rotateApiKey, touchApiKeys, verifyApiKey } from './api-keys.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const NOW = new Date('2026-06-15T12:00:00.000Z');
const after = (ms: number) => new Date(NOW.getTime() + ms);

describe('an API key', () => {
  it('is active for its user from the moment it is made, and is stored as its hash only', async () => {
    const { key, info } = await createApiKey(database.sql, { username: 'alice', now: NOW });
    expect(await verifyApiKey(database.sql, key, NOW)).toEqual({
      status: 'active',
      id: info.id,
      username: 'alice',
      keyPrefix: key.slice(0, 12),
      expiresAt: null,
      revokedAt: null,
      requestsPerMinute: null,
      concurrentExports: null,
    });
    const [row] = await database.sql`SELECT api_keys::text AS everything FROM lend.api_keys WHERE id = ${info.id}`;
    expect(row?.['everything']).not.toContain(key.slice(12));
    expect(JSON.stringify(await listApiKeys(database.sql))).not.toContain(key.slice(12));
  });

  it('is unknown when it was never issued, is mistyped, or is empty', async () => {
    const { key } = await createApiKey(database.sql, { username: 'typo', now: NOW });
    for (const presented of [
      generateApiKey(),
      key.toLowerCase(),
      key.slice(0, 12),
      '',
      'tdm_',
      "' OR true --",
      `${key}0`,
    ]) {
      expect(await verifyApiKey(database.sql, presented, NOW)).toEqual({ status: 'unknown' });
    }
  });

  it('expires at its very moment', async () => {
    const { key } = await createApiKey(database.sql, { username: 'bob', expiresAt: after(DAY_MS), now: NOW });
    expect(await verifyApiKey(database.sql, key, after(DAY_MS - 1))).toMatchObject({ status: 'active' });
    expect(await verifyApiKey(database.sql, key, after(DAY_MS))).toMatchObject({ status: 'expired', username: 'bob' });
  });

  it('is refused with an expiry in the past and with a name that lists and logs could not show', async () => {
    const refused = { code: 'INVALID_API_KEY_REQUEST' };
    await expect(createApiKey(database.sql, { username: 'x', expiresAt: NOW, now: NOW })).rejects.toMatchObject(
      refused,
    );
    for (const username of ['', ' x', 'x ', 'a\nb', 'a\0b', 'x'.repeat(129)]) {
      await expect(createApiKey(database.sql, { username })).rejects.toMatchObject(refused);
    }
  });

  it('is revoked by prefix or id, at once, and keeps the time of its first end', async () => {
    const { key, info } = await createApiKey(database.sql, { username: 'carol', now: NOW });
    await revokeApiKey(database.sql, key.slice(0, 12), after(1_000));
    expect(await verifyApiKey(database.sql, key, after(999))).toMatchObject({ status: 'active' });
    expect(await verifyApiKey(database.sql, key, after(1_000))).toMatchObject({ status: 'revoked', username: 'carol' });
    expect((await revokeApiKey(database.sql, info.id, after(5_000))).revokedAt).toEqual(after(1_000));
  });

  it('is named without doubt, or nothing happens', async () => {
    await expect(revokeApiKey(database.sql, 'tdm_zzzzzzzz')).rejects.toMatchObject({ code: 'API_KEY_NOT_FOUND' });
    await expect(revokeApiKey(database.sql, 'tdm_')).rejects.toMatchObject({ code: 'INVALID_API_KEY_REQUEST' });
    const issued = await Promise.all(
      ['d1', 'd2'].map((username) => createApiKey(database.sql, { username, now: NOW })),
    );
    await database.sql`
      UPDATE lend.api_keys SET key_prefix = 'tdm_SAMESAME' WHERE id = ANY(${issued.map(({ info }) => info.id)}::uuid[])`;
    await expect(revokeApiKey(database.sql, 'tdm_SAMESAME')).rejects.toMatchObject({ code: 'API_KEY_AMBIGUOUS' });
    for (const { key } of issued)
      expect(await verifyApiKey(database.sql, key, NOW)).toMatchObject({ status: 'active' });
    await revokeApiKey(database.sql, issued[0]?.info.id ?? '', NOW);
    expect(await verifyApiKey(database.sql, issued[1]?.key ?? '', NOW)).toMatchObject({ status: 'active' });
  });

  it('is rotated: the new one has the same user and lifetime, the old one ends at once', async () => {
    const old = await createApiKey(database.sql, { username: 'erin', expiresAt: after(90 * DAY_MS), now: NOW });
    const { key, info, replaced } = await rotateApiKey(database.sql, old.info.id, { now: after(DAY_MS) });
    expect(info).toMatchObject({ username: 'erin', expiresAt: after(91 * DAY_MS), rotatedFrom: old.info.id });
    expect(replaced.revokedAt).toEqual(after(DAY_MS));
    expect(await verifyApiKey(database.sql, key, after(DAY_MS))).toMatchObject({ status: 'active' });
    expect(await verifyApiKey(database.sql, old.key, after(DAY_MS))).toMatchObject({ status: 'revoked' });
  });

  it('is rotated with a grace period in which both are good; revoking ends it early', async () => {
    const old = await createApiKey(database.sql, { username: 'frank', now: NOW });
    const rotated = await rotateApiKey(database.sql, old.info.id, { graceMs: DAY_MS, now: NOW });
    expect(rotated.info.expiresAt).toBeNull();
    expect(await verifyApiKey(database.sql, old.key, after(DAY_MS - 1))).toMatchObject({ status: 'active' });
    expect(await verifyApiKey(database.sql, old.key, after(DAY_MS))).toMatchObject({ status: 'revoked' });
    await revokeApiKey(database.sql, old.info.id, after(1_000));
    expect(await verifyApiKey(database.sql, old.key, after(1_000))).toMatchObject({ status: 'revoked' });
  });

  it('is not rotated once it has ended', async () => {
    const old = await createApiKey(database.sql, { username: 'grace', expiresAt: after(DAY_MS), now: NOW });
    const rotation = rotateApiKey(database.sql, old.info.id, { now: after(DAY_MS) });
    await expect(rotation).rejects.toMatchObject({ code: 'INVALID_API_KEY_REQUEST' });
    const keys = await listApiKeys(database.sql);
    expect(keys.filter((key) => key.username === 'grace')).toHaveLength(1);
  });

  it('is rotated once by two at the same time', async () => {
    const old = await createApiKey(database.sql, { username: 'heidi', now: NOW });
    const results = await Promise.allSettled([1, 2].map(() => rotateApiKey(database.sql, old.info.id, { now: NOW })));
    expect(results.filter((result) => result.status === 'fulfilled')).toHaveLength(1);
  });

  it('shows when it was used last, from uses that were gathered, in any order', async () => {
    const ids = await Promise.all(
      ['i1', 'i2'].map(async (username) => (await createApiKey(database.sql, { username, now: NOW })).info.id),
    );
    const [first = '', second = ''] = ids;
    const stranger = '00000000-0000-4000-8000-000000000000';
    const uses = [
      { id: first, usedAt: after(2_000) },
      { id: first, usedAt: after(1_000) },
      { id: stranger, usedAt: NOW },
      { id: second, usedAt: after(3_000) },
    ];
    await Promise.all([touchApiKeys(database.sql, uses), touchApiKeys(database.sql, uses.toReversed())]);
    await touchApiKeys(database.sql, [{ id: second, usedAt: after(500) }]);
    await touchApiKeys(database.sql, []);
    const used = new Map((await listApiKeys(database.sql)).map((key) => [key.id, key.lastUsedAt]));
    expect(ids.map((id) => used.get(id))).toEqual([after(2_000), after(3_000)]);
    expect(used.has(stranger)).toBe(false);
  });
});
