import type { Duplex } from 'node:stream';
import { tlsModeOf } from './tls-mode.ts';
import { createSocketFactory, type SocketSettings, type SocketTarget } from './watched-socket.ts';

/** Options of the driver. It documents `socket`, its types do not know it. */
export interface BoundedConnection {
  readonly socket: (target: SocketTarget) => Duplex;
  readonly keep_alive: null;
  readonly ssl?: false;
}

/** Has the driver connect by sockets that let nobody wait for ever, see `createSocketFactory`. */
export function boundedConnection(url: string, settings: Omit<SocketSettings, 'tls'>): BoundedConnection {
  const tls = tlsModeOf(url);
  return {
    socket: createSocketFactory({ ...settings, tls: tls === 'direct' ? undefined : tls }),
    // Begun by the socket itself, once there is a connection to begin it on.
    keep_alive: null,
    // TLS is the socket's, unless it begins without a word.
    ...(tls === 'direct' ? {} : { ssl: false }),
  };
}
