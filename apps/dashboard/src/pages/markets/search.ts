import { pickTexts, readChoice, readList, writeChoice, writeList } from '../../search.ts';
import { COLUMN_IDS, type ColumnId, DEFAULT_COLUMNS } from './column-ids.ts';

/** What the page of markets shows: all of it is in the URL, so that a link shows the same to others. */
export interface MarketsView {
  readonly q: string;
  readonly protocols: readonly string[];
  readonly markets: readonly string[];
  readonly tokens: readonly string[];
  readonly statuses: readonly string[];
  /** Only reserves whose newest read is too old. */
  readonly stale: boolean;
  /** Reserves of markets that are not listed, too. */
  readonly unlisted: boolean;
  readonly sort: { readonly column: ColumnId; readonly descending: boolean };
  readonly columns: readonly ColumnId[];
  readonly unit: (typeof UNITS)[number];
}

const NAMES = ['q', 'protocol', 'market', 'token', 'status', 'stale', 'unlisted', 'sort', 'cols', 'unit'] as const;
export type MarketsSearch = { [name in (typeof NAMES)[number]]?: string | undefined };

export const UNITS = ['usd', 'tokens'] as const;
const DEFAULT_SORT = { column: 'supplied', descending: true } as const;

export function pickMarketsSearch(search: Readonly<Record<string, unknown>>): MarketsSearch {
  return pickTexts(search, NAMES);
}

/** Text that stands for no view is read as the default of its part. */
export function readMarketsView(search: MarketsSearch): MarketsView {
  const columns = readList(search.cols).filter(isColumnId);
  return {
    q: search.q ?? '',
    protocols: readList(search.protocol),
    markets: readList(search.market),
    tokens: readList(search.token),
    statuses: readList(search.status),
    stale: search.stale === 'true',
    unlisted: search.unlisted === 'true',
    sort: readSort(search.sort),
    columns: columns.length === 0 ? DEFAULT_COLUMNS : columns,
    unit: readChoice(search.unit, UNITS),
  };
}

export function writeMarketsView(view: MarketsView): { [name in keyof Required<MarketsSearch>]: string | undefined } {
  const { column, descending } = view.sort;
  const isDefaultSort = column === DEFAULT_SORT.column && descending === DEFAULT_SORT.descending;
  return {
    q: view.q === '' ? undefined : view.q,
    protocol: writeList(view.protocols),
    market: writeList(view.markets),
    token: writeList(view.tokens),
    status: writeList(view.statuses),
    stale: view.stale ? 'true' : undefined,
    unlisted: view.unlisted ? 'true' : undefined,
    sort: isDefaultSort ? undefined : `${column}:${descending ? 'desc' : 'asc'}`,
    cols: view.columns.join() === DEFAULT_COLUMNS.join() ? undefined : writeList(view.columns),
    unit: writeChoice(view.unit, UNITS),
  };
}

function readSort(text: string | undefined): MarketsView['sort'] {
  const [column = '', direction] = (text ?? '').split(':');
  return isColumnId(column) ? { column, descending: direction !== 'asc' } : DEFAULT_SORT;
}

function isColumnId(text: string): text is ColumnId {
  return COLUMN_IDS.some((id) => id === text);
}
