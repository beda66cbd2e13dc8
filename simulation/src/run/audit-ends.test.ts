import { describe, expect, it } from 'vitest';
import type { FaultName } from '../plan/fault-list.ts';
import { auditAskedEnds, auditUnaskedEnds } from './audit-ends.ts';
import type { AskedEnd } from './supervisor.ts';

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);
/** Faults last until here. */
const QUIET_FROM = at(100);
const auditDuring = (ends: readonly AskedEnd[], strikes: Parameters<typeof auditAskedEnds>[1]) =>
  auditAskedEnds(ends, strikes, QUIET_FROM);
const inOrder: AskedEnd = {
  name: 'api',
  exit: { code: 0, signal: null },
  tail: ['last line'],
  from: at(10),
  to: at(12),
  isForced: false,
};
const forced = { ...inOrder, exit: { code: 1, signal: null }, isForced: true };
const strikeOf = (fault: FaultName, from: number, to: number, lingers = false) => ({
  fault,
  from: at(from),
  to: at(to),
  effects: 1,
  lingers,
});

describe('the end of a process', () => {
  it('that was not requested is reported with its last lines', () => {
    expect(auditUnaskedEnds([{ ...inOrder, exit: { code: null, signal: 'SIGSEGV' } }])).toMatchObject([
      { invariant: 'processes', message: 'api ended by itself with SIGSEGV:\nlast line' },
    ]);
  });

  it('is in order with 0, and where it came before the process listened to signals', () => {
    expect(auditDuring([inOrder, { ...inOrder, exit: { code: null, signal: 'SIGTERM' } }], [])).toEqual([]);
  });

  it('never takes a SIGKILL, whatever is going on', () => {
    const killed: AskedEnd = { ...inOrder, exit: { code: null, signal: 'SIGKILL' } };
    expect(auditDuring([killed], [strikeOf('postgresFrozen', 9, 20)])).toMatchObject([{ invariant: 'processes' }]);
  });

  it.each([
    ['was forced', forced],
    ['was forced although its code is 0', { ...forced, exit: { code: 0, signal: null } }],
    ['is not 0', { ...forced, isForced: false }],
  ])('that %s is a finding, unless what the process talks to was away meanwhile', (_, end) => {
    expect(auditDuring([end], [])).toMatchObject([{ invariant: 'processes' }]);
    expect(auditDuring([end], [strikeOf('apiPaused', 9, 20)])).toHaveLength(1);
    expect(auditDuring([end], [strikeOf('postgresKilled', 2, 9)])).toHaveLength(1);
    expect(auditDuring([end], [strikeOf('postgresKilled', 13, 14)])).toHaveLength(1);
    expect(auditDuring([end], [strikeOf('postgresKilled', 11, 14)])).toEqual([]);
    expect(auditDuring([end], [strikeOf('postgresHalfOpen', 2, 9)])).toHaveLength(1);
    expect(auditDuring([end], [strikeOf('postgresHalfOpen', 2, 9, true)])).toEqual([]);
  });

  it('is excused by nothing once the faults are over', () => {
    const late = { from: at(110), to: at(112) };
    const early = { ...inOrder, ...late, exit: { code: null, signal: 'SIGTERM' } } as const;
    const lingering = [strikeOf('postgresHalfOpen', 2, 9, true)];
    expect(auditDuring([{ ...inOrder, ...late }], lingering)).toEqual([]);
    expect(auditDuring([{ ...forced, ...late }, early], lingering)).toMatchObject([
      { invariant: 'processes' },
      { invariant: 'processes' },
    ]);
  });
});
