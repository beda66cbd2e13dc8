import { describe, expect, it } from 'vitest';
import { intToSf, ONE_SF } from './fraction.ts';
import { deriveHeadroom } from './headroom.ts';
import type { HeadroomState } from './headroom-state.ts';

const UNLIMITED = 0xffff_ffff_ffff_ffffn;
const NO_CAP = { capacityRaw: 0n, currentTotalRaw: 0n, intervalStartAt: 0n, intervalSeconds: 0n };
const NOW = 1_730_000_000n;

/** 1,000,000 supplied: 400,000 available, 600,000 borrowed; nothing bounds it but what is available. */
function stateWith(overrides: Partial<HeadroomState> = {}): HeadroomState {
  return {
    unixTimestamp: NOW,
    availableRaw: 400_000n,
    borrowedSf: intToSf(600_000n),
    totalSupplySf: intToSf(1_000_000n),
    mintTotalSupplyRaw: 500_000n,
    queuedCollateralRaw: 0n,
    borrowedOutsideElevationGroupRaw: 100_000n,
    status: 'active',
    emergencyMode: false,
    borrowDisabled: false,
    blockPriceUsage: false,
    originationFeeSf: 0n,
    depositLimitRaw: UNLIMITED,
    borrowLimitRaw: UNLIMITED,
    borrowLimitOutsideElevationGroupRaw: UNLIMITED,
    utilizationLimitBlockBorrowingAbovePct: 0,
    depositWithdrawalCap: NO_CAP,
    debtWithdrawalCap: NO_CAP,
    ...overrides,
  };
}

describe('borrowable', () => {
  const borrowable = (overrides: Partial<HeadroomState>) => deriveHeadroom(stateWith(overrides)).borrowable;

  it('is the available liquidity where nothing else binds', () => {
    expect(borrowable({})).toEqual({
      receivedRaw: 400_000n,
      amountRaw: 400_000n,
      bindingConstraint: 'available_liquidity',
      resetsAt: null,
    });
  });

  it('leaves out what queued withdrawals are worth, at the rate of the collateral token', () => {
    // 50,000 cTokens of 500,000 stand for a tenth of 1,000,000.
    expect(borrowable({ queuedCollateralRaw: 50_000n }).amountRaw).toBe(300_000n);
  });

  it('is bound by the borrow limit', () => {
    expect(borrowable({ borrowLimitRaw: 650_000n })).toMatchObject({
      amountRaw: 50_000n,
      bindingConstraint: 'borrow_limit',
    });
  });

  it('is bound by the limit outside elevation groups', () => {
    expect(borrowable({ borrowLimitOutsideElevationGroupRaw: 130_000n })).toMatchObject({
      amountRaw: 30_000n,
      bindingConstraint: 'borrow_limit_outside_elevation_group',
    });
  });

  it('stays below the utilization at which borrowing is refused, 100 % included; 0 is no limit', () => {
    const at = (utilizationLimitBlockBorrowingAbovePct: number) =>
      borrowable({ utilizationLimitBlockBorrowingAbovePct }).amountRaw;
    expect([0, 50, 80, 100, 101].map(at)).toEqual([400_000n, 0n, 199_999n, 399_999n, 400_000n]);
    // 20,000 of fees owed lie between what is available and what belongs to suppliers.
    expect(borrowable({ totalSupplySf: intToSf(980_000n) }).amountRaw).toBe(400_000n);
  });

  it('tells what is received from what the debt grows by: the origination fee is at least 1 and comes on top', () => {
    const originationFeeSf = (ONE_SF * 5n) / 1_000n;
    expect(borrowable({ originationFeeSf })).toMatchObject({ receivedRaw: 398_010n, amountRaw: 400_000n });
    expect(borrowable({ originationFeeSf, availableRaw: 3n })).toMatchObject({ receivedRaw: 2n, amountRaw: 3n });
    expect(borrowable({ originationFeeSf, availableRaw: 2n })).toMatchObject({
      amountRaw: 0n,
      bindingConstraint: 'minimum_fee',
    });
    expect(borrowable({ originationFeeSf: ONE_SF }).bindingConstraint).toBe('minimum_fee');
    const fees = { originationFeeSf, borrowLimitRaw: 650_000n };
    expect(borrowable(fees)).toMatchObject({ receivedRaw: 49_751n, amountRaw: 50_000n });
    // The executed binaries counted what is received against the borrow limit.
    expect(deriveHeadroom(stateWith(fees), 'before-1.12.4').borrowable).toMatchObject({
      receivedRaw: 50_000n,
      amountRaw: 50_250n,
    });
  });

  it('is another number inside an elevation group, where the limit outside does not count', () => {
    const headroom = deriveHeadroom(stateWith({ borrowLimitOutsideElevationGroupRaw: 0n, borrowLimitRaw: 700_000n }));
    expect(headroom.borrowable).toMatchObject({
      amountRaw: 0n,
      bindingConstraint: 'borrow_limit_outside_elevation_group',
    });
    expect(headroom.borrowableInElevationGroup).toMatchObject({
      amountRaw: 100_000n,
      bindingConstraint: 'borrow_limit',
    });
  });

  it('is nothing while the interval of the debt cap starts in the future, and says until when', () => {
    const debtWithdrawalCap = {
      capacityRaw: 90_000n,
      currentTotalRaw: -50_000n,
      intervalStartAt: NOW + 1n,
      intervalSeconds: 86_400n,
    };
    expect(borrowable({ debtWithdrawalCap })).toMatchObject({
      amountRaw: 0n,
      bindingConstraint: 'debt_withdrawal_cap_starts_in_future',
      resetsAt: NOW + 1n,
    });
    const started = { debtWithdrawalCap: { ...debtWithdrawalCap, intervalStartAt: NOW } };
    expect(borrowable(started).amountRaw).toBe(140_000n);
  });

  it('is bound by the debt withdrawal cap, which says when it resets', () => {
    const debtWithdrawalCap = {
      capacityRaw: 90_000n,
      currentTotalRaw: 70_000n,
      intervalStartAt: NOW - 1_000n,
      intervalSeconds: 86_400n,
    };
    expect(borrowable({ debtWithdrawalCap })).toMatchObject({
      amountRaw: 20_000n,
      bindingConstraint: 'debt_withdrawal_cap',
      resetsAt: NOW - 1_000n + 86_400n,
    });
  });

  it('does not show the stale counter of a cap whose interval is over', () => {
    const debtWithdrawalCap = {
      capacityRaw: 90_000n,
      currentTotalRaw: 70_000n,
      intervalStartAt: NOW - 86_400n,
      intervalSeconds: 86_400n,
    };
    expect(borrowable({ debtWithdrawalCap }).amountRaw).toBe(90_000n);
  });

  it('is nothing, with its reason, in emergency mode, where borrowing is disabled and in an obsolete reserve', () => {
    const nothing = (bindingConstraint: string) => ({
      receivedRaw: 0n,
      amountRaw: 0n,
      bindingConstraint,
      resetsAt: null,
    });
    expect(borrowable({ emergencyMode: true })).toEqual(nothing('emergency_mode'));
    expect(borrowable({ borrowDisabled: true })).toEqual(nothing('borrow_disabled'));
    expect(borrowable({ status: 'obsolete' })).toEqual(nothing('reserve_status'));
    expect(borrowable({ blockPriceUsage: true })).toEqual(nothing('block_price_usage'));
    expect(borrowable({ status: 'hidden' }).amountRaw).toBe(400_000n);
  });

  it('is never negative where a limit was lowered below what is borrowed', () => {
    expect(borrowable({ borrowLimitRaw: 1n }).amountRaw).toBe(0n);
  });
});

