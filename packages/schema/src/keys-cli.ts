import { runKeysCli } from './keys/run-keys-cli.ts';
import { runDatabaseCli } from './run-database-cli.ts';

/** `DATABASE_URL=… node keys-cli create|list|revoke|rotate …` */
process.exitCode = await runDatabaseCli('keys', (sql, args) => runKeysCli(sql, args));
