import { createApiKey, revokeApiKey } from '@tidemark/schema';
import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { errorEnvelopeSchema } from '@tidemark/contract';
import { buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';
import { startTcpProxy } from './support/tcp-proxy.ts';

const LEND = '/v1/kamino/lend';
const SOL = addressFromLabel('SOL');
const ALL = `${LEND}/reserves/all/latest`;
const DATA_PATHS = [
  ALL,
  `${LEND}/reserves/${SOL}/latest`,
  `${LEND}/reserves/all/latest?envelope=true`,
  `${LEND}/reserves/all/detail/latest`,
  `${LEND}/reserves/${SOL}/detail/latest`,
  `${LEND}/reserves/${SOL}/curve`,
  `${LEND}/reserves/${SOL}/config`,
  `${LEND}/reserves/all/config/changes`,
  `${LEND}/reserves/${SOL}/config/changes`,
  `${LEND}/info/markets`,
  `${LEND}/info/reserves`,
  `${LEND}/info/quarantine`,
];
const OPEN_PATHS = ['/', '/health', '/ready', '/metrics', '/openapi.json', '/docs', '/docs/errors/40101'];

const prepare = async (database: TestApi['database']) => {
  await seedReserves(database, ['SOL']);
  await commitBatch(database, 10, [buildState('SOL', 10)]);
};
const withKey = (key: string) => ({ headers: { 'X-SERVICE-API-KEY': key }, validate: false });
const codeOf = (answer: { json(): unknown }) => errorEnvelopeSchema.parse(answer.json()).error.code;

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({ prepare, readyMaxAgeMs: 1e13 });
});
afterAll(() => api.stop());

describe('a request with a key', () => {
  it.each(DATA_PATHS)('is never served as one without when the key is bad: %s', async (path) => {
    const { key, info } = await createApiKey(api.database.sql, { username: `of ${path}` });
    await revokeApiKey(api.database.sql, info.id);
    const expired = await createApiKey(api.database.sql, { username: `expired of ${path}` });
    await api.database
      .sql`UPDATE lend.api_keys SET expires_at = now() - interval '1 second' WHERE id = ${expired.info.id}`;
    const presented = { unknown: 'sk-foreign', revoked: key, expired: expired.key, malformed: 'a b', empty: ' ' };
    const codes = await Promise.all(
      Object.entries(presented).map(async ([kind, text]) => {
        const answer = await api.call(path, withKey(text));
        expect(answer.headers.get('www-authenticate')).toBe('ApiKey header="X-SERVICE-API-KEY"');
        return [kind, codeOf(answer)];
      }),
    );
    expect(Object.fromEntries(codes)).toEqual({
      unknown: 40102,
      revoked: 40103,
      expired: 40104,
      malformed: 40105,
      empty: 40101,
    });
  });

  it.each(DATA_PATHS)('is refused where the key is in the URL, also beside the header: %s', async (path) => {
    const { key } = await createApiKey(api.database.sql, { username: `in the URL of ${path}` });
    const mark = path.includes('?') ? '&' : '?';
    for (const query of [`api_key=${key}`, `token_symbol=${key}`, `${key}=1`, `X-SERVICE-API-KEY=Bearer%20${key}`]) {
      const url = `${path}${mark}${query}`;
      const answers = [await api.call(url), await api.call(url, withKey(key)), await api.call(url, { method: 'HEAD' })];
      expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
      expect(answers[0]?.text).toContain('There is an API key in the URL');
      expect(answers[0]?.text).not.toContain(key.slice(4, 24));
    }
    expect(api.logs()).not.toContain(key.slice(4, 24));
  });

  it.each(OPEN_PATHS)('is answered whatever the key where nothing about the chain is told: %s', async (path) => {
    expect((await api.call(path, withKey('sk-foreign'))).status).toBe(200);
  });

  it.each(['identity', 'gzip', 'br'])('gets the bytes and the ETag of the hot read, in %s', async (encoding) => {
    const { key } = await createApiKey(api.database.sql, { username: `bytes ${encoding}` });
    for (const path of DATA_PATHS.slice(0, 2)) {
      const headers = { 'accept-encoding': encoding };
      const plain = await api.call(path, { headers });
      const keyed = await api.call(path, { headers: { ...headers, 'X-SERVICE-API-KEY': key } });
      expect(keyed.sent.equals(plain.sent)).toBe(true);
      expect(keyed.headers.get('etag')).toBe(plain.headers.get('etag'));
      const again = { ...headers, 'X-SERVICE-API-KEY': key, 'if-none-match': plain.headers.get('etag') ?? '' };
      expect((await api.call(path, { headers: again })).status).toBe(304);
    }
  });
});

