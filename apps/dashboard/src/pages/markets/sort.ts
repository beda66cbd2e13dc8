import type { Reserve } from '../../api/queries.ts';
import type { ReserveColumn } from './columns.ts';

/** Rows by a column as it is shown: texts by the alphabet, unknown values last in either direction; what is equal keeps its order. */
export function sortReserves(
  rows: readonly Reserve[],
  column: ReserveColumn | undefined,
  descending: boolean,
): readonly Reserve[] {
  if (column === undefined) return rows;
  const direction = descending ? -1 : 1;
  const keyOf = (row: Reserve): number | string | null => {
    if (!column.numeric) return column.format(row).exact === '' ? null : column.format(row).text.toLowerCase();
    const value = row[column.field];
    return typeof value === 'number' ? value : null;
  };
  return rows
    .map((row) => ({ row, key: keyOf(row) }))
    .toSorted((a, b) => {
      if (a.key === null || b.key === null) return Number(a.key === null) - Number(b.key === null);
      return a.key === b.key ? 0 : direction * (a.key < b.key ? -1 : 1);
    })
    .map(({ row }) => row);
}
