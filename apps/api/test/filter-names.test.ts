import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HISTORY_WORLD, issueKey } from './support/history-world.ts';
import { openStream } from './support/open-stream.ts';
import { bankAt } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const LEND = '/v1/kamino/lend';
const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const RANGE = `from=${unixOf(0)}&to=${unixOf(86_400)}`;
const MARKET = ['lending_market', 'market', addressFromLabel('market')] as const;
const TOKEN = ['token_address', 'token', addressFromLabel('SOL mint')] as const;
const ENDPOINTS = [
  [`${LEND}/info/markets?`, [MARKET, TOKEN]],
  [`${LEND}/info/reserves?`, [MARKET, TOKEN]],
  [`${LEND}/reserves/all/history?${RANGE}&`, [MARKET, TOKEN]],
  [`${LEND}/fees?${RANGE}&`, [MARKET, TOKEN]],
  [`/v1/coverage?${RANGE}&`, [MARKET, TOKEN]],
  [`${LEND}/reserves/all/latest?`, [MARKET, TOKEN]],
  [`${LEND}/reserves/all/detail/latest?`, [MARKET, TOKEN]],
] as const;
const CASES = ENDPOINTS.flatMap(([path, filters]) => filters.map((filter) => [path, ...filter] as const));

let api: TestApi;
let key: Record<string, string>;
beforeAll(async () => {
  api = await startTestApi({
    template: HISTORY_WORLD,
    prepare: async (database) => {
      key = await issueKey(database, 'names');
    },
  });
});
afterAll(() => api.stop());

const detailOf = async (path: string) => {
  const answer = await api.call(path, { headers: key });
  return { status: answer.status, text: answer.text };
};

describe('a filter', () => {
  it.each(CASES)('of %s has the name of the column, %s, and answers to %s too', async (path, name, other, value) => {
    const [byName, byOther, all] = [
      await api.call(`${path}${name}=${value}`),
      await api.call(`${path}${other}=${value}`),
      await api.call(path.slice(0, -1)),
    ];
    expect([byName.status, byOther.status, all.status]).toEqual([200, 200, 200]);
    expect(byOther.text).toBe(byName.text);
    const wrong = addressFromLabel('nothing of this kind');
    const [missing, missingOther] = [
      await detailOf(`${path}${name}=${wrong}`),
      await detailOf(`${path}${other}=${wrong}`),
    ];
    expect(missingOther.status).toBe(missing.status);
    expect(missingOther.text === byOther.text).toBe(false);
  });

  it.each(CASES)('of %s is refused under both names at once: %s and %s', async (path, name, other, value) => {
    for (const second of [value, addressFromLabel('another')]) {
      const { status, text } = await detailOf(`${path}${name}=${value}&${other}=${second}`);
      expect([status, text.includes(`The parameters ${name} and ${other} are two names of one filter`)]).toEqual([
        400,
        true,
      ]);
    }
    expect((await detailOf(`${path}${other}=${value}&${other}=${value}`)).text).toContain(`${other} occurs twice`);
  });

  it('that is wrong is named as it was sent', async () => {
    expect((await detailOf(`${LEND}/info/reserves?market=x`)).text).toContain('The parameter market is not valid');
    expect((await detailOf(`${LEND}/info/reserves?lending_market=x`)).text).toContain(
      'The parameter lending_market is not valid',
    );
    expect((await detailOf(`${LEND}/fees?token=x`)).status).toBe(400);
  });

  it('has its other name only where there is such a filter', async () => {
    for (const path of [
      `${LEND}/summary/latest?token=${TOKEN[2]}`,
      `${LEND}/reserves/${addressFromLabel('SOL')}/latest?market=x`,
    ]) {
      expect((await detailOf(path)).status).toBe(400);
    }
  });

  it('is the same to a cursor under either name', async () => {
    const path = `${LEND}/reserves/all/history?${RANGE}&interval=1h&limit=2`;
    const answer = await api.call(`${path}&market=${MARKET[2]}`);
    const { meta } = z.object({ meta: z.object({ next_cursor: z.string() }) }).parse(answer.json());
    const on = (name: string) => api.call(`${path}&${name}=${MARKET[2]}&cursor=${meta.next_cursor}`);
    expect((await on('lending_market')).text).toBe((await on('market')).text);
  });

  it('of the stream has both names, and is refused under both at once', async () => {
    const header = { headers: key };
    const both = `/v1/stream?market=${MARKET[2]}&lending_market=${MARKET[2]}`;
    expect((await api.call(both, header)).status).toBe(400);
    expect((await api.call('/v1/stream?market=x', header)).json()).toMatchObject({ error: { code: 40013 } });
    const stream = await openStream(api.url, key['X-SERVICE-API-KEY'] ?? '', `/v1/stream?market=${MARKET[2]}`);
    expect(stream.status).toBe(200);
    stream.abort();
  });
});
