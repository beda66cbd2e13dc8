import { createLogger } from '../../src/logging/create-logger.ts';
import { createShutdown } from '../../src/shutdown/create-shutdown.ts';

// A program for the tests of `createShutdown`. Its argument says how it misbehaves.
const mode = process.argv[2];
const logger = createLogger({ name: 'program' });
const shutdown = createShutdown({
  logger,
  deadlineMs: mode === 'deadline' ? 50 : 20_000,
  sameKeypressMs: mode === 'impatient' ? 0 : 60_000,
  onForce: () => process.stdout.write('forced\n'),
});
shutdown.signal.addEventListener('abort', () => process.stdout.write('aborted\n'));
shutdown.add('database', async () => {
  await new Promise((resolve) => setImmediate(resolve));
  process.stdout.write('closed database\n');
});
shutdown.add('worker', () => {
  process.stdout.write('closed worker\n');
  if (mode === 'failing') throw new Error('worker is stuck');
  if (mode === 'deadline' || mode === 'impatient') return new Promise(() => undefined);
  return undefined;
});
shutdown.listen();
const alive = setInterval(() => undefined, 60_000);
shutdown.add('timer', () => clearInterval(alive));
process.stdout.write('ready\n');
if (mode === 'uncaught') setImmediate(() => void Promise.reject(new Error('nobody listens')));
