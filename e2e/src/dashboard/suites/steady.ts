import { expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { settled } from '../watched-page.ts';
import { VIEWS, viewPaths } from '../views.ts';
import type { World } from '../world.ts';

/** What a page may move by while it is read: the sum of its layout shifts, as browsers count them. */
const MOST_SHIFT = 0.1;

/** Pages stand still while they are read, say what is missing, and can be read on a phone and under the mouse. */
export function steady(world: () => World): void {
  const cases = VIEWS.flatMap((view) => (['desktop', 'phone'] as const).map((size) => ({ view, size })));
  it.each(cases)('$view on a $size: nothing moves when what is read arrives', async ({ view, size }) => {
    const path = (await viewPaths(world()))[view];
    const opened = await world().open('/key', { size, alone: true });
    const { page } = opened;
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(globalThis, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
          if (Reflect.get(entry, 'hadRecentInput') !== true) shifts.push(Number(Reflect.get(entry, 'value')));
        }
      }).observe({ type: 'layout-shift', buffered: true });
    });
    await page.goto(new URL(path, world().apiUrl).href);
    await settled(page);
    const sum = await page.evaluate(() => {
      const shifts: readonly number[] = Reflect.get(globalThis, 'shifts');
      return shifts.reduce((all, each) => all + each, 0);
    });
    expect(sum).toBeLessThan(MOST_SHIFT);
    await opened.close();
  });

  it('on a phone both yields of a reserve are in the first screen', async () => {
    const opened = await world().open('/', { size: 'phone' });
    const { page } = opened;
    for (const field of ['supply_apy_f', 'borrow_apy_f']) {
      const box = await page.locator(`tr[data-row] td[data-field="${field}"]`).first().boundingBox();
      if (box === null) throw new Error(`${field} is not shown`);
      expect([field, box.x >= 0, box.x + box.width <= 390, box.y + box.height <= 844]).toEqual([
        field,
        true,
        true,
        true,
      ]);
    }
    await opened.close();
  });

  it.each(['light', 'dark'] as const)('a pressed button can be read under the mouse, %s', async (theme) => {
    const opened = await world().open('/compare', { theme });
    const { page } = opened;
    const pressed = page.locator('.button[aria-pressed="true"]').first();
    await pressed.hover();
    expect(await contrastOf(page)).toBeGreaterThanOrEqual(4.5);
    await opened.close();
  });

  it('a protocol that fails is named, and what is missing is said, while the others are shown', async () => {
    const opened = await world().open('/key', { alone: true });
    const { page } = opened;
    await page.route('**/v1/kamino/lend/reserves/all/detail/latest*', (route) =>
      route.fulfill({ status: 500, body: '{}' }),
    );
    for (const path of ['/', '/compare']) {
      await page.goto(new URL(path, world().apiUrl).href);
      const partial = page.getByRole('alert').filter({ hasText: 'Kamino could not be read.' });
      await partial.waitFor();
      expect(await partial.innerText()).toContain('Its reserves are missing here.');
    }
    await page.goto(new URL('/', world().apiUrl).href);
    await page.locator('tr[data-row]').first().waitFor();
    await opened.close();
  });

  it('an API that says nothing is told of within three seconds, and is asked once; the state of the data is not green then', async () => {
    const opened = await world().open('/key', { alone: true });
    const { page } = opened;
    await page.clock.install();
    let asked = 0;
    await page.route('**/v1/**', (route) => {
      if (route.request().url().endsWith('/v1/status')) asked += 1;
    });
    await page.goto(new URL('/', world().apiUrl).href);
    await expect.poll(() => asked).toBe(1);
    await page.clock.runFor(3_000);
    await page.getByText('The API has not answered yet.').waitFor();
    expect(await page.locator('.state-of-data').innerText()).toContain('Delayed');
    expect(asked).toBe(1);
    await opened.close();
  });

  it('an API that refuses for now is told of at once, and is not asked again before it said', async () => {
    const opened = await world().open('/key', { alone: true });
    const { page } = opened;
    await page.clock.install();
    let asked = 0;
    await page.route('**/v1/**', async (route) => {
      if (route.request().url().endsWith('/v1/status')) asked += 1;
      await route.fulfill({ status: 429, headers: { 'retry-after': '30' }, body: '{}' });
    });
    await page.goto(new URL('/', world().apiUrl).href);
    await page.getByText('Too many requests.').waitFor();
    expect(await page.locator('.state-of-data').innerText()).toContain('No answer');
    // Once ahead of the page, and once by it: nothing repeats either of them.
    await expect.poll(() => asked).toBe(2);
    await page.clock.runFor(20_000);
    expect(asked).toBe(2);
    await opened.close();
  });

  it.each(['/markets/nothing', '/tokens/nothing', '/protocols/nothing', '/reserves/nothing'])(
    '%s is one clear page',
    async (path) => {
      const opened = await world().open('/key', { alone: true });
      const { page } = opened;
      await page.goto(new URL(path, world().apiUrl).href);
      await page.locator('main .empty').waitFor();
      expect(await page.locator('main .empty-title').innerText()).toMatch(/^No /);
      expect(await page.locator('main :is(.failed, .chart, .tiles, table)').count()).toBe(0);
      await opened.close();
    },
  );
}

/** Contrast of the element under the mouse, as WCAG has it. */
function contrastOf(page: Page): Promise<number> {
  return page.evaluate(() => {
    const element = document.querySelector('.button:hover');
    if (element === null) throw new Error('nothing is under the mouse');
    const brightness = (colour: string): number => {
      const parts = (colour.match(/\d+(?:\.\d+)?/g) ?? []).slice(0, 3).map((part) => {
        const share = Number(part) / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      const [r = 0, g = 0, b = 0] = parts;
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const { color, backgroundColor } = getComputedStyle(element);
    const [light = 0, dark = 0] = [brightness(color), brightness(backgroundColor)].toSorted((a, b) => b - a);
    return (light + 0.05) / (dark + 0.05);
  });
}
