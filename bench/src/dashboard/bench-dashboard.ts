import { waitFor } from '@tidemark/testing';
import { chromium, type Browser, type Page } from 'playwright-core';
import { startBenchStack, startFleetApi } from '../lib/bench-stack.ts';
import type { Figure, Section } from '../lib/report.ts';
import { percentile } from '../lib/statistics.ts';
import { draw, follow, type Followed, scroll, threadTime, yearOfHours } from './measure-page.ts';

const RUNS = 5;
const ROWS = 1_000;
const SLOWER = 4;
const PAINT_AIM_MS = 1_500;
const DRAW_AIM_MS = 100;
/** Of a screen that shows sixty a second. */
const FRAME_MS = 16;
/** Above this a frame is one that people see being late. */
const LATE_FRAME_MS = 50;

/** The dashboard in Chromium: its first paint with a slowed processor, scrolling of many rows, and drawing of a year of hours. */
export async function benchDashboard(): Promise<Section> {
  const stack = await startBenchStack();
  const browser = await chromium.launch({
    executablePath: '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--disable-gpu'],
  });
  try {
    const localnet = await stack.startServer({
      name: 'localnet',
      entry: 'apps/localnet/dist/main.js',
      readyPath: '/health',
      env: (port) => ({ LOCALNET_PORT: String(port), LOCALNET_RESERVES: String(ROWS), LOCALNET_SLOT_MS: '0' }),
    });
    await stack.startServer({
      name: 'indexer',
      entry: 'apps/indexer/dist/main.js',
      readyPath: '/ready',
      env: (port) => ({ DATABASE_URL: stack.databaseUrl, SOLANA_RPC_URL: localnet.url, INDEXER_PORT: String(port) }),
    });
    const { url } = await startFleetApi(stack);
    await waitFor(async () => (await countRows(url)) >= ROWS, { description: `${ROWS} reserves`, timeoutMs: 120_000 });
    const rows = await countRows(url);
    const paints: Paint[] = [];
    const frames: (readonly number[])[] = [];
    const threads: { readonly open: number; readonly frame: number }[] = [];
    const draws: number[] = [];
    const changes: Followed[] = [];
    for (let run = 0; run < RUNS; run += 1) {
      // One after the other: two pages at once would share the processor.
      paints.push(await withPage(browser, (page) => paint(page, url)));
      frames.push(await withPage(browser, (page) => scroll(page, url, rows)));
      threads.push(await withPage(browser, (page) => work(page, url, rows)));
      draws.push(await withPage(browser, (page) => draw(page, url)));
      changes.push(await withPage(browser, (page) => follow(page, url, rows)));
    }
    return {
      title: 'Dashboard',
      how: `Debian's Chromium without a display, drawing in software, API and page on this machine; ${rows} reserves. A context of its own, nothing cached, for each of ${RUNS} runs; medians. Frames: 120 pixels each over the whole table. Drawing: from the answer of ${yearOfHours().length} points in the page to the next paint, one line with holes.`,
      figures: figuresOf({ paints, frames, draws, threads, changes }),
    };
  } finally {
    await browser.close();
    await stack.stop();
  }
}

/** What the main thread does without slowing: to open the page until its rows are there, and for each frame of scrolling. */
async function work(page: Page, url: string, rows: number): Promise<{ readonly open: number; readonly frame: number }> {
  const open = await threadTime(page, async () => {
    await page.goto(url);
    await page.locator('tbody tr[data-row]').first().waitFor();
  });
  let frames = 0;
  const all = await threadTime(page, async () => {
    frames = (await scroll(page, url, rows)).length;
  });
  return { open, frame: (all - open) / frames };
}

interface Measured {
  readonly paints: readonly Paint[];
  readonly frames: readonly (readonly number[])[];
  readonly draws: readonly number[];
  readonly changes: readonly Followed[];
  readonly threads: readonly { readonly open: number; readonly frame: number }[];
}

