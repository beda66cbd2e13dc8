import { createHash } from 'node:crypto';
import { createApiKey, generateApiKey, isWellFormedApiKey, revokeApiKey, rotateApiKey } from '@tidemark/schema';
import { waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { CallOptions } from './support/http-client.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const FLUSH_MS = 100;
const codeSchema = z.object({ error: z.object({ code: z.number() }) });

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi({ keyUsageFlushMs: FLUSH_MS });
});
afterAll(() => api.stop());

const verify = (key: string | string[] | undefined, options: CallOptions = {}) =>
  api.call('/auth/verify', {
    method: 'POST',
    ...options,
    headers: { ...(key === undefined ? {} : { 'X-SERVICE-API-KEY': key }), ...options.headers },
  });
const codeOf = async (key: string | string[] | undefined, options: CallOptions = {}) => {
  const answer = await verify(key, options);
  return [answer.status, codeSchema.parse(answer.json()).error.code];
};
const issue = async (username: string, expiresAt: Date | null = null) =>
  createApiKey(api.database.sql, { username, expiresAt });

/** A key that was never issued and whose first characters are those of one that was. */
function withPrefixOf(key: string): string {
  for (;;) {
    const end = generateApiKey().slice(8, 47);
    const secret = `${key.slice(4, 8)}${end}`;
    const digest = createHash('sha256').update(`tidemark-api-key ${secret}`).digest();
    let [checksum, rest] = ['', digest.readUInt32BE(0)];
    for (; checksum.length < 6; rest = Math.floor(rest / 62)) checksum = `${BASE_62[rest % 62]}${checksum}`;
    const made = `tdm_${secret}${checksum}`;
    if (isWellFormedApiKey(made)) return made;
  }
}
const BASE_62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

