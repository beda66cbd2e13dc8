import { runFutureCli } from './future/run-future-cli.ts';
import { runDatabaseCli } from './run-database-cli.ts';

/** `DATABASE_URL=… node future-cli [--yes]`, as the owner of the database. */
process.exitCode = await runDatabaseCli('remove-future', runFutureCli);
