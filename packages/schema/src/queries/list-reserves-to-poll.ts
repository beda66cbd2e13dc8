import { eq, sql as fragment } from 'drizzle-orm';
import type { Drizzle } from '../create-database.ts';
import { lendingMarkets, reserves } from '../tables/index.ts';

/** What the poll has to know of a reserve before it reads the account. */
export interface ReserveToPoll {
  readonly address: string;
  readonly lendingMarket: string;
  readonly configSha256: Uint8Array;
  readonly missingSinceSlot: bigint | null;
  /** Null when the market's account was never read. */
  readonly referralFeeBps: number | null;
  readonly rewardsMaxAprBps: number | null;
}

/** All reserves ever seen, missing ones too (they may come back), in byte order of their addresses. */
export async function listReservesToPoll(
  db: Drizzle,
  { protocol }: { readonly protocol: string },
): Promise<ReserveToPoll[]> {
  return await db
    .select({
      address: reserves.address,
      lendingMarket: reserves.lendingMarket,
      configSha256: reserves.configSha256,
      missingSinceSlot: reserves.missingSinceSlot,
      referralFeeBps: lendingMarkets.referralFeeBps,
      rewardsMaxAprBps: lendingMarkets.rewardsMaxAprBps,
    })
    .from(reserves)
    .leftJoin(lendingMarkets, eq(lendingMarkets.address, reserves.lendingMarket))
    .where(eq(reserves.protocol, protocol))
    .orderBy(fragment`${reserves.address} COLLATE "C"`);
}
