import { Socket } from 'node:net';

/** The part of the driver's options that tells where to connect. */
export interface SocketTarget {
  readonly host: readonly string[];
  readonly port: readonly number[];
  /** Unix socket; takes the place of host and port. */
  readonly path?: string | false | undefined;
}

/** `ReadyForQuery` without its last byte, the transaction state: the server ends every answer with this. */
const READY_FOR_QUERY = Buffer.from([0x5a, 0, 0, 0, 5]);

/**
 * Sockets for the driver that let nobody wait for ever. They repair three things:
 *
 * A server that is frozen, or a network that swallows packets, leaves the caller waiting for as long as the kernel goes on
 * trying, about a quarter of an hour. These sockets end when an answer is due for `responseTimeoutMs`. The statement
 * timeouts, which the server keeps, are for everything else. Over TLS the bytes do not pass here, and the kernel decides.
 *
 * When a connection closes within a transaction, the driver (3.4.9) rejects the statement after it has forgotten the socket;
 * the `ROLLBACK` that follows is then written to null, which ends the process. When a connection is reset, the driver
 * rejects the statement at the error and leaves what is sent between error and close, by whoever tries again at once,
 * without an answer. So an established socket always ends in the same way: first an error, at which the running statements
 * are rejected, then a close that is not marked as one with an error, at which the driver rejects all the others.
 */
export function createSocketFactory(responseTimeoutMs: number): (target: SocketTarget) => Socket {
  let attempts = 0;
  return (target) => {
    const socket = new DatabaseSocket();
    if (typeof target.path === 'string') socket.connect(target.path);
    else connectTcp(socket, target, attempts++);
    // After `connect`, which puts the original `write` back.
    watch(socket, responseTimeoutMs);
    return socket;
  };
}

/* oxlint-disable no-underscore-dangle -- `_destroy` is Node's name for the method that a stream may replace */
class DatabaseSocket extends Socket {
  isEstablished = false;

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    if (!this.isEstablished) {
      super._destroy(error, callback);
      return;
    }
    if (this.listenerCount('error') > 0) this.emit('error', error ?? connectionError('CONNECTION_CLOSED'));
    super._destroy(null, callback);
  }
}
/* oxlint-enable no-underscore-dangle */

function connectionError(code: 'CONNECTION_CLOSED' | 'RESPONSE_TIMEOUT'): Error {
  const message = code === 'CONNECTION_CLOSED' ? 'the database closed the connection' : 'the database does not answer';
  return Object.assign(new Error(message), { code });
}

/** Connects to the hosts in turn. What the driver writes before the connection stands is kept and sent then. */
function connectTcp(socket: Socket, target: SocketTarget, attempt: number): void {
  const index = attempt % target.host.length;
  const host = target.host[index] ?? 'localhost';
  const port = target.port[index] ?? 5432;
  socket.connect(port, host);
  // The driver reads these two, for TLS and for its error messages.
  Object.assign(socket, { host, port });
}

function watch(socket: DatabaseSocket, responseTimeoutMs: number): void {
  let timer: NodeJS.Timeout | undefined;
  const startWaiting = () => {
    clearTimeout(timer);
    timer = setTimeout(() => socket.destroy(connectionError('RESPONSE_TIMEOUT')), responseTimeoutMs);
    timer.unref();
  };
  const stopWaiting = () => {
    clearTimeout(timer);
    timer = undefined;
  };

  const write: (...args: Parameters<Socket['write']>) => boolean = socket.write.bind(socket);
  Object.assign(socket, {
    write: (...args: Parameters<Socket['write']>) => {
      startWaiting();
      return write(...args);
    },
  });
  socket.prependListener('data', (chunk: Buffer) => {
    if (endsReady(chunk)) {
      socket.isEstablished = true;
      stopWaiting();
    } else if (isTlsAnswer(chunk)) stopWaiting();
    // A notification is no answer: an idle connection may receive one at any time.
    else if (timer !== undefined) startWaiting();
  });
  socket.prependListener('close', stopWaiting);
}

function endsReady(chunk: Buffer): boolean {
  return chunk.length > 5 && chunk.subarray(-6, -1).equals(READY_FOR_QUERY);
}

/** One byte, yes or no to TLS; afterwards the connection is no longer seen here. */
function isTlsAnswer(chunk: Buffer): boolean {
  return chunk.length === 1;
}
