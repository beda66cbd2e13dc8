import { describe, expect, it } from 'vitest';
import { aggregate } from '../naive/prices/naive-aggregate.ts';
import { dollarsOf } from '../naive/prices/exact-price.ts';
import type { NaiveObservation } from '../naive/prices/naive-observation.ts';
import { auditPriceBuckets } from './audit-price-buckets.ts';
import { auditPrices, type PriceTruth } from './audit-prices.ts';
import type { PriceFacts, StoredAggregate, StoredPriceBatch, StoredPriceObservation } from './price-facts.ts';
import { reserveReads } from './reserve-reads.ts';
import { createTruth, type WrittenState } from './truth.ts';

const MINT = 'a token';
const [SWITCHBOARD, OTHER] = ['switchboard account', 'another account'];
const BEGIN = 1_800_000_000;
const at = (seconds: number) => new Date((BEGIN + seconds) * 1000);

/** A pull feed of Switchboard of a price in cents, with its result at a slot. */
function pullFeed(cents: bigint, slot: number, hash: number): Uint8Array {
  const data = new Uint8Array(3_208);
  const view = new DataView(data.buffer);
  data[2120] = hash;
  data[2215] = 1;
  data[2360] = 3;
  view.setBigUint64(2264, BigInt.asUintN(64, cents * 10n ** 16n), true);
  view.setBigUint64(2272, (cents * 10n ** 16n) >> 64n, true);
  view.setBigUint64(2368, BigInt(slot), true);
  view.setUint32(2392, 200, true);
  return data;
}

const feedOf = (address: string) => ({
  id: `switchboard:${address}`,
  source: 'switchboard' as const,
  address,
  chain: [],
  maxAgeSeconds: 120,
  mint: MINT,
});

/** A chain of a slot a second from slot 0 on, with two feeds of which each says one thing from each slot on. */
function truthOf(said: Record<string, readonly (readonly [slot: number, cents: bigint | null])[]>): PriceTruth {
  const oracles = new Map(
    Object.entries(said).map(([address, states]): [string, WrittenState[]] => [
      address,
      states.map(([slot, cents]) => ({ slot, data: cents === null ? null : pullFeed(cents, slot, address.length) })),
    ]),
  );
  const truth = createTruth(new Map(), { firstSlot: 0, firstUnixTime: BEGIN, slotMs: 1_000 }, oracles);
  const addresses = Object.keys(said);
  const answers = [10, 20, 400].map((slot) => ({ at: at(slot), id: `prices-${slot}`, slot, addresses, absent: [] }));
  return {
    chain: { mints: [MINT], feeds: addresses.map(feedOf), reserves: new Map(), truth },
    answers,
    strikes: [],
    slotMs: 1_000,
    reads: reserveReads([], [], []),
  };
}

const batch = (slot: number, change: Partial<StoredPriceBatch> = {}): StoredPriceBatch => ({
  attempt: slot,
  id: `prices-${slot}`,
  outcome: 'committed',
  errorCode: null,
  slot,
  observedAt: at(slot),
  startedAt: at(slot),
  recordedAt: at(slot),
  gapAfterMs: 30_000,
  mints: [MINT],
  ...change,
});
const rowOf = (slot: number) => ({ mint: MINT, slot, observedAt: at(slot), batchId: `prices-${slot}` });
const said = (address: string, slot: number, price: string | null, problem: string | null): StoredPriceObservation => ({
  ...rowOf(slot),
  feed: `switchboard:${address}`,
  price,
  publishedAt: at(slot),
  problem,
});
const priced = (
  slot: number,
  price: string | null,
  status: string,
  used: number,
  publishedAt = slot,
): StoredAggregate => ({
  ...rowOf(slot),
  status,
  price,
  used,
  sources: 2,
  publishedAt: price === null ? null : at(publishedAt),
});

/** Two feeds that agree, then one that is a fifth too high, then nobody writes any more. */
const TRUTH = truthOf({
  [SWITCHBOARD]: [
    [5, 10_000n],
    [15, 10_010n],
  ],
  [OTHER]: [
    [5, 10_000n],
    [15, 12_000n],
  ],
});
const OBSERVATIONS = [
  said(OTHER, 10, '100', null),
  said(OTHER, 20, '120', null),
  said(OTHER, 400, '120', 'stale'),
  said(SWITCHBOARD, 10, '100', null),
  said(SWITCHBOARD, 20, '100.1', null),
  said(SWITCHBOARD, 400, '100.1', 'stale'),
];
const AGGREGATES = [
  priced(10, '100', 'ok', 2, 5),
  priced(20, null, 'disagreement', 0),
  priced(400, '120', 'stale', 0, 15),
];
const LATEST = { ...priced(400, '120', 'stale', 0, 15), firstSeenAt: at(10) };
const SOUND: PriceFacts = {
  batches: [batch(10), batch(20), batch(400)],
  observations: OBSERVATIONS,
  aggregates: AGGREGATES,
  latest: [LATEST],
  buckets: [],
  gaps: [{ mint: MINT, from: at(20), to: at(400), reason: 'not_polled' }],
};
const problemsOf = (change: Partial<PriceFacts>) =>
  auditPrices({ ...SOUND, ...change }, TRUTH).findings.map(({ message }) => message);

