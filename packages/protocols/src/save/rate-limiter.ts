import type { RateLimiter } from './reserve.ts';
import { intToWad, WAD } from './wad.ts';

/**
 * Outflow that still fits the sliding window at a slot, wads; null where the limiter is off, negative where even 0 is refused:
 * more left than the limit allows, a window that starts in the future. What left in the previous window counts by the share of
 * it that the sliding window still covers, what left in the running one counts whole.
 */
export function outflowRoomWads(limiter: RateLimiter, slot: bigint): bigint | null {
  const { maxOutflow, windowSlots } = limiter;
  if (windowSlots === 0n) return null;
  const { startSlot, previousWads, currentWads } = windowAt(limiter, slot);
  const uncoveredSlots = windowSlots - (slot - startSlot + 1n);
  // The program cannot compute either: the window began after the slot, or off its grid.
  if (slot < startSlot || uncoveredSlots < 0n) return -1n;
  const weightWads = intToWad(uncoveredSlots) / windowSlots;
  return intToWad(maxOutflow) - (weightWads * previousWads) / WAD - currentWads;
}

/** The limiter after an outflow at a slot, as the program writes it; unchanged where it is off. */
export function countOutflow(limiter: RateLimiter, slot: bigint, outflowWads: bigint): RateLimiter {
  if (limiter.windowSlots === 0n) return limiter;
  const { startSlot, previousWads, currentWads } = windowAt(limiter, slot);
  return { ...limiter, windowStartSlot: startSlot, previousWads, currentWads: currentWads + outflowWads };
}

interface Window {
  readonly startSlot: bigint;
  readonly previousWads: bigint;
  readonly currentWads: bigint;
}

function windowAt({ windowSlots, windowStartSlot, previousWads, currentWads }: RateLimiter, slot: bigint): Window {
  const startSlot = (slot / windowSlots) * windowSlots;
  const nextStartSlot = windowStartSlot + windowSlots;
  if (slot < windowStartSlot || startSlot < nextStartSlot) {
    return { startSlot: windowStartSlot, previousWads, currentWads };
  }
  return { startSlot, previousWads: startSlot === nextStartSlot ? currentWads : 0n, currentWads: 0n };
}
