import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { statusQuery } from '../../api/queries.ts';
import { useReserves } from '../../api/use-reserves.ts';
import { useTitle } from '../../ui/navigation.ts';
import { Empty, Failed, Loading } from '../../ui/States.tsx';
import { filterReserves, freshnessOf } from './filter.ts';
import { ReserveTable } from './ReserveTable.tsx';
import { type MarketsView, readMarketsView, writeMarketsView } from './search.ts';
import { Summary } from './Summary.tsx';
import { Toolbar } from './Toolbar.tsx';

const route = getRouteApi('/');

/** Every reserve of every protocol in one table. */
export function MarketsPage() {
  useTitle('Markets');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const view = useMemo(() => readMarketsView(search), [search]);
  const { rows, isLoading, error, refetch } = useReserves();
  const staleAfter = useStaleAfter();
  const freshness = useMemo(() => freshnessOf(rows, staleAfter), [rows, staleAfter]);
  const shown = useMemo(() => filterReserves(rows, view, freshness), [rows, view, freshness]);
  const change = (next: Partial<MarketsView>): void => {
    const written = writeMarketsView({ ...view, ...next });
    void navigate({ search: (previous) => ({ ...previous, ...written }), replace: true, resetScroll: false });
  };
  return (
    <>
      <h1 className="sr-only">Markets</h1>
      <Summary />
      <Toolbar view={view} rows={rows} shown={shown} onChange={change} />
      {error !== null && rows.length === 0 && <Failed what="The reserves" error={error} retry={refetch} />}
      {isLoading && rows.length === 0 && <Loading what="the reserves" rows={12} />}
      {!isLoading && error === null && rows.length === 0 && (
        <Empty title="Nothing is indexed yet.">
          The indexer has not stored a reserve. Right after the start that takes some seconds; see Status for what it
          waits for.
        </Empty>
      )}
      {rows.length > 0 && shown.length === 0 && (
        <Empty title="No reserve passes these filters.">
          <button type="button" className="button" onClick={() => change(NO_FILTERS)}>
            Clear the filters
          </button>
        </Empty>
      )}
      {shown.length > 0 && <ReserveTable rows={shown} view={view} freshness={freshness} onChange={change} />}
    </>
  );
}

const NO_FILTERS = { q: '', protocols: [], markets: [], tokens: [], statuses: [], stale: false } as const;

/** After how long the API calls a reserve of a protocol stale. */
function useStaleAfter(): Readonly<Record<string, number>> {
  const { data } = useQuery(statusQuery);
  return useMemo(() => {
    const protocols = data?.data.protocols ?? [];
    return Object.fromEntries(protocols.map((each) => [each.protocol, each.stale_after_seconds]));
  }, [data]);
}
