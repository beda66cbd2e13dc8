import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import postgres from 'postgres';
import {
  type BenchServer,
  type BenchStack,
  openBenchStack,
  startBenchStack,
  startFleetApi,
} from '../lib/bench-stack.ts';
import { issueKey } from '../lib/issue-key.ts';
import { readCpuMs } from '../lib/process-use.ts';
import type { Figure, Section } from '../lib/report.ts';
import { FLEET_PATH } from '../lib/reserve-fleet.ts';
import { generate } from './generate.ts';
import { measureRequests, type RequestOf } from './measure-requests.ts';

const HOUR_S = 3_600;
const DAY_S = 86_400;
/** No run draws other reserves and months than the one before. */
const SEED = 20_261_125;
/** Of each kind: of fewer the 95th percentile is one of the worst two. */
const REQUESTS = 100;

/** Reads over a history that is there already: `STORE_DATABASE_URL` names the database, made by `npm run bench -- --generate`. */
export async function benchStore(): Promise<Section> {
  const databaseUrl = process.env['STORE_DATABASE_URL']?.trim() ?? '';
  if (databaseUrl === '') throw new Error('STORE_DATABASE_URL is not set: a database that --generate has filled');
  return await measureStore(databaseUrl);
}

/** A month that is made first: how long each step takes, and the same reads. */
export async function benchHistory(): Promise<Section> {
  const stack = await startBenchStack();
  try {
    const { databaseUrl, workDir } = stack;
    const steps: Figure[] = [];
    const say = (line: string): void => void steps.push({ what: `step ${steps.length + 1}`, value: line });
    await generate({ databaseUrl, dataDir: workDir, days: 30, copies: 0 }, say);
    const { how, figures } = await measureStore(databaseUrl);
    return { title: 'A month of history', how, figures: [...steps, ...figures] };
  } finally {
    await stack.stop();
  }
}

async function measureStore(databaseUrl: string): Promise<Section> {
  const workDir = await mkdtemp(join(tmpdir(), 'tidemark-bench-'));
  const stack = await openBenchStack(databaseUrl, workDir);
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => undefined, connection: { TimeZone: 'UTC' } });
  try {
    const sizes = await measureSizes(sql);
    return {
      title: `The store at ${sizes.observations.toLocaleString('en')} observations`,
      how: 'Narrow observations in the order of (reserve, time), hours and days of 557 reserves. Latencies are of whole answers over HTTP, one request at a time, of a random reserve and month (a fixed seed), cold (each for the first time by this API and server since its start) and again; CPU is that of the API process a request.',
      figures: [...sizes.figures, ...(await measureAnswers(stack, sql, databaseUrl)), ...(await measurePlans(sql))],
    };
  } finally {
    await sql.end({ timeout: 5 });
    await stack.stop();
    await rm(workDir, { recursive: true, force: true });
  }
}

async function measureSizes(sql: postgres.Sql): Promise<{ observations: number; figures: Figure[] }> {
  const sizeOf = async (pattern: string): Promise<number> => {
    const [row] = await sql<{ bytes: number }[]>`
      SELECT coalesce(sum(pg_total_relation_size(c.oid)), 0)::float8 AS bytes FROM pg_class AS c
      WHERE c.relnamespace = 'lend'::regnamespace AND c.relkind = 'r' AND c.relname ~ ${pattern}`;
    return row?.bytes ?? 0;
  };
  const [count] = await sql<{ observations: number; heartbeats: number; hours: number }[]>`
    SELECT (SELECT count(*)::float8 FROM lend.observations) AS observations,
      (SELECT count(*)::float8 FROM lend.observations WHERE state_ms_before > 0) AS heartbeats,
      (SELECT count(*)::float8 FROM lend.reserve_hours) AS hours`;
  const { observations = 0, heartbeats = 0, hours = 0 } = count ?? {};
  const narrow =
    (await sizeOf('^observations_')) + (await sizeOf('^observation_states_')) + (await sizeOf('^observation_batches_'));
  const perHour = (await sizeOf('^reserve_hours$')) / hours;
  const perObservation = narrow / observations;
  return {
    observations,
    figures: [
      {
        what: 'bytes an observation, its state, batch and indexes with it',
        value: `${perObservation.toFixed(0)} (${((100 * heartbeats) / observations).toFixed(0)} % are of a state that another row has)`,
        aim: '≤ 300',
        met: perObservation <= 300,
      },
      {
        what: 'bytes an hour of a reserve, with its indexes',
        value: perHour.toFixed(0),
        aim: '≤ 300',
        met: perHour <= 300,
      },
    ],
  };
}

