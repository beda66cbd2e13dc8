import { API_KEY_HEADER, listRoutes, type Route } from '@tidemark/contract';
import { createApiKey } from '@tidemark/schema';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './support/start-api.ts';

const ALL = '/v1/kamino/lend/reserves/all/latest';
const PATHS = [ALL, `${ALL}?envelope=true`, '/health', '/nowhere'];
const FRIEND = 'https://app.example.org';

const pathOf = ({ path }: Route): string => path.replace('{protocol}', 'kamino').replaceAll(/\{\w+\}/g, 'x');
const isForItself = ({ path, isPage }: Route): boolean => isPage === true || path.startsWith('/auth/');
const named = listRoutes().map((route): [string, Route] => [route.path, route]);
const forPages = named.filter(([, route]) => !isForItself(route));
const forThemselves = named.filter(([, route]) => isForItself(route));

/** What a browser decides of a request with these headers, after the preflight that it sends before (Fetch, 4.8). */
async function mayCall(api: TestApi, route: Route, sent: readonly string[], origin = FRIEND): Promise<boolean> {
  const method = route.method === 'post' ? 'POST' : 'GET';
  const { status, headers } = await api.call(pathOf(route), {
    method: 'OPTIONS',
    headers: {
      origin,
      'access-control-request-method': method,
      'access-control-request-headers': sent
        .map((name) => name.toLowerCase())
        .toSorted()
        .join(','),
    },
  });
  const list = (name: string): string[] =>
    (headers.get(name) ?? '').split(',').map((item) => item.trim().toLowerCase());
  const allowed = new Set(list('access-control-allow-headers'));
  return (
    status >= 200 &&
    status < 300 &&
    ['*', origin].includes(headers.get('access-control-allow-origin') ?? '') &&
    list('access-control-allow-methods').includes(method.toLowerCase()) &&
    sent.every((name) => allowed.has(name.toLowerCase()))
  );
}

let open: TestApi;
let closed: TestApi;

beforeAll(async () => {
  open = await startTestApi();
  closed = await startTestApi({ corsOrigins: [FRIEND, 'http://localhost:5173'] });
});
afterAll(async () => {
  await open.stop();
  await closed.stop();
});

describe('with CORS_ORIGINS=*', () => {
  it.each(PATHS)('pages of every origin may read %s and the headers that matter', async (path) => {
    const { headers } = await open.call(path, { headers: { origin: 'https://anywhere.example' } });
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-expose-headers')).toContain('X-Data-Slot');
    expect(headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('a preflight is answered with the methods and headers of reads, and may be kept', async () => {
    const { status, headers } = await open.call(ALL, {
      method: 'OPTIONS',
      headers: {
        origin: FRIEND,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'if-none-match',
      },
    });
    expect(status).toBe(204);
    expect(headers.get('access-control-allow-origin')).toBe('*');
    expect(headers.get('access-control-allow-methods')).toBe('GET, HEAD, OPTIONS');
    expect(headers.get('access-control-allow-headers')).toContain('If-None-Match');
    expect(Number(headers.get('access-control-max-age'))).toBeGreaterThan(0);
  });

  it.each(forPages)('a page may send its key to %s', async (_id, route) => {
    const sent = [API_KEY_HEADER, ...(route.body === undefined ? [] : ['content-type'])];
    expect(await mayCall(open, route, [...sent, ...Object.keys(route.headers?.shape ?? {})])).toBe(true);
    // Nothing is allowed that no read needs.
    expect(await mayCall(open, route, ['x-other'])).toBe(false);
  });

  it.each(forThemselves)('no page may call %s, with a key or without', async (_id, route) => {
    expect(await mayCall(open, route, [API_KEY_HEADER])).toBe(false);
    const method = route.method === 'post' ? 'POST' : 'GET';
    const { headers } = await open.call(pathOf(route), { method, headers: { origin: FRIEND } });
    expect(headers.get('access-control-allow-origin')).toBeNull();
  });

  it('an answer for a key may be read by the page that sent it, errors too', async () => {
    const { key } = await createApiKey(open.database.sql, { username: 'page' });
    for (const [value, status] of [
      [key, 200],
      ['unknown', 401],
    ] as const) {
      const answer = await open.call(ALL, { headers: { origin: FRIEND, [API_KEY_HEADER]: value } });
      expect([answer.status, answer.headers.get('access-control-allow-origin')]).toEqual([status, '*']);
    }
  });
});

describe('with listed origins', () => {
  it.each(PATHS)('pages of those may read %s, others not, and caches are told that it varies', async (path) => {
    const friend = await closed.call(path, { headers: { origin: FRIEND } });
    const stranger = await closed.call(path, { headers: { origin: 'https://elsewhere.example' } });
    const none = await closed.call(path);
    expect(friend.headers.get('access-control-allow-origin')).toBe(FRIEND);
    expect(stranger.headers.get('access-control-allow-origin')).toBeNull();
    expect(none.headers.get('access-control-allow-origin')).toBeNull();
    expect([friend, stranger, none].map((answer) => answer.headers.get('vary'))).toEqual(
      Array(3).fill('Accept-Encoding, Origin'),
    );
  });

  it.each(forPages)('other pages may not call %s', async (_id, route) => {
    expect(await mayCall(closed, route, [API_KEY_HEADER])).toBe(true);
    expect(await mayCall(closed, route, [API_KEY_HEADER], 'https://elsewhere.example')).toBe(false);
  });

  it('an origin is compared as a whole', async () => {
    const near = await closed.call(ALL, { headers: { origin: `${FRIEND}.evil.example` } });
    expect(near.headers.get('access-control-allow-origin')).toBeNull();
  });
});
