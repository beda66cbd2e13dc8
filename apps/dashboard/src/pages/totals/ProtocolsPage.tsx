import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { marketsQuery, type MarketTotals } from '../../api/totals.ts';
import { count, percent, usd } from '../../format/number.ts';
import { capital } from '../../format/words.ts';
import { keepZone, useTitle } from '../../ui/navigation.ts';
import { MarketName } from '../../ui/Name.tsx';
import { NumberCell } from '../../ui/NumberCell.tsx';
import { Failed, Loading } from '../../ui/States.tsx';

const COLUMNS = [
  ['Supplied', 'supplied_usd_f', usd],
  ['Borrowed', 'borrowed_usd_f', usd],
  ['Utilization', 'utilization_f', percent],
  ['Supply APY', 'supply_apy_wavg_f', percent],
  ['Borrow APY', 'borrow_apy_wavg_f', percent],
  ['Reserves', 'reserve_count', count],
] as const;

/** Every lending market with its totals, protocol by protocol. */
export function ProtocolsPage() {
  useTitle('Protocols and markets');
  const { data, error, refetch } = useQuery(marketsQuery);
  const markets = data?.data ?? [];
  const protocols = [...new Set(markets.map(({ protocol }) => protocol))];
  return (
    <>
      <h1>Protocols and markets</h1>
      {data === undefined && error === null && <Loading what="the markets" />}
      {data === undefined && error !== null && <Failed what="The markets" error={error} retry={() => void refetch()} />}
      {protocols.map((protocol) => (
        <MarketsTable
          key={protocol}
          protocol={protocol}
          markets={markets.filter((market) => market.protocol === protocol)}
        />
      ))}
    </>
  );
}

/** The markets of a protocol, the largest first. */
function MarketsTable({ protocol, markets }: { readonly protocol: string; readonly markets: readonly MarketTotals[] }) {
  return (
    <section className="block">
      <h2>
        <Link to="/protocols/$name" params={{ name: protocol }} search={keepZone}>
          {capital(protocol)}
        </Link>
      </h2>
      <div
        className="table-scroll plain"
        tabIndex={0}
        role="region"
        aria-label={`Markets of ${capital(protocol)}, scrollable`}
      >
        <table className="auto">
          <thead>
            <tr>
              <th scope="col">Market</th>
              {COLUMNS.map(([title]) => (
                <th key={title} scope="col" className="number">
                  {title}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {markets
              .toSorted((a, b) => (b.supplied_usd_f ?? -1) - (a.supplied_usd_f ?? -1))
              .map((market) => (
                <tr key={market.lending_market} data-row={market.lending_market}>
                  <th scope="row">
                    <Link to="/markets/$address" params={{ address: market.lending_market }} search={keepZone}>
                      <MarketName row={market} />
                    </Link>
                    {!market.listed_b && <span className="tag">unlisted</span>}
                  </th>
                  {COLUMNS.map(([title, field, format]) => (
                    <NumberCell key={title} field={field} value={format(market[field])} />
                  ))}
                </tr>
              ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}
