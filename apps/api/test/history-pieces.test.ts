import type { Bucket } from '@tidemark/model';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type BucketRange, builtBuckets } from '../src/features/history/bucket-source.ts';
import { createHistoryReads, type HistoryReads } from '../src/features/history/history-reads.ts';
import { readReserveAt } from '../src/features/history/reserve-at.ts';
import { loadInfo } from '../src/features/info/query.ts';
import { HISTORY_WORLD, WORLD } from './support/history-world.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const MINUTE_MS = 60_000;
const YEAR = 365 * 86_400;
const msOf = (seconds: number) => bankAt(seconds).observedAt.getTime();

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ template: HISTORY_WORLD });
});
afterAll(() => api.stop());

/** The minutes of SOL in a range, and how often its settings were read for them. */
async function minutesOf(from: number, to: number): Promise<{ readonly starts: number[]; readonly pieces: number }> {
  let pieces = 0;
  const reads = createHistoryReads(api.database, 'kamino');
  const counted: HistoryReads = {
    ...reads,
    terms: (options) => {
      pieces += 1;
      return reads.terms(options);
    },
  };
  const { reserves } = await loadInfo(api.database, 'kamino');
  const [startMs, endMs] = [msOf(from), msOf(to)];
  const range: BucketRange = {
    reserves: reserves.filter(({ reserve }) => reserve === addressFromLabel('SOL')),
    ...{ startMs, firstStartMs: startMs, knownMs: null, endMs },
  };
  const buckets: Bucket[] = [];
  for await (const piece of builtBuckets(counted, range, MINUTE_MS, { states: 0 })) buckets.push(...piece.buckets);
  return { starts: buckets.map(({ start }) => start.getTime()), pieces };
}

describe('minutes of a range that reaches years beyond what is known', () => {
  it('are those of the time that is known, and cost no more than they do', async () => {
    const known = await minutesOf(0, WORLD.end);
    expect(known.starts).toHaveLength(WORLD.end / 60);
    expect(await minutesOf(-YEAR, WORLD.end + YEAR)).toEqual(known);
  });

  it('are none, and cost nothing, where it holds nothing that is known', async () => {
    expect(await minutesOf(-YEAR, 0)).toEqual({ starts: [], pieces: 0 });
    expect(await minutesOf(WORLD.end + 60, YEAR)).toEqual({ starts: [], pieces: 0 });
  });
});

/** The reads of the API, and the most of them that were under way at once. */
function countTogether(): { readonly reads: HistoryReads; readonly most: () => number } {
  let [underWay, most] = [0, 0];
  const counted =
    <Options extends unknown[], Result>(read: (...options: Options) => Promise<Result>) =>
    async (...options: Options): Promise<Result> => {
      underWay += 1;
      most = Math.max(most, underWay);
      try {
        return await read(...options);
      } finally {
        underWay -= 1;
      }
    };
  const reads = createHistoryReads(api.database, 'kamino');
  return {
    reads: {
      ...reads,
      neighbours: counted(reads.neighbours),
      terms: counted(reads.terms),
      spans: counted(reads.spans),
      gaps: counted(reads.gaps),
      latest: counted(reads.latest),
      newestSpanEnd: counted(reads.newestSpanEnd),
    },
    most: () => most,
  };
}

describe('a read with one place in its gate', () => {
  it('asks the database one thing at a time: minutes', async () => {
    const { reads, most } = countTogether();
    const { reserves } = await loadInfo(api.database, 'kamino');
    const startMs = msOf(0);
    const range: BucketRange = { reserves, startMs, firstStartMs: startMs, knownMs: null, endMs: msOf(WORLD.end) };
    const pages: unknown[] = [];
    for await (const page of builtBuckets(reads, range, MINUTE_MS, { states: 0 })) pages.push(page);
    expect(pages).not.toEqual([]);
    expect(most()).toBe(1);
  });

  it('asks the database one thing at a time: a moment', async () => {
    const { reads, most } = countTogether();
    const { reserves } = await loadInfo(api.database, 'kamino');
    const info = reserves.find(({ reserve }) => reserve === addressFromLabel('SOL'));
    if (info === undefined) throw new Error('SOL is in the world');
    await readReserveAt(reads, info, { atMs: msOf(4_567), maxAgeSeconds: null });
    expect(most()).toBe(1);
  });
});
