import { createServer } from 'node:net';

/** How many ports after the preferred one are tried before any free port is taken. */
const NEIGHBOURS = 20;

/**
 * A TCP port that nothing listens on at this moment: the preferred one, else one of the twenty after it, else any.
 * 0 or no preference means any. Another process may take the port before the caller does.
 */
export async function findFreePort(preferred = 0, host = '127.0.0.1'): Promise<number> {
  if (preferred > 0) {
    for (let port = preferred; port <= Math.min(preferred + NEIGHBOURS, 65_535); port += 1) {
      if (await isPortFree(port, host)) return port;
    }
  }
  return (await tryListen(0, host)) ?? Promise.reject(new Error(`No free TCP port on ${host}`));
}

/** Whether a server could listen on the port now. For `0.0.0.0` and `::` this means: on every address. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await tryListen(port, host)) !== null;
}

function tryListen(port: number, host: string): Promise<number | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.unref();
    server.once('error', () => resolve(null));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : null));
    });
  });
}
