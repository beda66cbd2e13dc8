import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ratioToDouble, USD_STABLECOINS } from '@tidemark/core';
import { upsertLendingMarkets } from '@tidemark/schema';
import { addressFromLabel, repositoryDir } from '@tidemark/testing';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { HISTORY_WORLD, issueKey, LABELS, truthAt, WORLD } from './support/history-world.ts';
import { bankAt, buildMarketRow } from './support/rows.ts';
import { startTestApi, type TestApi } from './support/start-api.ts';
import { storeTotals } from './support/total-buckets.ts';

// Each query of docs/use/sql-cookbook.md, run as printed by a reader in another time zone than UTC, beside the API's answer or the
// truth of the made-up chain.

const RESERVES = '/v1/kamino/lend/reserves';
const HOUR = 3_600;
const YEAR = 31_536_000;
const SOL = addressFromLabel('SOL');
const DOLLAR = USD_STABLECOINS[0]?.mint ?? '';
const unixOf = (seconds: number) => bankAt(seconds).observedAt.getTime() / 1000;
const dayOf = (seconds: number) => bankAt(seconds).observedAt.toISOString().slice(0, 10);
const days = `from=${unixOf(0)}&to=${unixOf(48 * HOUR)}&interval=1d`;
const byText = (left: string, right: string) => (left < right ? -1 : 1);

type Row = Readonly<Record<string, unknown>>;
const answerSchema = z.object({ data: z.array(z.record(z.string(), z.unknown())) });

let api: TestApi;
let key: Record<string, string>;
let queries: ReadonlyMap<string, string>;

beforeAll(async () => {
  api = await startTestApi({
    template: HISTORY_WORLD,
    prepare: async (database) => {
      const { sql } = database;
      // LATE is a dollar; the fee of the market for referrers changes when the world ends.
      await sql`UPDATE lend.reserves SET token_mint = ${DOLLAR} WHERE address = ${addressFromLabel('LATE')}`;
      const bank = bankAt(WORLD.end);
      await upsertLendingMarkets(sql, [
        buildMarketRow({
          ...bank,
          referralFeeBps: 1_234,
          config: { ...buildMarketRow().config, referralFeeBps: 1_234 },
        }),
      ]);
      // No mint ever changes but here.
      await sql`
        INSERT INTO lend.bucket_totals_due (protocol, width_seconds, bucket_start)
        SELECT DISTINCT protocol, width_seconds, bucket_start FROM lend.bucket_totals WHERE protocol = 'kamino'`;
      await storeTotals(database);
    },
  });
  key = await issueKey(api.database, 'cookbook');
  const page = await readFile(join(repositoryDir(), 'docs/use/sql-cookbook.md'), 'utf8');
  const found = [...page.matchAll(/^## (.+?)\n.*?```sql\n(.+?);\n```/gms)];
  queries = new Map(found.map(([, question = '', sql = '']) => [question, sql]));
});
afterAll(() => api.stop());

const asked = new Set<string>();

/** The rows of the query under the heading that begins so; times as unix seconds, days and exact numbers as text. */
async function ask(beginning: string): Promise<Row[]> {
  const [question, sql] = [...queries].find(([heading]) => heading.startsWith(beginning)) ?? [];
  if (question === undefined || sql === undefined) throw new Error(`no question begins with ${beginning}`);
  asked.add(question);
  return api.database.sql.begin(async (tx) => {
    await tx`SET LOCAL ROLE tidemark_reader`;
    await tx`SET LOCAL TimeZone = 'America/New_York'`;
    const rows = await tx.unsafe<Row[]>(sql);
    return rows.map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          value instanceof Date && name !== 'day_utc' ? value.getTime() / 1000 : textOf(value),
        ]),
      ),
    );
  });
}

const textOf = (value: unknown) => {
  if (value instanceof Date) return value.toISOString().slice(0, 10);
  return typeof value === 'bigint' ? Number(value) : value;
};

const read = async (path: string) => answerSchema.parse((await api.call(path, { headers: key })).json()).data;
const pick = (row: Row, names: readonly string[]) => Object.fromEntries(names.map((name) => [name, row[name]]));
function stateOf(label: string, seconds: number) {
  const state = truthAt(label, seconds);
  if (state === null) throw new Error(`${label} was not there`);
  return state;
}

it('the rate of now beside what was earned: as in the details', async () => {
  const rows = await ask('Where does a token earn most');
  const names = ['reserve', 'lending_market_name', 'supply_apy_f', 'supply_apy_realised_24h_gap_str'];
  const [detail = {}] = await read(`${RESERVES}/${SOL}/detail/latest`);
  expect(rows.map((row) => pick(row, names))).toEqual([pick(detail, names)]);
  expect(Number(rows[0]?.['supply_apy_realised_24h_f']) / Number(detail['supply_apy_realised_24h_f'])).toBeCloseTo(
    1,
    12,
  );
});

it('prices and the program’s verdict: as in the details', async () => {
  const rows = await ask('Would the program lend');
  const details = await read(`${RESERVES}/all/detail/latest`);
  const wanted = details.map((detail) => pick(detail, Object.keys(rows[0] ?? {})));
  expect(rows).toEqual(wanted.toSorted((a, b) => byText(String(a['reserve']), String(b['reserve']))));
});

