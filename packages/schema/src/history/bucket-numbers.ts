import type { StateNumber } from '@tidemark/model';
import type { BucketNumber } from '../tables/index.ts';

/** Column names of the numbers by the names that `@tidemark/model` has for them. */
export const NUMBER_OF: Readonly<Record<StateNumber, BucketNumber>> = {
  availableAmountF: 'available_amount',
  suppliedAmountF: 'supplied_amount',
  borrowedAmountF: 'borrowed_amount',
  availableAmountUsdF: 'available_amount_usd',
  suppliedAmountUsdF: 'supplied_amount_usd',
  borrowedAmountUsdF: 'borrowed_amount_usd',
  priceUsdF: 'price_usd',
  utilizationF: 'utilization',
  borrowAprF: 'borrow_apr',
  borrowApyF: 'borrow_apy',
  supplyAprF: 'supply_apr',
  supplyApyF: 'supply_apy',
  rewardsAprF: 'rewards_apr',
};

// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the keys of the literal above
export const STATE_NUMBERS = Object.keys(NUMBER_OF) as StateNumber[];
