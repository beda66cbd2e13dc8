import { prepareQueueSchema } from './queues/postgres-backend.ts';
import { runCommand } from './run-command.ts';

const EXIT_CONFIG = 78;

// As the owner of the database: for an indexer without Redis whose own role makes no tables. Where the indexer is the owner, it does
// this by itself.
await runCommand({
  name: 'prepare-queue',
  usage: 'usage: DATABASE_URL=… prepare-queue',
  parse: () => process.env['DATABASE_URL']?.trim() ?? '',
  async run(databaseUrl) {
    if (databaseUrl === '') {
      process.stderr.write('prepare-queue: DATABASE_URL is not set\n');
      return EXIT_CONFIG;
    }
    await prepareQueueSchema(databaseUrl);
    process.stdout.write('prepare-queue: the tables of the job queue are there\n');
    return 0;
  },
});
