import { PRICES_CHANNEL, type PriceNotification } from '@tidemark/schema';
import { waitFor } from '@tidemark/testing';
import postgres from 'postgres';
import { generateLoad } from '../http/load-generator.ts';
import { type BenchStack, startBenchStack, startFleetApi, startFleetIndexer } from '../lib/bench-stack.ts';
import type { Figure } from '../lib/report.ts';
import { readCpuMs } from '../lib/process-use.ts';
import { median, percentile } from '../lib/statistics.ts';

const RESERVES = 557;
const PRICE_INTERVAL_MS = 1_000;
const BATCHES = 25;
/** Not counted: the first batch of a process finds no account decoded, and its statements unprepared. */
const WARM_UP_BATCHES = 3;
const ROUNDS = 5;
const SECONDS = 3;
const CONNECTIONS = 32;
const PATHS = ['/v1/prices/latest', '/v1/prices/SOL/latest'];

interface BatchRow {
  readonly id: string;
  readonly mints: number;
  readonly sources: number;
  readonly started_at: Date;
}

/** Cycles of prices of the running indexer from the first call to the commit, and how fast the newest prices are served. */
export async function measurePricesServed(): Promise<{ readonly how: string; readonly figures: Figure[] }> {
  const stack = await startBenchStack();
  const sql = postgres(stack.databaseUrl, { max: 2 });
  try {
    const figures = [...(await measureCycles(stack, sql)), ...(await measureReads(stack))];
    const how = `Then the running stack: localnet with ${RESERVES} reserves and a moving clock, prices every second, BullMQ on Postgres, fsync on; ${CONNECTIONS} keep-alive connections, ${ROUNDS} rounds of ${SECONDS} s with the indexer stopped; all on this machine, medians.`;
    return { how, figures };
  } finally {
    await sql.end({ timeout: 5 });
    await stack.stop();
  }
}

async function measureCycles(stack: BenchStack, sql: postgres.Sql): Promise<Figure[]> {
  const committedAtMs = new Map<string, number>();
  await sql.listen(PRICES_CHANNEL, (payload) => {
    const notification: PriceNotification = JSON.parse(payload);
    committedAtMs.set(notification.batchId, Date.now());
  });
  const chain = await stack.startServer({
    name: 'localnet',
    entry: 'apps/localnet/dist/main.js',
    readyPath: '/health',
    env: (port) => ({ LOCALNET_PORT: String(port), LOCALNET_RESERVES: String(RESERVES), LOCALNET_SLOT_MS: '400' }),
  });
  const indexer = await startFleetIndexer(stack, chain.url, 5_000, { PRICE_INTERVAL_MS: String(PRICE_INTERVAL_MS) });
  await waitFor(() => committedAtMs.size >= BATCHES + WARM_UP_BATCHES, {
    timeoutMs: 4 * BATCHES * PRICE_INTERVAL_MS,
    description: `${BATCHES} batches of prices`,
  });
  const rows = await sql<BatchRow[]>`
    SELECT id, cardinality(mints) AS mints, sources, started_at FROM lend.price_batches
    WHERE outcome = 'committed' ORDER BY started_at`;
  await indexer.stop();
  const measured = rows.slice(WARM_UP_BATCHES).flatMap((row) => {
    const at = committedAtMs.get(row.id);
    return at === undefined ? [] : [at - row.started_at.getTime()];
  });
  const last = rows.at(-1);
  return [
    { what: 'stored cycle: call, decode, aggregate, commit', value: `${median(measured).toFixed(0)} ms` },
    { what: 'p95', value: `${percentile(measured, 0.95).toFixed(0)} ms` },
    { what: 'tokens and sources in it', value: `${last?.mints ?? 0} and ${last?.sources ?? 0}` },
  ];
}

async function measureReads(stack: BenchStack): Promise<Figure[]> {
  const api = await startFleetApi(stack);
  const figures: Figure[] = [];
  for (const path of PATHS) {
    const rounds = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      const beforeMs = await readCpuMs(api.pid);
      const load = await generateLoad(`${api.url}${path}`, { connections: CONNECTIONS, seconds: SECONDS });
      if (load.failures > 0) throw new Error(`${load.failures} requests of ${path} failed`);
      const cpuMs = ((await readCpuMs(api.pid)) - beforeMs) / (load.requestsPerSecond * SECONDS);
      rounds.push({ ...load, cpuMs });
    }
    const [rate, p99, cpu] = [
      median(rounds.map(({ requestsPerSecond }) => requestsPerSecond)),
      median(rounds.map(({ p99Ms }) => p99Ms)),
      median(rounds.map(({ cpuMs }) => cpuMs)),
    ];
    figures.push({
      what: path,
      value: `${rate.toFixed(0)} requests/s, p99 ${p99.toFixed(0)} ms, ${cpu.toFixed(3)} ms CPU each`,
    });
  }
  return figures;
}
