import { setTimeout as delay } from 'node:timers/promises';
import postgres from 'postgres';
import type { Queryable, Sql } from '../create-database.ts';

/** Months that the default partition may hand over in one call; the next call goes on. */
const MONTHS_FROM_DEFAULT = 24;

/** Who reads the table for long keeps a partition from being attached; the attempts leave writers room in between. */
const ATTEMPTS = 5;
const PAUSE_MS = 300;
const LOCK_NOT_AVAILABLE = '55P03';
const DUPLICATE_TABLE = '42P07';

/** Tables that have a partition for each month, by the time of the chain. */
export type MonthlyTable =
  | 'reserve_snapshots'
  | 'price_observations'
  | 'price_aggregates'
  | 'liquidity_pool_history'
  | 'liquidity_depth'
  | 'liquidity_coverage';

export interface EnsurePartitionsResult {
  /** Partitions created by this call. */
  readonly created: string[];
  /** Rows moved out of the default partition into them. */
  readonly movedRows: number;
}

/**
 * Makes the monthly partitions of a table, `reserve_snapshots` unless another is named, from the month of `now` to `monthsAhead` later, and for months of
 * which the default partition holds rows. Does nothing, and takes no lock that anybody would notice, when all are there.
 * Safe by several processes at once and beside writers; rows are moved in the transaction that attaches their partition.
 * Throws the first failure after every month was tried.
 */
export async function ensurePartitions(
  sql: Sql,
  { now, monthsAhead, table }: { readonly now: Date; readonly monthsAhead: number; readonly table?: MonthlyTable },
): Promise<EnsurePartitionsResult> {
  const first = monthOf(now, table);
  const ahead = listMonths(first, monthsAhead + 1);
  const months = [...ahead, ...(await listMonthsInDefault(sql, ahead.at(-1) ?? first))];
  const created: string[] = [];
  const failures: unknown[] = [];
  let movedRows = 0;
  for (const month of new Map(months.map((entry) => [entry.table, entry])).values()) {
    try {
      const moved = await ensurePartition(sql, month);
      if (moved === null) continue;
      created.push(month.table);
      movedRows += moved;
    } catch (error) {
      // A month that cannot be had now, for its size or a long reader, must not keep the others from being made.
      failures.push(error);
    }
  }
  if (failures.length > 0) throw failures[0];
  return { created, movedRows };
}

/** Not later than `last`: a clock that lies must not make partitions for the years to come. */
async function listMonthsInDefault(sql: Sql, last: PartitionMonth): Promise<PartitionMonth[]> {
  const rows = await sql<{ month: Date }[]>`
    SELECT DISTINCT date_trunc('month', observed_at, 'UTC') AS month FROM ${sql(`lend.${last.parent}_default`)}
    WHERE observed_at < ${last.to}::timestamptz
    ORDER BY month LIMIT ${MONTHS_FROM_DEFAULT}`;
  return rows.map((row) => monthOf(row.month, last.parent));
}

/** Rows moved, or null when the partition was there. */
async function ensurePartition(sql: Sql, month: PartitionMonth): Promise<number | null> {
  const first = month.from.toISOString().slice(0, 10);
  for (let attempt = 1; ; attempt += 1) {
    if (await isPartition(sql, month)) return null;
    try {
      const [row] = await sql.begin('isolation level read committed', (tx) =>
        month.parent === 'reserve_snapshots'
          ? tx<{ moved: bigint }[]>`SELECT lend.attach_snapshot_partition(${first}::date) AS moved`
          : tx<{ moved: bigint }[]>`SELECT lend.attach_price_partition(${month.parent}, ${first}::date) AS moved`,
      );
      return Number(row?.moved ?? 0);
    } catch (error) {
      const code = error instanceof postgres.PostgresError ? error.code : undefined;
      // Another process has just made it.
      const isAgain = code === LOCK_NOT_AVAILABLE || code === DUPLICATE_TABLE;
      if (!isAgain || attempt === ATTEMPTS) throw error;
      await delay(PAUSE_MS);
    }
  }
}

async function isPartition(sql: Queryable, month: PartitionMonth): Promise<boolean> {
  const rows = await sql`
    SELECT FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
    WHERE i.inhparent = ${`lend.${month.parent}`}::regclass AND c.relname = ${month.table}`;
  return rows.length > 0;
}

/** A calendar month in UTC and the partition that holds it: `from` is in it, `to` is not. */
export interface PartitionMonth {
  /** The table that it is a partition of. */
  readonly parent: MonthlyTable;
  readonly table: string;
  readonly from: Date;
  readonly to: Date;
}

/** The month that a moment lies in. */
export function monthOf(moment: Date, parent: MonthlyTable = 'reserve_snapshots'): PartitionMonth {
  const year = moment.getUTCFullYear();
  const month = moment.getUTCMonth();
  return {
    parent,
    table: `${parent}_y${String(year).padStart(4, '0')}m${String(month + 1).padStart(2, '0')}`,
    from: new Date(Date.UTC(year, month, 1)),
    to: new Date(Date.UTC(year, month + 1, 1)),
  };
}

/** `count` months in a row. */
export function listMonths(first: PartitionMonth, count: number): PartitionMonth[] {
  const months = [];
  for (let month = first; months.length < count; month = monthOf(month.to, first.parent)) months.push(month);
  return months;
}
