import type { Reserve } from '../../api/queries.ts';
import type { CsvColumn } from '../../table/csv.ts';
import { reserveColumns } from './columns.ts';
import type { MarketsView } from './search.ts';

const text = (name: 'reserve' | 'lending_market' | 'token_address'): CsvColumn<Reserve> => ({
  name,
  value: (row) => row[name],
});

/**
 * The columns that are seen, with the names and at the precision of the API, and before them the addresses: symbols and names
 * of markets are not unique.
 */
export function csvColumns(view: Pick<MarketsView, 'columns' | 'unit'>): readonly CsvColumn<Reserve>[] {
  const seen = reserveColumns(view).filter(({ id }) => id === 'reserve' || view.columns.includes(id));
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
