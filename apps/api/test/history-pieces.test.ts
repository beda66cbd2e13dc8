import { kamino } from '@tidemark/protocols';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHistoryReads, type HistoryReads } from '../src/features/history/history-reads.ts';
import { readReserveAt } from '../src/features/history/reserve-at.ts';
import { loadInfo } from '../src/features/info/query.ts';
import { HISTORY_WORLD } from './support/history-world.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ template: HISTORY_WORLD });
});
afterAll(() => api.stop());

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
      gaps: counted(reads.gaps),
      latest: counted(reads.latest),
    },
    most: () => most,
  };
}

describe('a reserve at a moment, with one place in its gate', () => {
  it('asks the database one thing at a time', async () => {
    const { reads, most } = countTogether();
    const { reserves } = await loadInfo(api.database, kamino);
    const info = reserves.find(({ reserve }) => reserve === addressFromLabel('SOL'));
    if (info === undefined) throw new Error('SOL is in the world');
    await readReserveAt(reads, info, { atMs: bankAt(4_567).observedAt.getTime(), maxAgeSeconds: null });
    expect(most()).toBe(1);
  });
});