describe('POST /auth/verify', () => {
  it('answers username and authenticated for a valid key, in the envelope, and lets nobody keep it', async () => {
    const { key } = await issue('analyst');
    const answer = await verify(key);
    expect(answer.status).toBe(200);
    expect(answer.text).toBe('{"data":{"username":"analyst","authenticated":true},"status":200}');
    expect(answer.headers.get('cache-control')).toBe('no-store');
  });

  it.each([
    ['as it is', (key: string) => key],
    ['with Bearer', (key: string) => `Bearer ${key}`],
    ['with bearer in small letters', (key: string) => `bearer ${key}`],
    ['with blanks around', (key: string) => `  ${key} `],
    ['with several blanks after Bearer', (key: string) => `Bearer   ${key}`],
  ])('takes the key %s', async (how, present) => {
    const { key } = await issue(`presenter ${how}`);
    expect((await verify(present(key))).status).toBe(200);
  });

  it('needs no body and does not mind one', async () => {
    const { key } = await issue('body');
    const json = { headers: { 'content-type': 'application/json' }, body: '{"anything":[1,2]}' };
    expect((await verify(key, json)).status).toBe(200);
    expect(
      (await verify(key, { headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'a=b' })).status,
    ).toBe(200);
  });

  it('refuses each kind of wrong key with 401, a challenge and a code of its own', async () => {
    const { key, info } = await issue('revoked');
    await revokeApiKey(api.database.sql, info.id);
    const past = await issue('expired', new Date(Date.now() + 60_000));
    await api.database
      .sql`UPDATE lend.api_keys SET expires_at = now() - interval '1 second' WHERE id = ${past.info.id}`;
    const mistyped = `${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`;
    expect({
      missing: await codeOf(undefined),
      empty: await codeOf(''),
      bearerOnly: await codeOf('Bearer '),
      foreign: await codeOf('sk-something-else'),
      mistyped: await codeOf(mistyped),
      revoked: await codeOf(key),
      expired: await codeOf(past.key),
      blankInside: await codeOf('two words'),
      otherScheme: await codeOf(`Basic ${key}`),
      twice: await codeOf([key, key]),
      tooLong: await codeOf('a'.repeat(257)),
      notAscii: await codeOf('kéy'),
    }).toEqual({
      missing: [401, 40101],
      empty: [401, 40101],
      bearerOnly: [401, 40101],
      foreign: [401, 40102],
      mistyped: [401, 40102],
      revoked: [401, 40103],
      expired: [401, 40104],
      blankInside: [401, 40105],
      otherScheme: [401, 40105],
      twice: [401, 40105],
      tooLong: [401, 40105],
      notAscii: [401, 40105],
    });
    expect((await verify(undefined)).headers.get('www-authenticate')).toBe('ApiKey header="X-SERVICE-API-KEY"');
  });

  it.each([
    ['the Authorization header', { headers: (key: string) => ({ authorization: `Bearer ${key}` }) }],
    ['the body', { body: (key: string) => JSON.stringify({ api_key: key }) }],
  ])('does not look for a key in %s', async (where, place) => {
    const { key } = await issue(`misplaced in ${where}`);
    const answer = await api.call('/auth/verify', {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...('headers' in place ? place.headers(key) : {}) },
      ...('body' in place ? { body: place.body(key) } : {}),
    });
    expect([answer.status, codeSchema.parse(answer.json()).error.code]).toEqual([401, 40101]);
  });

  it.each(['api_key', 'X-SERVICE-API-KEY', 'anything'])(
    'refuses a key in the parameter %s, and says that it must be replaced',
    async (name) => {
      const { key } = await issue(`in the query ${name}`);
      const answer = await api.call(`/auth/verify?${name}=${key}`, { method: 'POST' });
      expect([answer.status, codeSchema.parse(answer.json()).error.code]).toEqual([400, 40003]);
      expect(answer.text).toContain('Have it replaced');
      expect(answer.text).not.toContain(key.slice(4, 24));
    },
  );

  it('answers a key that begins as an issued one as any other: same text, same headers, one lookup in the database', async () => {
    const { key } = await issue('prefix');
    // Right by its checksum, so that the database has to be asked.
    const [foreign, similar] = [generateApiKey(), withPrefixOf(key)];
    const lookups = async () => Number(/key_lookups_total (\d+)/.exec((await api.call('/metrics')).text)?.[1] ?? 0);
    const seen = [];
    for (const presented of [foreign, similar]) {
      const before = await lookups();
      const answer = await verify(presented);
      const headers = [...answer.headers].filter(([name]) => !['x-request-id', 'date'].includes(name));
      const text = answer.text.replaceAll(answer.headers.get('x-request-id') ?? '', '');
      seen.push({ status: answer.status, headers, text, lookups: (await lookups()) - before });
      expect(answer.text).not.toContain(presented.slice(4, 12));
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]).toMatchObject({ status: 401, lookups: 1 });
  });

  it('takes the old key beside the new one during the grace of a rotation, and not after it', async () => {
    const first = await issue('rotating');
    const second = await rotateApiKey(api.database.sql, first.info.id, { graceMs: 3_600_000 });
    expect([(await verify(first.key)).status, (await verify(second.key)).status]).toEqual([200, 200]);
    const third = await rotateApiKey(api.database.sql, second.info.id, { graceMs: 0 });
    expect(await codeOf(second.key)).toEqual([401, 40103]);
    expect((await verify(third.key)).status).toBe(200);
  });

  it('gives nothing to pages of other origins', async () => {
    const { key } = await issue('browser');
    const answer = await verify(key, { headers: { origin: 'https://elsewhere.example' } });
    expect([...answer.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
    const preflight = await api.call('/auth/verify', {
      method: 'OPTIONS',
      headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'POST' },
    });
    expect([...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('records the last use without a write per request', async () => {
    const { key, info } = await issue('used');
    const lastUsed = async () => {
      const [row] = await api.database.sql<{ lastUsedAt: Date | null }[]>`
        SELECT last_used_at AS "lastUsedAt" FROM lend.api_keys WHERE id = ${info.id}`;
      return row?.lastUsedAt ?? null;
    };
    const before = Date.now();
    await Promise.all(Array.from({ length: 25 }, () => verify(key)));
    const used = await waitFor(lastUsed);
    expect(used.getTime()).toBeGreaterThanOrEqual(before);
    const flushes = /key_usage_flushes_total\{outcome="ok"\} (\d+)/.exec((await api.call('/metrics')).text)?.[1];
    expect(Number(flushes)).toBeGreaterThanOrEqual(1);
  });

  it('is counted by outcome', async () => {
    const counted = async (outcome: string) =>
      Number(
        new RegExp(`key_verifications_total\\{outcome="${outcome}"\\} (\\d+)`).exec(
          (await api.call('/metrics')).text,
        )?.[1] ?? 0,
      );
    const before = await counted('missing');
    await verify(undefined);
    expect(await counted('missing')).toBe(before + 1);
    expect(await counted('valid')).toBeGreaterThan(0);
  });
});

describe('when the API ends', () => {
  it('writes the last uses that are waiting', async () => {
    const ending = await startTestApi({ keyUsageFlushMs: 3_600_000 });
    try {
      const { key, info } = await createApiKey(ending.database.sql, { username: 'late' });
      await ending.call('/auth/verify', { method: 'POST', headers: { 'X-SERVICE-API-KEY': key } });
      await ending.stopApi();
      const rows = await ending.database.sql`
        SELECT 1 FROM lend.api_keys WHERE id = ${info.id} AND last_used_at IS NOT NULL`;
      expect(rows).toHaveLength(1);
    } finally {
      await ending.stop();
    }
  });
});
