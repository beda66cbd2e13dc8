import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeBase58 } from './base58.ts';
import { KnownAddresses } from './known-addresses.ts';

/** Addresses that have all but a few bytes in common, so that some differ in one byte alone, wherever it is. */
const alike = fc
  .array(fc.tuple(fc.nat(31), fc.nat(255)), { maxLength: 3 })
  .map((changes) => changes.reduce((bytes, [place, byte]) => bytes.fill(byte, place, place + 1), new Uint8Array(32)));

describe('known addresses', () => {
  it('says of any address what its conversion says, whatever was read before', () => {
    fc.assert(
      fc.property(fc.array(alike, { maxLength: 60 }), fc.integer({ min: 1, max: 5 }), (addresses, most) => {
        const known = new KnownAddresses(most);
        for (const bytes of [...addresses, ...addresses]) expect(known.read(bytes, 0)).toBe(encodeBase58(bytes));
      }),
    );
  });

  it('reads at an offset, and keeps nothing of the account', () => {
    const known = new KnownAddresses(10);
    const data = Buffer.alloc(100, 7);
    const first = Uint8Array.from({ length: 32 }, (_, i) => i);
    const second = Uint8Array.from({ length: 32 }, (_, i) => (i < 20 ? i : 200 + i));
    data.set(first, 41);
    expect(known.read(data, 41)).toBe(encodeBase58(first));
    data.set(second, 41);
    expect(known.read(data, 41)).toBe(encodeBase58(second));
    data.set(first, 41);
    expect(known.read(data, 41)).toBe(encodeBase58(first));
  });
});
