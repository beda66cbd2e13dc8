import { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { createOwedAnswers } from './owed-answers.ts';
import { SecureSocket } from './secure-socket.ts';
import type { TlsMode } from './tls-mode.ts';

/** The part of the driver's options that tells where to connect, and what for. */
export interface SocketTarget {
  readonly host: readonly string[];
  readonly port: readonly number[];
  /** Unix socket; takes the place of host and port. */
  readonly path?: string | false | undefined;
  /** What to do with notifications: the driver has it on the connection on which it listens, and on no other. */
  readonly onnotify?: unknown;
}

export interface SocketSettings {
  /** Give up on a server that owes an answer and is silent. */
  readonly responseTimeoutMs: number;
  /** Listen anew, on another connection, where no notification came for this time. */
  readonly listenSilenceMs: number;
  readonly tls: TlsMode | undefined;
}

/** A connection on which nothing is owed is asked after this time whether the other side is still there. */
const KEEP_ALIVE_AFTER_MS = 15_000;

/**
 * Sockets for the driver that let nobody wait for ever. They repair four things:
 *
 * A server that is frozen, or a network that swallows packets, leaves the caller waiting for as long as the kernel goes on
 * trying, about a quarter of an hour. These sockets end when an answer is due for `responseTimeoutMs`. The statement
 * timeouts, which the server keeps, are for everything else. The idle connections of the same pool end with them.
 *
 * Who listens is owed nothing, so that a connection which is dead and does not look it is never missed. It ends after
 * `listenSilenceMs`, and the driver listens on a new one.
 *
 * When a connection closes within a transaction, the driver (3.4.9) rejects the statement after it has forgotten the socket;
 * the `ROLLBACK` that follows is then written to null, which ends the process. When a connection is reset, the driver
 * rejects the statement at the error and leaves what is sent between error and close, by whoever tries again at once,
 * without an answer. So an established socket always ends in the same way: first an error, at which the running statements
 * are rejected, then a close that is not marked as one with an error, at which the driver rejects all the others.
 *
 * The driver's own TLS takes the bytes past all of this, so TLS is made here.
 */
export function createSocketFactory(settings: SocketSettings): (target: SocketTarget) => Duplex {
  let attempts = 0;
  const watched = new Set<WatchedConnection>();
  return (target) => {
    const socket = open(target, attempts++, settings.tls);
    // After `connect`, which puts the original `write` back.
    watch(socket, settings, target.onnotify !== undefined, watched);
    return socket;
  };
}

/** A connection of one pool. */
interface WatchedConnection {
  /** Ends the connection if it waits for no answer and has received nothing for this time. */
  readonly endIfSilent: (ms: number) => void;
}

/**
 * What broke one connection has usually broken those beside it. Each would cost the next statement another response timeout,
 * so those that were idle meanwhile are ended with the first; the driver opens new ones when it needs them.
 */
function endSilentOnes(watched: ReadonlySet<WatchedConnection>, responseTimeoutMs: number): void {
  for (const connection of watched) connection.endIfSilent(responseTimeoutMs / 2);
}

function open(target: SocketTarget, attempt: number, tls: TlsMode | undefined): WatchedSocket {
  if (typeof target.path === 'string') {
    const local = new DatabaseSocket();
    local.connect(target.path);
    return local;
  }
  const index = attempt % target.host.length;
  const [host, port] = [target.host[index] ?? 'localhost', target.port[index] ?? 5432];
  const socket =
    tls === undefined
      ? begin(new DatabaseSocket(), host, port)
      : new SecureDatabaseSocket(begin(new Socket(), host, port), host, tls);
  // The driver reads these two for its error messages.
  return Object.assign(socket, { host, port });
}

/** What the driver writes before the connection stands is kept and sent then. */
function begin<Connecting extends Socket>(socket: Connecting, host: string, port: number): Connecting {
  socket.connect(port, host);
  socket.once('connect', () => socket.setKeepAlive(true, KEEP_ALIVE_AFTER_MS));
  return socket;
}

type WatchedSocket = Duplex & { isEstablished: boolean };

/* oxlint-disable no-underscore-dangle -- `_destroy` is Node's name for the method that a stream may replace */
class DatabaseSocket extends Socket {
  isEstablished = false;

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    super._destroy(errorToEndWith(this, error), callback);
  }
}

class SecureDatabaseSocket extends SecureSocket {
  isEstablished = false;

  override _destroy(error: Error | null, callback: (error?: Error | null) => void): void {
    super._destroy(errorToEndWith(this, error), callback);
  }
}
/* oxlint-enable no-underscore-dangle */

/** Tells an established socket's end as an error at once, and leaves none for its close. */
function errorToEndWith(socket: WatchedSocket, error: Error | null): Error | null {
  if (!socket.isEstablished) return error;
  if (socket.listenerCount('error') > 0) socket.emit('error', error ?? connectionError('CONNECTION_CLOSED'));
  return null;
}

const MESSAGES = {
  CONNECTION_CLOSED: 'the database closed the connection',
  RESPONSE_TIMEOUT: 'the database does not answer',
  LISTEN_SILENCE: 'no notification came for long',
} as const;

function connectionError(code: keyof typeof MESSAGES): Error {
  return Object.assign(new Error(MESSAGES[code]), { code });
}

function watch(
  socket: WatchedSocket,
  settings: SocketSettings,
  listens: boolean,
  watched: Set<WatchedConnection>,
): void {
  const answer = createPatience(() => {
    endSilentOnes(watched, settings.responseTimeoutMs);
    // After they have closed: whoever tries again at once would be given one of them.
    setTimeout(() => socket.destroy(connectionError('RESPONSE_TIMEOUT')), 0);
  }, settings.responseTimeoutMs);
  const silence = createPatience(() => socket.destroy(connectionError('LISTEN_SILENCE')), settings.listenSilenceMs);
  const owed = createOwedAnswers();
  let receivedAt = performance.now();
  const connection: WatchedConnection = {
    endIfSilent(ms) {
      const isIdle = socket.isEstablished && owed.isNoneOwed();
      if (isIdle && performance.now() - receivedAt >= ms) socket.destroy(connectionError('RESPONSE_TIMEOUT'));
    },
  };
  watched.add(connection);

  const write: (...args: Parameters<Duplex['write']>) => boolean = socket.write.bind(socket);
  Object.assign(socket, {
    write: (...args: Parameters<Duplex['write']>) => {
      const [chunk]: readonly unknown[] = args;
      if (chunk instanceof Uint8Array) owed.onWritten(chunk);
      // Statements that come after it give no more time to the one whose answer is owed.
      if (!answer.isRunning()) answer.start();
      return write(...args);
    },
  });
  socket.prependListener('data', (chunk: Buffer) => {
    receivedAt = performance.now();
    if (listens) silence.start();
    owed.onReceived(chunk);
    if (owed.isNoneOwed()) {
      socket.isEstablished = true;
      answer.stop();
    } else if (answer.isRunning()) {
      // Only then: a notification is no answer, and an idle connection may receive one at any time.
      answer.start();
    }
  });
  socket.prependListener('close', () => {
    watched.delete(connection);
    answer.stop();
    silence.stop();
  });
}

/** One timer that is started again and again. It does not keep the process alive. */
function createPatience(onOver: () => void, ms: number) {
  let timer: NodeJS.Timeout | undefined;
  const stop = (): void => {
    clearTimeout(timer);
    timer = undefined;
  };
  return {
    start: (): void => {
      if (timer === undefined) timer = setTimeout(onOver, ms).unref();
      else timer.refresh();
    },
    stop,
    isRunning: (): boolean => timer !== undefined,
  };
}
