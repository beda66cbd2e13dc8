import type { PollBatchKind } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { START_SLOT, type TestChain } from './test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from './test-database.ts';
import { openPipeline, type TestPipeline } from './test-pipeline.ts';

export const LABELS = ['jto', 'sol', 'usdc'];
/** Half past ten in the morning. */
export const BEGIN = Date.parse('2026-03-01T10:30:00Z') / 1000;
export const POLL_SECONDS = 20;

/** Three reserves on a chain whose time the test tells, read by the real pipeline into a database of its own. */
export interface RollupScene {
  readonly chain: TestChain;
  readonly database: IndexerTestDatabase;
  readonly pipeline: TestPipeline;
  /** Polls so many seconds after the beginning; somebody used each of the reserves just before. */
  pollAt(seconds: number, options?: PollOptions): Promise<void>;
  /** Polls every 20 seconds, both ends included. */
  pollFrom(from: number, to: number, options?: PollOptions): Promise<void>;
  close(): Promise<void>;
}

export interface PollOptions {
  readonly labels?: readonly string[];
  readonly id?: string;
  readonly kind?: PollBatchKind;
  /** The accounts are left as they are. */
  readonly isQuiet?: boolean;
}

export function timeAt(seconds: number): Date {
  return new Date((BEGIN + seconds) * 1000);
}

export function slotAt(seconds: number): number {
  return START_SLOT + Math.floor(seconds * 2.5);
}

export async function openScene(chain: TestChain): Promise<RollupScene> {
  await chain.reset();
  await chain.putMarket('lending market', { referralFeeBps: 1_500 });
  const database = await openTestDatabase();
  const pipeline = openPipeline(chain, database, { rpcMaxRetries: 0 });
  const pollAt: RollupScene['pollAt'] = async (
    seconds,
    { labels = LABELS, id, kind = 'poll', isQuiet = false } = {},
  ) => {
    await chain.setClock({ slot: slotAt(seconds), unixTime: BEGIN + seconds });
    if (!isQuiet) await Promise.all(labels.map((label) => useReserve(chain, label, seconds)));
    const addresses = labels.map((label) => addressFromLabel(label));
    await pipeline.runBatch({ id: id ?? `poll-${seconds}-${labels.join('-')}`, index: 0, kind, addresses });
  };
  return {
    chain,
    database,
    pipeline,
    pollAt,
    async pollFrom(from, to, options) {
      for (let seconds = from; seconds <= to; seconds += POLL_SECONDS) await pollAt(seconds, options);
    },
    async close() {
      pipeline.close();
      await database.drop();
    },
  };
}

/** What the account holds depends on the time alone, so that polls of a time find the same in whatever order they come. */
export async function useReserve(chain: TestChain, label: string, seconds: number): Promise<void> {
  await chain.putReserve(label, {
    lastUpdate: { slot: BigInt(slotAt(seconds)), timestamp: BEGIN + seconds },
    liquidity: {
      availableAmountRaw: 400_000_000_000n + BigInt(seconds) * 1_000_000n,
      cumulativeBorrowRateBsf: (1n << 60n) + BigInt(seconds) * 1_000_000_000n,
    },
  });
}
