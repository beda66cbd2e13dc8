import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@tidemark/embedded-postgres';

// The program that the global setup runs beside vitest: a Postgres in a temporary folder, on any free port, without
// fsync, for as long as somebody holds the other end of stdin.
process.stdin.resume();
const released = new Promise((resolve) => process.stdin.once('close', resolve));
const server = await startEmbeddedPostgres({
  dataDir: await mkdtemp(join(tmpdir(), 'tidemark-test-')),
  port: 0,
  durable: false,
  onNotice: (message) => process.stderr.write(`${message}\n`),
});
process.stdout.write(`${server.url()}\n`);
await released;
await server.stop();
