import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import { startBenchStack, startFleetIndexer, startFleetLocalnet } from '../lib/bench-stack.ts';
import type { Section } from '../lib/report.ts';
import { FLEET_SIZE } from '../lib/reserve-fleet.ts';
import { median, percentile } from '../lib/statistics.ts';

const AIM_MS = 300;
const POLL_INTERVAL_MS = 1_000;
const CYCLES = 30;

/**
 * Poll cycles of the real indexer process against the real localnet process: from the start of a cycle's first batch to
 * the commit of its last, as the indexer itself recorded them in `poll_batches`. The clock moves and accounts change, so
 * snapshots are written as in use.
 */
export async function benchCycle(): Promise<Section> {
  const stack = await startBenchStack();
  const sql = postgres(stack.databaseUrl, { max: 1 });
  try {
    const rpcUrl = await startFleetLocalnet(stack, 400);
    await startFleetIndexer(stack, rpcUrl, POLL_INTERVAL_MS);
    await delay((CYCLES + 6) * POLL_INTERVAL_MS);
    const cycles = await sql<{ cycle_ms: number; batches: number; snapshots: number }[]>`
      WITH cycles AS (
        SELECT regexp_replace(id, '[-:][0-9]+$', '') AS cycle, count(*)::int AS batches, sum(requested)::int AS requested,
               sum(snapshots_written)::int AS snapshots, min(started_at) AS first_start,
               max(started_at + duration_ms * interval '1 millisecond') AS last_commit
        FROM lend.poll_batches WHERE outcome = 'committed' GROUP BY 1
      )
      SELECT batches, snapshots, extract(epoch FROM last_commit - first_start)::float8 * 1000 AS cycle_ms
      FROM cycles WHERE requested = ${FLEET_SIZE} ORDER BY first_start OFFSET 3`;
    const durationsMs = cycles.map((cycle) => cycle.cycle_ms);
    const typicalMs = median(durationsMs);
    return {
      title: 'One poll cycle',
      how: `${FLEET_SIZE} reserves from RPC to commit, ${cycles.length} cycles of the running indexer over localnet (clock moving, BullMQ on Postgres, fsync on); recorded in poll_batches.`,
      figures: [
        {
          what: 'median',
          value: `${typicalMs.toFixed(0)} ms`,
          aim: `< ${AIM_MS} ms`,
          met: typicalMs < AIM_MS,
        },
        { what: 'p95', value: `${percentile(durationsMs, 0.95).toFixed(0)} ms` },
        { what: 'batches per cycle', value: String(median(cycles.map((cycle) => cycle.batches))) },
        { what: 'snapshots per cycle (median)', value: String(median(cycles.map((cycle) => cycle.snapshots))) },
      ],
    };
  } finally {
    await sql.end({ timeout: 5 });
    await stack.stop();
  }
}
