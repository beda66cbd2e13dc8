import { createApiKey, revokeApiKey } from '@tidemark/schema';
import { addressFromLabel, waitFor } from '@tidemark/testing';
import { errorEnvelopeSchema } from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from './support/http-client.ts';
import { limitStores, storeSettings } from './support/limit-stores.ts';
import { buildState } from './support/rows.ts';
import { commitBatch, seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi, type TestApiOptions } from './support/start-api.ts';

const ALL = '/v1/kamino/lend/reserves/all/latest';
const INFO = '/v1/kamino/lend/info/reserves';
const HISTORY = `/v1/kamino/lend/reserves/${addressFromLabel('SOL')}/history?interval=1d`;
const SOL = `/v1/kamino/lend/reserves/${addressFromLabel('SOL')}/latest`;

const prepare = async (database: TestApi['database']) => {
  await seedReserves(database, ['SOL']);
  await commitBatch(database, 10, [buildState('SOL', 10)]);
};
/** So that no window ends while a test counts in it. */
const LONG = { windowSeconds: 3_600 };
const keyed = (key: string) => ({ headers: { 'X-SERVICE-API-KEY': key } });
const codeOf = (answer: Answer) => errorEnvelopeSchema.parse(answer.json()).error.code;
const limitsIn = ({ headers }: Answer) =>
  ['limit', 'remaining', 'reset', 'policy'].map((name) => headers.get(`ratelimit-${name}`));
const metricOf = async (api: TestApi, name: string) => {
  const line = (await api.call('/metrics')).text.split('\n').find((text) => text.startsWith(`tidemark_api_${name} `));
  return Number(line?.split(' ').at(-1) ?? 0);
};

