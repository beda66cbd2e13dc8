import type { Database } from '@tidemark/schema';
import type { Logger } from 'pino';
import type { CloserStack } from '../closer-stack.ts';
import type { IndexerConfig } from '../config.ts';
import type { IndexerMetrics } from '../metrics.ts';
import { PROTOCOL } from '../pipeline/protocol.ts';
import { createAudit } from './create-audit.ts';
import { createEndpointReaders } from './endpoints/read-endpoints.ts';
import type { AuditReport } from './run-audit.ts';

export interface StartAuditsDeps {
  readonly config: IndexerConfig;
  readonly database: Database;
  readonly genesisHash: string;
  readonly logger: Logger;
  readonly metrics: IndexerMetrics;
  readonly closers: CloserStack;
  readonly signal: AbortSignal;
}

/** An endpoint that takes longer is slow enough to be told of, whatever the polls put up with. */
const MAX_RPC_TIMEOUT_MS = 10_000;

/** Binds the audits to one configuration; what they hold open is closed with everything else. */
export function startAudits({ config, closers, signal, ...deps }: StartAuditsDeps): () => Promise<AuditReport | null> {
  const endpoints = createEndpointReaders({
    urls: config.rpcUrls,
    commitment: config.commitment,
    timeoutMs: Math.min(config.rpcTimeoutMs, MAX_RPC_TIMEOUT_MS),
    requestsPerSecond: config.rpcRequestsPerSecond,
  });
  closers.add('audit endpoints', () => endpoints.close());
  // An audit under way must not hold up the end: nothing is lost with it.
  signal.addEventListener('abort', () => endpoints.close(), { once: true });
  return createAudit({
    ...deps,
    signal,
    protocol: PROTOCOL,
    endpoints,
    isFollowed: (market) => config.markets.length === 0 || config.markets.includes(market),
    gapAfterMs: config.gapAfterMs,
    discoverIntervalMs: config.discoverIntervalMs,
  });
}
