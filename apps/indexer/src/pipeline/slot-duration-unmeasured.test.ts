import { afterAll, beforeAll, expect, it } from 'vitest';
import { START_SLOT, START_TIME, shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { type IndexerTestDatabase, openTestDatabase } from '../../test/test-database.ts';
import { openPipeline, type TestPipeline } from '../../test/test-pipeline.ts';

let chain: TestChain;
let database: IndexerTestDatabase;
let pipeline: TestPipeline;

beforeAll(async () => {
  chain = await shareTestChain();
  database = await openTestDatabase();
  pipeline = openPipeline(chain, database);
});
afterAll(async () => {
  pipeline.close();
  await database.drop();
  await chain.stop();
});

it('an empty database fills from a provider without performance samples, once two of its own banks tell the slot duration', async () => {
  await chain.putMarket('lending market');
  const address = await chain.putReserve('usdc');
  await chain.setFaults({ refuseMethods: ['getRecentPerformanceSamples'] });
  const unavailable = { code: 'SLOT_DURATION_UNAVAILABLE' };

  await expect(pipeline.discover('found')).rejects.toMatchObject(unavailable);
  expect(await pipeline.listAddresses()).toEqual([address]);

  await chain.setClock({ slot: START_SLOT + 500, unixTime: START_TIME + 150 });
  const poll = (id: string) => pipeline.runBatch({ id, index: 0, addresses: [address] });
  await expect(poll('too close to tell')).rejects.toMatchObject(unavailable);

  await chain.setClock({ slot: START_SLOT + 1_000, unixTime: START_TIME + 300 });
  await expect(poll('reads the later bank')).rejects.toMatchObject(unavailable);
  expect(await poll('knows both')).toMatchObject({ slotDuration: { slotDurationMs: 300, source: 'clock_pairs' } });
  expect(await database.sql`SELECT slot_duration_ms_f, slot_duration_source FROM lend.reserve_latest`).toEqual([
    { slot_duration_ms_f: 300, slot_duration_source: 'clock_pairs' },
  ]);
});
