import { type FieldGroup, instantField, numberField, textField } from '@tidemark/core';

const account = { methodVersion: 'account-1.0' } as const;
const accrual = { methodVersion: 'accrual-1.0' } as const;
const exact = { type: 'decimal', methodVersion: 'account-1.0' } as const;
const accruedExact = { type: 'decimal', methodVersion: 'accrual-1.0' } as const;
const unsetTime = { nullRule: 'null where the account holds 0', methodVersion: 'account-1.0' } as const;

/** Where a value lies in the account of a reserve. */
const at = (offset: number, more = ''): string => `Reserve account, offset ${offset}${more}`;
/** A value of the account as it is at the row's slot. */
const moved = (name: string): string => `${name} moved to slot with the program’s arithmetic`;

/** What the account holds, exactly, and the same moved to the row’s slot. */
export const accountFields = {
  last_update_slot: numberField('slots', 'Slot at which the program last refreshed the reserve.', at(16), account),
  last_update_at: instantField('Time at which the program last refreshed the reserve.', at(28), unsetTime),
  available_amount_raw: numberField(
    'base units',
    'Amount that lies in the reserve and is not lent out, as the account holds it.',
    at(224),
    account,
  ),
  borrowed_amount_raw: numberField(
    'base units',
    'Amount owed by borrowers as of last_update_slot, as the account holds it.',
    at(232),
    exact,
  ),
  cumulative_borrow_rate_raw: numberField(
    'factor',
    'Index of the debt as of last_update_slot: what one unit borrowed at the start has grown to.',
    at(296, ', 256 bits'),
    exact,
  ),
  accumulated_protocol_fees_raw: numberField(
    'base units',
    'Protocol fees that have accrued and are not collected, as the account holds them.',
    at(344),
    exact,
  ),
  accumulated_referrer_fees_raw: numberField(
    'base units',
    'Referrer fees that have accrued and are not collected, as the account holds them.',
    at(360),
    exact,
  ),
  pending_referrer_fees_raw: numberField(
    'base units',
    'Referrer fees that are not assigned to a referrer yet, as the account holds them.',
    at(376),
    exact,
  ),
  absolute_referral_rate_raw: numberField(
    'fraction',
    'Share of the interest that goes to referrers, as the account holds it.',
    at(392),
    exact,
  ),
  price_raw: numberField(
    'USD per token',
    'Price of one whole token, as the account holds it. 0 means that there is none.',
    at(248),
    exact,
  ),
  price_at: instantField(
    'Time of the price: the oldest oracle value behind it. The only sign of its age.',
    at(264),
    unsetTime,
  ),
  price_status: numberField(
    'bits',
    'What the program’s checks said of the price at the last refresh: 1 loaded, 2 age, 4 TWAP, 8 TWAP age, 16 heuristic, 32 usage allowed; 63 is all good. 0: never priced, or refreshed without a new price when the stored one was too old, which keeps it. Without a refresh the bits stay as they are: judge age by price_at.',
    at(25),
    { ...account, nullRule: 'null where the protocol keeps no verdict on its price', type: 'byte' },
  ),
  collateral_supply_raw: numberField('base units', 'Collateral tokens in existence.', at(2592), account),
  rewards_available_raw: numberField(
    'base units',
    'Budget of the reserve’s own rewards that is left.',
    at(440),
    account,
  ),
  queued_collateral_raw: numberField(
    'base units',
    'Collateral tokens that wait in the withdraw queue.',
    at(6968),
    account,
  ),
  borrowed_outside_elevation_group_raw: numberField(
    'base units',
    'Amount borrowed outside elevation groups.',
    at(6704),
    account,
  ),
  deposit_cap_current_raw: numberField(
    'base units',
    'Net withdrawals of suppliers counted in the interval of the cap. Signed, often negative.',
    at(5424),
    { ...account, type: 'signedInteger' },
  ),
  debt_cap_current_raw: numberField(
    'base units',
    'Net borrows counted in the interval of the cap. Signed, often negative.',
    at(5456),
    { ...account, type: 'signedInteger' },
  ),
  deposit_cap_interval_start_at: instantField(
    'Start of the running interval of the deposit withdrawal cap.',
    at(5432),
    unsetTime,
  ),
  debt_cap_interval_start_at: instantField(
    'Start of the running interval of the debt withdrawal cap.',
    at(5464),
    unsetTime,
  ),
  accrued_available_amount_raw: numberField(
    'base units',
    'Available amount at the slot, rewards that fell due included.',
    moved('available_amount_raw'),
    accrual,
  ),
  accrued_borrowed_amount_raw: numberField(
    'base units',
    'Borrowed amount at the slot, interest included.',
    moved('borrowed_amount_raw'),
    accruedExact,
  ),
  accrued_total_supply_raw: numberField(
    'base units',
    'Supplied amount at the slot.',
    'available + borrowed − protocol fees − referrer fees − pending referrer fees, all at slot',
    accruedExact,
  ),
  accrued_utilization_raw: numberField(
    'fraction',
    'Utilization at the slot. May pass 1.',
    'accrued_borrowed_amount_raw / accrued_total_supply_raw, truncated',
    accruedExact,
  ),
  accrued_cumulative_borrow_rate_raw: numberField(
    'factor',
    'Index of the debt at the slot: what one unit borrowed at the start has grown to.',
    moved('cumulative_borrow_rate_raw'),
    accruedExact,
  ),
  accrued_protocol_fees_raw: numberField(
    'base units',
    'Uncollected protocol fees at the slot.',
    moved('accumulated_protocol_fees_raw'),
    accruedExact,
  ),
  accrued_pending_referrer_fees_raw: numberField(
    'base units',
    'Unassigned referrer fees at the slot.',
    moved('pending_referrer_fees_raw'),
    accruedExact,
  ),
  borrow_rate_raw: numberField(
    'fraction per year',
    'Rate of the curve at the slot, before the slot duration is taken into account.',
    'borrow rate curve at accrued_utilization_raw, with the program’s knots',
    accruedExact,
  ),
  account_sha256: textField(
    'SHA-256 of the account bytes that the row was made from, hexadecimal.',
    'sha256(account data)',
    { type: 'sha256' },
  ),
} satisfies FieldGroup;
