import { describe, expect, it } from 'vitest';
import { thrownCode } from '@tidemark/core/testing';
import { LENDING_MARKET_ACCOUNT_SIZE, RESERVE_ACCOUNT_SIZE, SAVE_PROGRAM_ADDRESS } from './constants.ts';
import {
  decodeLendingMarket,
  decodeMarketMetadata,
  decodeReserve,
  emptyLendingMarket,
  encodeLendingMarket,
  encodeMarketMetadata,
} from './accounts.ts';
import { ADDRESS, makeReserve, makeReserveAccount } from './test/support/reserve-fixtures.ts';

const U64_MAX = (1n << 64n) - 1n;
const withByte = (offset: number, value: number) => {
  const account = makeReserveAccount();
  const data = account.data.slice();
  data[offset] = value;
  return { ...account, data };
};

describe('decodeReserve', () => {
  it('reads what was written', () => {
    expect(decodeReserve(makeReserveAccount())).toEqual(makeReserve());
  });

  it('reads zeros of 2022 as what the newer fields grew out of', () => {
    const account = makeReserveAccount({
      config: { liquidationBonusPct: 5, liquidationThresholdPct: 60, protocolLiquidationFeeDecaBps: 50 },
    });
    const data = account.data.slice();
    data.fill(0, 445);
    data[371] = 200;
    expect(decodeReserve({ ...account, data }).config).toMatchObject({
      optimalUtilizationPct: 80,
      maxUtilizationPct: 80,
      superMaxBorrowRatePct: 50n,
      maxLiquidationBonusPct: 5,
      maxLiquidationThresholdPct: 60,
      protocolLiquidationFeeDecaBps: 50,
      attributedBorrowLimitOpenUsd: U64_MAX,
      attributedBorrowLimitCloseUsd: U64_MAX,
      reserveType: 'regular',
    });
  });

  it('refuses foreign accounts, unknown versions, types and flags', () => {
    const account = makeReserveAccount();
    expect(thrownCode(() => decodeReserve({ ...account, owner: ADDRESS }))).toBe('WRONG_OWNER');
    expect(thrownCode(() => decodeReserve({ ...account, data: account.data.subarray(1) }))).toBe('WRONG_SIZE');
    expect(thrownCode(() => decodeReserve(withByte(0, 0)))).toBe('UNSUPPORTED_VERSION');
    expect(thrownCode(() => decodeReserve(withByte(9, 2)))).toBe('INVALID_FLAG');
    expect(thrownCode(() => decodeReserve(withByte(521, 2)))).toBe('INVALID_FLAG');
    expect(thrownCode(() => decodeReserve(withByte(469, 2)))).toBe('UNKNOWN_RESERVE_TYPE');
    expect(thrownCode(() => decodeReserve(withByte(74, 20)))).toBe('INVALID_DECIMALS');
    expect(thrownCode(() => decodeReserve(withByte(372, 101)))).toBe('INVALID_TAKE_RATE');
  });
});

describe('decodeLendingMarket', () => {
  const data = encodeLendingMarket(emptyLendingMarket());

  it('reads what was written', () => {
    const market = decodeLendingMarket({ address: ADDRESS, owner: SAVE_PROGRAM_ADDRESS, data });
    expect(market).toEqual({ ...emptyLendingMarket(), address: ADDRESS, quoteCurrency: 'USD' });
    expect(data.length).toBe(LENDING_MARKET_ACCOUNT_SIZE);
  });

  it('refuses a reserve and a market that was never initialised', () => {
    const owner = SAVE_PROGRAM_ADDRESS;
    const reserve = new Uint8Array(RESERVE_ACCOUNT_SIZE);
    expect(thrownCode(() => decodeLendingMarket({ address: ADDRESS, owner, data: reserve }))).toBe('WRONG_SIZE');
    const never = new Uint8Array(LENDING_MARKET_ACCOUNT_SIZE);
    expect(thrownCode(() => decodeLendingMarket({ address: ADDRESS, owner, data: never }))).toBe('UNSUPPORTED_VERSION');
  });
});

describe('decodeMarketMetadata', () => {
  it('reads what was written', () => {
    const metadata = {
      bumpSeed: 254,
      name: 'Turbo Pool',
      description: 'High risk',
      imageUrl: 'https://example.org/turbo.png',
      lookupTables: [ADDRESS, ADDRESS, ADDRESS, ADDRESS],
    };
    const data = encodeMarketMetadata(metadata);
    expect(decodeMarketMetadata({ address: ADDRESS, owner: SAVE_PROGRAM_ADDRESS, data })).toEqual({
      ...metadata,
      address: ADDRESS,
    });
  });
});
