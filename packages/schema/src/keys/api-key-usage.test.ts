import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { getApiKey, listApiKeyUsage, writeApiKeyUsage } from './api-key-usage.ts';
import { createApiKey } from './create-api-key.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const DAY = '2026-06-15';
const ROUTE = '/v1/{protocol}/lend/fees';
const usedAt = new Date('2026-06-15T12:00:00.000Z');
const issue = async (username: string) => (await createApiKey(database.sql, { username })).info.id;
const countOf = (keyId: string, requests: number, limited = 0, route = ROUTE, day = DAY) => ({
  keyId,
  day,
  route,
  requests,
  limited,
});
const usageOf = (keyId: string) => listApiKeyUsage(database.sql, { keyId, fromDay: DAY });

describe('writeApiKeyUsage', () => {
  it('adds up what several processes count, whatever the order of their batches', async () => {
    const [first, second] = [await issue('adds 1'), await issue('adds 2')];
    const batches = Array.from({ length: 8 }, (_, index) => ({
      writer: randomUUID(),
      sequence: 1n,
      uses: [],
      counts: [countOf(first, 2, 1), countOf(second, 3), countOf(first, 1, 0, '/auth/usage')].toSorted(() =>
        index % 2 === 0 ? 1 : -1,
      ),
    }));
    await Promise.all(batches.map((batch) => writeApiKeyUsage(database.sql, batch)));
    expect(await usageOf(first)).toEqual([
      { day: DAY, route: '/auth/usage', requests: 8, limited: 0 },
      { day: DAY, route: ROUTE, requests: 16, limited: 8 },
    ]);
    expect(await usageOf(second)).toEqual([{ day: DAY, route: ROUTE, requests: 24, limited: 0 }]);
  });

  it('counts a batch once that is written again, at the same time or later', async () => {
    const id = await issue('repeats');
    const writer = randomUUID();
    const batch = { writer, sequence: 1n, uses: [{ id, usedAt }], counts: [countOf(id, 5, 2)] };
    await Promise.all(Array.from({ length: 5 }, () => writeApiKeyUsage(database.sql, batch)));
    await writeApiKeyUsage(database.sql, { ...batch, sequence: 2n, counts: [countOf(id, 1)] });
    await writeApiKeyUsage(database.sql, batch);
    expect(await usageOf(id)).toEqual([{ day: DAY, route: ROUTE, requests: 6, limited: 2 }]);
    expect((await getApiKey(database.sql, id))?.lastUsedAt).toEqual(usedAt);
  });

  it('takes a refusal of a request that was counted before, and passes over keys that are gone', async () => {
    const id = await issue('refused later');
    const writer = randomUUID();
    const stranger = randomUUID();
    await writeApiKeyUsage(database.sql, { writer, sequence: 1n, uses: [], counts: [countOf(id, 1)] });
    const counts = [countOf(id, 0, 1), countOf(stranger, 9)];
    await writeApiKeyUsage(database.sql, { writer, sequence: 2n, uses: [], counts });
    expect(await usageOf(id)).toEqual([{ day: DAY, route: ROUTE, requests: 1, limited: 1 }]);
    expect(await usageOf(stranger)).toEqual([]);
    expect(await getApiKey(database.sql, stranger)).toBeNull();
  });

  it('lists from a day on, the newest first', async () => {
    const id = await issue('days');
    const counts = ['2026-06-14', DAY, '2026-06-16'].map((day) => countOf(id, 1, 0, ROUTE, day));
    await writeApiKeyUsage(database.sql, { writer: randomUUID(), sequence: 1n, uses: [], counts });
    expect((await usageOf(id)).map(({ day }) => day)).toEqual(['2026-06-16', DAY]);
  });

  it('forgets processes that have been silent for a week', async () => {
    const id = await issue('silent');
    const [silent, fresh] = [randomUUID(), randomUUID()];
    for (const writer of [silent, fresh]) {
      await writeApiKeyUsage(database.sql, { writer, sequence: 1n, uses: [], counts: [countOf(id, 1)] });
    }
    await database.sql`
      UPDATE lend.api_key_usage_writers SET written_at = now() - interval '8 days' WHERE writer = ${silent}`;
    await writeApiKeyUsage(database.sql, { writer: randomUUID(), sequence: 1n, uses: [], counts: [countOf(id, 1)] });
    const known = await database.sql<{ writer: string }[]>`SELECT writer FROM lend.api_key_usage_writers`;
    const writers = known.map(({ writer }) => writer);
    expect([writers.includes(silent), writers.includes(fresh)]).toEqual([false, true]);
  });
});
