import { existsSync, readFileSync } from 'node:fs';
import { connect } from 'node:net';
import { connect as connectSecurely } from 'node:tls';
import { makeSelfSigned, waitFor } from '@tidemark/testing';
import { afterEach, expect, it, onTestFinished } from 'vitest';
import { createAnswerPolicy } from '../../src/http/policy.ts';
import { type ApiServer, createApiServer } from '../../src/http/server.ts';

/** More than the kernel takes for two sockets. */
const ANSWER = Buffer.alloc(64 * 1024 * 1024, 'x');

let server: ApiServer | undefined;
afterEach(async () => {
  await server?.close(0);
  server = undefined;
});

/** What Linux knows of all connections. */
const KERNEL_TABLE = '/proc/net/tcp';

/** Whether the kernel keeps the server's half of a connection from this port. */
function isKept(serverPort: number, clientPort: number): boolean {
  const hex = (port: number): string => port.toString(16).toUpperCase().padStart(4, '0');
  const lines = readFileSync(KERNEL_TABLE, 'utf8').split('\n');
  return lines.some((line) => new RegExp(`^ *\\d+: \\w+:${hex(serverPort)} \\w+:${hex(clientPort)} `).test(line));
}

it.skipIf(!existsSync(KERNEL_TABLE)).each([
  ['over plain HTTP', undefined],
  ['over TLS', makeSelfSigned()],
])('nothing is kept for a client that takes nothing of its answer, by the kernel either: %s', async (_how, tls) => {
  const cuts: string[] = [];
  server = createApiServer({
    listener: (_request, response) => void response.end(ANSWER),
    policy: createAnswerPolicy({ corsOrigins: '*' }),
    connections: { sendTimeoutMs: 600 },
    events: { cut: (reason) => cuts.push(reason), watch: () => undefined },
    ...(tls === undefined ? {} : { tls: { cert: Buffer.from(tls.cert), key: Buffer.from(tls.key) } }),
  });
  const port = await server.listen(0, '127.0.0.1');
  const socket =
    tls === undefined
      ? connect({ port, host: '127.0.0.1' })
      : connectSecurely({ port, host: '127.0.0.1', rejectUnauthorized: false });
  onTestFinished(() => void socket.destroy());
  socket.on('error', () => undefined);
  // Nothing reads it.
  socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
  await waitFor(() => socket.localPort !== undefined && isKept(port, socket.localPort));
  await waitFor(() => cuts.length > 0);
  expect(cuts).toEqual(['slow_reader']);
  await waitFor(() => !isKept(port, socket.localPort ?? 0), {
    description: 'the kernel to let go of the connection',
  });
});
