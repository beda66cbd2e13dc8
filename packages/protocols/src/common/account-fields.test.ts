import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeFixedText, encodeFixedText } from './account-fields.ts';

const padded = (...bytes: number[]) => Uint8Array.from({ length: 32 }, (_, i) => bytes[i] ?? 0);

describe('fixed text', () => {
  it('trims trailing NULs only', () => {
    expect(decodeFixedText(padded(0x53, 0x4f, 0x4c))).toBe('SOL');
    expect(decodeFixedText(padded(0x41, 0x20))).toBe('A ');
    expect(decodeFixedText(padded())).toBe('');
  });

  it('reads all 32 bytes of a name without a NUL', () => {
    const text = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ012345';
    expect(decodeFixedText(new TextEncoder().encode(text))).toBe(text);
  });

  it('reads UTF-8', () => {
    expect(decodeFixedText(padded(0x55, 0x53, 0x44, 0xe2, 0x82, 0xac))).toBe('USD€');
  });

  it('keeps a byte order mark, so that two names stay two names', () => {
    expect(decodeFixedText(padded(0xef, 0xbb, 0xbf, 0x41))).toBe('\u{feff}A');
  });

  it('replaces a NUL inside and bytes that are not UTF-8 by U+FFFD', () => {
    expect(decodeFixedText(padded(0x41, 0x42, 0, 0x43))).toBe('AB\u{fffd}C');
    expect(decodeFixedText(padded(0x41, 0xff, 0x42))).toBe('A\u{fffd}B');
    expect(decodeFixedText(padded(0xe2, 0x82, 0xac, 0, 0x41))).toBe('€\u{fffd}A');
  });

  it('never gives a NUL or an unpaired surrogate, whatever the bytes', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        const text = decodeFixedText(bytes);
        expect(text.includes('\0')).toBe(false);
        expect(encodeURIComponent(text).length).toBeGreaterThanOrEqual(text.length);
      }),
    );
  });

  it('writes what it reads', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 8 }), (text) => {
        fc.pre(!text.includes('\0') && new TextEncoder().encode(text).length <= 32);
        expect(decodeFixedText(encodeFixedText(text))).toBe(text);
      }),
    );
  });

  it('refuses to write what does not fit', () => {
    expect(encodeFixedText('x'.repeat(32)).length).toBe(32);
    expect(() => encodeFixedText('x'.repeat(33))).toThrow(RangeError);
    expect(() => encodeFixedText('€'.repeat(11))).toThrow('33 bytes');
  });
});
