import { expect, it } from 'vitest';
import type { FailedMigration } from '../audit/audit-migrations.ts';
import { migrateUntilDone } from './migrate-until-done.ts';

/** Fails so many times. */
function migrationThatFails(times: number): () => Promise<void> {
  let tries = 0;
  return async () => {
    tries += 1;
    if (tries <= times) throw new Error(`try ${tries}`);
  };
}

it('a migration is tried again where it failed, and each try that did is kept', async () => {
  const failed: FailedMigration[] = [];
  await migrateUntilDone(migrationThatFails(0), failed, 0);
  expect(failed).toEqual([]);
  await migrateUntilDone(migrationThatFails(2), failed, 0);
  expect(failed).toMatchObject([{ message: 'try 1' }, { message: 'try 2' }]);
  expect(failed.every(({ from, to }) => from <= to)).toBe(true);
});

it('a migration that never succeeds is given up', async () => {
  const failed: FailedMigration[] = [];
  await expect(migrateUntilDone(migrationThatFails(1_000), failed, 0)).rejects.toThrow('try 300');
  expect(failed).toHaveLength(300);
});
