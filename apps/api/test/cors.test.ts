import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestApi, type TestApi } from './support/start-api.ts';

const ALL = '/v1/kamino/lend/reserves/all/latest';
const PATHS = [ALL, `${ALL}?envelope=true`, '/health', '/nowhere'];
const FRIEND = 'https://app.example.org';

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

  it('an origin is compared as a whole', async () => {
    const near = await closed.call(ALL, { headers: { origin: `${FRIEND}.evil.example` } });
    expect(near.headers.get('access-control-allow-origin')).toBeNull();
  });
});
