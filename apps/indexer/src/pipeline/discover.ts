import { hash } from 'node:crypto';
import type { Protocol } from '@tidemark/protocols';
import type { FollowSettings } from '../config.ts';
import type { RpcClient } from '../rpc/index.ts';
import { chunk, MAX_BATCH_SIZE } from './fetch-batch.ts';
import { type FoundAccounts, findAccounts } from './find-accounts.ts';
import type { PollBatchReport, PollBatchWork } from './run-poll-batch.ts';
import type { StoredMarkets } from './store-markets.ts';

export interface DiscoverDeps {
  readonly protocol: Protocol;
  readonly rpc: RpcClient;
  readonly follow: FollowSettings;
  readonly genesisHash: string;
  readonly listKnownReserves: () => Promise<readonly KnownReserve[]>;
  readonly listKnownMarkets: () => Promise<readonly string[]>;
  /** Reads lending markets and stores them. */
  readonly storeMarkets: (addresses: readonly string[], sightingId: string) => Promise<StoredMarkets>;
  /** Mints that reserves on chain lend and that may have extensions. */
  readonly listMints: () => Promise<readonly string[]>;
  /** Reads mints and stores them; gives how many. */
  readonly storeMints: (addresses: readonly string[], sightingId: string) => Promise<number>;
  /** Reads reserves and stores them, with their identity where it is new. */
  readonly runBatch: (work: PollBatchWork) => Promise<PollBatchReport>;
}

export interface KnownReserve {
  readonly address: string;
  readonly isMissing: boolean;
}

export interface DiscoverReport {
  readonly source: FoundAccounts['source'];
  readonly markets: number;
  readonly missingMarkets: number;
  readonly quarantinedMarkets: number;
  readonly reserves: number;
  /** Reserves that were not known before. */
  readonly added: number;
  /** Known reserves that the provider did not list; they were read one by one to see whether they are there. */
  readonly unlisted: number;
  /** Mints of the Token-2022 program that were stored. */
  readonly mints: number;
}

/**
 * Finds markets and reserves and stores what is new, and what the mints of the reserves say now. A list is not believed about what it leaves out: a known account that
 * is not listed is read by its address, and marked missing only if it is not there. Nothing is deleted.
 */
export async function discover(deps: DiscoverDeps, id: string): Promise<DiscoverReport> {
  const known = await deps.listKnownReserves();
  const { protocol, follow, genesisHash } = deps;
  const nothingKnown = known.length === 0;
  const found = await findAccounts(deps.rpc, { protocol, follow, genesisHash, nothingKnown });

  // Also where no list came: nothing else sees that the parameters of a known market have changed.
  const knownMarkets = await deps.listKnownMarkets();
  const markets = [...new Set([...found.markets, ...knownMarkets])].toSorted();
  const stored = await deps.storeMarkets(markets, id);

  const listed = new Set(found.reserves);
  const knownAddresses = new Set(known.map(({ address }) => address));
  const added = [...listed].filter((address) => !knownAddresses.has(address)).toSorted();
  const unlisted = found.source === 'listed' ? findUnlisted(known, listed) : [];
  for (const [index, addresses] of chunk([...added, ...unlisted], MAX_BATCH_SIZE).entries()) {
    await deps.runBatch({ id: `${id}-${nameOf(addresses)}`, index, kind: 'discover', addresses });
  }
  // After the reserves: a reserve that is new names a mint that may be new.
  const mints = await deps.storeMints(await deps.listMints(), id);
  // What could be had without the list is stored; the list itself is still to be asked for.
  if (found.failure !== undefined) throw found.failure;
  return {
    source: found.source,
    markets: stored.configs.size,
    missingMarkets: stored.missing.length,
    quarantinedMarkets: stored.quarantined.length,
    reserves: listed.size,
    added: added.length,
    unlisted: unlisted.length,
    mints,
  };
}

/** A discovery that is done again finds less to do than the first time: batches are told apart by what they ask for. */
function nameOf(addresses: readonly string[]): string {
  return hash('sha256', addresses.join(' ')).slice(0, 12);
}

function findUnlisted(known: readonly KnownReserve[], listed: ReadonlySet<string>): string[] {
  return known.filter(({ address, isMissing }) => !isMissing && !listed.has(address)).map(({ address }) => address);
}
