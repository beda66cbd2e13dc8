import { Link } from '@tanstack/react-router';
import { memo, type ReactNode, useEffect, useRef, useState } from 'react';
import type { Reserve } from '../../api/queries.ts';
import { Sparkline } from '../../chart/Sparkline.tsx';
import { Age } from '../../ui/clock.tsx';
import { MarketName, TokenName } from '../../ui/Name.tsx';
import { reservePath } from '../../ui/navigation.ts';
import type { ColumnId } from './column-ids.ts';
import type { ReserveColumn } from './columns.ts';
import type { Freshness } from './filter.ts';

interface RowProps {
  readonly row: Reserve;
  readonly columns: readonly ReserveColumn[];
  readonly freshness: Freshness;
  readonly rowIndex: number;
  /** Course of the last days; null until it is read. */
  readonly line: readonly (number | null)[] | null;
}

/** One reserve. Renders again only when its own data change. */
export const ReserveRow = memo(function ReserveRow(props: RowProps) {
  const { row, columns, freshness, rowIndex, line } = props;
  const changed = useChanged(row, columns);
  return (
    <tr aria-rowindex={rowIndex} data-row={row.reserve} className={freshness}>
      {columns.map((column) => (
        <Cell
          key={column.id}
          column={column}
          row={row}
          freshness={freshness}
          line={line}
          isChanged={changed.has(column.id)}
        />
      ))}
    </tr>
  );
});

interface CellProps extends Pick<RowProps, 'row' | 'freshness' | 'line'> {
  readonly column: ReserveColumn;
  readonly isChanged: boolean;
}

function Cell({ column, row, freshness, line, isChanged }: CellProps) {
  const { text, exact } = column.format(row);
  const title = exact === '' ? (column.reason?.(row) ?? 'Unknown') : exact;
  const facts = { 'data-field': column.field, 'data-value': exact, 'data-changed': isChanged ? '' : undefined };
  if (column.id === 'reserve') {
    return (
      <th scope="row" {...facts}>
        <ReserveLink row={row} freshness={freshness} />
      </th>
    );
  }
  if (column.isLine === true) {
    return <td data-line={column.field}>{line !== null && <Sparkline values={line} />}</td>;
  }
  return (
    <td
      className={classOf(column)}
      title={column.id === 'age' || column.id === 'market' ? undefined : title}
      {...facts}
    >
      {contentOf(column, row, text)}
    </td>
  );
}

/** On a phone the market and the protocol stand below the name. */
export function classOf({ id, numeric }: ReserveColumn): string {
  if (id === 'market' || id === 'protocol') return 'only-wide';
  return numeric ? 'number' : '';
}

function contentOf({ id }: ReserveColumn, row: Reserve, text: string): ReactNode {
  if (id === 'market') return <MarketName row={row} />;
  if (id === 'age') return <Age since={row.timestamp} />;
  if (id === 'status') return <span className={`tag ${row.status_str}`}>{text}</span>;
  if (id === 'priceOk' && row.usable_for_borrow_b !== null) return `${row.usable_for_borrow_b ? '✓' : '✕'} ${text}`;
  return text;
}

function ReserveLink({ row, freshness }: Pick<RowProps, 'row' | 'freshness'>) {
  return (
    <>
      <Link {...reservePath(row.reserve)} title={row.reserve}>
        <TokenName row={row} />
      </Link>
      <small className="only-phone">
        <MarketName row={row} />
      </small>
      {!row.listed_b && <span className="tag">unlisted</span>}
      {freshness !== 'fresh' && <span className="tag warn">{freshness}</span>}
      {freshness === 'fresh' && row.status_str !== 'active' && <span className="tag">{row.status_str}</span>}
    </>
  );
}

const MARKED_MS = 2_500;
const NOTHING: ReadonlySet<ColumnId> = new Set();

/** Columns whose text the newest answer has changed, for a moment. What nobody can see changing is not marked. */
function useChanged(row: Reserve, columns: readonly ReserveColumn[]): ReadonlySet<ColumnId> {
  const before = useRef(row);
  const [changed, setChanged] = useState(NOTHING);
  useEffect(() => {
    const previous = before.current;
    before.current = row;
    if (previous === row) return undefined;
    const ids = columns.filter(
      ({ id, isLine, format }) => id !== 'age' && isLine !== true && format(previous).text !== format(row).text,
    );
    if (ids.length === 0) return undefined;
    setChanged(new Set(ids.map(({ id }) => id)));
    const timer = setTimeout(() => setChanged(NOTHING), MARKED_MS);
    return () => clearTimeout(timer);
  }, [row, columns]);
  return changed;
}
