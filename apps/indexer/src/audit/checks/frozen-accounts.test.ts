import type { AuditedAccount } from '@tidemark/schema';
import { describe, expect, it } from 'vitest';
import { findFrozenAccounts } from './progress-checks.ts';

const at = (seconds: number) => new Date(1_760_000_000_000 + seconds * 1_000);
const account = (address: string, slot: number | null, overrides: Partial<AuditedAccount> = {}): AuditedAccount => ({
  kind: 'reserve',
  address,
  lendingMarket: 'market',
  listed: true,
  slot: slot === null ? null : BigInt(slot),
  observedAt: slot === null ? null : at(slot),
  firstSeenSlot: 1n,
  firstSeenAt: at(1),
  ...overrides,
});
const find = (accounts: readonly AuditedAccount[], settledSlot: number | null, refused: readonly string[] = []) =>
  findFrozenAccounts({
    accounts,
    settled: settledSlot === null ? null : { slot: BigInt(settledSlot), observedAt: at(settledSlot) },
    toleranceMs: { reserve: 30_000, lending_market: 600_000 },
    refused: new Set(refused),
  });

describe('frozen accounts', () => {
  it('are those that others have left behind by more than the tolerance, each by itself', () => {
    const accounts = [account('moving', 100), account('slow', 70), account('frozen', 69), account('newer', 130)];
    expect(find(accounts, 100)).toEqual([
      {
        subjectKind: 'reserve',
        subject: 'frozen',
        severity: 'warning',
        message: 'stands still: others are 31 s beyond its newest row',
        detail: { slot: 69, settledSlot: 100, behindSeconds: 31, refused: false },
      },
    ]);
  });

  it('are also those that were registered and never stored, but not at once', () => {
    const registered = account('new', null, { firstSeenSlot: 80n, firstSeenAt: at(80) });
    expect(find([registered], 100)).toEqual([]);
    expect(find([registered], 200)).toMatchObject([
      {
        subject: 'new',
        severity: 'warning',
        message: expect.stringContaining('was never stored'),
        detail: { slot: null },
      },
    ]);
  });

  it('are judged by the rhythm of their kind', () => {
    const market = account('market', 100, { kind: 'lending_market' });
    expect(find([market], 700)).toEqual([]);
    expect(find([market], 701)).toMatchObject([{ subjectKind: 'lending_market', subject: 'market' }]);
  });

  it('are only mentioned where their account is refused', () => {
    expect(find([account('refused', 1)], 100, ['refused'])).toMatchObject([
      { severity: 'info', detail: { refused: true } },
    ]);
  });

  it('are none while everything moves, before anything was stored for long enough, and on a chain that stands still', () => {
    expect(find([account('a', 100), account('b', 99)], 100)).toEqual([]);
    expect(find([account('a', 1)], null)).toEqual([]);
    expect(find([account('a', 99, { observedAt: at(100) })], 100)).toEqual([]);
  });
});
