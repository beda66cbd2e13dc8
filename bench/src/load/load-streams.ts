import { type ClientRequest, type IncomingMessage, request } from 'node:http';

/** What the streams heard, all together. */
export interface StreamCounts {
  readonly events: number;
  /** Streams that were opened again after they had ended. */
  readonly reopened: number;
  /** Events that say that something was missed. */
  readonly gaps: number;
  /** What the API answered to a client that wanted a stream, where it was not 200. */
  readonly refusals: ReadonlyMap<string, number>;
}

export interface LoadStreams {
  counts(): StreamCounts;
  open(): number;
  stop(): void;
}

const RETRY_MS = 2_000;
const EVENT = /^event: (\w+)$/gm;
const LAST_ID = /^id: (.+)$/gm;

/** Keeps so many streams open. One that ends is opened again where it ended, as a client does. */
export function openLoadStreams(apiUrl: string, key: string, count: number): LoadStreams {
  const streams = new Set<ClientRequest>();
  const refusals = new Map<string, number>();
  const totals = { events: 0, reopened: 0, gaps: 0 };
  let open = 0;
  let stopped = false;

  const read = (response: IncomingMessage, onId: (id: string) => void): void => {
    let rest = '';
    response.setEncoding('utf8').on('data', (piece: string) => {
      const text = `${rest}${piece}`;
      const end = text.lastIndexOf('\n\n') + 2;
      rest = text.slice(end < 2 ? 0 : end);
      if (end < 2) return;
      const whole = text.slice(0, end);
      for (const [, name] of whole.matchAll(EVENT)) {
        if (name === 'reserve') totals.events += 1;
        if (name === 'gap') totals.gaps += 1;
      }
      const id = [...whole.matchAll(LAST_ID)].at(-1)?.[1];
      if (id !== undefined) onId(id);
    });
  };

  const connect = (lastId: string | null): void => {
    let id = lastId;
    const resume = lastId === null ? {} : { 'last-event-id': lastId };
    const asking = request(`${apiUrl}/v1/stream`, { headers: { 'x-service-api-key': key, ...resume }, agent: false });
    streams.add(asking);
    asking.on('response', (response) => {
      if (response.statusCode === 200) {
        open += 1;
        response.once('close', () => (open -= 1));
        read(response, (heard) => (id = heard));
      } else {
        refusals.set(String(response.statusCode), (refusals.get(String(response.statusCode)) ?? 0) + 1);
        response.resume();
      }
      response.on('error', () => undefined);
    });
    asking.on('error', (error: NodeJS.ErrnoException) => {
      if (!stopped) refusals.set(error.code ?? 'error', (refusals.get(error.code ?? 'error') ?? 0) + 1);
    });
    asking.once('close', () => {
      streams.delete(asking);
      if (stopped) return;
      totals.reopened += 1;
      setTimeout(() => (stopped ? undefined : connect(id)), RETRY_MS).unref();
    });
    asking.end();
  };

  for (let index = 0; index < count; index += 1) connect(null);
  return {
    counts: () => ({ ...totals, refusals }),
    open: () => open,
    stop: () => {
      stopped = true;
      for (const stream of streams) stream.destroy();
    },
  };
}
