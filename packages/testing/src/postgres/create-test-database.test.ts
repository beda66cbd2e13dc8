import postgres from 'postgres';
import { expect, test } from 'vitest';
import { createTestDatabase } from './create-test-database.ts';

async function query<Result>(url: string, work: (sql: postgres.Sql) => Promise<Result>): Promise<Result> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    return await work(sql);
  } finally {
    await sql.end();
  }
}

test('two databases of one template hold the same start and do not see each other', async () => {
  let prepared = 0;
  const template = {
    name: 'two-of-one',
    prepare: (url: string) => {
      prepared += 1;
      return query(url, (sql) => sql`create table tide as select 1 as mark`);
    },
  };
  const [first, second] = await Promise.all([createTestDatabase({ template }), createTestDatabase({ template })]);
  expect(prepared).toBe(1);
  await query(first.url, (sql) => sql`insert into tide values (2)`);
  expect(await query(first.url, (sql) => sql`select mark from tide order by 1`)).toEqual([{ mark: 1 }, { mark: 2 }]);
  expect(await query(second.url, (sql) => sql`select mark from tide`)).toEqual([{ mark: 1 }]);
  await Promise.all([first.drop(), second.drop()]);
});

test('a template whose preparation failed is prepared again by the next caller', async () => {
  let attempts = 0;
  const template = {
    name: 'fails-once',
    prepare: (url: string) => {
      attempts += 1;
      if (attempts === 1) throw new Error('no tide today');
      return query(url, (sql) => sql`create table tide (mark int)`);
    },
  };
  await expect(createTestDatabase({ template })).rejects.toThrow('no tide today');
  const database = await createTestDatabase({ template });
  expect(await query(database.url, (sql) => sql`select * from tide`)).toEqual([]);
  await database.drop();
});

test('drop removes a database that still has a connection, and may be called twice', async () => {
  const database = await createTestDatabase();
  const sql = postgres(database.url, { max: 1, onnotice: () => undefined });
  expect(await sql`select current_database() as name`).toEqual([{ name: database.name }]);
  await database.drop();
  await database.drop();
  await expect(query(database.url, (other) => other`select 1`)).rejects.toMatchObject({ code: '3D000' });
  await sql.end({ timeout: 1 });
});
