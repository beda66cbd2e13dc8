import { migrate } from '@tidemark/schema';
import { createTestDatabase, type TestDatabase } from '@tidemark/testing';
import postgres, { type Sql } from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { readLiquidityFacts } from './liquidity-facts.ts';
import { readPriceFacts } from './price-facts.ts';
import { readAsUser } from './read-as-user.ts';
import { readStoredFacts } from './stored-facts.ts';
import { readStoredSettings } from './stored-settings.ts';

let database: TestDatabase;
let admin: Sql;

beforeAll(async () => {
  database = await createTestDatabase();
  await migrate({ url: database.url });
  admin = postgres(database.url, { max: 1, fetch_types: false, onnotice: () => undefined });
});
afterAll(async () => {
  await admin.end({ timeout: 5 });
  await database.drop();
});

it('everything that the auditor compares is read by who may read the public views alone', async () => {
  const read = [
    await readStoredFacts(admin),
    await readStoredSettings(admin),
    await readPriceFacts(admin),
    await readLiquidityFacts(admin),
  ];
  expect(read.flatMap((facts) => Object.values(facts)).every((rows) => Array.isArray(rows) && rows.length === 0)).toBe(
    true,
  );
  const [table] = await admin<{ name: string }[]>`
    SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = 'lend' ORDER BY 1 LIMIT 1`;
  await expect(readAsUser(admin, (tx) => tx`SELECT FROM ${tx(table?.name ?? '')}`)).rejects.toThrow(
    'permission denied',
  );
});
