import { createHash } from 'node:crypto';
import type postgres from 'postgres';
import { FLEET_PROTOCOL, FLEET_SLOT } from '../lib/reserve-fleet.ts';
import type { Series } from './fleet-paces.ts';
import { GAP_AFTER_MS, type Month, outageOf, POLL_MS, SLOT_DURATION_MS } from './month.ts';

/** Derived observations of the sources, under the columns of a snapshot. */
export const SEED_STATES = 'lend.seed_states';
/** Which reserve gets whose observations, and the batch that reads it. */
const SEED_RESERVES = 'lend.seed_reserves';
const SEED_BATCHES = 'lend.seed_batches';
/** The most that the indexer asks for at once. */
const BATCH_SIZE = 99;

/** Tables that are only there while a month is made. */
export async function createSeedTables(sql: postgres.Sql, series: readonly Series[]): Promise<void> {
  await sql.unsafe(`CREATE UNLOGGED TABLE ${SEED_STATES} (LIKE lend.reserve_snapshots INCLUDING DEFAULTS)`);
  await sql.unsafe(`ALTER TABLE ${SEED_STATES} ALTER COLUMN poll_batch_id DROP NOT NULL`);
  await sql.unsafe(
    `CREATE UNLOGGED TABLE ${SEED_RESERVES} (source text COLLATE "C", reserve text COLLATE "C", lending_market text, batch int)`,
  );
  await sql.unsafe(`CREATE UNLOGGED TABLE ${SEED_BATCHES} (batch int, reserve_set bytea, reserves text[])`);
  const all = series.flatMap(({ source, reserves }) =>
    reserves.map(({ reserve }) => ({ source: source.reserve.address, reserve })),
  );
  const ordered = all.toSorted((left, right) => (left.reserve.address < right.reserve.address ? -1 : 1));
  const rows = ordered.map(({ source, reserve }, place) => ({
    source,
    reserve: reserve.address,
    lending_market: reserve.lendingMarket,
    batch: Math.floor(place / BATCH_SIZE),
  }));
  await sql`INSERT INTO ${sql(SEED_RESERVES)} ${sql(rows)}`;
  for (let batch = 0; batch * BATCH_SIZE < rows.length; batch += 1) {
    const reserves = rows.filter((row) => row.batch === batch).map(({ reserve }) => reserve);
    const set = createHash('sha256').update(reserves.join('\n')).digest();
    await sql`INSERT INTO lend.reserve_sets (sha256, reserves) VALUES (${set}, ${reserves})`;
    await sql`INSERT INTO ${sql(SEED_BATCHES)} VALUES (${batch}, ${set}, ${reserves})`;
  }
}

export async function dropSeedTables(sql: postgres.Sql): Promise<void> {
  await sql.unsafe(`DROP TABLE ${SEED_STATES}, ${SEED_RESERVES}, ${SEED_BATCHES}`);
}

