import { createDatabase } from '@tidemark/schema';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LABELS, openScene, type RollupScene } from '../../test/rollup-scene.ts';
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

/** Of two hours, with a gap of twenty-five minutes. */
const TIMES = Array.from({ length: 24 }, (_, place) => place * 20 + (place < 12 ? 0 : 1_500));

async function expectRebuiltToBeTheSame(): Promise<void> {
  const grown = await readRollups(scene.database);
  await rebuildAll(scene.database);
  expect(await readRollups(scene.database)).toEqual(grown);
}

async function rollUpsOf(poll: (scene: RollupScene) => Promise<void>) {
  const other = await openScene(chain);
  try {
    await poll(other);
    await rollUp(other.database);
    // The same work began at another time in each database.
    const { spans: _spans, ...rest } = await readRollups(other.database, ['from_started_at', 'to_started_at']);
    return rest;
  } finally {
    await other.close();
  }
}

describe('batches', () => {
  it('that come split, repeated, late or in any order end in the same hours, days and gaps', async () => {
    const inOrder = await rollUpsOf(async (target) => {
      for (const seconds of TIMES) await target.pollAt(seconds);
    });
    expect(inOrder.hourly).toHaveLength(2 * LABELS.length);
    expect(inOrder.gaps).toHaveLength(LABELS.length);

    const split = await rollUpsOf(async (target) => {
      for (const seconds of TIMES) for (const label of LABELS) await target.pollAt(seconds, { labels: [label] });
    });
    expect(split).toEqual(inOrder);

    const shuffled = await rollUpsOf(async (target) => {
      // 7 and 24 have no common factor: each place comes once, the first one as late as the others.
      for (const place of TIMES.keys()) {
        const seconds = TIMES[(place * 7 + 3) % TIMES.length] ?? 0;
        await target.pollAt(seconds);
        if (place % 5 === 0) await target.pollAt(seconds, { isQuiet: true });
        if (place % 4 === 0) await rollUp(target.database);
      }
    });
    expect(shuffled).toEqual(inOrder);
  });

  it('that were taken in a few at a time give what all of them give at once', async () => {
    for (const seconds of TIMES) await scene.pollAt(seconds);
    // As if the rollups had begun before the first of them.
    await scene.database.sql`INSERT INTO lend.rollup_state (protocol, commit_seq) VALUES ('kamino', 0)`;
    const report = await rollUp(scene.database, { commitsAtOnce: 7 });
    expect(report).toMatchObject({ commits: TIMES.length, isComplete: true });
    await expectRebuiltToBeTheSame();
  });

  it('of a version that numbered no commits are taken in as well', async () => {
    for (const seconds of TIMES) await scene.pollAt(seconds);
    await rollUp(scene.database);
    const { spans: _spans, ...before } = await readRollups(scene.database);
    await scene.database.sql`TRUNCATE lend.batch_commits, lend.rollup_state, lend.observation_spans, lend.ingest_gaps,
      lend.reserve_quarters, lend.reserve_hours, lend.reserve_days`;
    await scene.database.sql`UPDATE lend.poll_batches SET reserve_set = NULL`;
    expect(await rollUp(scene.database)).toMatchObject({ commits: 0, isComplete: true });
    expect(await readRollups(scene.database)).toMatchObject(before);
  });
});

