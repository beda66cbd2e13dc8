import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { borrowVerdict, depositVerdict, redeemVerdict, withFee, worth } from './test/support/headroom-verdicts.ts';
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
        fc.property(anyState, fc.nat(2_000), (state, permille) => {
          const headroom = deriveHeadroom(state, rules);
          const bound = inGroup ? headroom.borrowableInElevationGroup : headroom.borrowable;
          const verdict = (received: bigint) => borrowVerdict(state, received, inGroup, rules === 'before-1.12.4');
          const hasFee = state.originationFeeSf !== 0n;
          const least = hasFee ? 2n : 1n;
          const other = (bound.receivedRaw * BigInt(permille)) / 1_000n;
          expect({
            passes: bound.receivedRaw === 0n || verdict(bound.receivedRaw) === null,
            // Where nothing can be borrowed for the fee of 1 unit, 2 units say whether more could be.
            refusesMore: verdict(bound.receivedRaw === 0n ? least : bound.receivedRaw + 1n) !== null,
            refusal: bound.receivedRaw === 0n && hasFee ? bound.bindingConstraint : verdict(bound.receivedRaw + 1n),
            isTooSmall: bound.bindingConstraint !== 'minimum_fee' || verdict(1n) === 'minimum_fee',
            agreesElsewhere: other < least || (verdict(other) === null) === other <= bound.receivedRaw,
            amountRaw: bound.amountRaw,
          }).toEqual({
            passes: true,
            refusesMore: true,
            refusal: bound.bindingConstraint,
            isTooSmall: true,
            agreesElsewhere: true,
            amountRaw: withFee(bound.receivedRaw, state.originationFeeSf),
          });
        }),
        RUNS,
      );
    },
  );

  it('the largest redemption passes, pays whole cTokens, and one cToken more is refused by the constraint named', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const { amountRaw, receiptRaw, bindingConstraint } = deriveHeadroom(state).withdrawable;
        expect([
          receiptRaw === 0n || redeemVerdict(state, receiptRaw) === null,
          redeemVerdict(state, receiptRaw + 1n),
          amountRaw,
        ]).toEqual([true, bindingConstraint, worth(state, receiptRaw)]);
      }),
      RUNS,
    );
  });

  it('the largest deposit passes, and one unit more is refused by the constraint named', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        const { amountRaw, bindingConstraint } = deriveHeadroom(state).depositable;
        const isUnlimited = bindingConstraint === 'none';
        // Unlimited is what only the largest u64 as a limit bounds.
        const mostRaw = amountRaw ?? 2n ** 64n - 1n - (state.totalSupplySf + ONE - 1n) / ONE;
        expect([
          amountRaw === null,
          !isUnlimited || state.depositLimitRaw === 2n ** 64n - 1n,
          mostRaw === 0n || depositVerdict(state, mostRaw) === null,
          depositVerdict(state, mostRaw + 1n),
        ]).toEqual([isUnlimited, true, true, isUnlimited ? 'deposit_limit' : bindingConstraint]);
      }),
      RUNS,
    );
  });
});
