import { Agent, type IncomingMessage, request } from 'node:http';
import { percentile } from '../lib/statistics.ts';

/** A request of a kind; `index` counts them, so that not every one asks for the same. */
export type RequestOf = (index: number) => { readonly url: string; readonly headers?: Record<string, string> };

export interface Latencies {
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Bytes of the last answer. */
  readonly bytes: number;
  readonly last: string;
}

/** Sends requests over keep-alive connections, one after the other on each, and reads whole answers. */
export async function measureRequests(
  requestOf: RequestOf,
  { count, connections }: { readonly count: number; readonly connections: number },
): Promise<Latencies> {
  const agent = new Agent({ keepAlive: true, maxSockets: connections });
  const ms: number[] = [];
  let next = 0;
  let last: Buffer = Buffer.alloc(0);
  const work = async (): Promise<void> => {
    while (next < count) {
      const { url, headers = {} } = requestOf(next);
      next += 1;
      const startedAt = performance.now();
      last = await get(url, headers, agent);
      ms.push(performance.now() - startedAt);
    }
  };
  await get(requestOf(0).url, requestOf(0).headers ?? {}, agent);
  await Promise.all(Array.from({ length: connections }, work));
  agent.destroy();
  const at = (share: number) => percentile(ms, share);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), bytes: last.length, last: last.toString('utf8') };
}

async function get(url: string, headers: Record<string, string>, agent: Agent): Promise<Buffer> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { agent, headers }).once('response', resolve).once('error', reject).end();
  });
  const pieces: Buffer[] = [];
  for await (const piece of response) pieces.push(piece);
  const body = Buffer.concat(pieces);
  if (response.statusCode !== 200)
    throw new Error(`${url} answered ${response.statusCode}: ${body.toString('utf8', 0, 300)}`);
  return body;
}
