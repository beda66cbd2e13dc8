import { createServer } from 'node:net';
import { errorCode } from '@tidemark/runtime';

/** How many ports after the preferred one are tried before any free port is taken. */
const NEIGHBOURS = 20;

/** What a server that wanted the port would meet now. */
export type PortState = 'free' | 'in use' | 'not permitted' | 'no such address';

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
  const { port } = await tryListen(0, host);
  if (port === null) throw new Error(`No free TCP port on ${host}`);
  return port;
}

/** Whether a server could listen on the port now. For `0.0.0.0` and `::` this means: on every address. */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await checkPort(port, host)) === 'free';
}

/** Why a server could not listen on the port, or that it could. */
export async function checkPort(port: number, host = '127.0.0.1'): Promise<PortState> {
  return (await tryListen(port, host)).state;
}

function tryListen(port: number, host: string): Promise<{ state: PortState; port: number | null }> {
  return new Promise((resolve) => {
    const server = createServer();
    server.unref();
    server.once('error', (error) => resolve({ state: stateOf(error), port: null }));
    server.listen({ port, host, exclusive: true }, () => {
      const address = server.address();
      const bound = typeof address === 'object' && address !== null ? address.port : null;
      server.close(() => resolve({ state: 'free', port: bound }));
    });
  });
}

function stateOf(error: Error): PortState {
  const code = errorCode(error);
  if (code === 'EACCES' || code === 'EPERM') return 'not permitted';
  return code === 'EADDRINUSE' ? 'in use' : 'no such address';
}
