import { z } from 'zod';
import { bigInteger, field, nonNegative, unixSeconds } from './fields.ts';

const amountRaw = () => bigInteger().nullable();
const amount = () => nonNegative().nullable();

export const borrowConstraintSchema = z.enum([
  'emergency_mode',
  'borrow_disabled',
  'reserve_status',
  'available_liquidity',
  'borrow_limit',
  'borrow_limit_outside_elevation_group',
  'utilization_limit',
  'debt_withdrawal_cap',
  'unknown',
]);
export const withdrawConstraintSchema = z.enum([
  'emergency_mode',
  'available_liquidity',
  'deposit_withdrawal_cap',
  'total_supply',
  'unknown',
]);
export const depositConstraintSchema = z.enum(['emergency_mode', 'reserve_status', 'deposit_limit', 'none', 'unknown']);

/** What can be done with a reserve now, and the constraint that binds. */
export const headroomShape = {
  borrowable_amount_raw: field('borrowable_amount_raw', amountRaw()),
  borrowable_amount_f: field('borrowable_amount_f', amount()),
  borrowable_amount_usd_f: field('borrowable_amount_usd_f', amount()),
  borrowable_constraint_str: field('borrowable_constraint_str', borrowConstraintSchema),
  borrowable_resets_timestamp: field('borrowable_resets_timestamp', unixSeconds().nullable()),
  withdrawable_amount_raw: field('withdrawable_amount_raw', amountRaw()),
  withdrawable_amount_f: field('withdrawable_amount_f', amount()),
  withdrawable_amount_usd_f: field('withdrawable_amount_usd_f', amount()),
  withdrawable_constraint_str: field('withdrawable_constraint_str', withdrawConstraintSchema),
  withdrawable_resets_timestamp: field('withdrawable_resets_timestamp', unixSeconds().nullable()),
  depositable_amount_raw: field('depositable_amount_raw', amountRaw()),
  depositable_amount_f: field('depositable_amount_f', amount()),
  depositable_amount_usd_f: field('depositable_amount_usd_f', amount()),
  depositable_constraint_str: field('depositable_constraint_str', depositConstraintSchema),
  queued_withdrawals_raw: field('queued_withdrawals_raw', bigInteger()),
  queued_withdrawals_f: field('queued_withdrawals_f', nonNegative()),
  queued_withdrawals_usd_f: field('queued_withdrawals_usd_f', amount()),
};
