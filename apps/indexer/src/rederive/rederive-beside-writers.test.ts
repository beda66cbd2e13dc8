import { moveHistory } from '@tidemark/schema';
import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createGate } from '../../test/gate.ts';
import { openScene, type RollupScene, timeAt } from '../../test/rollup-scene.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { PROTOCOL, readRollups, rollUp } from '../../test/test-rollup.ts';
import { rederiveRange } from './rederive-range.ts';

// Polls, late and repeated ones, and a move into narrow rows, at a moment in which rederive has read the rows and not yet committed.
const DAY = 86_400;
const RANGE = { from: new Date('2026-03-01'), to: new Date('2026-03-03') };
const SOL = addressFromLabel('sol');

let chain: TestChain;
beforeAll(async () => {
  chain = await shareTestChain();
});
afterAll(() => chain.stop());

/** Two days, the first in narrow rows. */
async function prepare(): Promise<RollupScene> {
  const scene = await openScene(chain);
  await scene.pollFrom(0, 60);
  await scene.pollFrom(DAY, DAY + 60);
  await scene.pollAt(2 * DAY);
  await rollUp(scene.database);
  await moveHistory(scene.database.sql, { before: timeAt(DAY), maxRows: 1_000 });
  return scene;
}

/** Each is of a day that is derived again, or of a later one; half of them are in the database already, in either place. */
const POLLS = [10, 40, DAY + 30, DAY + 40, 2 * DAY + 20];
async function poll(scene: RollupScene): Promise<void> {
  for (const seconds of POLLS) await scene.pollAt(seconds, { id: `meanwhile-${seconds}` });
}

/** As a version before would have stored what lies in either place now. */
async function falsify({ database: { sql } }: RollupScene): Promise<void> {
  await sql`
    UPDATE lend.reserve_snapshots SET supply_apy_f = supply_apy_f + 1, accrued_borrowed_amount_sf = accrued_borrowed_amount_sf + 7
    WHERE reserve = ${SOL} AND observed_at < ${RANGE.to}::timestamptz`;
  await sql`
    UPDATE lend.observations SET supply_apy_f = supply_apy_f + 1
    WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = ${SOL})`;
}

const move = ({ database: { sql } }: RollupScene) => moveHistory(sql, { before: timeAt(2 * DAY), maxRows: 1_000 });

async function published(scene: RollupScene) {
  await rollUp(scene.database);
  const observations = await scene.database.sql<{ row: string }[]>`
    SELECT (to_jsonb(s) - 'recorded_at')::text AS row FROM lend_v1.reserve_snapshots AS s ORDER BY reserve, observed_at, slot`;
  // When a poll began is not the same in two databases.
  const rollups = await readRollups(scene.database, ['from_started_at', 'to_started_at']);
  return { ...rollups, observations: observations.map(({ row }) => row) };
}

/** A statement of rederive that waits while `held` is held by somebody else. */
const PLACES = [
  // Whoever moves rows of the month writes its row: after that rederive has to begin again, with what came meanwhile.
  {
    when: 'before a batch of rederive writes',
    held: "UPDATE lend.history_months SET moved_at = now() WHERE month = '2026-03-01'",
  },
  // Between its wide and its narrow rows.
  { when: 'while it writes', held: 'LOCK TABLE lend.observation_terms IN SHARE MODE' },
];

it.each(PLACES)(
  'what polls and a move write $when is all there, and as it is without a correction',
  async ({ held }) => {
    const alone = await prepare();
    await poll(alone);
    await move(alone);
    const truth = await published(alone);
    await alone.close();
    // Five of each of two days, two late ones, one of the third day and one new one.
    expect(truth.observations).toHaveLength(3 * 12);

    const scene = await prepare();
    const { sql } = scene.database;
    await falsify(scene);
    const waiting = (count: number) =>
      waitFor(
        async () =>
          (await sql`SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`)
            .length >= count,
        { description: `${count} that wait` },
      );
    const [begun, end] = [createGate(), createGate()];
    const holding = sql.begin(async (tx) => {
      await tx.unsafe(held);
      begun.open();
      await end.passed;
    });
    await begun.passed;
    const rederiving = rederiveRange({
      sql,
      protocol: PROTOCOL,
      range: RANGE,
      reserves: null,
      reason: 'rates',
      signal: new AbortController().signal,
      lockTimeoutMs: 60_000,
    });
    await waiting(1);
    // None of the polls waits, or this one would never end.
    await poll(scene);
    const moving = move(scene);
    await waiting(2);
    end.open();
    await holding;
    expect(await rederiving).toMatchObject({ isComplete: true, differing: 8 });
    await moving;
    await move(scene);
    expect(await published(scene)).toEqual(truth);
    expect(await sql`SELECT FROM lend.open_corrections`).toHaveLength(0);
    await scene.close();
  },
);
