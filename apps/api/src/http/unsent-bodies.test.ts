import { createServer, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { waitFor } from '@tidemark/testing';
import { afterEach, expect, it } from 'vitest';
import { createUnsentBodies } from './unsent-bodies.ts';

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** A request over a connection that nobody reads from, and the response to it that has not begun. */
async function openResponse(): Promise<{ response: ServerResponse; client: Socket }> {
  const responses: ServerResponse[] = [];
  const server = createServer((_request, response) => responses.push(response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  const client = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  cleanups.push(() => client.destroy());
  client.on('error', () => undefined);
  client.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  const response = await waitFor(() => responses[0]);
  return { response, client };
}

it('a body is counted until its answer is over', async () => {
  const unsent = createUnsentBodies();
  const { response, client } = await openResponse();
  unsent.add(response, Buffer.alloc(1_000));
  expect(unsent.bytes()).toBe(1_000);
  client.destroy();
  await waitFor(() => unsent.bytes() === 0);
});

it('a body whose client left before it was made is not counted: no close would come to take it away', async () => {
  const unsent = createUnsentBodies();
  const { response, client } = await openResponse();
  client.destroy();
  await waitFor(() => response.closed);
  unsent.add(response, Buffer.alloc(1_000));
  expect(unsent.bytes()).toBe(0);
});

it('what waits in an answer of many pieces is counted as long as it waits', async () => {
  const unsent = createUnsentBodies();
  const { response, client } = await openResponse();
  unsent.watch(response);
  expect(unsent.bytes()).toBe(0);
  // More than the kernel keeps for a connection that nobody reads from.
  response.write(Buffer.alloc(32 * 1_048_576, 'x'));
  expect(unsent.bytes()).toBeGreaterThan(1_048_576);
  client.resume();
  await waitFor(() => unsent.bytes() === 0);
  response.write(Buffer.alloc(32 * 1_048_576, 'x'));
  client.destroy();
  await waitFor(() => response.closed);
  expect(unsent.bytes()).toBe(0);
});
