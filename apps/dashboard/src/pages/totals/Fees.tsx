import { useQuery } from '@tanstack/react-query';
import type { Range } from '../../api/history.ts';
import type { Protocol } from '../../api/queries.ts';
import { feesQuery, type FeesRow } from '../../api/totals.ts';
import { usd } from '../../format/number.ts';
import { day } from '../../format/time.ts';
import { words } from '../../format/words.ts';
import { NumberCell } from '../../ui/NumberCell.tsx';
import { Empty, Failed, Loading } from '../../ui/States.tsx';

const COLUMNS = [
  ['Interest paid', 'fees_usd_f'],
  ['To suppliers', 'supply_side_usd_f'],
  ['Revenue', 'revenue_usd_f'],
] as const;

/** What borrowers paid by day, and who got it. */
export function Fees({
  protocol,
  market,
  range,
}: {
  readonly protocol: Protocol;
  readonly market: string | null;
  readonly range: Range;
}) {
  const { data, error } = useQuery(feesQuery(protocol, market, range));
  return (
    <section className="panel">
      <h2>Fees and revenue by day (UTC)</h2>
      {data === undefined && error === null && <Loading what="the fees" kind="short" rows={1} />}
      {data === undefined && error !== null && <Failed what="The fees" error={error} />}
      {data?.data.length === 0 && (
        <Empty title="No fees in this range yet.">They come with the first day that is stored.</Empty>
      )}
      {data !== undefined && data.data.length > 0 && <FeesTable rows={data.data} />}
    </section>
  );
}

/** The newest day first. */
function FeesTable({ rows }: { readonly rows: readonly FeesRow[] }) {
  return (
    <div className="table-scroll short" tabIndex={0} role="region" aria-label="Fees by day, scrollable">
      <table className="auto">
        <thead>
          <tr>
            <th scope="col">Day</th>
            {COLUMNS.map(([title]) => (
              <th key={title} scope="col" className="number">
                {title}
              </th>
            ))}
            <th scope="col">Remarks</th>
          </tr>
        </thead>
        <tbody>
          {rows.toReversed().map((row) => (
            <tr key={row.timestamp} data-row={row.timestamp}>
              <th scope="row">{day(row.timestamp ?? 0)}</th>
              {COLUMNS.map(([, field]) => (
                <NumberCell key={field} field={field} value={usd(row[field])} />
              ))}
              <td className="quiet">
                {[row.final_b === false ? 'not final' : '', row.gap_reason_str ? words(row.gap_reason_str) : '']
                  .filter((text) => text !== '')
                  .join(', ')}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
