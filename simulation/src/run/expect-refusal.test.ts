import { startManagedProcess } from '@tidemark/embedded-postgres';
import { expect, it } from 'vitest';
import { expectRefusal } from './expect-refusal.ts';

const start = (script: string) =>
  startManagedProcess({ name: 'indexer', command: process.execPath, args: ['-e', script], env: {} });

it('an indexer of another chain that goes away by itself has refused', async () => {
  await expect(expectRefusal(await start('process.exit(65)'))).resolves.toBeUndefined();
});

it.each([
  ['in order', `console.log('done')`, /ended with 0:\ndone/],
  ['with another code', 'process.exit(1)', /ended with 1:/],
])('one that ends %s has not', async (_, script, words) => {
  await expect(expectRefusal(await start(script))).rejects.toThrow(words);
});

it('one that stays is killed, and does not hold up the run', async () => {
  const program = await start(`process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)`);
  await expect(expectRefusal(program, 10)).rejects.toThrow('had not gone 0.01 s later');
  expect(program.exit()).toEqual({ code: null, signal: 'SIGKILL' });
});
