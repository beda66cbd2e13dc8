import { once } from 'node:events';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { choosePort } from './choose-port.ts';

/** What a link has seen so far. */
export interface LinkCounts {
  /** Connections that were let in. */
  readonly connections: number;
  /** Connections that were refused at the other end. */
  readonly turnedAway: number;
  /** Pieces that clients sent, about one for each request. */
  readonly requests: number;
  /** Of these, pieces that were never received. */
  readonly swallowed: number;
}

interface Pair {
  readonly client: Socket;
  readonly upstream: Socket | null;
  isSilent: boolean;
}

const HOST = '127.0.0.1';

/** Opens a link to a port of this machine. */
export async function startLink(target: number): Promise<Link> {
  const link = new Link(await choosePort(), target);
  await link.open();
  return link;
}

/** The way from the pipeline to one server: forwards bytes both ways, until it is stopped. */
export class Link {
  readonly port: number;
  readonly #pairs = new Set<Pair>();
  readonly #counts = { connections: 0, turnedAway: 0, requests: 0, swallowed: 0 };
  #target: number;
  #isSilent = false;
  #server: Server | null = null;

  /** Shut at first. */
  constructor(port: number, target: number) {
    this.port = port;
    this.#target = target;
  }

  counts(): LinkCounts {
    return { ...this.#counts };
  }

  /** Connections that stand at this moment. */
  standing(): number {
    return this.#pairs.size;
  }

  /** New connections go elsewhere. */
  retarget(port: number): void {
    this.#target = port;
  }

  async open(): Promise<void> {
    if (this.#server !== null) return;
    const server = createServer({ allowHalfOpen: true, noDelay: true }, (client) => this.#accept(client));
    this.#server = server;
    server.listen(this.port, HOST);
    await once(server, 'listening');
  }

  /** New connections are refused, as by a machine on which nothing listens. */
  shut(): void {
    this.#server?.close();
    this.#server = null;
  }

  /**
   * Half-open from now on: what stands stays established, and nothing passes any more in either direction, neither bytes
   * nor the end of the other side. With `all` new connections are accepted and fare no better. Returns how many stood.
   */
  silence(what: 'standing' | 'all'): number {
    this.#isSilent = what === 'all';
    for (const pair of this.#pairs) pair.isSilent = true;
    return this.#pairs.size;
  }

  /** New connections are served again; those that were silenced stay so. */
  serve(): void {
    this.#isSilent = false;
  }

  /** The silenced connections die at last, with a reset to both sides. */
  bury(): void {
    for (const pair of [...this.#pairs].filter((each) => each.isSilent)) reset(pair);
  }

  async stop(): Promise<void> {
    this.shut();
    for (const pair of this.#pairs) reset(pair);
  }

  #accept(client: Socket): void {
    const counts = this.#counts;
    counts.connections += 1;
    const isSilent = this.#isSilent;
    const upstream = isSilent ? null : connect({ host: HOST, port: this.#target, noDelay: true, allowHalfOpen: true });
    const pair: Pair = { client, upstream, isSilent };
    this.#pairs.add(pair);
    const forget = (): void => {
      if (client.closed && (upstream === null || upstream.closed)) this.#pairs.delete(pair);
    };
    client.on('data', () => {
      counts.requests += 1;
      if (pair.isSilent) counts.swallowed += 1;
    });
    client.on('close', forget);
    // What went wrong shows in the close that follows.
    client.on('error', () => undefined);
    if (upstream === null) return;
    upstream.on('close', forget);
    upstream.on('error', () => {
      if (upstream.connecting || upstream.bytesRead === 0) counts.turnedAway += 1;
    });
    forward(pair, client, upstream);
    forward(pair, upstream, client);
  }
}

/** Bytes and the end of one side go to the other one, unless the pair has fallen silent. */
function forward(pair: Pair, from: Socket, to: Socket): void {
  from.on('data', (chunk: Buffer) => {
    if (!pair.isSilent && !to.destroyed && !to.write(chunk)) from.pause();
  });
  to.on('drain', () => from.resume());
  from.on('end', () => {
    if (!pair.isSilent) to.end();
  });
  from.on('close', (hadError) => {
    if (pair.isSilent) return;
    if (hadError) to.resetAndDestroy();
    else to.end();
  });
}

function reset({ client, upstream }: Pair): void {
  client.resetAndDestroy();
  upstream?.resetAndDestroy();
}
