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
const MONTH_S = 30 * DAY_S;
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
  const headers = { 'x-service-api-key': await issueKey(databaseUrl) };
  const range = await readRange(sql);
  const asks = [...asksOfReserves(await drawPlaces(sql, range)), ...asksOfFleet(range)];
  const api = await startFleetApi(stack, { OVERLOAD_MAX_LOOP_LAG_MS: '0' });
  const figures: Figure[] = [];
  try {
    for (const { what, pathOf, count = REQUESTS, aimMs } of asks) {
      const request: RequestOf = (index) => ({ url: `${api.url}${pathOf(index)}`, headers });
      figures.push(await figureOf(api, what, request, count, aimMs));
    }
    return figures;
  } finally {
    await api.stop();
  }
}

/** Of the days that are stored, in seconds. */
interface StoredRange {
  readonly from: number;
  readonly to: number;
}

async function readRange(sql: postgres.Sql): Promise<StoredRange> {
  const [range] = await sql<{ from: number; to: number }[]>`
    SELECT extract(epoch FROM min(bucket_start))::float8 AS from, extract(epoch FROM max(bucket_end))::float8 AS to FROM lend.reserve_daily`;
  if (range === undefined) throw new Error('there are no days');
  return range;
}

/** A reserve and the first second of a month of it. */
interface Place {
  readonly reserve: string;
  readonly from: number;
}

async function drawPlaces(sql: postgres.Sql, { from, to }: StoredRange): Promise<Place[]> {
  const reserves = await sql<{ address: string }[]>`SELECT address FROM lend.reserves ORDER BY address`;
  const draw = randomOf(SEED);
  return Array.from({ length: 100 }, () => {
    const reserve = reserves[Math.floor(draw() * reserves.length)]?.address ?? '';
    return { reserve, from: from + Math.floor((draw() * (to - from - MONTH_S)) / DAY_S) * DAY_S };
  });
}

/** Requests of one kind, which are measured together. */
interface Ask {
  readonly what: string;
  /** Path and query of the request with this number. */
  readonly pathOf: (index: number) => string;
  readonly count?: number;
  readonly aimMs?: number;
}

function asksOfReserves(places: readonly Place[]): Ask[] {
  const historyOf =
    (interval: string, seconds: number, more = ''): Ask['pathOf'] =>
    (index) => {
      const { reserve, from } = places[index % places.length] ?? { reserve: '', from: 0 };
      const query = `interval=${interval}&from=${from}&to=${from + seconds}&limit=10000${more}`;
      return `${FLEET_PATH}/reserves/${reserve}/history?${query}`;
    };
  return [
    { what: '{reserve}/history?interval=1h, 720 rows, cold', pathOf: historyOf('1h', MONTH_S) },
    { what: 'the same again, three times', pathOf: historyOf('1h', MONTH_S), count: 300, aimMs: 15 },
    {
      what: 'three columns of it',
      pathOf: historyOf('1h', MONTH_S, '&fields=timestamp,borrow_apy_f,supply_apy_f'),
    },
    { what: '{reserve}/history?interval=raw, a day', pathOf: historyOf('raw', DAY_S) },
  ];
}

function asksOfFleet({ from, to }: StoredRange): Ask[] {
  const whole = `from=${Math.max(from, to - 720 * HOUR_S)}&to=${to}`;
  // No call may ask for more than two years.
  const days = `from=${Math.max(from, to - 730 * DAY_S)}&to=${to}`;
  const raw = `from=${to - 20 * DAY_S}&to=${to - 18 * DAY_S}`;
  const ask = (what: string, path: string, aimMs: number): Ask => ({ what, pathOf: () => path, aimMs });
  const all = `${FLEET_PATH}/reserves/all/history`;
  const fees = `${FLEET_PATH}/fees`;
  return [
    ask('all/history?interval=1h, 10,000 rows', `${all}?interval=1h&${whole}&limit=10000`, 100),
    {
      what: 'all/history?interval=raw, 10,000 rows',
      pathOf: () => `${all}?interval=raw&${raw}&limit=10000`,
      count: 30,
    },
    ask('summary/history?interval=1h, 720 rows', `${FLEET_PATH}/summary/history?interval=1h&${whole}&limit=1000`, 50),
    ask('fees?interval=1h, 720 rows', `${fees}?interval=1h&${whole}&limit=1000`, 50),
    ask('fees?interval=1d, every day that has fees, at most two years', `${fees}?interval=1d&${days}&limit=1000`, 50),
    ask('fees?interval=1d&group_by=market, 1,000 rows', `${fees}?interval=1d&group_by=market&${days}&limit=1000`, 50),
    ask('fees?interval=1d&group_by=reserve, 1,000 rows', `${fees}?interval=1d&group_by=reserve&${days}&limit=1000`, 50),
    ask(
      'benchmark-rates/usd?interval=1h, 720 rows',
      `/v1/lend/benchmark-rates/usd?interval=1h&${whole}&limit=1000`,
      50,
    ),
    ask('coverage, 557 reserves, 30 days', `/v1/coverage?${whole}&limit=1000`, 50),
  ];
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
