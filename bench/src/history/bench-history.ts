import { loadavg } from 'node:os';
import {
  createDatabase,
  listBucketTotals,
  listInterest,
  listReserveInfo,
  type Queryable,
  streamBuckets,
} from '@tidemark/schema';
import { type BenchStack, startBenchStack, startFleetApi } from '../lib/bench-stack.ts';
import { issueKey } from '../lib/issue-key.ts';
import type { Figure, Section } from '../lib/report.ts';
import { FLEET_PATH, FLEET_PROTOCOL, FLEET_SIZE } from '../lib/reserve-fleet.ts';
import { explainRead } from './explain.ts';
import { type Latencies, measureRequests, type RequestOf } from './measure-requests.ts';
import type { Month } from './month.ts';
import { runRebuild } from './run-rebuild.ts';
import { seedMonth } from './seed-month.ts';

const RESERVE_AIM_MS = 50;
const PAGE_AIM_MS = 500;
const PAGE_ROWS = 10_000;

/** A month of the whole fleet: how long the rollups of it take, and the reads of analysts. */
export async function benchHistory(): Promise<Section> {
  const stack = await startBenchStack();
  try {
    const seeded = await seedMonth(stack);
    const rebuilt = await runRebuild(stack.databaseUrl, seeded.month);
    const perSecond = (rebuilt.quarters + rebuilt.hours + rebuilt.days) / rebuilt.seconds;
    return {
      title: 'A month of history',
      how: `${FLEET_SIZE} reserves, 30 days: ${seeded.snapshots} snapshots, ${seeded.batches} poll batches, made in ${seeded.seconds.toFixed(0)} s (bench/src/history/seed-month.ts; ${seeded.derived} observations derived, the others the same under other addresses); then the rebuild command and the API as processes. Latencies of whole answers, one request at a time unless said; load ${load()} at the end.`,
      figures: [
        {
          what: 'rebuild of the month',
          value: `${rebuilt.quarters} quarters of an hour, ${rebuilt.hours} hours and ${rebuilt.days} days in ${rebuilt.seconds.toFixed(0)} s: ${perSecond.toFixed(0)} buckets/s, ${rebuilt.gaps} gaps`,
        },
        ...(await measureHistory(stack, seeded.month)),
      ],
    };
  } finally {
    await stack.stop();
  }
}

/** Requests and plans over a month that is there. */
export async function measureHistory(stack: BenchStack, month: Month): Promise<Figure[]> {
  const key = { 'x-service-api-key': await issueKey(stack.databaseUrl) };
  const database = createDatabase({ url: stack.databaseUrl, maxConnections: 1 });
  const api = await startFleetApi(stack);
  try {
    const reserves = (await listReserveInfo(database.db, { protocol: FLEET_PROTOCOL.name })).map(
      ({ address }) => address,
    );
    const range = `from=${month.start.getTime() / 1000}&to=${month.end.getTime() / 1000}`;
    return [
      ...(await measureAnswers(`${api.url}${FLEET_PATH}`, reserves, range, key)),
      ...(await measureSums(api.url, range, key)),
      ...(await explainReads(stack.databaseUrl, reserves, month)),
    ];
  } finally {
    await api.stop();
    await database.close();
  }
}

async function measureAnswers(
  lend: string,
  reserves: readonly string[],
  range: string,
  key: Record<string, string>,
): Promise<Figure[]> {
  const hours: RequestOf = (index) => ({
    url: `${lend}/reserves/${reserves[(index * 37) % reserves.length]}/history?interval=1h&limit=1000&${range}`,
  });
  const days = `${lend}/reserves/all/history?interval=1d&${range}`;
  const page: RequestOf = () => ({ url: `${days}&limit=${PAGE_ROWS}`, headers: key });
  const csv: RequestOf = () => ({ url: `${days}&format=csv`, headers: key });
  const publicPage: RequestOf = () => ({ url: `${days}&limit=1000` });
  const one = await measureRequests(hours, { count: 200, connections: 1 });
  const many = await measureRequests(hours, { count: 400, connections: 8 });
  const first = await measureRequests(page, { count: 20, connections: 1 });
  const cursor = nextCursorOf(first.last);
  const next: RequestOf = () => ({
    url: `${days}&limit=${PAGE_ROWS}&cursor=${encodeURIComponent(cursor)}`,
    headers: key,
  });
  const second = await measureRequests(next, { count: 20, connections: 1 });
  const whole = await measureRequests(csv, { count: 20, connections: 1 });
  const open = await measureRequests(publicPage, { count: 60, connections: 1 });
  return [
    figure(`{reserve}/history?interval=1h, 30 days, ${countOf(one)} rows`, one, RESERVE_AIM_MS),
    figure('the same over 8 connections', many),
    figure(`all/history?interval=1d, 30 days, first ${countOf(first)} rows (key)`, first, PAGE_AIM_MS),
    figure(`the same, the other ${countOf(second)} rows`, second),
    figure(`the same as CSV, ${whole.last.trimEnd().split('\r\n').length - 1} rows`, whole),
    figure(`all/history?interval=1d, ${countOf(open)} rows (public)`, open),
  ];
}

