import type { IngestStop } from '@tidemark/schema';

/** Nothing is computed of a time that was read: the rollups are behind. */
export const NOT_ROLLED_UP = 'not_rolled_up';

/** Why nothing is stored of a time: nothing was read in it, or the rollups have not come to it yet. */
export function unrolledReason(
  stops: readonly IngestStop[],
  { startMs, endMs }: { readonly startMs: number; readonly endMs: number },
): string {
  const stop = stops.find(({ from, to }) => from.getTime() <= startMs && (to === null || to.getTime() >= endMs));
  return stop?.reason ?? NOT_ROLLED_UP;
}