describe('a run', () => {
  it('that has nothing new to take in writes nothing', async () => {
    await scene.pollFrom(0, 600);
    await rollUp(scene.database);
    expect(await rollUp(scene.database)).toMatchObject({ commits: 0, hourly: 0, daily: 0, gaps: 0 });
  });

  it('ends with what was committed when it began, and so leaves other protocols their turn', async () => {
    const { sql } = scene.database;
    await scene.pollFrom(0, 200);
    await rollUp(scene.database);
    await scene.pollFrom(220, 300);
    // Each time that a run has come further there is another commit, for a while.
    await sql`CREATE FUNCTION lend.commit_again() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
      INSERT INTO lend.batch_commits (batch_id, protocol, slot, observed_at, snapshot_reserves)
        SELECT batch_id || '-again', protocol, slot, observed_at, snapshot_reserves FROM lend.batch_commits
        WHERE length(batch_id) < 200 ORDER BY commit_seq DESC LIMIT 1;
      RETURN NULL; END $$`;
    await sql`CREATE TRIGGER commit_again AFTER UPDATE OF commit_seq ON lend.rollup_state EXECUTE FUNCTION lend.commit_again()`;
    expect(await rollUp(scene.database)).toMatchObject({ commits: 5, isComplete: true });
    expect(await rollUp(scene.database)).toMatchObject({ commits: 1, isComplete: true });
  });

  it('that is told to stop leaves the rest, and the next one goes on where it began', async () => {
    await scene.pollFrom(0, 200);
    await rollUp(scene.database);
    await scene.pollFrom(220, 600);
    const stopped = await rollUp(scene.database, { signal: AbortSignal.abort() });
    expect(stopped).toMatchObject({ commits: 0, hourly: 0, isComplete: false });
    expect(await rollUp(scene.database)).toMatchObject({ commits: 20, isComplete: true });
    await expectRebuiltToBeTheSame();
  });

  it.each(['observation_spans', 'ingest_gaps', 'reserve_hours', 'reserve_days', 'rollup_state'])(
    'whose connection is cut while it writes %s is made good by the next one',
    async (table) => {
      const { sql } = scene.database;
      await scene.pollFrom(0, 200);
      await rollUp(scene.database);
      await scene.pollFrom(4_000, 4_200);
      await sql.unsafe(`
        CREATE FUNCTION cut() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN PERFORM pg_terminate_backend(pg_backend_pid()); PERFORM pg_sleep(30); RETURN NULL; END $$;
        CREATE TRIGGER cut AFTER INSERT OR UPDATE ON lend.${table} FOR EACH STATEMENT EXECUTE FUNCTION cut()`);
      const before = await sql`SELECT commit_seq FROM lend.rollup_state`;
      await expect(rollUp(scene.database)).rejects.toThrow(/connection/i);
      expect(await sql`SELECT commit_seq FROM lend.rollup_state`).toEqual(before);
      await sql.unsafe(`DROP TRIGGER cut ON lend.${table}`);
      expect(await rollUp(scene.database)).toMatchObject({ commits: 11, isComplete: true });
      await expectRebuiltToBeTheSame();
    },
  );

  it('that meets a reserve with unusable settings makes the hours of the others, and says so', async () => {
    const { sql } = scene.database;
    const [broken = ''] = LABELS.map((label) => addressFromLabel(label));
    await scene.pollFrom(0, 200);
    await sql`UPDATE lend.configurations SET config = config - 'interestRateBasis' WHERE account = ${broken}`;
    const refused = [{ reserve: broken, code: 'INVALID_ROW' }];
    expect(await rollUp(scene.database)).toMatchObject({ refused, hourly: LABELS.length - 1, isComplete: true });
    expect(await sql`SELECT FROM lend.reserve_hourly WHERE reserve = ${broken}`).toHaveLength(0);
  });

  it('leaves the work to another process that is at it, and two at once end in the same', async () => {
    const other = createDatabase({ url: scene.database.url, maxConnections: 4, applicationName: 'other indexer' });
    try {
      for (const seconds of TIMES) {
        await scene.pollAt(seconds);
        if (seconds % 200 === 0) await Promise.all([rollUp(scene.database), rollUp(other)]);
      }
      const reports = await Promise.all([rollUp(scene.database), rollUp(other), rollUp(scene.database)]);
      expect(reports.some((report) => report !== null)).toBe(true);
      await expectRebuiltToBeTheSame();
    } finally {
      await other.close();
    }
  });
});
