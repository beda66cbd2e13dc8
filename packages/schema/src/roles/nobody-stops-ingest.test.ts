import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type OwnPostgres, startOwnPostgres } from '@tidemark/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildBatch, buildReserveInput, buildState } from '../../test/support/build-rows.ts';
import { copySchemaFiles } from '../../test/support/copy-schema-files.ts';
import { openTestDatabase, type OpenTestDatabase } from '../../test/support/open-test-database.ts';
import { createDatabase, type Sql } from '../create-database.ts';
import { migrate } from '../migrate/migrate.ts';
import { ensurePartitions } from '../partitions/ensure-partitions.ts';
import { upsertReserves } from '../queries/upsert-reserves.ts';
import { writePollBatch } from '../queries/write-poll-batch.ts';

const suffix = randomBytes(4).toString('hex');
const GROUPS = ['reader', 'export', 'api', 'indexer', 'maintenance'] as const;
type Group = (typeof GROUPS)[number];
const WRITERS: readonly Group[] = ['indexer', 'maintenance'];
const PERMISSION_DENIED = '42501';

let database: OpenTestDatabase;
let takers: { name: string; args: string; isShared: boolean }[];
let seconds = 0;
beforeAll(async () => {
  database = await openTestDatabase({ reserves: ['a'] });
  // Rights to functions of the system are not copied from its template.
  await migrate({ url: database.url });
  for (const group of GROUPS) {
    await database.sql.unsafe(`CREATE ROLE stop_${group}_${suffix} LOGIN PASSWORD 'x' IN ROLE tidemark_${group}`);
  }
  takers = await database.sql<{ name: string; args: string; isShared: boolean }[]>`
    SELECT proname AS name, pg_get_function_arguments(oid) AS args, proname LIKE '%shared' AS "isShared" FROM pg_proc
    WHERE pronamespace = 'pg_catalog'::regnamespace AND proname ~ 'advisory' ORDER BY 1, 2`;
});
afterAll(async () => {
  for (const group of GROUPS) await database.sql.unsafe(`DROP OWNED BY stop_${group}_${suffix}`);
  for (const group of GROUPS) await database.sql.unsafe(`DROP ROLE stop_${group}_${suffix}`);
  await database.drop();
});

const connectAs = (group: Group): postgres.Sql => {
  const url = new URL(database.url);
  [url.username, url.password] = [`stop_${group}_${suffix}`, 'x'];
  return postgres(url.href, { max: 1, onnotice: () => undefined });
};

/** A writer that does not wait for long: what holds it up for two seconds fails it. */
const openWriter = () => database.connect({ limits: { lockTimeoutMs: 2_000, statementTimeoutMs: 20_000 } }).sql;
const poll = (sql: Sql) => {
  seconds += 1;
  return writePollBatch(sql, buildBatch(seconds, [buildState('a', seconds, `content ${seconds}`)]));
};

/** Polls one after the other for as long as the work goes on, at least ten of them. Fails with the first that does. */
async function whilePolling<Result>(work: () => Promise<Result>): Promise<{ result: Result; polls: number }> {
  const sql = openWriter();
  const over = new AbortController();
  const polling = (async () => {
    let polls = 0;
    while (polls < 10 || !over.signal.aborted) polls += (await poll(sql)).latestWritten;
    return polls;
  })();
  polling.catch(() => undefined);
  try {
    const result = await work();
    over.abort();
    return { result, polls: await polling };
  } finally {
    over.abort();
    await polling;
  }
}