async function measureSums(apiUrl: string, range: string, key: Record<string, string>): Promise<Figure[]> {
  const at =
    (path: string, headers = {}): RequestOf =>
    () => ({ url: `${apiUrl}${path}`, headers });
  const few = { count: 20, connections: 1 };
  const days = await measureRequests(at(`${FLEET_PATH}/summary/history?interval=1d&${range}`), few);
  const hours = await measureRequests(at(`${FLEET_PATH}/summary/history?interval=1h&limit=1000&${range}`), {
    ...few,
    count: 5,
  });
  const fees = await measureRequests(at(`${FLEET_PATH}/fees?interval=1d&${range}`), few);
  const reserves = await measureRequests(
    at(`${FLEET_PATH}/fees?interval=1d&group_by=reserve&limit=10000&${range}`, key),
    few,
  );
  const coverage = await measureRequests(at(`/v1/coverage?limit=1000&${range}`), few);
  return [
    figure(`summary/history?interval=1d, ${countOf(days)} rows`, days),
    figure(`summary/history?interval=1h, ${countOf(hours)} rows`, hours),
    figure(`fees?interval=1d, ${countOf(fees)} rows`, fees),
    figure(`fees?interval=1d&group_by=reserve, ${countOf(reserves)} rows (key)`, reserves),
    figure(`coverage, ${countOf(coverage)} reserves`, coverage),
  ];
}

async function explainReads(
  databaseUrl: string,
  reserves: readonly string[],
  { start, end }: Month,
): Promise<Figure[]> {
  const shared = { protocol: FLEET_PROTOCOL.name, from: start, to: end };
  const plan = async (what: string, read: (sql: Queryable) => Promise<unknown>): Promise<Figure> => ({
    what: `plan: ${what}`,
    value: (await explainRead(databaseUrl, read)).text,
  });
  const [first = '', second = ''] = reserves.toSorted();
  const group = reserves.map((reserve) => ({
    ...{ reserve, group: 0, firstSeenAt: start },
    ...{ missingSinceAt: null, refusedAfter: null },
  }));
  const days = { ...shared, grain: 'daily', periodSeconds: 86_400 } as const;
  const one = { ...shared, grain: 'hourly', reserves: [second] } as const;
  const after = { reserve: first, bucketStart: start };
  return [
    await plan('hours of one reserve', (sql) => drain(streamBuckets(sql, one))),
    await plan('a page of days', (sql) =>
      drain(streamBuckets(sql, { ...shared, grain: 'daily', after, limit: 1_000 })),
    ),
    await plan('sums of days', (sql) => listBucketTotals(sql, { ...days, reserves, weight: 'usd' })),
    await plan('interest of days', (sql) =>
      listInterest(sql, { ...days, reserves: group, inBaseUnits: false, now: end }),
    ),
  ];
}

async function drain(pages: AsyncIterable<unknown>): Promise<void> {
  for await (const page of pages) void page;
}

function figure(what: string, { p50, p95, p99, bytes }: Latencies, aimMs?: number): Figure {
  const value = `p50 ${ms(p50)}, p95 ${ms(p95)}, p99 ${ms(p99)} ms; ${(bytes / 1024).toFixed(0)} KiB`;
  return aimMs === undefined ? { what, value } : { what, value, aim: `p95 < ${aimMs} ms`, met: p95 < aimMs };
}

function ms(value: number): string {
  return value.toFixed(value < 100 ? 1 : 0);
}

interface Envelope {
  readonly data: readonly unknown[];
  readonly meta: { readonly next_cursor?: string | null };
}

function readEnvelope({ last }: Pick<Latencies, 'last'>): Envelope {
  const envelope: Envelope = JSON.parse(last);
  return envelope;
}

function countOf(latencies: Latencies): number {
  return readEnvelope(latencies).data.length;
}

function nextCursorOf(last: string): string {
  const cursor = readEnvelope({ last }).meta.next_cursor;
  if (typeof cursor !== 'string') throw new Error('the page has no cursor for the rows that follow');
  return cursor;
}

function load(): string {
  return loadavg()[0]?.toFixed(1) ?? '?';
}
