import { setTimeout as delay } from 'node:timers/promises';
import { type ManagedProcess, startManagedProcess } from '@tidemark/embedded-postgres';
import { errorCode } from '@tidemark/runtime';
import { waitFor } from '@tidemark/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { choosePort } from '../network/choose-port.ts';
import { type Link, startLink } from '../network/link.ts';
import { createRoute, type Route } from './route.ts';

let link: Link;
let route: Route;
const started: ManagedProcess[] = [];

beforeEach(async () => {
  link = await startLink(await choosePort());
  route = createRoute(link);
});

afterEach(async () => {
  await Promise.all(started.splice(0).map((server) => server.stop()));
  await link.stop();
});

interface Server {
  readonly process: ManagedProcess;
  readonly port: number;
}

/** Answers each request with its name, from the moment at which it is sent SIGUSR2. */
async function serve(name: string): Promise<Server> {
  const port = await choosePort();
  const script = `
    const server = require('node:http').createServer((_, response) => response.end('${name}'));
    process.on('SIGUSR2', () => server.listen(${port}, '127.0.0.1'));
    console.log('waits');
    setInterval(() => {}, 1000);`;
  const child = await startManagedProcess({
    name,
    command: process.execPath,
    args: ['-e', script],
    env: {},
    stopDeadlineMs: 500,
  });
  started.push(child);
  await waitFor(() => child.tail().includes('waits'), { description: name });
  return { process: child, port };
}

async function serveAtOnce(name: string): Promise<Server> {
  const server = await serve(name);
  server.process.signal('SIGUSR2');
  return server;
}

/** Which server answers, or why none does. */
async function ask(): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${link.port}`, { headers: { connection: 'close' } });
    return await response.text();
  } catch (error) {
    return errorCode(error) ?? 'no code';
  }
}

it('refuses connections until the process listens, and when it has gone', async () => {
  const server = await serve('first');
  const there = route.to(server.process, server.port);
  expect(await ask()).toBe('ECONNREFUSED');
  server.process.signal('SIGUSR2');
  await there;
  expect(await ask()).toBe('first');
  server.process.signal('SIGKILL');
  await server.process.exited;
  expect(await ask()).toBe('ECONNREFUSED');
});

it('uses the previous process until the next one listens, and then only that', async () => {
  const before = await serveAtOnce('before');
  await route.to(before.process, before.port);
  const next = await serve('next');
  const there = route.to(next.process, next.port);
  await delay(100);
  expect(await ask()).toBe('before');
  next.process.signal('SIGUSR2');
  await there;
  expect(await ask()).toBe('next');
  before.process.signal('SIGKILL');
  await before.process.exited;
  expect(await ask()).toBe('next');
});

it('refuses connections where the process before goes before the next one listens', async () => {
  const before = await serveAtOnce('before');
  await route.to(before.process, before.port);
  const next = await serve('next');
  const there = route.to(next.process, next.port);
  before.process.signal('SIGKILL');
  await before.process.exited;
  expect(await ask()).toBe('ECONNREFUSED');
  next.process.signal('SIGUSR2');
  await there;
  expect(await ask()).toBe('next');
});

it('stays with the process before where the next one ends before it listens', async () => {
  const before = await serveAtOnce('before');
  await route.to(before.process, before.port);
  const next = await serve('next');
  const there = route.to(next.process, next.port);
  next.process.signal('SIGKILL');
  await there;
  expect(await ask()).toBe('before');
});

it('leads to what was asked for last, whichever listens first', async () => {
  const [first, last] = [await serve('first'), await serve('last')];
  const ways = [route.to(first.process, first.port), route.to(last.process, last.port)];
  last.process.signal('SIGUSR2');
  await ways[1];
  first.process.signal('SIGUSR2');
  await ways[0];
  expect(await ask()).toBe('last');
});
