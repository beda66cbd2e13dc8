import { type AccountBytes, isLendingError } from '@tidemark/core';
import { type PoolSource, SOURCES } from '@tidemark/liquidity';
import { errorCode, type Logger } from '@tidemark/runtime';
import { type FoundPool, type Sql, writeConfiguredPools } from '@tidemark/schema';
import type { IndexerMetrics } from '../metrics.ts';
import { inPieces } from '../pipeline/fetch-batch.ts';
import { fetchAccounts, type Rpc } from '../rpc/index.ts';
import type { CallBudget } from './call-budget.ts';
import type { LiquidityConfig } from './liquidity-config.ts';

export interface ConfiguredPoolsOptions {
  readonly config: Pick<LiquidityConfig, 'pools' | 'searchIntervalMs'>;
  readonly rpc: Rpc;
  readonly budget: CallBudget;
  readonly sql: Sql;
  readonly logger: Logger;
  readonly metrics: Pick<IndexerMetrics, 'liquiditySearches'>;
  readonly signal: AbortSignal;
}

const RETRY_MS = 10_000;

/** Pools that the settings name. Their accounts are looked at once in the interval of searches: one may come, or become a pool, later. */
export class ConfiguredPools {
  readonly #options: ConfiguredPoolsOptions;
  #nextAt = 0;

  constructor(options: ConfiguredPoolsOptions) {
    this.#options = options;
  }

  /** Keeps those that are pools, and returns how many are new. Never fails: what fails is tried again by a later run. */
  async write(): Promise<number> {
    const { config, sql, logger, metrics, signal, ...node } = this.#options;
    if (config.pools.length === 0 || performance.now() < this.#nextAt) return 0;
    try {
      const { pools, problems } = await identifyPools(node, config.pools);
      const count = await writeConfiguredPools(sql, pools);
      for (const problem of problems) logger.warn(problem, 'an account of LIQUIDITY_POOLS is no pool');
      this.#nextAt = performance.now() + config.searchIntervalMs;
      return count;
    } catch (error) {
      // The next process goes on.
      if (signal.aborted) return 0;
      const code = errorCode(error) ?? 'INTERNAL_ERROR';
      metrics.liquiditySearches.inc({ outcome: code });
      logger.warn({ code, err: error }, 'the accounts of LIQUIDITY_POOLS could not be read');
      this.#nextAt = performance.now() + RETRY_MS;
      return 0;
    }
  }
}

interface Identified {
  readonly pools: readonly FoundPool[];
  /** Accounts that are none: `missing`, `foreign_program`, or the code with which the decoder refused. */
  readonly problems: readonly { readonly address: string; readonly reason: string }[];
}

/** Reads the accounts that the settings name: their owner says of which program they are. Fails with RpcError. */
async function identifyPools(
  { rpc, budget }: { readonly rpc: Rpc; readonly budget: CallBudget },
  addresses: readonly string[],
): Promise<Identified> {
  const pools: FoundPool[] = [];
  const problems: { address: string; reason: string }[] = [];
  await inPieces(rpc, addresses, async (part) => {
    await budget.take();
    const { accounts } = await fetchAccounts(rpc, part);
    for (const [place, address] of part.entries()) {
      const found = identify(accounts[place] ?? null);
      if (typeof found === 'string') problems.push({ address, reason: found });
      else pools.push({ pool: address, source: found.name, evidence: found.evidence.grade });
    }
  });
  return { pools, problems };
}

/** The source of a pool, or why the account is none. */
function identify(account: AccountBytes | null): PoolSource | string {
  if (account === null) return 'missing';
  const source = SOURCES.find(({ accounts }) => accounts.program === account.owner);
  if (source === undefined) return 'foreign_program';
  try {
    source.decodePool(account);
    return source;
  } catch (error) {
    if (isLendingError(error)) return error.code;
    throw error;
  }
}
