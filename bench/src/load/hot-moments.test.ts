import { describe, expect, it } from 'vitest';
import { findHotMoments } from './hot-moments.ts';
import type { SlowRequest } from './open-loop.ts';

const slow = (dueSecond: number, latencyMs: number, waitedMs = 0, isNew = false): SlowRequest => ({
  name: 'all/latest',
  dueSecond,
  latencyMs,
  outcome: { what: '200', failed: false, connection: { waitedMs, isNew } },
});
const fault = (fromSecond: number, toSecond: number) => ({ what: 'Postgres restarted', fromSecond, toSecond });

describe('findHotMoments', () => {
  it('makes one of requests whose times overlap, and says what the slowest one waited for', () => {
    const moments = findHotMoments(
      [slow(9, 5_500), slow(0.1, 15_400, 30, true), slow(2, 6_000), slow(40, 7_000), slow(5, 4_999)],
      [],
    );
    expect(moments).toEqual([
      {
        ...{ fromSecond: 0.1, toSecond: 15.5, requests: 3, mostMs: 15_400 },
        ...{ waitedMs: 30, isNewConnection: true, fault: null },
      },
      expect.objectContaining({ fromSecond: 40, toSecond: 47, requests: 1, fault: null }),
    ]);
  });

  it('tells those apart that were late before the fault, however long they took', () => {
    const moments = findHotMoments([slow(1, 60_000), slow(8, 60_000)], [fault(10, 30)]);
    expect(moments.map(({ fromSecond, fault: explained }) => [fromSecond, explained])).toEqual([
      [1, null],
      [8, 'Postgres restarted'],
    ]);
  });

  it.each([
    ['during the fault', 20, 'Postgres restarted'],
    ['that was under way when it began', 5, 'Postgres restarted'],
    ['shortly after it', 39, 'Postgres restarted'],
    ['long after it', 41, null],
    ['before it', 1, null],
  ])('explains a moment %s', (_when, dueSecond, explained) => {
    expect(findHotMoments([slow(dueSecond, 6_000)], [fault(10, 30)]).map((moment) => moment.fault)).toEqual([
      explained,
    ]);
  });
});
