import type { Page } from 'playwright-core';

/** A number as the page shows it: of which row, which field, its text, and what it says is the exact value. */
export interface ShownFigure {
  readonly row: string | null;
  readonly field: string;
  readonly exact: string;
  readonly text: string;
}

/** Every number within an element that names its field. Words for screen readers alone are left out. */
export function readFigures(page: Page, within = 'main'): Promise<ShownFigure[]> {
  return page.locator(`${within} [data-field]`).evaluateAll((elements) =>
    elements.map((element) => {
      const copy = element.cloneNode(true);
      if (copy instanceof Element) for (const hidden of copy.querySelectorAll('.sr-only, .tag, small')) hidden.remove();
      return {
        row: element.closest('[data-row]')?.getAttribute('data-row') ?? null,
        field: element.getAttribute('data-field') ?? '',
        exact: element.getAttribute('data-value') ?? '',
        text: (copy.textContent ?? '').trim(),
      };
    }),
  );
}
