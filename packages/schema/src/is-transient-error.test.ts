import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestDatabase, type OpenTestDatabase } from '../test/support/open-test-database.ts';
import { createDatabase } from './create-database.ts';
import { isTransientError, SchemaError } from './schema-error.ts';
import { chain } from './tables/index.ts';

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

const errorOf = (work: PromiseLike<unknown>): Promise<unknown> =>
  Promise.resolve(work).then(
    () => null,
    (error: unknown) => error,
  );

describe('isTransientError', () => {
  it('is true for a database that is away, also through drizzle', async () => {
    const away = createDatabase({ url: 'postgres://user@127.0.0.1:1/none' });
    expect(isTransientError(await errorOf(away.sql`SELECT 1`))).toBe(true);
    expect(isTransientError(await errorOf(away.db.select().from(chain)))).toBe(true);
    await away.close();
  });

  it('is true for a statement that took too long, for a terminated connection and for a conflict', async () => {
    const { sql } = database.connect({ limits: { statementTimeoutMs: 50 } });
    expect(isTransientError(await errorOf(sql.begin((tx) => tx`SELECT pg_sleep(30)`)))).toBe(true);
    expect(isTransientError(await errorOf(database.sql`SELECT pg_terminate_backend(pg_backend_pid())`))).toBe(true);
    expect(isTransientError(new SchemaError('WRITE_CONFLICT', '', { retryable: true }))).toBe(true);
  });

  it('is false for what fails again however often it is tried', async () => {
    expect(isTransientError(await errorOf(database.sql`SELECT 1 / 0`))).toBe(false);
    expect(isTransientError(await errorOf(database.sql`SELECT * FROM nowhere`))).toBe(false);
    expect(isTransientError(new SchemaError('CHAIN_MISMATCH', ''))).toBe(false);
    expect(isTransientError(new TypeError('bug'))).toBe(false);
    expect(isTransientError('EPIPE')).toBe(false);
  });
});
