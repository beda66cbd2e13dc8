import type { HealthEnvelope, ReadyEnvelope } from '@tidemark/contract';
import type { ReadyReport } from '@tidemark/runtime';
import { ApiError, freshJson, type Handlers } from '../../http/exchange.ts';
import type { ApiMetrics } from '../../observability/api-metrics.ts';
import type { CacheStatus } from '../latest/cache.ts';
import type { ProtocolServices } from '../services.ts';

export interface OperationRouteOptions {
  readonly version: string;
  readonly services: readonly ProtocolServices[];
  readonly metrics: ApiMetrics;
  /** Data are not current where no later bank has come for longer. */
  readonly readyMaxAgeMs: number;
}

/** Health, readiness and metrics: for orchestrators and operators. */
export function operationHandlers(options: OperationRouteOptions): Handlers<'health' | 'ready' | 'metrics'> {
  const { metrics } = options;
  return {
    health: () =>
      freshJson({
        data: { status_str: 'ok', version: options.version, uptime_seconds: Math.floor(process.uptime()) },
        status: 200,
      } satisfies HealthEnvelope),
    ready: () => freshJson(readiness(options)),
    metrics: async () => ({ status: 200, contentType: metrics.contentType, body: await metrics.render() }),
  };
}

/** The same as `/ready` for a server of operators: each protocol with what is wrong with its data. */
export function reportReadiness(services: readonly ProtocolServices[], readyMaxAgeMs: number): ReadyReport {
  const found = findProblems(services, readyMaxAgeMs);
  const checks = found.map(({ protocol, problems }) => [protocol, { ok: problems.length === 0, problems }] as const);
  return { ready: found.every(({ problems }) => problems.length === 0), checks: Object.fromEntries(checks) };
}

function readiness(options: OperationRouteOptions): ReadyEnvelope {
  const statuses = options.services.map(({ latest }) => latest.status());
  const problems = findProblems(options.services, options.readyMaxAgeMs).flatMap((found) => found.problems);
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
      age_seconds: Math.max(...statuses.map((status) => Math.floor((status.dataAgeMs ?? 0) / 1000))),
    },
    status: 200,
  };
}

/**
 * Why the data of each protocol are not current. Where there are data of another one, a protocol of which nothing is indexed is no
 * reason to be not ready: the chain may have none of its accounts.
 */
function findProblems(services: readonly ProtocolServices[], maxAgeMs: number) {
  const statuses = services.map(({ protocol, latest }) => ({ protocol: protocol.name, status: latest.status() }));
  const isAnyIndexed = statuses.some(({ status }) => (status.dataset?.count ?? 0) > 0);
  return statuses.map(({ protocol, status }) => {
    const isEmpty = status.dataset !== null && status.dataset.count === 0 && !status.failing;
    return { protocol, problems: isAnyIndexed && isEmpty ? [] : problemsOf(protocol, status, maxAgeMs) };
  });
}

/** Every reason why a protocol’s data are not current, each as a sentence. */
function problemsOf(protocol: string, status: CacheStatus, maxAgeMs: number): string[] {
  if (status.dataset === null) return [`${protocol}: the database has not answered since the start.`];
  const problems: string[] = [];
  if (status.failing) problems.push(`${protocol}: the database does not answer.`);
  if (status.dataset.count === 0) problems.push(`${protocol}: nothing is indexed.`);
  else if (status.bankAgeMs === null || status.bankAgeMs > maxAgeMs) {
    const age = Math.floor((status.bankAgeMs ?? 0) / 1000);
    problems.push(`${protocol}: no later bank has come for ${age} s, ${maxAgeMs / 1000} s are allowed.`);
  }
  return problems;
}