describe('prices that are stored', () => {
  it('hold where they are what the rule makes of the accounts', () => {
    expect(auditPrices(SOUND, TRUTH)).toEqual({ findings: [], judged: 3 });
  });

  it.each([
    ['one of two that disagree is used', [AGGREGATES[0], priced(20, '100.1', 'ok', 1, 15), AGGREGATES[2]], '100.1'],
    ['a mean is made', [AGGREGATES[0], priced(20, '110.05', 'ok', 2, 15), AGGREGATES[2]], '110.05'],
    ['the change is not stored', [AGGREGATES[0], AGGREGATES[2]], 'disagreement'],
    [
      'a stale price counts as one in force',
      [AGGREGATES[0], AGGREGATES[1], priced(400, '120', 'single_source', 1, 15)],
      'stale',
    ],
    ['the time is that of the read', [priced(10, '100', 'ok', 2, 10), AGGREGATES[1], AGGREGATES[2]], 'oldest'],
    [
      'a source is counted that is none',
      [{ ...priced(10, '100', 'ok', 2, 5), sources: 3 }, AGGREGATES[1], AGGREGATES[2]],
      '3 sources',
    ],
  ])('do not where %s', (_, aggregates, words) => {
    const messages = problemsOf({ aggregates: aggregates.flatMap((row) => row ?? []) });
    expect(messages.join('\n')).toContain(words);
  });

  it('may have fewer sources where the batch began before one that was stored earlier, and never more', () => {
    const began = (second: number) => [batch(10), batch(20, { startedAt: at(second) }), batch(400)];
    const withSources = (sources: number) => AGGREGATES.map((row) => (row.slot === 20 ? { ...row, sources } : row));
    expect(problemsOf({ batches: began(9), aggregates: withSources(1) })).toEqual([]);
    expect(problemsOf({ batches: began(11), aggregates: withSources(1) }).join()).toContain('1 sources, not 2');
    expect(problemsOf({ batches: began(9), aggregates: withSources(3) }).join()).toContain('3 sources, not 2');
  });

  it('do not where a source is said to say something else, or to be usable', () => {
    expect(
      problemsOf({ observations: OBSERVATIONS.map((row) => (row.price === '120' ? { ...row, price: '121' } : row)) })
        .length,
    ).toBeGreaterThan(0);
    const usable = OBSERVATIONS.map((row) => ({ ...row, problem: null }));
    expect(problemsOf({ observations: usable }).join('\n')).toContain('stale');
  });

  it('do not where a row is of no batch, and a feed was never read', () => {
    expect(problemsOf({ batches: [batch(10), batch(20)] }).join('\n')).toContain('which has none to write');
    const one = OBSERVATIONS.filter(({ feed }) => feed.endsWith(SWITCHBOARD));
    expect(problemsOf({ observations: one }).join('\n')).toContain('nothing was ever stored');
  });
});

const bucketOf = (seconds: number, start: number, final: boolean) => ({
  mint: MINT,
  seconds,
  start: new Date(start * 1000),
  open: '100',
  high: '100',
  low: '100',
  close: '100',
  priceSeconds: '1000',
  observations: 3,
  elapsed: 390,
  observed: 10,
  priced: 10,
  gapReason: 'not_polled',
  final,
});
const BUCKETS = [900, 3_600, 86_400].map((width) => bucketOf(width, Math.floor((BEGIN + 10) / width) * width, false));

describe('buckets and gaps of prices', () => {
  it('hold where they are the time for which each price was in force', () => {
    expect(auditPriceBuckets({ ...SOUND, buckets: BUCKETS })).toEqual([]);
  });

  it.each([
    ['a gap counts as observed', { observed: 390 }],
    ['its reason is missing', { gapReason: null }],
    ['a price is left out', { priceSeconds: '0' }],
    ['a disagreement counts as priced', { priced: 390 }],
    ['it ends too early', { final: true }],
  ])('do not where %s', (_, change) => {
    const buckets = BUCKETS.map((bucket) => ({ ...bucket, ...change }));
    expect(auditPriceBuckets({ ...SOUND, buckets }).length).toBe(3);
  });

  it('do not where one is missing, or a gap is', () => {
    expect(auditPriceBuckets({ ...SOUND, buckets: BUCKETS.slice(1) })).toHaveLength(1);
    expect(auditPriceBuckets({ ...SOUND, buckets: BUCKETS, gaps: [] })).toHaveLength(1);
  });
});

describe('the naive rule', () => {
  const BANK = { slot: 100, unixTime: 1_000, slotMs: 400 };
  const usable = (source: string, dollars: bigint, change: Partial<NaiveObservation> = {}): NaiveObservation => ({
    feed: `${source}:feed`,
    source,
    price: dollarsOf(dollars, 0),
    publishedAt: 1_000,
    slack: 0,
    problem: null,
    isDoubtful: false,
    roots: [`${source}:root`],
    ...change,
  });
  const made = (...observations: NaiveObservation[]) =>
    aggregate(MINT, observations, BANK, null).map(({ status, price, used }) => [status, price, used]);

  it('leaves out an outlier, knows copies, and says where there is none', () => {
    expect(made(usable('pyth', 100n), usable('switchboard', 100n), usable('scope', 120n))).toEqual([
      ['ok', dollarsOf(100n, 0), 2],
    ]);
    expect(made(usable('pyth', 100n), usable('reserve', 120n, { roots: ['pyth:root'] }))).toEqual([
      ['single_source', dollarsOf(100n, 0), 1],
    ]);
    expect(made(usable('pyth', 100n), usable('switchboard', 120n))).toEqual([['disagreement', null, 0]]);
    expect(made(usable('pyth', 100n, { problem: 'account_missing' }))).toEqual([['missing', null, 0]]);
  });

  it('gives both possibilities where times that were computed lie too near', () => {
    const near = usable('switchboard', 101n, { publishedAt: 999, slack: 2 });
    expect(made(usable('pyth', 100n), near).length).toBe(2);
    expect(made(usable('pyth', 100n), { ...near, slack: 0 }).length).toBe(1);
  });
});
