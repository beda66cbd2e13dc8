import { describe, expect, it } from 'vitest';
import { intToSf } from '../fixed-point/fraction.ts';
import { deriveHeadroom, type HeadroomState } from './headroom.ts';

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
    expect(borrowable({})).toEqual({ amountRaw: 400_000n, bindingConstraint: 'available_liquidity', resetsAt: null });
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

  it('is bound by the utilization above which borrowing is refused, cut off to a base unit', () => {
    // 80 % in 60-bit fixed point is a hair below 0.8, so the last base unit is not allowed.
    expect(borrowable({ utilizationLimitBlockBorrowingAbovePct: 80 })).toMatchObject({
      amountRaw: 199_999n,
      bindingConstraint: 'utilization_limit',
    });
  });

  it('is bound by the debt withdrawal cap, which says when it resets', () => {
    const debtWithdrawalCap = {
      capacityRaw: 90_000n,
      currentTotalRaw: 70_000n,
      intervalStartAt: NOW - 1_000n,
      intervalSeconds: 86_400n,
    };
    expect(borrowable({ debtWithdrawalCap })).toEqual({
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
    const nothing = (bindingConstraint: string) => ({ amountRaw: 0n, bindingConstraint, resetsAt: null });
    expect(borrowable({ emergencyMode: true })).toEqual(nothing('emergency_mode'));
    expect(borrowable({ borrowDisabled: true })).toEqual(nothing('borrow_disabled'));
    expect(borrowable({ status: 'obsolete' })).toEqual(nothing('reserve_status'));
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
      bindingConstraint: 'deposit_withdrawal_cap',
      resetsAt: NOW - 10n + 3_600n,
    });
  });

  it('is never more than what belongs to the suppliers', () => {
    const owedToProtocol = { borrowedSf: 0n, totalSupplySf: intToSf(300_000n) };
    expect(withdrawable(owedToProtocol)).toMatchObject({ amountRaw: 300_000n, bindingConstraint: 'total_supply' });
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

  it('is nothing in an obsolete reserve and in emergency mode', () => {
    expect(depositable({ status: 'obsolete' }).bindingConstraint).toBe('reserve_status');
    expect(depositable({ emergencyMode: true }).bindingConstraint).toBe('emergency_mode');
  });
});
