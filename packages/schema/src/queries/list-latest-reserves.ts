import { and, eq, getTableColumns, sql as fragment } from 'drizzle-orm';
import type { Drizzle } from '../create-database.ts';
import { lendingMarkets, reserveLatest, reserves } from '../tables/index.ts';

const {
  snapshotSlot: _slot,
  snapshotObservedAt: _at,
  snapshotAccountSha256: _sha,
  ...STATE
} = getTableColumns(reserveLatest);

const LENDING_MARKET_NAME = fragment<string>`coalesce(${lendingMarkets.displayName}, '')`;

const LATEST = {
  ...STATE,
  lendingMarketName: LENDING_MARKET_NAME,
  tokenMint: reserves.tokenMint,
  tokenSymbol: reserves.tokenSymbol,
  tokenDecimals: reserves.tokenDecimals,
  status: reserves.status,
  missingSinceSlot: reserves.missingSinceSlot,
  missingSinceAt: reserves.missingSinceAt,
};

/**
 * Newest state of a reserve with its names. `lendingMarketName` is empty where no name is known; `missingSince…` is set
 * when the account is no longer there, and the state is then the last one seen.
 */
export type LatestReserve = Awaited<ReturnType<typeof listLatestReserves>>[number];

/** Every reserve that was ever polled, by market name, token symbol, address (byte order). */
export async function listLatestReserves(db: Drizzle, { protocol }: { readonly protocol: string }) {
  return await selectLatest(db)
    .where(eq(reserves.protocol, protocol))
    .orderBy(
      fragment`${LENDING_MARKET_NAME} COLLATE "C"`,
      fragment`${reserves.tokenSymbol} COLLATE "C"`,
      fragment`${reserveLatest.reserve} COLLATE "C"`,
    );
}

/** One reserve, or null when it was never polled. */
export async function getLatestReserve(
  db: Drizzle,
  { protocol, reserve }: { readonly protocol: string; readonly reserve: string },
): Promise<LatestReserve | null> {
  const [row] = await selectLatest(db).where(and(eq(reserves.protocol, protocol), eq(reserveLatest.reserve, reserve)));
  return row ?? null;
}

function selectLatest(db: Drizzle) {
  return db
    .select(LATEST)
    .from(reserveLatest)
    .innerJoin(reserves, eq(reserves.address, reserveLatest.reserve))
    .leftJoin(lendingMarkets, eq(lendingMarkets.address, reserveLatest.lendingMarket));
}
