import { createServer, type RequestListener, type Server } from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterEach, describe, expect, it } from 'vitest';
import { HttpTransport } from './http-transport.ts';

const cleanups: (() => void)[] = [];
afterEach(() => {
  for (const cleanup of cleanups.splice(0)) cleanup();
});

async function serve(listener: RequestListener): Promise<{ url: string; server: Server; connections: () => number }> {
  const server = createServer(listener);
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  cleanups.push(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/path?api-key=k`, server, connections: () => connections };
}

function open(url: string, maxResponseBytes?: number): HttpTransport {
  const transport = new HttpTransport({
    url,
    ...(maxResponseBytes === undefined ? {} : { maxResponseBytes }),
  });
  cleanups.push(() => transport.close());
  return transport;
}

describe('http transport', () => {
  it('posts JSON to the whole URL and returns the body of the answer', async () => {
    const { url } = await serve((request, response) => {
      let body = '';
      request.on('data', (chunk) => {
        body += String(chunk);
      });
      request.on('end', () =>
        response.end(JSON.stringify([request.method, request.url, request.headers['content-type'], body])),
      );
    });
    expect(JSON.parse(String((await open(url).post('{"é":1}', 60_000)).body))).toEqual([
      'POST',
      '/path?api-key=k',
      'application/json',
      '{"é":1}',
    ]);
  });

  it('reads an answer that is compressed', async () => {
    const { url } = await serve((_request, response) => {
      response.setHeader('content-encoding', 'gzip').end(gzipSync('{"result":"ü"}'));
    });
    expect(String((await open(url).post('{}', 60_000)).body)).toBe('{"result":"ü"}');
  });

  it('uses connections again and again', async () => {
    const { url, connections } = await serve((_request, response) => response.end('{}'));
    const transport = open(url);
    for (let i = 0; i < 9; i += 1) await transport.post('{}', 60_000);
    // The pool may take a second one while the first is being tidied up.
    expect(connections()).toBeLessThanOrEqual(2);
  });

  it('sends again what went out on a connection that the server was just closing', async () => {
    let served = 0;
    const { url } = await serve((request, response) => {
      served += 1;
      if (served === 2) request.socket.resetAndDestroy();
      else response.end('{}');
    });
    const transport = open(url);
    await transport.post('{}', 60_000);
    expect(String((await transport.post('{}', 60_000)).body)).toBe('{}');
    expect(served).toBe(3);
  });

  it.each([
    ['plain', (body: Buffer) => body],
    ['compressed', gzipSync],
  ])('gives up an answer that is too large (%s)', async (name, encode) => {
    const { url } = await serve((_request, response) => {
      if (name === 'compressed') response.setHeader('content-encoding', 'gzip');
      response.end(encode(Buffer.alloc(100_000)));
    });
    await expect(open(url, 10_000).post('{}', 60_000)).rejects.toMatchObject({ code: 'MALFORMED_RESPONSE' });
  });

  it('fails on a broken stream, an unknown encoding and data that are not what they claim', async () => {
    const { url } = await serve((_request, response) => response.setHeader('content-encoding', 'gzip').end('not gzip'));
    await expect(open(url).post('{}', 60_000)).rejects.toMatchObject({ code: 'CONNECTION_FAILED' });
    const other = await serve((_request, response) => response.setHeader('content-encoding', 'br').end('x'));
    await expect(open(other.url).post('{}', 60_000)).rejects.toMatchObject({ code: 'CONNECTION_FAILED' });
    const cut = await serve((_request, response) => {
      response.setHeader('content-length', '100').write('half');
      setImmediate(() => response.destroy());
    });
    await expect(open(cut.url).post('{}', 60_000)).rejects.toMatchObject({ code: 'CONNECTION_FAILED' });
  });

  it('refuses to send when it is closed', async () => {
    const transport = open('http://127.0.0.1:1');
    transport.close();
    await expect(transport.post('{}', 60_000)).rejects.toMatchObject({ code: 'ABORTED' });
  });
});
