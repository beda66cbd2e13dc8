import { cp, mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SCHEMA_DIR } from '../../src/migrate/schema-files.ts';

/** A folder with the files that `migrate` reads, for a test that changes them and removes it. */
export async function copySchemaFiles(): Promise<string> {
  const dir = await mkdtemp(join(tmpdir(), 'tidemark-schema-'));
  for (const folder of ['sql', 'migrations'])
    await cp(join(SCHEMA_DIR, folder), join(dir, folder), { recursive: true });
  return dir;
}
