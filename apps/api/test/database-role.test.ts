import { createApiKey } from '@tidemark/schema';
import { waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ keyUsageFlushMs: 50, prepare: (database) => seedReserves(database, ['SOL']) });
});
afterAll(() => api.stop());

test('the API of every test here works with the rights of tidemark_api, and hears, serves and counts with them', async () => {
  await commitBatch(api.database, 60, [buildState('SOL', 60)]);
  const path = '/v1/kamino/lend/reserves/all/latest';
  await waitFor(async () => JSON.parse((await api.call(path)).text).length === 1, {
    description: 'the reserve served',
  });
  const { key } = await createApiKey(api.database.sql, { username: 'alice' });
  expect((await api.call('/auth/verify', { method: 'POST', headers: { 'X-SERVICE-API-KEY': key } })).status).toBe(200);
  await waitFor(
    async () => (await api.database.sql`SELECT FROM lend.api_keys WHERE last_used_at IS NOT NULL`).length === 1,
    { description: 'the use written' },
  );
  const roles = await api.database.sql<{ denied: boolean }[]>`
    SELECT NOT has_table_privilege('tidemark_api', 'lend.reserve_latest', 'INSERT, UPDATE, DELETE') AS denied`;
  expect(roles).toEqual([{ denied: true }]);
});
