import { listOpenGaps } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LABELS, openScene, type RollupScene, slotAt, timeAt, useReserve } from '../../test/rollup-scene.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { readRollups, rebuildAll, rollUp } from '../../test/test-rollup.ts';

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

const openGaps = () => listOpenGaps(scene.database.sql, 'kamino');
const gapsOf = (label: string) => scene.database.sql`
  SELECT from_at, to_at, from_slot, to_slot, reason_code FROM lend.ingest_gaps
  WHERE reserve = ${addressFromLabel(label)} ORDER BY from_at`;
const hoursOf = (label: string) => scene.database.sql`
  SELECT extract(hour FROM bucket_start AT TIME ZONE 'UTC')::int AS hour, quality, gap_reason, observed_seconds, final,
    borrow_apy_twavg_f IS NULL AS is_empty
  FROM lend.reserve_hourly WHERE reserve = ${addressFromLabel(label)} ORDER BY bucket_start`;
const gap = (from: number, to: number, reason: string) => ({
  from_at: timeAt(from),
  to_at: timeAt(to),
  from_slot: BigInt(slotAt(from)),
  to_slot: BigInt(slotAt(to)),
  reason_code: reason,
});

async function expectRebuiltToBeTheSame(): Promise<void> {
  const grown = await readRollups(scene.database);
  await rebuildAll(scene.database);
  expect(await readRollups(scene.database)).toEqual(grown);
}

describe('a stop of the polls', () => {
  it('is a gap of each reserve with the observations around it, in hours that are partial or missing', async () => {
    await scene.pollFrom(0, 600);
    await rollUp(scene.database);
    await scene.pollFrom(6_000, 6_600);
    await rollUp(scene.database);
    for (const label of LABELS) {
      expect(await gapsOf(label)).toEqual([gap(600, 6_000, 'not_polled')]);
      expect(await hoursOf(label)).toEqual([
        { hour: 10, quality: 'partial', gap_reason: 'not_polled', observed_seconds: 600, final: true, is_empty: false },
        { hour: 11, quality: 'missing', gap_reason: 'not_polled', observed_seconds: 0, final: true, is_empty: true },
        {
          hour: 12,
          quality: 'partial',
          gap_reason: 'not_polled',
          observed_seconds: 600,
          final: false,
          is_empty: false,
        },
      ]);
    }
    await expectRebuiltToBeTheSame();
  });

  it('has the code of the polls that failed in it', async () => {
    await scene.pollFrom(0, 600);
    await chain.setFaults({ http5xxRate: 1 });
    for (const id of ['a', 'b', 'c'])
      await expect(scene.pollAt(700, { id, isQuiet: true })).rejects.toMatchObject({ code: 'HTTP_ERROR' });
    await chain.setFaults({});
    await scene.pollFrom(1_000, 1_100);
    await rollUp(scene.database);
    for (const label of LABELS) expect(await gapsOf(label)).toEqual([gap(600, 1_000, 'poll_failed:HTTP_ERROR')]);
    await expectRebuiltToBeTheSame();
  });

  it('over several days is one gap', async () => {
    await scene.pollFrom(0, 600);
    await rollUp(scene.database);
    await scene.pollFrom(3 * 86_400, 3 * 86_400 + 100);
    await rollUp(scene.database);
    expect(await gapsOf('sol')).toEqual([gap(600, 3 * 86_400, 'not_polled')]);
    await expectRebuiltToBeTheSame();
    expect(await gapsOf('sol')).toEqual([gap(600, 3 * 86_400, 'not_polled')]);
  });
});

describe('notifications while the polls stand still', () => {
  it('tell the states in a gap and do not make it shorter', async () => {
    await scene.pollFrom(0, 600);
    await rollUp(scene.database);
    for (let seconds = 900; seconds <= 8_100; seconds += 900) {
      await scene.pollAt(seconds, { kind: 'follow', labels: ['sol'] });
      await rollUp(scene.database);
    }
    await expectRebuiltToBeTheSame();
    await scene.pollFrom(9_000, 9_100);
    await rollUp(scene.database);
    for (const label of LABELS) expect(await gapsOf(label)).toEqual([gap(600, 9_000, 'not_polled')]);
    expect((await hoursOf('sol')).map((hour) => [hour['hour'], hour['quality'], hour['gap_reason']])).toEqual([
      [10, 'partial', 'not_polled'],
      [11, 'partial', 'not_polled'],
      [12, 'partial', 'not_polled'],
      [13, 'ok', null],
    ]);
    await expectRebuiltToBeTheSame();
  });
});

