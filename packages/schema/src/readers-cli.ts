import { runDatabaseCli } from './run-database-cli.ts';
import { runReadersCli } from './roles/run-readers-cli.ts';

/** `DATABASE_URL=… node readers-cli create|list|revoke …`, as the owner of the database. */
process.exitCode = await runDatabaseCli('readers', runReadersCli);
