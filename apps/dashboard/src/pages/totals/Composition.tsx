import { Link } from '@tanstack/react-router';
import type { Reserve } from '../../api/queries.ts';
import { percent, usd } from '../../format/number.ts';
import { capital, plural } from '../../format/words.ts';
import { MarketName, TokenName } from '../../ui/Name.tsx';
import { reservePath } from '../../ui/navigation.ts';
import { NumberCell } from '../../ui/NumberCell.tsx';

const SHOWN = 40;

/** The reserves that make up a total, the largest first; those without a price last. */
export function Composition({
  rows,
  by,
  unlisted,
}: {
  readonly rows: readonly Reserve[];
  readonly by: 'token' | 'market';
  /** Reserves of markets that are not listed, which totals leave out. */
  readonly unlisted: readonly Reserve[];
}) {
  const sorted = rows.toSorted((a, b) => (b.supplied_amount_usd_f ?? -1) - (a.supplied_amount_usd_f ?? -1));
  const greatest = sorted[0]?.supplied_amount_usd_f ?? 0;
  return (
    <section className="panel">
      <h2>Reserves</h2>
      <table className="auto facts">
        <thead>
          <tr>
            <th scope="col">{by === 'token' ? 'Token' : 'Market'}</th>
            <th scope="col" className="number">
              Supplied
            </th>
            <th scope="col" className="number">
              Utilization
            </th>
            <th scope="col" className="number">
              Supply APY
            </th>
          </tr>
        </thead>
        <tbody>
          {sorted.slice(0, SHOWN).map((row) => (
            <Part key={row.reserve} row={row} by={by} greatest={greatest} />
          ))}
        </tbody>
      </table>
      {sorted.length > SHOWN && (
        <p className="quiet">
          The largest {SHOWN} of {sorted.length}.
        </p>
      )}
      {unlisted.length > 0 && <Hidden rows={unlisted} />}
    </section>
  );
}

function Part({
  row,
  by,
  greatest,
}: {
  readonly row: Reserve;
  readonly by: 'token' | 'market';
  /** Of all parts, for the length of the bar. */
  readonly greatest: number;
}) {
  const supplied = row.supplied_amount_usd_f;
  return (
    <tr data-row={row.reserve}>
      <th scope="row">
        <Link {...reservePath(row.reserve)}>
          {by === 'token' ? (
            <TokenName row={row} />
          ) : (
            <>
              <MarketName row={row} /> ({capital(row.protocol)})
            </>
          )}
        </Link>
      </th>
      <NumberCell field="supplied_amount_usd_f" value={usd(supplied)}>
        {supplied !== null && (
          <meter className="of-supply" min={0} max={Math.max(1, greatest)} value={supplied} aria-hidden="true" />
        )}
      </NumberCell>
      <td className="number">{percent(row.utilization_f).text}</td>
      <td className="number">{percent(row.supply_apy_f).text}</td>
    </tr>
  );
}

/** What the totals leave out, by name. */
function Hidden({ rows }: { readonly rows: readonly Reserve[] }) {
  return (
    <p className="quiet">
      {plural(rows.length, 'unlisted reserve')} hidden, of markets that anybody can make; the totals leave them out:{' '}
      {rows.slice(0, SHOWN).map((row, place) => (
        <span key={row.reserve}>
          {place > 0 && ', '}
          <Link {...reservePath(row.reserve)}>
            <TokenName row={row} /> <MarketName row={row} />
          </Link>
        </span>
      ))}
      {rows.length > SHOWN && ` and ${rows.length - SHOWN} more`}
    </p>
  );
}
