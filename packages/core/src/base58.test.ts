import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLendingError } from '../test/expect-lending-error.ts';
import { decodeBase58, encodeAddress, encodeBase58, isAddress, parseAddress, ZERO_ADDRESS } from './base58.ts';

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';

/** Schoolbook conversion by repeated division of a BigInt; shares nothing with the code under test. */
function encodeByDivision(bytes: Uint8Array): string {
  let value = BigInt(`0x0${Buffer.from(bytes).toString('hex')}`);
  let text = '';
  for (; value > 0n; value /= 58n) text = `${ALPHABET[Number(value % 58n)]}${text}`;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text;
}

const withLeadingZeros = fc
  .tuple(fc.nat(33), fc.uint8Array({ maxLength: 70 }))
  .map(([zeros, rest]) => Uint8Array.from([...new Uint8Array(zeros), ...rest]));

describe('base58', () => {
  it('writes known addresses', () => {
    expect(encodeBase58(new Uint8Array(32))).toBe('11111111111111111111111111111111');
    expect(ZERO_ADDRESS).toBe('11111111111111111111111111111111');
    expect(encodeBase58(new Uint8Array(32).fill(255))).toBe('JEKNVnkbo3jma5nREBBJCDoXFVeKkD56V3xKrvRmWxFG');
    expect(encodeBase58(Uint8Array.of(43, 242, 204, 202, 26, 247, 59, 127))).toBe('8MMas8GHex6');
    expect(encodeBase58(Uint8Array.of(246, 114, 50, 98, 72, 157, 28, 120))).toBe('iDqUHzx8skB');
    expect(encodeBase58(new Uint8Array(0))).toBe('');
  });

  it('agrees with repeated division for 32 bytes', () => {
    fc.assert(
      fc.property(fc.nat(32), fc.uint8Array({ minLength: 32, maxLength: 32 }), (zeros, bytes) => {
        bytes.fill(0, 0, zeros);
        expect(encodeBase58(bytes)).toBe(encodeByDivision(bytes));
        expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes);
      }),
      { numRuns: 2_000 },
    );
  });

  it('agrees with repeated division for any length, in both directions', () => {
    fc.assert(
      fc.property(withLeadingZeros, (bytes) => {
        expect(encodeBase58(bytes)).toBe(encodeByDivision(bytes));
        expect(decodeBase58(encodeBase58(bytes))).toEqual(bytes);
      }),
      { numRuns: 500 },
    );
  });

  it('reads the longest text of 44 digits, which is more than 32 bytes', () => {
    const bytes = decodeBase58('z'.repeat(44));
    expect(bytes.length).toBe(33);
    expect(encodeBase58(bytes)).toBe('z'.repeat(44));
    expect(parseAddress('z'.repeat(44))).toBeNull();
  });

  it('encodes at an offset without looking at its surroundings', () => {
    const data = new Uint8Array(100).fill(7);
    data.set(decodeBase58('So11111111111111111111111111111111111111112'), 41);
    expect(encodeAddress(data, 41)).toBe('So11111111111111111111111111111111111111112');
  });

  it.each(['0', 'O', 'I', 'l', 'é', ' ', '1'.repeat(50).concat('0')])('refuses %j', (text) => {
    const { actual } = expectLendingError('INVALID_BASE58', () => decodeBase58(text));
    expect(actual).toContain(`character ${text.charCodeAt(text.length - 1)}`);
  });

  it('tells addresses from other text', () => {
    expect(isAddress(ZERO_ADDRESS)).toBe(true);
    expect(isAddress('So11111111111111111111111111111111111111112')).toBe(true);
    expect(isAddress('1'.repeat(31))).toBe(false);
    expect(isAddress('1'.repeat(33))).toBe(false);
    expect(isAddress('So1111111111111111111111111111111111111111O')).toBe(false);
    expect(isAddress('')).toBe(false);
    expect(isAddress('é'.repeat(40))).toBe(false);
  });
});
