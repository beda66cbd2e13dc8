import { describe, expect, it } from 'vitest';
import { FAULT_NAMES, type FaultName } from '../plan/fault-list.ts';
import { auditRefusals } from './audit-refusals.ts';
import type { StoredBatch } from './stored-facts.ts';

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);

/** Read between the 100th and the 102nd second. */
const sound: StoredBatch = {
  id: 'poll-1',
  protocol: 'some',
  kind: 'poll',
  outcome: 'committed',
  errorCode: null,
  slot: 1,
  observedAt: at(-1_000_000),
  startedAt: at(100),
  recordedAt: at(102),
  gapAfterMs: 30_000,
  missing: 0,
  quarantined: 0,
  requested: ['a', 'b'],
  notObserved: [],
  refused: [],
  reserveSet: null,
  commitSeq: 1,
  snapshotReserves: [],
};
const failedWith = (errorCode: string): StoredBatch => ({ ...sound, outcome: 'failed', errorCode, commitSeq: null });
const strikeOf = (fault: FaultName, from: number, to: number, lingers = false) => ({
  fault,
  from: at(from),
  to: at(to),
  lingers,
});
const audit = (batch: StoredBatch, ...strikes: Parameters<typeof auditRefusals>[1]) =>
  auditRefusals({ batches: [batch] }, strikes);

describe('what a batch says that it did not get', () => {
  it('is nothing where all was read, whatever was in force', () => {
    expect(audit(sound)).toEqual([]);
    expect(audit(sound, strikeOf('accountsGarbage', 90, 110))).toEqual([]);
  });

  it.each<[string, Partial<StoredBatch>, FaultName[]]>([
    ['an account that it did not find', { missing: 1 }, ['accountsMissing']],
    [
      'an account that it refused',
      { quarantined: 1 },
      ['accountsTruncated', 'accountsGarbage', 'accountsWrongOwner', 'accountsSwapped'],
    ],
  ])('%s is a finding, unless a node did that to accounts meanwhile', (_, change, causes) => {
    const batch = { ...sound, ...change };
    expect(audit(batch)).toMatchObject([{ invariant: 'gaps' }]);
    const excuses = FAULT_NAMES.filter((fault) => audit(batch, strikeOf(fault, 90, 110)).length === 0);
    expect(excuses).toEqual(causes);
    for (const fault of causes) {
      expect(audit(batch, strikeOf(fault, 95, 98))).toEqual([]);
      expect(audit(batch, strikeOf(fault, 104, 105))).toEqual([]);
      expect(audit(batch, strikeOf(fault, 90, 96))).toHaveLength(1);
      expect(audit(batch, strikeOf(fault, 106, 110))).toHaveLength(1);
    }
  });

  it('is one finding for each kind', () => {
    expect(audit({ ...sound, missing: 1, quarantined: 1 })).toHaveLength(2);
    expect(audit({ ...sound, missing: 1, quarantined: 1 }, strikeOf('accountsMissing', 90, 110))).toHaveLength(1);
  });

  it('counts from when it was stored, where the clock of its process says that it began later', () => {
    const batch = { ...sound, quarantined: 1, startedAt: at(110) };
    expect(audit(batch, strikeOf('accountsGarbage', 90, 100))).toEqual([]);
    expect(audit(batch, strikeOf('accountsGarbage', 90, 98))).toHaveLength(1);
  });
});

describe('a batch that failed', () => {
  it.each(FAULT_NAMES)('is excused by any fault that was in force meanwhile: %s', (fault) => {
    expect(audit(failedWith('INTERNAL_ERROR'), strikeOf(fault, 101, 101))).toEqual([]);
  });

  it('is a finding where none was, and a little later than a fault of Postgres is not', () => {
    expect(audit(failedWith('INTERNAL_ERROR'))).toMatchObject([{ invariant: 'gaps' }]);
    expect(audit(failedWith('57P03'), strikeOf('indexerKilled', 80, 90))).toHaveLength(1);
    expect(audit(failedWith('57P03'), strikeOf('backendKilled', 80, 90))).toEqual([]);
    expect(audit(failedWith('57P03'), strikeOf('backendKilled', 30, 60))).toHaveLength(1);
    expect(audit(failedWith('57P03'), strikeOf('backendKilled', 120, 130))).toHaveLength(1);
  });

  it('is excused by connections that stay half-open until the run is over', () => {
    expect(audit(failedWith('RESPONSE_TIMEOUT'), strikeOf('postgresHalfOpen', 10, 20))).toHaveLength(1);
    expect(audit(failedWith('RESPONSE_TIMEOUT'), strikeOf('postgresHalfOpen', 10, 20, true))).toEqual([]);
    expect(audit(failedWith('RESPONSE_TIMEOUT'), strikeOf('postgresHalfOpen', 120, 130, true))).toHaveLength(1);
  });

  it('needs no fault where a busy machine is enough', () => {
    for (const code of ['TIMEOUT', 'NODE_BEHIND', 'WRONG_CHAIN', 'ABORTED'])
      expect(audit(failedWith(code))).toEqual([]);
  });
});

it('a chain that shows nothing new for long may be said to stand, and none that moved', () => {
  const seen = (slot: number, seconds: number): StoredBatch => ({ ...sound, slot, recordedAt: at(seconds) });
  const halted = failedWith('CHAIN_HALTED');
  const findings = (...others: StoredBatch[]) => auditRefusals({ batches: [...others, halted] }, []);
  expect(findings(seen(1, 80))).toEqual([]);
  expect(findings(seen(1, 80), seen(1, 100))).toEqual([]);
  expect(findings(seen(1, 80), seen(2, 101))).toMatchObject([{ invariant: 'gaps' }]);
  expect(findings()).toMatchObject([{ invariant: 'gaps' }]);
});
