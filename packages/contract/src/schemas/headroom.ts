import { z } from 'zod';
import { bigInteger, field, nonNegative, unixSeconds } from './fields.ts';

const amountRaw = () => bigInteger().nullable();
const amount = () => nonNegative().nullable();

export const borrowConstraintSchema = z.enum([
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
  'borrow_limit_outside_elevation_group',
  'unknown',
]);
export const withdrawConstraintSchema = z.enum([
  'emergency_mode',
  'total_supply',
  'available_liquidity',
  'deposit_withdrawal_cap_starts_in_future',
  'deposit_withdrawal_cap',
  'counter_overflow',
  'unknown',
]);
export const depositConstraintSchema = z.enum([
  'emergency_mode',
  'reserve_status',
  'deposit_limit',
  'deposit_withdrawal_cap_starts_in_future',
  'counter_overflow',
  'none',
  'unknown',
]);

const groupConstraintSchema = borrowConstraintSchema.exclude(['borrow_limit_outside_elevation_group']);
const resets = () => unixSeconds().nullable();

/** What can be done with a reserve now, and the constraint that binds. */
export const headroomShape = {
  borrowable_gross_amount_raw: field('borrowable_gross_amount_raw', amountRaw()),
  borrowable_gross_amount_f: field('borrowable_gross_amount_f', amount()),
  borrowable_gross_amount_usd_f: field('borrowable_gross_amount_usd_f', amount()),
  borrowable_net_amount_raw: field('borrowable_net_amount_raw', amountRaw()),
  borrowable_net_amount_f: field('borrowable_net_amount_f', amount()),
  borrowable_net_amount_usd_f: field('borrowable_net_amount_usd_f', amount()),
  borrowable_constraint_str: field('borrowable_constraint_str', borrowConstraintSchema),
  borrowable_resets_timestamp: field('borrowable_resets_timestamp', resets()),
  borrowable_in_elevation_group_gross_amount_raw: field('borrowable_in_elevation_group_gross_amount_raw', amountRaw()),
  borrowable_in_elevation_group_gross_amount_f: field('borrowable_in_elevation_group_gross_amount_f', amount()),
  borrowable_in_elevation_group_gross_amount_usd_f: field('borrowable_in_elevation_group_gross_amount_usd_f', amount()),
  borrowable_in_elevation_group_net_amount_raw: field('borrowable_in_elevation_group_net_amount_raw', amountRaw()),
  borrowable_in_elevation_group_net_amount_f: field('borrowable_in_elevation_group_net_amount_f', amount()),
  borrowable_in_elevation_group_net_amount_usd_f: field('borrowable_in_elevation_group_net_amount_usd_f', amount()),
  borrowable_in_elevation_group_constraint_str: field(
    'borrowable_in_elevation_group_constraint_str',
    groupConstraintSchema,
  ),
  borrowable_in_elevation_group_resets_timestamp: field('borrowable_in_elevation_group_resets_timestamp', resets()),
  withdrawable_amount_raw: field('withdrawable_amount_raw', amountRaw()),
  withdrawable_amount_f: field('withdrawable_amount_f', amount()),
  withdrawable_amount_usd_f: field('withdrawable_amount_usd_f', amount()),
  withdrawable_collateral_raw: field('withdrawable_collateral_raw', amountRaw()),
  withdrawable_constraint_str: field('withdrawable_constraint_str', withdrawConstraintSchema),
  withdrawable_resets_timestamp: field('withdrawable_resets_timestamp', resets()),
  depositable_amount_raw: field('depositable_amount_raw', amountRaw()),
  depositable_amount_f: field('depositable_amount_f', amount()),
  depositable_amount_usd_f: field('depositable_amount_usd_f', amount()),
  depositable_constraint_str: field('depositable_constraint_str', depositConstraintSchema),
  depositable_resets_timestamp: field('depositable_resets_timestamp', resets()),
  queued_withdrawals_raw: field('queued_withdrawals_raw', bigInteger()),
  queued_withdrawals_f: field('queued_withdrawals_f', nonNegative()),
  queued_withdrawals_usd_f: field('queued_withdrawals_usd_f', amount()),
};
