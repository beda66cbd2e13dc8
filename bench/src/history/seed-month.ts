import { createDatabase, ensurePartitions, RESERVE_STATE_SPECS, toReserveState } from '@tidemark/schema';
import { kamino, toDerived, toState } from '@tidemark/protocols/kamino';
import postgres from 'postgres';
import type { BenchStack } from '../lib/bench-stack.ts';
import { copyRows } from './copy-rows.ts';
import { evolveReserve } from './evolve-reserve.ts';
import { planSeries, type Series } from './fleet-paces.ts';
import { daysOf, type Month, monthBefore } from './month.ts';
import { registerFleet } from './register-fleet.ts';
import { createSeedTables, dropSeedTables, SEED_STATES, storeDay, storeLatest } from './seed-tables.ts';

export interface SeededMonth {
  readonly month: Month;
  readonly reserves: number;
  readonly snapshots: number;
  readonly batches: number;
  /** Observations that were derived; the others are the same under other addresses. */
  readonly derived: number;
  readonly seconds: number;
}

const DAYS = 30;
/** What a derived row holds, and why it is kept. */
const SEED_COLUMNS = [...RESERVE_STATE_SPECS, { key: 'reason', name: 'reason' }];

/**
 * Fills an empty database with `days` of history up to the beginning of this day (UTC): the fleet registered by the indexer,
 * its observations derived by lending and stored in the order of time, poll batches of every minute with their commits, an outage
 * of 40 minutes. Hours, days, spans and gaps are left to the rebuild.
 */
export async function seedMonth(stack: BenchStack, days = DAYS): Promise<SeededMonth> {
  const startedAt = performance.now();
  const month = monthBefore(new Date(), days);
  const sql = postgres(stack.databaseUrl, { max: 1, onnotice: () => undefined, connection: { TimeZone: 'UTC' } });
  try {
    const fleet = await registerFleet(stack, sql, month);
    await makePartitions(stack.databaseUrl, month);
    const series = planSeries(fleet);
    await createSeedTables(sql, series);
    const derived = await copyRows(sql, SEED_STATES, SEED_COLUMNS, deriveAll(series, month));
    await sql.unsafe(`CREATE INDEX ON ${SEED_STATES} (observed_at)`);
    await sql.unsafe(`ANALYZE ${SEED_STATES}`);
    const counts = { snapshots: 0, batches: 0 };
    for (const day of daysOf(month)) {
      const stored = await storeDay(sql, month, day);
      counts.snapshots += stored.snapshots;
      counts.batches += stored.batches;
    }
    await dropSeedTables(sql);
    await storeLatest(sql);
    await sql`VACUUM ANALYZE`;
    return { month, reserves: fleet.length, ...counts, derived, seconds: (performance.now() - startedAt) / 1000 };
  } finally {
    await sql.end({ timeout: 5 });
  }
}

async function makePartitions(databaseUrl: string, { start }: Month): Promise<void> {
  const database = createDatabase({ url: databaseUrl, maxConnections: 1 });
  try {
    await ensurePartitions(database.sql, { now: start, monthsAhead: 2 });
  } finally {
    await database.close();
  }
}

function* deriveAll(series: readonly Series[], month: Month): Generator<object> {
  for (const { source, pace } of series) {
    for (const { account, accountSha256, derived, reason } of evolveReserve(
      source.reserve,
      source.market,
      pace,
      month,
    )) {
      const stored = toState(account, derived.compounding);
      const state = toReserveState(kamino, stored, toDerived(stored, derived), {
        lendingMarket: account.lendingMarket,
        slotDurationMs: derived.slotDurationMs,
        slotDurationSource: 'configured',
        accountSha256,
      });
      yield { ...state, reason };
    }
  }
}
