import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Observation, storeObservations } from '../../test/support/build-history.ts';
import { bankAt } from '../../test/support/build-rows.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { refreshObservationSpans } from '../history/refresh-observation-spans.ts';
import { listCoverageFacts } from './coverage-facts.ts';

const HOUR = 3_600;
const STEP = 30;
const at = (seconds: number) => bankAt(seconds).observedAt;

let database: OpenTestDatabase;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.drop());

/** Observed every 30 s for six hours, but for a gap across an edge of two hours and one within an hour. */
const TIMES = Array.from({ length: (6 * HOUR) / STEP }, (_, index) => index * STEP).filter(
  (time) => !(time > 2 * HOUR - 90 && time < 2 * HOUR + 90) && !(time > 4 * HOUR + 600 && time < 4 * HOUR + 900),
);

/** `from-to×observations` in seconds, one observation after the other: a new run after a gap and from each end of the range on. */
function naiveRuns(cuts: readonly number[]): string[] {
  const runs: number[][] = [];
  for (const [index, time] of TIMES.entries()) {
    const before = TIMES[index - 1] ?? -HOUR;
    const isCut = cuts.some((cut) => before < cut && cut <= time);
    if (isCut || time - before > STEP) runs.push([]);
    runs.at(-1)?.push(time);
  }
  return runs.map((run) => `${run[0]}-${run.at(-1)}×${run.length}`);
}

it.each([
  ['of whole hours', HOUR, 5 * HOUR],
  ['that begins and ends within hours', HOUR + 1_000, 4 * HOUR + 300],
  ['within one hour', 3 * HOUR + 10, 3 * HOUR + 2_000],
])(
  'runs go on over the edges of hours, and are cut at gaps and at the ends of a range %s',
  async (protocol, from, to) => {
    const observations = TIMES.map((seconds): Observation => ({ seconds, labels: ['x'] }));
    await storeObservations(database.sql, observations, protocol);
    // The newest hour has no spans yet: it is made of the batches themselves.
    await refreshObservationSpans(database.sql, { protocol, from: at(0), to: at(5 * HOUR) });
    const { runs } = await listCoverageFacts(database.sql, { protocol, from: at(from), to: at(to) });
    const seconds = (time: Date) => (time.getTime() - at(0).getTime()) / 1000;
    expect(runs.map((run) => `${seconds(run.from)}-${seconds(run.to)}×${run.observations}`)).toEqual(
      naiveRuns([from, to]),
    );
    expect(runs.every(({ from: first, fromSlot }) => fromSlot === bankAt(seconds(first)).slot)).toBe(true);
    expect(runs.every(({ to: last, toSlot }) => toSlot === bankAt(seconds(last)).slot)).toBe(true);
  },
);
