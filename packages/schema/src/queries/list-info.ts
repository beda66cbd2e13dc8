import { eq, getTableColumns, sql as fragment } from 'drizzle-orm';
import type { Drizzle } from '../create-database.ts';
import { lendingMarkets, reserveLatest, reserves, tokenMints } from '../tables/index.ts';

const LENDING_MARKET_NAME = fragment<string>`coalesce(${lendingMarkets.displayName}, '')`;

/**
 * Identity and configuration of a reserve, with its market's name and its mint's multipliers. `latest…` is null when it was
 * never polled, a multiplier where the mint has none or was not read.
 */
export type ReserveInfo = Awaited<ReturnType<typeof listReserveInfo>>[number];
/** A lending market and how many reserves of it are known. */
export type MarketInfo = Awaited<ReturnType<typeof listMarketInfo>>[number];

/** Every reserve ever seen, by market name, token symbol, address (byte order). */
export async function listReserveInfo(db: Drizzle, { protocol }: { readonly protocol: string }) {
  return await db
    .select({
      ...getTableColumns(reserves),
      lendingMarketName: LENDING_MARKET_NAME,
      latestSlot: reserveLatest.slot,
      latestObservedAt: reserveLatest.observedAt,
      multiplierF: tokenMints.multiplierF,
      newMultiplierF: tokenMints.newMultiplierF,
      newMultiplierEffectiveSeconds: tokenMints.newMultiplierEffectiveSeconds,
    })
    .from(reserves)
    .leftJoin(lendingMarkets, eq(lendingMarkets.address, reserves.lendingMarket))
    .leftJoin(reserveLatest, eq(reserveLatest.reserve, reserves.address))
    .leftJoin(tokenMints, eq(tokenMints.address, reserves.tokenMint))
    .where(eq(reserves.protocol, protocol))
    .orderBy(
      fragment`${LENDING_MARKET_NAME} COLLATE "C"`,
      fragment`${reserves.tokenSymbol} COLLATE "C"`,
      fragment`${reserves.address} COLLATE "C"`,
    );
}

/** Every lending market ever seen, by display name, address (byte order). */
export async function listMarketInfo(db: Drizzle, { protocol }: { readonly protocol: string }) {
  return await db
    .select({
      ...getTableColumns(lendingMarkets),
      // Written out: drizzle would name the outer column without its table, and the inner table has one of that name.
      reserveCount: fragment<number>`(
        SELECT count(*)::int FROM lend.reserves AS r WHERE r.lending_market = lend.lending_markets.address)`,
    })
    .from(lendingMarkets)
    .where(eq(lendingMarkets.protocol, protocol))
    .orderBy(fragment`${lendingMarkets.displayName} COLLATE "C"`, fragment`${lendingMarkets.address} COLLATE "C"`);
}
