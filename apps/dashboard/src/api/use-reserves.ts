import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTier } from './client.ts';
import { detailsQuery, isProtocol, type Reserve, serviceQuery } from './queries.ts';

export interface Reserves {
  readonly rows: readonly Reserve[];
  readonly isLoading: boolean;
  /** What kept a part from being read, if anything. The rows are then those that were read before. */
  readonly error: Error | null;
  readonly refetch: () => void;
}

const NONE: readonly never[] = [];

type Lists = readonly (readonly Reserve[])[];

/** Makes one list of several: the same object as long as each of them is the same. */
function createJoin(): (lists: Lists) => readonly Reserve[] {
  let last: Lists = [];
  let joined: readonly Reserve[] = NONE;
  return (lists) => {
    const isSame = lists.length === last.length && lists.every((list, place) => list === last[place]);
    if (!isSame) [last, joined] = [lists, lists.flat()];
    return joined;
  };
}

/** All reserves of all protocols, as of now, asked for again and again. */
export function useReserves(): Reserves {
  const tier = useTier();
  const service = useQuery(serviceQuery);
  const [join] = useState(createJoin);
  const protocols = (service.data?.meta.protocols ?? []).filter(isProtocol);
  // Not by `combine`, which compares all rows with those of before, field by field, twice for each answer.
  const details = useQueries({ queries: protocols.map((protocol) => detailsQuery(protocol, tier)) });
  const rows = join(details.map(({ data }) => data?.rows ?? NONE));
  const error = details.find((result) => result.error !== null)?.error ?? null;
  const isPending = details.some((result) => result.isPending);
  return {
    rows,
    isLoading: (service.isPending && service.error === null) || (isPending && error === null),
    error: service.data === undefined ? service.error : error,
    refetch: () => {
      void service.refetch();
      for (const result of details) void result.refetch();
    },
  };
}
