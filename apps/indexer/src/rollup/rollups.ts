import { getDatabaseTime, getRollupState, listCommitsAfter, listOpenGaps, type Sql } from '@tidemark/schema';
import type { Logger } from 'pino';
import { inTurn } from '../run-alone.ts';
import type { IndexerMetrics } from '../metrics.ts';
import { type RollupReport, runRollup } from './run-rollup.ts';

export interface RollupsOptions {
  readonly sql: Sql;
  readonly protocols: readonly string[];
  readonly signal: AbortSignal;
  readonly logger: Logger;
  readonly metrics: IndexerMetrics;
}

/** The rollups of all protocols, with what log and metrics say about them: counts are added up, of ages the greatest counts. */
export class Rollups {
  readonly #options: RollupsOptions;
  readonly #openGaps = new Map<string, number>();
  readonly #refused = new Map<string, number>();
  /** Age of the oldest commit that is not rolled up; null: all are. */
  readonly #waitingMs = new Map<string, number | null>();

  constructor(options: RollupsOptions) {
    this.#options = options;
  }

  /** One report per protocol; null: another process is doing that work. */
  run(): Promise<readonly (RollupReport | null)[]> {
    return inTurn(this.#options.protocols, (protocol) => this.#runOne(protocol));
  }

  async #runOne(protocol: string): Promise<RollupReport | null> {
    const { sql, signal } = this.#options;
    const startedAt = performance.now();
    try {
      const report = await runRollup({ sql, protocol, signal });
      if (report !== null) this.#observe(protocol, report, Math.round(performance.now() - startedAt));
      return report;
    } finally {
      // Also after a failure, and where another process does the work: the lag shows that nothing progresses.
      await this.#recordLag(protocol).catch(() => undefined);
      await this.#recordOpenGaps(protocol).catch(() => undefined);
    }
  }

  async #recordLag(protocol: string): Promise<void> {
    const { sql, metrics } = this.#options;
    const commitSeq = (await getRollupState(sql, { protocol }))?.commitSeq ?? 0n;
    const [oldest] = await listCommitsAfter(sql, { protocol, commitSeq, limit: 1 });
    const ageMs = oldest === undefined ? null : (await getDatabaseTime(sql)).getTime() - oldest.committedAt.getTime();
    const ages = [...this.#waitingMs.set(protocol, ageMs).values()].filter((age) => age !== null);
    metrics.recordOldestWaiting(ages.length === 0 ? null : Math.max(...ages));
  }

  async #recordOpenGaps(protocol: string): Promise<void> {
    const { sql, metrics } = this.#options;
    const counts = (await listOpenGaps(sql, protocol)).map(({ gaps }) => gaps);
    const count = counts.reduce((sum, gaps) => sum + gaps, 0);
    metrics.openGaps.set(sumOf(this.#openGaps.set(protocol, count)));
  }

  #observe(protocol: string, { refused, ...report }: RollupReport, durationMs: number): void {
    const { logger, metrics } = this.#options;
    metrics.bucketsWritten.inc({ grain: 'quarter_hourly' }, report.quarterHourly);
    metrics.bucketsWritten.inc({ grain: 'hourly' }, report.hourly);
    metrics.bucketsWritten.inc({ grain: 'daily' }, report.daily);
    metrics.refusedReserves.set(sumOf(this.#refused.set(protocol, refused.length)));
    if (refused.length > 0) {
      logger.warn({ refused: refused.slice(0, 10), count: refused.length }, 'reserves without hours');
    }
    if (report.quarterHourly + report.hourly + report.daily + report.gaps + report.totals > 0)
      logger.info({ ...report, durationMs }, 'rolled up');
  }
}

function sumOf(counts: ReadonlyMap<string, number>): number {
  return [...counts.values()].reduce((sum, count) => sum + count, 0);
}
