import { startEmbeddedPostgres } from '../../src/start-embedded-postgres.ts';

// Runs an embedded Postgres in the folder given, says where, and waits to be killed.
const server = await startEmbeddedPostgres({ dataDir: process.argv[2] ?? '', port: 0 });
process.stdout.write(`${server.pid} ${server.url()}\n`);
setInterval(() => undefined, 60_000);
