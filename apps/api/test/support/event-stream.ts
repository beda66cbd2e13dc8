import { request as httpRequest, type IncomingMessage } from 'node:http';
import { waitFor } from '@tidemark/testing';

export interface ReceivedEvent {
  readonly id: string | null;
  readonly name: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface EventStream {
  readonly status: number;
  readonly headers: IncomingMessage['headers'];
  /** Everything that has arrived so far. */
  readonly events: readonly ReceivedEvent[];
  readonly isOver: () => boolean;
  /** Waits until as many events of a name have arrived, and returns them. */
  readonly waitForEvents: (name: string, count: number) => Promise<readonly ReceivedEvent[]>;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly close: () => void;
}

/** Opens a stream as a client does that can set headers. */
export async function openEventStream(
  baseUrl: string,
  path: string,
  headers: Readonly<Record<string, string>>,
): Promise<EventStream> {
  const { hostname, port } = new URL(baseUrl);
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const request = httpRequest({ hostname, port, path, headers, agent: false }, resolve);
    request.on('error', reject);
    request.end();
  });
  const events: ReceivedEvent[] = [];
  let text = '';
  let over = false;
  response.setEncoding('utf8');
  response.on('data', (chunk: string) => {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    events.push(...blocks.flatMap(parseBlock));
  });
  response.on('close', () => (over = true));
  response.on('error', () => (over = true));
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    events,
    isOver: () => over,
    waitForEvents: (name, count) =>
      waitFor(
        () => {
          const named = events.filter((event) => event.name === name);
          return named.length >= count ? named : null;
        },
        { description: `${count} ${name} events` },
      ),
    pause: () => response.pause(),
    resume: () => response.resume(),
    close: () => response.destroy(),
  };
}

function parseBlock(block: string): ReceivedEvent[] {
  const lines = new Map(
    block.split('\n').map((line) => {
      const colon = line.indexOf(': ');
      return [line.slice(0, colon), line.slice(colon + 2)] as const;
    }),
  );
  const name = lines.get('event');
  if (name === undefined) return [];
  return [{ id: lines.get('id') ?? null, name, data: JSON.parse(lines.get('data') ?? '{}') }];
}
