import type { RequestListener } from 'node:http';
import { buildOpenApiDocument } from '@tidemark/contract';
import type { Logger } from '@tidemark/runtime';
import type { Access } from './access/access.ts';
import { benchmarkRoute } from './features/aggregates/benchmark/route.ts';
import { aggregateHistoryRoutes } from './features/aggregates/history/route.ts';
import { aggregateRoutes } from './features/aggregates/route.ts';
import { configurationRoutes } from './features/config/route.ts';
import { coverageRoute } from './features/coverage/route.ts';
import { detailRoutes } from './features/detail/route.ts';
import { feeRoutes } from './features/fees/route.ts';
import { reserveAtRoute } from './features/history/at-route.ts';
import { historyRoutes } from './features/history/route.ts';
import { infoRoutes } from './features/info/route.ts';
import { usageRoute, type UsageRouteOptions, verifyRoute } from './features/keys/route.ts';
import { createHotRoute, latestReserveRoutes } from './features/latest/route.ts';
import { docsRoutes } from './features/service/docs.ts';
import { operationRoutes } from './features/service/operation.ts';
import { serviceRoutes } from './features/service/route.ts';
import { createProtocolLookup, type ProtocolServices } from './features/services.ts';
import { statusRoute } from './features/status/route.ts';
import { streamRoute, type StreamRouteOptions } from './features/stream/route.ts';
import { createExpress, createRequestIds, type TrustProxy } from './http/express.ts';
import type { AnswerPolicy } from './http/policy.ts';
import { answerUnroutable, normalizeTarget } from './http/protocol-errors.ts';
import { KEY_MARK } from './http/query.ts';
import type { WorkGates } from './http/work-gates.ts';
import type { ApiMetrics } from './observability/api-metrics.ts';

/** Everything that the API stands on. */
export interface AppDeps {
  readonly version: string;
  readonly services: readonly ProtocolServices[];
  readonly access: Access;
  /** Requests without a key are counted, so that none may pass by. */
  readonly publicLimited: boolean;
  readonly keys: Omit<UsageRouteOptions, 'access' | 'gate'>;
  readonly stream: Pick<StreamRouteOptions, 'hub' | 'settings'>;
  readonly gates: WorkGates;
  /** The policy that the caches of `services` were made with. */
  readonly policy: AnswerPolicy;
  readonly metrics: ApiMetrics;
  /** False where `/metrics` is served on a port of its own. */
  readonly servesMetrics: boolean;
  readonly logger: Logger;
  readonly readyMaxAgeMs: number;
  readonly bodyLimitBytes: number;
  readonly trustProxy: TrustProxy;
  /** Address of the service for the OpenAPI document. Left out, the document is relative. */
  readonly serverUrl?: string;
}

/** The API without a port: a listener for `http.createServer`. Plain latest-reserve reads bypass Express. */
export function createApp(deps: AppDeps): RequestListener {
  const { policy, metrics, logger, services, gates } = deps;
  const requestIds = createRequestIds((text) => text.includes(KEY_MARK));
  const protocols = services.map(({ protocol }) => protocol.segments[0]);
  const lookup = createProtocolLookup(services);
  const { version, servesMetrics } = deps;
  const document = buildOpenApiDocument({
    version,
    protocols,
    servesMetrics,
    ...(deps.serverUrl === undefined ? {} : { serverUrl: deps.serverUrl }),
  });
  const express = createExpress({
    policy,
    requestIds,
    logger,
    metrics,
    access: deps.access,
    inFlight: gates.inFlight,
    bodyLimitBytes: deps.bodyLimitBytes,
    trustProxy: deps.trustProxy,
    routes: [
      ...serviceRoutes({ version, protocols, document, servesMetrics, policy }),
      ...operationRoutes({ version, services, metrics, servesMetrics, readyMaxAgeMs: deps.readyMaxAgeMs }),
      ...docsRoutes(policy),
      ...latestReserveRoutes(lookup, policy, gates.heavy),
      ...detailRoutes(lookup, policy, gates.heavy),
      ...aggregateRoutes(lookup, policy),
      ...aggregateHistoryRoutes(lookup, policy, gates.heavy),
      benchmarkRoute(services, policy, gates.heavy),
      ...configurationRoutes(lookup, policy, gates.light),
      ...historyRoutes(lookup, policy, gates),
      reserveAtRoute(lookup, policy, gates.light),
      ...infoRoutes(lookup, policy, gates.heavy),
      ...feeRoutes(lookup, policy, gates.heavy),
      coverageRoute({ services, lookup, policy, gate: gates.heavy }),
      statusRoute({ services, lookup, policy }),
      streamRoute({ ...deps.stream, services, lookup, gate: gates.light, pages: gates.heavy }),
      verifyRoute(),
      usageRoute({ ...deps.keys, access: deps.access, gate: gates.light }),
    ],
  });
  const hot = createHotRoute({ services, requestIds, cors: policy.cors, metrics, logger });
  return (request, response) => {
    if (!deps.publicLimited && hot(request, response)) return;
    normalizeTarget(request);
    express(request, response, (error?: unknown) => {
      answerUnroutable(request, response, { error, requestId: requestIds(request.headers), policy, logger });
    });
  };
}
