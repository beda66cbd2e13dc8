import { HOUR_MS } from '@tidemark/core';
import { createApiKey } from '@tidemark/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './support/start-api.ts';
import { startTcpProxy, type TcpProxy } from './support/tcp-proxy.ts';
import { askStatus, finding, seedClean, writeAudit } from './support/status-world.ts';

const PATH = '/v1/status';
const KEPT = { readyMaxAgeMs: HOUR_MS, status: { auditMaxAgeMs: HOUR_MS, maxAgeMs: HOUR_MS } };

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    ...KEPT,
    prepare: seedClean,
    protocols: [{ name: 'kamino', segments: ['kamino', 'alias'] }],
  });
});
afterAll(() => api.stop());

describe('the status', () => {
  it('is read once for everybody, whatever they ask with, and revalidated by its ETag', async () => {
    const first = await api.call(PATH);
    await writeAudit(api.database, [finding('SOL', { severity: 'critical' })]);
    const queries = ['', '', '?protocol=kamino', '?protocol=alias'];
    const answers = await Promise.all(queries.map((query) => api.call(`${PATH}${query}`)));
    expect(answers.map(({ text }) => text)).toEqual(queries.map(() => first.text));
    expect(first.headers.get('cache-control')).toBe('public, max-age=5');
    const again = await api.call(PATH, { headers: { 'If-None-Match': first.headers.get('etag') ?? '' } });
    expect([again.status, again.sent.length]).toEqual([304, 0]);
  });

  it.each([
    ['?protocol=solend', 404, 40403],
    ['?protocol=', 404, 40403],
    ['?protocol=Kamino', 404, 40403],
    ['?protocol=kamino&protocol=kamino', 400, 40003],
    ['?verdict=ok', 400, 40003],
    ['?protocol=kamino&limit=1', 400, 40003],
  ])('refuses %s with %d and code %d', async (query, status, code) => {
    const answer = await api.call(`${PATH}${query}`);
    expect(answer.status).toBe(status);
    expect(answer.json()).toMatchObject({ error: { code } });
  });

  it('is counted by its route where it is asked for with a key', async () => {
    const { key } = await createApiKey(api.database.sql, { username: 'counted' });
    const headers = { 'X-SERVICE-API-KEY': key };
    const answers = [await api.call(PATH, { headers }), await api.call(`${PATH}?verdict=ok`, { headers })];
    expect(answers.map(({ status }) => status)).toEqual([200, 400]);
    expect((await api.call('/metrics')).text).toContain('tidemark_api_key_requests_total{route="/v1/status"} 2');
  });

  it('needs no key, and is not answered to one that is not in force', async () => {
    const headers = { 'X-SERVICE-API-KEY': 'tdm_nonsense' };
    expect((await api.call(PATH)).status).toBe(200);
    expect((await api.call(PATH, { headers })).status).toBe(401);
  });
});

it('that cannot be read is 503 with a code, never an earlier one, and comes back by itself', async () => {
  let proxy: TcpProxy | undefined;
  const behind = await startTestApi({
    ...KEPT,
    status: { auditMaxAgeMs: HOUR_MS, maxAgeMs: 0 },
    latestPollIntervalMs: 100,
    prepare: async (database) => {
      await seedClean(database);
      proxy = await startTcpProxy(database.sql.options.host[0] ?? '', database.sql.options.port[0] ?? 0);
    },
    apiDatabaseUrl: (url) => {
      const proxied = new URL(url);
      proxied.hostname = '127.0.0.1';
      proxied.port = String(proxy?.port ?? 0);
      return proxied.href;
    },
  });
  try {
    expect((await askStatus(behind)).data.verdict_str).toBe('ok');
    await proxy?.cut();
    const away = await behind.call(PATH);
    expect(away.status).toBe(503);
    expect(away.json()).toMatchObject({ error: { code: 50302 } });
    await proxy?.restore();
    await expect.poll(async () => (await behind.call(PATH)).status, { timeout: 60_000 }).toBe(200);
  } finally {
    await proxy?.restore();
    await behind.stop();
    await proxy?.close();
  }
});
