import { type FieldGroup, numberField, textField, timeField } from './field-definition.ts';

const headroom = { methodVersion: 'headroom-1.0' } as const;
const UNKNOWN = 'the account of the market has not been read (constraint unknown)';
const known = { nullRule: `null where ${UNKNOWN}`, ...headroom } as const;
const limited = { nullRule: `null where there is no limit (constraint none) or ${UNKNOWN}`, ...headroom } as const;
const NO_PRICE = 'the account holds no price';

const asAmount = (name: string) => `${name} / 10^token_decimals, as the nearest double`;
const asUsd = (name: string) => `${name} × price_sf_raw / 2^60 / 10^token_decimals, as the nearest double`;
const resets = (cap: string) =>
  timeField(`When the ${cap} that binds starts a new interval.`, 'start of the interval + its length', {
    nullRule: 'null where no cap binds, or where its interval is over and the next begins with its next use',
    ...headroom,
  });

const BORROWABLE = 'What can be borrowed now by a position outside elevation groups.';
const WITHDRAWABLE = 'What can be withdrawn now.';
const DEPOSITABLE = 'What can be deposited now.';
const QUEUED = 'Worth of the collateral tokens that wait in the withdrawal queue.';

/** What can be done with a reserve now, and what bounds it. */
export const headroomFields = {
  borrowable_amount_raw: numberField(
    'base units',
    BORROWABLE,
    'least of: available − queued; borrow limit − borrowed; limit outside elevation groups − borrowed there; supplied × utilization limit − borrowed; what the debt cap leaves; 0 where a switch forbids borrowing',
    known,
  ),
  borrowable_amount_f: numberField('token', BORROWABLE, asAmount('borrowable_amount_raw'), known),
  borrowable_amount_usd_f: numberField('USD', BORROWABLE, asUsd('borrowable_amount_raw'), {
    nullRule: `null where ${UNKNOWN} or ${NO_PRICE}`,
    ...headroom,
  }),
  borrowable_constraint_str: textField(
    'What bounds borrowing: emergency_mode, borrow_disabled, reserve_status, available_liquidity, borrow_limit, borrow_limit_outside_elevation_group, utilization_limit or debt_withdrawal_cap; unknown where the market has not been read.',
    'the first of these that gives the least amount',
    headroom,
  ),
  borrowable_resets_timestamp: resets('debt cap'),
  withdrawable_amount_raw: numberField(
    'base units',
    WITHDRAWABLE,
    'least of: available − queued; what the deposit cap leaves; supplied; 0 in emergency mode',
    known,
  ),
  withdrawable_amount_f: numberField('token', WITHDRAWABLE, asAmount('withdrawable_amount_raw'), known),
  withdrawable_amount_usd_f: numberField('USD', WITHDRAWABLE, asUsd('withdrawable_amount_raw'), {
    nullRule: `null where ${UNKNOWN} or ${NO_PRICE}`,
    ...headroom,
  }),
  withdrawable_constraint_str: textField(
    'What bounds withdrawals: emergency_mode, available_liquidity, deposit_withdrawal_cap or total_supply; unknown where the market has not been read.',
    'the first of these that gives the least amount',
    headroom,
  ),
  withdrawable_resets_timestamp: resets('deposit cap'),
  depositable_amount_raw: numberField(
    'base units',
    DEPOSITABLE,
    'deposit limit − supplied; 0 in emergency mode and for an obsolete reserve',
    limited,
  ),
  depositable_amount_f: numberField('token', DEPOSITABLE, asAmount('depositable_amount_raw'), limited),
  depositable_amount_usd_f: numberField('USD', DEPOSITABLE, asUsd('depositable_amount_raw'), {
    nullRule: `null where there is no limit (constraint none), ${UNKNOWN} or ${NO_PRICE}`,
    ...headroom,
  }),
  depositable_constraint_str: textField(
    'What bounds deposits: emergency_mode, reserve_status, deposit_limit or none; unknown where the market has not been read.',
    'the first of these that applies',
    headroom,
  ),
  queued_withdrawals_raw: numberField(
    'base units',
    QUEUED,
    'queued collateral tokens × supplied / collateral tokens in circulation, cut off',
    headroom,
  ),
  queued_withdrawals_f: numberField('token', QUEUED, asAmount('queued_withdrawals_raw'), headroom),
  queued_withdrawals_usd_f: numberField('USD', QUEUED, asUsd('queued_withdrawals_raw'), {
    nullRule: `null where ${NO_PRICE}`,
    ...headroom,
  }),
} satisfies FieldGroup;
