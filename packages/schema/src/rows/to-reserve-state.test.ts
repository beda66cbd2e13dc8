import { expect, it } from 'vitest';
import { protocolOf } from '@tidemark/protocols';
import { addressOf, bankAt, buildState } from '../../test/support/build-rows.ts';
import { toStoredState } from './to-reserve-state.ts';

const NUMBERS = {
  availableAmountF: 1,
  suppliedAmountF: 2,
  borrowedAmountF: 3,
  availableAmountUsdF: 4,
  suppliedAmountUsdF: 5,
  borrowedAmountUsdF: 6,
  priceUsdF: 7,
  utilizationF: 8,
  borrowAprF: 9,
  borrowApyF: 10,
  supplyAprF: 11,
  supplyApyF: 12,
  rewardsAprF: 13,
};

it('a stored state has each value of its row under the name that all protocols share', () => {
  const row = buildState('usdc', 10, 'a', {
    ...NUMBERS,
    lastUpdateSlot: 21n,
    availableAmountRaw: 22n,
    borrowed: 23n,
    borrowIndex: 24n,
    collateralSupplyRaw: 25n,
    price: 26n,
    priceStatus: 27,
    slotDurationMsF: 28,
    interestRateBasis: 'true_apr',
    compounding: 'since-1.17',
  });
  expect(toStoredState(protocolOf('kamino'), row)).toEqual({
    ...NUMBERS,
    reserve: addressOf('usdc'),
    lendingMarket: addressOf('market'),
    ...bankAt(10),
    lastUpdateSlot: 21n,
    lastUpdateAt: null,
    available: 22n,
    borrowed: 23n,
    borrowIndex: 24n,
    receiptSupply: 25n,
    price: 26n,
    priceUpdatedAt: bankAt(-10).observedAt,
    priceStatus: 27,
    slotDurationMs: 28,
    timeBasis: 'seconds',
    arithmetic: 'since-1.17',
    accountSha256: row.accountSha256,
    own: expect.objectContaining({ accumulatedProtocolFeesSf: row.accumulatedProtocolFeesSf }),
  });
});
