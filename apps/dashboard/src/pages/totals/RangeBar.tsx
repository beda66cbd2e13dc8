import { TOTALS_RANGES, type TotalsRange } from './search.ts';

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
