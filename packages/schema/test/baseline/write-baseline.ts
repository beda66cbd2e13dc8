// Writes migrations/baseline.sql. Run it with `npm run generate:baseline`, after a migration was added.
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { startOwnPostgres } from '@tidemark/testing';
import { MIGRATIONS_DIR } from '../../src/migrate/migration-files.ts';
import { renderBaseline } from './render-baseline.ts';

const server = await startOwnPostgres('embedded');
try {
  await writeFile(join(MIGRATIONS_DIR, 'baseline.sql'), await renderBaseline(server.url()));
} finally {
  await server.stop();
}
