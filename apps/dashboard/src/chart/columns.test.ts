import { expect, it } from 'vitest';
import { bucketsOf, bucketText, gapIn, gapsOf, valuesAt } from './columns.ts';

const HOUR = 3_600;
const MIDNIGHT = Date.UTC(2026, 10, 27) / 1_000;

it('puts histories on one axis; what one of them lacks is a hole, and zero is no hole', () => {
  const first = [
    { timestamp: 0, value: 1 },
    { timestamp: HOUR, value: null },
    { timestamp: 3 * HOUR, value: 0 },
  ];
  const second = [
    { timestamp: 3 * HOUR, value: 9 },
    { timestamp: 2 * HOUR, value: 8 },
  ];
  const buckets = bucketsOf([first, second], '1h');
  expect(buckets.map(({ from, to }) => [from / HOUR, to / HOUR])).toEqual([
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
  ]);
  expect(valuesAt(buckets, first, (row) => row.value)).toEqual([1, null, null, 0]);
  expect(valuesAt(buckets, second, (row) => row.value)).toEqual([null, null, 8, 9]);
});

it('a point says of which time it is and what of it', () => {
  const [bucket] = bucketsOf([[{ timestamp: MIDNIGHT + 20 * HOUR, final_b: true }]], '4h');
  const [open] = bucketsOf([[{ timestamp: MIDNIGHT, final_b: true }], [{ timestamp: MIDNIGHT, final_b: false }]], '1d');
  if (bucket === undefined || open === undefined) throw new Error('there is no bucket');
  expect(bucketText(bucket, 'close', 'utc')).toBe('27 Nov 2026, 20:00–24:00 UTC, close');
  expect(bucketText(bucket, 'sum', 'utc')).toBe('27 Nov 2026, 20:00–24:00 UTC, sum');
  expect(bucketText(open, 'close', 'utc')).toBe('27 Nov 2026, 00:00–24:00 UTC, so far');
});

it('a gap is of each bucket that it has a part of, and of no other', () => {
  const gap = { from: 90 * 60, to: 2 * HOUR, reason: 'x' };
  const buckets = bucketsOf([[0, 1, 2, 3].map((hour) => ({ timestamp: hour * HOUR }))], '1h');
  expect(buckets.map((bucket) => gapIn([gap], bucket)?.reason)).toEqual([undefined, 'x', undefined, undefined]);
});

it('the same time without reads, for the same reason, is one gap however many reserves have it', () => {
  const outage = { from: 100, to: 200, gap_reason_str: 'poll_failed' };
  const gaps = [
    { ...outage, reserve: 'A' },
    { ...outage, reserve: 'B' },
    { ...outage, to: 250, reserve: 'C' },
    { ...outage, gap_reason_str: 'quarantined', reserve: 'D' },
  ];
  expect(
    gapsOf(gaps, ({ gap_reason_str: reason }, all) => `${reason} of ${all.map(({ reserve }) => reserve).join()}`),
  ).toEqual([
    { from: 100, to: 200, reason: 'poll_failed of A,B' },
    { from: 100, to: 250, reason: 'poll_failed of C' },
    { from: 100, to: 200, reason: 'quarantined of D' },
  ]);
});
