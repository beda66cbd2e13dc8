import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { createApiKey } from '@tidemark/schema';
import { waitFor } from '@tidemark/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createAnswerPolicy } from '../../src/http/policy.ts';
import { type ApiServer, createApiServer, type ServerOptions } from '../../src/http/server.ts';
import { makeSelfSigned } from '../support/self-signed.ts';
import { type AbusedApi, ALL_LATEST, startAbusedApi } from './abused-api.ts';
import { openRaw, type RawConnection } from './raw-connection.ts';

const identity = makeSelfSigned();
let api: AbusedApi | undefined;
const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).toReversed()) await cleanup();
  await api?.stop();
  api = undefined;
});

const startApi = async (options: Parameters<typeof startAbusedApi>[0] = {}) => (api = await startAbusedApi(options));

async function startServer(
  listener: ServerOptions['listener'],
  options: Pick<ServerOptions, 'connections' | 'events' | 'tls'> = {},
): Promise<{ server: ApiServer; port: number }> {
  const server = createApiServer({ listener, policy: createAnswerPolicy({ corsOrigins: '*' }), ...options });
  cleanups.push(() => server.close(0));
  return { server, port: await server.listen(0, '127.0.0.1') };
}

async function openMany(port: number, count: number, from: string): Promise<RawConnection[]> {
  const connections = await Promise.all(Array.from({ length: count }, () => openRaw(port, { from })));
  cleanups.push(() => connections.forEach(({ close }) => close()));
  return connections;
}
const stillOpen = (connections: readonly RawConnection[]) => connections.filter(({ isOver }) => !isOver()).length;

describe('connections beyond the bound', () => {
  it('of an address take the place of its longest idle ones, and those of other addresses stay', async () => {
    const running = await startApi({ connections: { maxConnectionsPerAddress: 40 } });
    const other = await openMany(running.port, 5, '127.0.0.3');
    const idle = await openMany(running.port, 300, '127.0.0.2');
    await waitFor(() => stillOpen(idle) === 40);
    await running.expectHot('127.0.0.3');
    await running.expectHot('127.0.0.2');
    expect(stillOpen(other)).toBe(5);
    expect(await running.metric('connections_cut_total{reason="idle"}')).toBe(261);
  });

  it('of all addresses take the place of the longest idle one: a few addresses lock nobody out', async () => {
    const running = await startApi({ connections: { maxConnections: 60, maxConnectionsPerAddress: 12 } });
    const addresses = Array.from({ length: 5 }, (_, index) => `127.0.0.${index + 2}`);
    const idle = (await Promise.all(addresses.map((from) => openMany(running.port, 12, from)))).flat();
    expect(stillOpen(idle)).toBe(60);
    for (const from of ['127.0.0.20', '127.0.0.21', '127.0.0.22']) await running.expectHot(from);
    expect(stillOpen(idle)).toBeGreaterThanOrEqual(57);
    expect(await running.metric('connections_cut_total{reason="connections"}')).toBe(0);
  });

  it('close the one whose last answer is longest ago, not the one that was opened first', async () => {
    const { port } = await startServer((_request, response) => void response.end('answer'), {
      connections: { maxConnections: 3 },
    });
    const [first, second, third] = [await openRaw(port), await openRaw(port), await openRaw(port)];
    cleanups.push(() => [first, second, third].forEach(({ close }) => close()));
    for (const { socket, statuses } of [third, first, second]) {
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      await waitFor(() => statuses().length === 1);
    }
    const newcomer = await openRaw(port);
    cleanups.push(newcomer.close);
    await third.untilOver();
    expect([first.isOver(), second.isOver()]).toEqual([false, false]);
  });

  it('close no connection with a request under way but of the address that holds most', async () => {
    const cuts: string[] = [];
    let begun = 0;
    const { port } = await startServer(
      (request, response) => {
        if (request.url === '/held') begun += 1;
        else response.end('answer');
      },
      {
        connections: { maxConnections: 6, maxConnectionsPerAddress: 4 },
        events: { cut: (reason) => cuts.push(reason), watch: () => undefined },
      },
    );
    const hold = async (from: string, count: number) => {
      const held = await openMany(port, count, from);
      for (const { socket } of held) socket.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
      return held;
    };
    const [many, few] = [await hold('127.0.0.2', 4), await hold('127.0.0.3', 2)];
    await waitFor(() => begun === 6);
    // As many as it may have, and none of them idle.
    const refused = await openRaw(port, { from: '127.0.0.2' });
    await refused.untilOver();
    const newcomer = await openRaw(port, { from: '127.0.0.4' });
    newcomer.socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await newcomer.untilOver();
    expect(newcomer.statuses()).toEqual([200]);
    expect([stillOpen(many), stillOpen(few), ...cuts]).toEqual([3, 2, 'address', 'largest']);
    // Whoever holds as many as the others takes nothing from them.
    await hold('127.0.0.4', 1);
    await waitFor(() => begun === 7);
    const another = await openRaw(port, { from: '127.0.0.3' });
    await another.untilOver();
    expect(cuts.at(-1)).toBe('connections');
  });

  it('take the place of those that send their headers slowly', async () => {
    const running = await startApi({ connections: { maxConnections: 20 } });
    const slow = await openMany(running.port, 20, '127.0.0.2');
    for (const { socket } of slow) socket.write('GET / HTTP/1.1\r\nHost: x\r\nX-A: ');
    await running.expectHot('127.0.0.3');
    expect(await waitFor(() => stillOpen(slow) === 19)).toBe(true);
  });
});