it('utilization with its hole: as in the history', async () => {
  const rows = await ask('How full was a reserve');
  const history = await read(
    `${RESERVES}/${SOL}/history?from=${unixOf(0)}&to=${unixOf(24 * HOUR)}&interval=1h&agg=twavg`,
  );
  expect(rows).toEqual(
    history.map((row) => ({
      bucket_start: row['timestamp'],
      utilization_twavg_f: row['utilization_f'],
      ...pick(row, ['coverage_f', 'quality_str', 'gap_reason_str']),
    })),
  );
  expect(rows.filter((row) => row['utilization_twavg_f'] === null)).toHaveLength(3);
});

it('gaps: the hole of the made-up chain', async () => {
  const gap = {
    gap_reason_str: 'not_polled',
    from_at: unixOf(WORLD.gap.from),
    gap_seconds: WORLD.gap.to - WORLD.gap.from,
    ongoing_b: false,
  };
  const labels = LABELS.toSorted((a, b) => byText(addressFromLabel(a), addressFromLabel(b)));
  expect(await ask('What was not observed')).toEqual(
    labels.map((label) => ({ reserve: addressFromLabel(label), token_symbol: label, ...gap })),
  );
});

it('fees and revenue by day and market: as in the fees of the API', async () => {
  const rows = await ask('What did borrowers pay per day');
  const fees = await read(`/v1/kamino/lend/fees?${days}&group_by=market`);
  expect(rows).toHaveLength(2);
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'day_utc');
  expect(names).toHaveLength(7);
  const wanted = fees.map((fee, place) => ({ day_utc: dayOf(place * 24 * HOUR), ...pick(fee, names) }));
  // Of the day that is not over the API counts the hours that are not rolled up, too.
  expect(rows).toEqual([wanted[0], { ...wanted[1], final_b: false, unknown_reserve_count: 0 }]);
});

it('the parts of the interest: as in the fees of the reserve', async () => {
  const rows = await ask('What of it went to suppliers');
  const fees = await read(`/v1/kamino/lend/fees?${days}&group_by=reserve&reserve=${SOL}`);
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'day_utc');
  expect(names).toHaveLength(5);
  expect(rows).toEqual(fees.map((row, place) => ({ day_utc: dayOf(place * 24 * HOUR), ...pick(row, names) })));
});

it('tokens by day: what the chain held when the day ended', async () => {
  const wanted = [24 * HOUR, WORLD.end].flatMap((end, place) =>
    LABELS.toSorted(byText).map((label) => {
      const { suppliedAmountF, suppliedAmountUsdF } = stateOf(label, end);
      return {
        day_utc: dayOf(place * 24 * HOUR),
        token_address: expect.any(String),
        token_symbol: label,
        supplied_amount_f: suppliedAmountF,
        supplied_usd_f: suppliedAmountUsdF,
        unpriced_reserve_count: suppliedAmountUsdF === null ? 1 : 0,
      };
    }),
  );
  expect(await ask('How much of each token')).toEqual(wanted);
});

it('tokens by day: a token with two symbols is one row', async () => {
  const { sql } = api.database;
  const [sol, usdc] = [SOL, addressFromLabel('USDC')];
  const [before] = await sql`SELECT token_mint, token_symbol FROM lend.reserves WHERE address = ${usdc}`;
  try {
    await sql`UPDATE lend.reserves SET token_symbol = 'mSOL',
      token_mint = (SELECT token_mint FROM lend.reserves WHERE address = ${sol}) WHERE address = ${usdc}`;
    const rows = await ask('How much of each token');
    const supplied = stateOf('SOL', WORLD.end).suppliedAmountF + stateOf('USDC', WORLD.end).suppliedAmountF;
    expect(rows.filter((row) => row['token_symbol'] === 'mSOL')).toEqual([]);
    expect(Number(rows.findLast((row) => row['token_symbol'] === 'SOL')?.['supplied_amount_f'])).toBeCloseTo(
      supplied,
      6,
    );
    expect(rows).toHaveLength(2 * (LABELS.length - 1));
  } finally {
    await sql`UPDATE lend.reserves SET token_symbol = ${before?.['token_symbol']}, token_mint = ${before?.['token_mint']} WHERE address = ${usdc}`;
  }
});

it('all reserves at one moment: what the chain held', async () => {
  const wanted = LABELS.toSorted(byText).map((label) => {
    const { suppliedAmountF, borrowedAmountF, utilizationF } = stateOf(label, 18 * HOUR);
    return {
      token_symbol: label,
      observed_at: unixOf(18 * HOUR),
      supplied_amount_f: suppliedAmountF,
      borrowed_amount_f: borrowedAmountF,
      utilization_f: utilizationF,
    };
  });
  expect(await ask('How did all reserves stand')).toEqual(wanted);
});

