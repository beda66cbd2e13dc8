import type { Logger } from '@tidemark/runtime';
import {
  type Database,
  getReserveConfig,
  getReserveRateState,
  listAggregateInputs,
  listBandExclusions,
  listBucketTotals,
  listConfigChanges,
  listCoverageFacts,
  listGapFailures,
  listIndexPoints,
  listInterest,
  listLatestSummaries,
  listReserveDetails,
} from '@tidemark/schema';
import { createAggregateStore } from './aggregates/aggregate-store.ts';
import { createDetailStore } from './detail/detail-store.ts';
import { MAX_START_AGE_FACTOR, WINDOW_SECONDS } from './detail/realised-rates.ts';
import { createHistoryReads } from './history/history-reads.ts';
import type { AnswerPolicy } from './http/answer-policy.ts';
import { createInfoStore } from './info/info-store.ts';
import { loadInfo } from './info/load-info.ts';
import { createUnlistedCheck } from './info/unlisted-reserves.ts';
import { createLatestCache } from './latest/latest-cache.ts';
import type { ApiMetrics } from './observability/api-metrics.ts';
import type { Protocol } from './protocols.ts';
import type { ProtocolReads, ProtocolServices } from './routes/protocol-lookup.ts';
import type { StatusLimits } from './status/find-causes.ts';
import { loadStatus } from './status/load-status.ts';
import { createStatusStore } from './status/status-store.ts';

export interface ProtocolServicesOptions {
  /** Where data are read from. */
  readonly reader: Database;
  readonly policy: AnswerPolicy;
  readonly metrics: ApiMetrics;
  readonly logger: Logger;
  readonly status: StatusSettings;
}

/** How the status of the data is judged, and for how long it is kept. */
export interface StatusSettings extends StatusLimits {
  readonly maxAgeMs: number;
}

/** How long clients and proxies may keep the latest reserves: the chain moves every second, a poll comes every few. */
const LATEST_CACHE_CONTROL = 'public, max-age=1, stale-while-revalidate=5';
/** How old settings may be, beyond the age that they have in the database. */
const INFO_MAX_AGE_MS = 2_000;
/** A database that has failed is not asked for the status again for this long. */
const STATUS_RETRY_AFTER_MS = 1_000;

/** Everything that the endpoints of one protocol answer from. Nothing is read yet. */
export function createProtocolServices(
  protocol: Protocol,
  { reader, policy, metrics, logger, status }: ProtocolServicesOptions,
): ProtocolServices {
  const { commonHeaders, vary } = policy;
  const answers = { commonHeaders, vary, cacheControl: LATEST_CACHE_CONTROL, logger };
  const { sql } = reader;
  const { name } = protocol;
  const events = {
    reloaded: (outcome: 'changed' | 'unchanged' | 'failed', durationMs: number) =>
      metrics.cacheReloaded(outcome, durationMs),
  };
  const latest = createLatestCache({ ...answers, load: () => listLatestSummaries(sql, { protocol: name }), events });
  metrics.watchCache(name, () => latest.status());
  const info = createInfoStore({
    load: () => loadInfo(reader, name),
    maxAgeMs: INFO_MAX_AGE_MS,
    newsFor: createUnlistedCheck(() => latest.current()),
  });
  return {
    protocol,
    latest,
    info,
    status: createStatusStore({
      load: () => loadStatus({ sql, protocol: name, latest, info, limits: status }),
      maxAgeMs: status.maxAgeMs,
      retryAfterMs: STATUS_RETRY_AFTER_MS,
    }),
    details: createDetailStore({
      ...answers,
      latest: () => latest.current(),
      loadRows: () => listReserveDetails(sql, { protocol: name }),
      loadStarts: () =>
        listIndexPoints(sql, {
          protocol: name,
          windowsSeconds: Object.values(WINDOW_SECONDS),
          maxAgeFactor: MAX_START_AGE_FACTOR,
        }),
    }),
    aggregates: createAggregateStore({
      ...answers,
      protocol: name,
      latest: () => latest.current(),
      load: () => listAggregateInputs(sql, { protocol: name }),
    }),
    reads: createReads(reader, name),
  };
}

function createReads(database: Database, protocol: string): ProtocolReads {
  const { sql } = database;
  return {
    bandExclusions: (filter) => listBandExclusions(sql, { ...filter, protocol }),
    bucketTotals: (filter) => listBucketTotals(sql, { ...filter, protocol }),
    rateState: (reserve) => getReserveRateState(sql, { protocol, reserve }),
    config: (reserve) => getReserveConfig(sql, { protocol, reserve }),
    changes: (filter) => listConfigChanges(sql, { ...filter, protocol }),
    history: createHistoryReads(database, protocol),
    coverage: (filter) => listCoverageFacts(sql, { ...filter, protocol }),
    gapFailures: (gaps) => listGapFailures(sql, { protocol, gaps }),
    interest: (filter) => listInterest(sql, { ...filter, protocol }),
  };
}
