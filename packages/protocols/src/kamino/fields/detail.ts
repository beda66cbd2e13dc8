import { type FieldGroup, numberField, textField, timeField } from '@tidemark/core';
import { COMPOUNDING } from '../compounding.ts';

const account = { methodVersion: 'account-1.0' } as const;
const accrual = { methodVersion: 'accrual-1.0' } as const;
const usd = {
  methodVersion: 'usd-1.1',
  nullRule: 'null where the account holds no price (price_raw is 0)',
} as const;

const NO_VERDICT = 'null where the protocol keeps no verdict on its price';
const verdict = { nullRule: NO_VERDICT, ...account } as const;

const check = (description: string, bit: number) =>
  numberField(
    'boolean',
    `${description} As of the last refresh, whatever has happened since.`,
    `bit ${bit} of price_status`,
    { nullRule: 'null where the protocol does not make this check, or keeps no result of it', ...account },
  );

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
    `Which version of the program's arithmetic was used: ${COMPOUNDING.join(' or ')}.`,
    'setting of the indexer',
    { ...accrual, type: 'word' },
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
    verdict,
  ),
  usable_for_liquidation_b: numberField(
    'boolean',
    'True where the program would liquidate on this price: loaded, young enough, allowed.',
    'price_status has all bits of 35',
    verdict,
  ),
  requires_price_refresh_b: numberField(
    'boolean',
    'True where a borrow first needs a refresh that brings a new price. False where the refresh that every borrow needs in its own transaction may keep the stored price.',
    'usable_for_borrow_b is false, or price_age_seconds ≥ max_price_age_seconds × priceRefreshTriggerToMaxAgePct of the market / 100 (cut off)',
    {
      nullRule: 'null where usable_for_borrow_b is true and the account of the market, or a setting, has not been read',
      methodVersion: 'headroom-2.0',
    },
  ),
} satisfies FieldGroup;

const protocolFees = 'Fees that the reserve owes to the protocol, not yet collected, at the slot of the row.';
const referrerFees = 'Fees that the reserve owes to referrers it knows, not yet collected.';
const pendingFees = 'Fees set apart for referrers and not yet assigned to one, at the slot of the row.';
const NO_REFERRERS = 'null where the protocol has no such fees';
const referrer = { nullRule: NO_REFERRERS, ...accrual } as const;
const referrerUsd = { ...usd, nullRule: `${NO_REFERRERS}, or the account holds no price (price_raw is 0)` } as const;
const asAmount = (name: string) => `${name} / 10^token_decimals, as the nearest double`;
const asUsd = (name: string) => `${name} × price_raw / 10^token_decimals, as the nearest double`;

const feeFields = {
  protocol_fees_f: numberField('token', protocolFees, asAmount('accrued_protocol_fees_raw'), accrual),
  protocol_fees_usd_f: numberField('USD', protocolFees, asUsd('accrued_protocol_fees_raw'), usd),
  referrer_fees_f: numberField('token', referrerFees, asAmount('accumulated_referrer_fees_raw'), referrer),
  referrer_fees_usd_f: numberField('USD', referrerFees, asUsd('accumulated_referrer_fees_raw'), referrerUsd),
  pending_referrer_fees_f: numberField('token', pendingFees, asAmount('accrued_pending_referrer_fees_raw'), referrer),
  pending_referrer_fees_usd_f: numberField('USD', pendingFees, asUsd('accrued_pending_referrer_fees_raw'), referrerUsd),
} satisfies FieldGroup;

/** What the detail of a reserve has beyond its snapshot. */
export const detailFields = {
  ...provenanceFields,
  ...priceFields,
  ...feeFields,
} satisfies FieldGroup;
