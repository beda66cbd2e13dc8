import { purgePollBatches } from '@tidemark/schema';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openScene, type RollupScene, timeAt } from '../../test/rollup-scene.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { PROTOCOL, readRollups, rollUp } from '../../test/test-rollup.ts';
import { rebuildRange } from './run-rollup.ts';

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

describe('batches that were deleted', () => {
  it('change nothing: hours, days and gaps with their reasons are made again from what is kept', async () => {
    const { sql } = scene.database;
    await scene.pollFrom(0, 600);
    await chain.setFaults({ http5xxRate: 1 });
    await expect(scene.pollAt(700, { isQuiet: true })).rejects.toMatchObject({ code: 'HTTP_ERROR' });
    await chain.setFaults({});
    await scene.pollFrom(1_000, 1_400);
    await chain.putReserve('jto', { version: 2n });
    await scene.pollFrom(1_420, 1_600, { isQuiet: true });
    await scene.pollFrom(1_620, 2_000);
    await scene.pollFrom(90_000, 90_100);
    await rollUp(scene.database);
    const before = await readRollups(scene.database);
    expect(before.gaps.join('')).toContain('poll_failed:HTTP_ERROR');
    expect(before.gaps.join('')).toContain('quarantined');

    const { pollBatches } = await purgePollBatches(sql, { before: timeAt(86_400) });
    expect(pollBatches).toBeGreaterThan(60);
    await sql`DELETE FROM lend.reserve_quarters`;
    await sql`DELETE FROM lend.reserve_hours`;
    await sql`DELETE FROM lend.reserve_days`;
    const range = { from: timeAt(0), to: timeAt(200_000) };
    const signal = new AbortController().signal;
    await rebuildRange({ sql, protocol: PROTOCOL, range, reserves: null, signal, lockTimeoutMs: 0 });
    expect(await readRollups(scene.database)).toEqual(before);
  });
});
