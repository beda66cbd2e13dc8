// Writes src/generated/tables.ts from a database that sql/ makes. Run it with `npm run generate`.
import { writeFile } from 'node:fs/promises';
import { startOwnPostgres } from '@tidemark/testing';
import postgres from 'postgres';
import { readSchemaFiles } from '../src/migrate/schema-files.ts';
import { renderTables, TABLES_FILE } from './render-tables.ts';

const server = await startOwnPostgres('embedded');
const sql = postgres(server.url(), { max: 1, onnotice: () => undefined });
try {
  // Not by `migrate`: it makes views from the file that is written here.
  const { tables, repeatable } = await readSchemaFiles();
  await sql`CREATE SCHEMA lend`;
  for (const file of [...tables, ...repeatable]) await sql.unsafe(file.sql).simple();
  await writeFile(TABLES_FILE, await renderTables(sql));
} finally {
  await sql.end();
  await server.stop();
}
