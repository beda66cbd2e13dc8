import { type FieldGroup, numberField, textField, timeField } from '@tidemark/core';

const headroom = { methodVersion: 'headroom-2.0' } as const;
const UNKNOWN = 'the account of the market has not been read (constraint unknown)';
const known = { nullRule: `null where ${UNKNOWN}`, ...headroom } as const;
const limited = { nullRule: `null where there is no limit (constraint none) or ${UNKNOWN}`, ...headroom } as const;
const NO_PRICE = 'the account holds no price';
const knownUsd = { nullRule: `null where ${UNKNOWN} or ${NO_PRICE}`, ...headroom } as const;

const asAmount = (name: string) => `${name} / 10^token_decimals, as the nearest double`;
const asUsd = (name: string) => `${name} × price_sf_raw / 2^60 / 10^token_decimals, as the nearest double`;
const resets = (cap: string) =>
  timeField(
    `When the ${cap} that binds starts a new interval; for one that starts in the future, that start.`,
    'start of the interval + its length; the start where it lies in the future',
    {
      nullRule: 'null where no cap binds, or where its interval is over and the next begins with its next use',
      ...headroom,
    },
  );

const OUTSIDE = 'by a position outside elevation groups';
const INSIDE =
  'by a position inside an elevation group, before the limits that its collateral reserves set for the group';
const GROSS_LIMITS =
  'least of: borrow limit − borrowed; what the debt cap leaves; available − queued; the most that keeps (borrowed + amount) / supplied below the utilization limit';
const FIRST_REFUSAL = "the first check, in the program's order, that refuses one base unit more";
const grossOf = (who: string) =>
  `The largest borrow the program accepts now ${who}, origination fee included: what the debt grows by and what leaves the vault.`;
const netOf = (who: string) =>
  `The largest borrow the program accepts now ${who}, without the origination fee: what the borrower receives, the amount of the instruction.`;
const NET =
  'largest amount with amount + fee at most the gross limit; fee = amount × origination fee, rounded half up, at least 1 base unit; 0 where the fee would take all of it';
const WITHDRAWABLE = 'What the holder of all collateral tokens could redeem now; collateral tokens are redeemed whole.';
const DEPOSITABLE = 'The largest deposit the program accepts now.';
const QUEUED = 'Worth of the collateral tokens that wait in the withdrawal queue.';
const BORROW_CONSTRAINTS = [
  'emergency_mode',
  'reserve_status',
  'block_price_usage',
  'borrow_disabled',
  'borrow_limit',
  'minimum_fee',
  'debt_withdrawal_cap_starts_in_future',
  'debt_withdrawal_cap',
  'counter_overflow',
  'available_liquidity',
  'utilization_limit',
] as const;
const CONSTRAINTS = BORROW_CONSTRAINTS.join(', ');
const WITHDRAW_CONSTRAINTS = [
  'emergency_mode',
  'total_supply',
  'available_liquidity',
  'deposit_withdrawal_cap_starts_in_future',
  'deposit_withdrawal_cap',
  'counter_overflow',
  'unknown',
] as const;
const DEPOSIT_CONSTRAINTS = [
  'emergency_mode',
  'reserve_status',
  'deposit_limit',
  'deposit_withdrawal_cap_starts_in_future',
  'counter_overflow',
  'none',
  'unknown',
] as const;

