import { addressFromLabel } from '@tidemark/testing';
import { errorEnvelopeSchema } from '@tidemark/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { HISTORY_WORLD, issueKey } from './support/history-world.ts';
import { bankAt } from './support/rows.ts';
import { seedReserves } from './support/seed.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const LEND = '/v1/kamino/lend';
const HOUR = 3_600;
const DAY = 24 * HOUR;
const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
/** More rows than one request without a key returns, within the two years that it may cover. Unobserved hours are rows, too. */
const FIRST_SEEN = -420 * DAY;
const LONGER = `from=${unixOf(FIRST_SEEN)}&to=${unixOf(30 * DAY)}&interval=1h`;
const SOL = `${LEND}/reserves/${addressFromLabel('SOL')}/history`;
const LISTS = [
  [10_000, `${LEND}/reserves/all/history?${LONGER}&fields=timestamp,reserve,interest_f&`],
  [10_000, `${SOL}?${LONGER}&fields=timestamp,interest_f&`],
  [10_000, `${LEND}/markets/${addressFromLabel('market')}/history?${LONGER}&`],
  [10_000, `${LEND}/tokens/${addressFromLabel('SOL mint')}/history?${LONGER}&`],
  [10_000, `${LEND}/summary/history?${LONGER}&`],
  [10_000, `${LEND}/fees?${LONGER}&group_by=reserve&`],
  [10_000, `/v1/lend/benchmark-rates/usd?${LONGER}&`],
  [1_000, `/v1/coverage?from=${unixOf(77 * DAY)}&to=${unixOf(78 * DAY)}&`],
] as const;

let api: TestApi;
let key: Record<string, string>;
beforeAll(async () => {
  api = await startTestApi({
    template: HISTORY_WORLD,
    prepare: async (database) => {
      key = await issueKey(database, 'whole');
      await seedReserves(
        database,
        Array.from({ length: 1_000 }, (_, index) => `young ${index}`),
      );
      // A listed stablecoin: the benchmark is of nothing else.
      await database.sql`
        UPDATE lend.reserves SET token_mint = 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v' WHERE token_symbol = 'USDC'`;
      await database.sql`
        UPDATE lend.reserves SET first_seen_at = ${bankAt(FIRST_SEEN).observedAt} WHERE token_symbol IN ('SOL', 'USDC')`;
      // After the hours of the other lists: they are in the coverage only.
      await database.sql`
        UPDATE lend.reserves SET first_seen_at = ${bankAt(76 * DAY).observedAt} WHERE token_symbol LIKE 'young %'`;
    },
  });
});
afterAll(() => api.stop());

/** Lines of CSV without the names. */
const linesOf = (text: string) => text.trimEnd().split('\r\n').slice(1);

async function refusalOf(path: string) {
  const answer = await api.call(path);
  const { error } = errorEnvelopeSchema.parse(answer.json());
  const rows = Number(/at least (\d+) rows/.exec(error.details)?.[1] ?? Number.NaN);
  return { status: answer.status, code: error.code, rows };
}

/** All lines, page by page as the error says. */
async function inPages(path: string, most: number): Promise<string[]> {
  const lines: string[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const answer = await api.call(`${path}format=csv&limit=${most}${cursor === '' ? '' : `&cursor=${cursor}`}`);
    expect(answer.status).toBe(200);
    lines.push(...linesOf(answer.text));
    cursor = answer.headers.get('x-next-cursor');
  }
  return lines;
}

describe('CSV and NDJSON without a key and without a limit', () => {
  it.each(LISTS)(
    'hold %i rows, are refused when they would be cut, and the pages together are what a key gets: %s',
    async (most, path) => {
      const whole = linesOf((await api.call(`${path}format=csv`, { headers: key })).text);
      expect(whole.length).toBeGreaterThan(most);
      for (const format of ['csv', 'ndjson']) {
        expect(await refusalOf(`${path}format=${format}`)).toEqual({ status: 400, code: 40016, rows: whole.length });
      }
      expect(await inPages(path, most)).toEqual(whole);
      // JSON says in itself that more follows.
      const json = await api.call(path.slice(0, -1));
      expect(json.json()).toMatchObject({ status: 200, meta: { count: 1_000, next_cursor: expect.any(String) } });
    },
  );

  it('are asked for by Accept as well', async () => {
    const answer = await api.call(`${SOL}?${LONGER}`, { headers: { accept: 'text/csv' } });
    expect(answer.json()).toMatchObject({ error: { code: 40016 } });
  });

  it('are whole up to the last row that one answer holds', async () => {
    const first = unixOf(FIRST_SEEN);
    const path = (count: number) =>
      `${SOL}?from=${first}&to=${first + count * HOUR}&interval=1h&format=csv&fields=timestamp`;
    const full = await api.call(path(10_000));
    expect([full.status, linesOf(full.text).length, full.headers.get('x-next-cursor')]).toEqual([200, 10_000, null]);
    expect(await refusalOf(path(10_001))).toEqual({ status: 400, code: 40016, rows: 10_001 });
  });

  it('count the rows that there are, not the hours that were asked for', async () => {
    const seen = await api.call(`${LEND}/reserves/all/history?${LONGER}&fill=none&format=csv`);
    expect(seen.status).toBe(200);
    expect(linesOf(seen.text).length).toBeGreaterThan(30);
    const before = `from=${unixOf(FIRST_SEEN - 100 * DAY)}&to=${unixOf(30 * DAY)}&interval=1h`;
    const fees = `${LEND}/fees?${before}&group_by=reserve&reserve=${addressFromLabel('SOL')}&format=csv`;
    const whole = linesOf((await api.call(fees, { headers: key })).text);
    expect(await refusalOf(fees)).toMatchObject({ rows: whole.length });
  });

  it('go on from a cursor only with a limit, or where the rest is whole', async () => {
    const path = `${SOL}?${LONGER}&format=csv&fields=timestamp`;
    const first = await api.call(`${path}&limit=700`);
    const cursor = first.headers.get('x-next-cursor') ?? '';
    expect(await refusalOf(`${path}&cursor=${cursor}`)).toEqual({ status: 400, code: 40016, rows: 10_100 });
    const second = await api.call(`${path}&limit=100&cursor=${cursor}`);
    const rest = await api.call(`${path}&cursor=${second.headers.get('x-next-cursor')}`);
    expect([rest.status, linesOf(rest.text).length]).toEqual([200, 10_000]);
  });
});
