import { waitFor } from '@tidemark/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { createAnswerPolicy } from '../../src/http/policy.ts';
import { type ApiServer, createApiServer } from '../../src/http/server.ts';
import { makeSelfSigned } from '../support/self-signed.ts';
import { openRaw, type RawConnection } from './raw-connection.ts';

let server: ApiServer | undefined;
const connections: RawConnection[] = [];
afterEach(async () => {
  for (const { close } of connections.splice(0)) close();
  await server?.close(0);
  server = undefined;
});

const identity = makeSelfSigned();

async function startTls(): Promise<{ running: ApiServer; port: number }> {
  server = createApiServer({
    listener: (_request, response) => void response.end('answer'),
    policy: createAnswerPolicy({ corsOrigins: '*' }),
    tls: { cert: Buffer.from(identity.cert), key: Buffer.from(identity.key) },
  });
  return { running: server, port: await server.listen(0, '127.0.0.1') };
}

/** A client that keeps its half when the server has ended the other. */
async function openHalf(port: number): Promise<RawConnection> {
  const connection = await openRaw(port, { halfOpen: true });
  connections.push(connection);
  return connection;
}

const countOpen = ({ server: own }: ApiServer): Promise<number> =>
  new Promise((resolve, reject) => own.getConnections((error, count) => (error ? reject(error) : resolve(count))));

describe('a TLS handshake', () => {
  it('that never begins is given up', async () => {
    const { running, port } = await startTls();
    const silent = await openHalf(port);
    await waitFor(async () => (await countOpen(running)) === 1);
    await waitFor(async () => (await countOpen(running)) === 0);
    expect(silent.received()).toBe('');
  });

  it('that is none ends its connection, also that of a client that keeps its half', async () => {
    const { running, port } = await startTls();
    const plain = await openHalf(port);
    plain.socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    await waitFor(() => plain.socket.readableEnded || plain.isOver());
    await waitFor(async () => (await countOpen(running)) === 0);
    expect(plain.statuses()).toEqual([]);
  });

  it('that is under way does not keep a server from its end', async () => {
    const { running, port } = await startTls();
    await openHalf(port);
    await waitFor(async () => (await countOpen(running)) === 1);
    await running.close(20);
    expect(running.server.listening).toBe(false);
  });
});