it('realised rates: the growth of the chain’s own indices', async () => {
  const rows = await ask('What was really paid');
  expect(rows).toHaveLength(LABELS.length);
  for (const [place, label] of LABELS.toSorted(byText).entries()) {
    const [from, to] = [stateOf(label, 6 * HOUR), stateOf(label, 30 * HOUR)];
    const rate = (after: bigint, before: bigint) =>
      Math.expm1((YEAR / (24 * HOUR)) * Math.log1p(ratioToDouble(after - before, before)));
    const row = rows[place] ?? {};
    expect(row).toMatchObject({ token_symbol: label, start_at: unixOf(6 * HOUR), end_at: unixOf(30 * HOUR) });
    expect(row['borrow_apy_realised_f']).toBeCloseTo(rate(to.accruedBorrowIndex, from.accruedBorrowIndex), 12);
    const [after, before] = [
      to.accruedSupplied * from.collateralSupplyRaw,
      from.accruedSupplied * to.collateralSupplyRaw,
    ];
    expect(row['supply_apy_realised_f']).toBeCloseTo(rate(after, before), 12);
  }
});

it('a mean rate compounded daily: as JavaScript compounds it', async () => {
  const rows = await ask('What is a mean rate worth');
  const history = await read(`${RESERVES}/${SOL}/history?${days}&agg=twavg`);
  expect(rows.map((row) => row['borrow_apr_twavg_f'])).toEqual(history.map((row) => row['borrow_apr_f']));
  for (const { borrow_apr_twavg_f: apr, borrow_apy_daily_f: apy } of rows) {
    expect(apy).toBeCloseTo(Math.expm1(365 * Math.log1p(Number(apr) / 365)), 14);
  }
});

it('one second: the newest stored observation, with what is known of the time since', async () => {
  const [hour, second] = [18 * HOUR, 18 * HOUR + 127];
  const rows = await ask('How did each reserve stand at one second');
  const wanted = LABELS.toSorted(byText).map((label) => ({
    token_symbol: label,
    observed_at: unixOf(hour),
    age_seconds: second - hour,
    exact_b: false,
    unchanged_b: true,
    borrowed_amount_f: stateOf(label, hour).borrowedAmountF,
    borrow_apy_f: stateOf(label, hour).borrowApyF,
  }));
  expect(rows).toEqual(wanted);
});

it('coverage by day: as the API has it', async () => {
  const rows = await ask('How much of each day');
  expect(rows.map((row) => row['token_symbol'])).toEqual(LABELS.toSorted(byText));
  for (const row of rows) {
    const reserve = addressFromLabel(String(row['token_symbol']));
    const [answer = {}] = await read(`/v1/coverage?reserve=${reserve}&from=${unixOf(0)}&to=${unixOf(24 * HOUR)}`);
    expect(row).toEqual({
      ...pick(answer, ['token_symbol', 'coverage_f', 'missing_seconds']),
      day_utc: dayOf(0),
      gap_reason_str: 'not_polled',
    });
  }
});

it('the rate of a dollar: as the benchmark of the API', async () => {
  const rows = await ask('What is the rate of a dollar');
  const benchmark = await read(`/v1/lend/benchmark-rates/usd?from=${unixOf(0)}&to=${unixOf(24 * HOUR)}&interval=1d`);
  const names = Object.keys(rows[0] ?? {}).filter((name) => name !== 'day_utc');
  expect(names).toHaveLength(5);
  expect(rows).toEqual(benchmark.map((row) => ({ day_utc: dayOf(0), ...pick(row, names) })));
  expect(rows[0]).toMatchObject({ reserves_included: 1, excluded_reserve_count: 0 });
});

it('parameters: the log of the API', async () => {
  const rows = await ask('Which parameters changed');
  const log = await read(`${RESERVES}/all/config/changes?from=${unixOf(0)}`);
  const text = (value: unknown) => (value === null || typeof value === 'string' ? value : JSON.stringify(value));
  expect(rows.length).toBeGreaterThan(0);
  expect(rows).toEqual(
    log.map((change) => ({
      observed_at: change['timestamp'],
      ...pick(change, ['lending_market_name', 'token_symbol', 'field']),
      old_value: text(change['old_value']),
      new_value: text(change['new_value']),
    })),
  );
  expect(rows.at(-1)).toMatchObject({
    field: 'lending_market_referral_fee_bps',
    new_value: '1234',
    observed_at: unixOf(WORLD.end),
  });
});

it('what is new: every row that was stored after the cursor, once', async () => {
  const rows = await ask('What is new');
  const [{ total, last } = {}] = await api.database.sql<{ total: number; last: Date[] }[]>`
    SELECT count(*)::int AS total, array_agg(DISTINCT s.observed_at ORDER BY s.observed_at) AS last
    FROM lend.reserve_snapshots AS s
    WHERE s.observed_at > (SELECT observed_at FROM lend.batch_commits WHERE commit_seq = 300)`;
  expect(rows.length).toBe(total);
  expect(rows.length).toBeGreaterThan(3);
  expect(new Set(rows.map((row) => row['observed_at']))).toEqual(new Set(last?.map((at) => at.getTime() / 1000)));
});

it('every question of the page is asked here', () => {
  expect([...queries.keys()].filter((question) => !asked.has(question))).toEqual([]);
  expect(queries.size).toBe(15);
});
