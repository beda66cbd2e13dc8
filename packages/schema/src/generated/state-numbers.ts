// Written by `npm run generate` from the table of fields in packages/model. Do not edit.
import type { StateNumbers } from '@tidemark/core';

/** Select list of the numbers of a table with this alias. */
export const stateNumbersOf = (alias: string): string => `
  ${alias}.available_amount_f AS "availableAmountF",
  ${alias}.supplied_amount_f AS "suppliedAmountF",
  ${alias}.borrowed_amount_f AS "borrowedAmountF",
  ${alias}.available_amount_usd_f AS "availableAmountUsdF",
  ${alias}.supplied_amount_usd_f AS "suppliedAmountUsdF",
  ${alias}.borrowed_amount_usd_f AS "borrowedAmountUsdF",
  ${alias}.price_usd_f AS "priceUsdF",
  ${alias}.utilization_f AS "utilizationF",
  ${alias}.borrow_apr_f AS "borrowAprF",
  ${alias}.borrow_apy_f AS "borrowApyF",
  ${alias}.supply_apr_f AS "supplyAprF",
  ${alias}.supply_apy_f AS "supplyApyF",
  ${alias}.rewards_apr_f AS "rewardsAprF"`;

/** Names of the numbers that a bucket summarises, as its columns have them. */
export const BUCKET_NUMBERS = [
  'available_amount',
  'supplied_amount',
  'borrowed_amount',
  'available_amount_usd',
  'supplied_amount_usd',
  'borrowed_amount_usd',
  'price_usd',
  'utilization',
  'borrow_apr',
  'borrow_apy',
  'supply_apr',
  'supply_apy',
  'rewards_apr',
] as const;
export type BucketNumber = (typeof BUCKET_NUMBERS)[number];

/** The same by the names that code has for them. */
export const NUMBER_OF: Readonly<Record<keyof StateNumbers, BucketNumber>> = {
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
