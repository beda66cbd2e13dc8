import { describe, expect, it } from 'vitest';
import {
  accrueReserve,
  decodeLendingMarket,
  decodeReserve,
  deriveHeadroom,
  type HeadroomState,
  headroomStateOf,
  isPriceUsableForBorrow,
  type LendingMarket,
  type Reserve,
  requiresPriceRefresh,
} from '../../index.ts';
import { thrownCode } from '@tidemark/core/testing';
import { patchAccount, readSharedAccount } from '../support/shared-klend.ts';
import type { LimitCase } from './golden-types.ts';
import type { GoldenFiles } from './read-golden.ts';

/** Accounts that are refused whole. */
const REFUSED: Readonly<Record<string, string>> = {
  unknown_status: 'UNKNOWN_STATUS',
  account_version: 'UNSUPPORTED_VERSION',
};

/** The situations of elevation groups were recorded by name: the case whose state each has. */
const GROUP_STATES: Readonly<Record<string, string>> = {
  'outside limit 0': 'outside-zero',
  'utilization 50': 'util-50',
  'borrow limit': 'borrowLimit-open',
  'debt cap': 'debtCap-open',
};
/** Limits of the collateral reserve, which are none of the borrowed one. */
const OF_THE_COLLATERAL = 'ElevationGroupBorrowLimitExceeded';
const CONSTRAINT_OF: Readonly<Record<string, string>> = {
  InsufficientLiquidity: 'available_liquidity',
  BorrowingAboveUtilizationRateDisabled: 'utilization_limit',
  BorrowLimitExceeded: 'borrow_limit',
  WithdrawalCapReached: 'debt_withdrawal_cap',
  BorrowTooSmall: 'minimum_fee',
};

/** 193 largest amounts found by bisection on two program binaries, with what refuses one more. */
export function describeLimits(files: GoldenFiles): void {
  const { limits } = files;
  describe('limits executed on the program (limits.json)', () => {
    it('is 193 cases, 7 situations of elevation groups and 15 of prices', () => {
      expect([limits.cases.length, limits.elevationGroup.cases.length, limits.price.cases.length]).toEqual([
        193, 7, 15,
      ]);
    });

    const refused = limits.cases.filter(({ result }) => result.binding in REFUSED);
    it.each(refused)('$id is refused whole', (item) => {
      expect(thrownCode(() => stateOf(files, item))).toBe(REFUSED[item.result.binding]);
    });
    it.each(limits.cases.filter((item) => !refused.includes(item)))('$id', (item) => {
      expect.hasAssertions();
      expectCase(files, item);
    });

    const inGroups = limits.elevationGroup.cases.filter(({ error }) => error !== OF_THE_COLLATERAL);
    it('leaves two situations of elevation groups to the limits of the collateral', () => {
      expect(limits.elevationGroup.cases.length - inGroups.length).toBe(2);
    });
    it.each(inGroups)('inside an elevation group: $name ($programs)', ({ name, programs, largest, error }) => {
      const item = limits.cases.find(({ id }) => id === GROUP_STATES[name]);
      if (item === undefined) throw new Error(`no case has the state of ${name}`);
      const state = stateOf(files, item);
      const { borrowableInElevationGroup } = deriveHeadroom(programs.includes('B') ? state : ofProgramA(state));
      expect(borrowableInElevationGroup).toMatchObject({
        receivedRaw: BigInt(largest),
        bindingConstraint: CONSTRAINT_OF[error],
      });
    });

    it.each(limits.price.cases)('$name', (item) => {
      const { reserve, market } = accountsOf(files, { ...item, base: BASE });
      const state = headroomStateOf(reserve, accrued(reserve, market, item), market);
      const blocked = reserve.config.tokenInfo.blockPriceUsage;
      expect(deriveHeadroom(state).borrowable.bindingConstraint).toBe(
        blocked ? 'block_price_usage' : 'available_liquidity',
      );
      expect(needsPrice(reserve, market, BigInt(item.unixTimestamp))).toBe(true);
      const after = item.statusAfterRefresh;
      expect(typeof after === 'number' && isPriceUsableForBorrow(after)).toBe(item.ok);
    });
  });
}

const BASE = 'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59';

function expectCase(files: GoldenFiles, item: LimitCase): void {
  if (item.instruction === 'borrow') expectBorrow(files, item);
  else if (item.instruction === 'deposit') expectDeposit(stateOf(files, item), item);
  else expectRedeem(stateOf(files, item), item);
}

