import { expect, it } from 'vitest';
import { settled, withoutAges } from '../watched-page.ts';
import type { World } from '../world.ts';

/** A link shows to others what it showed to whoever copied it. */
export function sharing(world: () => World): void {
  it('filters, order, columns and unit of the table are in the address, and a link restores them elsewhere', async () => {
    const opened = await world().open('/');
    const { page } = opened;
    await page.getByRole('searchbox', { name: 'Search reserves' }).fill('sol');
    await page.getByRole('group', { name: 'Filters and columns' }).getByRole('button', { name: 'Protocol' }).click();
    await page.getByRole('dialog').getByLabel('kamino').check();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Utilization' }).click();
    await page.getByRole('button', { name: 'Utilization' }).click();
    await page.getByRole('button', { name: 'In tokens' }).click();
    await page.getByRole('button', { name: 'Columns' }).click();
    await page.getByRole('dialog').getByLabel('Price accepted').check();
    await page.keyboard.press('Escape');
    const copied = new URL(page.url());
    expect(copied.searchParams.get('sort')).toBe('utilization:asc');
    const shown = withoutAges(await page.locator('main table').innerText());
    expect(shown).toContain('Price accepted');
    const elsewhere = await world().open(copied.pathname + copied.search, { timezoneId: 'Pacific/Auckland' });
    expect(withoutAges(await elsewhere.page.locator('main table').innerText())).toBe(shown);
    await elsewhere.close();
    await opened.close();
  });

  it('range, points, unit and what is compared are in the address of a reserve; going back restores what was shown', async () => {
    const [row, other] = await world().get<{ reserve: string }[]>('/v1/kamino/lend/reserves/all/latest');
    const path = `/reserves/${row?.reserve}?range=30d&interval=4h&with=${other?.reserve}&unit=tokens`;
    const opened = await world().open(path);
    const { page } = opened;
    await page.getByRole('button', { name: '24 h' }).click();
    await page.getByLabel('Interval').selectOption('1h');
    await settled(page);
    const copied = new URL(page.url());
    expect(Object.fromEntries(copied.searchParams)).toEqual({
      range: '24h',
      interval: '1h',
      with: other?.reserve,
      unit: 'tokens',
    });
    const elsewhere = await world().open(copied.pathname + copied.search);
    const labels = (of: typeof page) => of.locator('.plot').evaluateAll((all) => all.map((each) => each.ariaLabel));
    expect(await labels(elsewhere.page)).toEqual(await labels(page));
    expect((await labels(page)).length).toBe(6);
    await elsewhere.close();
    await page.getByRole('link', { name: 'Compare' }).click();
    await page.getByRole('heading', { name: 'Compare' }).waitFor();
    await page.goBack();
    await expect.poll(() => page.url()).toBe(copied.href);
    await opened.close();
  });

  it('times are in the zone of the address, and say which', async () => {
    const path = (tz: string) => `/status${tz}`;
    const utc = await world().open(path(''), { timezoneId: 'America/New_York' });
    expect(await utc.page.locator('main').innerText()).toMatch(/\d\d:\d\d:\d\d UTC/);
    const local = await world().open(path('?tz=local'), { timezoneId: 'America/New_York' });
    expect(await local.page.locator('main').innerText()).toMatch(/\d\d:\d\d:\d\d GMT-[45]/);
    await local.close();
    await utc.close();
  });
}
