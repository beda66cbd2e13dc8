import type { Clock } from '../rpc/index.ts';

export interface SlotFloor {
  /** The lowest slot that an answer for this lane may come from; undefined = any. */
  of(lane: string): bigint | undefined;
  /** An answer came from this slot. */
  reached(lane: string, slot: bigint): void;
  /** No node had reached the floor. True when the floor was given up for it. */
  refused(lane: string): boolean;
}

/** How long all nodes may be behind before they are believed. */
const PATIENCE_MS = 60_000;

/**
 * Remembers, for each lane (a batch's place in the poll), the slot last seen, so that the next answer cannot be older. One slow
 * node is thereby told from a chain that went back: when no node has reached the floor for a minute, the floor goes. Stored rows
 * are safe either way, because an older slot never replaces a newer.
 */
export function createSlotFloor(clock: Clock): SlotFloor {
  const lanes = new Map<string, { slot: bigint; reachedAt: number }>();
  return {
    of: (lane) => lanes.get(lane)?.slot,
    reached(lane, slot) {
      const known = lanes.get(lane);
      if (known !== undefined && known.slot > slot) return;
      lanes.set(lane, { slot, reachedAt: clock.now() });
    },
    refused(lane) {
      const known = lanes.get(lane);
      if (known === undefined || clock.now() - known.reachedAt < PATIENCE_MS) return false;
      return lanes.delete(lane);
    },
  };
}
