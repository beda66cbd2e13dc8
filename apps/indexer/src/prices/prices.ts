import { type AccountReads, type Feed, HTTP_PRICE_SOURCES, LISTED_FEEDS, type PriceAggregate } from '@tidemark/oracles';
import type { Protocol } from '@tidemark/protocols';
import type { Logger } from '@tidemark/runtime';
import { listPricedReserves, rollUpPrices, type Sql } from '@tidemark/schema';
import type { IndexerConfig } from '../config.ts';
import type { JobFacts } from '../jobs/job.ts';
import type { IndexerMetrics } from '../metrics.ts';
import { openClocks } from '../pipeline/bank-clock.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { SlotDurationSource } from '../pipeline/slot-duration.ts';
import { SlotFloor } from '../pipeline/slot-floor.ts';
import { cadenceTerms, type Clock, type RpcClient, standsAfterMs, systemClock } from '../rpc/index.ts';
import { runHttpPrices } from './http/http-price-run.ts';
import { HttpPrices } from './http/http-prices.ts';
import { readHttpPrices } from './http/stored-http-prices.ts';
import { planBatches, planTokens } from './price-plan.ts';
import { type PriceBatchDeps, runPriceBatch } from './run-price-batch.ts';

export interface PricesOptions {
  readonly config: Pick<
    IndexerConfig,
    'priceIntervalMs' | 'rpcTimeoutMs' | 'heartbeatMs' | 'gapAfterMs' | 'httpPrices' | 'clockToleranceMs'
  >;
  readonly protocols: readonly Protocol[];
  /** Feeds of the committed list, beside those that reserves name. */
  readonly listed: readonly Feed[];
  readonly rpc: RpcClient;
  readonly sql: Sql;
  /** A login with longer limits. */
  readonly maintenance: Sql;
  readonly slotDuration: Pick<SlotDurationSource, 'get'>;
  readonly logger: Logger;
  readonly metrics: IndexerMetrics;
  /** Of requests to services behind HTTP. */
  readonly clock?: Clock;
}

/** Two batches may be lost, and half a minute passes, before what was not observed counts as a gap. */
function gapAfterMs(intervalMs: number): number {
  return Math.max(3 * intervalMs, 30_000);
}

/** The work of the jobs of prices. */
export class Prices {
  readonly #options: PricesOptions;
  readonly #deps: PriceBatchDeps;
  readonly #http: HttpPrices;
  /** What was decoded last: some accounts name others that are needed with them. */
  #reads: AccountReads = new Map();

  constructor(options: PricesOptions) {
    const { config, rpc, sql, slotDuration, logger } = options;
    this.#options = options;
    const { wallClock, bankClock } = openClocks(sql, config.clockToleranceMs);
    this.#http = new HttpPrices(config.httpPrices, options.clock);
    this.#deps = {
      rpc: rpc.withTerms(cadenceTerms('prices', config.priceIntervalMs, config.rpcTimeoutMs)),
      sql,
      slotDuration,
      slotFloor: new SlotFloor(
        systemClock,
        bankClock,
        (lane) => logger.warn({ lane }, 'all nodes are behind: slots may go back'),
        standsAfterMs(gapAfterMs(config.priceIntervalMs)),
      ),
      wallClock,
      heartbeatMs: config.heartbeatMs,
      gapAfterMs: gapAfterMs(config.priceIntervalMs),
      reserveGapAfterMs: config.gapAfterMs,
    };
  }

  /** Reads all feeds, a batch after the other, and stores what they say. A batch that fails does not keep the others back. */
  async poll(tick: number): Promise<JobFacts> {
    const { sql, protocols, listed } = this.#options;
    const names = protocols.map(({ name }) => name);
    const tokens = planTokens(await listPricedReserves(sql, names), protocols, listed);
    const http = await readHttpPrices(sql);
    const aggregates: PriceAggregate[] = [];
    const failures: unknown[] = [];
    const reads = new Map(this.#reads);
    const batches = planBatches(tokens, this.#reads);
    for (const [index, planned] of batches.entries()) {
      try {
        const id = `prices-${tick}-${index}`;
        const report = await runPriceBatch(this.#deps, { id, lane: `prices-${index}`, planned, http });
        aggregates.push(...report.aggregates);
        for (const [address, read] of report.reads) reads.set(address, read);
      } catch (error) {
        failures.push(error);
      }
    }
    this.#reads = reads;
    this.#observe(aggregates);
    if (failures.length > 0) throw failures[0];
    return { tick, tokens: tokens.length, batches: batches.length };
  }

  /** Brings quarters of an hour, hours and days of prices up to date. */
  async rollUp(): Promise<JobFacts> {
    const report = await rollUpPrices(this.#options.maintenance);
    return report === null ? { skipped: true } : { ...report };
  }

  /**
   * Asks the services behind HTTP, all at once, and stores what each says when it says it; batches of the chain make prices of it. One that
   * is not configured says so. A write that fails does not keep the others back.
   */
  async pollHttp(tick: number): Promise<JobFacts> {
    const { sql, slotDuration, config } = this.#options;
    const deps = { sql, http: this.#http, slotDuration, heartbeatMs: config.heartbeatMs };
    const asked = { ...deps, gapAfterMs: gapAfterMs(config.httpPrices.intervalMs) };
    const ends = await Promise.allSettled(HTTP_PRICE_SOURCES.map((source) => runHttpPrices(asked, { source, tick })));
    const failed = ends.find((end) => end.status === 'rejected');
    if (failed !== undefined) throw failed.reason;
    const facts = ends.flatMap((end) => (end.status === 'fulfilled' ? [end.value] : []));
    return { tick, ...Object.fromEntries(HTTP_PRICE_SOURCES.map(({ name }, index) => [name, facts[index]])) };
  }

  /** Ends requests to services in flight. */
  close(): void {
    this.#http.close();
  }

  #observe(aggregates: readonly PriceAggregate[]): void {
    const { prices, priceFeeds } = this.#options.metrics;
    prices.reset();
    priceFeeds.reset();
    for (const { status, sources } of aggregates) {
      prices.inc({ status });
      for (const { observation, reason } of sources)
        priceFeeds.inc({ source: observation.source, outcome: reason ?? 'used' });
    }
  }
}

/** Null where the settings switch prices off, or no protocol is indexed. */
export function createPrices({
  pipelines,
  listed = LISTED_FEEDS,
  ...options
}: Omit<PricesOptions, 'slotDuration' | 'protocols' | 'listed'> & {
  readonly pipelines: readonly Pipeline[];
  /** The committed list by default: feeds of mainnet. */
  readonly listed?: readonly Feed[];
}): Prices | null {
  const [first] = pipelines;
  if (options.config.priceIntervalMs === 0 || first === undefined) return null;
  const protocols = pipelines.map(({ protocol }) => protocol);
  return new Prices({ ...options, protocols, listed, slotDuration: first.slotDuration });
}
