import { type ReactNode, useMemo } from 'react';
import type { Reserve } from '../../api/queries.ts';
import { shortAddress } from '../../format/words.ts';
import { type CsvColumn, download, toCsv } from '../../table/csv.ts';
import type { Option } from '../../ui/CheckMenu.tsx';
import { Filter } from '../../ui/Filter.tsx';
import { type ColumnId, DEFAULT_COLUMNS } from './column-ids.ts';
import { reserveColumns } from './columns.ts';
import type { MarketsView } from './search.ts';

interface ToolbarProps {
  readonly view: MarketsView;
  readonly rows: readonly Reserve[];
  readonly shown: readonly Reserve[];
  readonly onChange: (next: Partial<MarketsView>) => void;
}

/** What narrows the table, and what can be done with it. */
export function Toolbar({ view, rows, shown, onChange }: ToolbarProps) {
  const options = useMemo(() => optionsOf(rows), [rows]);
  const columns = useMemo(() => columnOptions(view), [view]);
  const chooseColumns = (ids: readonly string[]): void => {
    const chosen = columns.map(({ value }) => value).filter((id): id is ColumnId => ids.includes(id));
    onChange({ columns: chosen.length === 0 ? DEFAULT_COLUMNS : chosen });
  };
  return (
    <div className="toolbar" role="group" aria-label="Filters and columns">
      <input
        type="search"
        className="search"
        value={view.q}
        onChange={(event) => onChange({ q: event.target.value })}
        placeholder="Token, market or address"
        aria-label="Search reserves"
      />
      <Filter
        label="Protocol"
        options={options.protocols}
        chosen={view.protocols}
        onChange={(protocols) => onChange({ protocols })}
      />
      <Filter
        label="Market"
        options={options.markets}
        chosen={view.markets}
        onChange={(markets) => onChange({ markets })}
      />
      <Filter label="Token" options={options.tokens} chosen={view.tokens} onChange={(tokens) => onChange({ tokens })} />
      <Filter
        label="Status"
        options={options.statuses}
        chosen={view.statuses}
        onChange={(statuses) => onChange({ statuses })}
      />
      <Toggle pressed={view.stale} onPress={(stale) => onChange({ stale })}>
        Stale only
      </Toggle>
      <span className="rows" role="status">
        {shown.length} of {rows.length} reserves
      </span>
      <Toggle pressed={view.unit === 'tokens'} onPress={(tokens) => onChange({ unit: tokens ? 'tokens' : 'usd' })}>
        In tokens
      </Toggle>
      <Filter label="Columns" options={columns} chosen={view.columns} onChange={chooseColumns} keepOrder />
      <button
        type="button"
        className="button"
        onClick={() => download(csvName(), toCsv(csvColumns(view), shown))}
        disabled={shown.length === 0}
      >
        CSV
      </button>
    </div>
  );
}

function Toggle(props: { pressed: boolean; onPress: (pressed: boolean) => void; children: ReactNode }) {
  const { pressed, onPress, children } = props;
  return (
    <button type="button" className="button" aria-pressed={pressed} onClick={() => onPress(!pressed)}>
      {children}
    </button>
  );
}

function columnOptions(view: MarketsView): readonly { value: ColumnId; text: string; hint: string }[] {
  return reserveColumns(view)
    .filter(({ id }) => id !== 'reserve')
    .map(({ id, title, help }) => ({ value: id, text: title, hint: help }));
}

function csvName(): string {
  const kind = document.documentElement.dataset['simulated'] === 'true' ? 'simulated-reserves' : 'reserves';
  return `tidemark-${kind}-${new Date().toISOString().slice(0, 19).replaceAll(':', '')}Z.csv`;
}

function optionsOf(rows: readonly Reserve[]) {
  const unique = (make: (row: Reserve) => Option): Option[] => {
    const found = new Map(rows.map(make).map((option) => [option.value, option]));
    return [...found.values()].sort((a, b) => a.text.localeCompare(b.text, 'en'));
  };
  return {
    protocols: unique(({ protocol }) => ({ value: protocol, text: protocol })),
    markets: unique(({ lending_market: value, lending_market_name: name, protocol }) => ({
      value,
      text: name === '' ? shortAddress(value) : name,
      hint: protocol,
    })),
    tokens: unique(({ token_address: value, token_symbol: symbol }) => ({
      value,
      text: symbol === '' ? shortAddress(value) : symbol,
      hint: shortAddress(value),
    })),
    statuses: unique(({ status_str: value }) => ({ value, text: value })),
  };
}

const text = (name: 'reserve' | 'lending_market' | 'token_address'): CsvColumn<Reserve> => ({
  name,
  value: (row) => row[name],
});

/**
 * The columns that are seen, with the names and at the precision of the API, and before them the addresses: symbols and names
 * of markets are not unique.
 */
function csvColumns(view: Pick<MarketsView, 'columns' | 'unit'>): readonly CsvColumn<Reserve>[] {
  const seen = reserveColumns(view).filter(
    ({ id, isLine }) => isLine !== true && (id === 'reserve' || view.columns.includes(id)),
  );
  return [
    ...[text('reserve'), text('lending_market'), text('token_address')],
    ...seen.map(
      ({ field }): CsvColumn<Reserve> => ({
        name: field,
        value: (row) => {
          const value = row[field];
          return typeof value === 'object' ? null : value;
        },
      }),
    ),
  ];
}
