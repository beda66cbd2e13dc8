import { buildBucketsOfWidths, foldBuckets } from '@tidemark/model';
import { protocolOf } from '@tidemark/protocols';
import { type ReserveOverrides } from '@tidemark/protocols/kamino/testing';
import {
  copyStates,
  createApiKey,
  createDatabase,
  type Database,
  listObservationSpans,
  listTermsTimelines,
  migrate,
  refreshObservationSpans,
  replaceIngestGaps,
  type ReserveState,
  upsertLendingMarkets,
  writeBuckets,
  writePollBatch,
} from '@tidemark/schema';
import { addressFromLabel, type TestDatabaseTemplate } from '@tidemark/testing';
import { seeReserve } from './accounts.ts';
import { AT_WORK, bankAt, buildMarketRow } from './rows.ts';

const ONE = 2n ** 60n;
const MILLION = 1_000_000n;
const HOUR = 3_600;
const LOOK_EVERY = 300;
const GAP_AFTER_MS = 600_000;

/** Seconds of the made-up chain at which something happens. */
export const WORLD = {
  /** SOL is deposited into at 5 h and borrowed from at 20 h; nobody observes between 9:55 h and 13 h. */
  deposit: 5 * HOUR,
  borrow: 20 * HOUR,
  gap: { from: 10 * HOUR - LOOK_EVERY, to: 13 * HOUR },
  /** LATE is there from here on. */
  late: 3 * HOUR,
  /** LOST, which only worlds that ask for it have, holds no price from here until there: four hours are not priced throughout. */
  unpriced: { from: 6 * HOUR, to: 9 * HOUR + 1_200 },
  end: 30 * HOUR,
} as const;

const account = (since: number, availableTokens: bigint, borrowedTokens: bigint, price: bigint): ReserveOverrides => ({
  lastUpdate: { slot: bankAt(since).slot },
  liquidity: {
    availableAmountRaw: availableTokens * MILLION,
    borrowedAmountSf: borrowedTokens * MILLION * ONE,
    accumulatedProtocolFeesSf: 0n,
    marketPriceSf: price,
    marketPriceUpdatedAt: BigInt(bankAt(since).observedAt.getTime() / 1000),
  },
});

/** What comes of a reserve that is refreshed at a second and used in the same slot: index and fees go on, the rest is as told. */
function usedAt(before: ReserveOverrides, since: number, after: ReserveOverrides): ReserveOverrides {
  const { state } = seeReserve('SOL', since, before);
  return {
    ...after,
    liquidity: {
      ...after.liquidity,
      cumulativeBorrowRateBsf: state.accruedBorrowIndex,
      accumulatedProtocolFeesSf: state.accruedProtocolFees,
      pendingReferrerFeesSf: state.accruedPendingReferrerFees ?? 0n,
    },
  };
}

const first = account(0, 500_000n, 500_000n, 150n * ONE);
const deposited = usedAt(first, WORLD.deposit, account(WORLD.deposit, 900_000n, 500_100n, 151n * ONE));
const borrowed = usedAt(deposited, WORLD.borrow, account(WORLD.borrow, 100_000n, 1_300_500n, 149n * ONE));
const sol = { first, deposited, borrowed };
const usdc = account(0, 2_000_000n, 1_000_000n, 0n);
const late = account(WORLD.late, 10n, 5n, ONE);
const unpriced = usedAt(first, WORLD.unpriced.from, account(WORLD.unpriced.from, 500_000n, 500_100n, 0n));
const priced = usedAt(unpriced, WORLD.unpriced.to, account(WORLD.unpriced.to, 500_000n, 500_200n, 151n * ONE));

/** The reserve with this label as it really was at a second, with the program's own accrual; null before it existed. */
export function truthAt(label: string, seconds: number): ReserveState | null {
  const overrides = accountAt(label, seconds);
  return overrides === null ? null : seeReserve(label, seconds, overrides).state;
}

function accountAt(label: string, seconds: number): ReserveOverrides | null {
  if (label === 'USDC') return usdc;
  if (label === 'LATE') return seconds < WORLD.late ? null : late;
  if (label === 'LOST') {
    if (seconds < WORLD.unpriced.from) return first;
    return seconds < WORLD.unpriced.to ? unpriced : priced;
  }
  if (seconds < WORLD.deposit) return sol.first;
  return seconds < WORLD.borrow ? sol.deposited : sol.borrowed;
}

export const LABELS = ['SOL', 'USDC', 'LATE'] as const;

/** A database with the observations of the whole world, rolled up. Made once per run: it is hundreds of batches. */
export const HISTORY_WORLD: TestDatabaseTemplate = {
  name: 'history world',
  async prepare(url) {
    await migrate({ url });
    const database = createDatabase({ url, maxConnections: 4 });
    try {
      await seedWorld(database, LABELS);
    } finally {
      await database.close();
    }
  },
};

