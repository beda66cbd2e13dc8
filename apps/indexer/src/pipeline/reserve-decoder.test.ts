import { type AccountBytes, isLendingError } from '@tidemark/core';
import { encodeReserve, kamino } from '@tidemark/protocols/kamino';
import { buildReserve } from '@tidemark/protocols/kamino/testing';
import { describe, expect, it } from 'vitest';
import { addressFromLabel } from '@tidemark/testing';
import { ReserveDecoder } from './reserve-decoder.ts';

const ACCOUNT: AccountBytes = {
  address: addressFromLabel('reserve'),
  owner: kamino.accounts.reserve.program,
  data: encodeReserve(buildReserve({ symbol: 'SOL', lendingMarket: addressFromLabel('market') })),
};

/** Prime to all that is aligned in the account, so that every kind of field is met. */
const PLACES_APART = 101;

function withByte(place: number): AccountBytes {
  const data = Uint8Array.from(ACCOUNT.data);
  data[place] = (data[place] ?? 0) ^ 1;
  return { ...ACCOUNT, data };
}

/** What a decoder that has read nothing before says. */
function decodeAfresh(account: AccountBytes): unknown {
  return outcome(new ReserveDecoder(kamino), account);
}

function outcome(decoder: ReserveDecoder, account: AccountBytes): unknown {
  try {
    const { reserve, parts, accountSha256 } = decoder.decode(account);
    return { reserve, parts, accountSha256 };
  } catch (error) {
    return isLendingError(error) ? error.code : error;
  }
}

describe('the decoder of reserves', () => {
  it('gives the result of the last time for the same bytes, which may lie elsewhere', () => {
    const decoder = new ReserveDecoder(kamino);
    const first = decoder.decode(ACCOUNT);
    expect(decoder.decode({ ...ACCOUNT, data: Buffer.from(ACCOUNT.data) })).toBe(first);
  });

  it('says of an account in which any one byte has changed what one says that never saw it before', () => {
    const decoder = new ReserveDecoder(kamino);
    for (let place = 0; place < ACCOUNT.data.length; place += PLACES_APART) {
      decoder.decode(ACCOUNT);
      expect(outcome(decoder, withByte(place)), `byte ${place}`).toEqual(decodeAfresh(withByte(place)));
      expect(outcome(decoder, ACCOUNT), `byte ${place} back`).toEqual(decodeAfresh(ACCOUNT));
    }
  });

  it('tells an account of another owner or address from the one with the same bytes', () => {
    const decoder = new ReserveDecoder(kamino);
    decoder.decode(ACCOUNT);
    expect(outcome(decoder, { ...ACCOUNT, owner: addressFromLabel('other') })).toBe('WRONG_OWNER');
    const other = { ...ACCOUNT, address: addressFromLabel('other') };
    expect(decoder.decode(other).parts.identity.address).toBe(other.address);
    expect(decoder.decode(ACCOUNT).parts.identity.address).toBe(ACCOUNT.address);
  });
});
