import { describe, expect, it } from 'vitest';
import { findStandstill } from './progress-checks.ts';

const settled = { slot: 100n, observedAt: new Date(0) };
const find = (newestSlot: bigint | null, chainSlot: bigint | null) =>
  findStandstill({ newestSlot, settled, toleranceMs: 60_000, chainSlot });

describe('the newest stored slot', () => {
  it('has to move beyond what was stored a while ago, and says whether the chain does', () => {
    expect(find(100n, 250n)).toEqual([
      {
        subjectKind: 'account_kind',
        subject: 'reserve',
        severity: 'critical',
        message: 'the newest stored slot has not moved for 60 s; the chain goes on',
        detail: { newestSlot: 100, settledSlot: 100, chainSlot: 250 },
      },
    ]);
    expect(find(100n, 100n)).toMatchObject([{ message: expect.stringContaining('the chain stands still, too') }]);
    expect(find(99n, null)).toMatchObject([{ message: expect.stringContaining('no endpoint answers') }]);
  });

  it('is well where it moved, and where nothing was stored for so long', () => {
    expect(find(101n, 250n)).toEqual([]);
    expect(find(null, 250n)).toEqual([]);
    expect(findStandstill({ newestSlot: 1n, settled: null, toleranceMs: 1, chainSlot: 1n })).toEqual([]);
  });
});
