import { Link } from '@tanstack/react-router';
import type { Reserve } from '../../api/queries.ts';
import { percent, usd } from '../../format/number.ts';
import { shortAddress } from '../../format/words.ts';
import { reservePath } from '../../ui/navigation.ts';

const SHOWN = 40;

/** The reserves that make up a total, the largest first; those without a price last. */
export function Composition({ rows, by }: { readonly rows: readonly Reserve[]; readonly by: 'token' | 'market' }) {
  const sorted = rows.toSorted((a, b) => (b.supplied_amount_usd_f ?? -1) - (a.supplied_amount_usd_f ?? -1));
  const greatest = sorted[0]?.supplied_amount_usd_f ?? 0;
  return (
    <section className="panel">
      <h2>Made of</h2>
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
            <tr key={row.reserve} data-row={row.reserve}>
              <th scope="row">
                <Link {...reservePath(row.reserve)}>{by === 'token' ? nameOfToken(row) : nameOfMarket(row)}</Link>
              </th>
              <td
                className="number"
                title={usd(row.supplied_amount_usd_f).exact}
                data-field="supplied_amount_usd_f"
                data-value={usd(row.supplied_amount_usd_f).exact}
              >
                {row.supplied_amount_usd_f !== null && (
                  <meter min={0} max={Math.max(1, greatest)} value={row.supplied_amount_usd_f} aria-hidden="true" />
                )}
                {usd(row.supplied_amount_usd_f).text}
              </td>
              <td className="number">{percent(row.utilization_f).text}</td>
              <td className="number">{percent(row.supply_apy_f).text}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {sorted.length > SHOWN && (
        <p className="quiet">
          The largest {SHOWN} of {sorted.length}.
        </p>
      )}
    </section>
  );
}

function nameOfToken({ token_symbol: symbol, token_address: address }: Reserve): string {
  return symbol === '' ? shortAddress(address) : symbol;
}

function nameOfMarket({ lending_market_name: name, lending_market: address, protocol }: Reserve): string {
  return `${name === '' ? shortAddress(address) : name} (${protocol})`;
}