/** The observations of the whole world, rolled up. */
export async function seedWorld(database: Database, labels: readonly string[]): Promise<void> {
  await writeObservations(database, labels);
  await rollUp(database, labels);
}

/** Stores the observations of the whole world as the indexer does: one batch every five minutes but in the gap. */
async function writeObservations(database: Database, labels: readonly string[]): Promise<void> {
  await upsertLendingMarkets(database.sql, [buildMarketRow()]);
  for (let seconds = 0; seconds <= WORLD.end; seconds += LOOK_EVERY) {
    if (seconds <= WORLD.gap.from || seconds >= WORLD.gap.to) await observationAt(database, seconds, labels);
  }
}

/** Stores one observation of everything. What has not changed is stored every ten minutes only. */
export async function observationAt(
  { sql }: Database,
  seconds: number,
  labels: readonly string[] = LABELS,
): Promise<void> {
  const seen = labels.flatMap((label) => {
    const overrides = accountAt(label, seconds);
    return overrides === null ? [] : [seeReserve(label, seconds, overrides)];
  });
  await writePollBatch(sql, {
    id: `kamino:0:${seconds}`,
    protocol: 'kamino',
    batchIndex: 0,
    commitment: 'confirmed',
    requested: seen.map(({ row }) => row.address),
    startedAt: AT_WORK,
    durationMs: 1,
    rpcEndpoint: 'rpc.example',
    gapAfterMs: GAP_AFTER_MS,
    ...bankAt(seconds),
    heartbeatMs: GAP_AFTER_MS,
    states: seen.map(({ state }) => state),
    reserves: seen.map(({ row }) => row),
    missing: [],
    quarantined: [],
  });
}

/** Brings spans, gaps, hours and days up to the last observation, with the functions that the rollup uses. */
async function rollUp({ sql }: Database, labels: readonly string[]): Promise<void> {
  const protocol = 'kamino';
  const rules = protocolOf(protocol);
  const from = bankAt(0).observedAt;
  const to = new Date(Date.UTC(2026, 8, 3));
  await refreshObservationSpans(sql, { protocol, from, to });
  const reserves = labels.map(addressFromLabel);
  const gapTimes = { from: bankAt(WORLD.gap.from).observedAt, to: bankAt(WORLD.gap.to).observedAt };
  const gaps = reserves.map((reserve) => ({ reserve, ...gapTimes, reason: 'not_polled' }));
  await replaceIngestGaps(sql, { protocol, removed: [], added: gaps });
  const spans = await listObservationSpans(sql, { protocol, from, to });
  const timelines = await listTermsTimelines(sql, { protocol: rules });
  for (const reserve of reserves) {
    const terms = timelines.get(reserve);
    if (terms === undefined) throw new Error('the reserve has no terms');
    const states = (await copyStates(sql, { protocol: rules, reserves: [reserve], from, to })).get(reserve) ?? [];
    const { lendingMarket, firstSeenAt } = terms;
    const known = { rules, reserve, lendingMarket, firstSeenAt, states, spans: spans.spans, gaps, terms };
    const [quarters = [], hours = []] = buildBucketsOfWidths({ ...known, from, to, newest: null }, [900, HOUR]);
    await writeBuckets(sql, 'quarter_hourly', protocol, quarters);
    await writeBuckets(sql, 'hourly', protocol, hours);
    const days = [0, 24].flatMap((hour) => {
      const [start, end] = [bankAt(hour * HOUR).observedAt, bankAt((hour + 24) * HOUR).observedAt];
      const within = hours.filter((bucket) => bucket.start >= start && bucket.start < end);
      return within.length === 0 ? [] : [foldBuckets(rules, within, start, end)];
    });
    await writeBuckets(sql, 'daily', protocol, days);
  }
}

const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const PAST_DAYS = 120;
/** More than the kernel keeps for a connection that nobody reads from, in many pages. */
export const LONG_EXPORT = `/v1/kamino/lend/reserves/all/history?from=${unixOf(-PAST_DAYS * 24 * HOUR)}&to=${unixOf(WORLD.end)}&interval=15m&format=ndjson`;

/** Quarters of an hour of many days before, which are those of the world again and again. */
export async function givePast({ sql }: Database): Promise<void> {
  await sql`
    INSERT INTO lend.reserve_quarters
    SELECT past.* FROM lend.reserve_quarters AS q, generate_series(2, ${PAST_DAYS}::int, 2) AS days, LATERAL
      jsonb_populate_record(q, jsonb_build_object('bucket_start', q.bucket_start - make_interval(days => days))) AS past`;
}

/** A key as a header. */
export async function issueKey({ sql }: Database, username: string): Promise<Record<string, string>> {
  const { key } = await createApiKey(sql, { username });
  return { 'X-SERVICE-API-KEY': key };
}
