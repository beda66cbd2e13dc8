import { useSearch } from '@tanstack/react-router';
import type { Zone } from '../format/time.ts';

/** The zone that times are shown in: UTC unless the URL says otherwise. */
export function useZone(): Zone {
  return useSearch({ strict: false, select: ({ tz }) => (tz === 'local' ? 'local' : 'utc') });
}