async function measureAnswers(stack: BenchStack, sql: postgres.Sql, databaseUrl: string): Promise<Figure[]> {
  const key = { 'x-service-api-key': await issueKey(databaseUrl) };
  const reserves = (await sql<{ address: string }[]>`SELECT address FROM lend.reserves ORDER BY address`).map(
    (row) => row.address,
  );
  const [range] = await sql<{ from: number; to: number }[]>`
    SELECT extract(epoch FROM min(bucket_start))::float8 AS from, extract(epoch FROM max(bucket_end))::float8 AS to FROM lend.reserve_daily`;
  if (range === undefined) throw new Error('there are no days');
  const draw = randomOf(SEED);
  const places = Array.from({ length: 100 }, () => {
    const reserve = reserves[Math.floor(draw() * reserves.length)] ?? '';
    const from = range.from + Math.floor((draw() * (range.to - range.from - 30 * DAY_S)) / DAY_S) * DAY_S;
    return { reserve, from };
  });
  const api = await startFleetApi(stack, { OVERLOAD_MAX_LOOP_LAG_MS: '0' });
  const lend = `${api.url}${FLEET_PATH}`;
  const historyOf =
    (interval: string, seconds: number, more = ''): RequestOf =>
    (index) => {
      const { reserve, from } = places[index % places.length] ?? { reserve: '', from: 0 };
      const query = `interval=${interval}&from=${from}&to=${from + seconds}&limit=10000${more}`;
      return { url: `${lend}/reserves/${reserve}/history?${query}`, headers: key };
    };
  const month = 30 * DAY_S;
  const whole = `from=${Math.max(range.from, range.to - 720 * HOUR_S)}&to=${range.to}`;
  // No call may ask for more than two years.
  const days = `from=${Math.max(range.from, range.to - 730 * DAY_S)}&to=${range.to}`;
  const at =
    (path: string): RequestOf =>
    () => ({ url: `${api.url}${path}`, headers: key });
  const figures: Figure[] = [];
  const measure = async (what: string, request: RequestOf, count: number, aimMs?: number): Promise<void> => {
    figures.push(await figureOf(api, what, request, count, aimMs));
  };
  try {
    await measure('{reserve}/history?interval=1h, 720 rows, cold', historyOf('1h', month), 100);
    await measure('the same again, three times', historyOf('1h', month), 300, 15);
    await measure('three columns of it', historyOf('1h', month, '&fields=timestamp,borrow_apy_f,supply_apy_f'), 100);
    await measure('{reserve}/history?interval=raw, a day', historyOf('raw', DAY_S), 100);
    await measure(
      'all/history?interval=1h, 10,000 rows',
      at(`${FLEET_PATH}/reserves/all/history?interval=1h&${whole}&limit=10000`),
      REQUESTS,
      100,
    );
    await measure(
      'all/history?interval=raw, 10,000 rows',
      at(
        `${FLEET_PATH}/reserves/all/history?interval=raw&from=${range.to - 20 * DAY_S}&to=${range.to - 18 * DAY_S}&limit=10000`,
      ),
      30,
    );
    await measure(
      'summary/history?interval=1h, 720 rows',
      at(`${FLEET_PATH}/summary/history?interval=1h&${whole}&limit=1000`),
      REQUESTS,
      50,
    );
    await measure('fees?interval=1h, 720 rows', at(`${FLEET_PATH}/fees?interval=1h&${whole}&limit=1000`), REQUESTS, 50);
    await measure(
      'fees?interval=1d, every day that has fees, at most two years',
      at(`${FLEET_PATH}/fees?interval=1d&${days}&limit=1000`),
      REQUESTS,
      50,
    );
    await measure(
      'fees?interval=1d&group_by=market, 1,000 rows',
      at(`${FLEET_PATH}/fees?interval=1d&group_by=market&${days}&limit=1000`),
      REQUESTS,
      50,
    );
    await measure(
      'fees?interval=1d&group_by=reserve, 1,000 rows',
      at(`${FLEET_PATH}/fees?interval=1d&group_by=reserve&${days}&limit=1000`),
      REQUESTS,
      50,
    );
    await measure(
      'benchmark-rates/usd?interval=1h, 720 rows',
      at(`/v1/lend/benchmark-rates/usd?interval=1h&${whole}&limit=1000`),
      REQUESTS,
      50,
    );
    await measure('coverage, 557 reserves, 30 days', at(`/v1/coverage?${whole}&limit=1000`), REQUESTS, 50);
    return figures;
  } finally {
    await api.stop();
  }
}

async function figureOf(
  api: BenchServer,
  what: string,
  request: RequestOf,
  count: number,
  aimMs?: number,
): Promise<Figure> {
  const before = await readCpuMs(api.pid);
  const { p50, p95, bytes, last } = await measureRequests(request, { count, connections: 1 });
  const cpu = ((await readCpuMs(api.pid)) - before) / (count + 1);
  // An answer without rows costs nothing and shows nothing.
  if (last.startsWith('{"data":[]')) return { what, value: 'not measured: the answer has no rows' };
  const value = `p50 ${p50.toFixed(1)}, p95 ${p95.toFixed(1)} ms; CPU of the API ${cpu.toFixed(1)} ms; ${(bytes / 1024).toFixed(0)} KiB`;
  return aimMs === undefined ? { what, value } : { what, value, aim: `p95 ≤ ${aimMs} ms`, met: p95 <= aimMs };
}

/** Blocks that a month of hours of one reserve touches, and of which tables. */
async function measurePlans(sql: postgres.Sql): Promise<Figure[]> {
  const [row] = await sql<{ 'QUERY PLAN': { Plan: Record<string, unknown> }[] }[]>`
    EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON)
    SELECT bucket_start, supply_apy_close_f FROM lend.reserve_hourly
    WHERE reserve = (SELECT address FROM lend.reserves ORDER BY address LIMIT 1 OFFSET 100)
      AND bucket_start >= (SELECT max(bucket_start) - interval '60 days' FROM lend.reserve_days)
      AND bucket_start < (SELECT max(bucket_start) - interval '30 days' FROM lend.reserve_days)`;
  const text = JSON.stringify(row);
  const blocks =
    Number(row?.['QUERY PLAN'][0]?.Plan['Shared Hit Blocks'] ?? 0) +
    Number(row?.['QUERY PLAN'][0]?.Plan['Shared Read Blocks'] ?? 0);
  const touched = text.includes('observations') || text.includes('reserve_snapshots') ? 'raw rows too' : 'no raw rows';
  return [{ what: 'plan: a month of hours of one reserve', value: `${blocks} blocks, ${touched}` }];
}

/** A small generator (mulberry32): the same numbers in each run. */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
