import { booleanField, type FieldGroup, numberField } from '@tidemark/core';

const accrued = { methodVersion: 'accrual-1.0' } as const;
const usd = {
  methodVersion: 'usd-1.1',
  nullRule: 'null where the account holds no price (price_raw is 0)',
} as const;

/** Amounts as of the row's slot, in whole tokens and in USD. */
export const amountFields = {
  available_amount_f: numberField(
    'token',
    'Amount that lies in the reserve and is not lent out.',
    'accrued_available_amount_raw / 10^token_decimals, as the nearest double',
    accrued,
  ),
  supplied_amount_f: numberField(
    'token',
    'Total amount supplied to the reserve. Fees that belong to the protocol and to referrers are not part of it, so available + borrowed is a little more.',
    'accrued_total_supply_raw / 10^token_decimals, as the nearest double',
    accrued,
  ),
  borrowed_amount_f: numberField(
    'token',
    'Total amount owed by borrowers, interest up to the slot included.',
    'accrued_borrowed_amount_raw / 10^token_decimals, as the nearest double',
    accrued,
  ),
  available_amount_usd_f: numberField(
    'USD',
    'Available amount in USD at the price that the protocol itself holds.',
    'available amount × price_raw, as the nearest double',
    usd,
  ),
  supplied_amount_usd_f: numberField(
    'USD',
    'Supplied amount in USD at the price that the protocol itself holds.',
    'supplied amount × price_raw, as the nearest double',
    usd,
  ),
  borrowed_amount_usd_f: numberField(
    'USD',
    'Borrowed amount in USD at the price that the protocol itself holds.',
    'borrowed amount × price_raw, as the nearest double',
    usd,
  ),
  price_usd_f: numberField(
    'USD per token',
    'Price of one token that the reserve account holds, however old it is.',
    'price_raw, as the nearest double',
    usd,
  ),
  price_usable_b: booleanField(
    'True when the account holds a price, so that USD values are not null. However old it is, and whatever the program thinks of it: that is price_status.',
    'price_raw > 0',
    { methodVersion: 'usd-1.1' },
  ),
} satisfies FieldGroup;
