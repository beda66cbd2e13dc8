import { describe, expect, it } from 'vitest';
import { selectEncoding } from './prepared.ts';

describe('selectEncoding', () => {
  it.each([
    [undefined, 'identity'],
    ['', 'identity'],
    ['gzip', 'gzip'],
    ['GZIP', 'gzip'],
    ['x-gzip', 'gzip'],
    ['br', 'br'],
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0.9', 'gzip'],
    ['gzip;q=0.5, br;q=0.5', 'br'],
    ['br;q=0, gzip', 'gzip'],
    ['br;q=0, gzip;q=0', 'identity'],
    ['*', 'br'],
    ['*;q=0.1, br;q=0', 'gzip'],
    ['identity', 'identity'],
    ['identity;q=1, gzip;q=0.5', 'identity'],
    ['gzip;q=0.0001', 'identity'],
    ['identity;q=0, *;q=0', 'identity'],
    ['gzip;q=nonsense', 'identity'],
    ['gzip;q=2', 'identity'],
    [',,;q=1,', 'identity'],
  ])('takes %s as %s, the first time and from memory', (header, encoding) => {
    expect(selectEncoding(header)).toBe(encoding);
    expect(selectEncoding(header)).toBe(encoding);
  });

  it('stays right when more different headers come than it remembers', () => {
    const seen = Array.from({ length: 300 }, (_, index) => selectEncoding(`gzip, unknown-${index}`));
    expect(new Set(seen)).toEqual(new Set(['gzip']));
  });
});
