import { type IncomingMessage, request } from 'node:http';
import { loadavg } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { type BenchServer, type BenchStack, startBenchStack, startFleetApi } from '../lib/bench-stack.ts';
import { issueKey } from '../lib/issue-key.ts';
import type { Figure, Section } from '../lib/report.ts';
import { readCpuMs, readServerCpuMs } from '../lib/process-use.ts';
import { FLEET_PATH, FLEET_SIZE } from '../lib/reserve-fleet.ts';
import { median } from '../lib/statistics.ts';
import { lastObservationMs, type Month } from '../history/month.ts';
import { seedMonth } from '../history/seed-month.ts';
import { createLineChecker, type LineCheck } from './check-lines.ts';
import { multiplySnapshots } from './multiply-snapshots.ts';
import { readMib, watchMemory } from './watch-memory.ts';

const ROWS = 10_000_000;
const SEED_DAYS = 3;
/** 150 MB. */
const MEMORY_AIM_MIB = 143;
const SLOW_BYTES_PER_SECOND = 1_000_000;
const SLOW_SECONDS = 60;

/** Ten million rows as CSV from an API started as usual: its memory, the rate, and that every row is there in order. */
export async function benchExport(): Promise<Section> {
  const stack = await startBenchStack();
  try {
    const { month } = await seedMonth(stack, SEED_DAYS);
    const first = await multiplySnapshots(stack.databaseUrl, month, ROWS);
    const loadBefore = loadavg()[0]?.toFixed(1) ?? '?';
    return {
      title: 'Export of ten million rows',
      how: `reserves/all/history?interval=raw&format=csv with a key, every column, uncompressed: ${FLEET_SIZE} reserves, ${SEED_DAYS} days of snapshots stored again at earlier times (bench/src/export). The API is a process with the flags of the image; memory is that of the process as the kernel counts it, its peak counted anew for each part; load ${loadBefore} before.`,
      figures: await measureExport(stack, { from: first, month, rows: ROWS }),
    };
  } finally {
    await stack.stop();
  }
}

export interface ExportAsk {
  readonly from: Date;
  readonly month: Month;
  /** How many there are. */
  readonly rows: number;
}

export async function measureExport(
  stack: Awaited<ReturnType<typeof startBenchStack>>,
  { from, month, rows }: ExportAsk,
): Promise<Figure[]> {
  const key = await issueKey(stack.databaseUrl);
  const api = await startFleetApi(stack);
  try {
    const range = `from=${from.getTime() / 1000}&to=${lastObservationMs(month) / 1000 + 1}`;
    const ask = { key, url: `${api.url}${FLEET_PATH}/reserves/all/history?interval=raw&format=csv&${range}` };
    const cpuMs = async () => (await readCpuMs(api.pid)) + (await readServerCpuMs(stack.postgresPid));
    const before = await cpuMs();
    const whole = await measureWhole(api, ask);
    const perSecond = whole.rows / (((await cpuMs()) - before) / 1000);
    const slow = await measureSlowClient(stack, api, ask);
    const cpu = {
      what: 'rows a second of processor time, API and Postgres together',
      value: perSecond.toFixed(0),
      aim: '≥ 150000',
      met: perSecond >= 150_000,
    };
    return [...describeWhole(whole, rows), cpu, ...slow];
  } finally {
    await api.stop();
  }
}

interface Asking {
  readonly url: string;
  readonly key: string;
}

interface WholeExport extends LineCheck {
  readonly seconds: number;
  readonly bytes: number;
  readonly beforeMib: number;
  readonly peakMib: number;
  readonly samplesMib: readonly number[];
}

async function measureWhole(api: BenchServer, ask: Asking): Promise<WholeExport> {
  const beforeMib = await readMib(api.pid, 'VmRSS');
  const memory = await watchMemory(api.pid);
  const startedAt = performance.now();
  const checker = createLineChecker();
  const response = await open(ask);
  let bytes = 0;
  for await (const piece of response) {
    const text = String(piece);
    bytes += Buffer.byteLength(text);
    checker.take(text);
  }
  const seconds = (performance.now() - startedAt) / 1000;
  return { ...checker.end(), seconds, bytes, beforeMib, ...(await memory.stop()) };
}

