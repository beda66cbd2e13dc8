import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import { latestListQuerySchema, latestQuerySchema, responseHeaders, routes } from '@tidemark/contract';
import type { Logger } from '@tidemark/runtime';
import { type Answer, ApiError, type Exchange, type Handlers } from '../../http/exchange.ts';
import type { RequestIdSource } from '../../http/express.ts';
import type { Gate } from '../../http/gate.ts';
import type { AnswerPolicy, CorsPolicy } from '../../http/policy.ts';
import { readQuery, readReserve } from '../../http/query.ts';
import { respondPrepared, type Sent } from '../../http/send.ts';
import type { ApiMetrics } from '../../observability/api-metrics.ts';
import type { Protocol } from '../../protocols.ts';
import { selectAddresses } from '../info/query.ts';
import type { SharedLookup, SharedServices } from '../services.ts';
import type { LatestCache } from './cache.ts';
import type { LatestDataset, SnapshotAnswer } from './dataset.ts';

export interface HotRouteOptions {
  readonly services: readonly { readonly protocol: Protocol; readonly latest: LatestCache }[];
  readonly requestIds: RequestIdSource;
  readonly cors: CorsPolicy;
  readonly metrics: ApiMetrics;
  readonly logger: Logger;
}

interface HotTarget {
  readonly cache: LatestCache;
  readonly listPath: string;
  readonly reservePrefix: string;
}

const RESERVE_SUFFIX = '/latest';
/** One in so many answers is timed: a clock and a listener for each would show in what it costs. */
const TIMED_EVERY = 64;

/**
 * Answers the plain form of the two latest-reserve reads before any middleware runs: GET or HEAD, the path as documented,
 * no query, no body, no key, data loaded. Returns false for everything else, which the app then answers with the same bytes where
 * it is such a read after all.
 */
export function createHotRoute(options: HotRouteOptions): (...exchange: Parameters<RequestListener>) => boolean {
  const { metrics, logger } = options;
  const targets = options.services.flatMap(({ protocol, latest }) =>
    protocol.segments.map((segment): HotTarget => {
      const reservePrefix = `/v1/${segment}/lend/reserves/`;
      return { cache: latest, listPath: `${reservePrefix}all/latest`, reservePrefix };
    }),
  );

  const record = (route: string, requestId: string, request: IncomingMessage, sent: Sent): void => {
    metrics.hotAnswered(route, sent.status, sent.bytes);
    // One line per request would cost more than the request.
    if (!logger.isLevelEnabled('debug')) return;
    logger.debug({ requestId, method: request.method, route, status: sent.status }, 'request');
  };

  let untilTimed = 0;
  const timeSome = (route: string, response: ServerResponse): void => {
    untilTimed -= 1;
    if (untilTimed > 0) return;
    untilTimed = TIMED_EVERY;
    const startedAt = performance.now();
    response.once('close', () => metrics.hotDuration.observe({ route }, (performance.now() - startedAt) / 1000));
  };

  const answer = (
    route: string,
    cache: LatestCache,
    found: SnapshotAnswer | undefined,
    request: IncomingMessage,
    response: ServerResponse,
  ): boolean => {
    if (found === undefined) return false;
    timeSome(route, response);
    const requestId = options.requestIds(request.headers);
    const perRequest = latestHeaders(request, cache, requestId, options.cors);
    const sent = respondPrepared(request, response, found.bare, perRequest);
    if (!(sent instanceof Promise)) record(route, requestId, request, sent);
    else sent.then((done) => record(route, requestId, request, done)).catch(() => response.destroy());
    return true;
  };

  return (request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return false;
    const { url = '', headers } = request;
    if (headers['x-service-api-key'] !== undefined) return false;
    if (headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined) return false;
    for (const target of targets) {
      if (url === target.listPath) {
        const found = target.cache.current()?.all;
        return answer(routes.latestReserves.path, target.cache, found, request, response);
      }
      if (url.startsWith(target.reservePrefix) && url.endsWith(RESERVE_SUFFIX)) {
        const reserve = url.slice(target.reservePrefix.length, -RESERVE_SUFFIX.length);
        const found = target.cache.current()?.forReserve(reserve);
        return answer(routes.latestReserve.path, target.cache, found, request, response);
      }
    }
    return false;
  };
}

/** Headers of a latest-reserve answer that depend on the request or the moment. */
export function latestHeaders(
  request: IncomingMessage,
  cache: Pick<LatestCache, 'ageSecondsText'>,
  requestId: string,
  cors: CorsPolicy,
): string[] {
  const headers = [responseHeaders.requestId, requestId];
  const age = cache.ageSecondsText();
  if (age !== null) headers.push(responseHeaders.dataAgeSeconds, age);
  headers.push(...cors.headersFor(request.headers.origin));
  return headers;
}

/**
 * The latest-reserve reads in every form that the hot route leaves over: with a query or a body, with an unusual but equal
 * path, while nothing is loaded, and all that is wrong. The gate says when no filtered list is made.
 */
export function latestReserveHandlers(
  lookup: SharedLookup,
  policy: AnswerPolicy,
  gate: Gate,
): Handlers<'latestReserves' | 'latestReserve'> {
  const answer = (
    exchange: Exchange,
    { latest }: SharedServices,
    { find, enveloped }: { find: (dataset: LatestDataset) => SnapshotAnswer; enveloped: boolean },
  ): Answer => {
    const dataset = latest.current();
    if (dataset === null) throw notLoaded();
    const found = find(dataset);
    return {
      resource: enveloped ? found.enveloped() : found.bare,
      headers: latestHeaders(exchange.request, latest, exchange.requestId, policy.cors),
    };
  };
  return {
    latestReserves: async (exchange) => {
      const services = lookup(exchange.params);
      const { envelope, ...filters } = readQuery(latestListQuerySchema, exchange.query);
      const chosen = await selectAddresses(services.info, filters, gate);
      return answer(exchange, services, {
        find: (dataset) => (chosen === null ? dataset.all : dataset.select(chosen)),
        enveloped: envelope === 'true',
      });
    },
    latestReserve: (exchange) => {
      // An unknown protocol comes before a malformed address: the path is wrong from its start.
      const services = lookup(exchange.params);
      const reserve = readReserve(exchange.params);
      const { envelope } = readQuery(latestQuerySchema, exchange.query);
      return answer(exchange, services, {
        find: (dataset) => {
          const found = dataset.forReserve(reserve);
          if (found === undefined) throw new ApiError('RESERVE_NOT_FOUND');
          return found;
        },
        enveloped: envelope === 'true',
      });
    },
  };
}

function notLoaded(): ApiError {
  return new ApiError('NOT_READY', {
    detail: 'Nothing has been loaded from the database since the start.',
    headers: { 'Retry-After': '2' },
  });
}
