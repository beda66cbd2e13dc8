import { readFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { repositoryDir } from '@tidemark/testing';
import type { Page } from 'playwright-core';
import { expect, it } from 'vitest';
import { LOOKS, VIEWS, viewPaths } from '../views.ts';
import type { World } from '../world.ts';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const RULES = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];
const PICTURES = join(repositoryDir(), 'e2e', 'pictures');

/** Every page can be read by everybody, fits its window, and asks nothing of another host. */
export function accessible(world: () => World): void {
  const cases = VIEWS.flatMap((view) => LOOKS.map((look) => ({ view, ...look })));
  it.each(cases)(
    '$view, $theme, on a $size: no violation of axe, nothing wider than the window',
    async ({ view, ...look }) => {
      const opened = await world().open((await viewPaths(world()))[view], look);
      const { page } = opened;
      // Nobody may take a page of it for a real chain's.
      await page.getByText('Simulated data.').waitFor();
      const overflow = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      );
      expect(overflow).toBeLessThanOrEqual(0);
      // Of a page that could not be loaded nothing would be known.
      const alerts = await page.locator('main [role="alert"]').allInnerTexts();
      // The page of keys keeps an empty one, where it says what is wrong with a key.
      expect(alerts.filter((text) => text !== '')).toEqual([]);
      await takePicture(page, `${view.replaceAll(' ', '-')}-${look.theme}-${look.size}.png`);
      expect(await violations(page)).toEqual([]);
      await opened.close();
    },
  );
}

/** Pictures of the pages, to be looked at: none is compared, because they depend on the fonts of the machine. */
async function takePicture(page: Page, name: string): Promise<void> {
  await mkdir(PICTURES, { recursive: true });
  const picture = await page.screenshot({ path: join(PICTURES, name), fullPage: true });
  expect([name, picture.length > 10_000]).toEqual([name, true]);
}

interface AxeResult {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
  }[];
}

async function violations(page: Page): Promise<readonly string[]> {
  await page.evaluate(AXE);
  const result = await page.evaluate<AxeResult, readonly string[]>(
    (values) =>
      Reflect.get(globalThis, 'axe').run(document, { runOnly: { type: 'tag', values }, resultTypes: ['violations'] }),
    RULES,
  );
  return result.violations.flatMap(({ id, nodes }) =>
    nodes.map((node) => `${id}: ${node.html} ${node.failureSummary}`),
  );
}
