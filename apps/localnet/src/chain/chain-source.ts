import { PROTOCOLS } from '@tidemark/protocols';
import { digestAccounts, type Scenario, SCENARIOS, scenarioSource } from '@tidemark/protocols/localnet';
import { type ChainAccount, toChainAccount } from './chain-account.ts';
import { type AccountFolder, loadAccountFolder } from '../files/load-account-folder.ts';
import type { ChainSettings } from '../settings/localnet-options.ts';

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
      name: scenarioSource(SCENARIOS, reserves),
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

/** The reserves among accounts with the scenario of their protocol; what looks like one but cannot be decoded is left out. */
export function reservesOf(accounts: readonly ChainAccount[], scenario: Scenario): ChainAccount[] {
  const kind = PROTOCOLS.find(({ name }) => name === scenario.name)?.accounts.reserve;
  if (kind === undefined) return [];
  return accounts.filter((account) => {
    if (account.owner !== kind.program || account.data.length !== kind.size) return false;
    try {
      scenario.lastUpdateSlot(account);
      return true;
    } catch {
      return false;
    }
  });
}

/**
 * Empty lending markets (no name, no fee, every switch off) for reserves whose market is not among the files, each with a note
 * that says so. Files of single reserves are worth serving, and where accrual needs the market, it only splits the fees: debt
 * and supply do not depend on it.
 */
export function buildStandInMarkets(accounts: readonly ChainAccount[]): AccountFolder {
  const present = new Set(accounts.map((account) => account.address));
  const absent = new Map<string, ChainAccount>();
  for (const scenario of SCENARIOS) {
    for (const reserve of reservesOf(accounts, scenario)) {
      const market = scenario.standInMarket(reserve);
      if (market !== null && !present.has(market.address)) absent.set(market.address, toChainAccount(market));
    }
  }
  const standIns = [...absent.values()].toSorted((a, b) => (a.address < b.address ? -1 : 1));
  return {
    accounts: standIns,
    notes: standIns.map(
      ({ address }) => `${address}: no file of this lending market, an empty one (no name, no referral fee) stands in`,
    ),
  };
}
