import { waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AbusedApi, ALL_LATEST, startAbusedApi } from './abused-api.ts';
import { sendRaw } from '../support/raw-socket.ts';
import { openRaw, sendUntilOver } from './raw-connection.ts';

let api: AbusedApi;
beforeAll(async () => {
  api = await startAbusedApi();
});
afterAll(() => api.stop());

const statusesOf = async (bytes: string) => {
  const connection = await sendUntilOver(api.port, bytes);
  await api.expectHot();
  return connection.statuses();
};

/** A second request that nobody sent, as far as an honest reader of the first can tell. */
const SMUGGLED = 'GET /health HTTP/1.1\r\nHost: smuggled\r\nConnection: close\r\n\r\n';

describe('requests that two readers could understand in two ways', () => {
  it.each([
    ['length, then chunks', ['Content-Length: 5', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['chunks, then length', ['Transfer-Encoding: chunked', 'Content-Length: 5'], '0\r\n\r\n'],
    ['two lengths', ['Content-Length: 0', `Content-Length: ${SMUGGLED.length}`], ''],
    ['the same length twice', ['Content-Length: 0', 'Content-Length: 0'], ''],
    ['two lengths in one header', ['Content-Length: 0, 5'], ''],
    ['a length with a sign', ['Content-Length: +0'], ''],
    ['a negative length', ['Content-Length: -1'], ''],
    ['a length in hexadecimal', ['Content-Length: 0x0'], ''],
    ['a length with a blank in it', ['Content-Length: 0 5'], ''],
    ['a length that no number can hold', ['Content-Length: 99999999999999999999999'], ''],
    ['an encoding that is not chunked', ['Transfer-Encoding: identity'], ''],
    ['an encoding that looks like chunked', ['Transfer-Encoding: xchunked'], '0\r\n\r\n'],
    ['chunked, and not last', ['Transfer-Encoding: chunked, gzip'], '0\r\n\r\n'],
    ['another encoding before chunked', ['Transfer-Encoding: identity, chunked'], '0\r\n\r\n'],
    ['another encoding in a header of its own', ['Transfer-Encoding: gzip', 'Transfer-Encoding: chunked'], '0\r\n\r\n'],
    ['a second host', ['Host: y'], ''],
    ['the same host again', ['Host: x'], ''],
    ['a blank before the colon', ['Transfer-Encoding : chunked'], '0\r\n\r\n'],
    ['a line that goes on in the next', ['Transfer-Encoding:', ' chunked'], '0\r\n\r\n'],
    ['a control character before the value', ['Transfer-Encoding: \u000bchunked'], '0\r\n\r\n'],
    ['a zero byte in a header', ['X-A: a\u0000b'], ''],
    ['a header without a name', [': x'], ''],
    ['a return without a new line', ['X-A: a\rTransfer-Encoding: chunked'], '0\r\n\r\n'],
    ['a chunk size that is none', ['Transfer-Encoding: chunked'], 'zz\r\n\r\n'],
    ['a chunk size with a prefix', ['Transfer-Encoding: chunked'], '0x1\r\na\r\n0\r\n\r\n'],
    ['a chunk size that no number can hold', ['Transfer-Encoding: chunked'], 'fffffffffffffffff\r\na\r\n'],
    ['a chunk that is longer than it says', ['Transfer-Encoding: chunked'], '1\r\nabcdef\r\n0\r\n\r\n'],
  ])('are refused, and nothing behind them is read: %s', async (_what, headers, body) => {
    const lines = ['POST /auth/verify HTTP/1.1', 'Host: x', ...headers].join('\r\n');
    expect(await statusesOf(`${lines}\r\n\r\n${body}${SMUGGLED}`)).toEqual([400]);
  });

  it.each(['a b/../', 'a/b', 'a@b', 'a:b', 'a:80:80', '[::1', '::1', 'a, b', 'a%zz', '\u00e9'])(
    'are refused when the host is none: %s',
    async (host) => {
      expect(await statusesOf(`GET /health HTTP/1.1\r\nHost: ${host}\r\n\r\n${SMUGGLED}`)).toEqual([400]);
    },
  );

  it.each(['', 'localhost:3000', '[::1]:3000', '203.0.113.7', 'an_odd~name.example.', 'a%20b'])(
    'are not: the host %s',
    async (host) => {
      const request = `GET /health HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`;
      expect(await statusesOf(request)).toEqual([200]);
    },
  );

  it('are refused when the extensions of a chunk have no end', async () => {
    const extension = `1;${'a'.repeat(40_000)}\r\nx\r\n0\r\n\r\n`;
    const statuses = await statusesOf(
      `POST /auth/verify HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n${extension}${SMUGGLED}`,
    );
    expect([[400], [413], [431]]).toContainEqual(statuses);
  });

  it('are two where they are two: a whole body in chunks ends where it says', async () => {
    const first = 'POST /auth/verify HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n1\r\n0\r\n\r\n';
    expect(await statusesOf(`${first}${SMUGGLED}`)).toEqual([401, 200]);
  });
});

describe('other versions and uses of HTTP', () => {
  it('HTTP/1.0 gets its answer whole and the end of the connection', async () => {
    const connection = await sendUntilOver(api.port, `GET ${ALL_LATEST} HTTP/1.0\r\n\r\n`);
    expect(connection.received()).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
    expect(connection.received().toLowerCase()).toContain('connection: close');
    expect(connection.received().toLowerCase()).not.toContain('transfer-encoding');
    expect(connection.received()).toContain('"token_symbol":"SOL"');
  });

  it.each([
    ['HTTP/0.9', 'GET /health\r\n\r\n'],
    ['HTTP/2 without asking', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n'],
    ['a version that there is not', 'GET /health HTTP/3.7\r\nHost: x\r\n\r\n'],
    ['TLS to the port of plain HTTP', '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003'],
    ['another protocol', 'EHLO example.org\r\n'],
  ])('%s is refused with 400', async (_what, bytes) => {
    expect(await statusesOf(bytes)).toEqual([400]);
  });

  it.each([
    [
      'WebSocket',
      'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n',
    ],
    ['HTTP/2', 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n'],
  ])('a wish for %s is left aside: the usual answer, and the end of the connection', async (_what, headers) => {
    const follow = 'GET /health HTTP/1.1\r\nHost: x\r\n\r\n';
    expect(await statusesOf(`GET ${ALL_LATEST} HTTP/1.1\r\nHost: x\r\n${headers}\r\n${follow}`)).toEqual([200]);
  });

  it('a tunnel is refused in the envelope, and nothing behind it is read', async () => {
    const { statusLine, headers, code } = await sendRaw(
      api.port,
      `CONNECT 127.0.0.1:5432 HTTP/1.1\r\nHost: x\r\n\r\n${SMUGGLED}`,
    );
    expect([statusLine, code]).toEqual(['HTTP/1.1 405 Method Not Allowed', 40501]);
    expect([headers['connection'], headers['allow']]).toEqual(['close', 'GET, HEAD, POST, OPTIONS']);
    await api.expectHot();
  });

  it('a tunnel that is asked for behind a request under way ends the connection', async () => {
    const connection = await sendUntilOver(
      api.port,
      `GET /v1/coverage HTTP/1.1\r\nHost: x\r\n\r\nCONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n`,
    );
    expect(connection.statuses()).toEqual([]);
    await waitFor(async () => (await api.metric('work_running{work="heavy"}')) === 0);
    await api.expectHot();
  });

  it('a tunnel whose client breaks off after the answer harms nobody', async () => {
    const connection = await openRaw(api.port, { halfOpen: true });
    connection.socket.write('CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n');
    await waitFor(() => connection.statuses().length === 1);
    connection.socket.resetAndDestroy();
    await api.expectHot();
    expect(await waitFor(async () => (await api.metric('connections_open')) === 1)).toBe(true);
  });
});

describe('targets', () => {
  it.each([
    ['with scheme and host', `http://example.org${ALL_LATEST}`, 200],
    ['with a scheme that is not HTTP', `gopher://example.org${ALL_LATEST}`, 200],
    ['with scheme and host alone', 'http://example.org', 200],
    ['with two slashes at the start', `//example.org${ALL_LATEST}`, 404],
    ['that climbs', '/v1/kamino/lend/reserves/../../../../etc/passwd', 404],
    ['that climbs in disguise', '/docs/assets/%2e%2e%2f%2e%2e%2fpackage.json', 404],
    ['with a zero byte in disguise', '/docs/assets/%00', 404],
    ['with half an escape', '/v1/kamino/lend/reserves/%e0%a4/latest', 400],
    ['with a fragment, which is nobody’s but the client’s', `${ALL_LATEST}#x`, 200],
    ['without a path', '?x=1', 400],
    ['with bytes beyond ASCII', '/v1/\u00e9\u00e8', 400],
    ['with a backslash', '/v1\\kamino', 404],
  ])('%s', async (_what, target, status) => {
    expect(await statusesOf(`GET ${target} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`)).toEqual([status]);
  });

  it('of the whole server answers OPTIONS without an error of the service', async () => {
    const [status = 0] = await statusesOf('OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    expect(status).toBeLessThan(500);
  });
});
