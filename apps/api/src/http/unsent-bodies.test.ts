import { randomBytes } from 'node:crypto';
import { createServer, type RequestListener, type ServerResponse } from 'node:http';
import { connect, type Socket } from 'node:net';
import { waitFor } from '@tidemark/testing';
import express from 'express';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sendAnswer } from './sender.ts';
import { createUnsentBodies, type UnsentBodies } from './unsent-bodies.ts';

const NO_BOUND = { maxBytes: Number.POSITIVE_INFINITY };

const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
});

/** A request over a connection that nobody reads from. */
async function request(listener: RequestListener, headers = ''): Promise<Socket> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanups.push(() => new Promise((resolve) => server.close(resolve)));
  const address = server.address();
  const client = connect(typeof address === 'object' && address !== null ? address.port : 0, '127.0.0.1');
  cleanups.push(() => client.destroy());
  client.on('error', () => undefined);
  client.write(`GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
  return client;
}

/** Such a request with the response to it, which has not begun. */
async function openResponse(): Promise<{ response: ServerResponse; client: Socket }> {
  const responses: ServerResponse[] = [];
  const client = await request((_request, response) => responses.push(response));
  const response = await waitFor(() => responses[0]);
  return { response, client };
}

it('a body is counted until its answer is over', async () => {
  const unsent = createUnsentBodies(NO_BOUND);
  const { response, client } = await openResponse();
  unsent.add(response, Buffer.alloc(1_000), 'client');
  expect(unsent.bytes()).toBe(1_000);
  client.destroy();
  await waitFor(() => unsent.bytes() === 0);
});

it('a body whose client left before it was made is not counted: no close would come to take it away', async () => {
  const unsent = createUnsentBodies(NO_BOUND);
  const { response, client } = await openResponse();
  client.destroy();
  await waitFor(() => response.closed);
  unsent.add(response, Buffer.alloc(1_000), 'client');
  expect(unsent.bytes()).toBe(0);
});

it('what waits in an answer of many pieces is counted as long as it waits', async () => {
  const unsent = createUnsentBodies(NO_BOUND);
  const { response, client } = await openResponse();
  unsent.watch(response, 'client');
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

describe('when more waits than may', () => {
  const GRACE_MS = 2_000;
  const LARGE = Buffer.alloc(32 * 1_048_576, 'x');
  let nowMs: number;
  let cuts: number;

  beforeEach(() => {
    nowMs = 1_000_000;
    cuts = 0;
  });

  const bounded = (maxBytes: number) =>
    createUnsentBodies({ maxBytes, graceMs: GRACE_MS, nowMs: () => nowMs, onCut: () => (cuts += 1) });

  async function hold(unsent: UnsentBodies, client: string, body: number | Buffer): Promise<ServerResponse> {
    const { response } = await openResponse();
    unsent.add(response, typeof body === 'number' ? Buffer.alloc(body) : body, client);
    return response;
  }
  const isCut = ({ socket }: ServerResponse): boolean => socket?.destroyed ?? true;

  it('the longest waiting answer of the client that holds most is cut first, and counts as gone at once', async () => {
    const unsent = bounded(1_000);
    const others = [await hold(unsent, 'light', 350)];
    nowMs += 1;
    const oldest = await hold(unsent, 'heavy', 300);
    nowMs += 1;
    others.push(await hold(unsent, 'heavy', 300));
    nowMs += GRACE_MS;
    expect(unsent.makeRoom()).toBe(true);
    // Whatever is added looks, not only what would be refused.
    others.push(await hold(unsent, 'light', 100));
    expect(isCut(oldest)).toBe(true);
    expect([unsent.bytes(), cuts, unsent.makeRoom()]).toEqual([750, 1, true]);
    await waitFor(() => oldest.closed);
    expect([unsent.bytes(), ...others.map(isCut)]).toEqual([750, false, false, false]);
  });

  it('goes on with the client that holds most then, until it is enough', async () => {
    const unsent = bounded(500);
    const [first, second] = [await hold(unsent, 'one', 400), await hold(unsent, 'one', 400)];
    const [third, fourth] = [await hold(unsent, 'another', 300), await hold(unsent, 'another', 200)];
    nowMs += GRACE_MS;
    expect(unsent.makeRoom()).toBe(true);
    expect([first, third, second, fourth].map(isCut)).toEqual([true, true, true, false]);
    expect([unsent.bytes(), cuts]).toEqual([200, 3]);
  });

  it('an answer is not cut before its time, nor is that of anybody else in its place, and there is no room until then', async () => {
    const unsent = bounded(1_000);
    const patient = await hold(unsent, 'light', 100);
    nowMs += GRACE_MS;
    const large = await hold(unsent, 'heavy', 2_000);
    expect(unsent.makeRoom()).toBe(false);
    nowMs += GRACE_MS - 1;
    expect(unsent.makeRoom()).toBe(false);
    expect([isCut(patient), isCut(large), cuts]).toEqual([false, false, 0]);
    nowMs += 1;
    expect(unsent.makeRoom()).toBe(true);
    expect([isCut(patient), isCut(large), cuts]).toEqual([false, true, 1]);
  });

  it('a stream is not cut while its client takes pieces of it, but what waits behind it is', async () => {
    const unsent = bounded(100);
    const { response } = await openResponse();
    const watched = unsent.watch(response, 'heavy');
    response.write(LARGE);
    const stuck = await hold(unsent, 'light', 50);
    for (let look = 0; look < 3; look += 1) {
      nowMs += GRACE_MS - 1;
      watched.progressed();
      expect(unsent.makeRoom()).toBe(false);
    }
    expect([isCut(response), isCut(stuck), cuts]).toEqual([false, true, 1]);
    nowMs += GRACE_MS;
    expect(unsent.makeRoom()).toBe(true);
    expect([isCut(response), unsent.bytes(), cuts]).toEqual([true, 0, 2]);
  });

  it('a body that several share is free with the last of them, and holds little of each', async () => {
    const unsent = bounded(1_500);
    const body = Buffer.alloc(1_000);
    const sharing = [
      await hold(unsent, 'one', body),
      await hold(unsent, 'two', body),
      await hold(unsent, 'three', body),
    ];
    expect(unsent.bytes()).toBe(1_000);
    const own = await hold(unsent, 'four', 600);
    nowMs += GRACE_MS;
    expect(unsent.makeRoom()).toBe(true);
    expect([isCut(own), ...sharing.map(isCut)]).toEqual([true, false, false, false]);
    const [first, second, third] = sharing;
    first?.socket?.destroy();
    second?.socket?.destroy();
    await waitFor(() => first?.closed === true && second?.closed === true);
    expect(unsent.bytes()).toBe(1_000);
    third?.socket?.destroy();
    await waitFor(() => unsent.bytes() === 0);
  });

  it('all who share a body go where nothing else is enough', async () => {
    const unsent = bounded(500);
    const body = Buffer.alloc(1_000);
    const sharing = [await hold(unsent, 'one', body), await hold(unsent, 'two', body)];
    nowMs += GRACE_MS;
    expect(unsent.makeRoom()).toBe(true);
    expect([...sharing.map(isCut), cuts]).toEqual([true, true, 2]);
    await waitFor(() => sharing.every(({ closed }) => closed));
    expect(unsent.bytes()).toBe(0);
  });

  it('a stream that has nothing to send is never cut, however long it is idle', async () => {
    // A bound that nothing can meet.
    const unsent = bounded(-1);
    const { response } = await openResponse();
    unsent.watch(response, 'client');
    nowMs += 3_600_000;
    expect(unsent.makeRoom()).toBe(false);
    response.write('data: 1\n\n');
    await waitFor(() => response.writableLength === 0);
    nowMs += 3_600_000;
    const other = await hold(unsent, 'client', 10);
    nowMs += GRACE_MS;
    expect(unsent.makeRoom()).toBe(false);
    expect([isCut(response), isCut(other), cuts]).toEqual([false, true, 1]);
  });

  it('a compressed stream counts with what its encoder holds, and ends when it is cut', async () => {
    const CHUNK_BYTES = 1_000_000;
    const unsent = bounded(100_000);
    let hasEnded = false;
    async function* chunks() {
      try {
        for (;;) yield randomBytes(CHUNK_BYTES);
      } finally {
        hasEnded = true;
      }
    }
    const app = express();
    app.use((asked, response) => {
      const answer = { contentType: 'text/csv', chunks: chunks(), compressible: true };
      return sendAnswer(asked, response, { answer, unsent, client: 'client' });
    });
    await request(app, 'Accept-Encoding: br\r\n');
    // One chunk that is being read, one that waits, and more than a megabyte of the encoder itself.
    await waitFor(() => unsent.bytes() > 2 * CHUNK_BYTES + 1_048_576);
    expect(cuts).toBe(0);
    await waitFor(() => {
      nowMs += GRACE_MS;
      return unsent.makeRoom();
    });
    expect([unsent.bytes(), cuts]).toEqual([0, 1]);
    await waitFor(() => hasEnded);
  });
});