describe('requests that are sent without waiting for answers', () => {
  const hot = `GET ${ALL_LATEST} HTTP/1.1\r\nHost: x\r\n\r\n`;

  it('are answered in their order, some dozens of them', async () => {
    const running = await startApi();
    const connection = await openRaw(running.port);
    cleanups.push(connection.close);
    const paths = [ALL_LATEST, '/nothing', '/health', ALL_LATEST, '/v1/kamino/lend/info/reserves'];
    const asked = Array.from({ length: 25 }, (_, index) => paths[index % paths.length] ?? '');
    connection.socket.write(asked.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`).join(''));
    await waitFor(() => connection.statuses().length === asked.length);
    expect(connection.statuses()).toEqual(asked.map((path) => (path === '/nothing' ? 404 : 200)));
  });

  it('end their connection when they are hundreds, and nobody else’s', async () => {
    const running = await startApi();
    const connection = await openRaw(running.port);
    connection.socket.write(hot.repeat(800));
    await connection.untilOver();
    expect(connection.statuses().length).toBeLessThan(800);
    expect(await running.metric('connections_cut_total{reason="pipelined"}')).toBe(1);
    await running.expectHot();
  });

  it('are worked on one at a time', async () => {
    let [underWay, most, answered] = [0, 0, 0];
    const { port } = await startServer((_request, response) => {
      underWay += 1;
      most = Math.max(most, underWay);
      setTimeout(() => {
        underWay -= 1;
        answered += 1;
        response.end('done');
      }, 5);
    });
    const connection = await openRaw(port);
    cleanups.push(connection.close);
    connection.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(20));
    await waitFor(() => answered === 20);
    expect(most).toBe(1);
  });

  it('are forgotten when the connection ends before it is their turn: no stream behind a stream stays open', async () => {
    const running = await startApi();
    const { key } = await createApiKey(running.database.sql, { username: 'pipelines', concurrentExports: 2 });
    const stream = `GET /v1/stream HTTP/1.1\r\nHost: x\r\nX-SERVICE-API-KEY: ${key}\r\n\r\n`;
    const connection = await openRaw(running.port);
    connection.socket.write(stream.repeat(3));
    await waitFor(() => connection.received().includes('heartbeat'));
    expect(await running.metric('streams_open')).toBe(1);
    connection.close();
    await waitFor(async () => (await running.metric('streams_open')) === 0);
    expect(await running.metric('exports_under_way')).toBe(0);
  });
});

describe('clients that do not take their answers', () => {
  /** More than the kernel keeps for a connection that nobody reads from. */
  const LARGE = Buffer.alloc(32 * 1_048_576, 'x');

  it('are cut off after a time, and their answers are over', async () => {
    const cuts: string[] = [];
    const answers = new Set<unknown>();
    const { port } = await startServer(
      (_request, response) => {
        answers.add(response);
        response.once('close', () => answers.delete(response));
        response.end(LARGE);
      },
      {
        connections: { sendTimeoutMs: 500, minBytesPerSecond: 1_048_576 },
        events: { cut: (reason) => cuts.push(reason), watch: () => undefined },
      },
    );
    const slow = await Promise.all(Array.from({ length: 5 }, () => openRaw(port, { reads: false })));
    cleanups.push(() => slow.forEach(({ close }) => close()));
    for (const { socket } of slow) socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await waitFor(() => answers.size === 5);
    await waitFor(() => cuts.length === 5);
    expect(new Set(cuts)).toEqual(new Set(['slow_reader']));
    await waitFor(() => answers.size === 0);
  });

  it.each([
    ['plain', 'less than they must', 1_073_741_824],
    ['TLS', 'less than they must', 1_073_741_824],
    ['plain', 'enough', 1],
    ['TLS', 'enough', 1],
  ])('are judged by the rate, over %s and taking %s, however steadily', async (kind, _what, minBytesPerSecond) => {
    const cuts: string[] = [];
    const { port } = await startServer((_request, response) => void response.end(LARGE), {
      ...(kind === 'TLS' ? { tls: { cert: Buffer.from(identity.cert), key: Buffer.from(identity.key) } } : {}),
      // A client of a busy machine stands still for a while, too.
      connections: { sendTimeoutMs: minBytesPerSecond === 1 ? 4_000 : 600, minBytesPerSecond },
      events: { cut: (reason) => cuts.push(reason), watch: () => undefined },
    });
    const socket =
      kind === 'TLS' ? connectTls({ port, host: '127.0.0.1', rejectUnauthorized: false }) : connect(port, '127.0.0.1');
    cleanups.push(() => socket.destroy());
    socket.on('error', () => undefined);
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    // One write of the server, taken over many times of measurement.
    let received = 0;
    while (received < LARGE.length && cuts.length === 0) {
      const piece: unknown = socket.read();
      if (Buffer.isBuffer(piece)) received += piece.length;
      await delay(minBytesPerSecond === 1 ? 24 : 8);
    }
    expect([received >= LARGE.length, ...cuts]).toEqual(minBytesPerSecond === 1 ? [true] : [false, 'slow_reader']);
  });
});

describe('clients that leave while their answers are made', () => {
  it('leave nothing behind: no answer to one of them counts as one that is still to be taken', async () => {
    const running = await startApi();
    // A route that reads from the database and does not check whether anybody still waits.
    const coverage = 'GET /v1/coverage HTTP/1.1\r\nHost: x\r\n\r\n';
    for (let count = 0; count < 40; count += 1) {
      const connection = await openRaw(running.port);
      connection.socket.write(coverage, () => connection.socket.resetAndDestroy());
      await connection.untilOver();
    }
    await waitFor(async () => (await running.metric('work_running{work="heavy"}')) === 0);
    await waitFor(async () => (await running.metric('heavy_requests_in_flight')) === 0);
    expect((await running.call('/v1/coverage')).status).toBe(200);
  });
});

describe('half of a connection', () => {
  it('is enough to be answered: a client that sends no more gets its answer', async () => {
    const running = await startApi();
    const connection = await openRaw(running.port);
    connection.socket.end(`GET ${ALL_LATEST} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await connection.untilOver();
    expect(connection.statuses()).toEqual([200]);
  });

  it('is not enough for a request that was not whole', async () => {
    const running = await startApi();
    for (const piece of [
      '',
      'GET',
      'GET / HTTP/1.1\r\nHost: x\r\n',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\nab',
    ]) {
      const connection = await openRaw(running.port);
      connection.socket.end(piece);
      await connection.untilOver();
      expect(connection.statuses().filter((status) => status !== 400)).toEqual([]);
    }
    await running.expectHot();
  });

  it('may break at any time: resets in the middle of requests and answers harm nobody', async () => {
    const running = await startApi();
    const request = `GET ${ALL_LATEST} HTTP/1.1\r\nHost: x\r\n\r\n`;
    for (let length = 1; length <= request.length; length += 3) {
      const connection = await openRaw(running.port);
      connection.socket.write(request.slice(0, length));
      connection.socket.resetAndDestroy();
    }
    await running.expectHot();
    const open = await waitFor(async () => {
      const count = await running.metric('connections_open');
      return count <= 1 ? count : null;
    });
    // That of the question itself.
    expect(open).toBe(1);
  });
});
