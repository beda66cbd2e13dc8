import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface SlowReaderOptions {
  readonly timeoutMs: number;
  readonly onCut: () => void;
}

/** How far a connection had come when it was looked at. */
interface Progress {
  readonly taken: number;
  readonly sinceMs: number;
}

/** Looks within the time that a client has. */
const LOOKS = 6;

/**
 * Cuts clients off that do not take what is sent to them. Node's own timeout begins anew with every byte that is taken, so
 * one that takes a few at a time could hold an answer in memory for hours. Here it has the time for each piece that is
 * handed to the kernel.
 */
export function watchSlowReaders(server: Server, sockets: ReadonlySet<Socket>, options: SlowReaderOptions): void {
  const progress = new WeakMap<Socket, Progress>();
  const look = (): void => {
    const nowMs = performance.now();
    for (const socket of sockets) {
      const taken = socket.bytesWritten - socket.writableLength;
      const before = progress.get(socket);
      if (socket.writableLength === 0) progress.delete(socket);
      else if (before?.taken !== taken) progress.set(socket, { taken, sinceMs: nowMs });
      else if (nowMs - before.sinceMs >= options.timeoutMs) {
        options.onCut();
        socket.destroy();
      }
    }
  };
  const timer = setInterval(look, Math.ceil(options.timeoutMs / LOOKS));
  timer.unref();
  server.once('close', () => clearInterval(timer));
}
