import type { Protocol } from '@tidemark/protocols';
import type { Closers } from '@tidemark/runtime';
import { countOpenAuditFindings, type Database, getAuditProgress, listAuditFindings } from '@tidemark/schema';
import type { Logger } from 'pino';
import { followOf, type IndexerConfig, isFollowedBy } from '../config.ts';
import { inTurn } from '../run-alone.ts';
import type { IndexerMetrics } from '../metrics.ts';
import { type AuditSummary, mergeSummaries } from '../metrics-observed.ts';
import { createEndpointReaders, type EndpointReaders } from './endpoints/read-endpoints.ts';
import { type AuditReport, runAudit } from './run-audit.ts';

export interface AuditsOptions {
  readonly config: IndexerConfig;
  readonly database: Database;
  readonly genesisHash: string;
  readonly logger: Logger;
  readonly metrics: IndexerMetrics;
  readonly closers: Closers;
  readonly signal: AbortSignal;
}

/** An endpoint that takes longer is reported as slow, however long the polls wait for it. */
const MAX_RPC_TIMEOUT_MS = 10_000;
/** New findings that the log names one by one. */
const NAMED_FINDINGS = 10;

/** The audits of all protocols, with what log and metrics say about them; what they hold open is closed with everything else. */
export class Audits {
  readonly #options: AuditsOptions;
  readonly #endpoints: EndpointReaders;
  readonly #startedAt = performance.now();

  constructor(options: AuditsOptions) {
    const { config, metrics, closers, signal } = options;
    this.#options = options;
    const endpoints = createEndpointReaders({
      urls: config.rpcUrls,
      commitment: config.commitment,
      timeoutMs: Math.min(config.rpcTimeoutMs, MAX_RPC_TIMEOUT_MS),
      requestsPerSecond: config.rpcRequestsPerSecond,
    });
    this.#endpoints = endpoints;
    closers.add('audit endpoints', () => endpoints.close());
    // An audit that runs must not delay the stop: nothing is lost with it.
    signal.addEventListener('abort', () => endpoints.close(), { once: true });
    metrics.audits.observe(async () =>
      mergeSummaries(await Promise.all(config.protocols.map(({ name }) => this.#summarize(name)))),
    );
  }

  /** One report per protocol; null: another process does that work. */
  run(): Promise<readonly (AuditReport | null)[]> {
    return inTurn(this.#options.config.protocols, (protocol) => this.#runOne(protocol));
  }

  async #summarize(protocol: string): Promise<AuditSummary> {
    const { sql } = this.#options.database;
    return {
      findings: await countOpenAuditFindings(sql, { protocol }),
      newest: await getAuditProgress(sql, { protocol }),
    };
  }

  async #runOne(protocol: Protocol): Promise<AuditReport | null> {
    const { config, database, genesisHash, signal, logger } = this.#options;
    const report = await runAudit({
      database,
      protocol,
      genesisHash,
      endpoints: this.#endpoints,
      isFollowed: isFollowedBy(followOf(config, protocol)),
      gapAfterMs: config.gapAfterMs,
      discoverIntervalMs: config.discoverIntervalMs,
      pollsForMs: performance.now() - this.#startedAt,
      signal,
    });
    if (report === null) return null;
    const { opened, resolved, open } = report;
    if (opened > 0) {
      const filter = { protocol: protocol.name, openOnly: true, limit: 1_000 };
      const newest = (await listAuditFindings(database.sql, filter))
        .filter(({ timesSeen }) => timesSeen === 1n)
        .slice(0, NAMED_FINDINGS)
        .map(({ checkName: check, severity, subject, message }) => ({ check, severity, subject, message }));
      logger.warn({ opened, open, newest }, 'the audit found something');
    } else if (resolved > 0) {
      logger.info({ resolved, open }, 'what an audit found no longer holds');
    }
    return report;
  }
}