function describeWhole(whole: WholeExport, expected: number): Figure[] {
  const { rows, outOfOrder, seconds, bytes, peakMib, samplesMib, beforeMib } = whole;
  const half = Math.floor(samplesMib.length / 2);
  const halves = [samplesMib.slice(0, half), samplesMib.slice(half)].map((samples) => median(samples).toFixed(0));
  return [
    {
      what: 'peak memory of the process (VmHWM)',
      value: `${peakMib.toFixed(0)} MiB (${beforeMib.toFixed(0)} before)`,
      aim: `< ${MEMORY_AIM_MIB} MiB`,
      met: peakMib < MEMORY_AIM_MIB,
    },
    { what: 'memory, median of the first and of the second half', value: `${halves.join(' and ')} MiB` },
    {
      what: 'rows',
      value: `${rows}, ${outOfOrder} out of order`,
      aim: `${expected}, 0`,
      met: rows === expected && outOfOrder === 0,
    },
    {
      what: 'rate',
      value: `${(rows / seconds).toFixed(0)} rows/s, ${(bytes / 1e6 / seconds).toFixed(1)} MB/s, ${seconds.toFixed(0)} s`,
    },
  ];
}

/** A client that takes a megabyte a second: what it has not taken must not pile up, and hold no connection. */
async function measureSlowClient(stack: BenchStack, api: BenchServer, ask: Asking): Promise<Figure[]> {
  const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => undefined });
  const beforeMib = await readMib(api.pid, 'VmRSS');
  const memory = await watchMemory(api.pid);
  const response = await open(ask);
  const [held, running]: number[][] = [[], []];
  let bytes = 0;
  try {
    const startedAt = performance.now();
    for await (const piece of response) {
      bytes += Buffer.byteLength(String(piece));
      const aheadMs = (bytes / SLOW_BYTES_PER_SECOND) * 1000 - (performance.now() - startedAt);
      if (aheadMs > 0) await delay(aheadMs);
      if (performance.now() - startedAt > SLOW_SECONDS * 1000) break;
      const [row] = await sql<{ busy: number; open: number }[]>`
        SELECT count(*) FILTER (WHERE state = 'active')::int AS busy,
          count(*) FILTER (WHERE xact_start IS NOT NULL)::int AS open
        FROM pg_stat_activity WHERE application_name = 'tidemark-api'`;
      running?.push(row?.busy ?? 0);
      held?.push(row?.open ?? 0);
    }
  } finally {
    response.destroy();
    await sql.end({ timeout: 5 });
  }
  const { peakMib } = await memory.stop();
  const shareOf = (counts: readonly number[] = []) =>
    `${((counts.filter((count) => count > 0).length / Math.max(1, counts.length)) * 100).toFixed(0)} %`;
  return [
    {
      what: `slow client (1 MB/s for ${SLOW_SECONDS} s): peak memory`,
      value: `${peakMib.toFixed(0)} MiB (${beforeMib.toFixed(0)} before), ${(bytes / 1e6).toFixed(0)} MB sent`,
      aim: `< ${MEMORY_AIM_MIB} MiB`,
      met: peakMib < MEMORY_AIM_MIB,
    },
    {
      what: 'slow client: samples at which a statement ran, a transaction was open',
      value: `${shareOf(running)}, ${shareOf(held)} of ${held?.length ?? 0}`,
    },
  ];
}

async function open({ url, key }: Asking): Promise<IncomingMessage> {
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    request(url, { headers: { 'x-service-api-key': key } })
      .once('response', resolve)
      .once('error', reject)
      .end();
  });
  if (response.statusCode !== 200) throw new Error(`${url} answered ${response.statusCode}`);
  return response.setEncoding('utf8');
}
