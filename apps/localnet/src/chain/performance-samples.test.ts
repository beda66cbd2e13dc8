import { expect, test } from 'vitest';
import { listPerformanceSamples } from './slot-clock.ts';

test.each([1, 100, 250, 269, 314, 314.5, 333, 400, 401, 450, 500, 1_000, 60_000])(
  'every sample says %d ms per slot exactly',
  (reportedSlotMs) => {
    const samples = listPerformanceSamples(460_000_123, reportedSlotMs, 10);
    expect(samples).toHaveLength(10);
    for (const { numSlots, samplePeriodSecs } of samples) {
      expect((samplePeriodSecs * 1_000_000) / numSlots).toBe(reportedSlotMs * 1_000);
      expect(samplePeriodSecs).toBeLessThanOrEqual(1_000);
    }
  },
);

test('a slot time that no short period makes exact is right in the sum, to within a slot', () => {
  const samples = listPerformanceSamples(460_000_123, 314.159, 720);
  const seconds = samples.reduce((sum, sample) => sum + sample.samplePeriodSecs, 0);
  const slots = samples.reduce((sum, sample) => sum + sample.numSlots, 0);
  expect(seconds).toBe(720 * 60);
  expect(Math.abs(slots - (seconds * 1_000) / 314.159)).toBeLessThan(1);
});

test('samples follow one another, newest first, none beyond the present slot or before the first', () => {
  const samples = listPerformanceSamples(460_000_123, 400, 5);
  expect(samples[0]?.slot).toBeLessThanOrEqual(460_000_123);
  expect(samples[0]?.slot).toBeGreaterThan(460_000_123 - 150);
  samples.slice(1).forEach((sample, index) => expect(sample.slot + 150).toBe(samples[index]?.slot));
  expect(listPerformanceSamples(400, 400, 720)).toHaveLength(2);
  expect(listPerformanceSamples(149, 400, 720)).toEqual([]);
});
