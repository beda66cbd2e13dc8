import { createDatabase, type Sql } from './create-database.ts';
import { describeFailure } from './schema-error.ts';

type Command = (sql: Sql, args: readonly string[], databaseUrl: string) => Promise<string>;

/**
 * Runs a command on the database of `DATABASE_URL` with the arguments of the process: prints what it returns, or one line
 * that begins with the name. Returns the exit code.
 */
export async function runDatabaseCli(name: string, command: Command): Promise<number> {
  const url = process.env['DATABASE_URL'];
  if (url === undefined || url === '') {
    process.stderr.write(`${name}: DATABASE_URL is not set\n`);
    return 1;
  }
  try {
    const database = createDatabase({ url, maxConnections: 1, applicationName: `tidemark-${name}` });
    try {
      process.stdout.write(await command(database.sql, process.argv.slice(2), url));
    } finally {
      await database.close();
    }
    return 0;
  } catch (error) {
    process.stderr.write(`${name}: ${describeFailure(error)}\n`);
    return 1;
  }
}
