import { pickTexts, readChoice, writeChoice } from '../../search.ts';
import { rangeOf } from '../reserve/search.ts';

export const TOTALS_RANGES = ['30d', '7d', '90d'] as const;
export type TotalsRange = (typeof TOTALS_RANGES)[number];
export interface TotalsSearch {
  range?: string | undefined;
}

export function pickTotalsSearch(search: Readonly<Record<string, unknown>>): TotalsSearch {
  return pickTexts(search, ['range']);
}

export function readTotalsRange(search: TotalsSearch): TotalsRange {
  return readChoice(search.range, TOTALS_RANGES);
}

export function writeTotalsRange(range: TotalsRange): string | undefined {
  return writeChoice(range, TOTALS_RANGES);
}

/** Totals need no key: their ranges and intervals are those of the public. */
export function totalsRangeOf(range: TotalsRange, now: number) {
  return rangeOf({ range, interval: 'auto' }, 'public', now);
}

const TEXT = { '7d': '7 days', '30d': '30 days', '90d': '90 days' } as const;

export function RangeBar({
  chosen,
  onRange,
}: {
  readonly chosen: TotalsRange;
  readonly onRange: (range: TotalsRange) => void;
}) {
  return (
    <div className="toolbar">
      <div className="segments" role="group" aria-label="Range">
        {TOTALS_RANGES.toSorted((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10)).map((each) => (
          <button
            key={each}
            type="button"
            className="button"
            aria-pressed={chosen === each}
            onClick={() => onRange(each)}
          >
            {TEXT[each]}
          </button>
        ))}
      </div>
    </div>
  );
}
