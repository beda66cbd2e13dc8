import { type FieldGroup, numberField, textField, timeField } from './field-definition.ts';

const account = { methodVersion: 'account-1.0' } as const;
const accrual = { methodVersion: 'accrual-1.0' } as const;
const sf = { scale: '2^60', methodVersion: 'account-1.0' } as const;
const accruedSf = { scale: '2^60', methodVersion: 'accrual-1.0' } as const;
const unsetTime = { nullRule: 'null where the account holds 0', methodVersion: 'account-1.0' } as const;

/** Columns that hold the account’s own integers, undivided, and the same ones moved to the row’s slot. */
export const accountFields = {
  last_update_slot: numberField('slots', 'Slot of the last refresh that the account records.', 'offset 16', account),
  last_update_at: timeField('Time of the last refresh that the account records.', 'offset 28', unsetTime),
  last_update_stale: numberField(
    'boolean',
    'True where a user action came after the last refresh. Normal, not an error.',
    'offset 24 is not 0',
    account,
  ),
  available_amount_raw: numberField('base units', 'Available amount as the account holds it.', 'offset 224', account),
  borrowed_amount_sf: numberField('base units', 'Borrowed amount as of last_update_slot.', 'offset 232', sf),
  cumulative_borrow_rate_bsf: numberField(
    'factor',
    'Index of the debt: what one unit borrowed at the start has grown to.',
    'offset 296, 256 bits',
    sf,
  ),
  accumulated_protocol_fees_sf: numberField('base units', 'Protocol fees not yet collected.', 'offset 344', sf),
  accumulated_referrer_fees_sf: numberField('base units', 'Referrer fees not yet collected.', 'offset 360', sf),
  pending_referrer_fees_sf: numberField('base units', 'Referrer fees not yet assigned.', 'offset 376', sf),
  absolute_referral_rate_sf: numberField('fraction', 'Share of interest that goes to referrers.', 'offset 392', sf),
  market_price_sf: numberField('USD per token', 'Price of one token.', 'offset 248', {
    scale: '2^60',
    methodVersion: 'account-1.0',
  }),
  market_price_updated_at: timeField('Time of the price.', 'offset 264', unsetTime),
  price_status: numberField(
    'bits',
    'The program’s checks of the price: 1 loaded, 2 age, 4 TWAP, 8 TWAP age, 16 heuristic, 32 usage allowed.',
    'offset 25',
    account,
  ),
  collateral_supply_raw: numberField('base units', 'Collateral tokens in circulation.', 'offset 2592', account),
  rewards_available_raw: numberField('base units', 'Budget of reserve rewards that is left.', 'offset 440', account),
  queued_collateral_raw: numberField(
    'base units',
    'Collateral tokens that wait in the withdrawal queue.',
    'offset 6968',
    account,
  ),
  borrowed_outside_elevation_group_raw: numberField(
    'base units',
    'Amount borrowed outside elevation groups.',
    'offset 6704',
    account,
  ),
  deposit_cap_current_raw: numberField(
    'base units',
    'Net withdrawals of suppliers in the interval of the cap. Signed, often negative.',
    'offset 5424',
    account,
  ),
  debt_cap_current_raw: numberField(
    'base units',
    'Net borrows in the interval of the cap. Signed, often negative.',
    'offset 5456',
    account,
  ),
  deposit_cap_interval_start_at: timeField('Start of the interval of the deposit cap.', 'offset 5432', unsetTime),
  debt_cap_interval_start_at: timeField('Start of the interval of the debt cap.', 'offset 5464', unsetTime),
  accrued_available_amount_raw: numberField(
    'base units',
    'Available amount at the slot, rewards that fell due included.',
    'available_amount_raw moved to slot with the program’s arithmetic',
    accrual,
  ),
  accrued_borrowed_amount_sf: numberField(
    'base units',
    'Borrowed amount at the slot.',
    'borrowed_amount_sf moved to slot with the program’s arithmetic',
    accruedSf,
  ),
  accrued_total_supply_sf: numberField(
    'base units',
    'Supplied amount at the slot.',
    'available + borrowed − protocol fees − referrer fees − pending referrer fees, all at slot',
    accruedSf,
  ),
  accrued_utilization_sf: numberField(
    'fraction',
    'Utilization at the slot. May pass 1.',
    'accrued_borrowed_amount_sf / accrued_total_supply_sf, truncated',
    accruedSf,
  ),
  accrued_cumulative_borrow_rate_bsf: numberField(
    'factor',
    'Index of the debt at the slot.',
    'cumulative_borrow_rate_bsf moved to slot with the program’s arithmetic',
    accruedSf,
  ),
  accrued_protocol_fees_sf: numberField(
    'base units',
    'Uncollected protocol fees at the slot.',
    'accumulated_protocol_fees_sf moved to slot with the program’s arithmetic',
    accruedSf,
  ),
  accrued_pending_referrer_fees_sf: numberField(
    'base units',
    'Unassigned referrer fees at the slot.',
    'pending_referrer_fees_sf moved to slot with the program’s arithmetic',
    accruedSf,
  ),
  borrow_rate_sf: numberField(
    'fraction per year',
    'Rate of the curve at the slot, before the slot duration is taken into account.',
    'borrow rate curve at accrued_utilization_sf, with the program’s knots',
    accruedSf,
  ),
  account_sha256: textField('SHA-256 of the account bytes that the row was derived from.', 'sha256(account data)'),
} satisfies FieldGroup;
