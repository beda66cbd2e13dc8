import { once } from 'node:events';
import { createServer } from 'node:net';
import { findFreePort } from '@tidemark/embedded-postgres';
import { expect, onTestFinished, test } from 'vitest';
import { choosePort, type ChoosePortOptions } from './choose-port.ts';

async function occupy(port: number, host = '127.0.0.1'): Promise<void> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
}

async function choose(port: number, explicit: boolean, more: Partial<ChoosePortOptions> = {}) {
  const notices: string[] = [];
  const chosen = await choosePort({
    purpose: 'the API',
    wish: { variable: 'PORT', port, explicit },
    hosts: ['0.0.0.0', '127.0.0.1', '::1'],
    onNotice: (text) => notices.push(text),
    ...more,
  });
  return { chosen, notices };
}

test('a free port is taken as it is, without a word', async () => {
  const port = await findFreePort();
  expect(await choose(port, true)).toEqual({ chosen: port, notices: [] });
});

test('a taken default moves on to the next free port, and says so', async () => {
  const port = await findFreePort();
  await occupy(port);
  const { chosen, notices } = await choose(port, false);
  expect(chosen).toBeGreaterThan(port);
  expect(notices).toEqual([`Port ${port} is in use: the API takes ${chosen} (PORT sets another).`]);
});

test('a taken port that was asked for is an error that names the variable', async () => {
  const port = await findFreePort();
  await occupy(port);
  await expect(choose(port, true)).rejects.toThrow(`Port ${port} for the API (PORT) is in use. Set another one.`);
});

test('where two ports in a row are needed, both must be free', async () => {
  const port = await findFreePort(20_000);
  await occupy(port + 1);
  await expect(choose(port, true, { count: 2 })).rejects.toThrow(`Port ${port + 1} for the API`);
  expect((await choose(port, false, { count: 2 })).chosen).toBeGreaterThan(port + 1);
});

test('a port that another service of the stack has is taken, though nothing listens there yet', async () => {
  const port = await findFreePort();
  await choose(port, true);
  await expect(choose(port, true)).rejects.toThrow(`Port ${port} for the API (PORT) is in use`);
  expect((await choose(port, false)).chosen).toBeGreaterThan(port);
});

test('0 means any free port', async () => {
  const { chosen, notices } = await choose(0, true);
  expect(chosen).toBeGreaterThan(1023);
  expect(notices).toEqual([]);
});

test('an address that this machine does not have is an error, not an endless search', async () => {
  await expect(choose(3000, true, { hosts: ['192.0.2.1'] })).rejects.toThrow('is no such address');
  await expect(choose(3000, false, { hosts: ['192.0.2.1'] })).rejects.toThrow('No free port');
});