describe('what is known of a key', () => {
  it('holds without the database for as long as it is believed, and not after a revocation', async () => {
    const own = await startTestApi({ prepare, access: { keyCacheMs: 200 } });
    try {
      const { key, info } = await createApiKey(own.database.sql, { username: 'short' });
      expect((await own.call(ALL, withKey(key))).status).toBe(200);
      await revokeApiKey(own.database.sql, info.id);
      const refused = await waitFor(async () => {
        const answer = await own.call(ALL, withKey(key));
        return answer.status === 401 && answer;
      });
      expect(codeOf(refused)).toBe(40103);
      expect((await own.call(ALL, withKey(key))).status).toBe(401);
    } finally {
      await own.stop();
    }
  });

  it('does not outlive the date of expiry of the key', async () => {
    const expiresAt = new Date(Date.now() + 1_500);
    const { key } = await createApiKey(api.database.sql, { username: 'ends soon', expiresAt });
    const early = await api.call(ALL, withKey(key));
    expect(early.status === 200 || Date.now() >= expiresAt.getTime()).toBe(true);
    const late = await waitFor(async () => {
      const answer = await api.call(ALL, withKey(key));
      return answer.status === 401 && answer;
    });
    expect(codeOf(late)).toBe(40104);
    expect(Date.now()).toBeGreaterThanOrEqual(expiresAt.getTime());
  });

  it('is asked for once by many at the same time, and a key that was issued after it was tried works', async () => {
    const queries = async () => {
      const text = (await api.call('/metrics')).text;
      return Number(/key_lookups_total (\d+)/.exec(text)?.[1] ?? 0);
    };
    const { key } = await createApiKey(api.database.sql, { username: 'crowd' });
    const before = await queries();
    const answers = await Promise.all(Array.from({ length: 40 }, () => api.call(ALL, withKey(key))));
    expect(answers.every((answer) => answer.status === 200)).toBe(true);
    expect((await queries()) - before).toBe(1);

    const late = await createApiKey(api.database.sql, { username: 'late' });
    await api.database.sql`UPDATE lend.api_keys SET key_sha256 = sha256('x') WHERE id = ${late.info.id}`;
    expect(codeOf(await api.call(ALL, withKey(late.key)))).toBe(40102);
    const sha256 = await api.database.sql`SELECT sha256(${late.key}::text::bytea) AS hash`;
    await api.database.sql`UPDATE lend.api_keys SET key_sha256 = ${sha256[0]?.['hash']} WHERE id = ${late.info.id}`;
    await waitFor(async () => (await api.call(ALL, withKey(late.key))).status === 200);
  });

  it('cannot be found out without the database: 503 with a key, the data in memory without', async () => {
    let cut: () => Promise<void> = async () => undefined;
    const proxies: { close: () => Promise<void> }[] = [];
    const target = new URL(api.databaseUrl);
    const proxy = await startTcpProxy(target.hostname, Number(target.port));
    proxies.push(proxy);
    cut = proxy.cut;
    const own = await startTestApi({
      prepare,
      access: { keyCacheMs: 0 },
      apiDatabaseUrl: (url) => {
        const through = new URL(url);
        through.port = String(proxy.port);
        through.hostname = '127.0.0.1';
        return through.href;
      },
    });
    try {
      const { key } = await createApiKey(own.database.sql, { username: 'away' });
      expect((await own.call(ALL, withKey(key))).status).toBe(200);
      await cut();
      const answer = await own.call(ALL, withKey(key));
      expect([answer.status, codeOf(answer), answer.headers.get('retry-after')]).toEqual([503, 50302, '2']);
      expect((await own.call(ALL)).status).toBe(200);
    } finally {
      await proxy.restore();
      await own.stop();
      await Promise.all(proxies.map(({ close }) => close()));
    }
  });
});
