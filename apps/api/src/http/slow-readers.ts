import type { Server } from 'node:http';
import type { Socket } from 'node:net';

export interface SlowReaderRules {
  /** The time over which the rate is measured: no client is cut sooner. */
  readonly sendTimeoutMs: number;
  /** What a client must take of an answer that waits for it. */
  readonly minBytesPerSecond: number;
}

/** What a connection had taken when it began to be measured. */
interface Measurement {
  readonly takenBytes: number;
  readonly sinceCheck: number;
}

/** Checks within the time of a measurement. Time in which this process itself stood still counts as one. */
const CHECKS = 6;

/**
 * Finds clients that take their answers more slowly than they must. Node's own timeout begins anew with every byte that is taken,
 * so one that takes a few at a time could hold an answer in memory for hours. A client that has taken everything begins anew.
 */
export function watchSlowReaders<Connection extends { readonly socket: Socket }>(
  server: Server,
  connections: Iterable<Connection>,
  { sendTimeoutMs, minBytesPerSecond, onSlow }: SlowReaderRules & { readonly onSlow: (connection: Connection) => void },
): void {
  const leastBytes = (minBytesPerSecond * sendTimeoutMs) / 1000;
  const measured = new WeakMap<Socket, Measurement>();
  let checks = 0;
  const check = (): void => {
    checks += 1;
    for (const connection of connections) {
      const { socket } = connection;
      if (socket.writableLength === 0) {
        measured.delete(socket);
        continue;
      }
      const before = measured.get(socket);
      if (before !== undefined && checks - before.sinceCheck < CHECKS) continue;
      const takenBytes = takenBytesOf(socket);
      if (before !== undefined && takenBytes - before.takenBytes < leastBytes) {
        onSlow(connection);
      } else measured.set(socket, { takenBytes, sinceCheck: checks });
    }
  };
  const timer = setInterval(check, Math.ceil(sendTimeoutMs / CHECKS));
  timer.unref();
  server.once('close', () => clearInterval(timer));
}

/**
 * What was handed to the kernel. A large answer is one write, of which Node tells nothing in public between its first byte and
 * its last; what is left of it stands in the handle, over TLS in that of the connection below. Without these fields only whole writes
 * count.
 */
function takenBytesOf(socket: Socket): number {
  const handle = fieldOf(socket, '_handle');
  const lowest = fieldOf(handle, '_parent') ?? handle;
  const [written, left] = [fieldOf(lowest, 'bytesWritten'), fieldOf(lowest, 'writeQueueSize')];
  if (typeof written === 'number' && typeof left === 'number') return written - left;
  return socket.bytesWritten - socket.writableLength;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}
