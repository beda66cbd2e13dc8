import { describe, expect, it } from 'vitest';
import { createManualClock } from '../../test/manual-clock.ts';
import { SlotFloor } from './slot-floor.ts';

/** These tests fetch nothing. */
const bankClock = { begin: () => Promise.reject(new Error('nothing is fetched here')) };

describe('slot floor', () => {
  it('is the newest slot that each lane has seen', () => {
    const floor = new SlotFloor(createManualClock(), bankClock);
    expect(floor.of('a')).toBeUndefined();
    floor.reached('a', 10n);
    floor.reached('b', 3n);
    floor.reached('a', 7n);
    expect([floor.of('a'), floor.of('b')]).toEqual([10n, 3n]);
  });

  it('stays while nodes are behind for less than a minute', () => {
    const clock = createManualClock();
    const floor = new SlotFloor(clock, bankClock);
    floor.reached('a', 10n);
    clock.advance(59_000);
    expect(floor.refused('a')).toBe(false);
    expect(floor.of('a')).toBe(10n);
  });

  it('goes when no node has reached it for a minute: then the chain went back, not a node', () => {
    const clock = createManualClock();
    const floor = new SlotFloor(clock, bankClock);
    floor.reached('a', 10n);
    clock.advance(61_000);
    expect(floor.refused('a')).toBe(true);
    expect(floor.of('a')).toBeUndefined();
    floor.reached('a', 4n);
    expect(floor.of('a')).toBe(4n);
  });

  it('knows for how long answers have come from one bank, and begins anew after a pause in which nobody looked', () => {
    const clock = createManualClock();
    const floor = new SlotFloor(clock, bankClock, () => undefined, 15_000);
    expect(floor.standsMs('a')).toBe(0);
    for (const _ of [1, 2, 3, 4]) {
      floor.reached('a', 10n);
      clock.advance(5_000);
    }
    expect(floor.standsMs('a')).toBe(15_000);
    clock.advance(26_000);
    floor.reached('a', 10n);
    expect(floor.standsMs('a')).toBe(0);
    clock.advance(5_000);
    floor.reached('a', 10n);
    expect(floor.standsMs('a')).toBe(5_000);
    floor.reached('a', 11n);
    expect(floor.standsMs('a')).toBe(0);
  });

  it('goes on counting over two reads that lie no further apart than twice the time after which a chain stands', () => {
    const clock = createManualClock();
    const floor = new SlotFloor(clock, bankClock, () => undefined, 15_000);
    floor.reached('a', 10n);
    clock.advance(30_000);
    floor.reached('a', 10n);
    expect(floor.standsMs('a')).toBe(30_000);
    clock.advance(30_001);
    floor.reached('a', 10n);
    expect(floor.standsMs('a')).toBe(0);
  });
});
