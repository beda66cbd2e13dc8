import { randomBytes } from 'node:crypto';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import { isIP } from 'node:net';
import { type Route, type RouteName, routeNames, routes, variantsOf } from '@tidemark/contract';
import type { Logger } from '@tidemark/runtime';
import express, {
  type ErrorRequestHandler,
  type Express,
  type Request,
  type RequestHandler,
  type Response,
} from 'express';
import type { ApiMetrics } from '../observability/api-metrics.ts';
import { factsOf, observeRequest } from '../observability/request-observer.ts';
import { clientBehind } from './client-address.ts';
import { createErrorHandler } from './errors.ts';
import { type Admission, ApiError, type Caller, type Exchange, type Handler, type Handlers } from './exchange.ts';
import { type AnswerPolicy, type CorsPolicy, setHeaders } from './policy.ts';
import { queryOf } from './query.ts';
import { inAnyForm } from '../rows/table.ts';
import { requestIdHeader, sendAnswer } from './send.ts';
import type { InFlight } from './work-gates.ts';

/** Which proxies in front of the service are believed: a number of hops, all, none, or addresses. */
export type TrustProxy = boolean | number | string;

export interface ExpressOptions {
  readonly policy: AnswerPolicy;
  readonly requestIds: RequestIdSource;
  readonly logger: Logger;
  readonly metrics: ApiMetrics;
  readonly handlers: AllHandlers;
  readonly access: Admission;
  readonly inFlight: InFlight;
  readonly bodyLimitBytes: number;
  readonly trustProxy: TrustProxy;
  /** Answers what no route does: pages for people. */
  readonly pages: RequestHandler | undefined;
}

/** Handles a request; `unhandled` is called with what went wrong, if anything, when no handler answered. */
type Listener = (request: IncomingMessage, response: ServerResponse, unhandled: (error?: unknown) => void) => void;

/** The general path of a request: middlewares, routes, 404, and the one error handler. */
export function createExpress(options: ExpressOptions): Listener {
  const app = express();
  app.disable('x-powered-by');
  app.set('etag', false);
  app.set('query parser', false);
  app.set('case sensitive routing', true);
  app.set('trust proxy', options.trustProxy);
  app.use(createBeginRequest(options));
  const onError = createErrorHandler(options.logger);
  app.use(createBodyGuard(options.bodyLimitBytes, onError));
  // No endpoint needs a body, but one that is sent is read to its end within the limit, and must be what it says it is.
  app.use(express.json({ limit: options.bodyLimitBytes, strict: false }));
  app.use(express.raw({ limit: options.bodyLimitBytes, type: () => true }));
  registerRoutes(app, options);
  if (options.pages !== undefined) app.use(options.pages);
  app.use(() => {
    throw new ApiError('ROUTE_NOT_FOUND');
  });
  app.use(onError);
  return app;
}

/** First of the middlewares: the id, the headers that every answer has, the record, and a path that can be decoded. */
function createBeginRequest(options: ExpressOptions): RequestHandler {
  const { policy } = options;
  return (request, response, next) => {
    const requestId = options.requestIds(request.headers);
    // A proxy that is believed can name anything as its client; only an address may reach the log.
    const client = isIP(request.ip ?? '') === 0 ? undefined : request.ip;
    observeRequest(request, response, { requestId, client }, options);
    setHeaders(response, policy.commonHeaders);
    setHeaders(response, ['Vary', policy.vary, ...requestIdHeader(requestId)]);
    setHeaders(response, policy.cors.headersFor(request.headers.origin));
    if (!isDecodable(request.path)) throw new ApiError('MALFORMED_URL');
    next();
  };
}

function isDecodable(path: string): boolean {
  if (!path.includes('%')) return true;
  try {
    decodeURIComponent(path);
    return true;
  } catch {
    return false;
  }
}

const SANE = /^[A-Za-z0-9._-]{1,64}$/;

/** Gives each request an id: the caller’s X-Request-Id if it is sane, else one of our own. */
export type RequestIdSource = (headers: IncomingHttpHeaders) => string;

/**
 * Ids of our own are a random part per process and a running number: unique, short, and cheap enough for every request.
 * `isSecret` refuses ids that look like a key, because ids are logged and sent back.
 */
export function createRequestIds(isSecret: (text: string) => boolean): RequestIdSource {
  const processPart = randomBytes(6).toString('hex');
  let count = 0;
  return (headers) => {
    const given = headers['x-request-id'];
    if (typeof given === 'string' && SANE.test(given) && !isSecret(given)) return given;
    count += 1;
    return `${processPart}-${count.toString(36)}`;
  };
}

/**
 * Refuses a body that is too large as soon as that is known. The body parser would read it to its end first, at the pace and
 * length of whoever sends it. The size after decompression is checked by the parser.
 */
function createBodyGuard(limitBytes: number, onError: ErrorRequestHandler): RequestHandler {
  return (request, response, next) => {
    if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw new ApiError('BODY_TOO_LARGE');
    if (request.headers['transfer-encoding'] !== undefined) {
      let bytes = 0;
      request.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (bytes <= limitBytes || response.headersSent) return;
        void onError(new ApiError('BODY_TOO_LARGE'), request, response, () => undefined);
      });
    }
    next();
  };
}

