import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { errorCode } from '@tidemark/runtime';

const ATTEMPTS_FOR_A_PAIR = 50;
const LAST_PORT = 65_535;

/** Thrown where a port cannot be had; the message is fit for the user. */
export class PortError extends Error {
  override readonly name = 'PortError';
}

/** The two servers of a node: WebSocket clients connect to the port after the RPC port. */
export interface ServerPair {
  readonly http: Server;
  readonly socket: Server;
}

/**
 * Listens on `port` and the port after it; 0 finds any two free ones. Returns the first. Throws `PortError` where a
 * port is taken or may not be used.
 */
export async function listenPair(servers: ServerPair, port: number, host: string): Promise<number> {
  for (let attempt = 1; ; attempt += 1) {
    await listen(servers.http, port, host);
    const actual = portOf(servers.http);
    try {
      await listen(servers.socket, actual + 1, host);
      return actual;
    } catch (error) {
      await closeServer(servers.http);
      if (port !== 0 || attempt === ATTEMPTS_FOR_A_PAIR) throw error;
    }
  }
}

/** Stops a server and cuts the connections that are open. */
export function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}

async function listen(server: Server, port: number, host: string): Promise<void> {
  if (port > LAST_PORT) throw new PortError(`port ${port} does not exist; the WebSocket port is the RPC port plus one`);
  await new Promise<void>((resolve, reject) => {
    const onError = (error: Error): void => {
      const reason = errorCode(error) === 'EADDRINUSE' ? 'is taken' : `cannot be used: ${error.message}`;
      reject(new PortError(`port ${port} on ${host} ${reason}`));
    };
    server.once('error', onError);
    server.listen({ port, host }, () => {
      server.off('error', onError);
      resolve();
    });
  });
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
