import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useTier } from './client.ts';
import { detailsQuery, isProtocol, type Reserve, serviceQuery } from './queries.ts';

export interface Reserves {
  readonly rows: readonly Reserve[];
  readonly isLoading: boolean;
  /** What kept a part from being read, if anything. The rows are then those that were read before. */
  readonly error: Error | null;
  readonly refetch: () => void;
}

type Details = { readonly rows: readonly Reserve[] };

function combine(results: readonly UseQueryResult<Details>[]) {
  return {
    rows: results.flatMap(({ data }) => data?.rows ?? []),
    isPending: results.some(({ isPending }) => isPending),
    error: results.find(({ error }) => error !== null)?.error ?? null,
    refetch: () => {
      for (const result of results) void result.refetch();
    },
  };
}

/** All reserves of all protocols, as of now, asked for again and again. */
export function useReserves(): Reserves {
  const tier = useTier();
  const service = useQuery(serviceQuery);
  const protocols = (service.data?.meta.protocols ?? []).filter(isProtocol);
  const details = useQueries({ queries: protocols.map((protocol) => detailsQuery(protocol, tier)), combine });
  return {
    rows: details.rows,
    isLoading: (service.isPending && service.error === null) || (details.isPending && details.error === null),
    error: service.data === undefined ? service.error : details.error,
    refetch: () => {
      void service.refetch();
      details.refetch();
    },
  };
}