describe('withdrawable', () => {
  const withdrawable = (overrides: Partial<HeadroomState>) => deriveHeadroom(stateWith(overrides)).withdrawable;

  it('is what is available and not queued', () => {
    expect(withdrawable({ queuedCollateralRaw: 50_000n })).toEqual({
      amountRaw: 300_000n,
      receiptRaw: 150_000n,
      bindingConstraint: 'available_liquidity',
      resetsAt: null,
    });
  });

  it('is bound by the deposit withdrawal cap; deposits of the interval count against withdrawals', () => {
    const depositWithdrawalCap = {
      capacityRaw: 10_000n,
      currentTotalRaw: -5_000n,
      intervalStartAt: NOW - 10n,
      intervalSeconds: 3_600n,
    };
    expect(withdrawable({ depositWithdrawalCap })).toEqual({
      amountRaw: 15_000n,
      receiptRaw: 7_500n,
      bindingConstraint: 'deposit_withdrawal_cap',
      resetsAt: NOW - 10n + 3_600n,
    });
  });

  it('is never more than what belongs to the suppliers', () => {
    const owedToProtocol = { borrowedSf: 0n, totalSupplySf: intToSf(300_000n) };
    expect(withdrawable(owedToProtocol)).toMatchObject({
      amountRaw: 300_000n,
      receiptRaw: 500_000n,
      bindingConstraint: 'total_supply',
    });
  });

  it('comes in whole cTokens, each worth 2 units here', () => {
    expect(withdrawable({ availableRaw: 400_001n })).toMatchObject({ amountRaw: 400_000n, receiptRaw: 200_000n });
  });

  it('stays open in an obsolete reserve and closes in emergency mode', () => {
    expect(withdrawable({ status: 'obsolete' }).amountRaw).toBe(400_000n);
    expect(withdrawable({ emergencyMode: true }).bindingConstraint).toBe('emergency_mode');
  });
});

describe('depositable', () => {
  const depositable = (overrides: Partial<HeadroomState>) => deriveHeadroom(stateWith(overrides)).depositable;

  it('is unlimited, which is null, where the limit is the largest u64', () => {
    expect(depositable({})).toEqual({ amountRaw: null, bindingConstraint: 'none', resetsAt: null });
  });

  it('is what the deposit limit leaves over the total supply', () => {
    expect(depositable({ depositLimitRaw: 1_200_000n })).toMatchObject({
      amountRaw: 200_000n,
      bindingConstraint: 'deposit_limit',
    });
    expect(depositable({ depositLimitRaw: 0n }).amountRaw).toBe(0n);
  });

  it('is nothing while the deposit cap starts in the future, and never takes the counter below its minimum', () => {
    const cap = { capacityRaw: -1n, currentTotalRaw: -(2n ** 63n) + 1_000n, intervalSeconds: 86_400n };
    const at = (intervalStartAt: bigint, depositLimitRaw: bigint) =>
      depositable({ depositLimitRaw, depositWithdrawalCap: { ...cap, intervalStartAt } });
    expect(at(NOW + 1n, UNLIMITED)).toEqual({
      amountRaw: 0n,
      bindingConstraint: 'deposit_withdrawal_cap_starts_in_future',
      resetsAt: NOW + 1n,
    });
    expect(at(NOW, 1_200_000n)).toMatchObject({ amountRaw: 1_000n, bindingConstraint: 'counter_overflow' });
    expect(at(NOW - 86_400n, 1_200_000n)).toMatchObject({ amountRaw: 200_000n, bindingConstraint: 'deposit_limit' });
  });

  it('is nothing in an obsolete reserve and in emergency mode', () => {
    expect(depositable({ status: 'obsolete' }).bindingConstraint).toBe('reserve_status');
    expect(depositable({ emergencyMode: true }).bindingConstraint).toBe('emergency_mode');
  });
});
