import type { ConfigJson } from '@tidemark/core';
import type { FoundAccounts, Protocol } from '@tidemark/protocols';
import {
  type AccountConfigChange,
  type LendingMarketInput,
  markMissing,
  type QuarantineInput,
  type Sql,
  toLendingMarketRow,
  upsertLendingMarkets,
  upsertQuarantine,
} from '@tidemark/schema';
import type { RpcClient } from '../rpc/index.ts';
import { type Bank, chunk, fetchBatch, MAX_BATCH_SIZE } from './fetch-batch.ts';
import { sha256, toQuarantineEntry } from './quarantine.ts';

export interface StoreMarketsDeps {
  readonly protocol: Protocol;
  readonly rpc: RpcClient;
  readonly sql: Sql;
}

export interface StoredMarkets {
  /** Configurations of the markets that are there and could be decoded. */
  readonly configs: ReadonlyMap<string, ConfigJson>;
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
  const configs = new Map<string, ConfigJson>();
  const missing: string[] = [];
  const quarantined: QuarantineInput[] = [];
  const configChanges: AccountConfigChange[] = [];
  for (const piece of chunk(addresses, MAX_BATCH_SIZE)) {
    const { bank, accounts } = await fetchBatch(deps.rpc, piece, { requestId: sightingId });
    const sorted = sortMarkets(deps.protocol, piece, accounts, bank);
    configChanges.push(...(await store(deps.sql, sorted, bank, sightingId)));
    for (const { address, config } of sorted.rows) configs.set(address, config);
    missing.push(...sorted.missing);
    quarantined.push(...sorted.quarantined);
  }
  return { configs, missing, quarantined, configChanges };
}

interface SortedMarkets {
  readonly rows: readonly LendingMarketInput[];
  readonly missing: readonly string[];
  readonly quarantined: readonly QuarantineInput[];
}

function sortMarkets(
  protocol: Protocol,
  addresses: readonly string[],
  accounts: FoundAccounts,
  bank: Bank,
): SortedMarkets {
  const rows: LendingMarketInput[] = [];
  const missing: string[] = [];
  const quarantined: QuarantineInput[] = [];
  const moment = { slot: bank.slot, unixSeconds: Number(bank.unixTimestamp) };
  for (const address of addresses) {
    const account = accounts.get(address) ?? null;
    if (account === null) {
      missing.push(address);
      continue;
    }
    try {
      const market = protocol.decodeMarket(account);
      const [record, config] = [protocol.market(market), protocol.marketConfig(market)];
      rows.push(toLendingMarketRow(protocol.name, record, config, sha256(account.data), moment));
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
