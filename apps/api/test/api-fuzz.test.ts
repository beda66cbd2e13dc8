import { afterAll, beforeAll, expect, it } from 'vitest';
import { type FuzzWorld, startFuzzWorld } from './fuzz/fuzz-world.ts';
import { listFuzzOperations } from './fuzz/fuzz-operations.ts';
import { runFuzz } from './fuzz/run-fuzz.ts';

let world: FuzzWorld;
beforeAll(async () => {
  world = await startFuzzWorld();
});
afterAll(() => world.api.stop());

it('reaches every parameter of every operation of the document', () => {
  const operations = listFuzzOperations();
  expect(operations.length).toBeGreaterThan(30);
  const named = operations.flatMap(({ parameters }) => parameters.filter(({ place }) => place !== 'header'));
  const unlisted = named.filter(({ name, listed }) => listed.length === 0 && name !== 'cursor');
  expect(Object.keys(world.good.byName)).toEqual(expect.arrayContaining(unlisted.map(({ name }) => name)));
});

it('answers hostile requests without a failure, as the document says, and changes, logs and tells nothing', async () => {
  const report = await runFuzz(world, { seed: 20_261_121, random: 500, perParameter: 4 });
  expect(report.failures).toEqual([]);
  expect(report.isComplete).toBe(true);
  expect(report.requests).toBeGreaterThan(1_500);
  expect(Object.keys(report.statuses)).toEqual(expect.arrayContaining(['200', '400', '401', '404', '405']));
}, 600_000);
