import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { get } from 'node:https';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createApiKey, createDatabase, type Database, migrate } from '@tidemark/schema';
import {
  chooseTestPort,
  createTestDatabase,
  startProcess,
  stopAllProcesses,
  type TestDatabase,
  waitFor,
} from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildState } from './support/rows.ts';
import { makeSelfSigned } from './support/self-signed.ts';
import { commitBatch, seedReserves } from './support/seed.ts';

const ENTRY = 'apps/api/src/main.ts';
const ALL = '/v1/kamino/lend/reserves/all/latest';

let testDatabase: TestDatabase;
let database: Database;

beforeAll(async () => {
  testDatabase = await createTestDatabase({ template: { name: 'schema', prepare: (url) => migrate({ url }) } });
  database = createDatabase({ url: testDatabase.url, maxConnections: 2 });
  await seedReserves(database, ['SOL']);
  await commitBatch(database, 10, [buildState('SOL', 10)]);
});
afterAll(async () => {
  await stopAllProcesses();
  await database.close();
  await testDatabase.drop();
});

const start = async (env: Record<string, string> = {}, ready = true) => {
  const port = await chooseTestPort();
  const url = `http://127.0.0.1:${port}`;
  const child = await startProcess({
    entry: ENTRY,
    env: { PORT: String(port), HOST: '127.0.0.1', DATABASE_URL: testDatabase.url, ...env },
    ...(ready ? { ready: { url: `${url}/health` } } : {}),
  });
  return { child, port, url };
};

describe('the process', () => {
  it('serves, and on SIGTERM writes what is waiting, closes in order and ends with 0', async () => {
    const { child, url } = await start({ KEY_USAGE_FLUSH_MS: '3600000' });
    await waitFor(async () => (await fetch(`${url}/ready`)).status === 200);
    expect(await (await fetch(`${url}${ALL}`)).json()).toHaveLength(1);
    const { key, info } = await createApiKey(database.sql, { username: 'user of the process' });
    const verified = await fetch(`${url}/auth/verify`, { method: 'POST', headers: { 'X-SERVICE-API-KEY': key } });
    expect(verified.status).toBe(200);

    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 0 });
    const closed = child.lines().flatMap((line) => /"closer":"([^"]+)".*"msg":"closed"/.exec(line)?.[1] ?? []);
    expect(closed).toEqual(['http server', 'cache and key usage', 'databases']);
    expect(child.lines().join('\n')).not.toContain(key);
    const used = await database.sql`SELECT 1 FROM lend.api_keys WHERE id = ${info.id} AND last_used_at IS NOT NULL`;
    expect(used).toHaveLength(1);
  });

  it('opens its port without a database, tells /health and /ready apart, and ends at once when asked', async () => {
    const nobody = await chooseTestPort();
    const { child, url } = await start({ DATABASE_URL: `postgres://nobody:secret@127.0.0.1:${nobody}/none` });
    expect((await fetch(`${url}/health`)).status).toBe(200);
    expect((await fetch(`${url}/ready`)).status).toBe(503);
    expect((await fetch(`${url}${ALL}`)).status).toBe(503);
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 0 });
    expect(child.lines().join('\n')).not.toContain('secret');
  });

  it('says every problem of its environment in one message and ends with 78', async () => {
    const { child } = await start({ PORT: 'http', DATABASE_URL: '', CORS_ORIGINS: 'x' }, false);
    expect(await child.exited).toMatchObject({ code: 78 });
    const output = child.lines().join('\n');
    expect(output).toContain('3 problems in the environment:');
    expect(['PORT: ', 'DATABASE_URL: ', 'CORS_ORIGINS: '].filter((name) => !output.includes(name))).toEqual([]);
  });

  it('serves metrics on a port of their own where it is told to, and then not on the public one', async () => {
    const metricsPort = await chooseTestPort();
    const { child, url } = await start({ METRICS_PORT: String(metricsPort), READY_MAX_AGE_MS: '3600000' });
    const operation = `http://127.0.0.1:${metricsPort}`;
    await waitFor(async () => (await fetch(`${operation}/ready`)).status === 200);
    const served = await (await fetch(`${operation}/metrics`)).text();
    expect(served).toContain('tidemark_api_cache_reserves{protocol="kamino"} 1');
    expect(served).toContain('process_cpu_user_seconds_total');
    expect((await fetch(`${operation}${ALL}`)).status).toBe(404);

    expect((await fetch(`${url}/metrics`)).status).toBe(404);
    expect(await (await fetch(`${url}/`)).text()).not.toContain('/metrics');
    expect(await (await fetch(`${url}/openapi.json`)).text()).not.toContain('"/metrics"');
    expect((await fetch(`${url}/ready`)).status).toBe(200);

    await database.sql`UPDATE lend.reserve_latest SET recorded_at = now() - interval '2 hours'`;
    try {
      await waitFor(async () => (await fetch(`${operation}/ready`)).status === 503);
      expect(await (await fetch(`${operation}/ready`)).text()).toContain('no later bank has come for 7');
      expect((await fetch(`${operation}/health`)).status).toBe(200);
    } finally {
      await database.sql`UPDATE lend.reserve_latest SET recorded_at = now()`;
    }
    child.signal('SIGTERM');
    expect(await child.exited).toMatchObject({ code: 0 });
  });

  it('ends with 1 when its port is taken', async ({ onTestFinished }) => {
    const owner = createServer().listen(0, '127.0.0.1');
    onTestFinished(() => void owner.close());
    await once(owner, 'listening');
    const address = owner.address();
    const port = typeof address === 'object' && address !== null ? address.port : 0;
    const { child } = await start({ PORT: String(port) }, false);
    expect(await child.exited).toMatchObject({ code: 1 });
    expect(child.lines().join('\n')).toContain('EADDRINUSE');
  });

  it('serves TLS when it is given a certificate and its key', async () => {
    const dir = await mkdtemp(join(tmpdir(), 'tidemark-api-tls-'));
    try {
      const { cert, key } = makeSelfSigned();
      await writeFile(join(dir, 'cert.pem'), cert);
      await writeFile(join(dir, 'key.pem'), key);
      const { port, child } = await start(
        { TLS_CERT_FILE: join(dir, 'cert.pem'), TLS_KEY_FILE: join(dir, 'key.pem') },
        false,
      );
      const getSecurely = () =>
        new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
          get({ host: '127.0.0.1', port, path: ALL, ca: cert, servername: 'localhost', agent: false }, (response) => {
            void text(response).then((body) => resolve({ status: response.statusCode, body }));
          }).on('error', reject);
        });
      const body = await waitFor(
        async () => {
          const answer = await getSecurely();
          return answer.status === 200 && answer.body;
        },
        { description: 'an answer over TLS' },
      );
      expect(JSON.parse(body)).toHaveLength(1);
      await expect(fetch(`http://127.0.0.1:${port}${ALL}`)).rejects.toThrow('fetch failed');
      await child.stop();
    } finally {
      await rm(dir, { recursive: true, force: true });
    }
  });
});
