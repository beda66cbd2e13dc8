import { DAY_MS } from '@tidemark/core';
import {
  type AuditedAccount,
  type Database,
  getSettledBank,
  type LatestReserve,
  listAuditedAccounts,
  listLatestReserves,
  listNeighbourStates,
  listRefusedAccounts,
  type RefusedAccount,
  type SettledBank,
} from '@tidemark/schema';
import type { NullableRow } from './checks/null-rates.ts';

export interface LoadFactsOptions {
  readonly protocol: string;
  /** After this time, by the clock of the database, everything has to have got beyond a stored bank. */
  readonly settleMs: number;
  readonly isFollowed: (lendingMarket: string) => boolean;
}

/** What the stored data look like at the moment, of the markets that are followed. */
export interface Facts {
  readonly settled: SettledBank | null;
  readonly accounts: readonly AuditedAccount[];
  readonly refused: readonly RefusedAccount[];
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
  const settled = await getSettledBank(sql, { protocol, ageMs: settleMs });
  const accounts = (await listAuditedAccounts(sql, { protocol })).filter(({ lendingMarket }) =>
    isFollowed(lendingMarket),
  );
  const present = new Set(accounts.map(({ address }) => address));
  const latest = (await listLatestReserves(db, { protocol })).filter(({ reserve }) => present.has(reserve));
  const newestAt = newestOf(latest.map(({ observedAt }) => observedAt));
  const since = new Date((newestAt?.getTime() ?? 0) - REFUSED_WITHIN_MS);
  const refused = await listRefusedAccounts(sql, { since });
  return { settled, accounts, refused, latest, newestAt, earlier: await loadEarlier(sql, latest, newestAt) };
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
