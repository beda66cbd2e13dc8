import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { serviceQuery } from '../../api/queries.ts';
import { percent, price, usd } from '../../format/number.ts';
import { shortAddress, words } from '../../format/words.ts';
import { useTitle } from '../../ui/navigation.ts';
import { Empty, Failed, Loading } from '../../ui/States.tsx';
import { CoverageTable } from './CoverageTable.tsx';
import { depthLines, stack } from './depth-lines.ts';
import { DepthTable } from './DepthTable.tsx';
import { coverageQuery, depthQuery, EVIDENCE, type TokenDepth } from './queries.ts';

const DepthChart = lazy(() => import('../../chart/DepthChart.tsx'));
const route = getRouteApi('/liquidity');

/** Whether collateral can be sold, the worst first, and the depth of one token by source. */
export function LiquidityPage() {
  useTitle('Liquidity');
  const { token } = route.useSearch();
  const service = useQuery(serviceQuery);
  const { data: rows, error, refetch } = useQuery(coverageQuery(service.data?.meta.protocols ?? []));
  // Without a choice: the token whose collateral is covered least.
  const chosen = token ?? rows?.[0]?.token_address;
  return (
    <>
      <h1>Liquidity</h1>
      {chosen !== undefined && <Depth mint={chosen} />}
      <section className="block">
        <h2>Liquidation coverage</h2>
        <p className="quiet">
          How often the posted collateral could be sold at once within what a liquidator keeps of the smallest bonus.
          All markets sell into the same pools, so the figure over all of them is the prudent one. It is one instant of
          pools that anybody can verify; market makers, order books and redemption are not in it.
        </p>
        {rows === undefined && error === null && <Loading what="the coverage" />}
        {rows === undefined && error !== null && (
          <Failed what="The coverage" error={error} retry={() => void refetch()} />
        )}
        {rows?.length === 0 && <Empty title="No pools were read yet.">The indexer reads them every few minutes.</Empty>}
        {rows !== undefined && rows.length > 0 && <CoverageTable rows={rows} />}
      </section>
    </>
  );
}

function Depth({ mint }: { readonly mint: string }) {
  const { data, error, refetch } = useQuery(depthQuery(mint));
  if (data === undefined) {
    return error === null ? (
      <Loading what="the depth" />
    ) : (
      <Failed what="The depth" error={error} retry={() => void refetch()} />
    );
  }
  const name = data.token_symbol === '' ? shortAddress(mint) : data.token_symbol;
  return (
    <section className="block">
      <h2>What can be sold of {name}</h2>
      <p className="quiet">
        Measured by {price(data.reference_price_usd_f).text} for one. {data.pools_counted} pools count,{' '}
        {data.pools_excluded} do not
        {data.evidence_str === null
          ? ''
          : `; the arithmetic of the weakest was compared with ${EVIDENCE[data.evidence_str]}`}
        .
      </p>
      {data.depth_gap_str === null ? (
        <>
          <Suspense fallback={<Loading what="the curve" rows={3} />}>
            <DepthCurve token={data} />
          </Suspense>
          <DepthTable token={data} />
          <Quotes token={data} />
        </>
      ) : (
        <Empty title={words(data.depth_gap_str)} />
      )}
    </section>
  );
}

/** The depth of each source over the move of the price; the table below has the same in words. */
function DepthCurve({ token }: { readonly token: TokenDepth }) {
  const { moves, lines } = useMemo(() => {
    const made = depthLines(token);
    const stacked = stack(made.lines);
    return {
      moves: made.moves,
      lines: made.lines.map(({ source, worth }, place) => ({
        label: words(source),
        own: worth,
        stacked: stacked[place] ?? worth,
      })),
    };
  }, [token]);
  if (lines.length === 0) return null;
  return <DepthChart title="Depth by source, in USD at the reference price" moves={moves} lines={lines} />;
}

/** Sales of sizes: what is lost of the price. */
function Quotes({ token }: { readonly token: TokenDepth }) {
  return (
    <div className="table-scroll plain" tabIndex={0} role="region" aria-label="Sales of sizes, scrollable">
      <table className="auto">
        <thead>
          <tr>
            <th scope="row">Selling</th>
            {token.quotes.map(({ size_usd_f: size }) => (
              <th key={size} scope="col" className="number">
                {usd(size).text}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            <th scope="row">Costs</th>
            {token.quotes.map(({ size_usd_f: size, price_impact_bps_f: impact, depth_gap_str: gap }) => (
              <td key={size} className="number">
                {impact === null ? words(gap ?? 'unknown') : percent(impact / 10_000).text}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}
