import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import type { Zone } from '../format/time.ts';

/** The zone that times are shown in: UTC unless the URL says otherwise. */
export function useZone(): Zone {
  return useSearch({ strict: false, select: ({ tz }) => (tz === 'local' ? 'local' : 'utc') });
}

/** Links to another page keep the zone, and nothing else of the query. */
export function keepZone(search: Readonly<Record<string, unknown>>): { tz?: string } {
  return typeof search['tz'] === 'string' ? { tz: search['tz'] } : {};
}

/** Where the page of a reserve is, for `<Link {...reservePath(address)}>`. */
export const reservePath = (address: string) =>
  ({ to: '/reserves/$address', params: { address }, search: keepZone }) as const;

/** The name of the page in the tab of the browser. */
export function useTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} – Tidemark`;
  }, [title]);
}
