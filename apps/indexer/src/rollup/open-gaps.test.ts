import { createLogger } from '@tidemark/runtime';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { openScene, type RollupScene } from '../../test/rollup-scene.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { Rollups } from './rollups.ts';

let chain: TestChain;
let scene: RollupScene;

beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(() => chain.stop());
beforeEach(async () => {
  scene = await openScene(chain);
});
afterEach(() => scene.close());

it('the metric of open gaps counts reserves of listed markets, since anybody can make another', async () => {
  const { sql } = scene.database;
  const { metrics } = scene.pipeline;
  const rollups = new Rollups({
    sql,
    protocols: ['kamino'],
    signal: new AbortController().signal,
    logger: createLogger({ name: 'test', level: 'silent' }),
    metrics,
  });
  const openGaps = async (): Promise<string | undefined> => {
    await rollups.run();
    return /^tidemark_indexer_rollup_open_gaps (\d+)$/m.exec(await metrics.metrics.render())?.[1];
  };
  await scene.pollFrom(0, 600);
  expect(await openGaps()).toBe('0');
  await chain.putReserve('jto', { version: 2n });
  for (let seconds = 620; seconds <= 1_000; seconds += 20) await scene.pollAt(seconds, { isQuiet: true });
  expect(await openGaps()).toBe('1');
  await sql`UPDATE lend.lending_markets SET listed = false`;
  expect(await openGaps()).toBe('0');
});
