import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';

/** A port in front of another, whose network the test can take away. */
export interface TcpProxy {
  readonly port: number;
  /** Puts the proxy in the place of the host and port of a URL. */
  readonly urlFor: (target: string) => string;
  /** Ends every connection and refuses new ones. */
  readonly cut: () => Promise<void>;
  /** Accepts connections again. */
  readonly restore: () => Promise<void>;
  /**
   * Swallows whatever is sent, both ways, and keeps every connection open, new ones too: what a peer meets whose machine has
   * gone without a word. What was swallowed does not come back.
   */
  readonly freeze: () => void;
  /** Swallows what the target answers on the connections that are open, and forwards what it is sent. */
  readonly muffle: () => void;
  /** Forwards again, on connections made from now on. The old ones stay dead. */
  readonly thaw: () => void;
  /** Connections that are open on the side of the clients. */
  readonly connections: () => number;
  readonly close: () => Promise<void>;
}

/** Forwards connections of a free local port to the target. */
export async function startTcpProxy(targetHost: string, targetPort: number): Promise<TcpProxy> {
  const clients = new Set<Socket>();
  let frozen = false;
  const server = createServer((client) => {
    clients.add(client);
    client.on('close', () => clients.delete(client));
    // One that was made in the frozen time is never forwarded, as one that was frozen is not.
    if (frozen) swallow(client);
    else forward(client, connect(targetPort, targetHost));
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  };
  const port = await listen(0);
  const cut = async (): Promise<void> => {
    await closeServer(server, clients);
  };
  return {
    port,
    urlFor: (target) => {
      const url = new URL(target);
      url.hostname = '127.0.0.1';
      url.port = String(port);
      return url.href;
    },
    cut,
    restore: async () => {
      if (!server.listening) await listen(port);
    },
    freeze: () => {
      frozen = true;
      for (const client of clients) client.emit('freeze');
    },
    muffle: () => {
      for (const client of clients) client.emit('muffle');
    },
    thaw: () => {
      frozen = false;
    },
    connections: () => clients.size,
    close: cut,
  };
}

function forward(client: Socket, target: Socket): void {
  client.pipe(target).pipe(client);
  client.on('error', () => client.destroy());
  target.on('error', () => target.destroy());
  client.on('close', () => target.destroy());
  const hangUp = (): void => void client.destroy();
  target.on('close', hangUp);
  client.once('muffle', () => {
    target.unpipe(client);
    target.resume();
  });
  client.once('freeze', () => {
    // The end of the other side is not forwarded either.
    target.off('close', hangUp);
    target.unpipe(client);
    client.unpipe(target);
    target.destroy();
    swallow(client);
  });
}

function swallow(client: Socket): void {
  client.on('error', () => client.destroy());
  client.resume();
}

async function closeServer(server: Server, clients: ReadonlySet<Socket>): Promise<void> {
  if (!server.listening) return;
  const closed = once(server, 'close');
  server.close();
  for (const client of clients) client.destroy();
  await closed;
}
