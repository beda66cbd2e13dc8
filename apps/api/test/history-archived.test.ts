import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ObservationArchive } from '@tidemark/archive';
import {
  CopiedCells,
  type CopiedRows,
  type Database,
  LEADING,
  moveHistory,
  type ReserveState,
  sealHistory,
  writePollBatch,
} from '@tidemark/schema';
import { addressFromLabel, startProcess, stopAllProcesses } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHistoryReads } from '../src/features/history/history-reads.ts';
import { listArchivedParts, observationPages } from '../src/features/history/observation-pages.ts';
import { HISTORY_WORLD, issueKey, truthAt } from './support/history-world.ts';
import { AT_WORK, bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

// A month of single reads, asked for before it was archived and after, of a service that has the files and of one that has not.
const HOUR = 3_600;
const SOL = addressFromLabel('SOL');
const at = (hour: number) => bankAt(hour * HOUR).observedAt;
const RESERVES = '/v1/kamino/lend/reserves';
const RANGE = `from=${at(-2).getTime() / 1000}&to=${at(20).getTime() / 1000}&interval=raw`;
const PATHS = [
  `${RESERVES}/${SOL}/history?${RANGE}`,
  `${RESERVES}/${SOL}/history?${RANGE}&limit=7&fields=timestamp,slot,supply_apy_f,accrued_total_supply_raw`,
  `${RESERVES}/all/history?${RANGE}&limit=150`,
  `${RESERVES}/${SOL}/history?${RANGE}&format=csv&limit=1000`,
  `${RESERVES}/all/history?${RANGE}&format=ndjson&limit=1000`,
];
const HOURS = `${RESERVES}/${SOL}/history?from=${at(4).getTime() / 1000}&to=${at(20).getTime() / 1000}&interval=1h`;

let api: TestApi;
let withFiles: TestApi;
let key: Record<string, string>;
let outDir: string;
let before: unknown[];
let month: string;
let archived: Awaited<ReturnType<typeof archive>>;

beforeAll(async () => {
  outDir = await mkdtemp(join(tmpdir(), 'tidemark-archive-'));
  api = await startTestApi({ template: HISTORY_WORLD });
  key = await issueKey(api.database, 'archive');
  const { sql } = api.database;
  await moveHistory(sql, { before: new Date('2100-01-01'), maxRows: 1_000_000 });
  await sealHistory(sql, { before: new Date('2100-01-01'), maxRows: 1_000_000 });
  before = await readAll(api);
  const [known] = await sql<{ month: string }[]>`SELECT month::text FROM lend.history_months ORDER BY month LIMIT 1`;
  month = known?.month ?? '';
  archived = await archive('--month', month.slice(0, 7), '--out', outDir);
  withFiles = await startTestApi({ beside: api, archive: new ObservationArchive(outDir) });
});
afterAll(async () => {
  await withFiles.stopApi();
  await api.stop();
  await stopAllProcesses();
  await rm(outDir, { recursive: true, force: true });
});

/** The command, with the rights of the login that it asks for. */
async function archive(...args: readonly string[]) {
  const url = new URL(api.databaseUrl);
  url.searchParams.set('role', 'tidemark_maintenance');
  const process = await startProcess({
    entry: 'packages/archive/src/archive-cli.ts',
    args,
    env: { DATABASE_URL: url.href },
  });
  const { code } = await process.exited;
  return { code, said: process.lines().join('\n') };
}

/** Pages to the end, as values: numbers have two forms, `1e-05` and `0.00001`. */
async function readAll(of: TestApi): Promise<unknown[]> {
  const answers: unknown[] = [];
  for (const path of PATHS) {
    for (let cursor = ''; ; ) {
      const answer = await of.call(`${path}${cursor}`, { headers: key });
      expect(answer.status).toBe(200);
      if (path.includes('format=csv'))
        answers.push(answer.text.split('\n').map((line) => line.split(',').map(valueOf)));
      else if (path.includes('ndjson'))
        answers.push(
          answer.text
            .trim()
            .split('\n')
            .map((line) => JSON.parse(line)),
        );
      else answers.push(answer.json());
      const next: unknown = path.includes('format') ? answer.headers.get('x-next-cursor') : cursorOf(answer.json());
      if (typeof next !== 'string') break;
      cursor = `&cursor=${next}`;
    }
  }
  return answers;
}
const cursorOf = (answer: unknown): unknown => Reflect.get(Object(Reflect.get(Object(answer), 'meta')), 'next_cursor');
const valueOf = (cell: string) => (/^-?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/.test(cell) ? Number(cell) : cell);
const countRows = async ({ sql }: Database) => {
  const [row] = await sql<{ count: number }[]>`SELECT count(*)::int AS count FROM lend.all_snapshots`;
  return row?.count;
};

const writeLate = (seconds: number, state: ReserveState) =>
  writePollBatch(api.database.sql, {
    id: `late ${seconds}`,
    protocol: 'kamino',
    batchIndex: 0,
    commitment: 'confirmed',
    requested: [SOL],
    startedAt: AT_WORK,
    durationMs: 1,
    rpcEndpoint: 'rpc.example',
    gapAfterMs: 600_000,
    ...bankAt(seconds),
    heartbeatMs: 1,
    states: [state],
    reserves: [],
    missing: [],
    quarantined: [],
  });

describe('single reads of an archived month', () => {
  it('are the same, value by value, out of the files', async () => {
    expect(await countRows(api.database)).toBe(0);
    expect(JSON.stringify(before).length).toBeGreaterThan(10_000);
    expect(await readAll(withFiles)).toEqual(before);
  });

  it('are written once: the same command again does nothing, and what cannot be archived is an error with its reason', async () => {
    const name = month.slice(0, 7);
    const told = new RegExp(`^${name}: \\d+ observations, \\d+ bytes, (.+)$`, 'm');
    expect(archived.code).toBe(0);
    expect(told.exec(archived.said)?.[1]).toBe('dropped from the database');
    const again = await archive('--month', name, '--out', outDir);
    expect(again.code).toBe(0);
    expect(told.exec(again.said)?.[1]).toBe('archived before, nothing was done');
    const elsewhere = await archive('--month', name, '--out', join(outDir, 'elsewhere'));
    expect(elsewhere).toMatchObject({ code: 1, said: expect.stringContaining('is archived already') });
    // A month before it in the same command does not keep it from being tried.
    const unknown = await archive('--month', name, '--month', '2020-01', '--out', outDir);
    expect(unknown).toMatchObject({ code: 1, said: expect.stringContaining('2020-01 is not sealed') });
    expect(await archive('--month', '2020-13', '--out', outDir)).toMatchObject({ code: 64 });
  });

  it('are said to be archived where no files are, and never silently nothing', async () => {
    const answer = await api.call(PATHS[0] ?? '', { headers: key });
    expect(answer.status).toBe(200);
    expect(answer.json()).toMatchObject({
      data: [],
      meta: {
        empty_reason_str: expect.stringContaining(
          `archived in reserve_snapshots/month=${month.slice(0, 7)}/data.parquet`,
        ),
        gaps: expect.arrayContaining([expect.objectContaining({ reserve: null, gap_reason_str: 'archived' })]),
      },
    });
    for (const path of PATHS.filter((each) => each.includes('format='))) {
      expect((await api.call(path, { headers: key })).json()).toMatchObject({ error: { code: 40409 } });
    }
    expect((await api.call(`${RESERVES}/${SOL}/at/${at(8).getTime()}`)).json()).toMatchObject({
      error: { code: 40409 },
    });
  });

  it('are not what files know of an earlier time: as_of and a moment are refused with the reason, files or not', async () => {
    const path = `${PATHS[3]}&as_of=${Date.now() - 1_000}`;
    expect((await withFiles.call(path, { headers: key })).json()).toMatchObject({
      error: { code: 40409, details: expect.stringContaining('Files do not answer as_of.') },
    });
    expect((await withFiles.call(`${RESERVES}/${SOL}/at/${at(8).getTime()}`)).json()).toMatchObject({
      error: { code: 40409, details: expect.stringContaining('of which no moment is derived') },
    });
  });

  it('leave hours as they are', async () => {
    const answer = await api.call(HOURS);
    expect(answer.json()).toMatchObject({ meta: { count: 16 } });
    expect(answer.text).not.toContain('"archived"');
  });

  it('stand beside what comes late, each once, by time', async () => {
    const seconds = 8 * HOUR + 100;
    const state = truthAt('SOL', seconds);
    if (state === null) throw new Error('no state');
    const known = truthAt('SOL', 8 * HOUR);
    await writeLate(seconds, state);
    if (known !== null) await writeLate(8 * HOUR, known);
    const rows = async (query: string) => {
      const answer = await withFiles.call(`${RESERVES}/${SOL}/history?${RANGE}&fields=timestamp${query}`, {
        headers: key,
      });
      return answer.text
        .split('\r\n')
        .slice(1)
        .filter((line) => line !== '');
    };
    const all = await rows('&format=csv');
    expect(all).toContain(String(at(0).getTime() / 1000 + seconds));
    expect(new Set(all).size).toBe(all.length);
    expect(all.toSorted()).toEqual(all);
  });

  it('stand beside all that comes late, in however many parts the server sends it', async () => {
    for (const minute of [1, 2, 3]) {
      const state = truthAt('SOL', 8 * HOUR + 60 * minute);
      if (state === null) throw new Error('no state');
      await writeLate(8 * HOUR + 60 * minute, state);
    }
    const reads = createHistoryReads(api.database, 'kamino', new ObservationArchive(outDir));
    const range = { from: at(-2), to: at(20) };
    const ask = { ...range, reserves: [SOL], cells: [], pageSize: 1_000, after: null };
    const timesOf = async (of: typeof reads) => {
      const times: (number | null)[] = [];
      const parts = await listArchivedParts(of, { ...range, asOf: null });
      for await (const page of observationPages(of, ask, parts)) {
        const cells = new CopiedCells(page, LEADING.count);
        while (cells.next()) times.push(cells.integer(LEADING.atMs));
      }
      return times;
    };
    const copyObservations: typeof reads.copyObservations = (options) => lineByLine(reads.copyObservations(options));
    const times = await timesOf({ ...reads, copyObservations });
    expect(times).toEqual(await timesOf(reads));
    for (const minute of [1, 2, 3]) expect(times).toContain(at(8).getTime() + 60_000 * minute);
  });
});

async function* lineByLine(parts: AsyncIterable<CopiedRows>): AsyncGenerator<CopiedRows, void, undefined> {
  for await (const { bytes } of parts) {
    for (const line of bytes.toString('latin1').split('\n').slice(0, -1))
      yield { bytes: Buffer.from(`${line}\n`, 'latin1'), count: 1 };
  }
}
