import { dollarText, parseDollars } from '../naive/prices/exact-price.ts';
import { differenceOf, type Finding } from './finding.ts';
import { WORDS } from './reason-words.ts';
import { groupBy } from './group-by.ts';
import type { PriceFacts, StoredPriceBatch, StoredPriceBucket } from './price-facts.ts';

/** A bucket as it must be; prices in parts of a dollar. */
interface NaiveBucket
  extends Pick<StoredPriceBucket, 'observations' | 'elapsed' | 'observed' | 'priced' | 'gapReason' | 'final'> {
  readonly start: number;
  readonly open: bigint | null;
  readonly high: bigint | null;
  readonly low: bigint | null;
  readonly close: bigint | null;
  readonly priceSeconds: bigint;
}

/** A stretch of time that a batch covers, with the price in force; times in seconds. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly price: bigint | null;
}

const QUARTER = 900;
const WIDER = [
  [3_600, QUARTER],
  [86_400, 3_600],
] as const;
/** The newest row counts for so long. */
const IN_FORCE_SECONDS = 2 * 86_400;

const seconds = (time: Date): number => time.getTime() / 1000;

/** Quarters of an hour, hours, days and gaps of prices once more, from the batches and the stored rows. */
export function auditPriceBuckets(facts: PriceFacts): Finding[] {
  const stored = groupBy(facts.buckets, ({ mint }) => mint);
  return facts.latest.flatMap(({ mint }) => {
    const quarters = quartersOf(facts, mint);
    const naive = new Map<number, readonly NaiveBucket[]>([[QUARTER, quarters]]);
    const end = seconds(facts.latest.find((row) => row.mint === mint)?.observedAt ?? new Date(0));
    for (const [width, part] of WIDER) naive.set(width, fold(naive.get(part) ?? [], width, end));
    return [...compare(mint, naive, stored.get(mint) ?? []), ...auditGapsOf(facts, mint)];
  });
}

function batchesOf({ batches }: PriceFacts, mint: string) {
  return batches
    .filter((batch) => batch.outcome === 'committed' && batch.slot !== null && batch.mints.includes(mint))
    .flatMap(({ observedAt, slot, gapAfterMs }) =>
      observedAt === null ? [] : [{ at: seconds(observedAt), slot: slot ?? 0, gapAfter: gapAfterMs / 1000 }],
    )
    .toSorted((a, b) => a.at - b.at || a.slot - b.slot);
}

function stretchesOf(facts: PriceFacts, mint: string): Stretch[] {
  const batches = batchesOf(facts, mint);
  const rows = facts.aggregates.filter((row) => row.mint === mint);
  return batches.flatMap(({ at, gapAfter }, place): Stretch[] => {
    const next = batches[place + 1];
    // Of one second several batches are one.
    if (next?.at === at) return [];
    const row = rows.findLast(
      ({ observedAt }) => seconds(observedAt) <= at && seconds(observedAt) > at - IN_FORCE_SECONDS,
    );
    const price = row === undefined || row.status === 'stale' ? null : parseDollars(row.price);
    return [{ from: at, to: next !== undefined && next.at - at <= gapAfter ? next.at : at, price }];
  });
}

function quartersOf(facts: PriceFacts, mint: string): NaiveBucket[] {
  const latest = facts.latest.find((row) => row.mint === mint);
  if (latest === undefined) return [];
  const stretches = stretchesOf(facts, mint);
  const [first, last] = [seconds(latest.firstSeenAt), seconds(latest.observedAt)];
  const buckets: NaiveBucket[] = [];
  for (let start = Math.floor(first / QUARTER) * QUARTER; start <= last; start += QUARTER) {
    const end = start + QUARTER;
    const within = stretches
      .filter(({ from, to }) => from < end && (to > start || from === start))
      .map(({ from, to, price }) => ({ from, price, length: Math.min(to, end) - Math.max(from, start) }));
    const prices = within.flatMap(({ price }) => price ?? []).toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    const inForce = within.filter(({ price }) => price !== null);
    const observed = sum(within.map(({ length }) => length));
    const elapsed = Math.max(0, Math.floor(Math.min(end, last) - Math.max(start, first)));
    buckets.push({
      start,
      open: inForce[0]?.price ?? null,
      high: prices.at(-1) ?? null,
      low: prices[0] ?? null,
      close: inForce.at(-1)?.price ?? null,
      priceSeconds: inForce.reduce((total, { price, length }) => total + (price ?? 0n) * BigInt(length), 0n),
      observations: within.filter(({ from }) => from >= start).length,
      elapsed,
      observed,
      priced: sum(inForce.map(({ length }) => length)),
      gapReason: observed < elapsed ? reasonOf(facts.batches, mint, start, end) : null,
      final: end <= last,
    });
  }
  return buckets;
}

