import { describe, expect, it } from 'vitest';
import { expectLendingError } from '@tidemark/core/testing';
import { KAMINO_LEND_PROGRAM_ADDRESS } from './constants.ts';
import { decodeLendingMarket, emptyLendingMarket, encodeLendingMarket } from './accounts.ts';
import { encodeFixedText } from '../common/account-fields.ts';

const ADDRESS = '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF';
const fields = { ...emptyLendingMarket(), nameBytes: encodeFixedText('Main Market'), referralFeeBps: 2_000 };
const account = () => ({ address: ADDRESS, owner: KAMINO_LEND_PROGRAM_ADDRESS, data: encodeLendingMarket(fields) });

describe('decodeLendingMarket', () => {
  it('reads a sound account, texts included', () => {
    expect(decodeLendingMarket(account())).toEqual({
      ...fields,
      address: ADDRESS,
      name: 'Main Market',
      quoteCurrency: 'USD',
    });
  });

  it('refuses owner, size, discriminator and version, in this order', () => {
    const bad = account();
    bad.data[8] = 2;
    const version = expectLendingError('UNSUPPORTED_VERSION', () => decodeLendingMarket(bad));
    expect(version).toMatchObject({ address: ADDRESS, expected: '1', actual: '2' });
    bad.data[0] = 0;
    expect(expectLendingError('WRONG_DISCRIMINATOR', () => decodeLendingMarket(bad))).toMatchObject({
      expected: 'f6723262489d1c78',
      actual: '00723262489d1c78',
    });
    const cut = { ...bad, data: bad.data.subarray(1) };
    expect(expectLendingError('WRONG_SIZE', () => decodeLendingMarket(cut)).actual).toBe('4663 bytes');
    expectLendingError('WRONG_OWNER', () => decodeLendingMarket({ ...cut, owner: ADDRESS }));
  });

  it('takes a referral fee of all that the protocol takes, and refuses more', () => {
    const withFee = (referralFeeBps: number) => ({
      ...account(),
      data: encodeLendingMarket({ ...fields, referralFeeBps }),
    });
    expect(decodeLendingMarket(withFee(10_000)).referralFeeBps).toBe(10_000);
    expect(expectLendingError('INVALID_REFERRAL_FEE', () => decodeLendingMarket(withFee(10_001)))).toMatchObject({
      address: ADDRESS,
      expected: '0..10000',
      actual: '10001',
    });
  });
});
