import type { Closers } from '@tidemark/runtime';
import { containReaders, type Sql } from '@tidemark/schema';
import type { Logger } from 'pino';
import type { IndexerConfig } from './config.ts';

/** Long sessions are ended soon after they reach a bound, and settings that a login changed hold no longer than this. */
const INTERVAL_MS = 10_000;

export interface ContainmentDeps {
  readonly sql: Sql;
  readonly config: Pick<IndexerConfig, 'readerMaxSessionMs' | 'readerMaxTransactionMs'>;
  readonly logger: Logger;
  readonly closers: Closers;
  readonly intervalMs?: number;
}

/**
 * Keeps the logins of readers within their bounds for as long as the indexer runs. A timer and no job: a reader can be what
 * keeps a queue in Postgres from working. Several indexers may do it at once. A failure is logged once until it is over.
 */
export function startContainment({ sql, config, logger, closers, intervalMs = INTERVAL_MS }: ContainmentDeps): void {
  const bounds = { maxSessionMs: config.readerMaxSessionMs, maxTransactionMs: config.readerMaxTransactionMs };
  let hasFailed = false;
  let running: Promise<void> | undefined;
  const contain = async (): Promise<void> => {
    try {
      const { ended, restored } = await containReaders(sql, bounds);
      if (ended + restored > 0) logger.info({ ended, restored }, 'readers were brought back within their bounds');
      hasFailed = false;
    } catch (error) {
      if (!hasFailed) logger.warn({ err: error }, 'sessions and settings of readers are not watched');
      hasFailed = true;
    }
  };
  const timer = setInterval(() => {
    running ??= contain().finally(() => {
      running = undefined;
    });
  }, intervalMs);
  timer.unref();
  closers.add('containment of readers', async () => {
    clearInterval(timer);
    await running;
  });
}