/** What can be done with a reserve now, and what bounds it. */
export const headroomFields = {
  borrowable_gross_amount_raw: numberField(
    'base units',
    grossOf(OUTSIDE),
    `borrowable_net_amount_raw + its fee; ${GROSS_LIMITS}; limit outside elevation groups − borrowed there; 0 where a switch forbids borrowing`,
    { ...known, type: 'bigInteger' },
  ),
  borrowable_gross_amount_f: numberField('token', grossOf(OUTSIDE), asAmount('borrowable_gross_amount_raw'), known),
  borrowable_gross_amount_usd_f: numberField('USD', grossOf(OUTSIDE), asUsd('borrowable_gross_amount_raw'), knownUsd),
  borrowable_net_amount_raw: numberField('base units', netOf(OUTSIDE), NET, { ...known, type: 'bigInteger' }),
  borrowable_net_amount_f: numberField('token', netOf(OUTSIDE), asAmount('borrowable_net_amount_raw'), known),
  borrowable_net_amount_usd_f: numberField('USD', netOf(OUTSIDE), asUsd('borrowable_net_amount_raw'), knownUsd),
  borrowable_constraint_str: textField(
    `What bounds borrowing outside elevation groups: ${CONSTRAINTS} or borrow_limit_outside_elevation_group; unknown where the market has not been read.`,
    FIRST_REFUSAL,
    { ...headroom, type: [...BORROW_CONSTRAINTS, 'borrow_limit_outside_elevation_group', 'unknown'] },
  ),
  borrowable_resets_timestamp: resets('debt cap'),
  borrowable_in_elevation_group_gross_amount_raw: numberField(
    'base units',
    grossOf(INSIDE),
    `borrowable_in_elevation_group_net_amount_raw + its fee; ${GROSS_LIMITS}; 0 where a switch forbids borrowing`,
    { ...known, type: 'bigInteger' },
  ),
  borrowable_in_elevation_group_gross_amount_f: numberField(
    'token',
    grossOf(INSIDE),
    asAmount('borrowable_in_elevation_group_gross_amount_raw'),
    known,
  ),
  borrowable_in_elevation_group_gross_amount_usd_f: numberField(
    'USD',
    grossOf(INSIDE),
    asUsd('borrowable_in_elevation_group_gross_amount_raw'),
    knownUsd,
  ),
  borrowable_in_elevation_group_net_amount_raw: numberField('base units', netOf(INSIDE), NET, {
    ...known,
    type: 'bigInteger',
  }),
  borrowable_in_elevation_group_net_amount_f: numberField(
    'token',
    netOf(INSIDE),
    asAmount('borrowable_in_elevation_group_net_amount_raw'),
    known,
  ),
  borrowable_in_elevation_group_net_amount_usd_f: numberField(
    'USD',
    netOf(INSIDE),
    asUsd('borrowable_in_elevation_group_net_amount_raw'),
    knownUsd,
  ),
  borrowable_in_elevation_group_constraint_str: textField(
    `What bounds borrowing inside an elevation group: ${CONSTRAINTS}; unknown where the market has not been read.`,
    FIRST_REFUSAL,
    { ...headroom, type: [...BORROW_CONSTRAINTS, 'unknown'] },
  ),
  borrowable_in_elevation_group_resets_timestamp: resets('debt cap'),
  withdrawable_amount_raw: numberField(
    'base units',
    WITHDRAWABLE,
    'withdrawable_collateral_raw × supplied / collateral tokens in existence, cut off; at most available − queued and what the deposit cap leaves; 0 in emergency mode',
    { ...known, type: 'bigInteger' },
  ),
  withdrawable_amount_f: numberField('token', WITHDRAWABLE, asAmount('withdrawable_amount_raw'), known),
  withdrawable_amount_usd_f: numberField('USD', WITHDRAWABLE, asUsd('withdrawable_amount_raw'), knownUsd),
  withdrawable_collateral_raw: numberField(
    'base units',
    'Collateral tokens burned for withdrawable_amount_raw, the amount of the instruction.',
    'the most collateral tokens whose worth passes every limit',
    { ...known, type: 'bigInteger' },
  ),
  withdrawable_constraint_str: textField(
    'What bounds withdrawals: emergency_mode, total_supply, available_liquidity, deposit_withdrawal_cap_starts_in_future, deposit_withdrawal_cap or counter_overflow; unknown where the market has not been read.',
    "the first check, in the program's order, that refuses one collateral token more",
    { ...headroom, type: WITHDRAW_CONSTRAINTS },
  ),
  withdrawable_resets_timestamp: resets('deposit cap'),
  depositable_amount_raw: numberField(
    'base units',
    DEPOSITABLE,
    "deposit limit − supplied, and no more than takes the deposit cap's counter to its minimum; 0 in emergency mode, for an obsolete reserve and while the deposit cap starts in the future",
    { ...limited, type: 'bigInteger' },
  ),
  depositable_amount_f: numberField('token', DEPOSITABLE, asAmount('depositable_amount_raw'), limited),
  depositable_amount_usd_f: numberField('USD', DEPOSITABLE, asUsd('depositable_amount_raw'), {
    nullRule: `null where there is no limit (constraint none), ${UNKNOWN} or ${NO_PRICE}`,
    ...headroom,
  }),
  depositable_constraint_str: textField(
    'What bounds deposits: emergency_mode, reserve_status, deposit_limit, deposit_withdrawal_cap_starts_in_future, counter_overflow or none; unknown where the market has not been read.',
    FIRST_REFUSAL,
    { ...headroom, type: DEPOSIT_CONSTRAINTS },
  ),
  depositable_resets_timestamp: timeField(
    'When the deposit cap that refuses every deposit starts.',
    'start of the interval',
    { nullRule: 'null where deposits are not refused for a cap that starts in the future', ...headroom },
  ),
  queued_withdrawals_raw: numberField(
    'base units',
    QUEUED,
    'queued collateral tokens × supplied / collateral tokens in circulation, cut off',
    { ...headroom, type: 'bigInteger' },
  ),
  queued_withdrawals_f: numberField('token', QUEUED, asAmount('queued_withdrawals_raw'), headroom),
  queued_withdrawals_usd_f: numberField('USD', QUEUED, asUsd('queued_withdrawals_raw'), {
    nullRule: `null where ${NO_PRICE}`,
    ...headroom,
  }),
} satisfies FieldGroup;
