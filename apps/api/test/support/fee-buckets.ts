import type { InterestSplit } from '@tidemark/core';
import { addInterest, type Bucket, ZERO_INTEREST } from '@tidemark/model';
import { type Database, upsertLendingMarkets, upsertReserves, writeBuckets } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { z } from 'zod';
import { bankAt, buildMarketRow, buildReserveRow } from './rows.ts';
import type { TestApi } from './start-api.ts';

const ONE = 2n ** 60n;
export const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const START_MS = bankAt(0).observedAt.getTime();

/** Start of an hour of the seeded two days, in unix seconds. */
export const at = (hour: number): number => START_MS / 1000 + hour * 3_600;
/** The two days. */
export const RANGE = `from=${at(0)}&to=${at(48)}`;
/** Hours that are rolled up: the first day, and ten of the second. */
export const ROLLED_UP = 34;
export const MARKET = addressFromLabel('market');
export const OTHER_MARKET = addressFromLabel('other market');
/** JTO is first seen half an hour into this one. */
export const JTO_HOUR = 30;

/** A split whose parts are these; the whole is their sum. */
export function splitOf([supplySide, protocol, referrerMax, host]: readonly [
  bigint,
  bigint,
  bigint,
  bigint,
]): InterestSplit {
  return { interest: supplySide + protocol + referrerMax + host, supplySide, protocol, others: { referrerMax, host } };
}

/** Whole USD or base units in 60-bit fixed point. */
export const sf = (whole: number): bigint => BigInt(whole) * ONE;

/** A bucket of which only the interest and what was observed matters; without numbers, as those of unobserved time are. */
export function buildFeeBucket(label: string, startMs: number, overrides: Partial<Bucket> = {}): Bucket {
  const start = new Date(startMs);
  const bucket = {
    reserve: addressFromLabel(label),
    lendingMarket: addressFromLabel('market'),
    start,
    end: new Date(startMs + HOUR_MS),
    final: true,
    quality: 'missing' as const,
    gapReason: null,
    observations: 0,
    snapshots: 0,
    observedSeconds: 3_600,
    elapsedSeconds: 3_600,
    open: null,
    close: null,
    timeBasis: null,
    numbers: null,
    borrowApyRealisedF: null,
    supplyApyRealisedF: null,
    interest: null,
    interestUsd: null,
    ...overrides,
  };
  return { pricedSeconds: bucket.interestUsd === null ? 0 : bucket.elapsedSeconds, ...bucket };
}

const solUsd = (hour: number) => splitOf([sf(100) + BigInt(hour), sf(10), sf(1), 7n]);
const solTokens = (hour: number) => splitOf([sf(1_000_000) + BigInt(hour), sf(100_000), sf(10_000), sf(5_000) + 3n]);
const usdcUsd = splitOf([sf(20), sf(4), 0n, 0n]);
const jtoUsd = splitOf([1n, 2n, 3n, 4n]);
const isUnknown = (hour: number) => hour === 5;
const isUnpriced = (hour: number) => hour === 6;

function hoursOf(label: string, from: number, to: number, make: (hour: number) => Partial<Bucket>): Bucket[] {
  return Array.from({ length: to - from }, (_, index) =>
    buildFeeBucket(label, START_MS + (from + index) * HOUR_MS, make(from + index)),
  );
}

/**
 * SOL all along; USDC with an hour that is not known, one without a price and two gaps; JTO from the second day on. The first
 * day is folded too.
 */
export async function seedFees({ sql }: Database): Promise<void> {
  await upsertLendingMarkets(sql, [
    buildMarketRow(),
    buildMarketRow({ address: OTHER_MARKET, name: 'Other Market', displayName: 'Other Market' }),
  ]);
  await upsertReserves(sql, [
    buildReserveRow('SOL'),
    buildReserveRow('USDC'),
    buildReserveRow('JTO', {
      lendingMarket: OTHER_MARKET,
      configSlot: bankAt(JTO_HOUR * 3_600 + 1_800).slot,
      configObservedAt: bankAt(JTO_HOUR * 3_600 + 1_800).observedAt,
    }),
  ]);
  const sol = hoursOf('SOL', 0, ROLLED_UP, (hour) => ({ interest: solTokens(hour), interestUsd: solUsd(hour) }));
  const usdc = hoursOf('USDC', 0, ROLLED_UP, (hour) => ({
    interest: isUnknown(hour) ? null : splitOf([sf(9), 0n, 0n, 0n]),
    interestUsd: isUnknown(hour) || isUnpriced(hour) ? null : usdcUsd,
    ...(hour === 8 ? { gapReason: 'poll_failed', observedSeconds: 900 } : {}),
    ...(hour === 9 ? { gapReason: 'quarantined', observedSeconds: 3_000 } : {}),
  }));
  const jto = hoursOf('JTO', JTO_HOUR, ROLLED_UP, (hour) => ({
    interest: jtoUsd,
    interestUsd: jtoUsd,
    ...(hour === JTO_HOUR ? { observedSeconds: 1_800, elapsedSeconds: 1_800 } : {}),
  }));
  await writeBuckets(sql, 'hourly', 'kamino', [...sol, ...usdc, ...jto]);
  const day = (label: string, hours: readonly Bucket[]): Bucket => ({
    ...buildFeeBucket(label, START_MS),
    end: new Date(START_MS + DAY_MS),
    observedSeconds: hours.reduce((sum, hour) => sum + hour.observedSeconds, 0),
    elapsedSeconds: 86_400,
    gapReason: hours.find((hour) => hour.gapReason !== null)?.gapReason ?? null,
    interest: hours.every(({ interest }) => interest !== null) ? sumOf(hours.map((hour) => hour.interest)) : null,
    interestUsd: sumOf(hours.map((hour) => hour.interestUsd)),
    pricedSeconds: hours.reduce((sum, hour) => sum + hour.pricedSeconds, 0),
  });
  await writeBuckets(sql, 'daily', 'kamino', [day('SOL', sol.slice(0, 24)), day('USDC', usdc.slice(0, 24))]);
}

function sumOf(parts: readonly (InterestSplit | null)[]): InterestSplit {
  return parts.reduce<InterestSplit>((sum, part) => (part === null ? sum : addInterest(sum, part)), ZERO_INTEREST);
}

export type FeesTestRow = Record<string, unknown> & { readonly timestamp: number };
const answerSchema = z.object({
  data: z.array(z.looseObject({ timestamp: z.number() })),
  meta: z.looseObject({ count: z.number(), next_cursor: z.string().nullable() }),
});

/** Asks for fees as JSON. */
export async function askFees({ call }: Pick<TestApi, 'call'>, query: string) {
  const answer = await call(`/v1/kamino/lend/fees?${query}`);
  if (answer.status !== 200) throw new Error(`${query}: ${answer.text}`);
  return answerSchema.parse(answer.json());
}

/** All rows, by pages of this many. */
export async function feesInPages(api: Pick<TestApi, 'call'>, query: string, limit: number): Promise<FeesTestRow[]> {
  const rows: FeesTestRow[] = [];
  let cursor = '';
  do {
    const { data, meta } = await askFees(api, `${query}&limit=${limit}${cursor}`);
    if (meta.count !== data.length) throw new Error('the count is another one');
    rows.push(...data);
    cursor = meta.next_cursor === null ? '' : `&cursor=${meta.next_cursor}`;
  } while (cursor !== '');
  return rows;
}
