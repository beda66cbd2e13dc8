import { expect, it } from 'vitest';
import { FAULT_NAMES, FAULTS, type FaultName } from '../plan/fault-list.ts';
import { auditMigrations } from './audit-migrations.ts';

const at = (seconds: number): Date => new Date(1_800_000_000_000 + seconds * 1000);
const failed = [{ from: at(100), to: at(101), message: 'migrate ended with 1' }];
const strikeOf = (fault: FaultName, from: number, to: number, lingers = false) => ({
  fault,
  from: at(from),
  to: at(to),
  lingers,
});

it('a migration that failed is a finding, unless Postgres was away', () => {
  expect(auditMigrations([], [])).toEqual([]);
  expect(auditMigrations(failed, [])).toMatchObject([
    { invariant: 'processes', message: expect.stringContaining('migrate ended with 1') },
  ]);
  const excuses = FAULT_NAMES.filter((fault) => auditMigrations(failed, [strikeOf(fault, 90, 110)]).length === 0);
  expect(excuses).toEqual(FAULT_NAMES.filter((fault) => FAULTS[fault].lane === 'postgres'));
});

it('a server may recover for a while, and dead connections may hold locks until the run is over', () => {
  expect(auditMigrations(failed, [strikeOf('backendKilled', 70, 80)])).toEqual([]);
  expect(auditMigrations(failed, [strikeOf('backendKilled', 10, 60)])).toHaveLength(1);
  expect(auditMigrations(failed, [strikeOf('postgresHalfOpen', 10, 20, true)])).toEqual([]);
  expect(auditMigrations(failed, [strikeOf('postgresKilled', 102, 110)])).toHaveLength(1);
});
