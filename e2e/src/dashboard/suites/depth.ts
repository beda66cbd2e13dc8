import { expect, it } from 'vitest';
import type { World } from '../world.ts';

interface DepthLevel {
  readonly side_str: string;
  readonly fall_bps: number;
  readonly source_str: string;
  readonly marginal_amount_f: number | null;
}

/** Depth is drawn as the API has it. */
export function depth(world: () => World): void {
  it('the curve of depth has what can be sold and bought of each source at each move of the price', async () => {
    const { data: rows } = await world().get<{ data: { token_symbol: string; token_address: string }[] }>(
      '/v1/kamino/lend/reserves/all/detail/latest',
    );
    const mint = rows.find((row) => row.token_symbol === 'SOL')?.token_address ?? '';
    const { data: token } = await world().get<{ data: { reference_price_usd_f: number; depth: DepthLevel[] } }>(
      `/v1/liquidity/tokens/${mint}/depth/latest`,
    );
    const sources = [...new Set(token.depth.map((level) => level.source_str))].filter((source) => source !== 'all');
    expect(sources.length).toBeGreaterThan(1);
    const worthAt = (side: string, bps: number): Record<string, string> =>
      Object.fromEntries(
        sources.map((source) => {
          const level = token.depth.find(
            (each) => each.side_str === side && each.fall_bps === bps && each.source_str === source,
          );
          const amount = level?.marginal_amount_f ?? null;
          return [source.replaceAll('_', ' '), amount === null ? '' : String(amount * token.reference_price_usd_f)];
        }),
      );
    const falls = [1_000, 500, 200, 100, 50];
    const expected = [
      ...falls.map((bps) => worthAt('sell', bps)),
      Object.fromEntries(sources.map((source) => [source.replaceAll('_', ' '), ''])),
      ...falls.toReversed().map((bps) => worthAt('buy', bps)),
    ];
    const opened = await world().open(`/liquidity?token=${mint}`);
    const { page } = opened;
    const chart = page.locator('figure.chart', { has: page.getByRole('heading', { name: /Depth by source/ }) });
    await chart.locator('canvas').waitFor();
    await chart.locator('.plot').focus();
    const where = chart.locator('.readout .quiet');
    const read = async (): Promise<Record<string, string>> => {
      const pairs = await chart
        .locator('.readout [data-source]')
        .evaluateAll((all) => all.map((each) => [each.dataset['source'] ?? '', each.dataset['value'] ?? '']));
      return Object.fromEntries(pairs);
    };
    await page.keyboard.press('Home');
    const shown = [await read()];
    while (shown.length < expected.length) {
      const before = await where.innerText();
      await page.keyboard.press('ArrowRight');
      await expect.poll(() => where.innerText()).not.toBe(before);
      shown.push(await read());
    }
    expect(shown).toEqual(expected);
    await opened.close();
  });
}
