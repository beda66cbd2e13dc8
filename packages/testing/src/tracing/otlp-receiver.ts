import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { parseOtlpSpans, type ReceivedSpan } from './parse-otlp-spans.ts';

/** What the collector does with what it is sent. */
export type CollectorMode = 'accept' | 'refuse' | 'hang';

/** A collector: it takes traces by OTLP over HTTP, as JSON. */
export interface OtlpReceiver {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  readonly url: string;
  /** Every span that was accepted, in the order in which they came. */
  readonly spans: () => readonly ReceivedSpan[];
  /** Every body that came, accepted or not, to the letter. */
  readonly bodies: () => readonly string[];
  /** The headers of every request. */
  readonly headers: () => readonly IncomingHttpHeaders[];
  /** From now on. Requests that hang are accepted when the mode changes to `accept`. */
  readonly setMode: (mode: CollectorMode) => void;
  readonly stop: () => Promise<void>;
}

export async function startOtlpReceiver(): Promise<OtlpReceiver> {
  const spans: ReceivedSpan[] = [];
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  const hanging: (() => void)[] = [];
  let mode: CollectorMode = 'accept';

  const answer = (path: string | undefined, body: string, response: ServerResponse): void => {
    if (mode === 'hang') {
      hanging.push(() => answer(path, body, response));
      return;
    }
    const isAccepted = mode === 'accept' && path === '/v1/traces';
    if (isAccepted) spans.push(...parseOtlpSpans(body));
    response.writeHead(isAccepted ? 200 : 400, { 'content-type': 'application/json' }).end('{}');
  };
  const take = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    // Undefined where the exporter gave up while it was sending.
    const body = await text(request).catch(() => undefined);
    if (body === undefined) return;
    bodies.push(body);
    answer(request.url, body, response);
  };
  const server = createServer((request, response) => {
    headers.push(request.headers);
    void take(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () => [...spans],
    bodies: () => [...bodies],
    headers: () => [...headers],
    setMode(next) {
      mode = next;
      if (mode !== 'hang') for (const go of hanging.splice(0)) go();
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
