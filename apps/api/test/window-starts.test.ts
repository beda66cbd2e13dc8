import { afterAll, beforeAll, expect, it } from 'vitest';
import { StartsOfWindows } from '../src/features/detail/window-starts.ts';
import { bankAt, buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const HOUR = 3_600;
/** The state at a second, of an account of its own, whose index says the second. */
const stateAt = (seconds: number) => ({
  ...buildState('moving', seconds),
  accruedBorrowIndex: 1_000_000n + BigInt(seconds) ** 2n,
});

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    prepare: async (database) => {
      await seedReserves(database, ['moving']);
      for (const seconds of [0, 600, 1_200]) await commitBatch(database, seconds, [stateAt(seconds)]);
    },
  });
});
afterAll(() => api.stop());

it('the rows around the start of a window are read again when the start has passed them, and after some seconds', async () => {
  let nowMs = 0;
  const starts = new StartsOfWindows(api.database.sql, () => nowMs);
  /** The second at which the hour up to a state at `end` begins, and what the index says then. */
  const startOf = async (end: number) => {
    const state = stateAt(end);
    const point = (await starts.of([state]))(state)(HOUR);
    if (point === undefined) return null;
    const second = point.unixSeconds - bankAt(0).observedAt.getTime() / 1000;
    return [second, Number(point.borrowIndex) / Number(point.indexScale) - 1_000_000];
  };
  const onLine = (from: number, to: number, at: number) =>
    from ** 2 + ((to ** 2 - from ** 2) * (at - from)) / (to - from);

  expect(await startOf(HOUR - 1)).toBeNull();
  expect(await startOf(HOUR + 300)).toEqual([300, onLine(0, 600, 300)]);
  // A row that comes late is not looked for yet.
  await commitBatch(api.database, 400, [stateAt(400)]);
  expect(await startOf(HOUR + 500)).toEqual([500, onLine(0, 600, 500)]);
  expect(await startOf(HOUR + 600)).toEqual([600, 600 ** 2]);
  expect(await startOf(HOUR + 700)).toEqual([700, onLine(600, 1_200, 700)]);
  // A start that goes back is looked up.
  expect(await startOf(HOUR + 500)).toEqual([500, onLine(400, 600, 500)]);
  await commitBatch(api.database, 450, [stateAt(450)]);
  nowMs += 16_000;
  expect(await startOf(HOUR + 500)).toEqual([500, onLine(450, 600, 500)]);
  // Nothing is stored after the start, and the state itself is too far from the row before it for a line.
  expect(await startOf(HOUR + 1_300)).toEqual([1_200, 1_200 ** 2]);
});
