import { startManagedProcess } from '@tidemark/embedded-postgres';
import { waitFor } from '@tidemark/testing';
import { expect, it } from 'vitest';
import { Supervisor } from './supervisor.ts';

/** Supervises a Node process that runs a script once it has said that it is ready. */
function supervise(script: string) {
  const supervisor = new Supervisor('child', () =>
    startManagedProcess({
      name: 'child',
      command: process.execPath,
      args: ['-e', `${script}; setInterval(() => {}, 1000); console.log('ready')`],
      env: {},
      stopDeadlineMs: 500,
    }),
  );
  const untilReady = (): Promise<unknown> =>
    waitFor(() => supervisor.running()?.tail().includes('ready'), { description: 'the child' });
  return { supervisor, untilReady };
}

it.each([
  ['in order', 'process.exit(0)', { code: 0, signal: null }, false],
  ['with a code', 'process.exit(3)', { code: 3, signal: null }, false],
  [
    'by its deadline',
    `console.log('{"msg":"shutdown forced"}'); process.exitCode = 1; process.exit()`,
    { code: 1, signal: null },
    true,
  ],
  ['only by SIGKILL', '0', { code: null, signal: 'SIGKILL' }, false],
])('keeps how a process ended on SIGTERM: %s', async (_, onSignal, exit, isForced) => {
  const { supervisor, untilReady } = supervise(`process.on('SIGTERM', () => { ${onSignal} })`);
  await supervisor.start();
  await untilReady();
  expect(await supervisor.end('SIGTERM')).toEqual(exit);
  expect(supervisor.asked).toMatchObject([{ name: 'child', exit, isForced }]);
  expect(supervisor.unasked).toEqual([]);
  expect(supervisor.running()).toBeNull();
});

it('distinguishes an unrequested end from a SIGKILL of a fault, and starts the process again after it', async () => {
  const { supervisor, untilReady } = supervise('');
  await supervisor.start();
  await untilReady();
  await supervisor.end('SIGKILL');
  expect([supervisor.asked, supervisor.unasked]).toEqual([[], []]);
  await supervisor.start();
  await untilReady();
  const first = supervisor.running();
  first?.signal('SIGKILL');
  await waitFor(() => supervisor.running() !== null && supervisor.running() !== first, { description: 'another one' });
  expect(supervisor.unasked).toMatchObject([{ exit: { code: null, signal: 'SIGKILL' } }]);
  await supervisor.stop();
  expect(supervisor.unasked).toHaveLength(1);
});

it('keeps the end of the one that a successor replaced', async () => {
  const { supervisor, untilReady } = supervise(`process.on('SIGTERM', () => process.exit(4))`);
  await supervisor.start();
  await untilReady();
  const successor = await supervisor.startSuccessor();
  await waitFor(() => successor.process.tail().includes('ready'), { description: 'the successor' });
  await successor.takeOver();
  expect(supervisor.running()).toBe(successor.process);
  expect(supervisor.asked).toMatchObject([{ exit: { code: 4, signal: null } }]);
  await supervisor.stop();
});
