import { once } from 'node:events';
import { createServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { checkPort, findFreePort, isPortFree } from './find-free-port.ts';

async function listen(port: number, host: string): Promise<Server> {
  const server = createServer().listen(port, host);
  await once(server, 'listening');
  return server;
}

test('the preferred port is given when it is free, the next one when it is taken', async () => {
  const port = await findFreePort();
  expect(await findFreePort(port)).toBe(port);
  const server = await listen(port, '127.0.0.1');
  expect(await isPortFree(port)).toBe(false);
  const next = await findFreePort(port);
  expect(next).toBeGreaterThan(port);
  expect(next).toBeLessThanOrEqual(port + 20);
  server.close();
});

test('a port taken on one address is taken for a server on every address', async () => {
  const server = await listen(0, '127.0.0.1');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  expect(await isPortFree(port, '0.0.0.0')).toBe(false);
  server.close();
});

test('without a preference any free port is given', async () => {
  const port = await findFreePort();
  expect(port).toBeGreaterThan(1023);
  expect(await isPortFree(port)).toBe(true);
});

test('an address that this machine does not have is told apart from a taken port', async () => {
  expect(await checkPort(0, '192.0.2.1')).toBe('no such address');
  expect(await checkPort(0)).toBe('free');
});
