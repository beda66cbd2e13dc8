import {
  decodeReserve,
  KAMINO_LEND_PROGRAM_ADDRESS,
  RESERVE_ACCOUNT_SIZE,
  type Reserve,
} from '@tidemark/protocols/kamino';
import { loadAccountFolder } from '../files/load-account-folder.ts';
import { buildStandInMarkets } from '../files/stand-in-markets.ts';
import { SCENARIO_VERSION } from '../scenario/build-scenario.ts';
import type { ChainSettings } from '../settings/chain-settings.ts';
import type { ChainAccount } from './chain-account.ts';
import { digestAccounts } from './genesis-hash.ts';

/** First slot of the scenario, where none is given; about where mainnet is. */
const SCENARIO_START_SLOT = 460_000_000;

/** Where a chain's accounts come from. */
export interface ChainSource {
  /** `files` or `scenario/<version>`. */
  readonly name: string;
  /** null: the scenario builds them, once its start is known. */
  readonly accounts: readonly ChainAccount[] | null;
  /** SHA-256 of the files' accounts; null for the scenario. */
  readonly filesSha256: string | null;
  readonly defaultSlot: number;
  /** Sentences about files that were left out and markets that stand in for absent ones. */
  readonly notes: readonly string[];
}

/** Reads the folder, or names the scenario. Throws `AccountFolderError`. */
export async function openChainSource({
  accountsDir,
  reserves,
}: Pick<ChainSettings, 'accountsDir' | 'reserves'>): Promise<ChainSource> {
  if (accountsDir === null) {
    return {
      name: `scenario/${SCENARIO_VERSION}${reserves === 0 ? '' : `, ${reserves} reserves`}`,
      accounts: null,
      filesSha256: null,
      defaultSlot: SCENARIO_START_SLOT,
      notes: [],
    };
  }
  const files = await loadAccountFolder(accountsDir);
  const found = decodeReserves(files.accounts);
  const standIns = buildStandInMarkets(files.accounts, found);
  const accounts = [...files.accounts, ...standIns.accounts];
  const newest = Math.max(...found.map((reserve) => Number(reserve.lastUpdate.slot)));
  return {
    name: 'files',
    accounts,
    filesSha256: digestAccounts(accounts),
    defaultSlot: newest > 0 ? newest : SCENARIO_START_SLOT,
    notes: [...files.notes, ...standIns.notes],
  };
}

/** The reserves among accounts; what looks like one but cannot be decoded is left out. */
export function decodeReserves(accounts: readonly ChainAccount[]): Reserve[] {
  return accounts.flatMap((account) => {
    if (account.owner !== KAMINO_LEND_PROGRAM_ADDRESS || account.data.length !== RESERVE_ACCOUNT_SIZE) return [];
    try {
      return [decodeReserve(account)];
    } catch {
      return [];
    }
  });
}
