import { expect, test } from 'vitest';
import { EventSchedule } from './walk.ts';

const ADDRESSES = Array.from({ length: 26 }, (_, index) => `reserve ${index}`);

test('every account has one event in each of its windows of 50 to 150 slots', () => {
  const schedule = new EventSchedule(1, ADDRESSES);
  const events = schedule.list(1_000_000, 1_100_000);
  for (const address of ADDRESSES) {
    const slots = events.filter((event) => event.address === address).map((event) => event.slot);
    const gaps = slots.slice(1).map((slot, index) => slot - (slots[index] ?? 0));
    expect(Math.max(...gaps)).toBeLessThan(300);
    expect(slots.length).toBeGreaterThan(100_000 / 152);
    expect(slots.length).toBeLessThan(100_000 / 49);
  }
  expect(Math.abs(schedule.estimate(100_000) - events.length)).toBeLessThan(30);
});

test('a range is the sum of its parts, in order', () => {
  const schedule = new EventSchedule(1, ADDRESSES);
  const whole = schedule.list(5_000, 9_000);
  const parts = [5_000, 5_001, 5_777, 8_999].flatMap((from, index, all) =>
    schedule.list(from, all[index + 1] ?? 9_000),
  );
  expect(parts).toEqual(whole);
  expect(whole).toEqual(whole.toSorted((a, b) => a.slot - b.slot));
});

test('a stride keeps every n-th event of an account', () => {
  const schedule = new EventSchedule(1, ADDRESSES);
  const all = schedule.list(0, 50_000).map((event) => JSON.stringify(event));
  const some = schedule.list(0, 50_000, 10).map((event) => JSON.stringify(event));
  expect(some.every((event) => all.includes(event))).toBe(true);
  expect(some.length).toBeGreaterThan(all.length / 12);
  expect(some.length).toBeLessThan(all.length / 8);
});
