import { type FieldGroup, numberField, textField, timeField } from '@tidemark/core';

const account = { methodVersion: 'account-1.0' } as const;
const accrual = { methodVersion: 'accrual-1.0' } as const;
const sf = { scale: '2^60', ...account } as const;
const accruedSf = { scale: '2^60', ...accrual } as const;
const usd = {
  methodVersion: 'usd-1.1',
  nullRule: 'null where the account holds no price (price_sf_raw is 0)',
} as const;

const check = (description: string, bit: number) =>
  numberField(
    'boolean',
    `${description} As of the last refresh, whatever has happened since.`,
    `bit ${bit} of price_status`,
    account,
  );

/** The account’s own integers under the names of the API, which ends decimal strings in `_raw`. */
const exactFields = {
  borrowed_amount_sf_raw: numberField(
    'base units',
    'Borrowed amount as of last_update_slot.',
    'Reserve account, offset 232',
    sf,
  ),
  accrued_borrowed_amount_sf_raw: numberField(
    'base units',
    'Borrowed amount at the slot of the row.',
    'borrowed_amount_sf_raw moved to slot with the program’s arithmetic',
    accruedSf,
  ),
  accrued_total_supply_sf_raw: numberField(
    'base units',
    'Supplied amount at the slot of the row.',
    'available + borrowed − protocol fees − referrer fees − pending referrer fees, all at slot',
    accruedSf,
  ),
  price_sf_raw: numberField('USD per token', 'Price of one token, usable or not.', 'Reserve account, offset 248', sf),
  cumulative_borrow_rate_bsf_raw: numberField(
    'factor',
    'Index of the debt as of last_update_slot: what one unit borrowed at the start has grown to.',
    'Reserve account, offset 296, 256 bits',
    { ...sf, type: 'u256' },
  ),
  accrued_cumulative_borrow_rate_bsf_raw: numberField(
    'factor',
    'Index of the debt at the slot of the row.',
    'cumulative_borrow_rate_bsf_raw moved to slot with the program’s arithmetic',
    { ...accruedSf, type: 'u256' },
  ),
} satisfies FieldGroup;

const provenanceFields = {
  stale_slots: numberField(
    'slots',
    'Slots since the last refresh that the account records; interest for them is in the amounts.',
    'slot − last_update_slot',
    account,
  ),
  last_update_timestamp: timeField('Time of the last refresh that the account records.', 'Reserve account, offset 28', {
    nullRule: 'null where the account holds 0',
    ...account,
  }),
  last_update_stale_b: numberField(
    'boolean',
    'True where a user action came after the last refresh. Normal, not an error.',
    'Reserve account, offset 24 is not 0',
    account,
  ),
  slot_duration_source_str: textField(
    'Where the slot duration came from: performance_samples, clock_pairs or configured.',
    'chosen by the indexer',
    { type: ['performance_samples', 'clock_pairs', 'configured'], methodVersion: 'rates-1.0' },
  ),
  compounding_str: textField(
    'Which compounding arithmetic of the program was used: before-1.17 or since-1.17.',
    'setting of the indexer',
    { ...accrual, type: ['before-1.17', 'since-1.17'] },
  ),
} satisfies FieldGroup;

const priceFields = {
  price_timestamp: timeField('Time of the price that the account holds.', 'Reserve account, offset 264', {
    nullRule: 'null where the account holds 0',
    ...account,
  }),
  price_age_seconds: numberField(
    'seconds',
    'Age of the price at the time of the row, by the chain’s clock.',
    'time of the row − time of the price',
    { type: 'integer', nullRule: 'null where the account holds no time of a price', methodVersion: 'usd-1.1' },
  ),
  price_loaded_b: check('True where the last refresh loaded a price, or found the stored one young enough to keep.', 1),
  price_age_checked_b: check('True where the price was young enough.', 2),
  twap_checked_b: check('True where the price was close enough to its time-weighted average.', 4),
  twap_age_checked_b: check('True where that average was young enough.', 8),
  heuristic_checked_b: check('True where the price lay within the bounds of the configuration.', 16),
  price_usage_allowed_b: check('True where the configuration does not block the use of the price.', 32),
  usable_for_borrow_b: numberField(
    'boolean',
    'Verdict of the last refresh: true where all six checks passed, as a borrow demands. False is not without a price: a refresh that brings none sets price_status to 0 once the stored price is too old, and keeps it. A borrow refreshes the reserve first, so false is often cured by that: see requires_price_refresh_b, and borrowable_constraint_str for what no refresh cures.',
    'price_status has all bits of 63',
    account,
  ),
  usable_for_liquidation_b: numberField(
    'boolean',
    'True where the program would liquidate on this price: loaded, young enough, allowed.',
    'price_status has all bits of 35',
    account,
  ),
  requires_price_refresh_b: numberField(
    'boolean',
    'True where a borrow first needs a refresh that brings a new price. False where the refresh that every borrow needs in its own transaction may keep the stored price.',
    'usable_for_borrow_b is false, or price_age_seconds ≥ max_price_age_seconds × priceRefreshTriggerToMaxAgePct of the market / 100 (cut off)',
    {
      nullRule: 'null where usable_for_borrow_b is true and the account of the market has not been read',
      methodVersion: 'headroom-2.0',
    },
  ),
} satisfies FieldGroup;

const protocolFees = 'Fees that the reserve owes to the protocol, not yet collected, at the slot of the row.';
const referrerFees = 'Fees that the reserve owes to referrers it knows, not yet collected.';
const pendingFees = 'Fees set apart for referrers and not yet assigned to one, at the slot of the row.';
const asAmount = (name: string) => `${name} / 2^60 / 10^token_decimals, as the nearest double`;
const asUsd = (name: string) => `${name} × price_sf_raw / 2^120 / 10^token_decimals, as the nearest double`;

const feeFields = {
  protocol_fees_sf_raw: numberField(
    'base units',
    protocolFees,
    'Reserve account, offset 344, moved to slot',
    accruedSf,
  ),
  protocol_fees_f: numberField('token', protocolFees, asAmount('protocol_fees_sf_raw'), accrual),
  protocol_fees_usd_f: numberField('USD', protocolFees, asUsd('protocol_fees_sf_raw'), usd),
  referrer_fees_sf_raw: numberField('base units', referrerFees, 'Reserve account, offset 360', sf),
  referrer_fees_f: numberField('token', referrerFees, asAmount('referrer_fees_sf_raw'), accrual),
  referrer_fees_usd_f: numberField('USD', referrerFees, asUsd('referrer_fees_sf_raw'), usd),
  pending_referrer_fees_sf_raw: numberField(
    'base units',
    pendingFees,
    'Reserve account, offset 376, moved to slot',
    accruedSf,
  ),
  pending_referrer_fees_f: numberField('token', pendingFees, asAmount('pending_referrer_fees_sf_raw'), accrual),
  pending_referrer_fees_usd_f: numberField('USD', pendingFees, asUsd('pending_referrer_fees_sf_raw'), usd),
} satisfies FieldGroup;

/** What the detail of a reserve has beyond its snapshot. */
export const detailFields = {
  ...provenanceFields,
  ...exactFields,
  ...priceFields,
  ...feeFields,
} satisfies FieldGroup;
