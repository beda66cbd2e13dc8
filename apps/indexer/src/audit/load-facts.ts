import { DAY_MS, TOKEN_2022_PROGRAM_ADDRESS } from '@tidemark/core';
import { LISTED_FEEDS } from '@tidemark/oracles';
import type { Protocol } from '@tidemark/protocols';
import {
  type AuditedAccount,
  type Database,
  getSettledBank,
  type LatestReserve,
  listAuditedAccounts,
  listLatestReserves,
  listNeighbourStates,
  listPricedReserves,
  listRefusedAccounts,
  listReserveMints,
  type RefusedAccount,
  type SettledBank,
} from '@tidemark/schema';
import { oraclesOf } from '../prices/price-plan.ts';
import type { NullableRow } from './checks/null-rates.ts';

export interface LoadFactsOptions {
  readonly protocol: Protocol;
  /** After this time, by the clock of the database, everything has to have got beyond a stored bank. */
  readonly settleMs: number;
  readonly isFollowed: (lendingMarket: string) => boolean;
}

/** What the stored data look like at the moment, of the markets that are followed. */
export interface Facts {
  readonly settled: SettledBank | null;
  readonly accounts: readonly AuditedAccount[];
  readonly refused: readonly RefusedAccount[];
  /** How many accounts that protocols share the listed reserves need, by kind. */
  readonly sharedCounts: Readonly<Record<'oracle' | 'token_mint', number>>;
  readonly latest: readonly LatestReserve[];
  /** A row of a day before the newest, or the oldest since, by reserve. */
  readonly earlier: ReadonlyMap<string, NullableRow>;
  /** Chain time of the newest row; null where there is none. */
  readonly newestAt: Date | null;
}

/** Lending markets are looked at every ten minutes: what was refused is still refused when it was so within the hour. */
const REFUSED_WITHIN_MS = 3_600_000;

/** A handful of reads of a few milliseconds each. The settled bank comes first: what is read after it can only be newer. */
export async function loadFacts(
  { sql, db }: Pick<Database, 'sql' | 'db'>,
  { protocol, settleMs, isFollowed }: LoadFactsOptions,
): Promise<Facts> {
  const { name } = protocol;
  const settled = await getSettledBank(sql, { protocol: name, ageMs: settleMs });
  const accounts = (await listAuditedAccounts(sql, { protocol: name })).filter(({ lendingMarket }) =>
    isFollowed(lendingMarket),
  );
  const present = new Set(accounts.map(({ address }) => address));
  const latest = (await listLatestReserves(db, { protocol: name })).filter(({ reserve }) => present.has(reserve));
  const newestAt = newestOf(latest.map(({ observedAt }) => observedAt));
  const since = new Date((newestAt?.getTime() ?? 0) - REFUSED_WITHIN_MS);
  const oracles = oraclesOf(await listPricedReserves(sql, [name]), protocol, LISTED_FEEDS);
  const mints = await listListedMints(sql, accounts, name);
  const refused = await listRefusedAccounts(sql, { protocol: name, since, shared: [...oracles, ...mints] });
  const sharedCounts = { oracle: oracles.length, token_mint: mints.length };
  const earlier = await loadEarlier(sql, latest, newestAt);
  return { settled, accounts, refused, sharedCounts, latest, newestAt, earlier };
}

/** Mints that are read because of their extensions, of reserves of listed markets: anybody can lend any mint in a market of his own. */
async function listListedMints(
  sql: Database['sql'],
  accounts: readonly AuditedAccount[],
  protocol: string,
): Promise<string[]> {
  const listed = new Set(accounts.flatMap((account) => (account.listed ? [account.lendingMarket] : [])));
  return (await listReserveMints(sql, { protocol, tokenProgram: TOKEN_2022_PROGRAM_ADDRESS }))
    .filter(({ lendingMarkets }) => lendingMarkets.some((market) => listed.has(market)))
    .map(({ mint }) => mint);
}

async function loadEarlier(
  sql: Database['sql'],
  latest: readonly LatestReserve[],
  newestAt: Date | null,
): Promise<ReadonlyMap<string, NullableRow>> {
  if (newestAt === null) return new Map();
  const dayBefore = new Date(newestAt.getTime() - DAY_MS);
  const reserves = latest.map(({ reserve }) => reserve);
  const earlier = await listNeighbourStates(sql, { reserves, before: dayBefore });
  const younger = reserves.filter((reserve) => !earlier.has(reserve));
  return new Map([...earlier, ...(await listNeighbourStates(sql, { reserves: younger, after: dayBefore }))]);
}

function newestOf(dates: readonly Date[]): Date | null {
  return dates.reduce<Date | null>((newest, date) => (newest === null || date > newest ? date : newest), null);
}
