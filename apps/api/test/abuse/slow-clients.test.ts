import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AbusedApi, startAbusedApi } from './abused-api.ts';
import { openRaw, type RawConnection, sendUntilOver } from './raw-connection.ts';

let api: AbusedApi;

beforeAll(async () => {
  api = await startAbusedApi();
  // As short as leaves a request of a busy machine its time: a client that is not slow must not reach them.
  api.server.headersTimeout = 4_000;
  api.server.requestTimeout = 8_000;
});
afterAll(() => api.stop());

const openMany = (count: number) => Promise.all(Array.from({ length: count }, () => openRaw(api.port)));

/** Sends one more piece every now and then, for as long as anybody listens. */
async function drip(connection: RawConnection, piece: string): Promise<void> {
  while (!connection.isOver()) {
    connection.socket.write(piece);
    await delay(20);
  }
}

describe('clients that are slow with what they send', () => {
  it('are cut off when their headers do not come to an end, while others are answered', async () => {
    const slow = await openMany(100);
    for (const { socket } of slow) socket.write('GET / HTTP/1.1\r\nHost: x\r\n');
    const dripping = slow.map((connection) => drip(connection, 'X-A: b\r\n'));
    await api.expectHot();
    await Promise.all(dripping);
    expect(new Set(slow.flatMap((connection) => connection.statuses()))).toEqual(new Set([408]));
    await api.expectHot();
  });

  it('are cut off when they go on after they were told, with a byte now and then', async () => {
    const connection = await openRaw(api.port, { halfOpen: true });
    connection.socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-A: ');
    const sending = setInterval(() => connection.socket.write('a'), 200);
    await connection.untilOver().finally(() => clearInterval(sending));
    expect(connection.statuses()).toEqual([408]);
  });

  it('are cut off when they never say anything', async () => {
    const silent = await openMany(50);
    await api.expectHot();
    await Promise.all(silent.map((connection) => connection.untilOver()));
    expect(silent.every((connection) => connection.isOver())).toBe(true);
  });

  it('are cut off when their body does not come to an end', async () => {
    const slow = await openMany(50);
    for (const { socket } of slow) {
      socket.write('POST /auth/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 1000\r\n\r\n');
    }
    const dripping = slow.map((connection) => drip(connection, 'x'));
    await api.expectHot();
    await Promise.all(dripping);
    expect(new Set(slow.flatMap((connection) => connection.statuses()))).toEqual(new Set([408]));
  });

  it('are told when a body in chunks goes on beyond the limit, and cut off when it goes on still', async () => {
    const connection = await openRaw(api.port);
    connection.socket.write('POST /auth/verify HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n');
    const chunk = `400\r\n${'x'.repeat(1024)}\r\n`;
    await drip(connection, chunk);
    expect(connection.statuses()).toEqual([413]);
    await api.expectHot();
  });

  it('have their connection ended when they announce a body beyond the limit, before it comes', async () => {
    const connection = await sendUntilOver(
      api.port,
      'POST /auth/verify HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000000\r\n\r\nxxxx',
    );
    expect(connection.statuses()).toEqual([413]);
    expect(connection.received()).toContain('41301');
  });
});

describe('headers beyond the limits', () => {
  it.each([
    ['one of 20 KiB', `X-Big: ${'x'.repeat(20_480)}\r\n`],
    ['a thousand of 20 bytes', Array.from({ length: 1_000 }, (_, index) => `X-${index}: 0123456789\r\n`).join('')],
    ['a hundred and two small ones', Array.from({ length: 101 }, (_, index) => `X-${index}: 1\r\n`).join('')],
    ['three thousand of the same name', 'a:b\r\n'.repeat(3_000)],
    ['one that never ends', `X-Endless: ${'x'.repeat(1_000_000)}`],
  ])('are refused with 431: %s', async (_what, headers) => {
    const connection = await sendUntilOver(api.port, `GET / HTTP/1.1\r\nHost: x\r\n${headers}\r\n`);
    expect(connection.statuses()).toEqual([431]);
    expect(connection.received()).toContain('43101');
    await api.expectHot();
  });

  it('are not reached by a hundred', async () => {
    const headers = Array.from({ length: 98 }, (_, index) => `X-${index}: 1\r\n`).join('');
    const connection = await sendUntilOver(
      api.port,
      `GET /health HTTP/1.1\r\nHost: x\r\nConnection: close\r\n${headers}\r\n`,
    );
    expect(connection.statuses()).toEqual([200]);
  });
});
