import { createDatabase } from './create-database.ts';
import { describeFailure } from './describe-failure.ts';
import { runKeysCli } from './keys/run-keys-cli.ts';

/** `DATABASE_URL=… node keys-cli create|list|revoke|rotate …` */
async function main(args: string[]): Promise<number> {
  const url = process.env['DATABASE_URL'];
  if (url === undefined || url === '') {
    process.stderr.write('keys: DATABASE_URL is not set\n');
    return 1;
  }
  try {
    const database = createDatabase({ url, maxConnections: 1, applicationName: 'tidemark-keys' });
    try {
      process.stdout.write(await runKeysCli(database.sql, args));
    } finally {
      await database.close();
    }
    return 0;
  } catch (error) {
    process.stderr.write(`keys: ${describeFailure(error)}\n`);
    return 1;
  }
}

process.exitCode = await main(process.argv.slice(2));
