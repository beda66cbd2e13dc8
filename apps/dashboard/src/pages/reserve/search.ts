import type { Interval, Range } from '../../api/history.ts';
import type { Tier } from '../../api/client.ts';
import { pickTexts, readChoice, readList, writeChoice, writeList } from '../../search.ts';

export const RANGES = ['7d', '24h', '30d', '90d', '1y'] as const;
export const INTERVALS = ['auto', '15m', '1h', '4h', '1d'] as const;
export const UNITS = ['usd', 'tokens'] as const;

/** What the page of a reserve shows beside the reserve itself. */
export interface ReserveView {
  readonly range: (typeof RANGES)[number];
  readonly interval: (typeof INTERVALS)[number];
  /** Reserves drawn beside this one. */
  readonly with: readonly string[];
  readonly unit: (typeof UNITS)[number];
}

const NAMES = ['range', 'interval', 'with', 'unit'] as const;
export type ReserveSearch = { [name in (typeof NAMES)[number]]?: string | undefined };

/** As many lines as can be told apart. */
export const MAX_COMPARED = 3;

export function pickReserveSearch(search: Readonly<Record<string, unknown>>): ReserveSearch {
  return pickTexts(search, NAMES);
}

export function readReserveView(search: ReserveSearch): ReserveView {
  return {
    range: readChoice(search.range, RANGES),
    interval: readChoice(search.interval, INTERVALS),
    with: readList(search.with).slice(0, MAX_COMPARED),
    unit: readChoice(search.unit, UNITS),
  };
}

export function writeReserveView(view: ReserveView): { [name in keyof Required<ReserveSearch>]: string | undefined } {
  return {
    range: writeChoice(view.range, RANGES),
    interval: writeChoice(view.interval, INTERVALS),
    with: writeList(view.with),
    unit: writeChoice(view.unit, UNITS),
  };
}

const HOUR = 3_600;
const DAY = 24 * HOUR;
const SECONDS = { '24h': DAY, '7d': 7 * DAY, '30d': 30 * DAY, '90d': 90 * DAY, '1y': 365 * DAY } as const;
/** Points that need a key. */
export function needsKey(interval: ReserveView['interval']): boolean {
  return interval === '15m';
}

/** The stretch of time of a view: up to now, in points that the range can be drawn with. */
export function rangeOf(view: Pick<ReserveView, 'range' | 'interval'>, tier: Tier, now: number): Range {
  const interval = intervalOf(view, tier);
  // The end of the hour that goes on: its bucket belongs to the range, and the same hour asks the same question.
  const to = (Math.floor(now / HOUR) + 1) * HOUR;
  return { from: to - SECONDS[view.range], to, interval };
}

function intervalOf({ range, interval }: Pick<ReserveView, 'range' | 'interval'>, tier: Tier): Interval {
  if (interval !== 'auto' && (tier === 'key' || !needsKey(interval))) return interval;
  if (range === '24h') return tier === 'key' ? '15m' : '1h';
  if (range === '90d') return '4h';
  return range === '1y' ? '1d' : '1h';
}
