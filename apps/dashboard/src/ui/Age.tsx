import { duration, moment } from '../format/time.ts';
import { useZone } from './zone.ts';
import { useNow } from './clock.ts';

/** How long ago a moment was, counting up; the moment itself on demand. */
export function Age({ since }: { readonly since: number | null | undefined }) {
  const now = useNow();
  const zone = useZone();
  if (since === null || since === undefined) return <span>–</span>;
  return (
    <time dateTime={new Date(since * 1_000).toISOString()} title={moment(since, zone)}>
      {duration(now - since)}
    </time>
  );
}
