import { useMemo } from 'react';
import type { Range } from '../../api/history.ts';
import { apiUrl, useTier } from '../../api/client.ts';
import type { Reserve } from '../../api/queries.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Filter } from '../../ui/Filter.tsx';
import { INTERVALS, MAX_COMPARED, needsKey, RANGES, type ReserveView } from './search.ts';

interface ControlsProps {
  readonly row: Reserve;
  readonly rows: readonly Reserve[];
  readonly view: ReserveView;
  readonly range: Range;
  readonly onChange: (next: Partial<ReserveView>) => void;
}

const RANGE_TEXT = { '24h': '24 h', '7d': '7 days', '30d': '30 days', '90d': '90 days', '1y': 'a year' } as const;

/** Range, width of a point, unit, and what is drawn beside. */
export function Controls({ row, rows, view, range, onChange }: ControlsProps) {
  const tier = useTier();
  const others = useMemo(
    () =>
      rows
        .filter(({ reserve }) => reserve !== row.reserve)
        .map((each) => ({
          value: each.reserve,
          text: `${each.token_symbol} · ${each.lending_market_name}`,
          hint: each.protocol,
        }))
        .toSorted(
          (a, b) =>
            Number(b.text.startsWith(`${row.token_symbol} `)) - Number(a.text.startsWith(`${row.token_symbol} `)) ||
            a.text.localeCompare(b.text, 'en'),
        ),
    [rows, row.reserve, row.token_symbol],
  );
  const path = `/v1/${row.protocol}/lend/reserves/${row.reserve}/history?from=${range.from}&to=${range.to}&interval=${range.interval}`;
  return (
    <div className="toolbar" role="group" aria-label="What the charts show">
      <div className="segments" role="group" aria-label="Range">
        {['24h' as const, ...RANGES.filter((each) => each !== '24h')].map((each) => (
          <button
            key={each}
            type="button"
            className="button"
            aria-pressed={view.range === each}
            onClick={() => onChange({ range: each })}
          >
            {RANGE_TEXT[each]}
          </button>
        ))}
      </div>
      <label>
        Points of{' '}
        <select
          className="select"
          value={view.interval}
          onChange={(event) => onChange({ interval: INTERVALS.find((each) => each === event.target.value) ?? 'auto' })}
        >
          {INTERVALS.map((each) => (
            <option key={each} value={each} disabled={tier === 'public' && needsKey(each)}>
              {each === 'auto' ? `auto (${range.interval})` : each}
              {tier === 'public' && needsKey(each) ? ' (key)' : ''}
            </option>
          ))}
        </select>
      </label>
      <button
        type="button"
        className="button"
        aria-pressed={view.unit === 'tokens'}
        onClick={() => onChange({ unit: view.unit === 'usd' ? 'tokens' : 'usd' })}
      >
        In tokens
      </button>
      <Filter
        label="Compare with"
        options={others}
        chosen={view.with}
        onChange={(chosen) => onChange({ with: chosen.slice(-MAX_COMPARED) })}
      />
      <span className="rows" />
      <a className="button" href={`${apiUrl}${path}&format=csv`} download>
        CSV
      </a>
      <CopyButton text={`curl -s '${apiUrl}${path}'`} label="API call" shown />
    </div>
  );
}
