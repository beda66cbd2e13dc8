import type { components } from './openapi.ts';
import { pause } from './send-with-retries.ts';
import { TidemarkError } from './tidemark-error.ts';

type Schemas = components['schemas'];

/** What the stream tells, by the name of the event. */
export type StreamEvent =
  | { readonly name: 'reserve'; readonly id: string; readonly data: Schemas['StreamedReserve'] }
  | { readonly name: 'heartbeat'; readonly id: string; readonly data: Schemas['StreamHeartbeat'] }
  /** The place to resume from is lost: fill the hole from the history. */
  | { readonly name: 'gap'; readonly id: null; readonly data: Schemas['StreamNotice'] };

export interface StreamOptions {
  /** Only these reserves. */
  readonly reserves?: readonly string[];
  readonly lendingMarket?: string;
  /** Id of the last event of an earlier stream. */
  readonly lastEventId?: string;
  readonly signal?: AbortSignal;
}

export interface StreamConnection {
  readonly baseUrl: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch: typeof fetch;
}

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 30_000;

/**
 * All events from now on, or after `lastEventId`. Connects again after the last event whenever the connection ends, until
 * the signal aborts, and not before a Retry-After is over. Throws TidemarkError where trying again cannot help: no key, a wrong parameter.
 */
export async function* streamReserves(
  connection: StreamConnection,
  options: StreamOptions,
): AsyncGenerator<StreamEvent> {
  let lastEventId = options.lastEventId;
  let pauseMs = FIRST_PAUSE_MS;
  const isOver = (): boolean => options.signal?.aborted === true;
  while (!isOver()) {
    let askedPauseMs = 0;
    try {
      for await (const event of connect(connection, options, lastEventId)) {
        pauseMs = FIRST_PAUSE_MS;
        if (event.name === 'gap') lastEventId = event.data.last_event_id;
        else lastEventId = event.id;
        yield event;
      }
    } catch (error) {
      if (isOver()) return;
      if (error instanceof TidemarkError && error.status < 500 && error.status !== 429) throw error;
      if (error instanceof TidemarkError) askedPauseMs = (error.retryAfterSeconds ?? 0) * 1000;
    }
    await pause(Math.max(pauseMs, askedPauseMs), options.signal);
    pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2);
  }
}

async function* connect(
  { baseUrl, headers, fetch }: StreamConnection,
  { reserves, lendingMarket, signal }: StreamOptions,
  lastEventId: string | undefined,
): AsyncGenerator<StreamEvent> {
  const url = new URL('v1/stream', baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`);
  if (reserves !== undefined) url.searchParams.set('reserves', reserves.join(','));
  if (lendingMarket !== undefined) url.searchParams.set('lending_market', lendingMarket);
  const response = await fetch(url, {
    headers: {
      ...headers,
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    ...(signal === undefined ? {} : { signal }),
  });
  if (!response.ok || response.body === null) throw new TidemarkError(response, await readJson(response));
  for await (const { id, name, data } of parseEventStream(response.body)) {
    const parsed = JSON.parse(data);
    if (name === 'gap') yield { name, id: null, data: parsed };
    else if ((name === 'reserve' || name === 'heartbeat') && id !== null) yield { name, id, data: parsed };
  }
}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json();
  } catch {
    return null;
  }
}

/** One server-sent event. */
export interface ServerSentEvent {
  /** Null where the event has none. */
  readonly id: string | null;
  readonly name: string;
  readonly data: string;
}

/** Cuts the body of a `text/event-stream` into its events. Comments and retry lines are left out. */
export async function* parseEventStream(body: ReadableStream<Uint8Array>): AsyncGenerator<ServerSentEvent> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of readChunks(body)) {
    const blocks = (text + decoder.decode(chunk, { stream: true })).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const event = parseBlock(block);
      if (event !== null) yield event;
    }
  }
}

/** A reader, because not every platform can iterate over a stream. */
async function* readChunks(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

function parseBlock(block: string): ServerSentEvent | null {
  let id: string | null = null;
  let name = 'message';
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const value = line.slice(colon + 1).replace(/^ /, '');
    if (line.startsWith('id:')) id = value;
    else if (line.startsWith('event:')) name = value;
    else if (line.startsWith('data:')) data.push(value);
  }
  return data.length === 0 ? null : { id, name, data: data.join('\n') };
}
