import type { Closers } from '@tidemark/runtime';
import type { Database } from '@tidemark/schema';
import type { Logger } from 'pino';
import { followOf, type IndexerConfig, isFollowedBy } from '../config.ts';
import type { IndexerMetrics } from '../metrics.ts';
import { inTurn } from '../in-turn.ts';
import { type AuditSummary, mergeSummaries } from '../metrics-observed.ts';
import { createAudit } from './create-audit.ts';
import { createEndpointReaders } from './endpoints/read-endpoints.ts';
import type { AuditReport } from './run-audit.ts';

export interface StartAuditsDeps {
  readonly config: IndexerConfig;
  readonly database: Database;
  readonly genesisHash: string;
  readonly logger: Logger;
  readonly metrics: IndexerMetrics;
  readonly closers: Closers;
  readonly signal: AbortSignal;
}

/** An endpoint that takes longer is slow enough to be told of, whatever the polls put up with. */
const MAX_RPC_TIMEOUT_MS = 10_000;

/** Binds the audits of all protocols to one configuration; what they hold open is closed with everything else. */
export function startAudits({
  config,
  closers,
  signal,
  metrics,
  ...deps
}: StartAuditsDeps): () => Promise<readonly (AuditReport | null)[]> {
  const endpoints = createEndpointReaders({
    urls: config.rpcUrls,
    commitment: config.commitment,
    timeoutMs: Math.min(config.rpcTimeoutMs, MAX_RPC_TIMEOUT_MS),
    requestsPerSecond: config.rpcRequestsPerSecond,
  });
  closers.add('audit endpoints', () => endpoints.close());
  // An audit under way must not hold up the end: nothing is lost with it.
  signal.addEventListener('abort', () => endpoints.close(), { once: true });
  const summaries: (() => Promise<AuditSummary>)[] = [];
  metrics.observeAudits(async () => mergeSummaries(await Promise.all(summaries.map((read) => read()))));
  const audits = config.protocols.map((protocol) =>
    createAudit({
      ...deps,
      metrics: { observeAudits: (read) => summaries.push(read) },
      signal,
      protocol,
      endpoints,
      isFollowed: isFollowedBy(followOf(config, protocol)),
      gapAfterMs: config.gapAfterMs,
      discoverIntervalMs: config.discoverIntervalMs,
    }),
  );
  return () => inTurn(audits, (audit) => audit());
}
