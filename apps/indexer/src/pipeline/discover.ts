import { hash } from 'node:crypto';
import type { Protocol } from '@tidemark/protocols';
import type { FollowSettings } from '../config.ts';
import type { Rpc } from '../rpc/index.ts';
import { chunk, MAX_BATCH_SIZE } from './fetch-batch.ts';
import { findAccounts, type FoundAccounts } from './find-accounts.ts';
import type { PollBatchReport, PollBatchWork } from './run-poll-batch.ts';
import type { StoredAccounts } from './store-accounts.ts';

export interface DiscoverDeps {
  readonly protocol: Protocol;
  readonly rpc: Rpc;
  readonly follow: FollowSettings;
  readonly genesisHash: string;
  readonly knownReserves: readonly { readonly address: string; readonly missingSinceSlot: bigint | null }[];
  readonly listKnownMarkets: () => Promise<readonly string[]>;
  /** Reads lending markets and stores them. */
  readonly storeMarkets: (addresses: readonly string[]) => Promise<StoredAccounts<unknown>>;
  /** Reads the mints of the reserves that may have extensions, and stores them. */
  readonly storeMints: () => Promise<StoredAccounts<unknown>>;
  /** Reads reserves and stores them, with their identity where it is new. */
  readonly runBatch: (work: PollBatchWork) => Promise<PollBatchReport>;
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
 * Finds markets and reserves and stores what is new, and what the mints of the reserves say now. A list is not believed about
 * what it leaves out: a known account that is not listed is read by its address, and marked missing only if it does not exist.
 * Nothing is deleted.
 */
export async function discover(deps: DiscoverDeps, id: string): Promise<DiscoverReport> {
  const { protocol, follow, genesisHash, knownReserves: known } = deps;
  const nothingKnown = known.length === 0;
  const found = await findAccounts(deps.rpc, { protocol, follow, genesisHash, nothingKnown });

  // Also where no list came: nothing else sees that the parameters of a known market have changed.
  const knownMarkets = await deps.listKnownMarkets();
  const markets = [...new Set([...found.markets, ...knownMarkets])].toSorted();
  const stored = await deps.storeMarkets(markets);

  const listed = new Set(found.reserves);
  const knownAddresses = new Set(known.map(({ address }) => address));
  const added = [...listed].filter((address) => !knownAddresses.has(address)).toSorted();
  const present = known.filter(({ missingSinceSlot }) => missingSinceSlot === null).map(({ address }) => address);
  const unlisted = found.source === 'listed' ? present.filter((address) => !listed.has(address)) : [];
  for (const [index, addresses] of chunk([...added, ...unlisted], MAX_BATCH_SIZE).entries()) {
    await deps.runBatch({ id: `${id}-${nameOf(addresses)}`, index, kind: 'discover', addresses });
  }
  // After the reserves: a reserve that is new names a mint that may be new.
  const mints = await deps.storeMints();
  // What is known without the list is stored; the job fails, so that the list is read again.
  if (found.failure !== undefined) throw found.failure;
  return {
    source: found.source,
    markets: stored.rows.length,
    missingMarkets: stored.missing.length,
    quarantinedMarkets: stored.quarantined.length,
    reserves: listed.size,
    added: added.length,
    unlisted: unlisted.length,
    mints: mints.rows.length,
  };
}

/** A discovery that is done again finds less to do than the first time: batches are told apart by what they ask for. */
function nameOf(addresses: readonly string[]): string {
  return hash('sha256', addresses.join(' ')).slice(0, 12);
}
