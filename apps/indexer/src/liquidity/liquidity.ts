import { errorCode, type Logger } from '@tidemark/runtime';
import {
  getDatabaseTime,
  listKnownPools,
  listLiquidityReserves,
  listLiquiditySearches,
  rollUpLiquidity,
  type Sql,
  writeLiquiditySearch,
} from '@tidemark/schema';
import type { IndexerConfig } from '../config.ts';
import type { JobFacts } from '../jobs/job.ts';
import type { IndexerMetrics } from '../metrics.ts';
import { openClocks } from '../pipeline/bank-clock.ts';
import { SlotFloor } from '../pipeline/slot-floor.ts';
import { CoolDown, type RpcClient, systemClock } from '../rpc/index.ts';
import { CallBudget } from './call-budget.ts';
import { ConfiguredPools } from './configured-pools.ts';
import type { LiquidityConfig } from './liquidity-config.ts';
import { PoolCadence } from './pool-cadence.ts';
import type { ReadPoolDepth } from './pool-rows.ts';
import { PoolReader } from './read-pools.ts';
import {
  type LiquidityBatchDeps,
  type LiquidityBatchReport,
  runLiquidityBatch,
  tokensOf,
} from './run-liquidity-batch.ts';
import { searchPools } from './search-pools.ts';

export interface LiquidityOptions {
  readonly config: Pick<
    IndexerConfig,
    'liquidity' | 'heartbeatMs' | 'gapAfterMs' | 'priceIntervalMs' | 'protocols' | 'clockToleranceMs'
  >;
  readonly genesisHash: string;
  readonly rpc: RpcClient;
  readonly sql: Sql;
  /** A login with longer limits. */
  readonly maintenance: Sql;
  readonly logger: Logger;
  readonly metrics: Pick<IndexerMetrics, 'liquidityPools' | 'liquidityTokens' | 'liquiditySearches'>;
  /** Aborted when the indexer ends: no further call is made. */
  readonly signal: AbortSignal;
}

export interface SearchReport extends JobFacts {
  readonly due: number;
  readonly searched: number;
  readonly failed: number;
  /** Pools that were found. */
  readonly pools: number;
  /** True where every token that was due was tried, and something is known that was not: pools can be read at once. */
  readonly isReadDue: boolean;
}

/** Of a token whose search failed. */
const SEARCH_COOL_DOWN = { baseMs: 10_000, maxMs: 3_600_000 };
/** Longest run of a search; the next run continues it. The indexer waits for running jobs when it stops. */
const SEARCH_RUN_MS = 30_000;

/** Two reads may be lost, and a minute passes, before what was not observed counts as a gap. */
function gapAfterMs(intervalMs: number): number {
  return Math.max(3 * intervalMs, 60_000);
}

/** The work of the jobs of liquidity. */
export class Liquidity {
  readonly #options: LiquidityOptions;
  readonly #config: LiquidityConfig;
  readonly #deps: LiquidityBatchDeps;
  readonly #budget: CallBudget;
  readonly #cadence: PoolCadence;
  readonly #configured: ConfiguredPools;
  /** What was found of each pool when it was read last. */
  readonly #last = new Map<string, ReadPoolDepth>();
  /** The newest slot of which a notification told since the last read for changes: that read alone believes it. */
  #changedIn: bigint | undefined;
  #onLargest: (pools: readonly string[]) => void = () => undefined;
  /** Of tokens whose last search failed. */
  readonly #coolDowns = new Map<string, CoolDown>();

