import { cp, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import { BASELINE_COVERS, listMigrationFiles, MIGRATIONS_DIR } from '../../src/migrate/migration-files.ts';
import { migrate } from '../../src/migrate/migrate.ts';
import { describeSchema } from './describe-schema.ts';

/** The text of `migrations/baseline.sql`, from an empty database that the numbered files are applied to. */
export async function renderBaseline(url: string): Promise<string> {
  await migrateByNumberedFiles(url);
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const names = (await listMigrationFiles()).map(({ name }) => name);
    return `-- What the numbered files make, for a new database; written by \`npm run generate:baseline\`.
${names.map((name) => `${BASELINE_COVERS}${name}`).join('\n')}

${(await describeSchema(sql)).replaceAll(/[ \t]+$/gm, '')}
`;
  } finally {
    await sql.end();
  }
}

/** Applies the numbered files one by one, and nothing else. */
export async function migrateByNumberedFiles(url: string): Promise<void> {
  const dir = await mkdtemp(join(tmpdir(), 'migrations-'));
  try {
    await mkdir(join(dir, 'repeatable'));
    for (const { name } of await listMigrationFiles()) await cp(join(MIGRATIONS_DIR, name), join(dir, name));
    await migrate({ url, dir });
  } finally {
    await rm(dir, { recursive: true });
  }
}
