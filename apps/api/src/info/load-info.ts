import { type Database, listMarketInfo, listQuarantinedReserves, listReserveInfo } from '@tidemark/schema';
import type { InfoTables } from './info-store.ts';
import { toMarketInfoRow, toQuarantinedReserveRow, toReserveInfoRow } from './to-info-rows.ts';

/** All rows of the info endpoints of a protocol. */
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
