import { pickTexts, readChoice, readList, writeChoice, writeList } from '../../search.ts';

export const SIDES = ['supply', 'borrow'] as const;
export const WINDOWS = ['7d', '1h', '24h', '30d'] as const;

/** Which tokens are compared, on which side, and over which window of what was really earned or paid. */
export interface CompareView {
  readonly tokens: readonly string[];
  readonly side: (typeof SIDES)[number];
  readonly window: (typeof WINDOWS)[number];
  /** Reserves of markets that are not listed, too. */
  readonly unlisted: boolean;
}

const NAMES = ['token', 'side', 'window', 'unlisted'] as const;
export type CompareSearch = { [name in (typeof NAMES)[number]]?: string | undefined };

export function pickCompareSearch(search: Readonly<Record<string, unknown>>): CompareSearch {
  return pickTexts(search, NAMES);
}

export function readCompareView(search: CompareSearch): CompareView {
  return {
    tokens: readList(search.token),
    side: readChoice(search.side, SIDES),
    window: readChoice(search.window, WINDOWS),
    unlisted: search.unlisted === 'true',
  };
}

export function writeCompareView(view: CompareView): { [name in keyof Required<CompareSearch>]: string | undefined } {
  return {
    token: writeList(view.tokens),
    side: writeChoice(view.side, SIDES),
    window: writeChoice(view.window, WINDOWS),
    unlisted: view.unlisted ? 'true' : undefined,
  };
}
