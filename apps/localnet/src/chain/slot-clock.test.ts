import { expect, test } from 'vitest';
import { SlotClock } from './slot-clock.ts';

function clockAt(slotMs: number, reportedSlotMs: number) {
  const wall = { nowMs: 10_000 };
  const anchor = { slot: 100, unixTimeMs: 5_000_500, wallMs: 10_000 };
  return { wall, clock: new SlotClock({ anchor, slotMs, reportedSlotMs, nowMs: () => wall.nowMs }) };
}

test('a slot lasts its real time, and the chain time advances by the reported one', () => {
  const { wall, clock } = clockAt(400, 450);
  wall.nowMs += 399;
  expect(clock.currentSlot()).toBe(100);
  wall.nowMs += 1;
  expect(clock.currentSlot()).toBe(101);
  wall.nowMs += 400_000;
  expect(clock.currentSlot()).toBe(1_101);
  expect([99, 100, 101, 102, 1_100].map((slot) => clock.unixTimeAt(slot))).toEqual([5_000, 5_000, 5_000, 5_001, 5_450]);
});

test('the slot does not go back with the wall clock', () => {
  const { wall, clock } = clockAt(400, 400);
  wall.nowMs += 4_000;
  expect(clock.currentSlot()).toBe(110);
  wall.nowMs -= 60_000;
  expect(clock.currentSlot()).toBe(110);
});

test('a frozen clock moves only by hand', () => {
  const { wall, clock } = clockAt(0, 400);
  wall.nowMs += 1_000_000;
  expect([clock.frozen, clock.currentSlot()]).toEqual([true, 100]);
  clock.set(7, 9_000_000);
  expect([clock.currentSlot(), clock.unixTimeAt(7), clock.unixTimeAt(12)]).toEqual([7, 9_000, 9_002]);
});

test('slots of another length begin where it is said, and times and samples before stay', () => {
  const { clock } = clockAt(0, 400);
  clock.step(1_500);
  const before = [100, 850, 1_600].map((slot) => clock.unixTimeAt(slot));
  expect(before).toEqual([5_000, 5_300, 5_600]);
  clock.changePace(300);
  clock.step(1_000);
  clock.changePace(200);
  clock.step(600);
  expect([100, 850, 1_600].map((slot) => clock.unixTimeAt(slot))).toEqual(before);
  expect([1_601, 2_600, 3_200].map((slot) => clock.unixTimeAt(slot))).toEqual([5_600, 5_900, 6_020]);
  const samples = clock.listPerformanceSamples(clock.currentSlot(), 20);
  const msOf = samples.map(({ numSlots, samplePeriodSecs }) => (samplePeriodSecs * 1_000) / numSlots);
  expect(new Set(msOf)).toEqual(new Set([200, 300, 400]));
  expect(msOf).toEqual(msOf.toSorted((a, b) => a - b));
  for (const { slot, numSlots } of samples) {
    expect([1_600, 2_600].some((change) => slot > change && slot - numSlots < change)).toBe(false);
  }
});
