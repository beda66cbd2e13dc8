import { checkNode } from './lib/check-node.mjs';
import { install } from './lib/install.mjs';
import { dataDir, rootDir } from './lib/repository.mjs';
import { runSource } from './lib/run.mjs';
import { runningStackDatabaseUrl } from './lib/stack-file.mjs';

// Hours and days again: `npm run rebuild -- --from 2026-11-01 --to 2026-11-08`; on DATABASE_URL, else on the local stack.
checkNode();
await install();
const databaseUrl = process.env.DATABASE_URL?.trim() || runningStackDatabaseUrl(dataDir());
const env = databaseUrl === null ? process.env : { ...process.env, DATABASE_URL: databaseUrl };
const asksForHelp = process.argv.slice(2).some((arg) => arg === '--help' || arg === '-h');
if (databaseUrl === null && !asksForHelp) {
  process.stderr.write('No database: start the local stack (npm start) in another terminal, or set DATABASE_URL.\n');
  process.exit(78);
}
process.exit(await runSource('apps/indexer/src/rebuild.ts', process.argv.slice(2), { cwd: rootDir, env }));
