import { createHash } from 'node:crypto';
import { createTestDatabase } from '@tidemark/testing';
import postgres from 'postgres';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { addressOf } from '../../test/support/build-rows.ts';
import { listMigrationFiles } from './migration-files.ts';
import { migrate } from './migrate.ts';

const FIRST = '0010_failed_attempts.sql';
const at = (seconds: number) => new Date(1_800_000_000_000 + seconds * 1000);
const setOf = (reserves: readonly string[]) => createHash('sha256').update(reserves.join('\n')).digest();
const BOTH = ['x', 'y'].map(addressOf).toSorted();

let url: string;
let sql: postgres.Sql;
let drop: () => Promise<void>;
/** A database of the version before. */
beforeEach(async () => {
  const database = await createTestDatabase();
  url = database.url;
  drop = database.drop;
  sql = postgres(url, { max: 1, onnotice: () => {} });
  await sql`CREATE SCHEMA lend`;
  await sql`
    CREATE TABLE lend.schema_migrations (name text PRIMARY KEY, sha256 text NOT NULL, applied_at timestamptz NOT NULL DEFAULT now())`;
  for (const file of (await listMigrationFiles()).filter(({ name }) => name < FIRST)) {
    await sql.unsafe(file.sql).simple();
    await sql`INSERT INTO lend.schema_migrations (name, sha256) VALUES (${file.name}, ${file.sha256})`;
  }
});
afterEach(async () => {
  await sql.end();
  await drop();
});

interface OldBatch {
  readonly id: string;
  readonly startedAt: number;
  /** Second of the bank; left out where none was read. */
  readonly bankAt?: number;
  readonly errorCode?: string;
  readonly kind?: string;
  readonly withoutSet?: boolean;
  readonly requested?: readonly string[];
  readonly notObserved?: readonly string[];
  readonly quarantined?: number;
}

/** The two statements with which the version before wrote a batch, both by way of the same columns. */
async function writeOld(batch: OldBatch): Promise<void> {
  const { errorCode, bankAt, kind = 'poll', requested = BOTH } = batch;
  const isFailed = errorCode !== undefined;
  const row = {
    id: batch.id,
    protocol: 'kamino',
    batch_index: 0,
    slot: bankAt ?? null,
    observed_at: bankAt === undefined ? null : at(bankAt),
    commitment: 'confirmed',
    requested: requested.length,
    received: 0,
    snapshots_written: 0,
    latest_written: 0,
    unchanged: 0,
    missing: 0,
    quarantined: batch.quarantined ?? 0,
    older_than_latest: 0,
    first_reserve: requested[0] ?? null,
    last_reserve: requested.at(-1) ?? null,
    not_observed: [...(isFailed ? requested : (batch.notObserved ?? []))],
    started_at: at(batch.startedAt),
    duration_ms: 5,
    outcome: isFailed ? 'failed' : 'committed',
    error_code: errorCode ?? null,
    kind,
    gap_after_ms: 30_000,
    reserve_set: kind === 'follow' || batch.withoutSet === true ? null : setOf(requested),
  };
  await sql`
    WITH known AS (
      INSERT INTO lend.reserve_sets (sha256, reserves)
      SELECT ${row.reserve_set}::bytea, ${[...requested]}::text[] WHERE ${row.reserve_set !== null}
      ON CONFLICT (sha256) DO NOTHING
    )
    INSERT INTO lend.poll_batches ${sql(row)}
    ON CONFLICT (id) DO UPDATE SET
      slot = excluded.slot, observed_at = excluded.observed_at, started_at = excluded.started_at,
      duration_ms = excluded.duration_ms, outcome = excluded.outcome, error_code = excluded.error_code, recorded_at = now()
    WHERE poll_batches.outcome = 'failed'`;
}

