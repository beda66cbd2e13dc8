import { useMemo } from 'react';
import { HISTORY_FIELDS, type HistoryRow, type Range } from '../../api/history.ts';
import { apiUrl, useTier } from '../../api/client.ts';
import type { Reserve } from '../../api/queries.ts';
import { marketText, tokenText } from '../../format/names.ts';
import { capital } from '../../format/words.ts';
import { type CsvColumn, csvName, download, toCsv } from '../../table/csv.ts';
import { CopyButton } from '../../ui/CopyButton.tsx';
import { Filter } from '../../ui/Filter.tsx';
import { type Histories, rowsOf, type Shown } from './use-histories.ts';
import { INTERVALS, MAX_COMPARED, needsKey, RANGES, type ReserveView } from './search.ts';

interface ControlsProps {
  readonly row: Reserve;
  readonly rows: readonly Reserve[];
  /** The reserve, and those beside it. */
  readonly shown: readonly Shown[];
  readonly read: Histories;
  readonly view: ReserveView;
  readonly range: Range;
  readonly onChange: (next: Partial<ReserveView>) => void;
}

const RANGE_TEXT = { '24h': '24 h', '7d': '7 days', '30d': '30 days', '90d': '90 days', '1y': 'a year' } as const;

/** Range, width of a point, unit, and what is drawn beside. */
export function Controls({ row, rows, shown, read, view, range, onChange }: ControlsProps) {
  const others = useMemo(() => othersOf(row, rows), [row, rows]);
  return (
    <div className="toolbar" role="group" aria-label="What the charts show">
      <Ranges chosen={view.range} onChange={onChange} />
      <Intervals view={view} range={range} onChange={onChange} />
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
      <button
        type="button"
        className="button"
        onClick={() => download(csvName('history'), historyCsv(shown, read))}
        disabled={read.histories.length === 0}
      >
        CSV
      </button>
      <CopyButton text={callsOf(shown, range)} label="API call" shown />
    </div>
  );
}

function Ranges({
  chosen,
  onChange,
}: {
  readonly chosen: ReserveView['range'];
  readonly onChange: ControlsProps['onChange'];
}) {
  return (
    <div className="segments" role="group" aria-label="Range">
      {['24h' as const, ...RANGES.filter((each) => each !== '24h')].map((each) => (
        <button
          key={each}
          type="button"
          className="button"
          aria-pressed={chosen === each}
          onClick={() => onChange({ range: each })}
        >
          {RANGE_TEXT[each]}
        </button>
      ))}
    </div>
  );
}

/** The width of a point; narrow ones need a key. */
function Intervals({ view, range, onChange }: Pick<ControlsProps, 'view' | 'range' | 'onChange'>) {
  const tier = useTier();
  return (
    <label>
      Interval{' '}
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
  );
}

/** What the reserve can be compared with: those of the same token first. */
function othersOf(row: Reserve, rows: readonly Reserve[]) {
  return rows
    .filter(({ reserve }) => reserve !== row.reserve)
    .map((each) => ({
      value: each.reserve,
      text: `${tokenText(each)} · ${marketText(each)}`,
      isSame: each.token_address === row.token_address,
      hint: capital(each.protocol),
    }))
    .toSorted((a, b) => Number(b.isSame) - Number(a.isSame) || a.text.localeCompare(b.text, 'en'));
}

/** The points of the charts, reserve by reserve in the order of the legend, at the precision and with the names of the API. */
function historyCsv(shown: readonly Shown[], read: Histories): string {
  type Row = HistoryRow & Shown;
  const names = [
    'protocol',
    'reserve',
    'token_symbol',
    'token_address',
    'lending_market_name',
    'lending_market',
  ] as const;
  const fields = HISTORY_FIELDS.filter((field) => field !== 'reserve');
  const columns = [...names, ...fields].map((name): CsvColumn<Row> => ({ name, value: (row) => row[name] }));
  const rows = rowsOf(shown, read).flatMap((list, place) => {
    const of = shown[place];
    return of === undefined ? [] : list.map((row): Row => ({ ...row, ...of }));
  });
  return toCsv(columns, rows);
}

/** The calls that answer the points, one a protocol; a key is in a variable of the shell, never in the text. */
function callsOf(shown: readonly Shown[], { from, to, interval }: Range): string {
  const key = needsKey(interval) ? ` -H "X-SERVICE-API-KEY: $KEY"` : '';
  const range = `from=${from}&to=${to}&interval=${interval}`;
  return [...new Set(shown.map(({ protocol }) => protocol))]
    .map((protocol) => {
      const reserves = shown.filter((each) => each.protocol === protocol).map(({ reserve }) => reserve);
      const path = `/v1/${protocol}/lend/reserves`;
      return reserves.length === 1
        ? `curl -s${key} '${apiUrl}${path}/${reserves[0]}/history?${range}'`
        : `curl -s${key} '${apiUrl}${path}/all/history?${range}&reserves=${reserves.join()}'`;
    })
    .join('\n');
}
