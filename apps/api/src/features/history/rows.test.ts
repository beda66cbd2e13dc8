import { describe, expect, it } from 'vitest';
import { reasonOfUnknown } from './rows.ts';

const LAST_SEEN = 1_790_000_000;
const HOUR = 3_600;

const NOTHING_KNOWN = { last_seen_timestamp: LAST_SEEN, missing_since_timestamp: null, quarantine_reason_str: null };

const reasonAt = (
  seconds: number,
  info: Partial<Parameters<typeof reasonOfUnknown>[1]>,
  stops: Parameters<typeof reasonOfUnknown>[2] = [],
): string =>
  reasonOfUnknown({ startMs: seconds * 1000, endMs: (seconds + HOUR) * 1000 }, { ...NOTHING_KNOWN, ...info }, stops);

describe('a bucket that nothing is stored of', () => {
  it('says that nobody has looked yet, unless it is known why there is nothing to look at', () => {
    expect(reasonAt(LAST_SEEN + HOUR, {})).toBe('not_rolled_up');
    expect(reasonAt(LAST_SEEN + HOUR, { quarantine_reason_str: 'UNKNOWN_VERSION' })).toBe('quarantined');
    expect(reasonAt(LAST_SEEN + HOUR, { missing_since_timestamp: LAST_SEEN + 5 })).toBe('account_missing');
  });

  it('says why nothing was read where no indexer ran, or none could read', () => {
    const at = (hours: number) => new Date((LAST_SEEN + hours * HOUR) * 1000);
    const stops = [
      { from: at(1), to: at(4), reason: 'not_polled' },
      { from: at(5), to: null, reason: 'poll_failed:RPC_TIMEOUT' },
    ];
    const reasons = [0, 1, 3, 3.5, 4, 5, 500].map((hours) => reasonAt(LAST_SEEN + hours * HOUR, {}, stops));
    expect(reasons).toEqual([
      'not_rolled_up',
      'not_polled',
      'not_polled',
      'not_rolled_up',
      'not_rolled_up',
      'poll_failed:RPC_TIMEOUT',
      'poll_failed:RPC_TIMEOUT',
    ]);
  });

  it('of the time before the account was gone or refused does not', () => {
    expect(reasonAt(LAST_SEEN - HOUR, { quarantine_reason_str: 'UNKNOWN_VERSION' })).toBe('not_rolled_up');
    expect(reasonAt(LAST_SEEN - HOUR, { missing_since_timestamp: LAST_SEEN + 5 })).toBe('not_rolled_up');
  });
});