const listAttempts = () => sql`
  SELECT a.batch_id, a.kind, a.error_code, a.started_at, coalesce(s.reserves, a.reserves) AS reserves
  FROM lend.failed_attempts AS a LEFT JOIN lend.reserve_sets AS s ON s.sha256 = a.reserve_set
  ORDER BY a.started_at, a.attempt_id`;

it('turns failed batches of every version before into attempts, and leaves those that were committed alone', async () => {
  await writeOld({ id: 'observation', startedAt: 0, bankAt: 0 });
  await writeOld({ id: 'old', startedAt: 10, errorCode: 'RPC_TIMEOUT', withoutSet: true });
  await writeOld({ id: 'with a set', startedAt: 20, errorCode: 'HTTP_ERROR', bankAt: 19 });
  await writeOld({
    id: 'follow',
    startedAt: 30,
    errorCode: 'NODE_BEHIND',
    kind: 'follow',
    requested: [addressOf('x')],
  });
  expect((await migrate({ url })).applied).toContain(FIRST);
  expect(await sql`SELECT id FROM lend.poll_batches`).toEqual([{ id: 'observation' }]);
  expect(await listAttempts()).toEqual([
    { batch_id: 'old', kind: 'poll', error_code: 'RPC_TIMEOUT', started_at: at(10), reserves: BOTH },
    { batch_id: 'with a set', kind: 'poll', error_code: 'HTTP_ERROR', started_at: at(20), reserves: BOTH },
    { batch_id: 'follow', kind: 'follow', error_code: 'NODE_BEHIND', started_at: at(30), reserves: [addressOf('x')] },
  ]);
  expect(
    await sql`SELECT poll_batch_id, outcome_str, error_code_str FROM lend_v1.poll_batches ORDER BY started_at`,
  ).toEqual([
    { poll_batch_id: 'observation', outcome_str: 'committed', error_code_str: null },
    { poll_batch_id: 'old', outcome_str: 'failed', error_code_str: 'RPC_TIMEOUT' },
    { poll_batch_id: 'with a set', outcome_str: 'failed', error_code_str: 'HTTP_ERROR' },
    { poll_batch_id: 'follow', outcome_str: 'failed', error_code_str: 'NODE_BEHIND' },
  ]);
});

it('makes an attempt of a failure that only the ledger remembers, and names the attempt of each gap', async () => {
  const gap = async (label: string, from: number, to: number, reason: string, toSlot: number | null) => {
    await sql`
      INSERT INTO lend.ingest_gaps (protocol, reserve, from_at, to_at, from_slot, to_slot, reason_code)
      VALUES ('kamino', ${addressOf(label)}, ${at(from)}, ${at(to)}, ${from + 1000}, ${toSlot === null ? null : toSlot + 1000}, ${reason})`;
  };
  await writeOld({ id: 'before', startedAt: 1, bankAt: 0 });
  await writeOld({ id: 'kept', startedAt: 50, errorCode: 'RPC_TIMEOUT' });
  await writeOld({ id: 'between', startedAt: 101, bankAt: 100 });
  // This one failed at 150, and was committed under the same id.
  await writeOld({ id: 'after', startedAt: 201, bankAt: 200 });
  await gap('x', 0, 100, 'poll_failed:RPC_TIMEOUT', 100);
  await gap('x', 100, 200, 'poll_failed:HTTP_ERROR', 200);
  await gap('y', 100, 200, 'poll_failed:HTTP_ERROR', null);
  await gap('x', -500, -400, 'poll_failed:PURGED', -400);
  await gap('y', -500, -400, 'not_polled', -400);
  await migrate({ url });
  const remembered = [addressOf('x'), addressOf('y')].toSorted();
  expect(
    (await listAttempts()).map((row) => [row['batch_id'].split('-')[0], row['error_code'], row['reserves']]),
  ).toEqual([
    ['ledger', 'PURGED', [addressOf('x')]],
    ['kept', 'RPC_TIMEOUT', BOTH],
    ['ledger', 'HTTP_ERROR', remembered],
  ]);
  expect(
    await sql`
      SELECT g.from_at, g.reserve, g.from_started_at, g.to_started_at, a.error_code
      FROM lend.ingest_gaps AS g LEFT JOIN lend.failed_attempts AS a USING (attempt_id) ORDER BY g.from_at, g.id`,
  ).toMatchObject([
    { from_at: at(-500), error_code: 'PURGED', from_started_at: at(-500), to_started_at: at(-400) },
    { from_at: at(-500), error_code: null },
    { from_at: at(0), error_code: 'RPC_TIMEOUT', from_started_at: at(1), to_started_at: at(101) },
    { from_at: at(100), error_code: 'HTTP_ERROR', from_started_at: at(101), to_started_at: at(201) },
    { from_at: at(100), error_code: 'HTTP_ERROR', from_started_at: at(101), to_started_at: null },
  ]);
  await expect(sql`DELETE FROM lend.failed_attempts`).rejects.toMatchObject({ code: '23503' });
});

