import type { HealthEnvelope, ReadyEnvelope } from '@tidemark/contract';
import type { ReadyReport } from '@tidemark/runtime';
import { ApiError, freshJson, type Route } from '../../http/exchange.ts';
import type { ApiMetrics } from '../../observability/api-metrics.ts';
import type { CacheStatus } from '../latest/cache.ts';
import type { ProtocolServices } from '../services.ts';

export interface OperationRouteOptions {
  readonly version: string;
  readonly services: readonly ProtocolServices[];
  readonly metrics: ApiMetrics;
  /** False where `/metrics` is served on a port of its own, and only there. */
  readonly servesMetrics: boolean;
  /** Data older than this are not current. */
  readonly readyMaxAgeMs: number;
}

/** Health, readiness and metrics: for orchestrators and operators. */
export function operationRoutes(options: OperationRouteOptions): Route[] {
  const shared = { method: 'GET', cors: true, logLevel: 'debug' } as const;
  return [
    {
      ...shared,
      name: 'health',
      handle: () =>
        freshJson({
          data: { status_str: 'ok', version: options.version, uptime_seconds: Math.floor(process.uptime()) },
          status: 200,
        } satisfies HealthEnvelope),
    },
    { ...shared, name: 'ready', handle: () => freshJson(readiness(options)) },
    ...(options.servesMetrics ? [metricsRoute(options.metrics)] : []),
  ];
}

function metricsRoute(metrics: ApiMetrics): Route {
  return {
    name: 'metrics',
    method: 'GET',
    cors: true,
    logLevel: 'debug',
    handle: async () => ({ status: 200, contentType: metrics.contentType, body: await metrics.render() }),
  };
}

/** The same as `/ready` for a server of operators: each protocol with what is wrong with its data. */
export function reportReadiness(services: readonly ProtocolServices[], readyMaxAgeMs: number): ReadyReport {
  const checks = services.map(({ protocol, latest }) => {
    const problems = problemsOf(protocol.name, latest.status(), readyMaxAgeMs);
    return [protocol.name, { ok: problems.length === 0, problems }] as const;
  });
  return { ready: checks.every(([, { ok }]) => ok), checks: Object.fromEntries(checks) };
}

function readiness(options: OperationRouteOptions): ReadyEnvelope {
  const statuses = options.services.map(({ protocol, latest }) => ({ protocol: protocol.name, ...latest.status() }));
  const problems = statuses.flatMap((status) => problemsOf(status.protocol, status, options.readyMaxAgeMs));
  if (problems.length > 0) {
    throw new ApiError('NOT_READY', { detail: problems.join(' '), headers: { 'Retry-After': '5' } });
  }
  const datasets = statuses.flatMap((status) => (status.dataset === null ? [] : [status.dataset]));
  return {
    data: {
      status_str: 'ready',
      reserves: datasets.reduce((sum, dataset) => sum + dataset.count, 0),
      slot: Math.max(...datasets.map((dataset) => Number(dataset.slot ?? 0n))),
      timestamp: Math.max(...datasets.map((dataset) => dataset.asOfSeconds ?? 0)),
      age_seconds: Math.max(...statuses.map((status) => Math.floor((status.ageMs ?? 0) / 1000))),
    },
    status: 200,
  };
}

/** Every reason why a protocol’s data are not current, each as a sentence. */
function problemsOf(protocol: string, status: CacheStatus, maxAgeMs: number): string[] {
  if (status.dataset === null) return [`${protocol}: the database has not answered since the start.`];
  const problems: string[] = [];
  if (status.failing) problems.push(`${protocol}: the database does not answer.`);
  if (status.dataset.count === 0) problems.push(`${protocol}: nothing is indexed.`);
  else if (status.ageMs === null || status.ageMs > maxAgeMs) {
    const age = Math.floor((status.ageMs ?? 0) / 1000);
    problems.push(`${protocol}: the newest read of the chain is ${age} s old, ${maxAgeMs / 1000} s are allowed.`);
  }
  return problems;
}
