import { type Database, listMarketInfo, listReserveInfo } from '@tidemark/schema';
import type { InfoTables } from './info-store.ts';
import { toMarketInfoRow, toReserveInfoRow } from './to-info-rows.ts';

/** All rows of the info endpoints of a protocol. */
export async function loadInfo({ db }: Database, protocol: string): Promise<InfoTables> {
  const [reserves, markets] = await Promise.all([listReserveInfo(db, { protocol }), listMarketInfo(db, { protocol })]);
  const marketOf = new Map(markets.map((market) => [market.address, market]));
  return {
    markets: reserves.map((reserve) => toMarketInfoRow(reserve, marketOf.get(reserve.lendingMarket))),
    reserves: reserves.map(toReserveInfoRow),
    marketsWithoutReserves: markets.filter((market) => market.reserveCount === 0).map((market) => market.address),
  };
}
