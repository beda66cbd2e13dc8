import { describe, expect, it } from 'vitest';
import { pendingMigrations } from './migration-files.ts';

const file = (name: string, sha256 = name) => ({ name, sql: '', sha256 });

describe('pendingMigrations', () => {
  it('lists what the ledger lacks, in order', () => {
    const files = [file('0001_a.sql'), file('0002_b.sql'), file('0003_c.sql')];
    expect(pendingMigrations(files, [file('0001_a.sql')]).map(({ name }) => name)).toEqual([
      '0002_b.sql',
      '0003_c.sql',
    ]);
  });

  it('refuses a file that was changed after it was applied', () => {
    expect(() => pendingMigrations([file('0001_a.sql', 'new')], [file('0001_a.sql', 'old')])).toThrowError(
      expect.objectContaining({
        code: 'MIGRATION_CHANGED',
        context: { migration: '0001_a.sql', applied: 'old', file: 'new' },
      }),
    );
  });

  it('refuses a new file that sorts before an applied one', () => {
    const files = [file('0001_a.sql'), file('0002_b.sql'), file('0003_c.sql')];
    expect(() => pendingMigrations(files, [file('0001_a.sql'), file('0003_c.sql')])).toThrowError(
      expect.objectContaining({
        code: 'MIGRATION_OUT_OF_ORDER',
        context: { migration: '0002_b.sql', after: '0003_c.sql' },
      }),
    );
  });

  it('leaves alone what a newer release applied', () => {
    expect(pendingMigrations([file('0001_a.sql')], [file('0001_a.sql'), file('0002_future.sql')])).toEqual([]);
  });
});
