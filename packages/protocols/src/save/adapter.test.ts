import { describe, expect, it } from 'vitest';
import { thrownCode } from '@tidemark/core/testing';
import { withKnownSymbol } from '../index.ts';
import { NO_COMPANIONS } from '../protocol.ts';
import { save } from './adapter.ts';
import { SAVE_PROGRAM_ADDRESS } from './constants.ts';
import { emptyLendingMarket, encodeLendingMarket } from './accounts.ts';
import type { LendingMarketFields } from './lending-market.ts';
import type { RateLimiter } from './reserve.ts';
import { makeReserve, type ReservePatch } from './test/support/reserve-fixtures.ts';
import { WAD } from './wad.ts';

const MARKET = '4UpD2fh7xH3VP9QQaXtsS1YY3bxzWhtfpks7FatyKvdY';
const SLOT_MS = 400;
const at = (slot: bigint) => ({ slot, unixSeconds: 1_700_000_000 });
const LIMITER: RateLimiter = {
  maxOutflow: 100n,
  windowSlots: 1_000n,
  previousWads: 0n,
  windowStartSlot: 1_000n,
  currentWads: 40n * WAD,
};

function open(patch: ReservePatch = {}, found = NO_COMPANIONS) {
  const reserve = { ...makeReserve(patch), lendingMarket: MARKET };
  const state = save.state(reserve, found, save.arithmetics[0]);
  const config = save.config(reserve);
  const terms = save.terms(config, null, reserve.liquidity.mintDecimals);
  return { reserve, state, config, terms };
}

function marketAccount(fields: Partial<LendingMarketFields> = {}) {
  const data = encodeLendingMarket({ ...emptyLendingMarket(), ...fields });
  return { address: MARKET, owner: SAVE_PROGRAM_ADDRESS, data };
}
const marketConfigOf = (fields: Partial<LendingMarketFields> = {}) =>
  save.marketConfig(save.decodeMarket(marketAccount(fields)));

