import { availableParallelism } from 'node:os';
import { PROTOCOL_NAMES } from '@tidemark/protocols';
import { startProcess, stopAllProcesses } from '@tidemark/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openScene, type RollupScene } from '../test/rollup-scene.ts';
import { shareTestChain, type TestChain } from '../test/test-chain.ts';
import { readRollups, rollUp } from '../test/test-rollup.ts';
import { parseRebuildArguments } from './rebuild-arguments.ts';
import { withRollupLock } from './run-alone.ts';

const RESERVE = 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q';
const MARKET = '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF';

describe('the arguments of rebuild', () => {
  const parse = (...args: string[]) => parseRebuildArguments(args);

  it('are days or times with a zone, widened to whole days, and reserves', () => {
    expect(parse('--from', '2026-11-01', '--to', '2026-11-08')).toEqual({
      from: new Date('2026-11-01'),
      to: new Date('2026-11-08'),
      reserves: [],
      protocols: [...PROTOCOL_NAMES],
      workers: Math.min(availableParallelism(), 8),
    });
    expect(
      parse(
        ...['--from', '2026-11-01T06:00Z', '--to', '2026-11-01T07:30:15Z'],
        ...['--reserve', `${RESERVE},${MARKET}`, '--workers', '3'],
      ),
    ).toEqual({
      from: new Date('2026-11-01'),
      to: new Date('2026-11-02'),
      reserves: [MARKET, RESERVE],
      protocols: [...PROTOCOL_NAMES],
      workers: 3,
    });
    expect(parse('--from', '2026-11-01T00:30:00.123456+05:30', '--to', '2026-11-02T00:00:00+0000')).toMatchObject({
      from: new Date('2026-10-31'),
      to: new Date('2026-11-02'),
    });
    expect(
      parse('--from', '2026-11-01', '--to', '2026-11-02', '--reserve', RESERVE, '--reserve', RESERVE).reserves,
    ).toEqual([RESERVE]);
  });

  it.each([
    [[], '--from is missing'],
    [['--from', '2026-11-01'], '--to is missing'],
    [['--from', '2026-11-01', '--to', '2026-11-01'], '--from must be before --to'],
    [['--from', 'yesterday', '--to', '2026-11-01'], '--from takes a day (2026-11-01) or a time with its zone'],
    [['--from', '2026-02-30', '--to', '2026-11-01'], '--from takes a day (2026-11-01) or a time with its zone'],
    [['--from', '2026-11-01T00:00', '--to', '2026-11-02'], '--from takes a day (2026-11-01) or a time with its zone'],
    [['--from', '2026-11-01', '--to', '2026-11-02', '--reserve', 'usdc'], '--reserve takes base58 addresses, not usdc'],
    [['--from', '2026-11-01', '--to', '2026-11-02', '--workers', '0'], '--workers takes a number from 1 to 8, not 0'],
    [['--since', '2026-11-01'], "Unknown option '--since'"],
  ])('are refused in words: %j', (args, message) => {
    expect(() => parseRebuildArguments(args)).toThrow(message);
  });
});

const NOTHING = '0 quarters of an hour, 0 hours, 0 days and 0 gaps were new or came out differently';
const resultsIn = (lines: readonly string[]) => lines.filter((line) => line.endsWith('came out differently'));
/** What is said of each protocol; the scene has reserves of the first. */
const resultsOf = (first: string) => PROTOCOL_NAMES.map((name, at) => `${name}: ${at === 0 ? first : NOTHING}`);

describe('the rebuild command', () => {
  let chain: TestChain;
  let scene: RollupScene;

  beforeAll(async () => {
    chain = await shareTestChain();
  });
  afterAll(async () => {
    await chain.stop();
    await stopAllProcesses();
  });
  beforeEach(async () => {
    scene = await openScene(chain);
  });
  afterEach(() => scene.close());

  async function rebuild(...args: string[]) {
    const child = await startProcess({
      entry: 'apps/indexer/src/rebuild.ts',
      args,
      env: { DATABASE_URL: scene.database.url },
    });
    const { code } = await child.exited;
    return { code, lines: child.lines() };
  }

  it('makes again what was lost or falsified, for the days and reserves that it is told, and can be repeated', async () => {
    const { sql } = scene.database;
    await scene.pollFrom(0, 600);
    await scene.pollFrom(4_000, 4_200);
    await rollUp(scene.database);
    const before = await readRollups(scene.database);
    await sql`DELETE FROM lend.reserve_days`;
    await sql`DELETE FROM lend.ingest_gaps`;
    await sql`DELETE FROM lend.observation_spans`;
    await sql`UPDATE lend.reserve_hours SET snapshots = snapshots + 7, borrow_apy_max_f = CASE WHEN quality <> 'missing' THEN 7 END`;
    await sql`UPDATE lend.reserve_quarters SET snapshots = snapshots + 7, borrow_apy_max_f = CASE WHEN quality <> 'missing' THEN 7 END`;

    expect(await rebuild('--from', '2026-02-01', '--to', '2026-03-01')).toMatchObject({ code: 0 });
    expect((await readRollups(scene.database)).daily).toEqual([]);

    const { code, lines } = await rebuild(
      ...['--from', '2026-03-01T11:00Z', '--to', '2026-03-01T12:00Z', '--workers', '2'],
    );
    const made = '15 quarters of an hour, 6 hours, 3 days and 3 gaps were new or came out differently';
    expect({ code, results: resultsIn(lines) }).toEqual({ code: 0, results: resultsOf(made) });
    expect(await readRollups(scene.database)).toEqual(before);
    const again = await rebuild('--from', '2026-03-01', '--to', '2026-03-02');
    expect(resultsIn(again.lines)).toEqual(resultsOf(NOTHING));
  });

  it('waits for a rollup that is under way, and ends when it is told to', async () => {
    await scene.pollFrom(0, 100);
    const done = await withRollupLock(scene.database.sql, 'kamino', async () => {
      const child = await startProcess({
        entry: 'apps/indexer/src/rebuild.ts',
        args: ['--from', '2026-03-01', '--to', '2026-03-02'],
        env: { DATABASE_URL: scene.database.url },
        ready: { line: (line) => line.includes('waits for a rollup') },
      });
      child.signal('SIGINT');
      return child.exited;
    });
    expect(done).toMatchObject({ code: 130 });
    expect((await readRollups(scene.database)).hourly).toEqual([]);
  });

  it('says what is wrong with its arguments or its environment', async () => {
    expect(await rebuild('--from', 'x')).toMatchObject({ code: 64 });
    const child = await startProcess({
      entry: 'apps/indexer/src/rebuild.ts',
      args: ['--from', '2026-03-01', '--to', '2026-03-02'],
    });
    expect(await child.exited).toMatchObject({ code: 78 });
  });
});
