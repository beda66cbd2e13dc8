import type { FleetReserve } from './register-fleet.ts';
import type { Pace } from './evolve-reserve.ts';

/** A series of observations that is derived, and the reserves that get it. */
export interface Series {
  readonly source: FleetReserve;
  readonly pace: Pace;
  /** Of the same decimals and terms as the source, which is one of them. */
  readonly reserves: readonly FleetReserve[];
}

/** How many reserves are used how often, in minutes; the rest are of the last. As on mainnet, most are hardly used. */
const PACES = [
  { share: 0.02, everyMinutes: 1, series: 2 },
  { share: 0.1, everyMinutes: 5, series: 8 },
  { share: 1, everyMinutes: 360, series: 22 },
] as const;

/**
 * Divides the fleet into series: deriving each reserve of the fleet on its own takes minutes, and what is measured does not
 * depend on whether two reserves have the same numbers.
 */
export function planSeries(fleet: readonly FleetReserve[]): Series[] {
  let next = 0;
  return PACES.flatMap(({ share, everyMinutes, series }) => {
    const count = share === 1 ? fleet.length - next : Math.round(fleet.length * share);
    const members = fleet.slice(next, next + count);
    next += count;
    return Array.from({ length: series }, (_, phase): Series[] => {
      // Decimals alternate in the fleet, and the number of series is even: each gets those of one kind.
      const reserves = members.filter((_member, place) => place % series === phase);
      const [source] = reserves;
      return source === undefined ? [] : [{ source, reserves, pace: { everyMinutes, phase: phase * 7 } }];
    }).flat();
  });
}