describe('save', () => {
  it('has the numbers of the account where no time has passed', () => {
    const { state, terms } = open();
    const { accrued, numbers } = save.derive(state, terms, at(1_000n), SLOT_MS);
    expect(accrued).toMatchObject({ elapsedUnits: 0n, available: state.available, borrowed: state.borrowed });
    expect(numbers).toMatchObject({
      suppliedAmountF: 1_000,
      borrowedAmountF: 400,
      availableAmountF: 600,
      suppliedAmountUsdF: 2_000,
      utilizationF: 0.4,
      // Half of the way to 10 % at 80 %, times 500 / 400.
      borrowAprF: 0.0625,
      // 40 % of that, less a tenth.
      supplyAprF: 0.0225,
      rewardsAprF: 0,
    });
  });

  it('has the symbol of the registry, else that of the same mint there, else none: its accounts have no name', () => {
    const nameless = '11111111111111111111111111111112';
    const symbolOf = (address: string, mint: string) =>
      withKnownSymbol(save.identity({ ...makeReserve({ liquidity: { mint } }), address })).tokenSymbol;
    expect(symbolOf('CCpirWrgNuBVLdkP2haxLTbD6XqEgaYuVXixbbpxUB6', nameless)).toBe('mSOL');
    expect(symbolOf(nameless, 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v')).toBe('USDC');
    expect(symbolOf(nameless, '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo')).toBe('PYUSD');
    expect(symbolOf(nameless, nameless)).toBe('');
  });

  it('weighs debt in basis points, and has no status but that of its limits', () => {
    const { config } = open({ config: { addedBorrowWeightBps: 1_234n } });
    expect(save.borrowFactorBps(config)).toBe(11_234n);
    const statusOf = (depositLimitRaw: bigint, borrowLimitRaw: bigint) =>
      save.settings(makeReserve({ config: { depositLimitRaw, borrowLimitRaw } })).status;
    expect([statusOf(0n, 0n), statusOf(1n, 0n), statusOf(0n, 1n)]).toEqual(['obsolete', 'active', 'active']);
  });

  it('compounds a year of slots, and not the year of the clock', () => {
    const { state, terms } = open({ config: { protocolTakeRatePct: 0 } });
    const { numbers } = save.derive(state, terms, at(1_000n), 500);
    expect(numbers.borrowApyF).toBeCloseTo(Math.expm1(0.05), 8);
  });

  it('gives no values without a price', () => {
    const { state, terms } = open({ liquidity: { marketPriceWads: 0n } });
    const { numbers } = save.derive(state, terms, at(1_000n), SLOT_MS);
    expect([numbers.priceUsdF, numbers.suppliedAmountUsdF, numbers.borrowedAmountUsdF]).toEqual([null, null, null]);
  });

  it('splits interest between suppliers and protocol without a rest', () => {
    const { state, terms } = open();
    const accrued = save.accrue(state, terms, at(101_000n));
    const split = save.interest(state, terms, accrued);
    expect(split.interest > 0n && split.interest === split.supplySide + split.protocol).toBe(true);
    expect(split.protocol).toBe(split.interest / 10n);
    expect(save.supplied(accrued)).toBe(accrued.supplied);
    expect(save.owedFees(accrued.own)).toEqual([{ receiver: 'protocol', amount: split.protocol }]);
  });

  it('feeds the curve without the fees owed, and shows utilization with them', () => {
    const { state, terms } = open({
      liquidity: { availableAmountRaw: 0n, accumulatedProtocolFeesWads: 40_000_000n * WAD },
    });
    const { accrued, numbers, borrowRate } = save.derive(state, terms, at(1_000n), 500);
    expect(save.curveUtilization(accrued)).toBe(WAD);
    expect(borrowRate).toBe(WAD);
    expect(numbers.utilizationF).toBe(400 / 360);
  });

  it('names what it cannot accrue, and the reserve', () => {
    const { state, terms } = open({ liquidity: { accumulatedProtocolFeesWads: 2_000_000_000n * WAD } });
    expect(thrownCode(() => save.accrue(state, terms, at(2_000n)))).toBe('NEGATIVE_SUPPLY');
    expect(() => save.accrue(state, terms, at(2_000n))).toThrow(state.reserve);
  });

  it('never accrues a reserve that an absurd rate has bricked: the program cannot either', () => {
    const { state, terms } = open({
      liquidity: { availableAmountRaw: 0n },
      config: { superMaxBorrowRatePct: 65_535n },
    });
    expect(thrownCode(() => save.accrue(state, terms, at(1_001_000n)))).toBe('ARITHMETIC_OVERFLOW');
  });

  it('draws the curve from kink to kink, with both sides of a jump', () => {
    const { terms } = open();
    expect(save.knots(terms).map(({ utilizationF }) => utilizationF)).toEqual([0, 0.8, 0.9, 1]);
    const jumping = open({ config: { maxUtilizationPct: 80 } }).terms;
    const rates = save.knots(jumping).map(({ utilization }) => save.rateAt(jumping, utilization));
    expect(rates.map((rate) => Number((rate * 100n) / WAD))).toEqual([0, 10, 50, 100]);
  });

  it('says what a deposit and a borrow would change, and refuses what is not there', () => {
    const { state, terms } = open();
    const accrued = save.accrue(state, terms, at(1_000n));
    const result = save.whatIf(terms, accrued, { supplyDeltaRaw: 600_000_000n, borrowDeltaRaw: 0n }, 500);
    expect(result).toMatchObject({ available: 1_200_000_000n, rates: { utilizationF: 0.25, borrowAprF: 0.03125 } });
    const tooMuch = { supplyDeltaRaw: 0n, borrowDeltaRaw: 600_000_001n };
    expect(thrownCode(() => save.whatIf(terms, accrued, tooMuch, 500))).toBe('INVALID_ARGUMENT');
  });
});

describe('headroom of save', () => {
  const headroomOf = (patch: ReservePatch, market: Partial<LendingMarketFields> | null, isMarketFound = true) => {
    const account = marketAccount(market ?? {});
    const found = isMarketFound ? new Map([[MARKET, account]]) : NO_COMPANIONS;
    const { state, config, terms } = open(patch, found);
    const accrued = save.accrue(state, terms, at(1_500n));
    const limits = save.limits(config, market === null ? null : marketConfigOf(market));
    return save.headroom(state, accrued, limits, at(1_500n));
  };

  it('is bounded by what is available, the fee on top', () => {
    const { borrowable, depositable, withdrawable } = headroomOf({}, {});
    expect(borrowable).toEqual({
      amountRaw: 600_000_000n,
      receivedRaw: 599_400_599n,
      bindingConstraint: 'available_liquidity',
      resetsAt: null,
    });
    expect(withdrawable?.bindingConstraint).toBe('available_liquidity');
    expect(depositable?.bindingConstraint).toBe('deposit_limit');
  });

  it('is bounded by the outflow of the market in dollars, at the higher price', () => {
    const { borrowable } = headroomOf({ liquidity: { smoothedMarketPriceWads: 3n * WAD } }, { rateLimiter: LIMITER });
    expect(borrowable).toMatchObject({ amountRaw: 20_000_000n, bindingConstraint: 'market_outflow_limit' });
  });

  it('is unknown without the market, or without the counters of its outflow limit', () => {
    expect(headroomOf({}, null)).toMatchObject({ borrowable: null, withdrawable: null });
    expect(headroomOf({}, { rateLimiter: LIMITER }, false)).toMatchObject({ borrowable: null, withdrawable: null });
    expect(headroomOf({}, null).depositable?.amountRaw).toBe(3_999_999_858n);
  });
});
