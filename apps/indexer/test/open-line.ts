import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** The way to a database, for a host that can be lost on it. */
export interface Line {
  readonly url: string;
  /** From now on nothing gets through, and no end is told: the database keeps its side of every connection. */
  readonly loseHost: () => void;
  /** Ends what is left. Safe to call twice. */
  readonly close: () => Promise<void>;
}

/** Forwards connections of a free port to the database. */
export async function openLine(databaseUrl: string): Promise<Line> {
  const target = new URL(databaseUrl);
  const sockets = new Set<Socket>();
  let isLost = false;
  const keep = (socket: Socket): Socket => {
    sockets.add(socket);
    return socket.on('error', () => socket.destroy());
  };
  const server = createServer((client) => {
    const upstream = connect(Number(target.port === '' ? 5_432 : target.port), target.hostname);
    for (const [from, to] of [
      [keep(client), keep(upstream)],
      [upstream, client],
    ] as const) {
      from.on('data', (bytes) => (isLost ? undefined : to.write(bytes)));
      from.on('close', () => (isLost ? undefined : to.destroy()));
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const url = new URL(databaseUrl);
  url.hostname = '127.0.0.1';
  url.port = String(typeof address === 'object' && address !== null ? address.port : 0);
  return {
    url: url.href,
    loseHost: () => {
      isLost = true;
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
