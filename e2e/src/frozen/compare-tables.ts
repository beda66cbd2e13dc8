import type { Difference } from './difference.ts';
import type { Table } from './dump-views.ts';

/** A row of a view that differs. */
export interface DifferentRow {
  /** Its first cells, by which both rows were found. */
  readonly row: string;
  readonly differences: readonly Difference[];
}

/** What differs between two tables. Rows that stand in one of them only are told as such, columns that do once. */
export function compareTables(before: Table, now: Table): DifferentRow[] {
  const found: DifferentRow[] = [];
  for (const [name, table, other] of [
    ['gone', before, now],
    ['new', now, before],
  ] as const) {
    const columns = table.columns.filter((column) => !other.columns.includes(column));
    for (const column of columns)
      found.push({ row: 'columns', differences: [{ place: `a column is ${name}`, ...told(name, column) }] });
  }
  const columns = before.columns.filter((column) => now.columns.includes(column));
  const [old, own] = [rowsOf(before, columns), rowsOf(now, columns)];
  const length = keyLength(old, columns.length);
  const [oldByKey, ownByKey] = [byKey(old, length), byKey(own, length)];
  for (const [row, cells] of oldByKey) {
    const same = ownByKey.get(row);
    if (same === undefined)
      found.push({ row, differences: [{ place: 'the row is gone', ...told('gone', cells.join(' ')) }] });
    else
      found.push({
        row,
        differences: columns.flatMap((column, place) => compareCells(column, cells[place], same[place])),
      });
  }
  for (const [row, cells] of ownByKey) {
    if (!oldByKey.has(row))
      found.push({ row, differences: [{ place: 'the row is new', ...told('new', cells.join(' ')) }] });
  }
  return found.filter(({ differences }) => differences.length > 0);
}

const told = (name: 'gone' | 'new', text: string) =>
  name === 'gone' ? { before: text, now: '' } : { before: '', now: text };

function compareCells(place: string, before = '', now = ''): Difference[] {
  return before === now ? [] : [{ place, before, now }];
}

/** The cells of the columns that both tables have. */
function rowsOf(table: Table, columns: readonly string[]): string[][] {
  const places = columns.map((column) => table.columns.indexOf(column));
  return table.lines.map((line) => {
    const cells = line.split('\t');
    return places.map((place) => cells[place] ?? '');
  });
}

/** How many of the first columns tell all rows from each other; all, where none do. */
function keyLength(rows: readonly string[][], columns: number): number {
  for (let length = 1; length < columns; length += 1) {
    if (new Set(rows.map((cells) => keyOf(cells, length))).size === rows.length) return length;
  }
  return columns;
}

const keyOf = (cells: readonly string[], length: number): string => cells.slice(0, length).join(' ');

/** Rows by their key; of those with one key, each further one has its number in it. */
function byKey(rows: readonly string[][], length: number): Map<string, string[]> {
  const found = new Map<string, string[]>();
  const times = new Map<string, number>();
  for (const cells of rows) {
    const key = keyOf(cells, length);
    const time = (times.get(key) ?? 0) + 1;
    times.set(key, time);
    found.set(time === 1 ? key : `${key} #${time}`, cells);
  }
  return found;
}
