import { readFile } from 'node:fs/promises';
import { STORY_RESERVES } from '@tidemark/protocols/localnet';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { NOW, type World } from '../world.ts';

const HOUR = 3_600;
const { mainUsdc } = STORY_RESERVES;
/** Of all reserves, and of one. */
const DETAILS = '**/v1/kamino/lend/reserves/*/detail/latest*';

/** What strangers wrote on the chain, and what somebody thinks of doing there. */
export function strangers(world: () => World): void {
  it('names that hide something show it in the table, in choices and in CSV of the order seen, and run nothing there', async () => {
    const opened = await world().open('/key', { alone: true });
    const { page } = opened;
    const hostile = ['U\u200bSDC', '\u202egnp.exe', '   ', 'U\u0405DC', '=1+1'];
    const kamino = await world().get<{ data: { reserve: string }[] }>('/v1/kamino/lend/reserves/all/detail/latest');
    const named = new Map(hostile.map((name, place) => [kamino.data[place]?.reserve, name]));
    await page.route(DETAILS, async (route) => {
      const answer = await route.fetch();
      const body: { data: { reserve: string; token_symbol: string }[] } = JSON.parse(await answer.text());
      for (const row of body.data) row.token_symbol = named.get(row.reserve) ?? row.token_symbol;
      await route.fulfill({ response: answer, json: body });
    });
    await page.setViewportSize({ width: 1440, height: 2_400 });
    await page.goto(new URL('/?sort=utilization:desc&unlisted=true', world().apiUrl).href);
    const names = page.locator('tr[data-row] th > a bdi');
    await names.first().waitFor();
    const lists = await Promise.all(
      ['kamino', 'save'].map((protocol) => world().get<unknown[]>(`/v1/${protocol}/lend/reserves/all/latest`)),
    );
    await expect.poll(() => page.locator('tr[data-row]').count()).toBe(lists.flat().length);
    const shown = await names.allInnerTexts();
    expect(shown).toEqual(expect.arrayContaining(['U\\u200bSDC', '\\u202egnp.exe', 'U\\u0405DC', '=1+1']));
    expect(shown.filter((name) => /[\u200b\u202e\u0405]/.test(name) || name.trim() === '')).toEqual([]);
    expect(await page.locator('tr[data-row] th', { hasText: 'mixed scripts' }).count()).toBe(1);
    await page.getByRole('button', { name: 'Token', exact: true }).click();
    await page.getByRole('dialog').locator('li bdi').first().waitFor();
    const choices = await page.getByRole('dialog').locator('li bdi').allInnerTexts();
    expect(choices).toContain('U\\u200bSDC');
    await page.keyboard.press('Escape');
    const rows = await page.locator('tr[data-row]').evaluateAll((list) => list.map((row) => row.dataset['row']));
    const csv = await downloaded(page);
    expect(csv.slice(1).map((line) => line.split(',')[0])).toEqual(rows);
    expect(csv.filter((line) => line.includes(",'=1+1,"))).toHaveLength(1);
    const [first, second] = named.keys();
    await page.goto(new URL(`/reserves/${first}?range=24h&with=${second}`, world().apiUrl).href);
    const legend = page.locator('figure.chart .readout bdi');
    await legend.first().waitFor();
    const labels = new Set(await legend.allInnerTexts());
    expect([...labels]).toEqual(expect.arrayContaining(['U\\u200bSDC', '\\u202egnp.exe']));
    const plots = await page.locator('.plot').evaluateAll((all) => all.map((each) => each.getAttribute('aria-label')));
    expect([...labels, ...plots, await page.title()].filter((text) => /[\u200b\u202e]/.test(text ?? ''))).toEqual([]);
    expect(await page.title()).toContain('U\\u200bSDC');
    await opened.close();
  });

  it('reserves of unlisted markets are hidden and counted, in Markets and in Compare, until they are asked for', async () => {
    const lists = await Promise.all(
      ['kamino', 'save'].map((protocol) =>
        world().get<{ data: { token_address: string; listed_b: boolean }[] }>(
          `/v1/${protocol}/lend/reserves/all/detail/latest?fields=token_address,listed_b`,
        ),
      ),
    );
    const all = lists.flatMap(({ data }) => data);
    const token = all.find((row) => !row.listed_b)?.token_address ?? '';
    const ofToken = all.filter((row) => row.token_address === token);
    for (const [path, reserves] of [
      ['/?', all],
      [`/compare?token=${token}`, ofToken],
    ] as const) {
      const hidden = reserves.filter((row) => !row.listed_b).length;
      expect(hidden).toBeGreaterThan(0);
      const opened = await world().open(path, { alone: true });
      const { page } = opened;
      // All rows at once: those outside of the window are not in the page.
      await page.setViewportSize({ width: 1440, height: 2_400 });
      await expect.poll(() => page.locator('.rows').innerText()).toContain(`, ${hidden} unlisted hidden`);
      expect(await page.locator('main .tag', { hasText: /^unlisted$/ }).count()).toBe(0);
      await page.goto(new URL(`${path}&unlisted=true`, world().apiUrl).href);
      await expect.poll(() => page.locator('main .tag', { hasText: /^unlisted$/ }).count()).toBe(hidden);
      expect(await page.locator('.rows').innerText()).not.toContain('hidden');
      await opened.close();
    }
  });

  it('one outage is one row of Status, however many reserves it is of, and a list that is cut says so', async () => {
    const opened = await world().open('/key', { alone: true });
    const { page } = opened;
    const gaps = Array.from({ length: 26 }, (_, place) => {
      const from = Math.floor(NOW / HOUR) * HOUR - place * HOUR;
      const reason = { gap_reason_str: 'not_polled', ongoing_b: false };
      return { from, to: from + 600 + place, from_slot: null, to_slot: null, ...reason };
    });
    await page.route('**/v1/coverage?*', async (route) => {
      const answer = await route.fetch();
      const body: { data: object[] } = JSON.parse(await answer.text());
      for (const row of body.data) Object.assign(row, { gaps, gaps_truncated_b: row === body.data[0] });
      await route.fulfill({ response: answer, json: body });
    });
    await page.goto(new URL('/status', world().apiUrl).href);
    const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Coverage by day (UTC)' }) });
    await panel.getByRole('heading', { name: /: 26 gaps, the longest first$/ }).waitFor();
    const rows = await panel.locator('.causes li').allInnerTexts();
    expect(rows.map((row) => /^All \d+ reserves: 10 min/.test(row))).toEqual(Array.from({ length: 25 }, () => true));
    const text = await panel.innerText();
    expect(text).toContain('These are the longest 25 of 26.');
    expect(text).toContain('Of 1 reserve only the longest 26 gaps are known here.');
    await opened.close();
  });

  it('the newest point of a chart is of the hour that goes on, and its CSV is of all that is drawn', async () => {
    const other = STORY_RESERVES.mainUsdc.reserve;
    const [row] = (await world().get<{ reserve: string }[]>('/v1/kamino/lend/reserves/all/latest')).filter(
      ({ reserve }) => reserve !== other,
    );
    const before = Date.now() / 1_000;
    const opened = await world().open(`/reserves/${other}?range=24h&with=${row?.reserve}`, { alone: true });
    const { page } = opened;
    const [url = ''] = opened.requests.flatMap((request) => (request.url.includes('/history?') ? [request.url] : []));
    expect(Number(new URL(url).searchParams.get('to'))).toBeGreaterThan(before);
    const chart = page.locator('figure.chart', { has: page.getByRole('heading', { name: 'Utilization' }) });
    await chart.getByRole('button', { name: 'Table' }).click();
    const start = new Date(Math.floor(NOW / HOUR) * HOUR * 1_000).toISOString().slice(11, 16);
    expect((await chart.locator('tbody th').allInnerTexts()).join('\n')).toContain(`, ${start}–`);
    const csv = await downloaded(page);
    for (const reserve of [other, row?.reserve ?? '']) {
      expect(csv.filter((line) => line.includes(reserve)).length).toBeGreaterThan(4);
    }
    await opened.close();
  });

  it('what-if says when the program would refuse, and fills in the most that it would accept', async () => {
    const opened = await world().open(`/reserves/${mainUsdc.reserve}?range=24h`, { alone: true });
    const { page } = opened;
    const field = page.getByLabel('How much');
    await field.fill('900b');
    await page.getByText('The program would refuse this:').waitFor();
    await page.getByRole('button', { name: /^Use / }).click();
    await page.getByText('As far as the reserve decides: at most').waitFor();
    const { data } = await world().get<{ data: { depositable_amount_raw: string }[] }>(
      `/v1/kamino/lend/reserves/${mainUsdc.reserve}/detail/latest`,
    );
    expect(Number(await field.inputValue())).toBe(Number(data[0]?.depositable_amount_raw) / 1e6);
    await field.fill('1e6');
    await expect.poll(() => page.locator('[data-after="utilization_f"]').innerText()).not.toBe('–');
    expect(await page.getByText('The program would refuse this:').count()).toBe(0);
    await field.fill('-5');
    await page.getByText('An amount has no sign').waitFor();
    await opened.close();
  });

  it('a number names the document that has its formula, and that document has the field', async () => {
    const opened = await world().open(`/reserves/${mainUsdc.reserve}?range=24h`);
    const { page } = opened;
    await page.locator('.tile .figure').first().click();
    const link = page.getByRole('dialog').getByRole('link');
    await link.waitFor();
    const codes = await page.getByRole('dialog').locator('dd code').allInnerTexts();
    const field = codes.find((text) => text.endsWith('_f')) ?? 'no field';
    const document = await fetch((await link.getAttribute('href')) ?? '', { signal: AbortSignal.timeout(30_000) });
    const text = await document.text();
    expect([field, text.includes(`"${field}":{`)]).toEqual([field, true]);
    await page.keyboard.press('Escape');
    await opened.close();
  });
}

/** Lines of the file that the button gives. */
async function downloaded(page: Page): Promise<readonly string[]> {
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV', exact: true }).click(),
  ]);
  const text = await readFile(await file.path(), 'utf8');
  return text.split('\r\n').filter((line) => line !== '');
}
