import { describe, expect, it } from 'vitest';
import { expectLendingError, thrownCode } from '@tidemark/core/testing';
import { ADDRESS, makeReserve, makeReserveAccount } from './test/support/reserve-fixtures.ts';
import { type AccountBytes, isLendingError, LendingError, type LendingErrorCode, ZERO_ADDRESS } from '@tidemark/core';
import { KAMINO_LEND_PROGRAM_ADDRESS } from './constants.ts';
import { decodeReserve } from './accounts.ts';

const FOREIGN = 'Sysvar1111111111111111111111111111111111111';

/** The sound account with some bytes replaced. */
function patched(...patches: readonly (readonly [offset: number, ...bytes: number[]])[]): AccountBytes {
  const account = makeReserveAccount();
  for (const [offset, ...bytes] of patches) account.data.set(bytes, offset);
  return account;
}

describe('decodeReserve', () => {
  it('reads a sound account', () => {
    expect(decodeReserve(makeReserveAccount())).toEqual(makeReserve());
  });

  it('does not look at bytes again after it returns', () => {
    const account = makeReserveAccount();
    const reserve = decodeReserve(account);
    account.data.fill(0xff);
    expect(reserve).toEqual(makeReserve());
  });

  it('reads accounts that lie anywhere in a larger buffer', () => {
    const account = makeReserveAccount();
    const pool = new Uint8Array(9_000).fill(0xee);
    pool.set(account.data, 13);
    const data = pool.subarray(13, 13 + account.data.length);
    expect(decodeReserve({ ...account, data })).toEqual(makeReserve());
  });

  it('takes an address for empty only where all 32 bytes are 0', () => {
    expect(decodeReserve(patched([63, 1])).lendingMarket).toBe('11111111111111111111111111111112');
    expect(decodeReserve(patched([32, 1])).lendingMarket).not.toBe(ZERO_ADDRESS);
    expect(decodeReserve(makeReserveAccount()).lendingMarket).toBe(ZERO_ADDRESS);
  });

  it('survives copying by spread and by structured clone', () => {
    const reserve = decodeReserve(makeReserveAccount());
    expect({ ...reserve, address: ADDRESS }).toEqual(reserve);
    expect(structuredClone(reserve)).toEqual(reserve);
  });

  it.each([
    ['UNSUPPORTED_VERSION', [8, 0], '1', '0'],
    ['UNSUPPORTED_VERSION', [8, 2], '1', '2'],
    ['INVALID_DECIMALS', [272, 20], '0..19', '20'],
    ['INVALID_DECIMALS', [272, 0, 1], '0..19', '256'],
    ['UNKNOWN_STATUS', [4856, 3], '0..2', '3'],
    ['UNKNOWN_INTEREST_RATE_BASIS', [4865, 2], '0..1', '2'],
    ['INVALID_TAKE_RATE', [4870, 101], '0..100', '101'],
    ['INVALID_TAKE_RATE', [4870, 255], '0..100', '255'],
  ] as const)('refuses %s of %j', (code, patch, expected, actual) => {
    expect(expectLendingError(code, () => decodeReserve(patched(patch)))).toMatchObject({
      address: ADDRESS,
      expected,
      actual,
    });
  });

  it('takes a take rate of the whole interest, which leaves suppliers nothing', () => {
    expect(decodeReserve(patched([4870, 100])).config.protocolTakeRatePct).toBe(100);
  });

  it('refuses the program-owned placeholder of the right size without a discriminator', () => {
    const placeholder = { address: ADDRESS, owner: KAMINO_LEND_PROGRAM_ADDRESS, data: new Uint8Array(8624) };
    expect(expectLendingError('WRONG_DISCRIMINATOR', () => decodeReserve(placeholder))).toMatchObject({
      address: ADDRESS,
      expected: '2bf2ccca1af73b7f',
      actual: '0000000000000000',
    });
  });

  it.each([0, 7, 8, 8623, 8625, 4664])('refuses %d bytes as the wrong size, whatever they start with', (length) => {
    const data = new Uint8Array(length);
    data.set(makeReserveAccount().data.subarray(0, Math.min(8, length)));
    expect(expectLendingError('WRONG_SIZE', () => decodeReserve({ ...makeReserveAccount(), data }))).toMatchObject({
      expected: '8624 bytes',
      actual: `${length} bytes`,
    });
  });

  // Each account has the named fault and every later one: the first in the list must win.
  it.each([
    [
      'WRONG_OWNER',
      {
        owner: FOREIGN,
        cut: true,
        patches: [
          [0, 0],
          [8, 9],
          [272, 99],
          [4856, 9],
          [4865, 9],
        ],
      },
    ],
    [
      'WRONG_SIZE',
      {
        cut: true,
        patches: [
          [0, 0],
          [8, 9],
          [272, 99],
          [4856, 9],
          [4865, 9],
        ],
      },
    ],
    [
      'WRONG_DISCRIMINATOR',
      {
        patches: [
          [0, 0],
          [8, 9],
          [272, 99],
          [4856, 9],
          [4865, 9],
        ],
      },
    ],
    [
      'UNSUPPORTED_VERSION',
      {
        patches: [
          [8, 9],
          [272, 99],
          [4856, 9],
          [4865, 9],
        ],
      },
    ],
    [
      'INVALID_DECIMALS',
      {
        patches: [
          [272, 99],
          [4856, 9],
          [4865, 9],
        ],
      },
    ],
    [
      'UNKNOWN_STATUS',
      {
        patches: [
          [4856, 9],
          [4865, 9],
        ],
      },
    ],
    ['UNKNOWN_INTEREST_RATE_BASIS', { patches: [[4865, 9]] }],
  ] satisfies [LendingErrorCode, { owner?: string; cut?: boolean; patches: [number, number][] }][])(
    'reports %s before any later fault',
    (code, { owner, cut, patches }: { owner?: string; cut?: boolean; patches: [number, number][] }) => {
      const account = patched(...patches);
      const data = cut === true ? account.data.subarray(0, 8_000) : account.data;
      expect(thrownCode(() => decodeReserve({ ...account, data, owner: owner ?? account.owner }))).toBe(code);
    },
  );

  it('says where, what was expected and what was there', () => {
    const error = new LendingError('WRONG_OWNER', { address: ADDRESS, expected: 'a', actual: 'b', field: 'f' });
    expect(error.message).toBe(`WRONG_OWNER: account ${ADDRESS}: f: expected a: actual b`);
    expect(error.name).toBe('LendingError');
    expect(isLendingError(error)).toBe(true);
    expect(isLendingError(new Error('WRONG_OWNER'))).toBe(false);
  });
});
