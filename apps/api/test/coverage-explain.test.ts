import { setImmediate as nextTurn } from 'node:timers/promises';
import type { CoverageFacts, IngestGap, StoredSpan } from '@tidemark/schema';
import { describe, expect, it, vi } from 'vitest';
import { createExplainers, createTimeIndex } from '../src/features/coverage/gaps.ts';
import { type ObservedTime, shareOf, type UnobservedTime } from '../src/features/coverage/observed-time.ts';
import { coveragePages, type CoveredReserve } from '../src/features/coverage/pages.ts';
import { draftCoverageRow, measureShare } from '../src/features/coverage/rows.ts';
import { createPrng, type Prng } from './fuzz/prng.ts';

const RESERVES = ['A', 'B', 'C'] as const;
const NOBODY: ReadonlySet<string> = new Set();
const UNKNOWN_ENDS = { fromSlot: null, toSlot: null, fromStartedAt: null, toStartedAt: null };
const FAILURE = { attemptId: 1n, errorCode: 'failure' };
/** Moments are few, so that ends meet and lengths are equal. */
const MOMENTS = 60;
const SEEDS = Array.from({ length: 400 }, (_, seed) => seed + 1);

const listOf = <Item>(prng: Prng, most: number, make: () => Item): Item[] =>
  Array.from({ length: prng.below(most + 1) }, make);

/** Two moments, the earlier first; now and then they are one. */
function timeFrom(prng: Prng): { readonly from: Date; readonly to: Date } {
  const first = prng.below(MOMENTS);
  return { from: new Date(first), to: new Date(first + (prng.chance(0.2) ? prng.below(MOMENTS) : prng.below(6))) };
}

function spanOf(
  { from, to }: { readonly from: Date; readonly to: Date },
  gapAfterMs: number,
  refused: ReadonlySet<string>,
): StoredSpan {
  const slots = { fromSlot: BigInt(from.getTime()), toSlot: BigInt(to.getTime()) };
  const asked = {
    reserves: new Set(RESERVES),
    firstReserve: 'A',
    lastReserve: 'C',
    notObserved: NOBODY,
    refused,
  };
  const started = { fromStartedAt: from, toStartedAt: to };
  return { from, to, ...slots, observations: 1, gapAfterMs, ...asked, ...started };
}

function factsFrom(prng: Prng): CoverageFacts {
  const entryFrom = (_: unknown, place: number): IngestGap => ({
    reserve: prng.pick([null, ...RESERVES]),
    ...timeFrom(prng),
    // No two alike: it shows which entry was taken.
    reason: `entry ${place}`,
    detail: null,
    ...UNKNOWN_ENDS,
    attemptId: null,
  });
  return {
    runs: [],
    ledger: Array.from({ length: prng.below(12) }, entryFrom),
  };
}

function gapFrom(prng: Prng): UnobservedTime {
  const fromMs = prng.below(MOMENTS);
  const ends = { fromMs, toMs: fromMs + 1 + prng.below(prng.chance(0.2) ? MOMENTS : 6) };
  return { ...ends, ...UNKNOWN_ENDS, lastObservationMs: null, isOpen: prng.chance(0.3) };
}

/** The reason by going through everything that is on record. */
function reasonBySearch(
  { ledger }: CoverageFacts,
  reserve: string,
  vain: readonly StoredSpan[],
  gap: UnobservedTime,
  hasFailure: boolean,
): string {
  let [reason, longestMs] = ['', 0];
  for (const of of [null, reserve]) {
    for (const entry of ledger.filter((candidate) => candidate.reserve === of)) {
      const ms = Math.min(entry.to.getTime(), gap.toMs) - Math.max(entry.from.getTime(), gap.fromMs);
      if (ms > longestMs) [reason, longestMs] = [entry.reason, ms];
    }
  }
  if (longestMs > 0) return reason;
  let first: { readonly atMs: number; readonly isRefused: boolean } | null = null;
  for (const run of vain) {
    if (run.to.getTime() <= gap.fromMs || run.from.getTime() > gap.toMs) continue;
    const observation = { atMs: Math.max(run.from.getTime(), gap.fromMs), isRefused: run.refused.has(reserve) };
    if (first === null || observation.atMs < first.atMs || (observation.atMs === first.atMs && observation.isRefused))
      first = observation;
  }
  if (first !== null) return first.isRefused ? 'quarantined' : 'account_missing';
  return hasFailure ? 'poll_failed:failure' : 'not_polled';
}

describe('the reason of a gap', () => {
  it('is that of a search through everything on record, whatever overlaps, meets or is equally long', () => {
    const met = new Set<string>();
    for (const seed of SEEDS) {
      const prng = createPrng(seed);
      const facts = factsFrom(prng);
      const observations = {
        observed: [],
        vain: listOf(prng, 5, () => spanOf(timeFrom(prng), 1, new Set(listOf(prng, 2, () => prng.pick(RESERVES))))),
      };
      const explainersOf = createExplainers(facts);
      for (const reserve of RESERVES) {
        const explain = explainersOf(reserve, observations);
        for (const gap of listOf(prng, 8, () => gapFrom(prng))) {
          const hasFailure = prng.chance(0.5);
          const expected = reasonBySearch(facts, reserve, observations.vain, gap, hasFailure);
          const found = explain(gap);
          const reason = typeof found === 'string' ? found : found(hasFailure ? FAILURE : null);
          expect({ seed, reserve, gap, reason }).toEqual({ seed, reserve, gap, reason: expected });
          met.add(expected.replace(/ \d+$/, ''));
        }
      }
    }
    expect([...met].toSorted()).toEqual([
      'account_missing',
      'entry',
      'not_polled',
      'poll_failed:failure',
      'quarantined',
    ]);
  });
});

