import {
  emptyLendingMarket,
  encodeLendingMarket,
  KAMINO_LEND_PROGRAM_ADDRESS,
  type Reserve,
} from '@tidemark/protocols/kamino';
import { type ChainAccount, RENT_EXEMPT_EPOCH, rentExemptLamports } from '../chain/chain-account.ts';
import type { AccountFolder } from './load-account-folder.ts';

/**
 * Empty lending markets (no name, no referral fee, every switch off) for reserves whose market is not among the files,
 * each with a note that says so. A reserve cannot be accrued without its market; files of single reserves are still
 * worth serving, and a referral fee only splits the fees: debt and supply do not depend on it.
 */
export function buildStandInMarkets(accounts: readonly ChainAccount[], reserves: readonly Reserve[]): AccountFolder {
  const present = new Set(accounts.map((account) => account.address));
  const absent = [...new Set(reserves.map((reserve) => reserve.lendingMarket))].filter(
    (market) => !present.has(market),
  );
  const data = encodeLendingMarket(emptyLendingMarket());
  return {
    accounts: absent.toSorted().map((address) => ({
      address,
      owner: KAMINO_LEND_PROGRAM_ADDRESS,
      lamports: rentExemptLamports(data.length),
      executable: false,
      rentEpoch: RENT_EXEMPT_EPOCH,
      data: data.slice(),
    })),
    notes: absent
      .toSorted()
      .map(
        (address) => `${address}: no file of this lending market, an empty one (no name, no referral fee) stands in`,
      ),
  };
}
