import { SchemaError } from '../schema-error.ts';
import type { MigrationFile } from './migration-files.ts';

/**
 * Which files are still to be applied. Refuses a file that was changed after it was applied (`MIGRATION_CHANGED`), and a
 * new file that sorts before an applied one (`MIGRATION_OUT_OF_ORDER`). Ledger rows without a file are left alone: they come
 * from a newer release, whose database an older one may meet while it is rolled back.
 */
export function pendingMigrations(
  files: readonly MigrationFile[],
  ledger: readonly { readonly name: string; readonly sha256: string }[],
): MigrationFile[] {
  const applied = new Map(ledger.map((row) => [row.name, row.sha256]));
  const pending: MigrationFile[] = [];
  for (const file of files) {
    const sha256 = applied.get(file.name);
    if (sha256 === undefined) {
      pending.push(file);
      continue;
    }
    if (sha256 !== file.sha256) {
      throw new SchemaError(
        'MIGRATION_CHANGED',
        `migration ${file.name} was changed after it had been applied; restore the file and add a new one instead`,
        { context: { migration: file.name, applied: sha256, file: file.sha256 } },
      );
    }
    const skipped = pending[0];
    if (skipped !== undefined) {
      throw new SchemaError(
        'MIGRATION_OUT_OF_ORDER',
        `migration ${skipped.name} comes before ${file.name}, which is already applied; give it a later number`,
        { context: { migration: skipped.name, after: file.name } },
      );
    }
  }
  return pending;
}
