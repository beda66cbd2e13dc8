import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { marketsQuery } from './totals.ts';

const NONE: ReadonlySet<string> = new Set();

/** Addresses of lending markets that are not listed: anybody can make one, and totals leave them out. Null until it is known. */
export function useUnlisted(): ReadonlySet<string> | null {
  const { data, isPending } = useQuery(marketsQuery);
  return useMemo(() => {
    if (isPending) return null;
    const unlisted = data?.data.filter(({ listed_b: isListed }) => !isListed) ?? [];
    return unlisted.length === 0 ? NONE : new Set(unlisted.map(({ lending_market: market }) => market));
  }, [data, isPending]);
}
