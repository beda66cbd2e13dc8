import { type Bucket, type BucketEdge, foldBuckets, type StateNumber } from '@tidemark/model';
import { type Database, storeDueTotals, upsertLendingMarkets, upsertReserves, writeBuckets } from '@tidemark/schema';
import { protocolOf } from '@tidemark/protocols';
import { addressFromLabel } from '@tidemark/testing';
import { bankAt, buildMarketRow, buildReserveRow, buildState } from './rows.ts';
import { commitBatch } from './seed.ts';

const ONE = 2n ** 60n;
const HOUR_SECONDS = 3_600;
const START_MS = bankAt(0).observedAt.getTime();

/** Start of an hour of the seeded two days, in unix seconds. */
export const at = (hour: number): number => START_MS / 1000 + hour * HOUR_SECONDS;
/** The two days. */
export const RANGE = `from=${at(0)}&to=${at(48)}`;
export const MAIN = addressFromLabel('market');
export const SIDE = addressFromLabel('side market');
/** A market without reserves. */
export const BARE = addressFromLabel('bare market');
export const DOLLAR = addressFromLabel('dollar mint');
/** COIN is first seen half an hour into this one. */
export const COIN_HOUR = 30;
/** Hours that are rolled up; the last of them is not over. */
export const ROLLED_UP = 46;

/** What a reserve holds at the close of a bucket, in whole tokens. */
export interface Holding {
  readonly available: number;
  readonly borrowed: number;
  /** In quarters of a dollar; 0 has no price. */
  readonly quarters: number;
  readonly supplyApy: number;
  readonly borrowApy: number;
  /** Of the price; null: stored before the verdict was. Default 63. */
  readonly priceStatus?: number | null;
  /** Default 30. */
  readonly priceAgeSeconds?: number;
}

/** Supplied is available and borrowed: there are no fees. */
function edgeOf(
  { available, borrowed, quarters, supplyApy, borrowApy, priceStatus = 63, priceAgeSeconds = 30 }: Holding,
  moment: Date,
  decimals: number,
): BucketEdge {
  const unit = 10n ** BigInt(decimals);
  const price = quarters === 0 ? null : quarters / 4;
  const usd = (amount: number) => (price === null ? null : amount * price);
  return {
    slot: 1n,
    at: moment,
    observedAt: moment,
    proof: null,
    available: BigInt(available) * unit,
    borrowed: BigInt(borrowed) * unit * ONE,
    supplied: BigInt(available + borrowed) * unit * ONE,
    borrowIndex: ONE,
    receiptSupply: 1n,
    price: (BigInt(quarters) * ONE) / 4n,
    priceStatus,
    priceUpdatedAt: quarters === 0 ? null : new Date(moment.getTime() - priceAgeSeconds * 1000),
    numbers: {
      availableAmountF: available,
      suppliedAmountF: available + borrowed,
      borrowedAmountF: borrowed,
      availableAmountUsdF: usd(available),
      suppliedAmountUsdF: usd(available + borrowed),
      borrowedAmountUsdF: usd(borrowed),
      priceUsdF: price,
      utilizationF: borrowed / (available + borrowed),
      borrowAprF: borrowApy * 0.9,
      borrowApyF: borrowApy,
      supplyAprF: supplyApy * 0.9,
      supplyApyF: supplyApy,
      rewardsAprF: 0,
    },
  };
}

function summaries({ numbers }: BucketEdge): Bucket['numbers'] {
  const entries = Object.entries(numbers).map(([name, value]) => [
    name,
    { open: value, min: value, max: value, twavg: value, close: value },
  ]);
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- one entry per number
  return Object.fromEntries(entries) as Record<
    StateNumber,
    { [key in 'open' | 'min' | 'max' | 'twavg' | 'close']: number }
  >;
}

/** An hour of the reserve with this label; null where it was not observed. */
export function hourOf(
  label: string,
  hour: number,
  holding: Holding | null,
  overrides: Partial<Bucket> & { readonly decimals?: number } = {},
): Bucket {
  const { decimals = 6, ...rest } = overrides;
  const start = new Date(START_MS + hour * HOUR_SECONDS * 1000);
  const end = new Date(start.getTime() + HOUR_SECONDS * 1000);
  const close = holding === null ? null : edgeOf(holding, end, decimals);
  return {
    reserve: addressFromLabel(label),
    lendingMarket: MAIN,
    start,
    end,
    final: true,
    quality: holding === null ? 'missing' : 'ok',
    gapReason: holding === null ? 'not_polled' : null,
    observations: holding === null ? 0 : 60,
    snapshots: holding === null ? 0 : 6,
    observedSeconds: holding === null ? 0 : HOUR_SECONDS,
    elapsedSeconds: HOUR_SECONDS,
    open: close,
    close,
    timeBasis: close === null ? null : 'slots',
    numbers: close === null ? null : summaries(close),
    borrowApyRealisedF: null,
    supplyApyRealisedF: null,
    interest: null,
    interestUsd: null,
    pricedSeconds: 0,
    ...rest,
  };
}

