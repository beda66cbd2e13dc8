import { expect, test } from 'vitest';
import { DAY_MS, endOf, floorTo, HOUR_MS, TimeoutError, withTimeout } from './time.ts';

const never = new Promise<never>(() => undefined);

test('work in time gives what it gives, and fails as it fails', async () => {
  await expect(withTimeout(Promise.resolve(7), 60_000, 'the work')).resolves.toBe(7);
  await expect(withTimeout(Promise.reject(new RangeError('no')), 60_000, 'the work')).rejects.toThrow(RangeError);
});

test('work that takes longer than its limit fails with the code TIMEOUT, and how it ends later is ignored', async () => {
  let fail: (error: Error) => void = () => undefined;
  const work = new Promise<never>((_resolve, reject) => {
    fail = reject;
  });
  const late = withTimeout(work, 1, 'the work');
  await expect(late).rejects.toMatchObject({ code: 'TIMEOUT', message: 'the work took longer than 1 ms' });
  await expect(withTimeout(never, 1, 'x')).rejects.toBeInstanceOf(TimeoutError);
  fail(new Error('nobody hears of this'));
});

test('hours and days begin and end in UTC', () => {
  const moment = new Date('2026-03-01T17:00:00.000Z');
  expect(floorTo(moment, HOUR_MS)).toEqual(moment);
  expect(endOf(moment, HOUR_MS)).toEqual(new Date('2026-03-01T18:00:00.000Z'));
  expect(floorTo(moment, DAY_MS)).toEqual(new Date('2026-03-01T00:00:00.000Z'));
});
