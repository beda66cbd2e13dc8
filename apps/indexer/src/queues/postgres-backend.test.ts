import { createTestDatabase, startTcpProxy, startTlsFront, type TcpProxy, type TestDatabase } from '@tidemark/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createPostgresQueueBackend, ImpatientClient } from './postgres-backend.ts';

let database: TestDatabase;
let proxy: TcpProxy;
beforeAll(async () => {
  database = await createTestDatabase();
  const { hostname, port } = new URL(database.url);
  proxy = await startTcpProxy(hostname, Number(port));
});
afterAll(async () => {
  await proxy.close();
  await database.drop();
});

it('ends a connection on which a statement had no answer, so that who listens there hears of it', async () => {
  const client = new ImpatientClient({ connectionString: proxy.urlFor(database.url), query_timeout: 2_000 });
  await client.connect();
  const errors: Error[] = [];
  client.on('error', (error) => void errors.push(error));
  const ended = new Promise<void>((resolve) => void client.on('end', resolve));
  proxy.freeze();
  await expect(client.query('LISTEN jobs')).rejects.toThrow('Query read timeout');
  await ended;
  expect(errors).toHaveLength(1);
});

it('tells who uses it after its connection has failed, also where nobody listened when it did', async () => {
  proxy.thaw();
  const client = new ImpatientClient({ connectionString: proxy.urlFor(database.url), query_timeout: 60_000 });
  await client.connect();
  const failed = new Promise<void>((resolve) => void client.once('error', () => resolve()));
  await expect(client.query('SELECT pg_terminate_backend(pg_backend_pid())')).rejects.toThrow('terminat');
  await failed;
  const errors: Error[] = [];
  client.on('error', (error) => void errors.push(error));
  await expect(client.query('LISTEN jobs')).rejects.toThrow('not queryable');
  expect(errors).toHaveLength(1);
});

it('keeps a connection on which a statement was refused', async () => {
  proxy.thaw();
  const client = new ImpatientClient({ connectionString: proxy.urlFor(database.url), query_timeout: 60_000 });
  await client.connect();
  await expect(client.query('SELECT nothing')).rejects.toThrow('nothing');
  expect((await client.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await client.end();
});

it.each([
  ['require', null],
  ['no-verify', null],
  ['verify-full', 'self-signed certificate'],
])('reads sslmode=%s as the other driver does', async (mode, refusal) => {
  const front = await startTlsFront(database.url);
  const backend = createPostgresQueueBackend({ databaseUrl: front.url(mode), onError: () => undefined }, 1);
  const outcome = await backend.prepare().then(
    () => null,
    (error: unknown) => error,
  );
  expect(outcome instanceof Error ? outcome.message : outcome).toBe(refusal);
  expect(front.secured()).toBeGreaterThan(0);
  await backend.close();
  await front.stop();
});

it('refuses a mode that may go on without TLS, in one sentence', () => {
  const open = () =>
    createPostgresQueueBackend({ databaseUrl: `${database.url}?sslmode=prefer`, onError: () => undefined });
  expect(open).toThrow('sslmode=prefer and allow need REDIS_URL');
});
