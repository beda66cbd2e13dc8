import { FAULTS } from '../plan/fault-list.ts';
import type { Finding } from './finding.ts';
import { RECOVERY_MS, type Span, type StrikeSpan, wasInForce } from './strike-span.ts';

/** A try to bring the database to the schema of a version that failed. */
export interface FailedMigration extends Span {
  readonly message: string;
}

/** Migrations beside the processes that work on the tables: they fail where Postgres is away, and never otherwise. */
export function auditMigrations(failed: readonly FailedMigration[], strikes: readonly StrikeSpan[]): Finding[] {
  const isExcused = (migration: FailedMigration): boolean =>
    strikes.some((strike) => FAULTS[strike.fault].lane === 'postgres' && wasInForce(strike, migration, RECOVERY_MS));
  return failed
    .filter((migration) => !isExcused(migration))
    .map(({ message }) => ({
      invariant: 'processes',
      message: `a migration failed while no fault of Postgres was in force: ${message}`,
    }));
}
