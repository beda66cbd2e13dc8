import type { KnownPoolRow } from '@tidemark/schema';
import { expect, it } from 'vitest';
import { PoolCadence } from './pool-cadence.ts';

const INTERVAL = 60_000;
const RUNS = 60;

const pools = (changes: Partial<KnownPoolRow>): KnownPoolRow[] =>
  Array.from({ length: 90 }, (_, place) => ({
    pool: `pool ${place}`,
    source: 'raydium_cpmm',
    status: 'ok',
    tokens: [],
    counted: false,
    large: false,
    ...changes,
  }));

/** In which of the runs each pool was read, by its place; of the runs that this process has. */
function runsOf(known: readonly KnownPoolRow[], has: (run: number) => boolean = () => true): number[][] {
  const cadence = new PoolCadence({ intervalMs: INTERVAL, smallPoolRuns: 3 });
  const runs = known.map((): number[] => []);
  for (let run = 1_000; run < 1_000 + RUNS; run += 1) {
    if (!has(run)) continue;
    const due = known.filter((pool) => cadence.isDue(pool, run * INTERVAL));
    cadence.read(
      due.map(({ pool }) => pool),
      run * INTERVAL,
    );
    for (const pool of due) runs[known.indexOf(pool)]?.push(run);
  }
  return runs;
}

const stepsOf = (runs: readonly number[][]): Set<number> =>
  new Set(runs.flatMap((own) => own.slice(2).map((run, place) => run - (own[place + 1] ?? 0))));

it('large pools are due in every run, small ones that count in one of three, others in one of six', () => {
  expect(stepsOf(runsOf(pools({ counted: true, large: true })))).toEqual(new Set([1]));
  expect(stepsOf(runsOf(pools({ counted: true })))).toEqual(new Set([3]));
  expect(stepsOf(runsOf(pools({})))).toEqual(new Set([6]));
  expect(stepsOf(runsOf(pools({ status: 'unknown' })))).toEqual(new Set([1]));
});

it('small pools are spread over the runs, once all were read', () => {
  const runs = runsOf(pools({ counted: true }));
  expect(runs.every(([first]) => first === 1_000)).toBe(true);
  const sizes = [1_010, 1_011, 1_012].map((run) => runs.filter((own) => own.includes(run)).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBe(90);
  for (const size of sizes) expect(size).toBeGreaterThan(15);
});

it('a pool that changed is due at once, alone where the run is over, and once for each change', () => {
  const cadence = new PoolCadence({ intervalMs: INTERVAL, smallPoolRuns: 3 });
  const known = pools({ counted: true, large: true });
  const take = (tick: number, isRead = true): string[] => {
    const due = cadence.takeDue(known, tick).map(({ pool }) => pool);
    if (isRead) cadence.read(due, tick);
    return due;
  };
  const run = 1_000 * INTERVAL;
  cadence.changed(['pool 7']);
  expect([cadence.isForChanges(run), take(run).length]).toEqual([false, 90]);
  cadence.changed(['pool 7', 'pool 8', 'a pool that is not known']);
  expect([cadence.isForChanges(run + 1), take(run + 1)]).toEqual([true, ['pool 7', 'pool 8']]);
  // Nothing changed since: asked for by a search, say.
  expect([cadence.isForChanges(run + 2), take(run + 2).length]).toEqual([false, 90]);
  // A run whose read failed is still to be had.
  expect(take(run + INTERVAL, false)).toHaveLength(90);
  cadence.changed(['pool 7']);
  expect([cadence.isForChanges(run + INTERVAL + 1), take(run + INTERVAL + 1).length]).toEqual([false, 90]);
});

it('a process that has every other run only reads none later than it has to', () => {
  const steps = stepsOf(runsOf(pools({ counted: true }), (run) => run % 2 === 0));
  expect(Math.max(...steps)).toBeLessThanOrEqual(4);
  expect(Math.max(...stepsOf(runsOf(pools({}), (run) => run % 6 === 1)))).toBe(6);
});
