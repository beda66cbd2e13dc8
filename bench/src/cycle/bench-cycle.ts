import { setTimeout as delay } from 'node:timers/promises';
import { LATEST_CHANNEL, type LatestNotification } from '@tidemark/schema';
import postgres from 'postgres';
import { type MemoryUse, watchMemory } from '../export/watch-memory.ts';
import { startBenchStack, startFleetIndexer, startFleetLocalnet } from '../lib/bench-stack.ts';
import type { Section } from '../lib/report.ts';
import { FLEET_SIZE } from '../lib/reserve-fleet.ts';
import { readCpuMs } from '../lib/process-use.ts';
import { median, percentile } from '../lib/statistics.ts';

const AIM_MS = 100;
const AIM_MEMORY_MIB = 150;
const AIM_START_CPU_MS = 1_000;
const POLL_INTERVAL_MS = 1_000;
const CYCLES = 30;
const WARM_UP_CYCLES = 3;

interface Cycle {
  readonly ms: number;
  readonly batches: number;
  readonly snapshots: number;
}

/** What the indexer used. */
interface Use extends MemoryUse {
  readonly cpuMs: number;
  readonly startCpuMs: number;
}

interface BatchRow {
  readonly id: string;
  readonly requested: number;
  readonly snapshots_written: number;
  readonly started_at: Date;
}

/**
 * Poll cycles of the real indexer process against the real localnet process, from the start of a cycle's first RPC call
 * to the commit of its last batch: the start is what the indexer recorded, the commit is when the notification of that
 * transaction arrives here. The clock moves and accounts change, so snapshots are written as in use.
 */
export async function benchCycle(): Promise<Section> {
  const stack = await startBenchStack();
  const sql = postgres(stack.databaseUrl, { max: 2 });
  try {
    const committedAtMs = new Map<string, number>();
    await sql.listen(LATEST_CHANNEL, (payload) => {
      const notification: LatestNotification = JSON.parse(payload);
      committedAtMs.set(notification.batchId, Date.now());
    });
    const rpcUrl = await startFleetLocalnet(stack, 400);
    const indexer = await startFleetIndexer(stack, rpcUrl, POLL_INTERVAL_MS);
    const cpuBeforeMs = await readCpuMs(indexer.pid);
    const memory = await watchMemory(indexer.pid);
    await delay((CYCLES + 6) * POLL_INTERVAL_MS);
    const use = {
      ...(await memory.stop()),
      cpuMs: ((await readCpuMs(indexer.pid)) - cpuBeforeMs) / (CYCLES + 6),
      startCpuMs: indexer.startCpuMs,
    };
    const batches = await sql<BatchRow[]>`
      SELECT id, requested, snapshots_written, started_at FROM lend.poll_batches
      WHERE outcome = 'committed' ORDER BY started_at`;
    return describe(groupCycles(batches, committedAtMs).slice(WARM_UP_CYCLES), use);
  } finally {
    await sql.end({ timeout: 5 });
    await stack.stop();
  }
}

/** Whole cycles only: all reserves, every commit heard. */
function groupCycles(batches: readonly BatchRow[], committedAtMs: ReadonlyMap<string, number>): Cycle[] {
  const byCycle = new Map<string, BatchRow[]>();
  for (const batch of batches) {
    const cycle = batch.id.replace(/[-:][0-9]+$/, '');
    byCycle.set(cycle, [...(byCycle.get(cycle) ?? []), batch]);
  }
  return [...byCycle.values()]
    .filter(
      (rows) => sumOf(rows, (row) => row.requested) === FLEET_SIZE && rows.every((row) => committedAtMs.has(row.id)),
    )
    .map((rows) => ({
      ms:
        Math.max(...rows.map((row) => committedAtMs.get(row.id) ?? Number.NaN)) -
        Math.min(...rows.map((row) => row.started_at.getTime())),
      batches: rows.length,
      snapshots: sumOf(rows, (row) => row.snapshots_written),
    }));
}

function sumOf<Item>(items: readonly Item[], pick: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + pick(item), 0);
}

function describe(cycles: readonly Cycle[], use: Use): Section {
  const durationsMs = cycles.map((cycle) => cycle.ms);
  const typicalMs = median(durationsMs);
  const mib = median(use.samplesMib);
  return {
    title: 'One poll cycle',
    how: `${FLEET_SIZE} reserves from the first RPC call to the last commit, ${cycles.length} cycles of the running indexer over localnet (clock moving, BullMQ on Postgres, fsync on, all on this machine).`,
    figures: [
      { what: 'median', value: `${typicalMs.toFixed(0)} ms`, aim: `< ${AIM_MS} ms`, met: typicalMs < AIM_MS },
      { what: 'p95', value: `${percentile(durationsMs, 0.95).toFixed(0)} ms` },
      { what: 'batches per cycle', value: String(median(cycles.map((cycle) => cycle.batches))) },
      { what: 'snapshots per cycle (median)', value: String(median(cycles.map((cycle) => cycle.snapshots))) },
      { what: 'CPU of the indexer, per second with one cycle', value: `${use.cpuMs.toFixed(0)} ms` },
      {
        what: 'memory of the indexer, median',
        value: `${mib.toFixed(0)} MiB (peak ${use.peakMib.toFixed(0)})`,
        aim: `< ${AIM_MEMORY_MIB} MiB`,
        met: mib < AIM_MEMORY_MIB,
      },
      {
        what: 'CPU of the indexer until it is ready',
        value: `${use.startCpuMs} ms`,
        aim: `< ${AIM_START_CPU_MS} ms`,
        met: use.startCpuMs < AIM_START_CPU_MS,
      },
    ],
  };
}
