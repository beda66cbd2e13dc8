import createFetchClient from 'openapi-fetch';
import type { Client } from 'openapi-fetch';
import type { paths } from './openapi.ts';
import { sendWithRetries } from './send-with-retries.ts';
import { type StreamEvent, type StreamOptions, streamReserves } from './stream-reserves.ts';
import { TidemarkError } from './tidemark-error.ts';

export interface ClientOptions {
  /** Address of the service, for instance `http://127.0.0.1:3000`. */
  readonly baseUrl: string;
  /** Without one, or with an empty one, only what is public can be read. */
  readonly apiKey?: string | undefined;
  /** In place of the platform's own. */
  readonly fetch?: typeof fetch;
  /** Milliseconds that one attempt may take; 30,000 when left out. Streams have none. */
  readonly timeoutMs?: number;
  /** How often a request is sent again after 429 or 503, once Retry-After is over; 3 when left out, 0 for never. */
  readonly retries?: number;
}

/**
 * Every endpoint of the service with the types of its OpenAPI document. A refusal is a TidemarkError, never a value. Answers
 * are JSON; those asked for with `format` csv or ndjson need `parseAs: 'text'`, or `'stream'` where they are long.
 */
export interface TidemarkClient extends Pick<Client<paths, 'application/json'>, 'GET' | 'POST'> {
  /** Reserves as they are committed, across lost connections. Needs a key. */
  stream(options?: StreamOptions): AsyncGenerator<StreamEvent>;
}

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 3;

/** Makes a client. It opens no connection by itself. */
export function createTidemarkClient(options: ClientOptions): TidemarkClient {
  const { baseUrl, apiKey, timeoutMs = DEFAULT_TIMEOUT_MS, retries = DEFAULT_RETRIES } = options;
  const send = options.fetch ?? fetch;
  const headers: Record<string, string> = apiKey === undefined || apiKey === '' ? {} : { 'X-SERVICE-API-KEY': apiKey };
  const client = createFetchClient<paths, 'application/json'>({
    baseUrl,
    headers,
    fetch: (request) => sendWithRetries(request, { send, timeoutMs, retries }),
  });
  client.use({
    async onResponse({ response }) {
      if (response.ok || response.status === 304) return;
      throw new TidemarkError(response, await response.json().catch(() => null));
    },
  });
  return {
    GET: client.GET,
    POST: client.POST,
    stream: (streamOptions = {}) => streamReserves({ baseUrl, headers, fetch: send }, streamOptions),
  };
}

/** One page of an answer. */
export interface Page<Row> {
  readonly data: readonly Row[];
  readonly meta: { readonly next_cursor: string | null };
}

/** Where a page begins: to be spread into the query. Empty for the first one. */
export interface PageStart {
  readonly cursor?: string;
}

/**
 * All rows of an answer that comes in pages. `load` asks for the page that begins at `start`:
 * `rows((start) => client.GET(path, { params: { …, query: { …, ...start } } }))`.
 */
export async function* rows<Row>(
  load: (start: PageStart) => Promise<{ readonly data?: Page<Row> | undefined }>,
): AsyncGenerator<Row> {
  let start: PageStart | null = {};
  while (start !== null) {
    const { data }: { readonly data?: Page<Row> | undefined } = await load(start);
    if (data === undefined) return;
    yield* data.data;
    const cursor: string | null = data.meta.next_cursor;
    start = cursor === null ? null : { cursor };
  }
}