/** Every key of the code: numbers as they are, and what names are hashed to. */
async function findKeys(): Promise<string[]> {
  const root = fileURLToPath(new URL('../../../../', import.meta.url));
  const files = await listSources([
    join(root, 'packages/schema/src'),
    join(root, 'apps/indexer/src'),
    join(root, 'apps/api/src'),
  ]);
  const keys = new Set<string>();
  for (const file of files) {
    const text = await readFile(file, 'utf8');
    if (!text.includes('advisory')) continue;
    for (const [, key] of text.matchAll(/'(\d{15,})'/g)) keys.add(`${key}`);
    for (const [, name] of text.matchAll(/hashtextextended\((?:\$\{)?[`']?([^,]+?)[`']?\}?, 0\)/g)) {
      // A name that is a parameter is one of those in its callers.
      keys.add(`hashtextextended('${(name ?? '').replaceAll(/\$\{[^}]*\}/g, 'kamino').replaceAll("'", '')}', 0)`);
    }
  }
  const named = ['tidemark rollup of kamino', 'tidemark audit of kamino', `kamino:0:${seconds + 1}`];
  // The order of the commits in versions before 0.2, and the migrations of BullMQ.
  return [...keys, ...named.map((name) => `hashtextextended('${name}', 0)`), '5208714930617735213', '1112493644'];
}

async function listSources(dirs: readonly string[]): Promise<string[]> {
  const lists = await Promise.all(dirs.map((dir) => readdir(dir, { recursive: true })));
  return lists.flatMap((names, index) =>
    names
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((name) => join(dirs[index] ?? '', name)),
  );
}

describe('advisory locks', () => {
  it('are refused to everybody who writes no chain data, by each function, on each key, while polls run', async () => {
    const keys = await findKeys();
    expect(keys.length).toBeGreaterThan(8);
    expect(takers.length).toBeGreaterThan(10);
    for (const group of GROUPS.filter((each) => !WRITERS.includes(each))) {
      const { result: passed } = await whilePolling(() => takeAll(group, keys));
      expect(passed).toEqual([]);
    }
  });

  it.each(WRITERS)('stop no poll, all of them held by a session of tidemark_%s', async (group) => {
    const keys = await findKeys();
    const sql = connectAs(group);
    try {
      for (const key of keys) await sql.unsafe(`SELECT pg_advisory_lock(${key})`);
      expect((await whilePolling(async () => undefined)).polls).toBeGreaterThanOrEqual(10);
    } finally {
      await sql.end();
    }
  });

  it('stop no poll where the owner may not forbid them, all of them held by a reader', async () => {
    await database.sql`GRANT EXECUTE ON FUNCTION pg_advisory_lock(bigint) TO PUBLIC`;
    const sql = connectAs('reader');
    try {
      for (const key of await findKeys()) await sql.unsafe(`SELECT pg_advisory_lock(${key})`);
      expect((await whilePolling(async () => undefined)).polls).toBeGreaterThanOrEqual(10);
    } finally {
      await sql.end();
      await migrate({ url: database.url });
    }
    const again = connectAs('reader');
    await expect(again`SELECT pg_advisory_lock(1)`).rejects.toMatchObject({ code: PERMISSION_DENIED });
    await again.end();
  });
});

async function takeAll(group: Group, keys: readonly string[]): Promise<string[]> {
  const sql = connectAs(group);
  const passed: string[] = [];
  try {
    await sql`SET default_transaction_read_only = off`;
    for (const { name, args } of takers) {
      for (const key of name.includes('unlock_all') ? [''] : keys) {
        const given = args.includes(',') ? `(${key} >> 32)::integer, 1` : key;
        const statement = `SELECT ${name}(${given})`;
        const outcome = await sql.unsafe(statement).catch((error: unknown) => error);
        const isRefused = outcome instanceof postgres.PostgresError && outcome.code === PERMISSION_DENIED;
        if (!isRefused) passed.push(`${group}: ${statement}: ${String(outcome)}`);
      }
    }
  } finally {
    await sql.end();
  }
  return passed;
}

describe('a reader with an open transaction that has read every view', () => {
  const reading = async <Result>(work: () => Promise<Result>): Promise<Result> => {
    const reader = connectAs('reader');
    let done = (): void => undefined;
    const isDone = new Promise<void>((resolve) => (done = resolve));
    let begun = (): void => undefined;
    const hasBegun = new Promise<void>((resolve) => (begun = resolve));
    const transaction = reader.begin(async (tx) => {
      await tx`SET LOCAL idle_in_transaction_session_timeout = 0`;
      const views = await tx<{ name: string }[]>`SELECT viewname AS name FROM pg_views WHERE schemaname = 'lend_v1'`;
      expect(views.length).toBeGreaterThan(10);
      for (const { name } of views) {
        await tx.unsafe(`SELECT * FROM lend_v1.${name} LIMIT 1`);
        await tx.unsafe(`LOCK TABLE lend_v1.${name} IN ACCESS SHARE MODE`);
      }
      begun();
      await isDone;
    });
    await Promise.race([hasBegun, transaction]);
    try {
      return await work();
    } finally {
      done();
      await transaction;
      await reader.end();
    }
  };

  it('keeps partitions from being attached, and no poll from being stored meanwhile', async () => {
    const coming = { now: new Date('2033-01-15T00:00:00Z'), monthsAhead: 1 };
    const outcome = await reading(() =>
      whilePolling(() => ensurePartitions(database.sql, coming).catch((error: unknown) => error)),
    );
    expect(outcome.result).toMatchObject({ code: '55P03' });
    const { created } = await ensurePartitions(database.sql, coming);
    expect(created).toEqual(expect.arrayContaining(['reserve_snapshots_y2033m01', 'reserve_snapshots_y2033m02']));
  });

  it('keeps a migration that alters tables waiting, and no poll from being stored meanwhile', async () => {
    const dir = await copySchemaFiles();
    try {
      await writeFile(
        join(dir, 'migrations/9999_alter.sql'),
        'ALTER TABLE lend.reserve_latest ADD COLUMN mine integer;',
      );
      const outcome = await reading(() =>
        whilePolling(() => migrate({ url: database.url, dir, lockTimeoutMs: 4_000 }).catch((error: unknown) => error)),
      );
      expect(outcome.result).toMatchObject({
        code: 'MIGRATION_FAILED',
        message: expect.stringContaining('lock timeout'),
      });
      expect(await migrate({ url: database.url, dir })).toMatchObject({ applied: ['9999_alter.sql', 'repeatable'] });
    } finally {
      await rm(dir, { recursive: true });
      await database.sql`ALTER TABLE lend.reserve_latest DROP COLUMN IF EXISTS mine`;
    }
  });
});

describe('the order of the commits', () => {
  it('holds between a statement of anybody and a poll', async () => {
    const [other, current] = [database.connect({ maxConnections: 1 }).sql, openWriter()];
    const [before] = await database.sql<{ last: bigint }[]>`SELECT max(commit_seq) AS last FROM lend.batch_commits`;
    const order: string[] = [];
    let written: Promise<unknown> = Promise.resolve();
    await other.begin(async (tx) => {
      await tx`
        INSERT INTO lend.batch_commits (batch_id, protocol, slot, observed_at, snapshot_reserves)
        VALUES ('other', 'kamino', 1, now(), '{}')`;
      written = poll(current).then(() => order.push('poll'));
      let isWaiting = false;
      while (!isWaiting) {
        const rows = await database.sql`
          SELECT FROM pg_stat_activity
          WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%INSERT INTO lend.batch_commits%'`;
        isWaiting = rows.length > 0;
      }
      order.push('other');
    });
    await written;
    expect(order).toEqual(['other', 'poll']);
    const rows =
      await database.sql`SELECT batch_id FROM lend.batch_commits WHERE commit_seq > ${before?.last ?? 0n} ORDER BY commit_seq`;
    expect(rows.map((row) => row['batch_id'] === 'other')).toEqual([true, false]);
  });
});

describe('a queue of notifications that a reader has filled', () => {
  let server: OwnPostgres;
  beforeAll(async () => {
    // The smallest there is: 64 pages, of which a notification of 7,900 bytes takes one.
    server = await startOwnPostgres('embedded', { max_notify_queue_pages: '64' });
    await migrate({ url: server.url() });
  });
  afterAll(() => server.stop());

  it('keeps no poll from being stored', async () => {
    const owner = createDatabase({ url: server.url(), maxConnections: 2 });
    await upsertReserves(owner.sql, [buildReserveInput('a')]);
    await owner.sql`CREATE ROLE filler LOGIN PASSWORD 'x' IN ROLE tidemark_reader`;
    const url = new URL(server.url());
    [url.username, url.password] = ['filler', 'x'];
    const listener = postgres(url.href, { max: 1, onnotice: () => undefined, idle_timeout: 600 });
    const filler = postgres(url.href, { max: 1, onnotice: () => undefined });
    await listener`LISTEN held`;
    await listener.begin(async (tx) => {
      // What a session in a transaction has not heard yet cannot be thrown away.
      await tx`SELECT 1`;
      const fill = () => filler`SELECT pg_notify('held', repeat('x', 7900) || i) FROM generate_series(1, 8) AS i`;
      let outcome: unknown = null;
      while (outcome === null) {
        outcome = await fill().then(
          () => null,
          (error: unknown) => error,
        );
      }
      expect(outcome).toMatchObject({ code: '54000' });
      expect(await poll(owner.sql)).toMatchObject({ latestWritten: 1 });
    });
    await Promise.all([listener.end(), filler.end(), owner.close()]);
  });
});
