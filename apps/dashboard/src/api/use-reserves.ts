import { useQueries, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTier } from './client.ts';
import { detailsQuery, isProtocol, type Protocol, type Reserve, serviceQuery } from './queries.ts';

/** A protocol that the newest read of its reserves did not succeed for. */
export interface ReadFailure {
  readonly protocol: Protocol;
  readonly error: Error;
  /** Unix milliseconds of the last read that did; null where its reserves are missing. */
  readonly readAt: number | null;
}

export interface Reserves {
  /** Of every protocol what was read last: also of those that fail now. */
  readonly rows: readonly Reserve[];
  readonly isLoading: boolean;
  /** What kept everything from being read. */
  readonly error: Error | null;
  /** Protocols that fail, while others are shown: what is missing is never missing in silence. */
  readonly failures: readonly ReadFailure[];
  readonly refetch: () => void;
}

interface Result {
  readonly data?: unknown;
  readonly error: Error | null;
  readonly dataUpdatedAt: number;
}

/** The protocols whose results, one each, are errors. */
export function failuresOf(protocols: readonly Protocol[], results: readonly Result[]): readonly ReadFailure[] {
  return results.flatMap(({ data, error, dataUpdatedAt }, place): ReadFailure[] => {
    const protocol = protocols[place];
    if (error === null || protocol === undefined) return [];
    return [{ protocol, error, readAt: data === undefined ? null : dataUpdatedAt }];
  });
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
  const failures = failuresOf(protocols, details);
  const isPending = (service.isPending && service.error === null) || details.some((each) => each.isPending);
  const error = service.data === undefined ? service.error : (failures[0]?.error ?? null);
  return {
    rows,
    isLoading: rows.length === 0 && isPending,
    error: rows.length === 0 && !isPending ? error : null,
    failures: rows.length === 0 ? NONE : failures,
    refetch: () => {
      void service.refetch();
      for (const result of details) void result.refetch();
    },
  };
}