it('says which accounts were refused as the reasons had it so far', async () => {
  await sql`
    INSERT INTO lend.quarantine (address, account_kind, reason_code, data_sha256, data_length, data, first_seen_slot,
      first_seen_at, last_seen_slot, last_seen_at, occurrences, last_batch_id)
    VALUES (${addressOf('x')}, 'reserve', 'UNKNOWN_VERSION', sha256(''), 0, '', 1, ${at(50)}, 1, ${at(150)}, 2, 'b')`;
  await writeOld({ id: 'a', startedAt: 0, bankAt: 0, notObserved: BOTH });
  await writeOld({ id: 'b', startedAt: 100, bankAt: 100, notObserved: BOTH, quarantined: 1 });
  await sql`
    INSERT INTO lend.observation_spans (protocol, hour_start, span_index, from_at, to_at, from_slot, to_slot, observations,
      gap_after_ms, reserve_set, first_reserve, last_reserve, not_observed)
    SELECT 'kamino', date_trunc('hour', ${at(0)}::timestamptz, 'UTC'), n, ${at(0)}::timestamptz + n * interval '100 seconds',
      ${at(20)}::timestamptz + n * interval '100 seconds', 1, 1, 2, 30000, ${setOf(BOTH)}, 'x', 'y', ${BOTH}::text[]
    FROM generate_series(0, 1) AS n`;
  await migrate({ url });
  expect(await sql`SELECT id, refused FROM lend.poll_batches ORDER BY id`).toEqual([
    { id: 'a', refused: null },
    { id: 'b', refused: [addressOf('x')] },
  ]);
  expect(await sql`SELECT refused, from_started_at FROM lend.observation_spans ORDER BY from_at`).toEqual([
    { refused: [], from_started_at: at(0) },
    { refused: [addressOf('x')], from_started_at: at(100) },
  ]);
});

it('takes what the version before goes on writing, the success under the same id included', async () => {
  await migrate({ url });
  await writeOld({
    id: 'poll',
    startedAt: 0,
    errorCode: 'RPC_TIMEOUT',
    requested: [addressOf('never asked for before')],
  });
  await writeOld({ id: 'poll', startedAt: 5, errorCode: 'HTTP_ERROR' });
  await writeOld({ id: 'poll', startedAt: 10, bankAt: 10 });
  await writeOld({ id: 'poll', startedAt: 15, errorCode: 'RPC_TIMEOUT' });
  expect((await listAttempts()).map((row) => [row['batch_id'], row['error_code'], row['started_at']])).toEqual([
    ['poll', 'RPC_TIMEOUT', at(0)],
    ['poll', 'HTTP_ERROR', at(5)],
    ['poll', 'RPC_TIMEOUT', at(15)],
  ]);
  expect(await sql`SELECT outcome, started_at, error_code FROM lend.poll_batches`).toEqual([
    { outcome: 'committed', started_at: at(10), error_code: null },
  ]);
});
