import type { AccountBytes } from '@tidemark/core';
import { save } from '@tidemark/protocols';
import {
  type Baseline,
  baselineOf,
  buildAccounts,
  decodeReserve,
  moveReserve,
  RESERVE_ACCOUNT_SIZE,
  type ScenarioTools,
} from '@tidemark/protocols/save';
import { addressFromLabel } from '@tidemark/testing';
import { START_SLOT, START_TIME, type TestChain } from './test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from './test-database.ts';
import { openPipeline, TEST_GENESIS_HASH } from './test-pipeline.ts';

/** The simulated reserves of Save on a chain whose time the test tells, read by the real pipeline into a database of its own. */
export interface SaveScene {
  readonly database: IndexerTestDatabase;
  readonly reserves: readonly string[];
  /** Polls so many seconds after the beginning, which only grow; somebody used each of the reserves just before. */
  pollAt(seconds: number): Promise<void>;
  close(): Promise<void>;
}

/** Discovered, and not polled yet. */
export async function openSaveScene(chain: TestChain): Promise<SaveScene> {
  await chain.reset();
  const database = await openTestDatabase();
  const options = { protocols: [save], slotDurationMs: 400 };
  const pipeline = openPipeline(chain, database, options, TEST_GENESIS_HASH, save);
  let accounts = buildSaveAccounts();
  const putAll = async () => {
    for (const { address, owner, data } of accounts) await chain.put(address, data, owner);
  };
  await putAll();
  await pipeline.discover('discover-1');
  const reserves = accounts.filter(({ data }) => data.length === RESERVE_ACCOUNT_SIZE);
  const addresses = reserves.map(({ address }) => address);
  const baselines = new Map(reserves.map((account) => [account.address, baselineOf(account)]));
  let round = 0;
  return {
    database,
    reserves: addresses,
    async pollAt(seconds) {
      round += 1;
      const slot = START_SLOT + Math.floor(seconds * 2.5);
      await chain.setClock({ slot, unixTime: START_TIME + seconds });
      accounts = accounts.map((account, place) =>
        moved(account, baselines.get(account.address), BigInt(slot - 20), round + place),
      );
      await putAll();
      await chain.setClock({ slot: slot + 10, unixTime: START_TIME + seconds + 4 });
      await pipeline.runBatch({ id: `round-${round}`, index: 0, addresses });
    },
    async close() {
      pipeline.close();
      await database.drop();
    },
  };
}

const TOOLS: ScenarioTools = {
  address: addressFromLabel,
  random: (label) => (addressFromLabel(label).charCodeAt(5) % 16) / 16,
};

/** Markets and reserves as they are at the start of the chain. */
export const buildSaveAccounts = (): AccountBytes[] => buildAccounts(TOOLS, BigInt(START_SLOT));

/** A market stays as it is; a reserve is refreshed, and then used. */
function moved(account: AccountBytes, baseline: Baseline | undefined, slot: bigint, key: number): AccountBytes {
  if (baseline === undefined) return account;
  const draws = [0.21 + 0.07 * (key % 11), ((key * 7) % 10) / 10, (key % 2) * 0.9];
  let next = 0;
  const { marketPriceWads } = decodeReserve(account).liquidity;
  const { data } = moveReserve(account, baseline, {
    slot,
    oraclePriceWads: (marketPriceWads * BigInt(1_000 + (key % 5) - 2)) / 1_000n,
    pull: { supply: key % 3 === 0 ? 1 : -1, utilization: key % 5 === 0 ? 1 : -1 },
    random: () => draws[next++ % draws.length] ?? 0,
  });
  return { ...account, data };
}
