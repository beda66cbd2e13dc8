import { setImmediate as nextTurn } from 'node:timers/promises';
import { protocolOf } from '@tidemark/protocols';
import { errorCode } from '@tidemark/runtime';
import {
  type KnownPoolRow,
  type LiquidityReserveRow,
  listLatestPrices,
  type PoolVerdictInput,
  recordFailedLiquidityBatch,
  type Sql,
  writeLiquidityBatch,
} from '@tidemark/schema';
import type { DatabaseClock } from '../pipeline/database-clock.ts';
import { batchSizeOf } from '../pipeline/fetch-batch.ts';
import type { SlotFloor } from '../pipeline/slot-floor.ts';
import type { Rpc } from '../rpc/index.ts';
import type { CallBudget } from './call-budget.ts';
import { coverToken } from './coverage.ts';
import type { LiquidityConfig } from './liquidity-config.ts';
import { depthOf, type ReadPoolDepth, toPoolRead } from './pool-rows.ts';
import { verdictsOf } from './pool-verdicts.ts';
import type { PoolReader, PoolsRead } from './read-pools.ts';
import { levelsWithSolShares } from './sol-leg-shares.ts';
import { computeDepth, type DepthOfToken, type LentToken, poolsOf, solLegsOf } from './token-depth.ts';
import { referencesOf } from './token-references.ts';

export interface LiquidityBatchDeps {
  readonly rpc: Rpc;
  readonly sql: Sql;
  readonly slotFloor: SlotFloor;
  readonly wallClock: DatabaseClock;
  readonly budget: CallBudget;
  readonly reader: PoolReader;
  readonly rules: LiquidityConfig['rules'];
  readonly heartbeatMs: number;
  readonly gapAfterMs: number;
  /** How long after its read the state of a reserve is not known any more. */
  readonly reserveGapAfterMs: number;
}

export interface LiquidityBatchWork {
  readonly id: string;
  readonly reserves: readonly LiquidityReserveRow[];
  /** Pools to read now. */
  readonly due: readonly KnownPoolRow[];
  /** What was found of the others when they were read last. */
  readonly earlier: readonly ReadPoolDepth[];
  /** A node that is behind it does not do. */
  readonly minContextSlot: bigint | undefined;
}

export interface LiquidityBatchReport {
  readonly pools: readonly ReadPoolDepth[];
  readonly tokens: readonly DepthOfToken[];
  /** Of each pool for each token in it. */
  readonly verdicts: readonly PoolVerdictInput[];
  readonly calls: number;
  readonly slot: bigint;
}

/** Its answers must not come from older and older slots. */
const LANE = 'liquidity';

/** One read of pools from the calls to the commit. When it fails, the attempt is recorded, and it fails with the error. */
export async function runLiquidityBatch(
  deps: LiquidityBatchDeps,
  work: LiquidityBatchWork,
): Promise<LiquidityBatchReport> {
  const startedAt = await deps.wallClock.now();
  const start = performance.now();
  let read: PoolsRead | undefined;
  const facts = () => ({
    id: work.id,
    startedAt,
    durationMs: performance.now() - start,
    gapAfterMs: deps.gapAfterMs,
    calls: read?.calls ?? 0,
  });
  try {
    read = await readAll(deps, work);
    const { slots, observedAt } = bankOf(read);
    const fresh = await withDepth(read);
    const computed = await compute(deps, work, { read, fresh, observedAt, slotMin: slots.min });
    await writeLiquidityBatch(deps.sql, {
      ...facts(),
      slotMin: slots.min,
      slotMax: slots.max,
      observedAt,
      heartbeatMs: deps.heartbeatMs,
      pools: fresh.map(toPoolRead),
      ...computed.rows,
    });
    const { tokens, rows } = computed;
    return { pools: fresh, tokens, verdicts: rows.verdicts, calls: read.calls, slot: slots.max };
  } catch (error) {
    const failed = { ...facts(), errorCode: errorCode(error) ?? 'INTERNAL_ERROR' };
    // A database that is away cannot take the row; the gap between the other rows says the same.
    await recordFailedLiquidityBatch(deps.sql, failed).catch(() => undefined);
    throw error;
  }
}

