import type { Locator, Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { STORY, STORY_RESERVES } from '@tidemark/protocols/localnet';
import { CHAIN_START, NOW, PAST_DAYS, type World } from '../world.ts';

const HOUR = 3_600;
const { mainUsdc } = STORY_RESERVES;
/** Times of the story lie at the half of an hour before. */
const storyTime = (hoursBefore: number): number => Math.floor((CHAIN_START - hoursBefore * HOUR) / 1_800) * 1_800;
const OUTAGE = { from: storyTime(STORY.outage.from), seconds: STORY.outage.minutes * 60 };
/** Hours that a part of it lies in, the newest first. */
const OUT_HOURS = Array.from(
  { length: Math.ceil((OUTAGE.from + OUTAGE.seconds) / HOUR) - Math.floor(OUTAGE.from / HOUR) },
  (_, place) => (Math.ceil((OUTAGE.from + OUTAGE.seconds) / HOUR) - 1 - place) * HOUR,
);
const CHANGES = STORY.changes
  .filter(({ reserve, at }) => reserve === mainUsdc.reserve && at < 24 * PAST_DAYS)
  .map(({ at }) => storyTime(at))
  .toSorted((a, b) => b - a);
/** Ranges end with the hour that the chain stands in: a later one that ends during the tests is a gap. */
const MONTH = { standsAt: NOW };
const REASON = 'The read of the chain failed. (TIMEOUT)';
/** As the dashboard writes moments, without its formats: `25 Nov 2026, 18:29:58 UTC`. */
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const momentText = (seconds: number): string => {
  const [year, month, day, clock] = new Date(seconds * 1_000).toISOString().split(/[-T.]/);
  return `${day} ${MONTHS[Number(month) - 1]} ${year}, ${clock} UTC`;
};

/** A point is of its hour and is told so: `25 Nov 2026, 18:00–19:00 UTC, close`. */
const hourText = (seconds: number): string => {
  const start = momentText(seconds);
  const end = String((Number(start.slice(13, 15)) + 1) % 25).padStart(2, '0');
  return `${start.slice(0, 18)}–${end}:00 UTC, close`;
};

/** The month that a newcomer's stack has to look at, as its story says. */
export function past(world: () => World): void {
  it('charts of a reserve show thirty days, the outage as a gap with its reason, and parameter changes as marks', async () => {
    const opened = await world().open(`/reserves/${mainUsdc.reserve}?range=30d`, MONTH);
    const { page } = opened;
    const chart = page.locator('figure.chart', { has: page.getByRole('heading', { name: 'Utilization' }) });
    const plot = chart.locator('.plot');
    await chart.locator('canvas').waitFor();
    expect(await plot.getAttribute('aria-label')).toMatch(/, \d+ points\..* 1 gap of 40 min/);
    const times = await rowsOf(page, chart);
    const known = times.filter(({ value }) => value !== '');
    expect(known.length).toBeGreaterThan(24 * (PAST_DAYS - 1));
    const gaps = times.filter(({ gap }) => gap !== '');
    expect(gaps).toEqual(OUT_HOURS.map((time) => expect.objectContaining({ time: hourText(time), gap: REASON })));
    await opened.close();
  });

  it('the gap is hatched and each change is a line, where they were, and the cursor names them', async () => {
    const opened = await world().open(`/reserves/${mainUsdc.reserve}?range=30d`, MONTH);
    const { page } = opened;
    const chart = page.locator('figure.chart', { has: page.getByRole('heading', { name: 'Utilization' }) });
    await chart.locator('canvas').waitFor();
    const [url = ''] = opened.requests.flatMap((request) => (request.url.includes('/history?') ? [request.url] : []));
    const [from, to] = ['from', 'to'].map((name) => Number(new URL(url).searchParams.get(name)));
    const painted = (time: number) => paintedAt(chart, (time - (from ?? 0)) / ((to ?? 0) - (from ?? 0)));
    // Rows of the picture that are painted in a strip of three pixels: grid and line alone elsewhere.
    const usual = await painted(OUTAGE.from - 30 * HOUR);
    expect(await painted(OUTAGE.from + OUTAGE.seconds / 2)).toBeGreaterThan(3 * usual);
    for (const time of CHANGES) expect(await painted(time)).toBeGreaterThan(3 * usual);
    const table = page.locator('section', { has: page.getByRole('heading', { name: 'Parameter changes' }) });
    const listed = await table.locator('tbody tr td:nth-child(2)').allInnerTexts();
    expect(listed).toEqual(CHANGES.map(momentText));
    const readout = chart.locator('.readout');
    const plot = chart.locator('.plot');
    await plot.focus();
    await page.keyboard.press('End');
    const found = new Set<string>();
    for (let press = 0; press < 24 * 20 && found.size < 2; press += 1) {
      const before = await readout.textContent();
      await page.keyboard.press('ArrowLeft');
      // Each point has another time: the next key waits until this one is shown.
      await expect.poll(() => readout.textContent(), { interval: 5 }).not.toBe(before);
      const tags = await readout.locator('.tag').allTextContents();
      for (const text of tags) if (/^1: .*→|gap: /.test(text)) found.add(text);
    }
    expect([...found]).toEqual([expect.stringMatching(/^1: .* 75 → 80$/), `gap: ${REASON}`]);
    await opened.close();
  });

  it('the run on a reserve is at 100 % where the story has it, and its history is that of the API', async () => {
    const [run] = STORY.runs;
    const opened = await world().open(`/reserves/${run?.reserve}?range=30d`, MONTH);
    const label = await opened.page
      .locator('figure.chart', { has: opened.page.getByRole('heading', { name: 'Utilization' }) })
      .locator('.plot')
      .getAttribute('aria-label');
    expect(label).toContain('greatest 100.00 %');
    await opened.close();
  });
}

interface TableRow {
  readonly time: string;
  readonly value: string;
  readonly gap: string;
}

/** All rows of the table of a chart, page by page. */
async function rowsOf(page: Page, chart: Locator): Promise<readonly TableRow[]> {
  await chart.getByRole('button', { name: 'Table' }).click();
  const rows: TableRow[] = [];
  for (;;) {
    rows.push(
      ...(await chart.locator('tbody tr').evaluateAll((all) =>
        all.map((row) => ({
          time: row.querySelector('th')?.textContent ?? '',
          value: row.querySelector('td.number')?.getAttribute('title') ?? '',
          gap: row.querySelector('td:last-child')?.textContent ?? '',
        })),
      )),
    );
    const older = chart.getByRole('button', { name: 'Older' });
    if (await older.isDisabled()) break;
    const shown = await chart.locator('.pager span').innerText();
    await older.click();
    await page.waitForFunction(
      (before) => [...document.querySelectorAll('.pager span')].every((span) => span.textContent !== before),
      shown,
    );
  }
  return rows;
}

/** How many rows of a canvas have something painted at a share of its drawn width. */
function paintedAt(chart: Locator, share: number): Promise<number> {
  return chart.locator('canvas').evaluate((canvas, at) => {
    const over = canvas.parentElement?.querySelector('.u-over');
    if (!(canvas instanceof HTMLCanvasElement) || over == null) throw new Error('there is no chart');
    const [inner, outer] = [over.getBoundingClientRect(), canvas.getBoundingClientRect()];
    const ratio = canvas.width / outer.width;
    const left = Math.round((inner.left - outer.left + at * inner.width) * ratio) - 1;
    const [top, height] = [Math.ceil((inner.top - outer.top) * ratio), Math.floor(inner.height * ratio)];
    // A strip of its own: a browser warns of a canvas that is read again and again.
    const strip = Object.assign(document.createElement('canvas'), { width: 3, height });
    const drawn = strip.getContext('2d', { willReadFrequently: true });
    drawn?.drawImage(canvas, left, top, 3, height, 0, 0, 3, height);
    const { data } = drawn?.getImageData(0, 0, 3, height) ?? { data: [] };
    return Array.from({ length: height }, (_, row) => row).filter((row) =>
      [0, 1, 2].some((column) => (data[(row * 3 + column) * 4 + 3] ?? 0) > 0),
    ).length;
  }, share);
}
