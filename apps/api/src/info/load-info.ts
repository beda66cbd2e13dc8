import type { MarketInfo, QuarantinedReserve, ReserveInfo } from '@tidemark/contract';
import { type Database, listMarketInfo, listQuarantinedReserves, listReserveInfo } from '@tidemark/schema';
import type { RefreshingCache } from '@tidemark/core';
import { ApiError } from '../http/api-error.ts';
import { toMarketInfoRow, toQuarantinedReserveRow, toReserveInfoRow } from './to-info-rows.ts';

/** What the info endpoints answer from: all rows of one protocol. */
export interface InfoTables {
  readonly markets: readonly MarketInfo[];
  readonly reserves: readonly ReserveInfo[];
  readonly marketsWithoutReserves: readonly string[];
  readonly quarantined: readonly QuarantinedReserve[];
}

/** Settings change rarely, and a crowd of readers must not become a crowd of queries. */
export type InfoCache = Pick<RefreshingCache<InfoTables>, 'get'>;

/** Reads all rows of the info endpoints of a protocol. */
export async function loadInfo({ db, sql }: Database, protocol: string): Promise<InfoTables> {
  const [reserves, markets, quarantined] = await Promise.all([
    listReserveInfo(db, { protocol }),
    listMarketInfo(db, { protocol }),
    listQuarantinedReserves(sql),
  ]);
  const marketOf = new Map(markets.map((market) => [market.address, market]));
  const oldestFirst = quarantined
    .filter(({ active }) => active)
    .toSorted((left, right) => left.lastSeenAt.getTime() - right.lastSeenAt.getTime());
  const reasonOf = new Map(oldestFirst.map(({ address, reasonCode }) => [address, reasonCode]));
  return {
    markets: reserves.map((reserve) => toMarketInfoRow(reserve, marketOf.get(reserve.lendingMarket))),
    reserves: reserves.map((reserve) => toReserveInfoRow(reserve, reasonOf.get(reserve.address) ?? null)),
    marketsWithoutReserves: markets.filter((market) => market.reserveCount === 0).map((market) => market.address),
    quarantined: quarantined.map(toQuarantinedReserveRow),
  };
}

/** What is known of a reserve. Throws RESERVE_NOT_FOUND, and what the database throws. */
export async function findReserve({ info }: { readonly info: InfoCache }, reserve: string): Promise<ReserveInfo> {
  const found = (await info.get()).reserves.find((row) => row.reserve === reserve);
  if (found === undefined) throw new ApiError('RESERVE_NOT_FOUND');
  return found;
}
