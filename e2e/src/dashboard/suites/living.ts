import { STORY_RESERVES } from '@tidemark/protocols/localnet';
import { expect, it } from 'vitest';
import { type WatchedPage, withoutAges } from '../watched-page.ts';
import type { World } from '../world.ts';

/** Live updates and outages of the API. The test of charts is the first: the others move the chain past the end of the charts' range. */
export function living(world: () => World): void {
  it('the place along a chart, and the focus, stay where they are when a new point is drawn', async () => {
    const opened = await world().open(`/reserves/${STORY_RESERVES.mainUsdc.reserve}?range=7d`, { alone: true });
    const { page } = opened;
    const chart = page.locator('figure.chart', { has: page.getByRole('heading', { name: 'Utilization' }) });
    await chart.locator('canvas').waitFor();
    const placeAfter = async (key: string): Promise<string> => {
      const before = await chart.locator('.readout').textContent();
      await page.keyboard.press(key);
      await expect.poll(() => chart.locator('.readout').textContent()).not.toBe(before);
      return await chart.locator('.readout span').first().innerText();
    };
    await chart.locator('.plot').focus();
    const third = [await placeAfter('Home'), await placeAfter('ArrowRight'), await placeAfter('ArrowRight')].at(-1);
    await page.locator('.uplot').evaluateAll((all) => all.map((each) => each.setAttribute('data-old', '')));
    await world().moveChain(0.05);
    await expect.poll(() => page.locator('.uplot[data-old]').count(), { timeout: 90_000 }).toBe(0);
    expect(await chart.locator('.readout span').first().innerText()).toBe(third);
    await placeAfter('ArrowLeft');
    expect(await placeAfter('ArrowRight')).toBe(third);
    await opened.close();
  });

  it('what changes on the chain arrives without a key by asking again, and the cells that changed are marked', async () => {
    const opened = await world().open('/?unit=tokens', { alone: true });
    expect(await markedByMove(world(), opened)).toBeGreaterThan(0);
    await opened.close();
  });

  it('with a key the stream tells of it', async () => {
    const opened = await world().open('/key', { alone: true });
    const { page } = opened;
    await page.getByLabel('Key', { exact: true }).fill(world().key);
    await page.getByRole('button', { name: 'Verify and use' }).click();
    await page.getByText('alice').waitFor();
    // What is asked for by the clock would hide a stream that tells nothing.
    await page.evaluate(() => Object.assign(globalThis, { setInterval: () => 0 }));
    await page.getByRole('link', { name: 'Markets', exact: true }).click();
    await page.locator('[data-live="streaming"]').waitFor();
    const stream = opened.requests.filter(({ url }) => url.includes('/v1/stream'));
    expect(stream.map(({ headers }) => headers['x-service-api-key'])).toContain(world().key);
    expect(await markedByMove(world(), opened)).toBeGreaterThan(0);
    await opened.close();
  });

  it('while the API is away what was read stays and a line says since when; when it is back the page says so', async () => {
    const opened = await world().open('/', { alone: true });
    const { page } = opened;
    const table = await page.locator('main table').innerText();
    await world().killApi();
    await page.getByText('No answer from the API.').waitFor({ timeout: 60_000 });
    expect(await page.locator('.connection').innerText()).toMatch(/was read at \d\d:\d\d:\d\d UTC/);
    expect(withoutAges(await page.locator('main table').innerText())).toBe(withoutAges(table));
    await page.getByRole('button', { name: 'Utilization' }).click();
    await page.locator('th[aria-sort="descending"]', { hasText: 'Utilization' }).waitFor();
    await world().restartApi();
    await page.getByText('The API answers again.').waitFor({ timeout: 60_000 });
    expect(await page.getByText('No answer from the API.').count()).toBe(0);
    await opened.close();
  });

  it('a page that is opened while nothing answers says so, with a way to ask again', async () => {
    const opened = await world().open('/key', { alone: true });
    const { page } = opened;
    await page.route('**/v1/**', (route) => route.abort());
    await page.getByRole('link', { name: 'Protocols' }).click();
    const failed = page.getByRole('alert').filter({ hasText: 'The markets could not be loaded.' });
    await failed.waitFor();
    await page.unroute('**/v1/**');
    await failed.getByRole('button', { name: 'Try again' }).click();
    await page.locator('tr[data-row]').first().waitFor();
    expect(await failed.count()).toBe(0);
    await opened.close();
  });
}

/** Moves the chain, waits until the page shows it, and tells how many fields it has marked as changed. */
async function markedByMove(world: World, { page }: WatchedPage): Promise<number> {
  // All rows are in view: of the largest amounts no digit changes that is shown.
  await page.setViewportSize({ width: 1440, height: 2_400 });
  await page.locator('tr[data-row]').first().waitFor();
  const cell = page.locator(
    'tr[data-row] td[data-field="supplied_amount_f"], tr[data-row] td[data-field="supplied_amount_usd_f"]',
  );
  const before = await cell.first().getAttribute('data-value');
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { markedFields: seen });
    new MutationObserver((changes) => {
      for (const { target } of changes) {
        if (target instanceof Element && target.hasAttribute('data-changed'))
          seen.add(target.getAttribute('data-field') ?? '');
      }
    }).observe(document.body, { subtree: true, attributeFilter: ['data-changed'] });
  });
  await world.moveChain(0.25);
  await expect.poll(() => cell.first().getAttribute('data-value')).not.toBe(before);
  const marked = () =>
    page.evaluate(() => {
      const seen: ReadonlySet<string> = Reflect.get(globalThis, 'markedFields');
      return seen.size;
    });
  await expect.poll(marked).toBeGreaterThan(0);
  return await marked();
}
