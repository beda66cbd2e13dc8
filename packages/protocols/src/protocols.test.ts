import {
  type AccountBytes,
  type AddressReader,
  isAddress,
  isLendingError,
  KnownAddresses,
  type Moment,
  type OwnFields,
} from '@tidemark/core';
import { describe, expect, it } from 'vitest';
import { createRandom } from './common/test/random.ts';
import { kamino, NO_COMPANIONS, type Protocol, save } from './index.ts';
import { emptyLendingMarket as emptyKaminoMarket, encodeLendingMarket as encodeKaminoMarket } from './kamino/index.ts';
import { makeReserveAccount as makeKaminoReserve } from './kamino/test/support/reserve-fixtures.ts';
import { emptyLendingMarket as emptySaveMarket, encodeLendingMarket as encodeSaveMarket } from './save/index.ts';
import { makeReserveAccount as makeSaveReserve } from './save/test/support/reserve-fixtures.ts';

// The contract of a protocol: what the rest of the house relies on, whichever it is.

const MARKET = '11111111111111111111111111111112';

interface Subject {
  readonly protocol: Protocol;
  readonly reserve: AccountBytes;
  readonly market: AccountBytes;
}

const SUBJECTS: readonly Subject[] = [
  { protocol: kamino, reserve: makeKaminoReserve(), market: marketOf(kamino, encodeKaminoMarket(emptyKaminoMarket())) },
  { protocol: save, reserve: makeSaveReserve(), market: marketOf(save, encodeSaveMarket(emptySaveMarket())) },
];

function marketOf({ accounts }: Protocol, data: Uint8Array): AccountBytes {
  return { address: MARKET, owner: accounts.reserve.program, data };
}

/** Everything that follows from a reserve and its market, as the rest of the house asks for it. */
function open({ protocol, reserve: account, market: marketAccount }: Subject, isMarketFound = true) {
  const reserve = protocol.decodeReserve(account);
  const identity = protocol.identity(reserve);
  const found = isMarketFound
    ? new Map(protocol.companions(reserve).map(({ address }) => [address, { ...marketAccount, address }]))
    : NO_COMPANIONS;
  const state = protocol.state(reserve, found, protocol.arithmetics[0]);
  // As it comes back from the database.
  const config = throughJson(protocol.config(reserve));
  const marketConfig = throughJson(protocol.marketConfig(protocol.decodeMarket(marketAccount)));
  const terms = protocol.terms(config, marketConfig, identity.tokenDecimals);
  return { reserve, identity, state, config, marketConfig, terms };
}

function throughJson<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value));
}

const SLOT_MS = 400;
const later = (slot: bigint, slots: number): Moment => ({
  slot: slot + BigInt(slots),
  unixSeconds: 1_700_000_000 + slots,
});
const namesOf = (protocol: Protocol, of: 'state' | 'settings' | 'market') =>
  protocol.fields.filter((field) => field.of === of).map(({ name }) => name);

