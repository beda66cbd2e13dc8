import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { type OwnPostgres, ownPostgresVersions, startOwnPostgres } from '@tidemark/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDatabase } from '../src/create-database.ts';
import { verifyApiKey } from '../src/keys/api-keys.ts';
import { createApiKey } from '../src/keys/create-api-key.ts';
import { migrate } from '../src/migrate/migrate.ts';
import { upsertReserves } from '../src/queries/upsert-reserves.ts';
import { writePollBatch } from '../src/queries/write-poll-batch.ts';
import { ensureLogins, loginNameOf } from '../src/roles/ensure-logins.ts';
import { buildBatch, buildReserveInput, buildState } from './support/build-rows.ts';

// What docs/operate/backup.md says, by the programs that it names, into clusters that have neither roles nor rows of ours. The
// clients are those of Debian's Postgres 15: without it there is nothing to dump with.
const versions = ownPostgresVersions();
const BIN = '/usr/lib/postgresql/15/bin';
const PASSWORD = 'reader'.repeat(3);
const run = promisify(execFile);

/** Everything that the views of lend_v1 show, by view: a digest of their rows as text, which does not depend on their order. */
async function digestOfViews(url: string): Promise<Record<string, string>> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined });
  try {
    const views = await sql<{ name: string }[]>`
      SELECT viewname AS name FROM pg_views WHERE schemaname = 'lend_v1' ORDER BY 1`;
    const digests: Record<string, string> = {};
    for (const { name } of views) {
      const [row] = await sql<{ digest: string }[]>`
        SELECT count(*) || ' ' || md5(coalesce(string_agg(t::text, chr(10) ORDER BY t::text), '')) AS digest
        FROM ${sql(`lend_v1.${name}`)} AS t`;
      digests[name] = row?.digest ?? '';
    }
    return digests;
  } finally {
    await sql.end();
  }
}

describe.skipIf(!versions.includes(15))('a backup by pg_dump', () => {
  let source: OwnPostgres;
  let folder: string;
  let dump: string;
  let key: string;
  let before: Record<string, string>;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'tidemark-backup-'));
    dump = join(folder, 'tidemark.dump');
    source = await startOwnPostgres(15);
    const url = source.url();
    await migrate({ url });
    const database = createDatabase({ url, maxConnections: 2 });
    await upsertReserves(database.sql, [buildReserveInput('usdc')]);
    await writePollBatch(database.sql, buildBatch(5, [buildState('usdc', 5, 'first')]));
    key = (await createApiKey(database.sql, { username: 'alice' })).key;
    await database.close();
    before = await digestOfViews(url);
    await run(`${BIN}/pg_dump`, ['--format=custom', `--dbname=${url}`, `--file=${dump}`]);
  });
  afterAll(async () => {
    await source?.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it.each(versions)('is restored into an empty cluster of %s, and migrate gives every right back', async (version) => {
    const target = await startOwnPostgres(version);
    try {
      const url = target.url();
      await run(`${BIN}/pg_restore`, ['--no-owner', '--no-privileges', '--exit-on-error', `--dbname=${url}`, dump]);
      const { applied } = await migrate({ url });
      expect(applied).toEqual([]);
      expect(before['reserve_latest']).toMatch(/^1 /);
      expect(await digestOfViews(url)).toEqual(before);
      const database = createDatabase({ url, maxConnections: 2 });
      expect(await verifyApiKey(database.sql, key)).toMatchObject({ username: 'alice' });
      await ensureLogins(url, { reader: PASSWORD });
      await database.close();
      const asReader = new URL(url);
      asReader.username = loginNameOf('reader');
      asReader.password = PASSWORD;
      expect(Object.keys(await digestOfViews(asReader.href))).toEqual(Object.keys(before));
      const reader = postgres(asReader.href, { max: 1, onnotice: () => undefined });
      await expect(reader`SELECT FROM lend.api_keys`).rejects.toMatchObject({ code: '42501' });
      await reader.end();
    } finally {
      await target.stop();
    }
  });
});
