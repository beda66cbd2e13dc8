import type { HistoryGap } from '@tidemark/contract';
import type { HistoryItem } from './history-items.ts';

/**
 * Runs of buckets that nothing is stored of, not even that they were not observed: the ledger of gaps does not have them.
 * `items` are by reserve and time.
 */
export function unknownGaps(items: readonly HistoryItem[], widthMs: number | null): HistoryGap[] {
  if (widthMs === null) return [];
  const gaps: HistoryGap[] = [];
  for (const { place, unknown } of items) {
    if (unknown === null) continue;
    const from = place.atMs / 1000;
    const last = gaps.at(-1);
    const goesOn = last?.reserve === place.reserve && last.to === from && last.reason_str === unknown;
    const to = from + widthMs / 1000;
    if (last !== undefined && goesOn) gaps[gaps.length - 1] = { ...last, to };
    else gaps.push({ reserve: place.reserve, from, to, reason_str: unknown });
  }
  return gaps;
}
