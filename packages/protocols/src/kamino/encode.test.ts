import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyLendingMarketFields, anyReserveFields } from './test/support/arbitrary-fields.ts';
import { expectLendingError } from '@tidemark/core/testing';
import { ADDRESS } from './test/support/reserve-fixtures.ts';
import { KAMINO_LEND_PROGRAM_ADDRESS } from './constants.ts';
import {
  decodeLendingMarket,
  decodeReserve,
  emptyLendingMarket,
  emptyReserve,
  encodeLendingMarket,
  encodeReserve,
} from './accounts.ts';
import { decodeFixedText } from '../common/account-fields.ts';

const account = (data: Uint8Array) => ({ address: ADDRESS, owner: KAMINO_LEND_PROGRAM_ADDRESS, data });

describe('encodeReserve', () => {
  it('is undone by decodeReserve over the full width of every field', () => {
    fc.assert(
      fc.property(anyReserveFields, (fields) => {
        expect(decodeReserve(account(encodeReserve(fields)))).toEqual({
          ...fields,
          address: ADDRESS,
          tokenSymbol: decodeFixedText(fields.config.tokenInfo.nameBytes),
        });
      }),
      { numRuns: 300 },
    );
  });

  it('keeps every byte of an account that it does not change', () => {
    fc.assert(
      fc.property(anyReserveFields, fc.uint8Array({ minLength: 8624, maxLength: 8624 }), (fields, noise) => {
        // Bytes that carry meaning decode to what was written; writing what was read changes nothing.
        const once = encodeReserve(fields, noise);
        const { address: _, tokenSymbol: __, ...read } = decodeReserve(account(once));
        expect(read).toEqual(fields);
        expect(encodeReserve(read, once)).toEqual(once);
        // The padding after the withdraw queue is untouched noise.
        expect(once.subarray(6992)).toEqual(noise.subarray(6992));
      }),
      { numRuns: 50 },
    );
  });

  it('leaves the bytes it is given alone', () => {
    const base = new Uint8Array(8624).fill(9);
    encodeReserve(emptyReserve(), base);
    expect(base.every((byte) => byte === 9)).toBe(true);
  });

  it('refuses bytes of another size, malformed addresses and names that do not fit', () => {
    const empty = emptyReserve();
    expectLendingError('WRONG_SIZE', () => encodeReserve(empty, new Uint8Array(8623)));
    expectLendingError('INVALID_BASE58', () => encodeReserve({ ...empty, lendingMarket: 'nope' }));
    const tokenInfo = { ...empty.config.tokenInfo, nameBytes: new Uint8Array(33) };
    expect(() => encodeReserve({ ...empty, config: { ...empty.config, tokenInfo } })).toThrow(RangeError);
  });

  it('pads a short name with NULs over whatever was there', () => {
    const empty = emptyReserve();
    const tokenInfo = { ...empty.config.tokenInfo, nameBytes: Uint8Array.of(0x41) };
    const data = encodeReserve({ ...empty, config: { ...empty.config, tokenInfo } }, new Uint8Array(8624).fill(0x7a));
    expect(decodeReserve(account(data)).tokenSymbol).toBe('A');
  });
});

describe('encodeLendingMarket', () => {
  it('is undone by decodeLendingMarket over the full width of every field', () => {
    fc.assert(
      fc.property(anyLendingMarketFields, (fields) => {
        expect(decodeLendingMarket(account(encodeLendingMarket(fields)))).toEqual({
          ...fields,
          address: ADDRESS,
          name: decodeFixedText(fields.nameBytes),
          quoteCurrency: decodeFixedText(fields.quoteCurrencyBytes),
        });
      }),
      { numRuns: 300 },
    );
  });

  it('keeps the reserved bytes of an account, which are not zero on chain', () => {
    const noise = new Uint8Array(4664).fill(0xa5);
    const data = encodeLendingMarket(emptyLendingMarket(), noise);
    for (const [start, end] of [
      [144, 152],
      [192, 200],
      [2504, 3224],
      [3440, 4664],
    ] as const) {
      expect(data.subarray(start, end)).toEqual(noise.subarray(start, end));
    }
    expectLendingError('WRONG_SIZE', () => encodeLendingMarket(emptyLendingMarket(), new Uint8Array(1)));
  });
});
