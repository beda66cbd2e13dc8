import { checkNode } from './check-node.mjs';
import { install } from './install.mjs';
import { dataDir, rootDir } from './repository.mjs';
import { runSource } from './run.mjs';
import { runningStackDatabaseUrl } from './stack-file.mjs';

/** Runs a program of the repository on the database of DATABASE_URL, else on the local stack's, and ends with its exit code. */
export async function runOnDatabase(entry, options = []) {
  checkNode();
  await install();
  const args = [...options, ...process.argv.slice(2)];
  const databaseUrl = process.env.DATABASE_URL?.trim() || runningStackDatabaseUrl(dataDir());
  const env = databaseUrl === null ? process.env : { ...process.env, DATABASE_URL: databaseUrl };
  const asksForHelp = args.some((arg) => arg === '--help' || arg === '-h');
  if (databaseUrl === null && !asksForHelp) {
    process.stderr.write('No database: start the local stack (npm start) in another terminal, or set DATABASE_URL.\n');
    process.exit(78);
  }
  process.exit(await runSource(entry, args, { cwd: rootDir, env }));
}
