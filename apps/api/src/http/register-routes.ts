import { type RouteName, routeTemplates } from '@tidemark/contract';
import type { Express, Request, Response } from 'express';
import { factsOf } from '../observability/request-observer.ts';
import { ApiError } from './api-error.ts';
import { clientBehind } from './client-address.ts';
import type { CorsPolicy } from './cors.ts';
import type { Admission, Caller, Exchange, Route } from './exchange.ts';
import { setHeaders } from './raw-headers.ts';
import { queryOf } from './read-query.ts';
import { sendAnswer } from './sender.ts';
import type { InFlight } from './in-flight.ts';

export interface RouteRules {
  readonly cors: CorsPolicy;
  readonly access: Admission;
  readonly inFlight: InFlight;
}

/** One path with its routes. */
interface PathRules extends RouteRules {
  readonly name: RouteName;
  readonly own: readonly Route[];
  readonly methods: readonly string[];
}

/** Gives every path its methods, an answer to OPTIONS, and 405 for the rest. Order matters where templates overlap. */
export function registerRoutes(app: Express, routes: readonly Route[], rules: RouteRules): void {
  const names = [...new Set(routes.map((route) => route.name))];
  for (const name of names) {
    const own = routes.filter((route) => route.name === name);
    const path = expressPath(name);
    const methods = [...own.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : [route.method])), 'OPTIONS'];
    app.all(path, (request, response) => handle({ ...rules, name, own, methods }, request, response));
  }
}

async function handle(
  { name, own, methods, cors, access, inFlight }: PathRules,
  request: Request,
  response: Response,
): Promise<void> {
  const facts = factsOf(request);
  facts.route = routeTemplates[name];
  const readable = own.some((route) => route.cors);
  if (!readable) removeCors(response, cors);
  if (request.method === 'OPTIONS') {
    const allow = methods.join(', ');
    setHeaders(response, ['Allow', allow, 'Content-Length', '0', ...(readable ? cors.preflightHeaders(allow) : [])]);
    response.status(204).end();
    return;
  }
  const wanted = request.method === 'HEAD' ? 'GET' : request.method;
  const route = own.find((candidate) => candidate.method === wanted);
  if (route === undefined) throw new ApiError('METHOD_NOT_ALLOWED', { headers: { Allow: methods.join(', ') } });
  facts.logLevel = route.logLevel;
  // Before anything is waited for: a client that goes meanwhile must be noticed.
  const signal = signalOf(response);
  try {
    const exchange: Exchange = {
      request,
      requestId: facts.requestId,
      params: textParams(request.params),
      query: queryOf(request.originalUrl),
      caller: await access.admit(request, response, name),
      signal,
    };
    const isHeavy = route.heavy === 'always' || (route.heavy === 'filtered' && exchange.query.size > 0);
    if (isHeavy) inFlight.begin(clientOfCaller(exchange.caller, request), signal);
    const answer = await access.present(exchange, name, await route.handle(exchange));
    // Not every route looks at the signal: what was made for nobody is neither sent nor compressed.
    signal.throwIfAborted();
    await sendAnswer(request, response, answer);
  } catch (error) {
    // Work that ended because the client has gone is no failure, and there is nobody to tell.
    if (signal.aborted && error === signal.reason) return;
    throw error;
  }
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

/** `{name}` of a template is `:name` to Express. */
function expressPath(name: RouteName): string {
  return routeTemplates[name].replaceAll(/\{(\w+)\}/g, ':$1');
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
