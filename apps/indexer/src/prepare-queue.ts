import { prepareQueueSchema } from './queues/postgres-backend.ts';

// `DATABASE_URL=… node prepare-queue`, as the owner of the database: for an indexer without Redis whose own role makes no
// tables. Where the indexer is the owner, it does this by itself.
const EXIT_CONFIG = 78;

async function main(): Promise<number> {
  const databaseUrl = process.env['DATABASE_URL']?.trim() ?? '';
  if (databaseUrl === '') {
    process.stderr.write('prepare-queue: DATABASE_URL is not set\n');
    return EXIT_CONFIG;
  }
  try {
    await prepareQueueSchema(databaseUrl);
    process.stdout.write('prepare-queue: the tables of the job queue are there\n');
    return 0;
  } catch (error) {
    process.stderr.write(`prepare-queue: ${error instanceof Error ? error.message : String(error)}\n`);
    return 1;
  }
}

process.exitCode = await main();