/** Columns of a snapshot that are taken as they are. */
async function listColumns(sql: postgres.Sql): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    SELECT attname AS name FROM pg_attribute
    WHERE attrelid = 'lend.reserve_snapshots'::regclass AND attnum > 0 AND NOT attisdropped
      AND attname NOT IN ('reserve', 'lending_market', 'poll_batch_id', 'recorded_at')
    ORDER BY attnum`;
  return rows.map(({ name }) => name);
}

/** Name of the batch that reads a reserve, of a moment `at` and a row `b` with its number. */
const BATCH_ID = (at: string, b: string) => `'poll-' || extract(epoch FROM ${at})::bigint || '-' || ${b}.batch`;

/** Stores the observations and the batches of a day in the order of time, as the indexer would have. */
export async function storeDay(
  sql: postgres.Sql,
  month: Month,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<{ snapshots: number; batches: number }> {
  const columns = await listColumns(sql);
  const range = [from.toISOString(), to.toISOString()];
  const snapshots = await sql.unsafe(
    `INSERT INTO lend.reserve_snapshots (reserve, lending_market, poll_batch_id, recorded_at, ${columns.join(', ')})
     SELECT r.reserve, r.lending_market, ${BATCH_ID('s.observed_at', 'r')}, s.observed_at, ${columns.map((name) => `s.${name}`).join(', ')}
     FROM ${SEED_STATES} AS s JOIN ${SEED_RESERVES} AS r ON r.source = s.reserve
     WHERE s.observed_at >= $1::text::timestamptz AND s.observed_at < $2::text::timestamptz
     ORDER BY s.observed_at, r.batch, r.reserve`,
    range,
  );
  const batches = await storeBatches(sql, month, { from, to });
  return { snapshots: snapshots.count, batches };
}

async function storeBatches(
  sql: postgres.Sql,
  month: Month,
  { from, to }: { readonly from: Date; readonly to: Date },
): Promise<number> {
  const outage = outageOf(month);
  const stored = await sql`
    WITH observations AS (
      SELECT t AS observed_at, b.*, ${sql.unsafe(BATCH_ID('t', 'b'))} AS id,
        ${String(FLEET_SLOT)}::bigint
          + floor(extract(epoch FROM t - ${month.start}::timestamptz) * 1000 / ${SLOT_DURATION_MS}::int)::bigint AS slot
      FROM generate_series(${from}::timestamptz, ${to}::timestamptz - interval '1 millisecond',
        ${POLL_MS}::int * interval '1 millisecond') AS t
      CROSS JOIN ${sql(SEED_BATCHES)} AS b
      WHERE t < ${new Date(outage.fromMs)}::timestamptz OR t >= ${new Date(outage.toMs)}::timestamptz
    ), kept AS (
      SELECT poll_batch_id AS id, array_agg(reserve ORDER BY reserve) AS reserves
      FROM lend.reserve_snapshots
      WHERE observed_at >= ${from}::timestamptz AND observed_at < ${to}::timestamptz
      GROUP BY poll_batch_id
    ), whole AS (
      SELECT l.*, coalesce(k.reserves, '{}') AS kept FROM observations AS l LEFT JOIN kept AS k USING (id)
    ), batches AS (
      INSERT INTO lend.poll_batches
        (id, protocol, batch_index, slot, observed_at, commitment, requested, received, snapshots_written, latest_written,
         unchanged, missing, quarantined, older_than_latest, first_reserve, last_reserve, not_observed, started_at,
         duration_ms, outcome, gap_after_ms, reserve_set, recorded_at)
      SELECT id, ${FLEET_PROTOCOL.name}, batch, slot, observed_at, 'confirmed', cardinality(reserves), cardinality(reserves),
        cardinality(kept), cardinality(reserves), cardinality(reserves) - cardinality(kept), 0, 0, 0, reserves[1],
        reserves[cardinality(reserves)], '{}', observed_at, 100, 'committed', ${GAP_AFTER_MS}::int, reserve_set, observed_at
      FROM whole
    )
    INSERT INTO lend.batch_commits (batch_id, protocol, slot, observed_at, snapshot_reserves, committed_at)
    SELECT id, ${FLEET_PROTOCOL.name}, slot, observed_at, kept, observed_at FROM whole ORDER BY observed_at, batch`;
  return stored.count;
}

/** The newest observation of each reserve is its latest row. */
export async function storeLatest(sql: postgres.Sql): Promise<void> {
  const columns = ['reserve', 'lending_market', 'poll_batch_id', 'recorded_at', ...(await listColumns(sql))].filter(
    (name) => name !== 'reason',
  );
  await sql.unsafe(
    `INSERT INTO lend.reserve_latest
       (${columns.join(', ')}, snapshot_slot, snapshot_observed_at, snapshot_account_sha256)
     SELECT ${columns.map((name) => `s.${name}`).join(', ')}, s.slot, s.observed_at, s.account_sha256
     FROM lend.reserves AS r CROSS JOIN LATERAL (
       SELECT * FROM lend.reserve_snapshots AS h WHERE h.reserve = r.address ORDER BY h.observed_at DESC, h.slot DESC LIMIT 1
     ) AS s`,
  );
}
