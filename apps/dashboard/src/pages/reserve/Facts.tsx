import type { FullReserve } from '../../api/queries.ts';
import { duration } from '../../format/time.ts';
import { words } from '../../format/words.ts';
import { Age } from '../../ui/clock.tsx';
import { ReserveFigure } from './ReserveFigure.tsx';

interface RowProps {
  readonly row: FullReserve;
}

const SIDES = [
  ['Borrow', 'borrowable_net_amount', 'borrowable'],
  ['Borrow in an elevation group', 'borrowable_in_elevation_group_net_amount', 'borrowable_in_elevation_group'],
  ['Withdraw', 'withdrawable_amount', 'withdrawable'],
  ['Supply', 'depositable_amount', 'depositable'],
] as const;

/** What can still be done with the reserve now, and the limit that decides it. */
export function Headroom({ row }: RowProps) {
  return (
    <section className="panel">
      <h2>Headroom now</h2>
      <table className="auto facts">
        <thead>
          <tr>
            <th scope="col">To</th>
            <th scope="col" className="number">
              Tokens
            </th>
            <th scope="col" className="number">
              USD
            </th>
            <th scope="col">Binding limit</th>
          </tr>
        </thead>
        <tbody>
          {SIDES.filter(([, , side]) => row[`${side}_constraint_str`] !== null).map(([label, amount, side]) => {
            const constraint = row[`${side}_constraint_str`] ?? 'unknown';
            const resets = row[`${side}_resets_timestamp`];
            const reason = constraint === 'none' ? 'There is no limit.' : null;
            return (
              <tr key={side}>
                <th scope="row">{label}</th>
                <td className="number">
                  <ReserveFigure row={row} field={`${amount}_f`} unit="amount" reason={reason} />
                </td>
                <td className="number">
                  <ReserveFigure row={row} field={`${amount}_usd_f`} unit="usd" reason={reason} />
                </td>
                <td className="wrap">
                  {words(constraint)}
                  {resets !== null && resets > row.timestamp && (
                    <span className="quiet">, resets in {duration(resets - row.timestamp)}</span>
                  )}
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

const WINDOWS = ['1h', '24h', '7d', '30d'] as const;

/** What was really earned and paid, beside the rate of now. */
export function RealisedRates({ row }: RowProps) {
  return (
    <section className="panel">
      <h2>APY: spot and realised</h2>
      <table className="auto facts">
        <thead>
          <tr>
            <th scope="col">APY</th>
            <th scope="col" className="number">
              Supply
            </th>
            <th scope="col" className="number">
              Borrow
            </th>
            <th scope="col">Covers</th>
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">now</th>
            <td className="number">
              <ReserveFigure row={row} field="supply_apy_f" unit="percent" />
            </td>
            <td className="number">
              <ReserveFigure row={row} field="borrow_apy_f" unit="percent" />
            </td>
            <td>this slot</td>
          </tr>
          {WINDOWS.map((window) => (
            <tr key={window}>
              <th scope="row">{window}</th>
              <td className="number">
                <ReserveFigure row={row} field={`supply_apy_realised_${window}_f`} unit="percent" />
              </td>
              <td className="number">
                <ReserveFigure row={row} field={`borrow_apy_realised_${window}_f`} unit="percent" />
              </td>
              <td className="wrap" title={words(row[`borrow_apy_realised_${window}_gap_str`] ?? '')}>
                {row[`realised_${window}_seconds`] === null
                  ? (row[`borrow_apy_realised_${window}_gap_str`] ?? 'unknown').replaceAll('_', ' ')
                  : duration(row[`realised_${window}_seconds`])}
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">rewards APR</th>
            <td className="number">
              <ReserveFigure row={row} field="rewards_apr_f" unit="percent" />
            </td>
            <td />
            <td>beside the APY</td>
          </tr>
        </tbody>
      </table>
    </section>
  );
}

const CHECKS = [
  ['Usable for a borrow', 'usable_for_borrow_b'],
  ['Usable for a liquidation', 'usable_for_liquidation_b'],
  ['Loaded', 'price_loaded_b'],
  ['Age within the limit', 'price_age_checked_b'],
  ['TWAP within the limit', 'twap_checked_b'],
  ['TWAP age within the limit', 'twap_age_checked_b'],
  ['Within price bounds', 'heuristic_checked_b'],
  ['Allowed to be used', 'price_usage_allowed_b'],
] as const;

/** The price of the account, its age, and what the program thinks of it as of its last refresh. */
export function PriceVerdict({ row }: RowProps) {
  return (
    <section className="panel">
      <h2>Oracle</h2>
      <p>
        <ReserveFigure row={row} field="price_usd_f" unit="price" />{' '}
        <span className="quiet">
          {row.price_timestamp === null ? (
            'of unknown age'
          ) : (
            <>
              from <Age since={row.price_timestamp} /> ago
            </>
          )}
        </span>
      </p>
      <MarketPrice row={row} />
      <ul className="checks">
        {CHECKS.filter(([, field]) => row[field] !== null).map(([label, field]) => (
          <li key={field} className={row[field] === true ? 'yes' : 'no'}>
            <span aria-hidden="true">{row[field] === true ? '✓' : '✕'}</span> {label}
            <span className="sr-only">: {row[field] === true ? 'yes' : 'no'}</span>
          </li>
        ))}
        {row.requires_price_refresh_b === true && (
          <li className="note">△ A borrow first needs a refresh that brings a price</li>
        )}
      </ul>
      {CHECKS.every(([, field]) => row[field] === null) && (
        <p className="quiet">This protocol keeps no verdict on its price.</p>
      )}
    </section>
  );
}

/** The price of the token out of several sources, and how far the one of the account lies from it. */
function MarketPrice({ row }: RowProps) {
  const gap = row.market_price_divergence_gap_str;
  return (
    <dl className="pairs">
      <dt>Price of the token, several sources</dt>
      <dd>
        <ReserveFigure
          row={row}
          field="market_price_usd_f"
          unit="price"
          reason="No source has a price of this token."
        />{' '}
        <span className="quiet">
          {words(row.market_price_status_str)}
          {row.market_price_timestamp !== null && (
            <>
              , <Age since={row.market_price_timestamp} /> ago
            </>
          )}
        </span>
      </dd>
      <dt>Oracle from market</dt>
      <dd>
        <ReserveFigure
          row={row}
          field="market_price_divergence_bps_f"
          unit="basisPoints"
          reason={gap === null ? null : words(gap)}
        />{' '}
        {gap !== null && <span className="quiet">{words(gap)}</span>}
      </dd>
    </dl>
  );
}
