import { describe, expect, it } from 'vitest';
import type { FaultName } from '../plan/fault-list.ts';
import { reserveReads } from './reserve-reads.ts';
import type { StoredBatch } from './stored-facts.ts';

const [READ, LOST, REFUSED, NEVER] = ['read', 'lost', 'refused', 'never'];
const at = (seconds: number) => new Date(seconds * 1000);

/** A poll of all reserves but one, whose bank is as old as its row. */
const poll = (seconds: number): StoredBatch => ({
  id: `poll-${seconds}`,
  protocol: 'kamino',
  kind: 'poll',
  outcome: 'committed',
  errorCode: null,
  slot: seconds,
  observedAt: at(seconds),
  startedAt: at(seconds),
  recordedAt: at(seconds),
  gapAfterMs: 30_000,
  missing: 1,
  quarantined: 1,
  requested: [READ, LOST, REFUSED],
  notObserved: [LOST],
  refused: [REFUSED],
  reserveSet: null,
  commitSeq: seconds,
  snapshotReserves: null,
});
const bank = (seconds: number, isFirst = true) => ({
  unixTime: seconds,
  startedAt: at(seconds),
  recordedAt: at(seconds),
  isFirst,
});
const POLLS = [poll(100), poll(110), { ...poll(150), outcome: 'failed' }];

describe('a reserve in a batch of prices', () => {
  const reads = reserveReads(POLLS, [], []);

  it('counts as read until its newest stored read is older than it may be', () => {
    expect(reads.problemOf(READ, bank(140), false)).toBeNull();
    expect(reads.problemOf(READ, bank(142), false)).toContain('was not for 32 s');
    expect(reads.problemOf(READ, bank(142), true)).toBeNull();
    expect(reads.problemOf(READ, bank(130), true)).toContain('was 20 s before');
  });

  it('was not read by a poll that did not see it, that refused it or did not ask for it', () => {
    for (const reserve of [LOST, REFUSED, NEVER]) {
      expect(reads.problemOf(reserve, bank(112), false)).toContain('it counts as read');
      expect(reads.problemOf(reserve, bank(130), true)).toBeNull();
    }
  });

  it('is read by a batch that followed a notification, as the node was asked for it', () => {
    const followed = { ...poll(135), id: 'follow-1', requested: null };
    const answer = { at: at(135), id: 'follow-1', slot: 135, addresses: [READ, LOST], absent: [LOST] };
    const after = reserveReads([...POLLS, followed], [answer], []);
    expect(after.problemOf(READ, bank(160), false)).toBeNull();
    expect(after.problemOf(LOST, bank(160), false)).toContain('it counts as read');
  });

  it('may be read between the list that the batch was made of and the batch', () => {
    expect(reads.problemOf(READ, { ...bank(138), startedAt: at(112) }, true)).toBeNull();
    expect(reads.problemOf(READ, { ...bank(138), startedAt: at(126) }, true)).toContain('it counts as not read');
  });

  it.each<[FaultName, boolean, boolean]>([
    ['indexerPaused', true, true],
    ['tableLocked', true, true],
    ['rpcTimeouts', true, false],
    ['rpcTimeouts', false, true],
    ['oracleLies', false, false],
  ])('may be of an older list under %s (first batch of its round: %s): %s', (fault, isFirst, isExcused) => {
    const strikes = [{ fault, from: at(90), to: at(95), lingers: false }];
    expect(reserveReads(POLLS, [], strikes).problemOf(READ, bank(130, isFirst), true) === null).toBe(isExcused);
  });
});
