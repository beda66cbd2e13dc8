import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDatabase } from '@tidemark/schema';
import { waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openScene, type RollupScene } from '../../test/rollup-scene.ts';
import { shareTestChain, type TestChain } from '../../test/test-chain.ts';
import { readRollups, rollUp } from '../../test/test-rollup.ts';
import { takeTurnToMark } from '../run-alone.ts';
import { startGroupWorkers } from './group-workers.ts';
import { type GroupWorker, rollUpGroup } from './roll-up-group.ts';
import { rebuildRange } from './run-rollup.ts';

let chain: TestChain;
let scene: RollupScene;
let folder: string;
beforeAll(async () => {
  chain = await shareTestChain();
  scene = await openScene(chain);
  folder = await mkdtemp(join(tmpdir(), 'workers-'));
  await scene.pollFrom(0, 600);
  await rollUp(scene.database);
});
afterAll(async () => {
  await scene.close();
  await chain.stop();
  await rm(folder, { recursive: true });
});

const RANGE = { from: new Date('2026-03-01'), to: new Date('2026-03-02') };
const options = () => ({
  sql: scene.database.sql,
  protocol: 'kamino',
  range: RANGE,
  reserves: null,
  signal: new AbortController().signal,
  lockTimeoutMs: 0,
});

it('fails with what a process ended with, when every other group has ended', async () => {
  const program = join(folder, 'ends.mjs');
  await writeFile(program, "process.on('message', () => process.exit(3));");
  const { workers, close } = startGroupWorkers(program, scene.database.url, 1);
  const before = await readRollups(scene.database);
  let under = 0;
  let hasFailed = false;
  const [gone] = workers;
  if (gone === undefined) throw new Error('no worker was started');
  const failing: GroupWorker = (context, group) => gone(context, group).finally(() => (hasFailed = true));
  const slow: GroupWorker = async (context, group) => {
    under += 1;
    const report = await rollUpGroup({ sql: scene.database.sql, ...context }, group);
    await waitFor(() => hasFailed, { description: 'the other group to fail' });
    await delay(300);
    under -= 1;
    return report;
  };
  await expect(rebuildRange({ ...options(), workers: [failing, slow] })).rejects.toThrow(
    'a process of the rebuild ended with 3',
  );
  expect(under).toBe(0);
  await close();
  expect(await readRollups(scene.database)).toEqual(before);
});

it('marks the totals of its hours in turn with other groups', async () => {
  const { sql, url } = scene.database;
  const other = createDatabase({ url, maxConnections: 1, applicationName: 'another group' });
  const [reserve] = await sql<{ address: string }[]>`SELECT address FROM lend.reserves ORDER BY address`;
  await sql`UPDATE lend.reserve_hours SET borrow_apy_max_f = 7 WHERE quality <> 'missing'`;
  await sql`UPDATE lend.reserve_quarters SET borrow_apy_max_f = 7 WHERE quality <> 'missing'`;
  const group = { reserves: [reserve?.address ?? ''], range: RANGE };
  const context = { sql, protocol: 'kamino', newestBankAt: RANGE.to };
  const made = await other.sql.begin(async (tx) => {
    await takeTurnToMark(tx, 'kamino');
    const working = rollUpGroup(context, group);
    const waiting = () => tx`
      SELECT FROM pg_locks AS l JOIN pg_database AS d ON d.oid = l.database
      WHERE d.datname = current_database() AND l.locktype = 'advisory' AND NOT l.granted`;
    await waitFor(async () => (await waiting()).length === 1, { description: 'the group to wait for its turn' });
    return { working };
  });
  expect(await made.working).toMatchObject({ refused: [] });
  await other.close();
});
