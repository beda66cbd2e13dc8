import { PROTOCOLS } from '@tidemark/protocols';
import { type Scenario, SCENARIOS } from '@tidemark/protocols/localnet';
import { type ChainAccount, toChainAccount } from '../chain/chain-account.ts';
import type { AccountFolder } from './load-account-folder.ts';

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
