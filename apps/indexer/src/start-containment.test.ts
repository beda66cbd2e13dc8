import { Closers, createLogger } from '@tidemark/runtime';
import { createDatabase, type Database, ensureLogins, loginNameOf, migrate } from '@tidemark/schema';
import { type OwnPostgres, startOwnPostgres, waitFor } from '@tidemark/testing';
import postgres from 'postgres';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startContainment } from './start-containment.ts';

const PASSWORDS = { indexer: 'i'.repeat(20), reader: 'r'.repeat(20) };

// Sessions of readers are the server's, so the server is this file's own.
let server: OwnPostgres;
let owner: Database;
let indexer: Database;
beforeAll(async () => {
  server = await startOwnPostgres('embedded');
  await migrate({ url: server.url() });
  await ensureLogins(server.url(), PASSWORDS);
  owner = createDatabase({ url: server.url(), maxConnections: 2 });
  indexer = createDatabase({ url: urlAs('indexer'), maxConnections: 2 });
});
afterAll(async () => {
  await indexer.close();
  await owner.close();
  await server.stop();
});

const urlAs = (group: keyof typeof PASSWORDS): string => {
  const url = new URL(server.url());
  [url.username, url.password] = [loginNameOf(group), PASSWORDS[group]];
  return url.href;
};

/** Runs the containment with these bounds while the work goes on. Gives what was logged, by level and message. */
async function whileContaining(bounds: { session: number; transaction: number }, work: () => Promise<unknown>) {
  const lines: { level: string; msg: string }[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line)) };
  const logger = createLogger({ name: 'test', level: 'info', destination });
  const closers = new Closers(logger);
  const config = { readerMaxSessionMs: bounds.session, readerMaxTransactionMs: bounds.transaction };
  startContainment({ sql: indexer.sql, config, logger, closers, intervalMs: 50 });
  try {
    await work();
  } finally {
    await closers.closeAll();
  }
  return lines.map(({ msg }) => msg);
}

it('ends what is too old of readers, puts their settings back, and says so', async () => {
  const reader = postgres(urlAs('reader'), { max: 1, onnotice: () => undefined });
  await reader`SET default_transaction_read_only = off`;
  await reader.unsafe(`ALTER ROLE ${loginNameOf('reader')} SET statement_timeout = '1ms'`);
  const logged = await whileContaining({ session: 1, transaction: 0 }, async () => {
    const sessions = () => owner.sql`SELECT FROM pg_stat_activity WHERE usename = ${loginNameOf('reader')}`;
    await waitFor(async () => (await sessions()).length === 0, { description: 'the session of the reader to end' });
    const limits = async () =>
      (
        await owner.sql`SELECT FROM pg_roles WHERE rolname = ${loginNameOf('reader')} AND 'statement_timeout=60s' = ANY (rolconfig)`
      ).length;
    await waitFor(async () => (await limits()) === 1, { description: 'the limit of statements to be back' });
  });
  expect(logged).toContain('readers were brought back within their bounds');
  await reader.end({ timeout: 1 });
});

it('says once that it may not, and goes on trying', async () => {
  await owner.sql`REVOKE EXECUTE ON FUNCTION lend.contain_readers(interval, interval) FROM tidemark_indexer`;
  const reader = postgres(urlAs('reader'), { max: 1, onnotice: () => undefined });
  await reader`SELECT 1`;
  const logged = await whileContaining({ session: 1, transaction: 0 }, async () => {
    await waitFor(
      async () => {
        const [row] = await owner.sql<{ failed: bigint }[]>`
        SELECT xact_rollback AS failed FROM pg_stat_database WHERE datname = current_database()`;
        return (row?.failed ?? 0n) > 3n;
      },
      { description: 'several attempts' },
    );
    expect(await reader`SELECT 1 AS works`).toEqual([{ works: 1 }]);
    await owner.sql`GRANT EXECUTE ON FUNCTION lend.contain_readers(interval, interval) TO tidemark_indexer`;
    const sessions = () => owner.sql`SELECT FROM pg_stat_activity WHERE usename = ${loginNameOf('reader')}`;
    await waitFor(async () => (await sessions()).length === 0, { description: 'the session of the reader to end' });
  });
  expect(logged.filter((message) => message === 'sessions and settings of readers are not watched')).toHaveLength(1);
  await reader.end({ timeout: 1 });
});
