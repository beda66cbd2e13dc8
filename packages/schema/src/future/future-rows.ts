import type { Queryable, Sql } from '../create-database.ts';

/** Rows that are removed where the column lies in the future: what says something of a time that has not come says nothing. */
const REMOVED: readonly (readonly [table: string, column: string])[] = [
  ['ingest_gaps', 'to_at'],
  ['observation_spans', 'to_at'],
  ['batch_commits', 'observed_at'],
  ['poll_batches', 'observed_at'],
  ['failed_attempts', 'observed_at'],
  ['reserve_snapshots', 'observed_at'],
  // The next poll writes them again.
  ['reserve_latest', 'observed_at'],
  ['price_commits', 'observed_at'],
  ['price_batches', 'observed_at'],
  ['price_observations', 'observed_at'],
  ['price_aggregates', 'observed_at'],
  ['price_source_latest', 'observed_at'],
  ['liquidity_batches', 'observed_at'],
  ['liquidity_pool_history', 'observed_at'],
  ['liquidity_verdicts', 'observed_at'],
  ['liquidity_depth', 'observed_at'],
  ['liquidity_depth_latest', 'observed_at'],
  ['liquidity_coverage', 'observed_at'],
];

const RESERVE_BUCKETS = ['reserve_quarters', 'reserve_hours', 'reserve_days'] as const;
/** Tables of buckets: none begins after now. Those of reserves that close in the future are made again by the next rollup. */
const BUCKETS = [
  'bucket_totals',
  'bucket_totals_due',
  'price_buckets',
  'price_divergence_buckets',
  'liquidity_depth_buckets',
  'liquidity_coverage_buckets',
] as const;

/** Rows that are kept, because they say more than the time; it becomes that at which the row was written, or now. */
const TIMED_AGAIN: readonly (readonly [table: string, columns: readonly string[], to: string])[] = [
  ['reserves', ['config_observed_at', 'first_seen_at', 'last_seen_at', 'missing_since_at'], 'now()'],
  ['lending_markets', ['observed_at', 'first_seen_at', 'missing_since_at'], 'now()'],
  ['config_changes', ['observed_at', 'previous_observed_at'], 'recorded_at'],
  ['configurations', ['observed_at'], 'recorded_at'],
  ['quarantine', ['first_seen_at', 'last_seen_at'], 'now()'],
  ['token_mints', ['observed_at'], 'now()'],
  ['price_latest', ['observed_at', 'first_seen_at', 'stored_at'], 'now()'],
  ['liquidity_pools', ['observed_at', 'stored_at'], 'now()'],
  ['liquidity_tokens', ['observed_at', 'price_at', 'first_seen_at'], 'now()'],
  ['liquidity_coverage_latest', ['observed_at', 'first_seen_at'], 'now()'],
];

/** Rows of one table that lie in the future. */
export interface FutureRows {
  readonly table: string;
  readonly rows: number;
  /** The latest time in them. */
  readonly latest: Date;
  readonly becomes: 'removed' | 'timed again';
}

export interface FutureReport {
  /** Tables that have such rows. */
  readonly found: readonly FutureRows[];
  /** When the first of the rows was written, by the database's clock; null where none says so. */
  readonly writtenSince: Date | null;
}

/**
 * Rows whose chain time lies more than `toleranceMs` ahead of the database's clock, and buckets that begin after now: what a node with a wrong
 * clock leaves behind. Nothing is changed.
 */
export function listFutureRows(
  sql: Queryable,
  { toleranceMs }: { readonly toleranceMs: number },
): Promise<FutureReport> {
  return find(sql, toleranceMs);
}

/**
 * The same rows, removed; those that say more than a time (settings, names, what was first seen when) are kept and get the time at which they were
 * written. In one transaction. Totals that are due are made by the next rollup.
 */
export function removeFutureRows(sql: Sql, { toleranceMs }: { readonly toleranceMs: number }): Promise<FutureReport> {
  return sql.begin('isolation level read committed', async (tx) => {
    const report = await find(tx, toleranceMs);
    for (const [table, column] of REMOVED) {
      await tx.unsafe(`DELETE FROM lend.${table} WHERE ${isAhead(column, toleranceMs)}`);
    }
    for (const table of RESERVE_BUCKETS) await tx.unsafe(`DELETE FROM lend.${table} WHERE ${closesAhead(toleranceMs)}`);
    for (const table of BUCKETS) await tx.unsafe(`DELETE FROM lend.${table} WHERE bucket_start > now()`);
    for (const [table, columns, to] of TIMED_AGAIN) {
      const set = columns.map(
        (column) => `${column} = CASE WHEN ${isAhead(column, toleranceMs)} THEN ${to} ELSE ${column} END`,
      );
      await tx.unsafe(`UPDATE lend.${table} SET ${set.join(', ')} WHERE ${anyAhead(columns, toleranceMs)}`);
    }
    // The deletion of buckets has made totals due of their periods.
    await tx`DELETE FROM lend.bucket_totals_due WHERE bucket_start > now()`;
    return report;
  });
}

const isAhead = (column: string, toleranceMs: number): string =>
  `${column} > now() + interval '${Math.round(toleranceMs)} milliseconds'`;
const closesAhead = (toleranceMs: number): string => `bucket_start > now() OR ${isAhead('close_at', toleranceMs)}`;
const anyAhead = (columns: readonly string[], toleranceMs: number): string =>
  columns.map((column) => isAhead(column, toleranceMs)).join(' OR ');

async function find(sql: Queryable, toleranceMs: number): Promise<FutureReport> {
  const removed = REMOVED.map(([table, column]) =>
    count(sql, table, [column], isAhead(column, toleranceMs), 'removed'),
  );
  const ofReserves = RESERVE_BUCKETS.map((table) =>
    count(sql, table, ['bucket_start', 'close_at'], closesAhead(toleranceMs), 'removed'),
  );
  const buckets = BUCKETS.map((table) => count(sql, table, ['bucket_start'], 'bucket_start > now()', 'removed'));
  const kept = TIMED_AGAIN.map(([table, columns]) =>
    count(sql, table, columns, anyAhead(columns, toleranceMs), 'timed again'),
  );
  const found = (await Promise.all([...removed, ...ofReserves, ...buckets, ...kept])).filter((rows) => rows !== null);
  const [written] = await sql.unsafe<{ since: Date | null }[]>(`
    SELECT least((SELECT min(recorded_at) FROM lend.poll_batches WHERE ${isAhead('observed_at', toleranceMs)}),
      (SELECT min(recorded_at) FROM lend.price_batches WHERE ${isAhead('observed_at', toleranceMs)}),
      (SELECT min(recorded_at) FROM lend.liquidity_batches WHERE ${isAhead('observed_at', toleranceMs)})) AS since`);
  return { found, writtenSince: written?.since ?? null };
}

async function count(
  sql: Queryable,
  table: string,
  columns: readonly string[],
  where: string,
  becomes: FutureRows['becomes'],
): Promise<FutureRows | null> {
  const [row] = await sql.unsafe<{ rows: number; latest: Date | null }[]>(`
    SELECT count(*)::int AS rows, greatest(${columns.map((column) => `max(${column})`).join(', ')}) AS latest
    FROM lend.${table} WHERE ${where}`);
  return row === undefined || row.latest === null ? null : { table, rows: row.rows, latest: row.latest, becomes };
}
