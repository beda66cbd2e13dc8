import { useQueries, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { lazy, Suspense, useMemo } from 'react';
import { isProtocol, serviceQuery } from '../../api/queries.ts';
import { failuresOf } from '../../api/use-reserves.ts';
import { basisPoints, price, usd } from '../../format/number.ts';
import { plural, words } from '../../format/words.ts';
import { Name } from '../../ui/Name.tsx';
import { useTitle } from '../../ui/navigation.ts';
import { Empty, Failed, Loading, Partial } from '../../ui/States.tsx';
import { CoverageTable } from './CoverageTable.tsx';
import { depthLines, stack } from './depth-lines.ts';
import { DepthTable } from './DepthTable.tsx';
import { coverageQuery, depthQuery, EVIDENCE, type TokenDepth, worstFirst } from './queries.ts';

const DepthChart = lazy(() => import('../../chart/DepthChart.tsx'));
const route = getRouteApi('/liquidity');

/** Whether collateral can be sold, the worst first, and the depth of one token by source. */
export function LiquidityPage() {
  useTitle('Liquidity');
  const { token } = route.useSearch();
  const service = useQuery(serviceQuery);
  const protocols = (service.data?.meta.protocols ?? []).filter(isProtocol);
  const results = useQueries({ queries: protocols.map((protocol) => coverageQuery(protocol)) });
  const failures = failuresOf(protocols, results);
  const lists = results.flatMap(({ data }) => (data === undefined ? [] : [data]));
  const isPending = service.isPending || results.some((each) => each.isPending);
  const rows = isPending || lists.length === 0 ? undefined : worstFirst(lists);
  const error = isPending ? null : (service.error ?? failures[0]?.error ?? null);
  const refetch = (): void => {
    void service.refetch();
    for (const result of results) void result.refetch();
  };
  // Without a choice: the token whose collateral is covered least.
  const chosen = token ?? rows?.[0]?.token_address;
  return (
    <>
      <h1>Liquidity</h1>
      {chosen === undefined && error === null && rows === undefined && <DepthOutline />}
      {chosen !== undefined && <Depth mint={chosen} />}
      <section className="block">
        <h2>Liquidation coverage</h2>
        <p className="quiet">
          How often the posted collateral could be sold at once within what a liquidator keeps of the smallest bonus.
          All markets sell into the same pools, so the figure over all of them is the prudent one. It is one instant of
          pools that anybody can verify; market makers, order books and redemption are not in it.
        </p>
        {rows === undefined && error === null && <Loading what="the coverage" kind="table" rows={1} />}
        {rows === undefined && error !== null && <Failed what="The coverage" error={error} retry={refetch} />}
        {rows !== undefined && <Partial failures={failures} retry={refetch} />}
        {rows?.length === 0 && <Empty title="No pools were read yet.">The indexer reads them every few minutes.</Empty>}
        {rows !== undefined && rows.length > 0 && <CoverageTable rows={rows} />}
      </section>
    </>
  );
}

/** As high as what comes in its place, so that the table below stays where it is. */
function DepthOutline() {
  return (
    <section className="block depth">
      <Loading what="the depth" kind="area" rows={1} />
    </section>
  );
}

function Depth({ mint }: { readonly mint: string }) {
  const { data, error, refetch } = useQuery(depthQuery(mint));
  if (data === undefined) {
    return error === null ? <DepthOutline /> : <Failed what="The depth" error={error} retry={() => void refetch()} />;
  }
  return (
    <section className={data.depth_gap_str === null ? 'block depth' : 'block'}>
      <h2>
        What can be sold of <Name name={data.token_symbol} address={mint} />
      </h2>
      <p className="quiet">
        At {price(data.reference_price_usd_f).text} for one. {plural(data.pools_counted, 'pool')}{' '}
        {data.pools_counted === 1 ? 'counts' : 'count'}, {data.pools_excluded} left out
        {data.evidence_str === null
          ? ''
          : `; the arithmetic of the weakest was compared with ${EVIDENCE[data.evidence_str]}`}
        .
      </p>
      {data.depth_gap_str === null ? (
        <>
          <Suspense fallback={<Loading what="the curve" kind="area" rows={1} />}>
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
                {impact === null ? words(gap ?? 'unknown') : basisPoints(impact).text}
              </td>
            ))}
          </tr>
        </tbody>
      </table>
    </div>
  );
}
