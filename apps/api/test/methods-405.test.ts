import { listRoutes } from '@tidemark/contract';
import { createApiKey, writeLiquiditySearch } from '@tidemark/schema';
import { addressFromLabel, waitFor } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bankAt, buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'GET', 'HEAD'];
const paths = listRoutes().map(({ path }) =>
  path
    .replace('{protocol}', 'kamino')
    .replace('{reserve}', addressFromLabel('SOL'))
    .replace('{market}', addressFromLabel('market'))
    .replace('{mint}', addressFromLabel('SOL mint'))
    .replace('{token}', addressFromLabel('SOL mint'))
    .replace('{pool}', addressFromLabel('pool'))
    .replace('{time}', String(bankAt(10).observedAt.getTime()))
    .replace('{asset}', 'init.js')
    .replace('{code}', '40001'),
);
/** What is posted, and not read. */
const POSTED = new Set(['/auth/verify', '/v1/prices/batch']);
const allowed = (path: string) => (POSTED.has(path) ? ['POST', 'OPTIONS'] : ['GET', 'HEAD', 'OPTIONS']);
const refused = paths.flatMap((path) =>
  METHODS.filter((method) => !allowed(path).includes(method)).map((method) => [method, path] as const),
);

/** What is answered for a range is asked for a range that is over: the default range goes on with the clock. */
const HOUR_SECONDS = 3600;
const END = (Math.floor(Date.now() / 1000 / HOUR_SECONDS) - 1) * HOUR_SECONDS;
const RANGE = `?from=${END - 24 * HOUR_SECONDS}&to=${END}`;
const withRange = (path: string) =>
  /\/(?:history|changes|fees|coverage|benchmark-rates\/usd)$/.test(path) ? `${path}${RANGE}` : path;

/** A stream has no end to wait for, and a GET without one cannot be compared. */
const compared = paths.filter((path) => !POSTED.has(path) && path !== '/v1/stream').map(withRange);
/** What the next request or second changes. */
const CHANGING = [
  'date',
  'x-request-id',
  'content-length',
  'x-data-age-seconds',
  'ratelimit-remaining',
  'ratelimit-reset',
];

let api: TestApi;
let key: string;

beforeAll(async () => {
  api = await startTestApi({
    // Its ages would differ between two answers.
    status: { auditMaxAgeMs: 900_000, maxAgeMs: 3_600_000 },
    prepare: async (database) => {
      await seedReserves(database, ['SOL']);
      await commitBatch(database, 10, [buildState('SOL', 10)]);
      const pools = [{ pool: addressFromLabel('pool'), source: 'raydium_cpmm', evidence: 'sdk' as const }];
      const tokenMint = addressFromLabel('SOL mint');
      await writeLiquiditySearch(database.sql, { tokenMint, foundBy: 'listed', failure: null, pools, calls: 1 });
    },
  });
  ({ key } = await createApiKey(api.database.sql, { username: 'methods' }));
});
afterAll(() => api.stop());

describe('every path', () => {
  it.each(refused)('refuses %s %s with 405 and the methods that it has', async (method, path) => {
    const answer = await api.call(path, { method });
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe(allowed(path).join(', '));
  });

  it.each(paths)('tells the methods of %s to OPTIONS', async (path) => {
    const answer = await api.call(path, { method: 'OPTIONS' });
    expect(answer.status).toBe(204);
    expect(answer.headers.get('allow')).toBe(allowed(path).join(', '));
  });

  it.each(compared)('answers GET and HEAD %s with the same headers', async (path) => {
    const headers = { 'X-SERVICE-API-KEY': key };
    // A range that ends now is another when the second ends: the head is held against a body that is the same before and after.
    const [get, head] = await waitFor(async () => {
      const [before, between] = [await api.call(path, { headers }), await api.call(path, { method: 'HEAD', headers })];
      const after = await api.call(path, { headers });
      return before.headers.get('etag') === after.headers.get('etag') && ([before, between] as const);
    });
    const steady = (answer: { readonly headers: Headers }) =>
      [...answer.headers].filter(([name]) => !CHANGING.includes(name));
    const names = (answer: { readonly headers: Headers }) => [...answer.headers.keys()];
    expect(get.status).toBe(200);
    expect(head.status).toBe(200);
    expect(head.sent).toHaveLength(0);
    expect(names(head)).toEqual(names(get));
    expect(steady(head)).toEqual(steady(get));
  });
});
