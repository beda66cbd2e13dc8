import { connect, type Socket } from 'node:net';
import { waitFor } from '@tidemark/testing';

/** A connection that sends what it is told, HTTP or not. */
export interface RawConnection {
  readonly socket: Socket;
  /** Everything that has come so far. Nothing where the connection was told not to read. */
  readonly received: () => string;
  /** Status codes of the answers so far, in their order. */
  readonly statuses: () => number[];
  readonly isOver: () => boolean;
  /** Waits until the server has closed it. */
  readonly untilOver: () => Promise<void>;
  readonly close: () => void;
}

export interface RawConnectionOptions {
  /** Address that the connection comes from: all of 127.0.0.0/8 is this machine. */
  readonly from?: string;
  /** False: what comes stays with the kernel, until it takes no more. */
  readonly reads?: boolean;
  /** Keeps its half of the connection open when the server has ended the other. */
  readonly halfOpen?: boolean;
}

export async function openRaw(port: number, options: RawConnectionOptions = {}): Promise<RawConnection> {
  const socket = connect({
    port,
    host: '127.0.0.1',
    allowHalfOpen: options.halfOpen ?? false,
    ...(options.from === undefined ? {} : { localAddress: options.from }),
  });
  let received = '';
  let over = false;
  socket.setEncoding('latin1');
  socket.on('error', () => undefined);
  socket.on('close', () => (over = true));
  if (options.reads !== false) socket.on('data', (piece: string) => (received += piece));
  const isOver = (): boolean => over;
  await waitFor(() => over || socket.readyState === 'open');
  return {
    socket,
    received: () => received,
    statuses: () => [...received.matchAll(/HTTP\/1\.1 (\d{3}) [A-Z]/g)].map(([, status]) => Number(status)),
    isOver,
    untilOver: async () => void (await waitFor(isOver, { description: 'the server to close the connection' })),
    close: () => socket.destroy(),
  };
}

/** Sends bytes and waits for the server to close the connection. */
export async function sendUntilOver(port: number, bytes: string): Promise<RawConnection> {
  const connection = await openRaw(port);
  connection.socket.write(bytes, 'latin1');
  await connection.untilOver();
  return connection;
}