/** One path with what answers it. */
interface Path {
  readonly route: Route;
  readonly handler: Handler;
  readonly methods: readonly string[];
  /** Headers that pages of other origins may send here beside those of any read. Null: they get nothing. */
  readonly foreignHeaders: readonly string[] | null;
}

/** What the API answers. `/metrics` may be served on a port of its own. */
export type AllHandlers = Handlers<Exclude<RouteName, 'metrics'>> & Partial<Handlers<'metrics'>>;

/** Gives every path its methods, an answer to OPTIONS, and 405 for the rest. Order matters where templates overlap. */
function registerRoutes(app: Express, options: ExpressOptions): void {
  for (const name of routeNames) {
    const handler = options.handlers[name];
    if (handler === undefined) continue;
    for (const route of variantsOf(routes[name])) {
      const methods = [...(route.method === 'post' ? ['POST'] : ['GET', 'HEAD']), 'OPTIONS'];
      const path = { route, handler: inAnyForm(route, handler), methods, foreignHeaders: foreignHeadersOf(route) };
      // `{name}` of a template is `:name` to Express.
      app.all(route.path.replaceAll(/\{(\w+)\}/g, ':$1'), (request, response) =>
        handle(options, path, request, response),
      );
    }
  }
}

/** Paths whose answers no page of another origin may read: the pages of this service itself, and everything about a key. */
function foreignHeadersOf({ isPage, access, body, headers }: Route): readonly string[] | null {
  if (isPage === true || access === 'own') return null;
  return [...(body === undefined ? [] : ['Content-Type']), ...Object.keys(headers?.shape ?? {})];
}

async function handle(
  { policy: { cors }, access, inFlight }: ExpressOptions,
  { route, handler, methods, foreignHeaders }: Path,
  request: Request,
  response: Response,
): Promise<void> {
  const facts = factsOf(request);
  facts.route = route.path;
  if (foreignHeaders === null) removeCors(response, cors);
  const allow = methods.join(', ');
  if (request.method === 'OPTIONS') {
    const preflight = foreignHeaders === null ? [] : cors.preflightHeaders(allow, foreignHeaders);
    setHeaders(response, ['Allow', allow, 'Content-Length', '0', ...preflight]);
    response.status(204).end();
    return;
  }
  if (!methods.includes(request.method)) throw new ApiError('METHOD_NOT_ALLOWED', { headers: { Allow: allow } });
  if (route.isPage === true || route.tag === 'Operation') facts.logLevel = 'debug';
  // Before anything is waited for: a client that goes meanwhile must be noticed.
  const signal = signalOf(response);
  try {
    const exchange: Exchange = {
      request,
      requestId: facts.requestId,
      params: textParams(request.params),
      query: queryOf(request.originalUrl),
      caller: await access.admit(request, response, route),
      signal,
    };
    if (isHeavy(route, exchange)) inFlight.begin(clientOfCaller(exchange.caller, request), signal, weightOf(exchange));
    const answer = await access.present(exchange, route, await handler(exchange));
    // Not every route observes the signal: an answer whose client has gone is neither sent nor compressed.
    signal.throwIfAborted();
    await sendAnswer(request, response, answer);
  } catch (error) {
    // Work that ended because the client has gone is no failure, and needs no answer.
    if (signal.aborted && error === signal.reason) return;
    throw error;
  }
}

/**
 * Whether an answer costs much or is large: many rows, as many as a body asks for, or a list of reserves that is made for its filters. A
 * client has a bound of those.
 */
function isHeavy({ form, query, body }: Route, asked: Exchange): boolean {
  return (
    form === 'rows' || body !== undefined || (asked.query.size > 0 && query !== undefined && 'listed_b' in query.shape)
  );
}

/** Rows of a page that count as one request: what a client makes the process hold is bounded, however long its pages are. */
const ROWS_OF_ONE = 1_000;

function weightOf({ query }: Exchange): number {
  const limit = query.get('limit') ?? '';
  return /^[1-9]\d{0,4}$/.test(limit) ? Math.ceil(Number(limit) / ROWS_OF_ONE) : 1;
}

/** Who is counted for a heavy request: a key wherever it is used from, and without one what limits count, too. */
function clientOfCaller(caller: Caller, request: Request): string {
  if (caller.tier === 'key') return `key ${caller.keyId}`;
  return clientBehind(request.ip, request.socket.remoteAddress) ?? '';
}

function signalOf(response: Response): AbortSignal {
  const ended = new AbortController();
  // Who left while the body was read has been gone before this.
  if (response.closed) ended.abort();
  else response.once('close', () => ended.abort());
  return ended.signal;
}

function textParams(params: Readonly<Record<string, string | string[]>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(params).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

function removeCors(response: Response, cors: CorsPolicy): void {
  response.removeHeader('Access-Control-Allow-Origin');
  for (let index = 0; index < cors.staticHeaders.length; index += 2) {
    response.removeHeader(cors.staticHeaders[index] ?? '');
  }
}
