import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { amountText, basisPointsText, countText, percentText, priceText, usdText } from '../format-independently.ts';
import { readFigures, type ShownFigure } from '../read-figures.ts';
import type { World } from '../world.ts';

type Value = string | number | boolean | null;
type Row = Readonly<Record<string, Value>>;
interface List {
  readonly data: readonly Row[];
}
/** Where the API says a number: by the row that the page names, if it names one. */
type Source = (row: string | null, field: string) => Value | undefined;

const ALL_COLUMNS = [
  ...['reserve', 'market', 'protocol', 'status', 'supplied', 'borrowed', 'available', 'utilization', 'supply'],
  ...['supply24h', 'supply7d', 'supply30d', 'rewards', 'borrow', 'borrow24h', 'borrow7d', 'borrow30d', 'price'],
  ...['borrowable', 'depositable'],
].join();

/** The numbers of each page are those that the API answers, digit by digit and as they are written. */
export function numbers(world: () => World): void {
  it.each(['usd', 'tokens'])('the table of markets, in %s, has the numbers of the API', async (unit) => {
    const opened = await world().open(`/?cols=${ALL_COLUMNS}&unit=${unit}&unlisted=true`);
    const { page } = opened;
    const details = await readDetails(world());
    const figures = await readWholeTable(page, details.size);
    expect(new Set(figures.map(({ row }) => row))).toEqual(new Set(details.keys()));
    expect(figures).toEqual(asTheApiSays(figures, (row, field) => details.get(row ?? '')?.[field], details.size * 10));
    await opened.close();
  });

  it('the totals above the table are those of the API', async () => {
    const opened = await world().open('/');
    const summary = await one(world(), '/v1/lend/summary/latest');
    const benchmark = (await world().get<List>('/v1/lend/benchmark-rates/usd')).data.at(-1);
    const figures = await readFigures(opened.page, '.tiles');
    expect(figures).toEqual(
      asTheApiSays(figures, (_, field) => (field.includes('wavg') ? benchmark?.[field] : summary[field]), 6),
    );
    await opened.close();
  });

  it.each(['kamino', 'save'])('the page of a reserve of %s has the numbers of the API', async (protocol) => {
    const path = `/v1/${protocol}/lend/reserves`;
    const reserve = String((await world().get<Row[]>(`${path}/all/latest`))[0]?.['reserve']);
    const opened = await world().open(`/reserves/${reserve}`);
    const detail = await one(world(), `${path}/${reserve}/detail/latest`);
    const figures = await readFigures(opened.page);
    expect(figures).toEqual(asTheApiSays(figures, (_, field) => detail[field], 20));
    const { data: curve } = await world().get<{ data: { current: Row } }>(`${path}/${reserve}/curve`);
    for (const field of ['utilization_f', 'supply_apy_f', 'borrow_apy_f', 'available_amount_f']) {
      const shown = await opened.page.locator(`[data-now="${field}"]`).getAttribute('data-value');
      expect([field, shown]).toEqual([field, String(curve.current[field])]);
    }
    await opened.close();
  });

  it('the charts of a reserve are the points of its history, those of several reserves too', async () => {
    const all = await world().get<Row[]>('/v1/kamino/lend/reserves/all/latest');
    const [first, second] = all.map((row) => String(row['reserve']));
    const opened = await world().open(`/reserves/${first}?range=24h&with=${second}`);
    const { page } = opened;
    const chart = page.locator('figure.chart', { has: page.getByRole('heading', { name: 'Utilization' }) });
    await chart.getByRole('button', { name: 'Table' }).click();
    const cells = await chart
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.querySelectorAll('td.number')].map((cell) => cell.getAttribute('title'))),
      );
    await chart.getByRole('button', { name: 'Table' }).click();
    await chart.locator('canvas').waitFor();
    const calls = opened.requests.filter(({ url }) => url.includes('/history?'));
    expect(calls).toHaveLength(1);
    const { data } = await world().get<List>(
      new URL(calls[0]?.url ?? '').pathname + new URL(calls[0]?.url ?? '').search,
    );
    const times = [...new Set(data.map((row) => Number(row['timestamp'])))].toSorted((a, b) => b - a).slice(0, 24);
    const valueAt = (reserve: string | undefined, time: number): string => {
      const value =
        data.find((row) => row['reserve'] === reserve && row['timestamp'] === time)?.['utilization_f'] ?? null;
      return value === null ? '' : String(value);
    };
    expect(cells).toEqual(times.map((time) => [valueAt(first, time), valueAt(second, time)]));
    expect(cells.flat().filter((cell) => cell !== '').length).toBeGreaterThan(8);
    await opened.close();
  });

  it('the comparison has the numbers of the API', async () => {
    const opened = await world().open('/compare?window=1h&side=borrow');
    const details = await readDetails(world());
    const figures = await readFigures(opened.page);
    expect(figures).toEqual(asTheApiSays(figures, (row, field) => details.get(row ?? '')?.[field], 12));
    await opened.close();
  });

  it('the pages of a market, a token and a protocol, and the list of markets, have the numbers of the API', async () => {
    const details = await readDetails(world());
    const [row = {}] = details.values();
    const [market, mint, protocol] = [row['lending_market'], row['token_address'], row['protocol']];
    const markets = (await world().get<List>('/v1/lend/markets/all/latest')).data;
    const pages = [
      [`/markets/${String(market)}`, `/v1/lend/markets/${String(market)}/latest`, 8],
      [`/tokens/${String(mint)}`, `/v1/lend/tokens/${String(mint)}/latest`, 8],
      [`/protocols/${String(protocol)}`, `/v1/${String(protocol)}/lend/summary/latest`, 20],
    ] as const;
    for (const [path, call, least] of pages) {
      const opened = await world().open(path);
      const totals = await one(world(), call);
      const figures = (await readFigures(opened.page)).filter(({ row: of }) => !isDay(of));
      expect(figures).toEqual(
        asTheApiSays(figures, (of, field) => (of === null ? totals : details.get(of))?.[field], least),
      );
      await opened.close();
    }
    const opened = await world().open('/protocols');
    const marketOf = (of: string | null) => markets.find((each) => each['lending_market'] === of);
    const figures = await readFigures(opened.page);
    expect(figures).toEqual(asTheApiSays(figures, (of, field) => marketOf(of)?.[field], markets.length * 6));
    await opened.close();
  });

  it('the status has the counts of the API', async () => {
    const opened = await world().open('/status');
    const { data } = await world().get<{ data: { protocols: { protocol: string; reserves: Row }[] } }>('/v1/status');
    const reservesOf = (protocol: string | null) => data.protocols.find((each) => each.protocol === protocol)?.reserves;
    const figures = await readFigures(opened.page);
    expect(figures).toEqual(asTheApiSays(figures, (row, field) => reservesOf(row)?.[field], 10));
    await opened.close();
  });
}

