import { useQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import { type ReactNode, useRef } from 'react';
import { type Reserve, sparklinesQuery } from '../../api/queries.ts';
import type { ColumnId } from './column-ids.ts';
import type { ReserveColumn } from './columns.ts';
import type { Freshness } from './filter.ts';
import { classOf, ReserveRow } from './ReserveRow.tsx';
import type { MarketsView } from './search.ts';

const ROW_HEIGHT = 36;
/** Rows beyond the edges: all that are scrolled into view are there before the next paint. */
const OVERSCAN = 6;

interface ReserveTableProps {
  /** In the order in which they are shown. */
  readonly rows: readonly Reserve[];
  readonly columns: readonly ReserveColumn[];
  readonly sort: MarketsView['sort'];
  readonly freshness: ReadonlyMap<string, Freshness>;
  /** Markets whose reserves are marked. */
  readonly onSort: (sort: MarketsView['sort']) => void;
}

/** A real table of which only the rows in view exist; a screen reader hears all the same how many there are. */
export function ReserveTable({ rows, columns, sort, freshness, onSort }: ReserveTableProps) {
  return (
    <ScrolledTable rows={rows} columns={columns} freshness={freshness}>
      <caption className="sr-only">Reserves of all protocols</caption>
      <colgroup>
        {columns.map((column) => (
          <col key={column.id} className={classOf(column)} style={{ width: column.width }} />
        ))}
      </colgroup>
      <thead>
        <tr aria-rowindex={1}>
          {columns.map((column) => (
            <Heading key={column.id} column={column} sort={sort} onSort={onSort} />
          ))}
        </tr>
      </thead>
    </ScrolledTable>
  );
}

interface ScrolledTableProps extends Pick<ReserveTableProps, 'rows' | 'columns' | 'freshness'> {
  readonly children: ReactNode;
}

/** The part that renders again with each step of scrolling; sorting and the head above the rows, its children, do not. */
function ScrolledTable({ rows, columns, freshness, children }: ScrolledTableProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_HEIGHT,
    overscan: OVERSCAN,
  });
  const { data: lines } = useQuery({ ...sparklinesQuery, enabled: columns.some(({ isLine }) => isLine === true) });
  const items = virtual.getVirtualItems();
  const before = items[0]?.start ?? 0;
  const after = virtual.getTotalSize() - (items.at(-1)?.end ?? 0);
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  return (
    <div className="table-scroll" ref={scroller} tabIndex={0} role="region" aria-label="Reserves, scrollable">
      <table aria-rowcount={rows.length + 1} style={{ minWidth: width }}>
        {children}
        <tbody>
          {before > 0 && <Spacer height={before} columns={columns.length} />}
          {items.map(({ index }) => {
            const row = rows[index];
            if (row === undefined) return null;
            const line = lines === undefined ? null : (lines.get(row.reserve)?.supply_apy_f ?? NO_LINE);
            return (
              <ReserveRow
                key={row.reserve}
                row={row}
                columns={columns}
                freshness={freshness.get(row.reserve) ?? 'fresh'}
                rowIndex={index + 2}
                line={line}
              />
            );
          })}
          {after > 0 && <Spacer height={after} columns={columns.length} />}
        </tbody>
      </table>
    </div>
  );
}

const NO_LINE: readonly never[] = [];

interface HeadingProps {
  readonly column: ReserveColumn;
  readonly sort: MarketsView['sort'];
  readonly onSort: (sort: MarketsView['sort']) => void;
}

function Heading({ column, sort, onSort }: HeadingProps) {
  const isSorted = sort.column === column.id;
  const direction = sort.descending ? 'descending' : 'ascending';
  const choose = (id: ColumnId): void =>
    onSort({ column: id, descending: isSorted ? !sort.descending : column.numeric });
  if (column.isLine === true) {
    return (
      <th scope="col" title={column.help}>
        {column.title}
      </th>
    );
  }
  return (
    <th scope="col" className={classOf(column)} aria-sort={isSorted ? direction : 'none'}>
      <button type="button" title={column.help} onClick={() => choose(column.id)}>
        {column.title}
        <span aria-hidden="true" className="sort">
          {isSorted ? (sort.descending ? ' ▼' : ' ▲') : ''}
        </span>
      </button>
    </th>
  );
}

function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
  return (
    <tr aria-hidden="true">
      <td colSpan={columns} style={{ height, padding: 0, border: 0 }} />
    </tr>
  );
}
