import { U64_MAX } from '@tidemark/core';
import { describe, expect, it } from 'vitest';
import { countOutflow, outflowRoomWads } from '../../rate-limiter.ts';
import { intToWad } from '../../wad.ts';
import type { GoldenFiles, LimitCase } from './golden-files.ts';

/** 40 states of the rate limiter, computed by a model of the source: RefreshReserve does not touch it. */
export function describeLimits(files: GoldenFiles): void {
  describe('rate limiter (limits.json)', () => {
    it('is 40 cases', () => {
      expect(files.limits.length).toBe(40);
    });

    it.each(files.limits)('$maxOutflow in $window slots at $slot', (item) => {
      const limiter = limiterOf(item);
      const slot = BigInt(item.slot);
      const room = outflowRoomWads(limiter, slot);
      expect(String(remaining(room))).toBe(item.remainingWads);
      if (room === null || room <= 0n) return;
      // What leaves takes as much of the room.
      expect(outflowRoomWads(countOutflow(limiter, slot, room), slot)).toBe(0n);
    });
  });
}

/** The program's function answers u64::MAX where the limiter is off, and never less than 0. */
function remaining(room: bigint | null): bigint {
  if (room === null) return intToWad(U64_MAX);
  return room < 0n ? 0n : room;
}

function limiterOf(item: LimitCase) {
  return {
    maxOutflow: BigInt(item.maxOutflow),
    windowSlots: BigInt(item.window),
    previousWads: BigInt(item.prev),
    windowStartSlot: BigInt(item.start),
    currentWads: BigInt(item.cur),
  };
}
