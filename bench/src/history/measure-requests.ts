import { percentile } from '../lib/statistics.ts';
import { PlainClient } from './plain-client.ts';

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
  const ms: number[] = [];
  let next = 0;
  let last: Buffer = Buffer.alloc(0);
  const ask = ({ url, headers = {} }: ReturnType<RequestOf>, client: PlainClient) => client.get(new URL(url), headers);
  const work = async (): Promise<void> => {
    const client = new PlainClient(new URL(requestOf(0).url));
    if (next === 0) await ask(requestOf(0), client);
    while (next < count) {
      const startedAt = performance.now();
      last = await ask(requestOf(next++), client);
      ms.push(performance.now() - startedAt);
    }
    client.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
  const at = (share: number) => percentile(ms, share);
  return { p50: at(0.5), p95: at(0.95), p99: at(0.99), bytes: last.length, last: last.toString('utf8') };
}