describe('what is found by time', () => {
  it('is what a search through everything finds, in the order in which it was given', () => {
    for (const seed of SEEDS) {
      const prng = createPrng(seed);
      const items = listOf(prng, 20, () => gapFrom(prng));
      const index = createTimeIndex(items, (item) => item);
      const asked = gapFrom(prng);
      const expected = items.filter((item) => item.fromMs <= asked.toMs && item.toMs >= asked.fromMs);
      expect(index.touching(asked)).toEqual(expected);
    }
  });

  it('reads little of the record, where its entries do not overlap', () => {
    let looked = 0;
    const entryAt = (place: number) => ({
      get fromMs() {
        looked += 1;
        return place * 10;
      },
      get toMs() {
        looked += 1;
        return place * 10 + 5;
      },
    });
    const entries = Array.from({ length: 4_096 }, (_, place) => entryAt(place));
    const index = createTimeIndex(entries, (entry) => entry);
    looked = 0;
    const found = entries.map(
      (entry, place) => index.touching({ fromMs: place * 10, toMs: place * 10 + 5 })[0] === entry,
    );
    expect(found).toEqual(entries.map(() => true));
    // Halving 4,096 thirteen times, and the one that is found; all of them would be thousands each.
    expect(looked).toBeLessThanOrEqual(entries.length * 20);
  });
});

const SECOND = 1_000;
const NOW_MS = 100_000 * SECOND;

function reserveOf(reserve: string): CoveredReserve {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- coverage reads these of it, and names
  const info = { reserve, first_seen_timestamp: 0, last_seen_timestamp: 0 } as unknown as CoveredReserve['info'];
  return { protocol: 'kamino', info };
}

/** Observations of a second with times of some seconds between them, of which many are equally long. */
function timesFrom(prng: Prng, count: number): ObservedTime[] {
  let atMs = 0;
  return Array.from({ length: count }, () => {
    atMs += SECOND * (1 + prng.below(9)) + prng.below(SECOND);
    const started = { fromStartedAt: new Date(atMs), toStartedAt: new Date(atMs) };
    return { fromMs: atMs, toMs: atMs, fromSlot: BigInt(atMs), toSlot: BigInt(atMs), ...started, gapAfterMs: 1 };
  });
}

describe('the gaps of a row', () => {
  it('are the hundred longest of all, and no other is explained', () => {
    for (const seed of SEEDS.slice(0, 60)) {
      const prng = createPrng(seed);
      const range = { fromMs: 0, toMs: prng.below(3_000) * SECOND, nowMs: NOW_MS };
      const times = timesFrom(prng, prng.below(400));
      const counts = { observed: 0, failed: 0 };
      const share = measureShare(times, range);
      const draft = draftCoverageRow({ protocol: 'kamino', reserve: reserveOf('A').info, share, counts });
      const row = draft.toRow(draft.listed.map((gap) => String(gap.fromMs)));
      const all = shareOf(times, range).gaps.map((gap) => {
        const [from, to] = [Math.floor(gap.fromMs / SECOND), Math.floor(gap.toMs / SECOND)];
        return { from, length: to - from, reason: String(gap.fromMs) };
      });
      const longest = all.toSorted((left, right) => right.length - left.length || left.from - right.from).slice(0, 100);
      expect(row.gaps.map(({ gap_reason_str }) => gap_reason_str)).toEqual(
        (all.length > 100 ? longest.toSorted((left, right) => left.from - right.from) : all).map(
          ({ reason }) => reason,
        ),
      );
      expect(row.gap_count).toBe(all.length);
      expect(row.missing_seconds).toBe(all.reduce((sum, { length }) => sum + length, 0));
      expect(row.longest_gap_seconds).toBe(Math.max(0, ...all.map(({ length }) => length)));
      expect(draft.listed).toHaveLength(row.gaps.length);
    }
  });
});

describe('coverage of many reserves', () => {
  it('counts for each from when it was first seen, also where they were always observed together', async () => {
    const seen = [0, 40, 10, 40, 200];
    const reserves = seen.map((second, place) => {
      const { protocol, info } = reserveOf(String(place));
      return { protocol, info: { ...info, first_seen_timestamp: second } };
    });
    const reads = {
      facts: () => Promise.resolve({ runs: [], ledger: [] }),
      gapFailures: () => Promise.resolve([]),
      chainNowMs: () => NOW_MS,
    };
    const expected: number[] = [];
    const range = { fromMs: 5 * SECOND, toMs: 100 * SECOND };
    for await (const page of coveragePages(reserves, range, reads))
      expected.push(...page.map((row) => row.expected_seconds));
    expect(expected).toEqual([95, 60, 90, 60, 0]);
  });

  it('lets others have their turn every few milliseconds', async () => {
    // As if each reserve took three milliseconds.
    let ms = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 3));
    const reserves = Array.from({ length: 250 }, (_, place) => reserveOf(String(place)));
    const facts: CoverageFacts = { runs: [], ledger: [] };
    const reads = {
      facts: () => Promise.resolve(facts),
      gapFailures: () => Promise.resolve([]),
      chainNowMs: () => NOW_MS,
    };
    const other = { goesOn: true, turns: 0 };
    const others = (async () => {
      while (other.goesOn) {
        await nextTurn();
        other.turns += 1;
      }
    })();
    const sizes: number[] = [];
    const range = { fromMs: 0, toMs: NOW_MS };
    for await (const page of coveragePages(reserves, range, reads)) sizes.push(page.length);
    other.goesOn = false;
    await others;
    clock.mockRestore();
    expect(sizes).toEqual([100, 100, 50]);
    expect(other.turns).toBeGreaterThanOrEqual(reserves.length / 4);
  });
});