describe.each(SUBJECTS.map((subject) => ({ ...subject, name: subject.protocol.name })))('$name', (subject) => {
  const { protocol } = subject;
  const opened = open(subject);

  it('reads every address of a reserve through the reader that it is given, and what that knows changes nothing', () => {
    const known = new KnownAddresses(1_000);
    const read: number[] = [];
    const addressAt: AddressReader = (data, offset) => {
      read.push(offset);
      return known.read(data, offset);
    };
    const first = protocol.decodeReserve(subject.reserve, addressAt);
    expect(read.length).toBeGreaterThanOrEqual(7);
    expect(protocol.decodeReserve(subject.reserve, addressAt)).toEqual(first);
    expect(protocol.decodeReserve(subject.reserve)).toEqual(first);
  });

  it('describes every field of its own once, and has every field that it describes', () => {
    const settings = protocol.settings(opened.reserve).own;
    const market = protocol.market(protocol.decodeMarket(subject.market)).own;
    expect(Object.keys(opened.state.own)).toEqual(namesOf(protocol, 'state'));
    expect(Object.keys(settings).toSorted()).toEqual(namesOf(protocol, 'settings').toSorted());
    expect(Object.keys(market).toSorted()).toEqual(namesOf(protocol, 'market').toSorted());
    for (const of of ['state', 'settings', 'market'] as const) {
      const columns = protocol.fields.filter((field) => field.of === of).map(({ column }) => column);
      expect(new Set(columns).size).toBe(columns.length);
      expect(columns.filter((column) => !/^[a-z][a-z0-9_]*$/.test(column))).toEqual([]);
    }
  });

  it('knows its own accounts by their bytes', () => {
    const { reserve, market } = protocol.accounts;
    expect(reserve.looksValid(subject.reserve.data)).toBe(true);
    expect(reserve.looksValid(subject.market.data)).toBe(false);
    expect(market?.looksValid(subject.market.data)).toBe(true);
    expect([reserve.size, market?.size]).toEqual([subject.reserve.data.length, subject.market.data.length]);
    const { offset, bytes } = market?.anySize ?? { offset: 0, bytes: new Uint8Array() };
    expect(subject.market.data.slice(offset, offset + bytes.length)).toEqual(bytes);
    expect(reserve.anySize).not.toEqual(market?.anySize);
  });

  it('names accounts by addresses', () => {
    const {
      tokenSymbol: _symbol,
      tokenSymbolOrigin: _origin,
      tokenDecimals: _decimals,
      underlying,
      ...addresses
    } = opened.identity;
    const sources = protocol.priceConfig(opened.config).sources.map(({ address }) => address);
    const known = protocol.registry.flatMap(({ address, reserves }) => [
      address,
      ...reserves.flatMap((reserve) => [reserve.address, reserve.mint]),
    ]);
    const through = underlying === null ? [] : [underlying.reserve];
    const all = [...Object.values(addresses), ...through, ...sources, ...known];
    expect(all.filter((address) => !isAddress(address))).toEqual([]);
    expect(protocol.arithmetics.length).toBeGreaterThan(0);
  });

  it('has the balances of the account where no time has passed', () => {
    const { state, terms } = opened;
    const accrued = protocol.accrue(state, terms, later(state.lastUpdateSlot, 0));
    expect(accrued).toMatchObject({
      elapsedUnits: 0n,
      available: state.available,
      borrowed: state.borrowed,
      borrowIndex: state.borrowIndex,
      own: state.own,
    });
  });

  it.each([1, 7, 9_000, 2_000_000])('adds up after %d slots', (slots) => {
    const { state, terms } = opened;
    const moment = later(state.lastUpdateSlot, slots);
    const { accrued, borrowRate, numbers } = protocol.derive(state, terms, moment, SLOT_MS);
    expect(accrued).toEqual(protocol.accrue(state, terms, moment));
    expect(protocol.supplied(accrued)).toBe(accrued.supplied);
    const owed = protocol.owedFees(accrued.own).reduce((sum, { amount }) => sum + amount, 0n);
    expect(accrued.supplied).toBe(accrued.available * protocol.scale + accrued.borrowed - owed);
    const { interest, supplySide, protocol: taken, others } = protocol.interest(state, terms, accrued);
    const parts = Object.values(others).reduce((sum, amount) => sum + amount, supplySide + taken);
    expect([parts, accrued.borrowed - state.borrowed]).toEqual([interest, interest]);
    expect(Object.keys(others).filter((receiver) => !protocol.receivers.includes(receiver))).toEqual([]);
    expect(accrued.borrowIndex > state.borrowIndex).toBe(true);
    expect(borrowRate).toBe(protocol.rateAt(terms, protocol.curveUtilization(accrued)));
    expect(Object.values(numbers).filter((value) => value !== null && !Number.isFinite(value))).toEqual([]);
  });

  it('compounds in two steps what it compounds in one, but for what it says that is cut off', () => {
    const { state, terms } = opened;
    const whole = protocol.accrue(state, terms, later(state.lastUpdateSlot, 4_000));
    const half = later(state.lastUpdateSlot, 2_000);
    const middle = protocol.accrue(state, terms, half);
    const stored = {
      ...state,
      lastUpdateSlot: half.slot,
      lastUpdateAt: state.lastUpdateAt === null ? null : new Date(half.unixSeconds * 1000),
      available: middle.available,
      borrowed: middle.borrowed,
      borrowIndex: middle.borrowIndex,
      own: middle.own,
    };
    const twice = protocol.accrue(stored, terms, later(state.lastUpdateSlot, 4_000));
    // Utilization has moved half-way, so the rate of the second step may be a little higher: never lower.
    expect(twice.borrowIndex + protocol.cutOff(state, whole) >= whole.borrowIndex).toBe(true);
    expect(Number(twice.borrowIndex - whole.borrowIndex) / Number(whole.borrowIndex)).toBeLessThan(1e-6);
  });

  it('has a curve from 0 to 1 whose rates are those at its kinks', () => {
    const { terms } = opened;
    const knots = protocol.knots(terms);
    const utilizations = knots.map(({ utilization }) => utilization);
    expect(utilizations).toEqual(utilizations.toSorted((a, b) => (a < b ? -1 : 1)));
    expect([knots[0]?.utilizationF, knots.at(-1)?.utilizationF]).toEqual([0, 1]);
    const rates = utilizations.map((utilization) => protocol.ratesAt(terms, utilization, SLOT_MS));
    expect(rates.flatMap((rate) => Object.values(rate)).filter((value) => !Number.isFinite(value))).toEqual([]);
    const atZero = protocol.whatIf(
      terms,
      protocol.accrue(opened.state, terms, later(opened.state.lastUpdateSlot, 0)),
      { supplyDeltaRaw: 0n, borrowDeltaRaw: 0n },
      SLOT_MS,
    );
    expect([atZero.available, atZero.borrowed]).toEqual([opened.state.available, opened.state.borrowed]);
  });

  it('has room that fits into what is there, and says what it does not know without the market', () => {
    const { state, terms, config, marketConfig } = opened;
    const moment = later(state.lastUpdateSlot, 100);
    const accrued = protocol.accrue(state, terms, moment);
    const limits = protocol.limits(config, marketConfig);
    const { borrowable, withdrawable } = protocol.headroom(state, accrued, limits, moment);
    expect([borrowable, withdrawable]).not.toContain(null);
    expect((borrowable?.amountRaw ?? 0n) <= accrued.available).toBe(true);
    expect((withdrawable?.amountRaw ?? 0n) <= accrued.available).toBe(true);
    const unknown = protocol.headroom(state, accrued, protocol.limits(config, null), moment);
    expect([unknown.borrowable, unknown.withdrawable]).toEqual([null, null]);
  });

  it('explains every null of a state by a companion that is missing', () => {
    const nullsOf = (own: OwnFields) => Object.keys(own).filter((name) => own[name] === null);
    const without = open(subject, false).state.own;
    const more = nullsOf(without).filter((name) => !nullsOf(opened.state.own).includes(name));
    const companions = protocol.companions(opened.reserve);
    expect(more.length > 0).toBe(companions.length > 0);
  });

  it('refuses foreign bytes with a typed error that names the account, and never guesses', () => {
    const random = createRandom(20_261_123);
    const { size } = protocol.accounts.reserve;
    for (let i = 0; i < 500; i++) {
      const data = new Uint8Array(size).map(() => random.below(256));
      // The cheap test passes for some, so that the rest is tested, too.
      if (random.chance(0.8)) data.set(subject.reserve.data.subarray(0, 16));
      const account = { ...subject.reserve, data };
      expect(outcome(protocol, account)).toBe('typed');
    }
    const foreign = { ...subject.reserve, owner: MARKET };
    expect(outcome(protocol, foreign)).toBe('typed');
  });
});

/** `typed`: a LendingError that names the account, or a reserve whose configuration can be stored and read. */
function outcome(protocol: Protocol, account: AccountBytes): string {
  try {
    const reserve = protocol.decodeReserve(account);
    const config = throughJson(protocol.config(reserve));
    return typeof config === 'object' ? 'typed' : 'no configuration';
  } catch (error) {
    return isLendingError(error) && error.context.address === account.address ? 'typed' : String(error);
  }
}
