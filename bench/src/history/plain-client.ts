import { connect, type Socket } from 'node:net';

const HEAD_END = '\r\n\r\n';

/**
 * GET over one connection that is kept, into memory that is used again: a client of `node:http` makes a buffer of each 64 kB, and its
 * garbage collection, on the same cores, is measured with the server. For answers with a Content-Length.
 */
export class PlainClient {
  readonly #socket: Socket;
  #received = Buffer.alloc(2 ** 21);
  #length = 0;
  #wanted = Number.POSITIVE_INFINITY;
  #done: (answer: Buffer | Error) => void = () => undefined;

  constructor({ hostname, port }: URL) {
    const onread = {
      buffer: Buffer.alloc(2 ** 16),
      callback: (count: number, buffer: Uint8Array): boolean => this.#take(buffer.subarray(0, count)),
    };
    this.#socket = connect({ host: hostname, port: Number(port), onread });
    this.#socket.once('close', () => this.#done(new Error('the connection was closed')));
  }

  /** The body, which the next call overwrites. */
  async get(url: URL, headers: Readonly<Record<string, string>>): Promise<Buffer> {
    const lines = Object.entries({ host: url.host, ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
    [this.#length, this.#wanted] = [0, Number.POSITIVE_INFINITY];
    const answer = await new Promise<Buffer | Error>((resolve) => {
      this.#done = resolve;
      this.#socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\n${lines.join('')}\r\n`);
    });
    if (answer instanceof Error) throw answer;
    return answer;
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(bytes: Uint8Array): boolean {
    if (this.#length + bytes.length > this.#received.length)
      this.#received = Buffer.concat([this.#received, Buffer.alloc(this.#received.length)]);
    this.#received.set(bytes, this.#length);
    this.#length += bytes.length;
    const headEnd = this.#received.subarray(0, this.#length).indexOf(HEAD_END) + HEAD_END.length;
    if (this.#wanted === Number.POSITIVE_INFINITY && headEnd >= HEAD_END.length) {
      const head = this.#received.toString('latin1', 0, headEnd);
      const length = /^content-length: (\d+)/im.exec(head)?.[1];
      if (!head.startsWith('HTTP/1.1 200') || length === undefined) this.#done(new Error(head));
      this.#wanted = headEnd + Number(length);
    }
    if (this.#length >= this.#wanted) this.#done(this.#received.subarray(headEnd, this.#length));
    return true;
  }
}
