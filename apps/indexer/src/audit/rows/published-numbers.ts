import { exactToAmount, exactToDouble, exactToUsd, hasPrice, rawToAmount, rawToUsd } from '@tidemark/core';
import type { Protocol } from '@tidemark/protocols';
import { type AuditedRow, type RowCheck, type RowFault, unequal } from './audited-row.ts';

/** The doubles are the nearest ones of the exact integers beside them, and USD values are null exactly where the account holds no price. */
export const publishedNumbers: RowCheck = {
  checkName: 'published_numbers',
  message: 'numbers are not those of the exact integers beside them',
  find({ state, tokenDecimals: decimals }: AuditedRow, { scale }: Protocol): readonly RowFault[] {
    const { accruedAvailableAmountRaw: available, accruedTotalSupplySf: supplied } = state;
    const { accruedBorrowedAmountSf: borrowed, marketPriceSf: price } = state;
    const isPriced = hasPrice(price);
    const inUsd = (value: () => number): number | null => (isPriced ? value() : null);
    return [
      ...unequal('available_amount_f', rawToAmount(available, decimals), state.availableAmountF),
      ...unequal('supplied_amount_f', exactToAmount(supplied, scale, decimals), state.suppliedAmountF),
      ...unequal('borrowed_amount_f', exactToAmount(borrowed, scale, decimals), state.borrowedAmountF),
      ...unequal('price_usable', isPriced, state.priceUsable),
      ...unequal(
        'price_usd_f',
        inUsd(() => exactToDouble(price, scale)),
        state.priceUsdF,
      ),
      ...unequal(
        'available_amount_usd_f',
        inUsd(() => rawToUsd(available, price, scale, decimals)),
        state.availableAmountUsdF,
      ),
      ...unequal(
        'supplied_amount_usd_f',
        inUsd(() => exactToUsd(supplied, price, scale, decimals)),
        state.suppliedAmountUsdF,
      ),
      ...unequal(
        'borrowed_amount_usd_f',
        inUsd(() => exactToUsd(borrowed, price, scale, decimals)),
        state.borrowedAmountUsdF,
      ),
    ];
  },
};
