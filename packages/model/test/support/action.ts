import { ONE_SF, type Reserve, type ReserveLiquidity } from '@tidemark/protocols/kamino';

/** Something that a user or an oracle does, in the slot in which the reserve is refreshed. */
export type Action =
  | { readonly kind: 'refresh' }
  | { readonly kind: 'deposit' | 'withdraw' | 'borrow' | 'repay'; readonly raw: bigint }
  | { readonly kind: 'price'; readonly priceSf: bigint }
  | { readonly kind: 'redeem-fees' }
  | { readonly kind: 'referrer' };

/** A refreshed reserve after the action, as far as there is enough of what it takes. */
export function acted(reserve: Reserve, action: Action): Reserve {
  if (action.kind === 'refresh') return reserve;
  const lastUpdate = { ...reserve.lastUpdate, stale: true };
  const { collateral, liquidity } = reserve;
  const minted = action.kind === 'deposit' ? action.raw : 0n;
  return {
    ...reserve,
    lastUpdate,
    liquidity: { ...liquidity, ...changed(liquidity, action) },
    collateral: { ...collateral, mintTotalSupplyRaw: collateral.mintTotalSupplyRaw + minted },
  };
}

function changed(liquidity: ReserveLiquidity, action: Action): Partial<ReserveLiquidity> {
  const { availableAmountRaw, borrowedAmountSf, accumulatedProtocolFeesSf, pendingReferrerFeesSf } = liquidity;
  if (action.kind === 'price') return { marketPriceSf: action.priceSf };
  if (action.kind === 'deposit') return { availableAmountRaw: availableAmountRaw + action.raw };
  if (action.kind === 'withdraw')
    return { availableAmountRaw: availableAmountRaw - least(action.raw, availableAmountRaw / 2n) };
  if (action.kind === 'borrow') {
    const raw = least(action.raw, availableAmountRaw / 2n);
    return { availableAmountRaw: availableAmountRaw - raw, borrowedAmountSf: borrowedAmountSf + raw * ONE_SF };
  }
  if (action.kind === 'repay') {
    const raw = least(action.raw, borrowedAmountSf / ONE_SF);
    return { availableAmountRaw: availableAmountRaw + raw, borrowedAmountSf: borrowedAmountSf - raw * ONE_SF };
  }
  if (action.kind === 'redeem-fees') {
    const raw = least(accumulatedProtocolFeesSf / ONE_SF, availableAmountRaw);
    return {
      availableAmountRaw: availableAmountRaw - raw,
      accumulatedProtocolFeesSf: accumulatedProtocolFeesSf - raw * ONE_SF,
    };
  }
  const half = pendingReferrerFeesSf / 2n;
  return {
    pendingReferrerFeesSf: pendingReferrerFeesSf - half,
    accumulatedReferrerFeesSf: liquidity.accumulatedReferrerFeesSf + half,
  };
}

function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b;
}
