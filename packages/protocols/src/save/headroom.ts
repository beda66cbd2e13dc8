import { isLendingError, U64_MAX } from '@tidemark/core';
import { borrowRoom, depositRoom, withdrawRoom } from '../common/headroom.ts';
import {
  type CollateralExchange,
  collateralExchangeRateWads,
  collateralWithin,
  liquidityOf,
} from './collateral-exchange.ts';
import { borrowChecks, depositChecks, redeemChecks } from './headroom-checks.ts';
import { borrowFeeOf, type HeadroomState } from './headroom-state.ts';

/**
 * The largest borrow, redemption and deposit that the program accepts in a transaction that refreshes the reserve first, by its
 * own checks in its own order: the amount passes, one base unit more is refused. Limits of a single position (its loan to
 * value, what backs it) are not part of it. An outflow limit slides: there is no moment at which it starts over.
 */
export function deriveHeadroom(state: HeadroomState) {
  const rateWads = exchangeRateOrNull(state);
  return {
    borrowable: borrowRoom(borrowChecks(state), borrowFeeOf(state.fee)),
    withdrawable: withdrawRoom(redeemChecks(state, rateWads), {
      receiptWithin(amountRaw) {
        const within = rateWads === null ? amountRaw : collateralWithin(rateWads, amountRaw);
        return within < state.mintTotalSupplyRaw ? within : state.mintTotalSupplyRaw;
      },
      worthOf: (receiptRaw) => (receiptRaw === 0n || rateWads === null ? 0n : liquidityOf(rateWads, receiptRaw)),
    }),
    // u64::MAX in the limit is a number that nobody reaches, unless the program refuses every deposit.
    depositable: depositRoom(
      depositChecks(state, rateWads),
      (constraint) => state.depositLimitRaw === U64_MAX && constraint !== 'exchange_rate',
    ),
  };
}

function exchangeRateOrNull(exchange: CollateralExchange): bigint | null {
  try {
    return collateralExchangeRateWads(exchange);
  } catch (error) {
    if (isLendingError(error) && error.code === 'ARITHMETIC_OVERFLOW') return null;
    throw error;
  }
}
