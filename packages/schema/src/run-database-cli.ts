import { createDatabase, type Sql } from './create-database.ts';
import { type Blocker, describeBlockers, endingBlockers } from './roles/blockers.ts';
import { describeFailure } from './schema-error.ts';

type Command = (sql: Sql, args: readonly string[], databaseUrl: string) => Promise<string>;

/**
 * Runs a command on the database of `DATABASE_URL` with the arguments of the process: prints what it returns, or one line
 * that begins with the name. Sessions of readers and of the API do not hold it up. Returns the exit code.
 */
export async function runDatabaseCli(name: string, command: Command): Promise<number> {
  const url = process.env['DATABASE_URL'];
  if (url === undefined || url === '') {
    process.stderr.write(`${name}: DATABASE_URL is not set\n`);
    return 1;
  }
  const seen: Blocker[] = [];
  try {
    const application = `tidemark-${name}`;
    const database = createDatabase({ url, maxConnections: 1, applicationName: application });
    const beside = createDatabase({ url, maxConnections: 1 });
    const args = process.argv.slice(2);
    try {
      process.stdout.write(
        await endingBlockers(beside.sql, { application, seen }, () => command(database.sql, args, url)),
      );
    } finally {
      await Promise.all([database.close(), beside.close()]);
    }
    return 0;
  } catch (error) {
    process.stderr.write(`${name}: ${describeFailure(error)}${describeBlockers(seen)}\n`);
    return 1;
  }
}
