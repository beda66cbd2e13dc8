import type { Page } from 'playwright-core';

/**
 * Milliseconds of processor time that the page's main thread uses in some work. Other processes of a busy machine do not lengthen it, as they do
 * what a clock shows.
 */
export async function threadTime(page: Page, work: () => Promise<void>): Promise<number> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' });
  const read = async (): Promise<number> => {
    const { metrics } = await devtools.send('Performance.getMetrics');
    return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1_000;
  };
  const before = await read();
  await work();
  return (await read()) - before;
}

const HOUR = 3_600;
const HOURS = 8_760;
/** Every so many hours one is not known, so that the line has holes. */
const HOLE_EVERY = 400;

/** Milliseconds from one frame to the next while the table of so many rows at least is scrolled from its top to its end. */
export async function scroll(page: Page, url: string, rows: number): Promise<readonly number[]> {
  await open(page, url, rows);
  return await page.evaluate(async () => {
    const scroller = document.querySelector('.table-scroll');
    if (scroller === null) throw new Error('there is no table');
    const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
    const frames: number[] = [];
    let before = await frame();
    while (scroller.scrollTop + scroller.clientHeight < scroller.scrollHeight - 1) {
      scroller.scrollBy(0, 120);
      const now = await frame();
      frames.push(now - before);
      before = now;
    }
    if (frames.length === 0) throw new Error('there was nothing to scroll');
    return frames;
  });
}

/** Points of a year, the newest of the hour that is over. */
export function yearOfHours(): readonly Readonly<Record<string, number | string | null>>[] {
  const end = Math.floor(Date.now() / 1_000 / HOUR) * HOUR;
  return Array.from({ length: HOURS }, (_, index) => ({
    timestamp: end - (HOURS - index) * HOUR,
    utilization_f: index % HOLE_EVERY === 0 ? null : 0.6 + 0.3 * Math.sin(index / 60),
  }));
}

/** Milliseconds that a chart of a year of hours takes: from the switch that makes it anew to the paint after it. */
export async function draw(page: Page, url: string): Promise<number> {
  const rows = JSON.parse(await (await fetch(`${url}/v1/lend/reserves/all/latest`)).text());
  const reserve = String(rows[0].reserve);
  await page.route('**/lend/reserves/all/history?**', (route) =>
    route.fulfill({
      contentType: 'application/json',
      body: JSON.stringify({
        data: yearOfHours().map((row) => ({ ...row, reserve })),
        meta: { next_cursor: null, gaps: [], gaps_truncated_b: false },
      }),
    }),
  );
  await page.goto(`${url}/reserves/${reserve}?range=1y&interval=1h`);
  const chart = page.locator('figure.chart', { has: page.getByRole('heading', { name: 'Utilization' }) });
  await chart.locator('canvas').waitFor();
  const table = chart.getByRole('button', { name: 'Table' });
  await table.click();
  await chart.locator('table').waitFor();
  return await table.evaluate(async (button) => {
    const figure = button.closest('figure');
    const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
    const before = figure?.querySelector('canvas') ?? null;
    const startMs = performance.now();
    if (button instanceof HTMLElement) button.click();
    while (figure?.querySelector('canvas') === before || figure?.querySelector('canvas') === null) await frame();
    // The frame in which it is there is painted before the next one begins.
    await frame();
    return performance.now() - startMs;
  });
}

/**
 * Milliseconds from one frame to the next while the page reads an answer in which every number has changed, until its cells are no longer marked.
 * The page has all rows before that, and its main thread's processor time is that of the frames alone.
 */
export async function follow(page: Page, url: string, rows: number): Promise<Followed> {
  let answers = 0;
  await page.route('**/lend/reserves/all/detail/latest?**', async (route) => {
    const response = await route.fetch();
    answers += 1;
    const grown = (await response.text()).replaceAll(
      /("\w+_f":)(\d+(?:\.\d+)?)(?=[,}])/g,
      (_, name: string, value: string) => `${name}${Number(value) * (1 + answers / 1_000)}`,
    );
    await route.fulfill({ response, body: grown });
  });
  await open(page, url, rows);
  let frames: readonly number[] = [];
  const threadMs = await threadTime(page, async () => {
    frames = await page.evaluate(async () => {
      const frame = (): Promise<number> => new Promise((done) => requestAnimationFrame(done));
      const isMarked = (): boolean => document.querySelector('tbody [data-changed]') !== null;
      const passed: number[] = [];
      let before = await frame();
      let wasMarked = false;
      while (!wasMarked || isMarked()) {
        wasMarked ||= isMarked();
        const now = await frame();
        passed.push(now - before);
        before = now;
      }
      return passed;
    });
  });
  return { frames, threadMs };
}

export interface Followed {
  readonly frames: readonly number[];
  readonly threadMs: number;
}

/** Opens the table, and waits until it has more rows than these: protocols come one after the other, and those of the first may all be in view. */
async function open(page: Page, url: string, rows: number): Promise<void> {
  await page.goto(url);
  await page.waitForFunction(
    (least) => Number(document.querySelector('table[aria-rowcount]')?.getAttribute('aria-rowcount')) > least,
    rows,
  );
}
