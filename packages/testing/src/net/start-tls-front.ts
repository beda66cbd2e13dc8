import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { makeSelfSigned } from './make-self-signed.ts';

/** A server that speaks Postgres over TLS, in front of one that does not. */
export interface TlsFront {
  /** By which it can be verified, PEM. */
  readonly certificate: string;
  readonly url: (mode: string) => string;
  /** Answers that there is no TLS from now on. */
  refuse(): void;
  /** Swallows everything on the connections of now. */
  freeze(): void;
  /** Ends every connection in good order. */
  close(): void;
  readonly secured: () => number;
  stop(): Promise<void>;
}

export async function startTlsFront(target: string): Promise<TlsFront> {
  const { hostname, port } = new URL(target);
  const identity = makeSelfSigned();
  const sockets = new Set<Socket>();
  let refuses = false;
  let secured = 0;
  let frozen = false;
  const join = (client: Socket): void => {
    const upstream = connect(Number(port), hostname).on('error', () => client.destroy());
    sockets.add(upstream);
    client.on('data', (chunk: Buffer) => frozen || upstream.write(chunk));
    upstream.on('data', (chunk: Buffer) => frozen || client.write(chunk));
    client.on('close', () => upstream.destroy());
    upstream.on('close', () => client.destroy());
  };
  const server = createServer((client) => {
    sockets.add(client);
    client.on('error', () => client.destroy());
    client.once('data', () => {
      client.write(refuses ? 'N' : 'S');
      if (refuses) return join(client);
      secured += 1;
      return join(new TLSSocket(client, { isServer: true, ...identity }).on('error', () => client.destroy()));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  return {
    certificate: identity.cert,
    url: (mode) => {
      const url = new URL(target);
      url.hostname = '127.0.0.1';
      url.port = String(typeof address === 'object' ? address?.port : 0);
      url.search = `?sslmode=${mode}`;
      return url.href;
    },
    refuse: () => {
      refuses = true;
    },
    freeze: () => {
      frozen = true;
    },
    close: () => {
      for (const socket of sockets) socket.destroy();
    },
    secured: () => secured,
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