/** From this hour on the price of USDT is too old for the program; in the other one its verdict was not stored. */
export const TOO_OLD = 20;
export const UNJUDGED = 12;

export const usdcAt = (hour: number): Holding => ({
  available: 400 + hour,
  borrowed: 600,
  quarters: 4,
  supplyApy: 0.03,
  borrowApy: 0.05,
});
export const usdtAt = (hour: number): Holding => ({
  available: 100,
  borrowed: 100 + 2 * hour,
  quarters: 3,
  supplyApy: 0.07,
  borrowApy: 0.11,
  ...(hour < TOO_OLD ? {} : { priceStatus: 0, priceAgeSeconds: 600 }),
  ...(hour === UNJUDGED ? { priceStatus: null } : {}),
});
export const coinAt = (hour: number): Holding => ({
  available: 10,
  borrowed: hour,
  quarters: 0,
  supplyApy: 0.5,
  borrowApy: 0.9,
});
/** Neither market was observed in hour 5, and USDT not in hours 7 (no bucket) and 8 (a gap of part of it). */
export const NOBODY = 5;
export const UNWRITTEN = 7;
export const PARTLY = 8;

/** USDC in the main market and USDT in the other are of one token; COIN comes later, has nine decimals and no price. */
export async function seedTotals(database: Database): Promise<void> {
  const { sql } = database;
  await upsertLendingMarkets(sql, [
    buildMarketRow(),
    buildMarketRow({ address: SIDE, name: 'Side', displayName: 'Side' }),
    buildMarketRow({ address: BARE, name: 'Bare', displayName: 'Bare' }),
  ]);
  const coinSeen = bankAt(COIN_HOUR * HOUR_SECONDS + 1_800);
  await upsertReserves(sql, [
    buildReserveRow('USDC', { tokenMint: DOLLAR }),
    buildReserveRow('USDT', { tokenMint: DOLLAR, lendingMarket: SIDE }),
    buildReserveRow('COIN', {
      lendingMarket: SIDE,
      tokenDecimals: 9,
      configSlot: coinSeen.slot,
      configObservedAt: coinSeen.observedAt,
    }),
  ]);
  const hours = Array.from({ length: ROLLED_UP }, (_, hour) => hour);
  const open = (hour: number) => (hour === ROLLED_UP - 1 ? { final: false } : {});
  const usdc = hours.map((hour) => hourOf('USDC', hour, hour === NOBODY ? null : usdcAt(hour), open(hour)));
  const usdt = hours
    .filter((hour) => hour !== UNWRITTEN)
    .map((hour) =>
      hourOf('USDT', hour, hour === NOBODY ? null : usdtAt(hour), {
        lendingMarket: SIDE,
        ...open(hour),
        ...(hour === PARTLY ? { quality: 'partial', gapReason: 'poll_failed', observedSeconds: 900 } : {}),
      }),
    );
  const coin = hours.slice(COIN_HOUR).map((hour) =>
    hourOf('COIN', hour, coinAt(hour), {
      lendingMarket: SIDE,
      decimals: 9,
      ...open(hour),
      ...(hour === COIN_HOUR ? { observedSeconds: 1_800, elapsedSeconds: 1_800 } : {}),
    }),
  );
  await writeBuckets(sql, 'hourly', 'kamino', [...usdc, ...usdt, ...coin]);
  const dayOf = (buckets: readonly Bucket[], day: number) => {
    const [start, end] = [new Date(at(day * 24) * 1000), new Date(at(day * 24 + 24) * 1000)];
    return foldBuckets(
      protocolOf('kamino'),
      buckets.filter((bucket) => bucket.start >= start && bucket.start < end),
      start,
      end,
    );
  };
  await writeBuckets(sql, 'daily', 'kamino', [
    dayOf(usdc, 0),
    dayOf(usdt, 0),
    dayOf(usdc, 1),
    dayOf(usdt, 1),
    dayOf(coin, 1),
  ]);
  // The newest read of the protocol: the end of the last hour that is rolled up.
  await commitBatch(database, ROLLED_UP * HOUR_SECONDS, [buildState('USDC', ROLLED_UP * HOUR_SECONDS)]);
  await storeTotals(database);
}

/** All totals that are due, as the rollup makes them. Gives the number of rows that are new, other or gone. */
export async function storeTotals({ sql }: Pick<Database, 'sql'>, protocol = 'kamino'): Promise<number> {
  let written = 0;
  for (;;) {
    const report = await sql.begin((tx) => storeDueTotals(tx, { protocol }));
    if (report.periods === 0) return written;
    written += report.written;
  }
}
