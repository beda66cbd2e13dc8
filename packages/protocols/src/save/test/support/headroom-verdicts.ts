import type { HeadroomState } from '../../headroom-state.ts';
import type { RateLimiter } from '../../reserve.ts';

// What the program's instructions decide, written down step by step from its source, with a division where the code under test
// solves for the amount.

const WAD = 10n ** 18n;
const U128 = (1n << 128n) - 1n;
const U64 = (1n << 64n) - 1n;

/** Why a borrow of `amount` is refused; null where it passes. */
export function refusedBorrow(state: HeadroomState, amount: bigint): string | null {
  if ((amount * WAD + state.borrowedWads) / WAD > state.borrowLimitRaw) return 'borrow_limit';
  let feeRaw = 0n;
  if (state.fee.borrowFeeWad > 0n && amount > 0n) {
    const least = (state.fee.hostFeePct > 0 ? 2n : 1n) * WAD;
    const feeWads = amount * state.fee.borrowFeeWad > least ? amount * state.fee.borrowFeeWad : least;
    if (feeWads >= amount * WAD) return 'minimum_fee';
    feeRaw = (feeWads + WAD / 2n) / WAD;
  }
  const gross = amount + feeRaw;
  return refusedOutflow(state, gross) ?? (gross > state.availableRaw ? 'available_liquidity' : null);
}

/** Why burning `collateral` is refused; null where it passes. */
export function refusedRedeem(state: HeadroomState, collateral: bigint): string | null {
  const paid = (collateral * WAD) / exchangeRate(state);
  if (collateral > state.mintTotalSupplyRaw) return 'total_supply';
  if (paid > state.availableRaw) return 'available_liquidity';
  return refusedOutflow(state, paid);
}

/** Why a deposit of `amount` is refused; null where it passes. */
export function refusedDeposit(state: HeadroomState, amount: bigint): string | null {
  if ((amount * WAD + state.totalSupplyWads) / WAD > state.depositLimitRaw) return 'deposit_limit';
  const rate = exchangeRate(state);
  // The program's rate is a u128: beyond it the deposit fails, whatever the amount.
  if (rate > U128) return 'exchange_rate';
  const minted = (amount * rate) / WAD;
  const overflows = state.availableRaw + amount > U64 || state.mintTotalSupplyRaw + minted > U64;
  return overflows ? 'balance_overflow' : null;
}

function exchangeRate({ mintTotalSupplyRaw, totalSupplyWads }: HeadroomState): bigint {
  return mintTotalSupplyRaw === 0n || totalSupplyWads === 0n ? WAD : (mintTotalSupplyRaw * WAD * WAD) / totalSupplyWads;
}

function refusedOutflow(state: HeadroomState, amount: bigint): string | null {
  const { marketRateLimiter, rateLimiter, slot } = state;
  const value = (state.upperPriceWads * amount * WAD) / (state.unitsPerToken * WAD);
  if (marketRateLimiter !== null && exceeds(marketRateLimiter, slot, value)) return 'market_outflow_limit';
  return exceeds(rateLimiter, slot, amount * WAD) ? 'reserve_outflow_limit' : null;
}

function exceeds(limiter: RateLimiter, slot: bigint, outflowWads: bigint): boolean {
  const { windowSlots: window, maxOutflow } = limiter;
  if (window === 0n) return false;
  let [start, previous, current] = [limiter.windowStartSlot, limiter.previousWads, limiter.currentWads];
  if (slot < start) return true;
  const grid = slot - (slot % window);
  if (grid === start + window) [start, previous, current] = [grid, current, 0n];
  else if (grid > start + window) [start, previous, current] = [grid, 0n, 0n];
  const covered = slot - start + 1n;
  if (covered > window) return true;
  const outflow = ((((window - covered) * WAD) / window) * previous) / WAD + current;
  return outflow + outflowWads > maxOutflow * WAD;
}