describe.each(limitStores())('limits that are counted in %s', (store) => {
  let base: TestApi;
  beforeAll(async () => {
    base = await startTestApi({ prepare });
  });
  afterAll(() => base.stop());

  const withApi = async (
    access: NonNullable<TestApiOptions['access']>,
    use: (api: TestApi) => Promise<void>,
    options: TestApiOptions = {},
  ) => {
    const api = await startTestApi({ ...options, beside: base, access: { ...storeSettings(store), ...access } });
    try {
      await use(api);
    } finally {
      await api.stop();
    }
  };
  const issue = (username: string, requestsPerMinute: number | null = null) =>
    createApiKey(base.database.sql, { username, requestsPerMinute });

  it('let exactly as many requests of a key pass as they say, however many come at once', async () => {
    await withApi({ keyRequestsPerMinute: 7 }, async (api) => {
      const { key } = await issue('boundary');
      const paths = Array.from({ length: 20 }, (_, index) => (index % 2 === 0 ? ALL : INFO));
      const answers = await Promise.all(paths.map((path) => api.call(path, keyed(key))));
      const passed = answers.filter((answer) => answer.status === 200);
      const refused = answers.filter((answer) => answer.status === 429);
      expect([passed.length, refused.length]).toEqual([7, 13]);
      const left = passed.map((answer) => Number(limitsIn(answer)[1]));
      expect(left.toSorted((a, b) => a - b)).toEqual([0, 1, 2, 3, 4, 5, 6]);
      for (const answer of refused) {
        const [limit, remaining, reset, policy] = limitsIn(answer);
        expect([codeOf(answer), limit, remaining, policy]).toEqual([42901, '7', '0', '7;w=60']);
        expect(answer.headers.get('retry-after')).toBe(reset);
        expect(Number(reset)).toBeGreaterThan(0);
        expect(Number(reset)).toBeLessThanOrEqual(60);
      }
      expect(await metricOf(api, 'limited_total{kind="key"}')).toBe(13);
      expect(await metricOf(api, 'callers_total{tier="key"}')).toBe(20);
      expect(api.logs()).not.toContain(key);
    });
  });

  it('begin anew when the window is over', async () => {
    await withApi({ keyRequestsPerMinute: 2, windowSeconds: 1 }, async (api) => {
      // All in one window, which takes a key of its own where the machine is slow.
      let tries = 0;
      const key = await waitFor(async () => {
        const fresh = await issue(`window ${tries++}`);
        const answers = await Promise.all(Array.from({ length: 3 }, () => api.call(ALL, keyed(fresh.key))));
        return answers.some(({ status }) => status === 429) && fresh.key;
      });
      const again = await waitFor(async () => {
        const answer = await api.call(ALL, keyed(key));
        return answer.status === 200 && answer;
      });
      expect(limitsIn(again)).toEqual(['2', '1', '1', '2;w=1']);
    });
  });

  it('are those of the key where it has its own, and count each key apart', async () => {
    await withApi({ keyRequestsPerMinute: 2, ...LONG }, async (api) => {
      const [usual, special] = [await issue('usual'), await issue('special', 5)];
      const statuses = async (key: string) => {
        const answers = await Promise.all(Array.from({ length: 6 }, () => api.call(ALL, keyed(key))));
        return answers.filter(({ status }) => status === 200).length;
      };
      expect([await statuses(usual.key), await statuses(special.key)]).toEqual([2, 5]);
      expect(limitsIn(await api.call(ALL))).toEqual([null, null, null, null]);
    });
  });

  it('hold for the public only where the operator says so, by address, and then for the hot reads too', async () => {
    await withApi(
      { publicRequestsPerMinute: 3, ...LONG },
      async (api) => {
        const from = (address: string, path = SOL) => api.call(path, { headers: { 'x-forwarded-for': address } });
        const first = await from('203.0.113.7');
        // A shared cache would tell every other address how this one stands.
        expect([first.headers.get('cache-control')?.split(',')[0], ...limitsIn(first)]).toEqual([
          ...['public', null, null, null, null],
        ]);
        const uncached = await from('203.0.113.9', `${HISTORY}&format=csv`);
        expect([uncached.headers.get('cache-control'), ...limitsIn(uncached).slice(0, 2)]).toEqual([
          'no-store',
          '3',
          '2',
        ]);
        expect(uncached.headers.get('access-control-expose-headers')).toContain('RateLimit-Remaining');
        const rest = [
          await from('203.0.113.7', ALL),
          await from('::ffff:203.0.113.7', INFO),
          await from('203.0.113.7'),
        ];
        expect(rest.map(({ status }) => status)).toEqual([200, 200, 429]);
        expect(limitsIn(rest[2] ?? first).slice(0, 2)).toEqual(['3', '0']);
        expect((await from('203.0.113.7:4711')).status).toBe(429);
        expect((await from('203.0.113.8')).status).toBe(200);
        const garbage = [];
        for (const said of ['unknown', 'unknown', '_hidden', 'garbage']) garbage.push((await from(said)).status);
        expect(garbage).toEqual([200, 200, 200, 429]);
        expect(api.logs().split('a believed proxy told').length).toBe(2);

        const network = ['2001:db8:1:2::1', '2001:db8:1:2:ffff::2', '2001:0DB8:1:2:3:4:5:6', '2001:db8:1:2::'];
        const shared = [];
        for (const address of network) shared.push((await from(address)).status);
        expect(shared).toEqual([200, 200, 200, 429]);
        expect((await from('2001:db8:1:3::1')).status).toBe(200);

        const { key } = await issue('not the public');
        const asKey = { headers: { 'x-forwarded-for': '203.0.113.7', 'X-SERVICE-API-KEY': key } };
        expect((await api.call(ALL, asKey)).status).toBe(200);
        expect((await api.call('/health', { headers: { 'x-forwarded-for': '203.0.113.7' } })).status).toBe(200);
        expect(await metricOf(api, 'limited_total{kind="public"}')).toBe(4);
      },
      { trustProxy: true },
    );
  });

  it('count the address that the believed proxy saw, whatever the client says before it', async () => {
    await withApi(
      { publicRequestsPerMinute: 2, badKeyAttemptsPerMinute: 2 },
      async (api) => {
        const through = async (said: string, seen: string, headers = {}) =>
          (await api.call(SOL, { headers: { 'x-forwarded-for': `${said}, ${seen}`, ...headers } })).status;
        const statuses = [];
        for (const said of ['1.1.1.1', '2.2.2.2', '3.3.3.3']) statuses.push(await through(said, '192.0.2.1'));
        expect(statuses).toEqual([200, 200, 429]);
        expect(await through('1.1.1.1', '192.0.2.2')).toBe(200);

        const guesses = [];
        for (const said of ['4.4.4.4', '5.5.5.5', '6.6.6.6']) {
          guesses.push(await through(said, '2001:db8::1', { 'X-SERVICE-API-KEY': `guess-${said}` }));
        }
        expect(guesses).toEqual([401, 401, 429]);
      },
      { trustProxy: 1 },
    );
  });

  it('believe no header about the address where no proxy is believed', async () => {
    await withApi({ publicRequestsPerMinute: 2 }, async (api) => {
      const statuses = [];
      for (const said of ['203.0.113.1', '203.0.113.2', '203.0.113.3']) {
        const headers = { 'x-forwarded-for': said, 'x-real-ip': said, forwarded: `for=${said}` };
        statuses.push((await api.call(SOL, { headers })).status);
      }
      expect(statuses).toEqual([200, 200, 429]);
    });
  });

  it('stop an address that tries keys, and no key that is in force, whatever else came from its address', async () => {
    await withApi(
      { badKeyAttemptsPerMinute: 3, keyCacheMs: 0, ...LONG },
      async (api) => {
        const ask = (address: string, key: string, path = ALL) =>
          api.call(path, { headers: { 'x-forwarded-for': address, 'X-SERVICE-API-KEY': key } });
        const [good, another, late] = [await issue('good'), await issue('another'), await issue('late')];
        const revoked = await issue('tried');
        await revokeApiKey(base.database.sql, revoked.info.id);
        const tried = [
          await ask('198.51.100.1', revoked.key),
          await ask('198.51.100.1', 'sk-guess'),
          await ask('198.51.100.1', revoked.key, INFO),
        ];
        expect(tried.map(codeOf)).toEqual([40103, 40102, 40103]);
        const stopped = [await ask('198.51.100.1', revoked.key), await ask('198.51.100.1', 'sk-guess', INFO)];
        expect(stopped.map(codeOf)).toEqual([42901, 42901]);
        expect(Number(stopped[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
        expect(await metricOf(api, 'limited_total{kind="bad_key"}')).toBe(2);
        // This process has seen none of these keys before.
        expect((await ask('198.51.100.1', good.key)).status).toBe(200);
        const verified = await api.call('/auth/verify', {
          method: 'POST',
          headers: { 'x-forwarded-for': '198.51.100.1', 'X-SERVICE-API-KEY': another.key },
        });
        expect(verified.status).toBe(200);
        expect(codeOf(await ask('198.51.100.1', 'sk-guess'))).toBe(42901);
        expect((await ask('198.51.100.2', late.key)).status).toBe(200);
        expect((await api.call(ALL, { headers: { 'x-forwarded-for': '198.51.100.1' } })).status).toBe(200);
      },
      { trustProxy: true },
    );
  });

  it('leave answers to keys to the cache of the caller alone', async () => {
    await withApi({}, async (api) => {
      const { key } = await issue('caches');
      const answers = await Promise.all([ALL, INFO].map((path) => api.call(path, keyed(key))));
      for (const answer of answers) expect(answer.headers.get('cache-control')).toMatch(/^private, max-age=\d/);
      const etag = answers[0]?.headers.get('etag') ?? '';
      const again = await api.call(ALL, { headers: { ...keyed(key).headers, 'if-none-match': etag } });
      expect([again.status, again.headers.get('cache-control')?.startsWith('private')]).toEqual([304, true]);
      expect(limitsIn(again)[0]).toBe('1000000');
      expect((await api.call(ALL)).headers.get('cache-control')).toMatch(/^public/);
    });
  });
});
