import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ScenarioChain, startScenarioChain } from '../../test/scenario-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, type TestPipeline } from '../../test/test-pipeline.ts';
import { readRollups, rebuildAll, rollUp } from '../../test/test-rollup.ts';

/** Before midnight, so that hours of two days are made; a whole one among them. */
const BEGIN = Date.parse('2026-03-01T22:57:00Z') / 1000;
/** 28 seconds: just within the time after which nobody has observed. */
const SLOTS_PER_POLL = 70;
const POLLS = 140;

describe('hours and days of a busy market', () => {
  let chain: ScenarioChain;
  let database: IndexerTestDatabase;
  let pipeline: TestPipeline;

  beforeAll(async () => {
    chain = await startScenarioChain({ unixTimeSeconds: BEGIN });
  });
  afterAll(() => chain.stop());
  beforeEach(async () => {
    database = await openTestDatabase();
    pipeline = openPipeline(chain, database);
  });
  afterEach(async () => {
    pipeline.close();
    await database.drop();
  });

  it('are the same whether they grew with the commits or were made at once', async () => {
    await pipeline.discover('discover-0');
    const addresses = await pipeline.listAddresses();
    for (let poll = 0; poll < POLLS; poll += 1) {
      await chain.step(SLOTS_PER_POLL);
      await pipeline.runBatch({ id: `poll-${poll}`, index: 0, addresses });
      if (poll % 7 === 0) await rollUp(database);
    }
    await rollUp(database);
    const grown = await readRollups(database);
    await rebuildAll(database);
    expect(await readRollups(database)).toEqual(grown);
    expect(grown.hourly.length).toBeGreaterThanOrEqual(3 * addresses.length);
    expect(grown.gaps).toEqual([]);
  });

  it('are the same where reserves were seen on the day before their first observation', async () => {
    await rollUp(database);
    await chain.step(2 * 9_000);
    await pipeline.discover('discover-0');
    const addresses = await pipeline.listAddresses();
    await database.sql`UPDATE lend.reserves SET first_seen_at = ${new Date(BEGIN * 1000)}`;
    await pipeline.runBatch({ id: 'poll-0', index: 0, addresses });
    await rollUp(database);
    const grown = await readRollups(database);
    await rebuildAll(database);
    expect(await readRollups(database)).toEqual(grown);
    expect(grown.daily).toHaveLength(2 * addresses.length);
  });
});
