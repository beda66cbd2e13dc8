import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { borrowVerdict, depositVerdict, redeemVerdict, worth } from '../../test/support/headroom-verdicts.ts';
import { deriveHeadroom } from './headroom.ts';
import type { HeadroomState } from './headroom-state.ts';

const RUNS = { numRuns: 2_000 };
const ONE = 2n ** 60n;
const NOW = 1_730_000_000n;
const I64_MAX = 2n ** 63n - 1n;

const between = (min: bigint, max: bigint) => fc.bigInt({ min, max });
const fraction = fc.oneof(fc.constant(0n), between(0n, ONE - 1n), fc.constantFrom(1n, ONE - 1n, ONE / 2n));
/** Limits around the debt or supply, none at all, and zero. */
const limit = (scale: bigint) =>
  fc.oneof(between(0n, 2n * scale), fc.constantFrom(0n, 1n, 2n ** 64n - 1n), between(0n, 2n ** 64n - 1n));
const cap = (scale: bigint) =>
  fc.record({
    capacityRaw: fc.oneof(between(-scale, 2n * scale), fc.constantFrom(0n, -1n, I64_MAX)),
    currentTotalRaw: fc.oneof(between(-scale, scale), fc.constantFrom(0n, I64_MAX, -I64_MAX - 1n, -I64_MAX + 5n)),
    intervalStartAt: fc.oneof(fc.constantFrom(0n, NOW - 60n, NOW - 59n, NOW, NOW + 1n), between(0n, 2n * NOW)),
    intervalSeconds: fc.constantFrom(0n, 1n, 60n, 86_400n, 2n ** 63n),
  });
/** Half of the states have no switch set, so that amounts are compared and not only refusals. */
const rarely = fc.integer({ min: 0, max: 15 }).map((roll) => roll === 0);

const stateOfScale = (scale: bigint) =>
  fc
    .record({
      available: between(0n, scale),
      debt: between(0n, scale),
      debtFraction: fraction,
      feesPct: fc.oneof(fc.constant(0n), between(0n, 120n)),
      supplyFraction: fraction,
      mintTotalSupplyRaw: fc.oneof(between(0n, 3n * scale), fc.constantFrom(0n, 1n)),
      queuedPct: fc.oneof(fc.constant(0n), between(0n, 100n)),
      outside: between(0n, scale),
      status: fc.constantFrom('active', 'active', 'active', 'hidden', 'obsolete'),
      emergencyMode: rarely,
      borrowDisabled: rarely,
      blockPriceUsage: rarely,
      originationFeeSf: fc.oneof(fc.constant(0n), between(0n, ONE / 50n), between(0n, 2n * ONE)),
      depositLimitRaw: limit(2n * scale),
      borrowLimitRaw: limit(scale),
      borrowLimitOutsideElevationGroupRaw: limit(scale),
      utilizationLimitBlockBorrowingAbovePct: fc.oneof(fc.constantFrom(0, 100), fc.integer({ min: 1, max: 255 })),
      depositWithdrawalCap: cap(scale),
      debtWithdrawalCap: cap(scale),
    })
    .map(
      ({ available, debt, debtFraction, feesPct, supplyFraction, queuedPct, outside, ...settings }): HeadroomState => {
        const borrowedSf = debt * ONE + debtFraction;
        const heldSf = available * ONE + borrowedSf;
        const supplySf = heldSf - (heldSf * feesPct) / 1_000n - (feesPct === 0n ? 0n : supplyFraction);
        return {
          ...settings,
          unixTimestamp: NOW,
          availableRaw: available,
          borrowedSf,
          totalSupplySf: supplySf < 0n ? 0n : supplySf,
          queuedCollateralRaw: (settings.mintTotalSupplyRaw * queuedPct) / 100n,
          borrowedOutsideElevationGroupRaw: outside,
        };
      },
    );

const anyState = fc.oneof(stateOfScale(12n), stateOfScale(1_000n), stateOfScale(10n ** 15n), stateOfScale(2n ** 60n));

describe('headroom against the checks of the program, asked of one amount at a time', () => {
  it.each([
    ['outside elevation groups', false, 'since-1.12.4'],
    ['inside an elevation group', true, 'since-1.12.4'],
    ['outside elevation groups, before 1.12.4', false, 'before-1.12.4'],
    ['inside an elevation group, before 1.12.4', true, 'before-1.12.4'],
  ] as const)(
    'the largest borrow passes and one unit more is refused by the constraint named: %s',
    (_, inGroup, rules) => {
      fc.assert(
        fc.property(anyState, fc.double({ min: 0, max: 2, noNaN: true }), (state, share) => {
          const headroom = deriveHeadroom(state, rules);
          const bound = inGroup ? headroom.borrowableInElevationGroup : headroom.borrowable;
          const verdict = (received: bigint) => borrowVerdict(state, received, inGroup, rules === 'before-1.12.4');
          const least = state.originationFeeSf === 0n ? 1n : 2n;
          if (bound.netRaw > 0n) expect(verdict(bound.netRaw)).toBeNull();
          else expect(verdict(least)).not.toBeNull();
          if (bound.netRaw > 0n || state.originationFeeSf === 0n) {
            expect(verdict(bound.netRaw + 1n)).toBe(bound.bindingConstraint);
          }
          if (bound.bindingConstraint === 'minimum_fee') expect(verdict(1n)).toBe('minimum_fee');
          const other = (bound.netRaw * BigInt(Math.round(share * 1_000))) / 1_000n;
          if (other >= least) expect(verdict(other) === null).toBe(other <= bound.netRaw);
          const feeSf = state.originationFeeSf * bound.netRaw;
          const fee =
            state.originationFeeSf === 0n || bound.netRaw === 0n ? 0n : ((feeSf < ONE ? ONE : feeSf) + ONE / 2n) / ONE;
          expect(bound.grossRaw).toBe(bound.netRaw + fee);
        }),
        RUNS,
      );
    },
  );

  it('the largest redemption passes, pays whole cTokens, and one cToken more is refused by the constraint named', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const { amountRaw, collateralRaw, bindingConstraint } = deriveHeadroom(state).withdrawable;
        if (collateralRaw > 0n) expect(redeemVerdict(state, collateralRaw)).toBeNull();
        expect(redeemVerdict(state, collateralRaw + 1n)).toBe(bindingConstraint);
        expect(amountRaw).toBe(worth(state, collateralRaw));
      }),
      RUNS,
    );
  });

  it('the largest deposit passes, and one unit more is refused by the constraint named', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const { amountRaw, bindingConstraint } = deriveHeadroom(state).depositable;
        if (amountRaw === null) {
          expect([bindingConstraint, state.depositLimitRaw]).toEqual(['none', 2n ** 64n - 1n]);
          const mostRaw = 2n ** 64n - 1n - (state.totalSupplySf + ONE - 1n) / ONE;
          expect([depositVerdict(state, mostRaw), depositVerdict(state, mostRaw + 1n)]).toEqual([
            null,
            'deposit_limit',
          ]);
          return;
        }
        if (amountRaw > 0n) expect(depositVerdict(state, amountRaw)).toBeNull();
        expect(depositVerdict(state, amountRaw + 1n)).toBe(bindingConstraint);
      }),
      RUNS,
    );
  });
});