describe('a notification between two polls', () => {
  it('at the turn of the hour makes no time unobserved, and the hour before final only with the poll after it', async () => {
    await scene.pollFrom(0, 1_780);
    await scene.pollAt(1_801, { kind: 'follow', labels: ['sol'] });
    await rollUp(scene.database);
    expect(await hoursOf('sol')).toMatchObject([
      { hour: 10, quality: 'ok', final: false },
      { hour: 11, final: false },
    ]);
    await expectRebuiltToBeTheSame();
    await scene.pollFrom(1_805, 1_900);
    await rollUp(scene.database);
    expect(await hoursOf('sol')).toMatchObject([
      { hour: 10, quality: 'ok', final: true },
      { hour: 11, quality: 'ok', final: false },
    ]);
    await expectRebuiltToBeTheSame();
  });
});

describe('a reserve that cannot be read', () => {
  it('has a gap of its own while it is in quarantine, which ends with the next observation of it', async () => {
    await scene.pollFrom(0, 600);
    await chain.putReserve('jto', { version: 2n });
    for (let seconds = 620; seconds <= 7_000; seconds += 20) {
      await scene.pollAt(seconds, { isQuiet: true });
      if (seconds % 1_000 !== 0) continue;
      await rollUp(scene.database);
      expect(await openGaps()).toMatchObject([{ reason: 'quarantined', gaps: 1 }]);
      expect(await gapsOf('jto')).toEqual([{ ...gap(600, seconds, 'quarantined'), to_slot: null }]);
    }
    await expectRebuiltToBeTheSame();
    expect(await gapsOf('jto')).toMatchObject([{ reason_code: 'quarantined' }]);
    expect((await hoursOf('jto')).map(({ hour }) => hour)).toEqual([10]);

    await scene.pollFrom(7_020, 7_100);
    await rollUp(scene.database);
    expect(await openGaps()).toEqual([]);
    expect(await gapsOf('jto')).toEqual([gap(600, 7_020, 'quarantined')]);
    expect(await hoursOf('jto')).toMatchObject([
      { hour: 10, quality: 'partial', gap_reason: 'quarantined' },
      { hour: 11, quality: 'missing', gap_reason: 'quarantined' },
      { hour: 12, quality: 'partial', gap_reason: 'quarantined' },
    ]);
    expect(await gapsOf('sol')).toEqual([]);
    await expectRebuiltToBeTheSame();
  });

  it('is said to be missing where its account is not there', async () => {
    await scene.pollFrom(0, 100);
    await chain.remove(addressFromLabel('jto'));
    await scene.pollFrom(120, 400, { isQuiet: true });
    await useReserve(chain, 'jto', 420);
    await scene.pollFrom(420, 500);
    await rollUp(scene.database);
    expect(await gapsOf('jto')).toEqual([gap(100, 420, 'account_missing')]);
    expect(await gapsOf('usdc')).toEqual([]);
    await expectRebuiltToBeTheSame();
  });

  it('was quarantined before the polls stopped as well: the reason of the whole gap, in each hour of it', async () => {
    await scene.pollFrom(0, 600);
    await rollUp(scene.database);
    await chain.putReserve('jto', { version: 2n });
    await scene.pollFrom(7_000, 7_200, { isQuiet: true });
    await rollUp(scene.database);
    await scene.pollFrom(7_220, 7_300);
    await rollUp(scene.database);
    expect(await gapsOf('jto')).toEqual([gap(600, 7_220, 'quarantined')]);
    expect((await hoursOf('jto')).map((hour) => hour['gap_reason'])).toEqual([
      'quarantined',
      'quarantined',
      'quarantined',
    ]);
    await expectRebuiltToBeTheSame();
  });
});
