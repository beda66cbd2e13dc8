import { describe, expect, it } from 'vitest';
import { bankAt, sha256Of } from '../../test/support/build-rows.ts';
import { decideSnapshot } from './poll-batch.ts';

const row = (seconds: number, account: string) => ({
  observedAt: bankAt(seconds).observedAt,
  accountSha256: sha256Of(account),
});

describe('decideSnapshot', () => {
  it('keeps the first row', () => {
    expect(decideSnapshot(row(0, 'a'), null, 600_000)).toBe('first');
  });

  it('keeps a row whose account changed, however young the one before is', () => {
    expect(decideSnapshot(row(1, 'b'), row(0, 'a'), 600_000)).toBe('changed');
  });

  it('keeps an unchanged row from the very moment the heartbeat is due', () => {
    expect(decideSnapshot(row(599, 'a'), row(0, 'a'), 600_000)).toBeNull();
    expect(decideSnapshot(row(600, 'a'), row(0, 'a'), 600_000)).toBe('heartbeat');
  });
});
