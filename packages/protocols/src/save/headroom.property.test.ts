import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { deriveHeadroom } from './headroom.ts';
import type { HeadroomState } from './headroom-state.ts';
import type { RateLimiter } from './reserve.ts';
import { refusedBorrow, refusedDeposit, refusedRedeem } from './test/support/headroom-verdicts.ts';
import { WAD } from './wad.ts';

const U64_MAX = (1n << 64n) - 1n;
const upTo = (max: bigint) => fc.bigInt({ min: 0n, max });
/** Small numbers meet each other's limits, large ones the widths. */
const amount = fc.oneof(upTo(50n), upTo(1_000_000n), upTo(10n ** 15n));
const wads = amount.chain((whole) => upTo(WAD - 1n).map((part) => whole * WAD + part));
const limit = fc.oneof(amount, fc.constant(0n), fc.constant(U64_MAX));

const limiter: fc.Arbitrary<RateLimiter> = fc
  .record({
    maxOutflow: limit,
    windowSlots: fc.constantFrom(0n, 1n, 7n, 9_000n),
    previousWads: wads,
    currentWads: wads,
  })
  .chain((fields) =>
    fc.tuple(upTo(30_000n), fc.boolean()).map(([slot, aligned]) => ({
      ...fields,
      windowStartSlot: aligned && fields.windowSlots > 0n ? slot - (slot % fields.windowSlots) : slot,
    })),
  );

const state: fc.Arbitrary<HeadroomState> = fc
  .record({
    slot: upTo(30_000n),
    availableRaw: amount,
    borrowedWads: wads,
    owedWads: wads,
    mintTotalSupplyRaw: fc.oneof(amount, fc.constant(0n)),
    fee: fc.record({
      borrowFeeWad: fc.constantFrom(0n, 1n, WAD / 1_000n, WAD / 3n, WAD - 1n),
      hostFeePct: fc.constantFrom(0, 20),
    }),
    depositLimitRaw: limit,
    borrowLimitRaw: limit,
    rateLimiter: limiter,
    marketRateLimiter: fc.option(limiter),
    upperPriceWads: fc.oneof(wads, fc.constant(0n)),
    unitsPerToken: fc.constantFrom(1n, 1_000_000n),
  })
  .map(({ owedWads, ...rest }) => {
    const heldWads = rest.availableRaw * WAD + rest.borrowedWads;
    return { ...rest, totalSupplyWads: owedWads < heldWads ? heldWads - owedWads : heldWads };
  });

const runs = { numRuns: 3_000 };

describe('headroom', () => {
  it('is the largest borrow that the program accepts, and names the check that refuses one unit more', () => {
    fc.assert(
      fc.property(state, (given) => {
        const { receivedRaw, bindingConstraint } = deriveHeadroom(given).borrowable;
        expect(receivedRaw === 0n ? null : refusedBorrow(given, receivedRaw)).toBeNull();
        // One unit is refused for its fee before anything else, whatever would refuse more of them.
        const refusal = refusedBorrow(given, receivedRaw + 1n);
        expect(receivedRaw === 0n && refusal === 'minimum_fee' ? bindingConstraint : refusal).toBe(bindingConstraint);
      }),
      runs,
    );
  });

  it('is the largest redemption that the program accepts, in whole cTokens', () => {
    fc.assert(
      fc.property(state, (given) => {
        const { receiptRaw, amountRaw, bindingConstraint } = deriveHeadroom(given).withdrawable;
        fc.pre(bindingConstraint !== 'exchange_rate');
        expect(receiptRaw === 0n ? null : refusedRedeem(given, receiptRaw)).toBeNull();
        expect(refusedRedeem(given, receiptRaw + 1n)).toBe(bindingConstraint);
        expect(amountRaw <= given.availableRaw).toBe(true);
      }),
      runs,
    );
  });

  it('is the largest deposit that the program accepts', () => {
    fc.assert(
      fc.property(state, (given) => {
        const { amountRaw, bindingConstraint } = deriveHeadroom(given).depositable;
        // Where the rate of cTokens overflows every deposit is refused, whatever the limit.
        const isRefused = bindingConstraint === 'exchange_rate';
        expect(amountRaw === null).toBe(given.depositLimitRaw === U64_MAX && !isRefused);
        fc.pre(amountRaw !== null);
        expect(amountRaw === 0n ? null : refusedDeposit(given, amountRaw)).toBeNull();
        expect(refusedDeposit(given, amountRaw + 1n)).toBe(bindingConstraint);
      }),
      runs,
    );
  });
});