function readAll({ rpc, slotFloor, budget, reader }: LiquidityBatchDeps, work: LiquidityBatchWork): Promise<PoolsRead> {
  const fetch = async (keys: readonly string[]) => {
    await budget.take();
    return slotFloor.fetch(rpc, { lane: LANE, keys, minContextSlot: work.minContextSlot, requestId: work.id });
  };
  return reader.read(
    fetch,
    work.due,
    work.reserves.map(({ receiptVault }) => receiptVault),
    batchSizeOf(rpc),
  );
}

/** The newest bank of a read, and the slots of all. There is one: the vaults of reserves are always asked for. */
function bankOf({ banks }: PoolsRead) {
  const [first, ...rest] = banks;
  if (first === undefined) throw new RangeError('nothing was read');
  const newest = rest.reduce((best, bank) => (bank.slot > best.slot ? bank : best), first);
  const oldest = rest.reduce((best, bank) => (bank.slot < best.slot ? bank : best), first);
  return {
    slots: { min: oldest.slot, max: newest.slot },
    observedAt: new Date(Number(newest.unixTimestamp) * 1000),
  };
}

async function withDepth({ pools }: PoolsRead): Promise<ReadPoolDepth[]> {
  const depths: ReadPoolDepth[] = [];
  for (const pool of pools) {
    await nextTurn();
    depths.push(depthOf(pool));
  }
  return depths;
}

interface Found {
  readonly read: PoolsRead;
  readonly fresh: readonly ReadPoolDepth[];
  readonly observedAt: Date;
  readonly slotMin: bigint;
}

/** Depth of all tokens and coverage of all reserves. */
async function compute(
  deps: LiquidityBatchDeps,
  work: LiquidityBatchWork,
  { read, fresh, observedAt, slotMin }: Found,
) {
  const { rules, reader, sql, reserveGapAfterMs } = deps;
  const all = [...fresh, ...work.earlier];
  const tokens = tokensOf(work.reserves);
  const decimals = new Map([
    ...reader.decimals,
    ...tokens.map(({ mint, decimals: places }) => [mint, places] as const),
  ]);
  const references = referencesOf(await listLatestPrices(sql), decimals, rules, observedAt);
  const now = BigInt(Math.floor(observedAt.getTime() / 1000));
  const context = { pools: all.map(({ read: pool }) => pool), references, rules, now, slotMin };
  const solLegs = solLegsOf(context);
  const covering = {
    vaults: read.others,
    scaleOf: (protocol: string) => protocolOf(protocol).scale,
    readSince: new Date(observedAt.getTime() - reserveGapAfterMs),
  };
  const depths: DepthOfToken[] = [];
  for (const token of tokens) depths.push(await computeDepth(token, context, solLegs));
  const rows = {
    tokens: depths.map(({ row }) => row),
    depth: levelsWithSolShares(depths),
    verdicts: depths.flatMap(({ token: { mint }, sells }) => {
      const own = new Set(poolsOf(context.pools, mint));
      const judged = all.filter((one) => own.has(one.read));
      return verdictsOf({ mint, classified: sells }, judged, references.byMint);
    }),
    coverage: depths.flatMap((depth) => {
      const reserves = work.reserves.filter(({ tokenMint }) => tokenMint === depth.token.mint);
      return coverToken(reserves, depth, covering);
    }),
  };
  return { tokens: depths, rows };
}

/** Tokens of reserves, each once. */
export function tokensOf(reserves: readonly LiquidityReserveRow[]): LentToken[] {
  const tokens = new Map(
    reserves.map(({ tokenMint: mint, tokenSymbol: symbol, tokenDecimals: decimals }) => [
      mint,
      { mint, symbol, decimals },
    ]),
  );
  return [...tokens.values()];
}