/** The first attempt in it that failed, by the time at which it was made. */
function reasonOf(batches: readonly StoredPriceBatch[], mint: string, from: number, to: number): string {
  const [failed] = batches
    .filter(({ outcome, mints, startedAt }) => {
      const at = seconds(startedAt);
      return outcome === 'failed' && mints.includes(mint) && at >= from && at < to;
    })
    .toSorted((a, b) => a.startedAt.getTime() - b.startedAt.getTime() || a.attempt - b.attempt);
  if (failed === undefined) return 'not_polled';
  return WORDS.get(failed.errorCode ?? '') ?? `poll_failed:${failed.errorCode}`;
}

function fold(parts: readonly NaiveBucket[], width: number, last: number): NaiveBucket[] {
  const groups = groupBy(parts, ({ start }) => String(Math.floor(start / width) * width));
  return [...groups].map(([start, all]): NaiveBucket => {
    const priced = all.filter(({ open }) => open !== null);
    const lacking = all
      .filter(({ gapReason }) => gapReason !== null)
      .toSorted((a, b) => b.elapsed - b.observed - (a.elapsed - a.observed) || a.start - b.start);
    const ofAll = (of: (part: NaiveBucket) => bigint | null, isBetter: (a: bigint, b: bigint) => boolean) =>
      all
        .flatMap((part) => of(part) ?? [])
        .reduce<bigint | null>((best, one) => (best === null || isBetter(one, best) ? one : best), null);
    return {
      start: Number(start),
      open: priced[0]?.open ?? null,
      high: ofAll(
        ({ high }) => high,
        (a, b) => a > b,
      ),
      low: ofAll(
        ({ low }) => low,
        (a, b) => a < b,
      ),
      close: priced.at(-1)?.close ?? null,
      priceSeconds: all.reduce((total, part) => total + part.priceSeconds, 0n),
      observations: sum(all.map(({ observations }) => observations)),
      elapsed: sum(all.map(({ elapsed }) => elapsed)),
      observed: sum(all.map(({ observed }) => observed)),
      priced: sum(all.map((part) => part.priced)),
      gapReason: lacking[0]?.gapReason ?? null,
      final: Number(start) + width <= last,
    };
  });
}

function compare(
  mint: string,
  naive: ReadonlyMap<number, readonly NaiveBucket[]>,
  stored: readonly StoredPriceBucket[],
): Finding[] {
  const findings: Finding[] = [];
  for (const [width, expected] of naive) {
    const rows = new Map(stored.filter((row) => row.seconds === width).map((row) => [seconds(row.start), row]));
    for (const bucket of expected) {
      const row = rows.get(bucket.start);
      rows.delete(bucket.start);
      const where = `${mint}, ${width} s from ${new Date(bucket.start * 1000).toISOString()}`;
      if (row === undefined) findings.push(findingOf(`${where}: there is no bucket`));
      else findings.push(...differences(row, bucket).map((problem) => findingOf(`${where}: ${problem}`)));
    }
    for (const start of rows.keys()) {
      findings.push(
        findingOf(`${mint}, ${width} s: a bucket at ${new Date(start * 1000).toISOString()} that has no time`),
      );
    }
  }
  return findings;
}

function differences(row: StoredPriceBucket, bucket: NaiveBucket): string[] {
  const price = (text: string | null): string => dollarText(parseDollars(text));
  return [
    ...(['open', 'high', 'low', 'close'] as const).map((name) =>
      differenceOf(name, price(row[name]), dollarText(bucket[name])),
    ),
    differenceOf('price_seconds', price(row.priceSeconds), dollarText(bucket.priceSeconds)),
    ...(['observations', 'elapsed', 'observed', 'priced', 'gapReason', 'final'] as const).map((name) =>
      differenceOf(name, row[name], bucket[name]),
    ),
  ].filter((problem) => problem !== null);
}

/** Time between two batches that lie too far apart. */
function auditGapsOf(facts: PriceFacts, mint: string): Finding[] {
  const batches = batchesOf(facts, mint);
  const expected = batches.flatMap(({ at, gapAfter }, place) => {
    const next = batches[place + 1];
    if (next === undefined || next.at - at <= gapAfter) return [];
    return [`${at} to ${next.at} (${reasonOf(facts.batches, mint, at, next.at)})`];
  });
  const stored = facts.gaps
    .filter((gap) => gap.mint === mint)
    .map(({ from, to, reason }) => `${seconds(from)} to ${seconds(to)} (${reason})`);
  return [
    ...expected.filter((gap) => !stored.includes(gap)).map((gap) => findingOf(`${mint}: no gap from ${gap}`)),
    ...stored.filter((gap) => !expected.includes(gap)).map((gap) => findingOf(`${mint}: a gap that is none, ${gap}`)),
  ];
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, one) => total + one, 0);
}

function findingOf(message: string): Finding {
  return { invariant: 'prices', message };
}
