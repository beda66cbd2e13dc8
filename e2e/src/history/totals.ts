import { waitFor } from '@tidemark/testing';
import { expect, it } from 'vitest';
import type { HistoryRun } from './history-run.ts';
import { type HistoryRow, readHistories } from './read-history.ts';

/** Sums of doubles in another order differ in their last digits. */
const TOLERANCE = 1e-12;
const SUMS = [
  ['supplied_usd_f', 'supplied_amount_usd_f'],
  ['borrowed_usd_f', 'borrowed_amount_usd_f'],
  ['available_usd_f', 'available_amount_usd_f'],
] as const;
type SumName = (typeof SUMS)[number][0];
type PartName = (typeof SUMS)[number][1];

/** Markets, tokens and the protocol beside what they are made of. */
export function itAddsUpTotals(of: () => HistoryRun): void {
  it('the latest totals of protocol and markets are the sums of the details', async () => {
    const run = of();
    const newest = run.looks.at(-1)?.slot ?? 0;
    const { details, summary, markets } = await waitFor(() => readLatest(run, newest), {
      description: `all answers at slot ${newest}`,
    });
    expect(details).toHaveLength(run.truth.reserves().length);
    expectSums(summary, details);
    expect(summary.reserve_count).toBe(details.length);
    expect(summary.unpriced_reserve_count).toBe(details.filter((row) => row.supplied_amount_usd_f === null).length);
    expect(markets).toHaveLength(new Set(details.map((row) => row.lending_market)).size);
    for (const market of markets) {
      const own = details.filter((row) => row.lending_market === market.lending_market);
      expectSums(market, own);
      expect(market.reserve_count).toBe(own.length);
    }
  });

  it('an hour of the protocol is the sum of that hour of its reserves', async () => {
    const run = of();
    const query = { interval: '1h', from: String(run.range.from), to: String(run.range.to) } as const;
    const { data } = await run.client.GET('/v1/kamino/lend/summary/history', { params: { query } });
    const closes = await readHistories(run, { interval: '1h' });
    expect(data?.data.length).toBe(new Set(closes.map(({ timestamp }) => timestamp)).size);
    for (const hour of data?.data ?? []) {
      const own: HistoryRow[] = closes.filter(({ timestamp }) => timestamp === hour.timestamp);
      expect(hour.reserves_expected).toBe(own.length);
      expectSums(hour, own);
    }
  });
}

async function readLatest({ client }: HistoryRun, slot: number) {
  const answers = await Promise.all([
    client.GET('/v1/kamino/lend/reserves/all/detail/latest'),
    client.GET('/v1/kamino/lend/summary/latest'),
    client.GET('/v1/kamino/lend/markets/all/latest'),
  ]);
  const [details, summaries, markets] = answers.map(({ data }) => data);
  if (answers.some(({ data }) => data?.meta.slot !== slot)) return null;
  const [summary] = answers[1].data?.data ?? [];
  if (details === undefined || summaries === undefined || markets === undefined || summary === undefined) return null;
  return { details: answers[0].data?.data ?? [], summary, markets: answers[2].data?.data ?? [] };
}

function expectSums(
  totals: Partial<Record<SumName, number | null>>,
  parts: readonly Readonly<Record<PartName, number | null>>[],
): void {
  for (const [name, part] of SUMS) {
    const values = parts.flatMap((row) => row[part] ?? []);
    const sum = values.reduce((total, value) => total + value, 0);
    const told = totals[name];
    if (told === null || told === undefined) throw new Error(`${name} is unknown`);
    expect(Math.abs(told - sum), `${name}: ${told} is ${sum}`).toBeLessThanOrEqual(TOLERANCE * Math.abs(sum));
  }
}
