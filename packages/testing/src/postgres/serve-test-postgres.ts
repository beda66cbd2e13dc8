import { startEmbeddedPostgres } from '@tidemark/embedded-postgres';
import { makeThrowawayDir } from './throwaway-dir.ts';

// The program that the global setup runs beside vitest: a Postgres in a temporary folder, on any free port, without
// fsync, for as long as somebody holds the other end of stdin.
process.stdin.resume();
const released = new Promise((resolve) => process.stdin.once('close', resolve));
const server = await startEmbeddedPostgres({
  dataDir: await makeThrowawayDir('tidemark-test-'),
  port: 0,
  durable: false,
  onNotice: (message) => process.stderr.write(`${message}\n`),
});
process.stdout.write(`${server.url()}\n`);
await released;
await server.stop();