/** The table holds only the rows in view: it is read from its top to its end. */
async function readWholeTable(page: Page, rows: number): Promise<readonly ShownFigure[]> {
  const figures: ShownFigure[] = [];
  const scroller = page.locator('.table-scroll');
  for (let row = 0; row <= rows; row += 10) {
    await scroller.evaluate((element, top) => element.scrollTo(0, top), row * 36);
    await page.locator(`tr[aria-rowindex="${Math.min(rows + 1, row + 2)}"]`).waitFor();
    figures.push(...(await readFigures(page, 'main table')));
  }
  return figures;
}

/** Rows of days are named by their time. */
function isDay(row: string | null): boolean {
  return row !== null && /^\d+$/.test(row);
}

async function one(world: World, path: string): Promise<Row> {
  return (await world.get<List>(path)).data[0] ?? {};
}

async function readDetails(world: World): Promise<ReadonlyMap<string, Row>> {
  const lists = await Promise.all(
    ['kamino', 'save'].map(async (protocol) => {
      const { data } = await world.get<List>(`/v1/${protocol}/lend/reserves/all/detail/latest`);
      return data.map((row) => [String(row['reserve']), { ...row, protocol }] as const);
    }),
  );
  return new Map(lists.flat());
}

/**
 * The same numbers with every digit as the API has it, and written as this test writes it. Throws where fewer are shown than there
 * should be.
 */
function asTheApiSays(figures: readonly ShownFigure[], source: Source, least: number): readonly ShownFigure[] {
  if (figures.length < least) throw new Error(`${figures.length} numbers are shown, not ${least}`);
  return figures.map((figure) => {
    const value = source(figure.row, figure.field);
    const exact = value === null || value === undefined ? '' : String(value);
    // The age of a row goes on by itself.
    const isNumber = typeof value === 'number' && figure.field !== 'timestamp';
    return { ...figure, exact, text: isNumber ? textOf(figure.field, value) : figure.text };
  });
}

function textOf(field: string, value: number): string {
  if (field.endsWith('price_usd_f')) return priceText(value);
  if (field.endsWith('_usd_f')) return usdText(value);
  if (field.endsWith('_bps_f')) return basisPointsText(value);
  if (/_count$/.test(field)) return countText(value);
  return /apy|apr|utilization/.test(field) ? percentText(value) : amountText(value);
}