  constructor(options: LiquidityOptions) {
    const { config, rpc, sql, logger, signal } = options;
    const { liquidity } = config;
    this.#options = options;
    const { wallClock, bankClock } = openClocks(sql, config.clockToleranceMs);
    this.#config = liquidity;
    this.#budget = new CallBudget({ clock: systemClock, perMinute: liquidity.callsPerMinute, signal });
    this.#cadence = new PoolCadence(liquidity);
    this.#configured = new ConfiguredPools({ ...options, config: liquidity, budget: this.#budget });
    this.#deps = {
      rpc,
      sql,
      budget: this.#budget,
      reader: new PoolReader(),
      slotFloor: new SlotFloor(systemClock, bankClock, (lane) =>
        logger.warn({ lane }, 'all nodes are behind: slots may go back'),
      ),
      wallClock,
      rules: liquidity.rules,
      heartbeatMs: config.heartbeatMs,
      gapAfterMs: gapAfterMs(liquidity.intervalMs),
      reserveGapAfterMs: config.gapAfterMs,
    };
  }

  /**
   * Searches for the pools of tokens whose last search is old or never was, for a while; the next run goes on. A token whose search failed
   * waits before the next try, longer each time. Fails where every search of the run did.
   */
  async search(): Promise<SearchReport> {
    const deadline = performance.now() + SEARCH_RUN_MS;
    const configured = await this.#configured.write();
    const due = (await this.#listDue()).filter((mint) => (this.#coolDowns.get(mint)?.leftMs() ?? 0) === 0);
    let [tried, searched, pools] = [0, 0, 0];
    let failure: unknown;
    for (const mint of due) {
      if (performance.now() > deadline) break;
      tried += 1;
      try {
        pools += await this.#searchOne(mint);
        searched += 1;
      } catch (error) {
        // The next process goes on.
        if (this.#options.signal.aborted) break;
        this.#countFailure(mint, error);
        failure ??= error;
      }
    }
    if (searched === 0 && failure !== undefined) throw failure;
    return {
      due: due.length,
      searched,
      failed: tried - searched,
      pools,
      isReadDue: (searched > 0 || configured > 0) && tried === due.length && !this.#options.signal.aborted,
    };
  }

  /** Returns how many pools were found. */
  async #searchOne(mint: string): Promise<number> {
    const { sql, rpc, genesisHash, metrics } = this.#options;
    const search = await searchPools(
      { rpc: rpc.withTerms({ priority: 'search' }), genesisHash, budget: this.#budget, rules: this.#config.rules },
      mint,
    );
    await writeLiquiditySearch(sql, search);
    this.#coolDowns.delete(mint);
    metrics.liquiditySearches.inc({ outcome: search.failure ?? 'ok' });
    return search.pools.length;
  }

  #countFailure(mint: string, error: unknown): void {
    const { logger, metrics } = this.#options;
    const code = errorCode(error) ?? 'INTERNAL_ERROR';
    const coolDown = this.#coolDowns.get(mint) ?? new CoolDown(systemClock, SEARCH_COOL_DOWN);
    this.#coolDowns.set(mint, coolDown);
    coolDown.failed();
    metrics.liquiditySearches.inc({ outcome: code });
    logger.warn({ mint, code, err: error, retryInMs: coolDown.leftMs() }, 'the search for pools of a token failed');
  }

  /** Calls back with the pools to subscribe to after each read. */
  watchLargest(onLargest: (pools: readonly string[]) => void): void {
    this.#onLargest = onLargest;
  }

  /** Makes pools due for the next read, and where they changed in a slot, a node that has not reached it does not do. */
  noteChanged(pools: readonly string[], slot: bigint | null): void {
    this.#cadence.changed(pools);
    if (slot !== null && slot > (this.#changedIn ?? 0n)) this.#changedIn = slot;
  }

  /** Reads the pools that are due, and stores depth and coverage. */
  async poll(tick: number): Promise<JobFacts> {
    const { sql } = this.#options;
    // That a token has no pools is known after a search alone.
    const searched = new Set((await listLiquiditySearches(sql)).map(({ tokenMint }) => tokenMint));
    const reserves = (await this.#listReserves()).filter(({ tokenMint }) => searched.has(tokenMint));
    if (reserves.length === 0) return { skipped: true };
    const known = await listKnownPools(sql);
    const forChanges = this.#cadence.isForChanges(tick);
    const due = this.#cadence.takeDue(known, tick);
    const isRead = new Set(due.map(({ pool }) => pool));
    const earlier = known.flatMap(({ pool }) => (isRead.has(pool) ? [] : (this.#last.get(pool) ?? [])));
    // A read that changes ask for may have the time of a run.
    const id = forChanges ? `liquidity-${tick}-changed` : `liquidity-${tick}`;
    const minContextSlot = forChanges ? this.#changedIn : undefined;
    this.#changedIn = undefined;
    const work = { id, reserves, due, earlier, minContextSlot };
    const report = await runLiquidityBatch(this.#deps, work).catch((error: unknown) => {
      if (forChanges) this.#cadence.changed([...isRead]);
      throw error;
    });
    for (const pool of report.pools) this.#last.set(pool.read.known.pool, pool);
    this.#cadence.read([...isRead], tick);
    this.#observe(report);
    this.#onLargest(largestOf(report, this.#config.followPools));
    const counted = report.tokens.filter(({ market }) => market !== null).length;
    const { calls, slot } = report;
    return { tick, pools: report.pools.length, calls, slot: String(slot), tokens: report.tokens.length, counted };
  }

  #observe({ tokens, verdicts }: LiquidityBatchReport): void {
    const { liquidityPools, liquidityTokens } = this.#options.metrics;
    liquidityTokens.reset();
    liquidityPools.reset();
    for (const { reason } of tokens) liquidityTokens.inc({ outcome: reason ?? 'known' });
    for (const { reason } of verdicts) liquidityPools.inc({ outcome: reason ?? 'counted' });
  }

  /** Brings hours and days of depth and coverage up to date. */
  async rollUp(): Promise<JobFacts> {
    const report = await rollUpLiquidity(this.#options.maintenance);
    return report === null ? { skipped: true } : { ...report };
  }

  #listReserves() {
    const { sql, config } = this.#options;
    return listLiquidityReserves(
      sql,
      config.protocols.map(({ name }) => name),
    );
  }

  /** Mints of lent tokens, and of SOL through which others are sold; those that were never searched for first. */
  async #listDue(): Promise<string[]> {
    const { sql } = this.#options;
    const { rules, searchIntervalMs } = this.#config;
    const [reserves, searches, now] = await Promise.all([
      this.#listReserves(),
      listLiquiditySearches(sql),
      getDatabaseTime(sql),
    ]);
    if (reserves.length === 0) return [];
    const searchedAt = new Map(searches.map(({ tokenMint, searchedAt: at }) => [tokenMint, at.getTime()]));
    const age = (mint: string): number => now.getTime() - (searchedAt.get(mint) ?? 0);
    const mints = [...new Set([rules.solMint, ...tokensOf(reserves).map(({ mint }) => mint)])];
    return mints.filter((mint) => age(mint) >= searchIntervalMs).toSorted((one, other) => age(other) - age(one));
  }
}

/** So many of the deepest pools that count, by the token that they count most for. */
function largestOf({ verdicts }: LiquidityBatchReport, count: number): string[] {
  const counted = verdicts.filter(({ route }) => route !== null);
  const deepest = counted.toSorted((one, other) => (other.depthUsd ?? 0) - (one.depthUsd ?? 0));
  return [...new Set(deepest.map(({ pool }) => pool))].slice(0, count);
}

/** Null where the settings switch liquidity or prices off: depth is measured by the prices of tokens. */
export function createLiquidity(options: LiquidityOptions): Liquidity | null {
  const { liquidity, priceIntervalMs } = options.config;
  return liquidity.intervalMs === 0 || priceIntervalMs === 0 ? null : new Liquidity(options);
}
