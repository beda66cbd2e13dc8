import { describe, expect, it } from 'vitest';
import { parseRetryAfterMs, readToldLimit } from './told-limits.ts';

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

describe('the headers of an answer', () => {
  const now = Date.parse('2026-11-21T03:00:00Z');
  const inThreeSeconds = now / 1000 + 3;

  it.each<[string, Record<string, string>, object]>([
    ['nothing', {}, {}],
    ['Retry-After before all others', { 'retry-after': '7', 'x-ratelimit-reset': '3' }, { retryAfterMs: 7_000 }],
    ['a reset in seconds from now', { 'x-ratelimit-reset': '3' }, { retryAfterMs: 3_000 }],
    ['a reset as Unix seconds', { 'x-ratelimit-reset': String(inThreeSeconds) }, { retryAfterMs: 3_000 }],
    ['a reset as Unix milliseconds', { 'x-ratelimit-reset': String(inThreeSeconds * 1000) }, { retryAfterMs: 3_000 }],
    ['a reset that is over', { 'x-ratelimit-reset': String(now / 1000 - 60) }, { retryAfterMs: 0 }],
    ['the name without X', { 'ratelimit-reset': '2' }, { retryAfterMs: 2_000 }],
    ['a reset that is no number', { 'x-ratelimit-reset': 'soon' }, {}],
    ['all calls used up', { 'x-ratelimit-remaining': '0' }, { scope: 'endpoint' }],
    ['all calls of a second used up', { 'x-ratelimit-rps-remaining': '0' }, { scope: 'endpoint' }],
    [
      'calls of the method used up, others left',
      { 'x-ratelimit-method-remaining': '0', 'x-ratelimit-rps-remaining': '61' },
      { scope: 'method' },
    ],
    ['calls left', { 'x-ratelimit-remaining': '5', 'x-ratelimit-limit': '0' }, {}],
  ])('tell of %s', (_name, headers, told) => {
    expect(readToldLimit(headers, now)).toEqual(told);
  });
});
