import { DAY_MS, floorMs, HOUR_MS } from '@tidemark/core';
import { addressFromLabel } from '@tidemark/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { HourCloses } from '../src/features/sparklines/hour-closes.ts';
import { HISTORY_WORLD } from './support/history-world.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';

const PATH = '/v1/kamino/lend/reserves/all/sparklines';
const SOL = addressFromLabel('SOL');
const NUMBERS = ['supply_apy', 'borrow_apy', 'utilization', 'supplied_amount_usd'] as const;
const series = z.array(z.number().nullable());
const answerSchema = z.object({
  data: z.array(
    z.object({
      reserve: z.string(),
      supply_apy_f: series,
      borrow_apy_f: series,
      utilization_f: series,
      supplied_amount_usd_f: series,
    }),
  ),
  meta: z.object({
    first_point_timestamp: z.number(),
    step_seconds: z.number(),
    point_count: z.number(),
    count: z.number(),
  }),
});

let api: TestApi;
beforeAll(async () => {
  api = await startTestApi({
    template: HISTORY_WORLD,
    prepare: async ({ sql }) => {
      // The hours of the world become those around the last midnight, at which each line has a point; ten come after it.
      const endMs = floorMs(Date.now(), DAY_MS) + 10 * HOUR_MS;
      await sql`
        WITH moved AS (SELECT ${new Date(endMs)}::timestamptz - max(bucket_end) AS by FROM lend.reserve_hourly WHERE final)
        UPDATE lend.reserve_hours SET bucket_start = bucket_start + moved.by, open_at = open_at + moved.by, close_at = close_at + moved.by FROM moved`;
    },
  });
});
afterAll(() => api.stop());

const ask = async (query: string) => answerSchema.parse((await api.call(`${PATH}${query}`)).json());

/** The closing value of the hour that ends at a time, from the table itself. */
async function storedAt(reserve: string, seconds: number): Promise<(number | null)[]> {
  const [row] = await api.database.sql`
    SELECT supply_apy_close_f, borrow_apy_close_f, utilization_close_f, supplied_amount_usd_close_f FROM lend.reserve_hourly
    WHERE reserve = ${reserve} AND bucket_end = to_timestamp(${seconds}) AND final`;
  return NUMBERS.map((name) => {
    const value: unknown = row?.[`${name}_close_f`] ?? null;
    return typeof value === 'number' ? Number(value.toPrecision(5)) : null;
  });
}

describe('sparklines', () => {
  it.each([
    [1, 3_600, 24],
    [7, 21_600, 28],
    [30, 86_400, 30],
  ])(
    'of %i days hold what the hours closed with at each point, and null where none is final',
    async (days, step, count) => {
      const { data, meta } = await ask(`?days=${days}`);
      expect(meta).toMatchObject({ step_seconds: step, count: 3 });
      expect(meta.point_count).toBeGreaterThanOrEqual(count - 1);
      expect(meta.first_point_timestamp % step).toBe(0);
      let known = 0;
      for (const row of data) {
        expect(row.supply_apy_f).toHaveLength(meta.point_count);
        for (let point = 0; point < meta.point_count; point += 1) {
          const stored = await storedAt(row.reserve, meta.first_point_timestamp + point * step);
          expect(NUMBERS.map((name) => row[`${name}_f`][point] ?? null)).toEqual(stored);
          if (stored[0] !== null) known += 1;
        }
      }
      expect(known).toBeGreaterThan(0);
    },
  );

  it('are of 7 days where none is named, filtered as every list of reserves, and the same over all protocols', async () => {
    const all = await ask('');
    expect(all).toEqual(await ask('?days=7'));
    const one = await ask('?token_symbol=SOL');
    expect(one).toEqual({
      data: all.data.filter(({ reserve }) => reserve === SOL),
      meta: { ...all.meta, count: 1 },
    });
    const overAll = await api.call('/v1/lend/reserves/all/sparklines?days=7');
    expect(overAll.json()).toMatchObject({ data: all.data });
    expect((await api.call(`${PATH}?days=8`)).json()).toMatchObject({ error: { code: 40003 } });
    expect((await api.call(`${PATH}?market=nonsense`)).json()).toMatchObject({ error: { code: 40013 } });
  });

  it('are revalidated by their ETag', async () => {
    const answer = await api.call(PATH);
    const etag = answer.headers.get('etag') ?? '';
    expect((await api.call(PATH, { headers: { 'if-none-match': etag } })).status).toBe(304);
  });
});

it('hours are read again where something was committed to their day, and only there', async () => {
  const { sql } = api.database;
  const closes = new HourCloses(sql, 'kamino');
  const [newest] = await sql<{ start: Date }[]>`SELECT max(bucket_start) AS start FROM lend.reserve_hourly WHERE final`;
  const hour = newest?.start.getTime() ?? 0;
  const utilization = async () => (await closes.load([hour], [SOL]))[0]?.get(SOL)?.[2];
  const set = (value: number) => sql`
    UPDATE lend.reserve_hours SET utilization_close_f = ${value} WHERE reserve_id = (SELECT id FROM lend.reserves WHERE address = ${SOL}) AND bucket_start = ${newest?.start ?? null}`;
  await set(0.25);
  expect(await utilization()).toBe(0.25);
  await set(0.123456);
  expect(await utilization()).toBe(0.12346);
  await sql`ALTER TABLE lend.reserve_hours DISABLE TRIGGER day_is_changed`;
  await set(0.5);
  expect(await utilization()).toBe(0.12346);
});
