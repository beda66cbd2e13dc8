import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { waitFor } from '@tidemark/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createAnswerPolicy } from '../src/http/policy.ts';
import { type ApiServer, createApiServer, type ServerOptions } from '../src/http/server.ts';
import { sendRaw } from './support/raw-socket.ts';

let server: ApiServer | undefined;

afterEach(async () => {
  await server?.close(0);
  server = undefined;
});

const start = async (listener: ServerOptions['listener'] = (_request, response) => void response.end('answer')) => {
  server = createApiServer({ listener, policy: createAnswerPolicy({ corsOrigins: '*' }) });
  return { running: server, port: await server.listen(0, '127.0.0.1') };
};

describe('what is not a request', () => {
  it.each([
    ['no HTTP at all', 'hello\r\n\r\n', 'HTTP/1.1 400 Bad Request', 40005],
    ['a bad header line', 'GET / HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n', 'HTTP/1.1 400 Bad Request', 40005],
    ['an unknown method', 'BREW / HTTP/1.1\r\nHost: x\r\n\r\n', 'HTTP/1.1 400 Bad Request', 40005],
    ['a request without Host', 'GET / HTTP/1.1\r\n\r\n', 'HTTP/1.1 400 Bad Request', 40005],
    [
      'two lengths',
      'GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
      'HTTP/1.1 400 Bad Request',
      40005,
    ],
    [
      'length and chunks',
      'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
      'HTTP/1.1 400 Bad Request',
      40005,
    ],
    [
      'too many headers',
      `GET / HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(17_000)}\r\n\r\n`,
      'HTTP/1.1 431 Request Header Fields Too Large',
      43101,
    ],
    [
      'too long a path',
      `GET /${'x'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      'HTTP/1.1 431 Request Header Fields Too Large',
      43101,
    ],
  ])(
    '%s gets the envelope, with all the usual headers, and the connection ends',
    async (_what, bytes, statusLine, code) => {
      const { port } = await start();
      const answer = await sendRaw(port, bytes);
      expect([answer.statusLine, answer.code]).toEqual([statusLine, code]);
      expect(answer.headers['connection']).toBe('close');
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.headers['x-content-type-options']).toBe('nosniff');
      expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f]{16}$/);
    },
  );

  it('that comes too slowly is cut off with 408', async () => {
    const { running, port } = await start();
    // The limits are seconds; the test needs them to pass now.
    running.server.headersTimeout = 50;
    const answer = await sendRaw(port, 'GET / HTTP/1.1\r\nHost: x\r\n');
    expect([answer.statusLine, answer.code]).toEqual(['HTTP/1.1 408 Request Timeout', 40801]);
  });

  it('after a good request on the same connection does not disturb the answer to it', async () => {
    const { port } = await start();
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n');
    expect(await text(socket)).toContain('answer');
  });

  it('after a good request whose answer is still being made gets none, and the good one its own', async () => {
    const { running, port } = await start((_request, response) => void setTimeout(() => response.end('answer'), 50));
    const socket = connect(port, '127.0.0.1');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\nnonsense\r\n\r\n');
    await once(running.server, 'clientError');
    const received = await text(socket);
    expect(received).toContain('answer');
    expect(received).toContain('Connection: close');
    expect(received).not.toContain(' 400 ');
  });

  it('while an answer is half sent ends the connection, and never writes into that answer', async () => {
    const { running, port } = await start((_request, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('half ');
    });
    const socket = connect(port, '127.0.0.1');
    const received = text(socket).catch(() => 'cut off');
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(running.server, 'request');
    await once(socket, 'readable');
    socket.write('nonsense\r\n\r\n');
    expect(await received).not.toContain('400');
  });
});

/** A server that holds every request to /held until the test lets it go, and answers others at once. */
const startHolding = async () => {
  const held: (() => void)[] = [];
  const started = await start((incoming, response) => {
    if (incoming.url === '/held') held.push(() => void response.end('held answer'));
    else response.end('quick answer');
  });
  const socket = connect(started.port, '127.0.0.1');
  socket.write('GET /held HTTP/1.1\r\nHost: x\r\n\r\n');
  await waitFor(() => held.length === 1);
  return { ...started, socket, received: text(socket), letGo: () => held[0]?.() };
};

describe('closing', () => {
  it('lets a request under way finish, and accepts nothing new meanwhile', async () => {
    const { running, port, received, letGo } = await startHolding();
    const closed = running.close(60_000);
    const [refused] = await once(connect(port, '127.0.0.1'), 'error');
    expect(refused).toMatchObject({ code: 'ECONNREFUSED' });
    letGo();
    expect(await received).toContain('held answer');
    await closed;
  });

  it('answers what still comes on an open connection, and tells that client to go', async () => {
    const { running, socket, received, letGo } = await startHolding();
    const closed = running.close(60_000);
    socket.write('GET /quick HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(running.server, 'request');
    letGo();
    const [heldAnswer, quickAnswer] = (await received).split('held answer');
    expect(heldAnswer).toContain('Connection: keep-alive');
    expect(quickAnswer).toContain('Connection: close');
    expect(quickAnswer).toContain('quick answer');
    await closed;
  });

  it('ends connections by force after the grace time', async () => {
    const { running, port } = await start(() => undefined);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => undefined);
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await once(running.server, 'request');
    const ended = once(socket, 'close');
    await running.close(20);
    await ended;
    expect(running.server.listening).toBe(false);
  });

  it('can be asked twice and before it began', async () => {
    const { running } = await start();
    await Promise.all([running.close(10), running.close(10)]);
    const never = createApiServer({ listener: () => undefined, policy: createAnswerPolicy({ corsOrigins: '*' }) });
    await expect(never.close(10)).resolves.toBeUndefined();
  });
});
