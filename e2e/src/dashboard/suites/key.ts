import { expect, it } from 'vitest';
import type { World } from '../world.ts';

/** A key is verified, opens what needs one, and is nowhere but in the memory of the page. */
export function key(world: () => World): void {
  it('a wrong key is refused in the words of the API, and is not kept', async () => {
    const opened = await world().open('/key', { alone: true });
    const { page } = opened;
    await page.getByLabel('Key', { exact: true }).fill('tdm_nobody');
    await page.keyboard.press('Enter');
    await expect.poll(() => page.getByRole('alert').innerText()).not.toBe('');
    expect(await page.getByText('Key: in use').count()).toBe(0);
    await opened.close();
  });

  it('a key opens points of 15 minutes, is sent in a header alone, and is forgotten with the page', async () => {
    const secret = world().key;
    const [row] = await world().get<{ reserve: string }[]>('/v1/kamino/lend/reserves/all/latest');
    const opened = await world().open('/key', { alone: true });
    const { page, context } = opened;
    await page.getByLabel('Key', { exact: true }).fill(secret);
    await page.keyboard.press('Enter');
    await page.getByText('alice').waitFor();
    await page.getByRole('link', { name: 'Markets', exact: true }).click();
    await page.getByLabel('Search reserves').fill(row?.reserve ?? '');
    await page.locator(`tr[data-row="${row?.reserve}"] th a`).click();
    await page.getByRole('button', { name: '24 h' }).click();
    await page.getByLabel('Interval').selectOption('15m');
    const isFine = ({ url }: { url: string }) => url.includes('interval=15m');
    await expect.poll(() => opened.requests.filter(isFine).length).toBeGreaterThan(0);
    expect(opened.requests.find(isFine)?.headers['x-service-api-key']).toBe(secret);
    await page.locator('.plot').first().waitFor();
    expect(opened.requests.filter(({ url }) => url.includes(secret))).toEqual([]);
    expect(page.url()).not.toContain(secret);
    const kept = await page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage, document.cookie, document.title, history.state]),
    );
    expect(kept).not.toContain(secret);
    expect(JSON.stringify(await context.storageState())).not.toContain(secret);
    expect(await page.locator('html').innerHTML()).not.toContain(secret);
    await page.reload();
    await page.locator('.tools').getByText('Key', { exact: true }).waitFor();
    await opened.close();
  });
}
