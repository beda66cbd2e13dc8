import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type Reserve, statusQuery } from '../../api/queries.ts';
import { useReserves } from '../../api/use-reserves.ts';
import { plural } from '../../format/words.ts';
import { useTitle } from '../../ui/navigation.ts';
import { useIsPhone } from '../../ui/use-is-phone.ts';
import { Empty, Failed, Loading, Partial } from '../../ui/States.tsx';
import type { ColumnId } from './column-ids.ts';
import { reserveColumns } from './columns.ts';
import { filterReserves, freshnessOf, splitListed } from './filter.ts';
import { ReserveTable } from './ReserveTable.tsx';
import { type MarketsView, readMarketsView, writeMarketsView } from './search.ts';
import { sortReserves } from './sort.ts';
import { Summary } from './Summary.tsx';
import { Toolbar } from './Toolbar.tsx';

const route = getRouteApi('/');

/** Every reserve of every protocol in one table. */
export function MarketsPage() {
  useTitle('Markets');
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const view = useMemo(() => readMarketsView(search), [search]);
  const { rows, isLoading, error, failures, refetch } = useReserves();
  const staleAfter = useStaleAfter();
  const freshness = useMemo(() => freshnessOf(rows, staleAfter), [rows, staleAfter]);
  const filtered = useMemo(() => filterReserves(rows, view, freshness), [rows, view, freshness]);
  const { shown, hidden } = useMemo(() => splitListed(filtered, view.unlisted), [filtered, view.unlisted]);
  const { columns, sorted } = useSeen(shown, view);
  const change = (next: Partial<MarketsView>): void => {
    const written = writeMarketsView({ ...view, ...next });
    void navigate({ search: (previous) => ({ ...previous, ...written }), replace: true, resetScroll: false });
  };
  return (
    <>
      <h1 className="sr-only">Markets</h1>
      <Summary />
      <Partial failures={failures} retry={refetch} />
      <Toolbar view={view} rows={rows} seen={{ rows: sorted, columns, hidden }} onChange={change} />
      {error !== null && <Failed what="The reserves" error={error} retry={refetch} />}
      {isLoading && error === null && <Loading what="the reserves" kind="table" rows={1} />}
      {!isLoading && error === null && rows.length === 0 && (
        <Empty title="Nothing is indexed yet.">
          The indexer has not stored a reserve. Right after the start that takes some seconds; see Status for what it
          waits for.
        </Empty>
      )}
      {!isLoading && rows.length > 0 && shown.length === 0 && (
        <Empty title={hidden === 0 ? 'No reserve passes these filters.' : 'Only unlisted markets have such reserves.'}>
          <button
            type="button"
            className="button"
            onClick={() => change(hidden === 0 ? NO_FILTERS : { unlisted: true })}
          >
            {hidden === 0 ? 'Clear the filters' : `Show ${plural(hidden, 'unlisted reserve')}`}
          </button>
        </Empty>
      )}
      {!isLoading && shown.length > 0 && (
        <ReserveTable
          rows={sorted}
          columns={columns}
          sort={view.sort}
          freshness={freshness}
          onSort={(sort) => change({ sort })}
        />
      )}
    </>
  );
}

/** The columns and rows as they are seen: CSV has the same. */
function useSeen(rows: readonly Reserve[], view: MarketsView) {
  const isPhone = useIsPhone();
  const { unit, columns: chosen, sort } = view;
  const all = useMemo(() => reserveColumns({ unit }), [unit]);
  const columns = useMemo(() => {
    const seen = all.filter(({ id }) => id === 'reserve' || chosen.includes(id));
    const rank = (id: ColumnId): number => (isPhone ? PHONE_FIRST.indexOf(id) + 1 || PHONE_FIRST.length + 1 : 0);
    return seen.toSorted((a, b) => rank(a.id) - rank(b.id));
  }, [all, chosen, isPhone]);
  const sorted = useMemo(
    () =>
      sortReserves(
        rows,
        all.find(({ id }) => id === sort.column),
        sort.descending,
      ),
    [rows, all, sort.column, sort.descending],
  );
  return { columns, sorted };
}

/** What a phone shows without scrolling sideways. */
const PHONE_FIRST: readonly ColumnId[] = ['reserve', 'supply', 'borrow', 'utilization', 'supplied', 'borrowed'];

const NO_FILTERS = { q: '', protocols: [], markets: [], tokens: [], statuses: [], stale: false } as const;

/** After how long the API calls a reserve of a protocol stale. */
function useStaleAfter(): Readonly<Record<string, number>> {
  const { data } = useQuery(statusQuery);
  return useMemo(() => {
    const protocols = data?.data.protocols ?? [];
    return Object.fromEntries(protocols.map((each) => [each.protocol, each.stale_after_seconds]));
  }, [data]);
}
