import { isIP, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import type { TlsMode } from './tls-mode.ts';

/** Asks a Postgres server for TLS; its answer is one byte, S or N. */
const SSL_REQUEST = Buffer.from([0, 0, 0, 8, 0x04, 0xd2, 0x16, 0x2f]);
const YES = 'S'.charCodeAt(0);

/**
 * A connection to Postgres over TLS that looks like one without: what is written before it stands is kept. The driver's own
 * TLS takes the bytes past everybody who watches for silence.
 */
export class SecureSocket extends Duplex {
  readonly #raw: Socket;
  #wire: Socket | undefined;
  #open: (() => void) | undefined;

  constructor(raw: Socket, host: string, mode: TlsMode) {
    // `close` is told here, with the word whether it came of an error: the driver waits longer after those.
    super({ emitClose: false, allowHalfOpen: false });
    this.#raw = raw;
    raw.on('error', (error) => this.destroy(error));
    raw.on('close', () => this.destroy());
    raw.once('connect', () => raw.write(SSL_REQUEST));
    raw.once('data', (answer: Buffer) => {
      // More than a byte would be said before anything is secret: somebody else's words.
      if (answer.length === 1 && answer[0] === YES) this.#secure(host, mode);
      else if (answer.length === 1 && mode.isOptional) this.#use(raw);
      else this.destroy(Object.assign(new Error('the database offers no TLS'), { code: 'TLS_REFUSED' }));
    });
  }

  /** As of a socket: the driver asks before it says goodbye. */
  get readyState(): 'opening' | 'open' | 'closed' {
    if (this.destroyed) return 'closed';
    return this.#wire === undefined ? 'opening' : 'open';
  }

  setKeepAlive(isOn: boolean, afterMs: number): this {
    this.#raw.setKeepAlive(isOn, afterMs);
    return this;
  }

  #secure(host: string, { options }: TlsMode): void {
    const name = isIP(host) === 0 ? { servername: host } : {};
    const secured = connectTls({ ...options, ...name, host, socket: this.#raw }, () => this.#use(secured));
    secured.on('error', (error) => this.destroy(error));
    secured.on('close', () => this.destroy());
  }

  #use(wire: Socket): void {
    this.#wire = wire;
    wire.on('data', (chunk) => {
      if (!this.push(chunk)) wire.pause();
    });
    this.#open?.();
    this.#open = undefined;
  }

  /* oxlint-disable no-underscore-dangle -- Node's names for the methods that a stream must have */
  override _read(): void {
    this.#wire?.resume();
  }

  override _write(chunk: Buffer, _encoding: BufferEncoding, written: (error?: Error | null) => void): void {
    const wire = this.#wire;
    if (wire === undefined) this.#open = () => this._write(chunk, _encoding, written);
    else wire.write(chunk, written);
  }

  override _final(ended: () => void): void {
    if (this.#wire === undefined) ended();
    else this.#wire.end(ended);
  }

  override _destroy(error: Error | null, destroyed: (error?: Error | null) => void): void {
    this.#wire?.destroy();
    this.#raw.destroy();
    destroyed(error);
    process.nextTick(() => this.emit('close', error !== null));
  }
  /* oxlint-enable no-underscore-dangle */
}
