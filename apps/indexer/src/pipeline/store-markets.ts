import { type AccountBytes } from '@tidemark/core';
import { decodeLendingMarket } from '@tidemark/protocols/kamino';
import {
  type AccountConfigChange,
  type LendingMarketInput,
  markMissing,
  type QuarantineInput,
  type Sql,
  upsertLendingMarkets,
  upsertQuarantine,
} from '@tidemark/schema';
import type { RpcClient } from '../rpc/index.ts';
import { chunk } from './chunk.ts';
import { type Bank, fetchBatch, MAX_BATCH_SIZE } from './fetch-batch.ts';
import type { MarketParameters } from './market-parameters.ts';
import { toQuarantineEntry } from './quarantine-entry.ts';
import { toLendingMarketRow } from './to-lending-market-row.ts';

export interface StoreMarketsDeps {
  readonly rpc: RpcClient;
  readonly sql: Sql;
}

export interface StoredMarkets {
  /** Parameters of the markets that are there and could be decoded. */
  readonly parameters: ReadonlyMap<string, MarketParameters>;
  /** Markets without an account. */
  readonly missing: readonly string[];
  readonly quarantined: readonly QuarantineInput[];
  /** Parameters that changed since the read before. */
  readonly configChanges: readonly AccountConfigChange[];
}

/**
 * Reads lending markets whole and stores them as of their bank; those without an account are marked missing, those that
 * cannot be decoded quarantined. `sightingId` names this look, so that looking twice counts once.
 */
export async function storeMarkets(
  deps: StoreMarketsDeps,
  addresses: readonly string[],
  sightingId: string,
): Promise<StoredMarkets> {
  const parameters = new Map<string, MarketParameters>();
  const missing: string[] = [];
  const quarantined: QuarantineInput[] = [];
  const configChanges: AccountConfigChange[] = [];
  for (const piece of chunk(addresses, MAX_BATCH_SIZE)) {
    const { bank, accounts } = await fetchBatch(deps.rpc, piece, { requestId: sightingId });
    const sorted = sortMarkets(piece, accounts, bank);
    configChanges.push(...(await store(deps.sql, sorted, bank, sightingId)));
    for (const { address, referralFeeBps, rewardsMaxAprBps } of sorted.rows) {
      parameters.set(address, { referralFeeBps, rewardsMaxAprBps });
    }
    missing.push(...sorted.missing);
    quarantined.push(...sorted.quarantined);
  }
  return { parameters, missing, quarantined, configChanges };
}

interface SortedMarkets {
  readonly rows: readonly LendingMarketInput[];
  readonly missing: readonly string[];
  readonly quarantined: readonly QuarantineInput[];
}

function sortMarkets(
  addresses: readonly string[],
  accounts: readonly (AccountBytes | null)[],
  bank: Bank,
): SortedMarkets {
  const rows: LendingMarketInput[] = [];
  const missing: string[] = [];
  const quarantined: QuarantineInput[] = [];
  for (const [index, address] of addresses.entries()) {
    const account = accounts[index] ?? null;
    if (account === null) {
      missing.push(address);
      continue;
    }
    try {
      rows.push(toLendingMarketRow(account, decodeLendingMarket(account), bank));
    } catch (error) {
      quarantined.push(toQuarantineEntry(account, 'lending_market', error));
    }
  }
  return { rows, missing, quarantined };
}

async function store(
  sql: Sql,
  markets: SortedMarkets,
  bank: Bank,
  sightingId: string,
): Promise<readonly AccountConfigChange[]> {
  const sighting = { slot: bank.slot, observedAt: new Date(Number(bank.unixTimestamp) * 1000) };
  const { configChanges } = await upsertLendingMarkets(sql, markets.rows);
  await upsertQuarantine(sql, { ...sighting, batchId: sightingId }, markets.quarantined);
  await markMissing(sql, { ...sighting, kind: 'lending_markets', addresses: markets.missing });
  return configChanges;
}