function figuresOf({ paints, frames, draws, threads, changes }: Measured): Figure[] {
  const median = (values: readonly number[]): number => percentile(values, 0.5);
  const paintMs = median(paints.map(({ largestMs }) => largestMs));
  const drawMs = median(draws);
  const late = median(frames.map((run) => run.filter((ms) => ms > LATE_FRAME_MS).length));
  return [
    {
      what: `largest contentful paint, processor ${SLOWER} times slower`,
      value: `${paintMs.toFixed(0)} ms`,
      aim: `< ${PAINT_AIM_MS} ms`,
      met: paintMs < PAINT_AIM_MS,
    },
    {
      what: `first rows in the page, processor ${SLOWER} times slower`,
      value: `${median(paints.map(({ rowsMs }) => rowsMs)).toFixed(0)} ms`,
    },
    {
      what: 'processor time of the main thread until the rows are there, not slowed',
      value: `${median(threads.map(({ open }) => open)).toFixed(0)} ms`,
    },
    {
      what: `scrolling ${ROWS} rows: processor time of the main thread for a frame`,
      value: `${median(threads.map(({ frame }) => frame)).toFixed(1)} ms`,
      aim: `< ${FRAME_MS} ms`,
      met: median(threads.map(({ frame }) => frame)) < FRAME_MS,
    },
    {
      what: `scrolling ${ROWS} rows: frame, p50`,
      value: `${median(frames.map((run) => percentile(run, 0.5))).toFixed(1)} ms`,
    },
    {
      what: `scrolling ${ROWS} rows: frame, p95`,
      value: `${median(frames.map((run) => percentile(run, 0.95))).toFixed(1)} ms`,
      aim: '< 25 ms',
      met: median(frames.map((run) => percentile(run, 0.95))) < 25,
    },
    {
      what: `scrolling ${ROWS} rows: frames over ${LATE_FRAME_MS} ms, of ${frames[0]?.length ?? 0}`,
      value: String(late),
      aim: '0',
      met: late === 0,
    },
    ...figuresOfChanges(changes),
    {
      what: 'a year of hourly points drawn',
      value: `${drawMs.toFixed(0)} ms`,
      aim: `< ${DRAW_AIM_MS} ms`,
      met: drawMs < DRAW_AIM_MS,
    },
  ];
}

/** What live data cost: from the page at rest until the marks of an answer that changes every number are gone. */
function figuresOfChanges(changes: readonly Followed[]): Figure[] {
  const late = percentile(
    changes.map(({ frames }) => frames.filter((ms) => ms > LATE_FRAME_MS).length),
    0.5,
  );
  return [
    {
      what: `an answer that changes ${ROWS} rows: processor time of the main thread until its marks are gone`,
      value: `${percentile(
        changes.map(({ threadMs }) => threadMs),
        0.5,
      ).toFixed(0)} ms`,
    },
    {
      what: `an answer that changes ${ROWS} rows: frames over ${LATE_FRAME_MS} ms`,
      value: String(late),
      aim: '0',
      met: late === 0,
    },
  ];
}

async function countRows(url: string): Promise<number> {
  const response = await fetch(`${url}/v1/lend/reserves/all/latest`);
  const rows: readonly unknown[] = JSON.parse(await response.text());
  return Array.isArray(rows) ? rows.length : 0;
}

async function withPage<Result>(browser: Browser, measure: (page: Page) => Promise<Result>): Promise<Result> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    // What the loader of this source puts around functions, which pages do not have.
    await context.addInitScript('globalThis.__name = (value) => value;');
    return await measure(await context.newPage());
  } finally {
    await context.close();
  }
}

interface Paint {
  readonly largestMs: number;
  /** When the table had rows: the largest paint may be of something else. */
  readonly rowsMs: number;
}

async function paint(page: Page, url: string): Promise<Paint> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  await page.addInitScript(() => {
    Object.assign(globalThis, { largestMs: 0, rowsMs: 0 });
    new PerformanceObserver((list) => {
      Object.assign(globalThis, { largestMs: list.getEntries().at(-1)?.startTime ?? 0 });
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    const look = (): void => {
      if (document.querySelector('tbody tr[data-row]') === null) requestAnimationFrame(look);
      else Object.assign(globalThis, { rowsMs: performance.now() });
    };
    look();
  });
  await page.goto(url);
  await page.locator('tbody tr[data-row]').first().waitFor();
  // A paint after the rows, and the observer's turn after that.
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(done, 200))));
  const read = async (name: keyof Paint) => Number(await page.evaluate((key) => Reflect.get(globalThis, key), name));
  return { largestMs: await read('largestMs'), rowsMs: await read('rowsMs') };
}