function expectBorrow(files: GoldenFiles, item: LimitCase): void {
  const state = stateOf(files, item);
  const { result, resultOfA, sinceRelease_1_12_4_read: read } = item;
  const { borrowable } = deriveHeadroom(state, 'before-1.12.4');
  if (result.binding.startsWith('price_status')) {
    // A refresh with the oracle cures these: the amount is that of a good price, and the verdict says no.
    expect(borrowable).toMatchObject({ receivedRaw: 700_000n, bindingConstraint: 'available_liquidity' });
    const { reserve, market } = accountsOf(files, item);
    const collateral = decodeReserve(
      patchAccount(readSharedAccount(files.dir, item.base), item.collateralReservePatches ?? []),
    );
    const ofCollateral = result.binding === 'price_status_of_collateral';
    expect(isPriceUsableForBorrow((ofCollateral ? collateral : reserve).lastUpdate.priceStatus)).toBe(false);
    expect(needsPrice(reserve, market, BigInt(item.unixTimestamp))).toBe(!ofCollateral);
    return;
  }
  const received = BigInt(result.largest ?? Number.NaN);
  expect(borrowable).toMatchObject({
    receivedRaw: received,
    amountRaw: received + BigInt(result.fee ?? 0),
    bindingConstraint: result.binding,
  });
  expect(String(borrowable.amountRaw)).toBe(result.debtIncrease ?? '0');
  if (resultOfA !== undefined) {
    expect(deriveHeadroom(ofProgramA(state), 'before-1.12.4').borrowable).toMatchObject({
      receivedRaw: BigInt(resultOfA.largest),
      amountRaw: BigInt(resultOfA.debtIncrease),
      bindingConstraint: resultOfA.binding,
    });
  }
  expect(deriveHeadroom(state).borrowable).toMatchObject({
    receivedRaw: read === undefined ? received : BigInt(read.largest),
    bindingConstraint: read === undefined ? result.binding : CONSTRAINT_OF[read.binding],
  });
}

function expectDeposit(state: HeadroomState, { result }: LimitCase): void {
  const { depositable } = deriveHeadroom(state);
  expect(depositable).toMatchObject({
    amountRaw: BigInt(result.largest ?? Number.NaN),
    bindingConstraint: result.binding,
  });
}

/** The callers held every cToken. */
function expectRedeem(state: HeadroomState, { result }: LimitCase): void {
  expect(deriveHeadroom(state).withdrawable).toMatchObject({
    receiptRaw: result.largest === null ? state.mintTotalSupplyRaw : BigInt(result.largest),
    amountRaw: BigInt(result.received ?? 0),
    bindingConstraint: result.binding === 'none' ? 'total_supply' : result.binding,
  });
}

type Moment = Pick<LimitCase, 'base' | 'patches' | 'marketPatches' | 'slot' | 'unixTimestamp'>;

function stateOf(files: GoldenFiles, item: Moment): HeadroomState {
  const { reserve, market } = accountsOf(files, item);
  return headroomStateOf(reserve, accrued(reserve, market, item), market);
}

function accountsOf(files: GoldenFiles, { base, patches, marketPatches }: Moment) {
  const reserve = decodeReserve(patchAccount(readSharedAccount(files.dir, base), patches));
  const market = decodeLendingMarket(patchAccount(readSharedAccount(files.dir, reserve.lendingMarket), marketPatches));
  return { reserve, market };
}

function accrued(
  reserve: Reserve,
  market: LendingMarket,
  { slot, unixTimestamp }: Pick<Moment, 'slot' | 'unixTimestamp'>,
) {
  return accrueReserve(reserve, {
    slot: BigInt(slot),
    unixTimestamp: BigInt(unixTimestamp),
    referralFeeBps: market.referralFeeBps,
    compounding: 'before-1.17',
  });
}

function ofProgramA(state: HeadroomState): HeadroomState {
  return { ...state, utilizationLimitBlockBorrowingAbovePct: 0 };
}

function needsPrice(reserve: Reserve, market: LendingMarket, unixTimestamp: bigint): boolean | null {
  const { priceStatus } = reserve.lastUpdate;
  const { marketPriceUpdatedAt } = reserve.liquidity;
  const { maxAgePriceSeconds } = reserve.config.tokenInfo;
  const { priceRefreshTriggerToMaxAgePct } = market;
  return requiresPriceRefresh(
    { priceStatus, marketPriceUpdatedAt, maxAgePriceSeconds, priceRefreshTriggerToMaxAgePct },
    unixTimestamp,
  );
}
