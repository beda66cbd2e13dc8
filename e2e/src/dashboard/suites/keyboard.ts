import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import type { World } from '../world.ts';

/** Everything can be reached and done without a mouse, and it can be seen where one is. */
export function keyboard(world: () => World): void {
  it('the page has its frame, and says that the chain is a simulation, before any script has run', async () => {
    const sent = await fetch(world().apiUrl, { headers: { accept: 'text/html' } });
    const html = await sent.text();
    const opened = await world().open('/');
    const shown = opened.page.locator('#root');
    for (const part of ['nav[aria-label="Pages"]', '.simulated p', '.brand']) {
      const text = await shown.locator(part).first().innerText();
      for (const words of text.split(/\n|(?<=\.) /)) expect(html).toContain(words.trim());
    }
    await opened.close();
  });

  it('the tab key goes through the frame, the filters and the table in the order of reading, and is never caught', async () => {
    const opened = await world().open('/');
    const { page } = opened;
    const names: string[] = [];
    for (let press = 0; press < 30; press += 1) {
      await page.keyboard.press('Tab');
      const { name, isVisible } = await focused(page);
      names.push(name);
      expect([name, isVisible]).toEqual([name, true]);
    }
    const order = ['Skip to the content', 'Tidemark', 'Markets', 'Compare', 'Protocols', 'Liquidity', 'Status', 'API'];
    expect(names.slice(0, order.length)).toEqual(order);
    const places = ['Search reserves', 'Protocol', 'Columns', 'CSV', 'Reserves, scrollable'].map((name) =>
      names.indexOf(name),
    );
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(Math.min(...places)).toBeGreaterThan(0);
    await page.keyboard.press('Shift+Tab');
    expect((await focused(page)).name).toBe(names.at(-2));
    await opened.close();
  });

  it('the first link leads past the frame', async () => {
    const opened = await world().open('/');
    await opened.page.keyboard.press('Tab');
    await opened.page.keyboard.press('Enter');
    expect(await opened.page.evaluate(() => document.activeElement?.id)).toBe('main');
    await opened.close();
  });

  it('a filter opens, is chosen from and closes, and the focus is back where it was', async () => {
    const opened = await world().open('/');
    const { page } = opened;
    await page.getByRole('group', { name: 'Filters and columns' }).getByRole('button', { name: 'Protocol' }).focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expect.poll(() => dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    await dialog.getByLabel('save').focus();
    await page.keyboard.press('Space');
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect((await focused(page)).name).toMatch(/^Protocol/);
    expect(new URL(page.url()).searchParams.get('protocol')).toBe('save');
    await opened.close();
  });

  it('a reserve is opened, its chart is walked along, and the origin of a number is shown and copied', async () => {
    const opened = await world().open('/');
    const { page } = opened;
    await page.locator('tbody th a').first().focus();
    await page.keyboard.press('Enter');
    const plot = page.locator('.plot').first();
    await plot.waitFor();
    await plot.focus();
    const readout = page.locator('figure.chart .readout').first();
    await page.keyboard.press('End');
    const last = await readout.innerText();
    await page.keyboard.press('ArrowLeft');
    await expect.poll(() => readout.innerText()).not.toBe(last);
    await page.keyboard.press('ArrowRight');
    await expect.poll(() => readout.innerText()).toBe(last);
    const figure = page.locator('.tile .figure').first();
    await figure.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /the API call/ }).focus();
    await page.keyboard.press('Enter');
    await dialog.getByText('Copied').waitFor();
    const call = await page.evaluate(() => navigator.clipboard.readText());
    expect(call).toMatch(/^curl -s 'http:\/\/127\.0\.0\.1:\d+\/v1\/\w+\/lend\/reserves\/\w+\/detail\/latest'$/);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect((await focused(page)).className).toContain('figure');
    await opened.close();
  });
}

/** What has the focus: its name, and whether it can be seen, with a mark that says so. */
async function focused(page: Page) {
  return await page.evaluate(() => {
    const element = document.activeElement;
    if (!(element instanceof HTMLElement)) return { name: '', className: '', isVisible: false };
    const box = element.getBoundingClientRect();
    const style = getComputedStyle(element);
    const isMarked = style.outlineStyle !== 'none' && Number.parseFloat(style.outlineWidth) >= 1;
    const isInView = box.width > 0 && box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth;
    const label = element.ariaLabel ?? element.textContent;
    return { name: label.trim(), className: element.className, isVisible: isInView && isMarked };
  });
}
