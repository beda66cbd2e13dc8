import { createApiKey } from '@tidemark/schema';
import { waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { startTestApi, type TestApi } from './support/start-api.ts';

const lineSchema = z.looseObject({ msg: z.string(), level: z.string() });

let api: TestApi;

beforeAll(async () => {
  api = await startTestApi();
});
afterAll(() => api.stop());

const linesOf = (requestId: string) =>
  api
    .logs()
    .split('\n')
    .filter((line) => line.includes(requestId))
    .map((line) => lineSchema.parse(JSON.parse(line)));

describe('the log', () => {
  it('holds no key, wherever the key was put, at any level', async () => {
    const { key } = await createApiKey(api.database.sql, { username: 'leak' });
    const post = { method: 'POST' } as const;
    await api.call('/auth/verify', { ...post, headers: { 'X-SERVICE-API-KEY': key } });
    await api.call('/auth/verify', { ...post, headers: { 'X-SERVICE-API-KEY': `Bearer ${key}` } });
    await api.call('/auth/verify', { ...post, headers: { 'X-SERVICE-API-KEY': [key, key] } });
    await api.call(`/auth/verify?key=${key}`, post);
    await api.call('/auth/verify', { ...post, headers: { authorization: `Bearer ${key}`, cookie: `key=${key}` } });
    await api.call('/auth/verify', {
      ...post,
      headers: { 'content-type': 'application/json' },
      body: `{"key":"${key}"}`,
    });
    await api.call('/auth/verify', {
      ...post,
      headers: { 'content-type': 'application/json' },
      body: `{"key":"${key}`,
    });
    await api.call(`/auth/verify/${key}`, post);
    await api.call(`/v1/${key}/lend/reserves/all/latest`);
    await api.call(`/v1/kamino/lend/reserves/${key}/latest`);
    await api.call(`/v1/kamino/lend/info/reserves?token_symbol=${key}`);
    await api.call(`/v1/kamino/lend/info/reserves?${key}=x`);
    const echoed = await api.call('/health', {
      headers: { 'x-request-id': key, 'user-agent': key, referer: `http://x/${key}` },
    });
    expect(api.logs()).not.toContain(key);
    expect(api.logs()).not.toContain(key.slice(4, 24));
    expect(echoed.headers.get('x-request-id')).not.toContain(key);
  });

  it('has one line per request, with the id of the answer, the route template and the outcome', async () => {
    const answer = await api.call('/v1/kamino/lend/reserves/nonsense/latest?x=y');
    const requestId = answer.headers.get('x-request-id') ?? '';
    const [line, ...more] = await waitFor(() => {
      const lines = linesOf(requestId);
      return lines.length > 0 && lines;
    });
    expect(more).toEqual([]);
    expect(line).toMatchObject({
      msg: 'request',
      level: 'info',
      requestId,
      client: '127.0.0.1',
      method: 'GET',
      route: '/v1/{protocol}/lend/reserves/{reserve}/latest',
      status: 400,
      errorCode: 40001,
    });
    expect(JSON.stringify(line)).not.toContain('nonsense');
  });

  it('names no path that is not a route, since it could be anything', async () => {
    const answer = await api.call('/something/else');
    const requestId = answer.headers.get('x-request-id') ?? '';
    await waitFor(() => linesOf(requestId).length > 0);
    expect(linesOf(requestId)[0]).toMatchObject({ route: 'unmatched', status: 404 });
  });

  it('tells hot reads and health checks at debug only', async () => {
    const answers = [await api.call('/v1/kamino/lend/reserves/all/latest'), await api.call('/health')];
    const ids = answers.map((answer) => answer.headers.get('x-request-id') ?? '');
    await waitFor(() => ids.every((id) => linesOf(id).length > 0));
    expect(ids.flatMap((id) => linesOf(id).map((line) => line.level))).toEqual(['debug', 'debug']);
  });
});

describe('behind a proxy that is believed', () => {
  it('the log names the client that the proxy names, if that is an address', async () => {
    const proxied = await startTestApi({ trustProxy: 1 });
    try {
      await proxied.call('/', { headers: { 'x-forwarded-for': '203.0.113.9' } });
      await proxied.call('/', { headers: { 'x-forwarded-for': 'tdm_notAnAddress' } });
      await waitFor(() => proxied.logs().split('"msg":"request"').length === 3);
      expect(proxied.logs()).toContain('"client":"203.0.113.9"');
      expect(proxied.logs()).not.toContain('tdm_');
    } finally {
      await proxied.stop();
    }
  });

  it('is believed only where it was said so', async () => {
    const answer = await api.call('/', { headers: { 'x-forwarded-for': '203.0.113.9' } });
    const requestId = answer.headers.get('x-request-id') ?? '';
    await waitFor(() => linesOf(requestId).length > 0);
    expect(linesOf(requestId)[0]).toMatchObject({ client: '127.0.0.1' });
  });
});

describe('the request id', () => {
  it.each(['abc', 'A-1_b.c', 'x'.repeat(64)])('is taken over from the caller when it is sane: %s', async (id) => {
    const paths = ['/health', '/v1/kamino/lend/reserves/all/latest', '/nowhere'];
    const answers = await Promise.all(paths.map((path) => api.call(path, { headers: { 'x-request-id': id } })));
    expect(answers.map((answer) => answer.headers.get('x-request-id'))).toEqual([id, id, id]);
  });

  it.each(['', 'two words', 'x'.repeat(65), 'a"b', 'ä'])('is our own when the caller’s is not sane: %s', async (id) => {
    const answers = [
      await api.call('/health', { headers: { 'x-request-id': id } }),
      await api.call('/v1/kamino/lend/reserves/all/latest', { headers: { 'x-request-id': id } }),
    ];
    const ids = answers.map((answer) => answer.headers.get('x-request-id') ?? '');
    expect(ids.every((own) => /^[0-9a-f]{12}-[0-9a-z]+$/.test(own))).toBe(true);
    expect(new Set(ids).size).toBe(2);
  });
});
