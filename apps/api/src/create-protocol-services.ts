import type { ObservationArchive } from '@tidemark/archive';
import { RefreshingCache } from '@tidemark/core';
import { protocolOf } from '@tidemark/protocols';
import type { Logger } from '@tidemark/runtime';
import {
  type Database,
  listAggregateInputs,
  listLatestChanges,
  listLatestSummaries,
  ReserveDetails,
} from '@tidemark/schema';
import { prepareAggregates } from './features/aggregates/aggregate-dataset.ts';
import { type DetailDataset, prepareDetails } from './features/detail/detail-dataset.ts';
import { StartsOfWindows } from './features/detail/window-starts.ts';
import { loadInfo } from './features/info/query.ts';
import { LatestCache } from './features/latest/cache.ts';
import { LATEST_CACHE_CONTROL, type LatestDataset } from './features/latest/dataset.ts';
import { createReads } from './features/reads.ts';
import type { ProtocolServices } from './features/services.ts';
import { createSparklines, SPARKLINES_CACHE_CONTROL } from './features/sparklines/dataset.ts';
import { HourCloses } from './features/sparklines/hour-closes.ts';
import type { StatusLimits } from './features/status/causes.ts';
import { loadStatus } from './features/status/rows.ts';
import type { AnswerPolicy } from './http/policy.ts';
import type { ApiMetrics } from './observability/api-metrics.ts';
import type { Protocol } from './protocols.ts';

export interface ProtocolServicesOptions {
  /** Where data are read from. */
  readonly reader: Database;
  /** Files of months that are no longer in the database. */
  readonly archive: ObservationArchive | null;
  readonly policy: AnswerPolicy;
  readonly metrics: ApiMetrics;
  readonly logger: Logger;
  readonly status: StatusSettings;
}

/** How the status of the data is judged, and for how long it is kept. */
export interface StatusSettings extends StatusLimits {
  readonly maxAgeMs: number;
}

/** Settings that are served are at most two seconds older than those of the database. They are reloaded after 1.5 s; until 2 s requests get the old ones meanwhile. */
const INFO_AGE = { maxAgeMs: 1_500, graceMs: 500 };
/** A database that has failed is not asked for the status again for this long. */
const STATUS_RETRY_AFTER_MS = 1_000;
const DERIVED = { minAgeMs: 1_000, maxAgeMs: 5_000, retryAfterMs: 2_000 };

/** Everything that the endpoints of one protocol answer from. Nothing is read yet. */
export function createProtocolServices(
  protocol: Protocol,
  { reader, archive, policy, metrics, logger, status: limits }: ProtocolServicesOptions,
): ProtocolServices {
  const { commonHeaders, vary } = policy;
  const answers = { commonHeaders, vary, cacheControl: LATEST_CACHE_CONTROL, logger };
  const { sql } = reader;
  const { name } = protocol;
  const rules = protocolOf(name);
  const latest = new LatestCache({
    ...answers,
    load: () => listLatestSummaries(sql, { protocol: name }),
    loadChanges: (commitSeq) => listLatestChanges(sql, { protocol: name, commitSeq }),
    events: { reloaded: (outcome, durationMs) => metrics.cacheReloaded(outcome, durationMs) },
  });
  metrics.sources.caches.set(name, () => latest.status());
  const info = new RefreshingCache({
    load: () => loadInfo(reader, rules),
    ...INFO_AGE,
    source: listedReserves(latest),
    nowMs,
  });
  const status = new RefreshingCache({
    load: () => loadStatus({ sql, protocol: name, latest, info, limits }),
    maxAgeMs: limits.maxAgeMs,
    retryAfterMs: STATUS_RETRY_AFTER_MS,
    nowMs,
  });
  const derived = <Dataset>(what: string, load: (previous: Dataset | null) => Promise<Dataset>) =>
    derivedFrom(latest, load, (err) => logger.warn({ err }, `${what} could not be derived; the last ones stay`));
  const starts = new StartsOfWindows(sql, nowMs);
  const closesOf = () => new HourCloses(sql, name);
  const sparklineSource = { info, closes: { 1: closesOf(), 7: closesOf(), 30: closesOf() } };
  const details = new ReserveDetails(sql, { protocol: name });
  return {
    name,
    protocol,
    latest,
    info,
    status,
    details: derived<DetailDataset>('reserve details', async (previous) => {
      const rows = await details.list();
      return await prepareDetails(rules, rows, await starts.of(rows), previous, answers);
    }),
    aggregates: derived('totals', async () =>
      prepareAggregates(name, await listAggregateInputs(sql, { protocol: name }), answers),
    ),
    sparklineSource,
    sparklines: createSparklines([sparklineSource], { ...answers, cacheControl: SPARKLINES_CACHE_CONTROL }),
    reads: createReads(reader, name, archive),
  };
}

/**
 * What follows from the newest states of all reserves is derived when it is asked for and the latest reserves have changed, or settings
 * can have. After a failure the last stays for a while.
 */
function derivedFrom<Dataset>(
  latest: LatestCache,
  load: (previous: Dataset | null) => Promise<Dataset>,
  onStale: (error: unknown) => void,
): RefreshingCache<Dataset> {
  return new RefreshingCache<Dataset>({ ...DERIVED, load, source: () => latest.current(), onStale, nowMs });
}

/**
 * The addresses that the latest reserves name, as text. Who found a reserve in the one answer must not be told by another that there
 * is none, so settings are loaded again when the list changes. Nothing that a caller sends makes a difference.
 */
function listedReserves(latest: LatestCache): () => string {
  let listed: { readonly dataset: LatestDataset | null; readonly text: string } = { dataset: null, text: '' };
  return () => {
    const dataset = latest.current();
    if (dataset !== listed.dataset) listed = { dataset, text: dataset?.reserves.toSorted().join() ?? '' };
    return listed.text;
  };
}

function nowMs(): number {
  return performance.now();
}
