import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** A port in front of another, which can be taken away and given back. */
export interface TcpProxy {
  readonly port: number;
  /** Ends every connection and refuses new ones. */
  readonly cut: () => Promise<void>;
  /** Accepts connections again. */
  readonly restore: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Forwards connections of a free local port to the target. */
export async function startTcpProxy(targetHost: string, targetPort: number): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
  };
  const server = createServer((client) => {
    const target = connect(targetPort, targetHost);
    track(client);
    track(target);
    client.pipe(target).pipe(client);
    client.on('close', () => target.destroy());
    target.on('close', () => client.destroy());
  });
  const listen = async (port: number): Promise<number> => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    const address = server.address();
    return typeof address === 'object' && address !== null ? address.port : port;
  };
  const port = await listen(0);
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    port,
    cut,
    restore: async () => {
      if (!server.listening) await listen(port);
    },
    close: cut,
  };
}
