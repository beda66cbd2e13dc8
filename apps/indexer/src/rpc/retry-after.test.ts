import { describe, expect, it } from 'vitest';
import { parseRetryAfterMs } from './retry-after.ts';

describe('parseRetryAfterMs', () => {
  const now = Date.parse('2026-11-21T03:00:00Z');

  it('reads seconds, whole or not', () => {
    expect(parseRetryAfterMs('7', now)).toBe(7_000);
    expect(parseRetryAfterMs(' 0.5 ', now)).toBe(500);
  });

  it('reads an HTTP date as the time left until it', () => {
    expect(parseRetryAfterMs('Sat, 21 Nov 2026 03:00:30 GMT', now)).toBe(30_000);
  });

  it('is never negative', () => {
    expect(parseRetryAfterMs('Sat, 21 Nov 2026 02:59:30 GMT', now)).toBe(0);
  });

  it('is undefined for an absent or unreadable header', () => {
    expect(parseRetryAfterMs(null, now)).toBeUndefined();
    expect(parseRetryAfterMs('soon', now)).toBeUndefined();
    expect(parseRetryAfterMs('-5', now)).toBeUndefined();
  });
});
