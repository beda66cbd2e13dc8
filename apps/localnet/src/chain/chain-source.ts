import { SCENARIOS } from '@tidemark/protocols/localnet';
import { loadAccountFolder } from '../files/load-account-folder.ts';
import { buildStandInMarkets, reservesOf } from '../files/stand-in-markets.ts';
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
      name: `scenario/${SCENARIOS.map(({ version }) => version).join('.')}${reserves === 0 ? '' : `, ${reserves} reserves`}`,
      accounts: null,
      filesSha256: null,
      defaultSlot: SCENARIO_START_SLOT,
      notes: [],
    };
  }
  const files = await loadAccountFolder(accountsDir);
  const standIns = buildStandInMarkets(files.accounts);
  const accounts = [...files.accounts, ...standIns.accounts];
  const slots = SCENARIOS.flatMap((scenario) =>
    reservesOf(files.accounts, scenario).map((account) => Number(scenario.lastUpdateSlot(account))),
  );
  const newest = Math.max(...slots);
  return {
    name: 'files',
    accounts,
    filesSha256: digestAccounts(accounts),
    defaultSlot: newest > 0 ? newest : SCENARIO_START_SLOT,
    notes: [...files.notes, ...standIns.notes],
  };
}
