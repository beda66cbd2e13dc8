import { Link } from '@tanstack/react-router';
import type { Reserve } from '../../api/queries.ts';
import { percent, usd } from '../../format/number.ts';
import { capital, words } from '../../format/words.ts';
import { MarketName, TokenName } from '../../ui/Name.tsx';
import { reservePath } from '../../ui/navigation.ts';
import { NumberCell } from '../../ui/NumberCell.tsx';
import type { CompareView } from './search.ts';

/** The reserves by what was realised, best first: for suppliers the highest, for borrowers the lowest. Unknown ones last. */
export function CompareTable({ rows, view }: { readonly rows: readonly Reserve[]; readonly view: CompareView }) {
  const { side, window } = view;
  const field = `${side}_apy_realised_${window}_f` as const;
  const spot = `${side}_apy_f` as const;
  const direction = side === 'supply' ? -1 : 1;
  const rank = (row: Reserve): number => (row[field] === null ? Number.POSITIVE_INFINITY : direction * row[field]);
  const sorted = rows.toSorted((a, b) => rank(a) - rank(b) || direction * (a[spot] - b[spot]));
  const greatest = Math.max(...rows.map((row) => row[field] ?? row[spot]));
  return (
    <div className="table-scroll plain" tabIndex={0} role="region" aria-label="Comparison, scrollable">
      <table className="auto">
        <thead>
          <tr>
            <th scope="col">Reserve</th>
            <th scope="col" className="only-wide">
              Market
            </th>
            <th scope="col" className="only-wide">
              Protocol
            </th>
            <th scope="col" className="number">
              Realised {window}
            </th>
            <td />
            <th scope="col" className="number">
              Now
            </th>
            <th scope="col" className="number">
              Rewards APR
            </th>
            <th scope="col" className="number">
              Utilization
            </th>
            <th scope="col" className="number">
              {side === 'supply' ? 'Available to supply' : 'Available to borrow'}
            </th>
            <th scope="col">Binding limit</th>
          </tr>
        </thead>
        <tbody>
          {sorted.map((row) => (
            <CompareRow key={row.reserve} row={row} view={view} greatest={greatest} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function CompareRow({
  row,
  view,
  greatest,
}: {
  readonly row: Reserve;
  readonly view: CompareView;
  readonly greatest: number;
}) {
  const { side, window } = view;
  const field = `${side}_apy_realised_${window}_f` as const;
  const spot = `${side}_apy_f` as const;
  const room = side === 'supply' ? ('depositable_amount_usd_f' as const) : ('borrowable_net_amount_usd_f' as const);
  const bound = side === 'supply' ? row.depositable_constraint_str : row.borrowable_constraint_str;
  const realised = percent(row[field]);
  const gap = row[`${side}_apy_realised_${window}_gap_str`];
  return (
    <tr data-row={row.reserve}>
      <th scope="row">
        <Link {...reservePath(row.reserve)}>
          <TokenName row={row} />
        </Link>
        {!row.listed_b && <span className="tag">unlisted</span>}
        <small className="only-phone">
          <MarketName row={row} />, {capital(row.protocol)}
        </small>
      </th>
      <td className="only-wide">
        <MarketName row={row} />
      </td>
      <td className="only-wide">{capital(row.protocol)}</td>
      <NumberCell field={field} value={realised} title={gap === null ? realised.exact : words(gap)} />
      <td>
        {row[field] !== null && (
          <meter
            className={`of-${side}`}
            min={0}
            max={greatest > 0 ? greatest : 1}
            value={row[field]}
            aria-hidden="true"
          />
        )}
      </td>
      <NumberCell field={spot} value={percent(row[spot])} />
      <NumberCell field="rewards_apr_f" value={percent(row.rewards_apr_f)} />
      <NumberCell field="utilization_f" value={percent(row.utilization_f)} />
      <NumberCell field={room} value={usd(row[room])} />
      <td>{words(bound)}</td>
    </tr>
  );
}
