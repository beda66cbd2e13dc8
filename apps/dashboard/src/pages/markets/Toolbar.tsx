import { type ReactNode, useMemo } from 'react';
import type { Reserve } from '../../api/queries.ts';
import { marketText, tokenText } from '../../format/names.ts';
import { capital, plural, shortAddress } from '../../format/words.ts';
import { type CsvColumn, csvName, download, toCsv } from '../../table/csv.ts';
import type { Option } from '../../ui/CheckMenu.tsx';
import { Filter } from '../../ui/Filter.tsx';
import { type ColumnId, DEFAULT_COLUMNS } from './column-ids.ts';
import { type ReserveColumn, reserveColumns } from './columns.ts';
import type { MarketsView } from './search.ts';

/** The table as it is seen. */
interface Seen {
  readonly rows: readonly Reserve[];
  readonly columns: readonly ReserveColumn[];
  /** Reserves of unlisted markets that the filters would show. */
  readonly hidden: number;
}

interface ToolbarProps {
  readonly view: MarketsView;
  readonly rows: readonly Reserve[];
  readonly seen: Seen;
  readonly onChange: (next: Partial<MarketsView>) => void;
}

const FILTERS = [
  ['Protocol', 'protocols'],
  ['Market', 'markets'],
  ['Token', 'tokens'],
  ['Status', 'statuses'],
] as const;

/** What narrows the table, and what can be done with it. */
export function Toolbar({ view, rows, seen, onChange }: ToolbarProps) {
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
      {FILTERS.map(([label, name]) => (
        <Filter
          key={name}
          label={label}
          options={options[name]}
          chosen={view[name]}
          onChange={(chosen) => onChange({ [name]: chosen })}
        />
      ))}
      <Toggle pressed={view.stale} onPress={(stale) => onChange({ stale })}>
        Stale only
      </Toggle>
      <Toggle pressed={view.unlisted} onPress={(unlisted) => onChange({ unlisted })}>
        Unlisted
      </Toggle>
      <span className="rows" role="status">
        {seen.rows.length} of {plural(rows.length, 'reserve')}
        {seen.hidden > 0 && `, ${seen.hidden} unlisted hidden`}
      </span>
      <Toggle pressed={view.unit === 'tokens'} onPress={(tokens) => onChange({ unit: tokens ? 'tokens' : 'usd' })}>
        In tokens
      </Toggle>
      <Filter label="Columns" options={columns} chosen={view.columns} onChange={chooseColumns} keepOrder />
      <button
        type="button"
        className="button"
        onClick={() => download(csvName('reserves'), toCsv(csvColumns(seen.columns), seen.rows))}
        disabled={seen.rows.length === 0}
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

function optionsOf(rows: readonly Reserve[]) {
  const unique = (make: (row: Reserve) => Option): Option[] => {
    const found = new Map(rows.map(make).map((option) => [option.value, option]));
    return [...found.values()].sort((a, b) => a.text.localeCompare(b.text, 'en'));
  };
  return {
    protocols: unique(({ protocol }) => ({ value: protocol, text: capital(protocol) })),
    markets: unique((row) => ({
      value: row.lending_market,
      text: marketText(row),
      hint: capital(row.protocol),
    })),
    tokens: unique((row) => ({
      value: row.token_address,
      text: tokenText(row),
      hint: shortAddress(row.token_address),
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
function csvColumns(columns: readonly ReserveColumn[]): readonly CsvColumn<Reserve>[] {
  const seen = columns.filter(({ isLine }) => isLine !== true);
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
