import { borrowRoom, depositRoom, floorAtZero, withdrawRoom } from '../common/headroom.ts';
import { collateralWithin, liquidityOf } from './collateral-exchange.ts';
import { borrowChecks, depositChecks, originationFeeOf, outsideGroupsCheck, redeemChecks } from './headroom-checks.ts';
import type { HeadroomState } from './headroom-state.ts';
import { isUnlimited } from './limits.ts';

/**
 * `since-1.12.4` is what runs today: the borrow limit counts the origination fee (source only, not executed). In the
 * executed binaries, `before-1.12.4`, it counts the amount received.
 */
export type LimitRules = 'before-1.12.4' | 'since-1.12.4';

/**
 * The largest borrow, redemption and deposit that the program accepts in a transaction that refreshes the reserve first,
 * by its own checks in its own order: the amount passes, one base unit more is refused. Limits of a single position (its
 * loan to value, its collateral's prices) are not part of it, and a price that a refresh can cure does not bind. Inside an
 * elevation group also not those that each of its collateral reserves sets for the group: they depend on the collateral.
 */
export function deriveHeadroom(state: HeadroomState, rules: LimitRules = 'since-1.12.4') {
  const queuedRaw = liquidityOf(state, state.queuedCollateralRaw);
  const freelyAvailableRaw = floorAtZero(state.availableRaw - queuedRaw);
  const checks = borrowChecks(state, freelyAvailableRaw, rules === 'before-1.12.4');
  const fee = originationFeeOf(state);
  return {
    borrowable: borrowRoom([...checks, outsideGroupsCheck(state)], fee),
    borrowableInElevationGroup: borrowRoom(checks, fee),
    withdrawable: withdrawRoom(redeemChecks(state, freelyAvailableRaw), {
      receiptWithin: (amountRaw) => collateralWithin(state, amountRaw),
      worthOf: (collateralRaw) => liquidityOf(state, collateralRaw),
    }),
    // u64::MAX in the limit is a number that nobody reaches, unless something else binds first.
    depositable: depositRoom(
      depositChecks(state),
      (constraint) => constraint === 'deposit_limit' && isUnlimited(state.depositLimitRaw),
    ),
    /** Available minus what queued withdrawals are worth, base units. */
    freelyAvailableRaw,
    queuedRaw,
  };
}
