// Written by `npm run generate` from the table of fields in packages/model. Do not edit.
import type { FieldName } from '@tidemark/model/fields';
import { z } from 'zod';
import { address, describing } from '../schemas/fields.ts';
import { dataEnvelope, metaEnvelope } from '../schemas/envelope.ts';

const ofReserveSnapshot = describing('ReserveSnapshot');
export const reserveSnapshotSchema = z.strictObject({
  timestamp: ofReserveSnapshot('timestamp', z.int().min(0)),
  lending_market: ofReserveSnapshot('lending_market', address()),
  reserve: ofReserveSnapshot('reserve', address()),
  lending_market_name: ofReserveSnapshot('lending_market_name', z.string()),
  token_symbol: ofReserveSnapshot('token_symbol', z.string()),
  available_amount_f: ofReserveSnapshot('available_amount_f', z.number().min(0)),
  available_amount_usd_f: ofReserveSnapshot('available_amount_usd_f', z.number().min(0).nullable()),
  supplied_amount_f: ofReserveSnapshot('supplied_amount_f', z.number().min(0)),
  supplied_amount_usd_f: ofReserveSnapshot('supplied_amount_usd_f', z.number().min(0).nullable()),
  utilization_f: ofReserveSnapshot('utilization_f', z.number().min(0).max(1)),
  borrow_apy_f: ofReserveSnapshot('borrow_apy_f', z.number().min(0)),
  supply_apy_f: ofReserveSnapshot('supply_apy_f', z.number().min(0)),
}).meta({ id: 'ReserveSnapshot', description: 'The latest state of one reserve.', example: {"timestamp":1790300470,"lending_market":"7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF","reserve":"d4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q","lending_market_name":"Main Market","token_symbol":"SOL","available_amount_f":250000.5,"available_amount_usd_f":37500075,"supplied_amount_f":1000000,"supplied_amount_usd_f":150000000,"utilization_f":0.75,"borrow_apy_f":0.0547562326721249,"supply_apy_f":0.0376992320108351} });
export type ReserveSnapshot = z.infer<typeof reserveSnapshotSchema>;

const ofReserveOfProtocol = describing('ReserveOfProtocol');
export const reserveOfProtocolSchema = z.strictObject({
  protocol: ofReserveOfProtocol('protocol', z.string().min(1)),
  timestamp: ofReserveOfProtocol('timestamp', z.int().min(0)),
  lending_market: ofReserveOfProtocol('lending_market', address()),
  reserve: ofReserveOfProtocol('reserve', address()),
  lending_market_name: ofReserveOfProtocol('lending_market_name', z.string()),
  token_symbol: ofReserveOfProtocol('token_symbol', z.string()),
  available_amount_f: ofReserveOfProtocol('available_amount_f', z.number().min(0)),
  available_amount_usd_f: ofReserveOfProtocol('available_amount_usd_f', z.number().min(0).nullable()),
  supplied_amount_f: ofReserveOfProtocol('supplied_amount_f', z.number().min(0)),
  supplied_amount_usd_f: ofReserveOfProtocol('supplied_amount_usd_f', z.number().min(0).nullable()),
  utilization_f: ofReserveOfProtocol('utilization_f', z.number().min(0).max(1)),
  borrow_apy_f: ofReserveOfProtocol('borrow_apy_f', z.number().min(0)),
  supply_apy_f: ofReserveOfProtocol('supply_apy_f', z.number().min(0)),
}).meta({ id: 'ReserveOfProtocol', description: 'The latest state of one reserve, with the protocol that it is of.' });
export type ReserveOfProtocol = z.infer<typeof reserveOfProtocolSchema>;

const ofKaminoReserveOwn = describing('KaminoReserveOwn');
export const kaminoReserveOwnSchema = z.strictObject({
  accumulated_protocol_fees_raw: ofKaminoReserveOwn('accumulated_protocol_fees_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  pending_referrer_fees_raw: ofKaminoReserveOwn('pending_referrer_fees_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  absolute_referral_rate_raw: ofKaminoReserveOwn('absolute_referral_rate_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  rewards_available_raw: ofKaminoReserveOwn('rewards_available_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  queued_collateral_raw: ofKaminoReserveOwn('queued_collateral_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  borrowed_outside_elevation_group_raw: ofKaminoReserveOwn('borrowed_outside_elevation_group_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  deposit_cap_current_raw: ofKaminoReserveOwn('deposit_cap_current_raw', z.string().regex(/^-?(0|[1-9][0-9]*)$/)),
  debt_cap_current_raw: ofKaminoReserveOwn('debt_cap_current_raw', z.string().regex(/^-?(0|[1-9][0-9]*)$/)),
  deposit_cap_interval_start_timestamp: ofKaminoReserveOwn('deposit_cap_interval_start_timestamp', z.int().min(0).nullable()),
  debt_cap_interval_start_timestamp: ofKaminoReserveOwn('debt_cap_interval_start_timestamp', z.int().min(0).nullable()),
  emergency_mode_b: ofKaminoReserveOwn('emergency_mode_b', z.boolean()),
  bad_debt_liquidation_bonus_bps: ofKaminoReserveOwn('bad_debt_liquidation_bonus_bps', z.number().min(0)),
  host_fixed_interest_rate_bps: ofKaminoReserveOwn('host_fixed_interest_rate_bps', z.number().min(0)),
  borrow_limit_outside_elevation_group_raw: ofKaminoReserveOwn('borrow_limit_outside_elevation_group_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  utilization_limit_block_borrowing_pct: ofKaminoReserveOwn('utilization_limit_block_borrowing_pct', z.number().min(0)),
  deposit_cap_capacity_raw: ofKaminoReserveOwn('deposit_cap_capacity_raw', z.string().regex(/^-?(0|[1-9][0-9]*)$/)),
  deposit_cap_interval_seconds: ofKaminoReserveOwn('deposit_cap_interval_seconds', z.int().min(0).nullable()),
  debt_cap_capacity_raw: ofKaminoReserveOwn('debt_cap_capacity_raw', z.string().regex(/^-?(0|[1-9][0-9]*)$/)),
  debt_cap_interval_seconds: ofKaminoReserveOwn('debt_cap_interval_seconds', z.int().min(0).nullable()),
  max_price_age_seconds: ofKaminoReserveOwn('max_price_age_seconds', z.int().min(0).nullable()),
  lending_market_referral_fee_bps: ofKaminoReserveOwn('lending_market_referral_fee_bps', z.number().min(0).nullable()),
  lending_market_rewards_max_apr_bps: ofKaminoReserveOwn('lending_market_rewards_max_apr_bps', z.number().min(0).nullable()),
}).meta({ id: 'KaminoReserveOwn', description: 'Fields of reserves of kamino.' });
export type KaminoReserveOwn = z.infer<typeof kaminoReserveOwnSchema>;

const ofSaveReserveOwn = describing('SaveReserveOwn');
export const saveReserveOwnSchema = z.strictObject({
  accumulated_protocol_fees_raw: ofSaveReserveOwn('accumulated_protocol_fees_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  smoothed_price_raw: ofSaveReserveOwn('smoothed_price_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  extra_price_raw: ofSaveReserveOwn('extra_price_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  attributed_borrow_value_usd_raw: ofSaveReserveOwn('attributed_borrow_value_usd_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  outflow_previous_raw: ofSaveReserveOwn('outflow_previous_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  outflow_current_raw: ofSaveReserveOwn('outflow_current_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  outflow_window_start_slot: ofSaveReserveOwn('outflow_window_start_slot', z.int().min(0).nullable()),
  lending_market_outflow_previous_usd_raw: ofSaveReserveOwn('lending_market_outflow_previous_usd_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  lending_market_outflow_current_usd_raw: ofSaveReserveOwn('lending_market_outflow_current_usd_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  lending_market_outflow_window_start_slot: ofSaveReserveOwn('lending_market_outflow_window_start_slot', z.int().min(0).nullable()),
  reserve_type_str: ofSaveReserveOwn('reserve_type_str', z.enum(['regular', 'isolated'])),
  added_borrow_weight_bps: ofSaveReserveOwn('added_borrow_weight_bps', z.int().min(0).nullable()),
  optimal_utilization_pct: ofSaveReserveOwn('optimal_utilization_pct', z.number().min(0)),
  max_utilization_pct: ofSaveReserveOwn('max_utilization_pct', z.number().min(0)),
  max_liquidation_threshold_pct: ofSaveReserveOwn('max_liquidation_threshold_pct', z.number().min(0)),
  protocol_liquidation_fee_permille: ofSaveReserveOwn('protocol_liquidation_fee_permille', z.int().min(0)),
  host_fee_pct: ofSaveReserveOwn('host_fee_pct', z.number().min(0)),
  scaled_price_offset_bps: ofSaveReserveOwn('scaled_price_offset_bps', z.int().nullable()),
  attributed_borrow_limit_open_usd_raw: ofSaveReserveOwn('attributed_borrow_limit_open_usd_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  attributed_borrow_limit_close_usd_raw: ofSaveReserveOwn('attributed_borrow_limit_close_usd_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  outflow_limit_raw: ofSaveReserveOwn('outflow_limit_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  outflow_window_slots: ofSaveReserveOwn('outflow_window_slots', z.int().min(0).nullable()),
  lending_market_outflow_limit_usd_raw: ofSaveReserveOwn('lending_market_outflow_limit_usd_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/).nullable()),
  lending_market_outflow_window_slots: ofSaveReserveOwn('lending_market_outflow_window_slots', z.int().min(0).nullable()),
  lending_market_risk_authority: ofSaveReserveOwn('lending_market_risk_authority', address().nullable()),
}).meta({ id: 'SaveReserveOwn', description: 'Fields of reserves of save.' });
export type SaveReserveOwn = z.infer<typeof saveReserveOwnSchema>;

const ofReserveDetail = describing('ReserveDetail');
export const reserveDetailSchema = z.strictObject({
  timestamp: ofReserveDetail('timestamp', z.int().min(0)),
  lending_market: ofReserveDetail('lending_market', address()),
  reserve: ofReserveDetail('reserve', address()),
  lending_market_name: ofReserveDetail('lending_market_name', z.string()),
  token_symbol: ofReserveDetail('token_symbol', z.string()),
  available_amount_f: ofReserveDetail('available_amount_f', z.number().min(0)),
  available_amount_usd_f: ofReserveDetail('available_amount_usd_f', z.number().min(0).nullable()),
  supplied_amount_f: ofReserveDetail('supplied_amount_f', z.number().min(0)),
  supplied_amount_usd_f: ofReserveDetail('supplied_amount_usd_f', z.number().min(0).nullable()),
  utilization_f: ofReserveDetail('utilization_f', z.number().min(0)),
  borrow_apy_f: ofReserveDetail('borrow_apy_f', z.number().min(0)),
  supply_apy_f: ofReserveDetail('supply_apy_f', z.number().min(0)),
  listed_b: ofReserveDetail('listed_b', z.boolean()),
  token_address: ofReserveDetail('token_address', address()),
  token_symbol_origin_str: ofReserveDetail('token_symbol_origin_str', z.enum(['account', 'list', 'other_protocol', 'metadata']).nullable()),
  token_decimals: ofReserveDetail('token_decimals', z.int().min(0)),
  status_str: ofReserveDetail('status_str', z.enum(['active', 'obsolete', 'hidden'])),
  missing_since_timestamp: ofReserveDetail('missing_since_timestamp', z.int().min(0).nullable()),
  slot: ofReserveDetail('slot', z.int().min(0)),
  last_update_slot: ofReserveDetail('last_update_slot', z.int().min(0)),
  stale_slots: ofReserveDetail('stale_slots', z.int().min(0)),
  last_update_timestamp: ofReserveDetail('last_update_timestamp', z.int().min(0).nullable()),
  last_update_stale_b: ofReserveDetail('last_update_stale_b', z.boolean()),
  slot_duration_ms_f: ofReserveDetail('slot_duration_ms_f', z.number().gt(0)),
  slot_duration_source_str: ofReserveDetail('slot_duration_source_str', z.enum(['performance_samples', 'clock_pairs', 'configured'])),
  interest_rate_basis_str: ofReserveDetail('interest_rate_basis_str', z.string().min(1)),
  compounding_str: ofReserveDetail('compounding_str', z.string().min(1)),
  account_sha256: ofReserveDetail('account_sha256', z.string().regex(/^[0-9a-f]{64}$/)),
  decoder_version: ofReserveDetail('decoder_version', z.int().min(0)),
  available_amount_raw: ofReserveDetail('available_amount_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  accrued_available_amount_raw: ofReserveDetail('accrued_available_amount_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  borrowed_amount_raw: ofReserveDetail('borrowed_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  accrued_borrowed_amount_raw: ofReserveDetail('accrued_borrowed_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  accrued_total_supply_raw: ofReserveDetail('accrued_total_supply_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  collateral_supply_raw: ofReserveDetail('collateral_supply_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  cumulative_borrow_rate_raw: ofReserveDetail('cumulative_borrow_rate_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  accrued_cumulative_borrow_rate_raw: ofReserveDetail('accrued_cumulative_borrow_rate_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  price_raw: ofReserveDetail('price_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  borrowed_amount_f: ofReserveDetail('borrowed_amount_f', z.number().min(0)),
  borrowed_amount_usd_f: ofReserveDetail('borrowed_amount_usd_f', z.number().min(0).nullable()),
  price_usd_f: ofReserveDetail('price_usd_f', z.number().min(0).nullable()),
  price_timestamp: ofReserveDetail('price_timestamp', z.int().min(0).nullable()),
  price_age_seconds: ofReserveDetail('price_age_seconds', z.int().nullable()),
  price_status: ofReserveDetail('price_status', z.int().min(0).max(255).nullable()),
  price_loaded_b: ofReserveDetail('price_loaded_b', z.boolean().nullable()),
  price_age_checked_b: ofReserveDetail('price_age_checked_b', z.boolean().nullable()),
  twap_checked_b: ofReserveDetail('twap_checked_b', z.boolean().nullable()),
  twap_age_checked_b: ofReserveDetail('twap_age_checked_b', z.boolean().nullable()),
  heuristic_checked_b: ofReserveDetail('heuristic_checked_b', z.boolean().nullable()),
  price_usage_allowed_b: ofReserveDetail('price_usage_allowed_b', z.boolean().nullable()),
  usable_for_borrow_b: ofReserveDetail('usable_for_borrow_b', z.boolean().nullable()),
  usable_for_liquidation_b: ofReserveDetail('usable_for_liquidation_b', z.boolean().nullable()),
  requires_price_refresh_b: ofReserveDetail('requires_price_refresh_b', z.boolean().nullable()),
  borrow_apr_f: ofReserveDetail('borrow_apr_f', z.number().min(0)),
  supply_apr_f: ofReserveDetail('supply_apr_f', z.number().min(0)),
  rewards_apr_f: ofReserveDetail('rewards_apr_f', z.number().min(0)),
  supply_apy_total_f: ofReserveDetail('supply_apy_total_f', z.number().min(0)),
  vault_balance_raw: ofReserveDetail('vault_balance_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  vault_balance_f: ofReserveDetail('vault_balance_f', z.number().min(0)),
  vault_balance_usd_f: ofReserveDetail('vault_balance_usd_f', z.number().min(0).nullable()),
  realised_1h_seconds: ofReserveDetail('realised_1h_seconds', z.int().min(1).nullable()),
  borrow_apy_realised_1h_f: ofReserveDetail('borrow_apy_realised_1h_f', z.number().min(0).nullable()),
  borrow_apy_realised_1h_gap_str: ofReserveDetail('borrow_apy_realised_1h_gap_str', z.enum(['not_enough_history', 'index_reset', 'out_of_range']).nullable()),
  supply_apy_realised_1h_f: ofReserveDetail('supply_apy_realised_1h_f', z.number().min(-1).nullable()),
  supply_apy_realised_1h_gap_str: ofReserveDetail('supply_apy_realised_1h_gap_str', z.enum(['not_enough_history', 'no_collateral', 'index_reset', 'out_of_range']).nullable()),
  realised_24h_seconds: ofReserveDetail('realised_24h_seconds', z.int().min(1).nullable()),
  borrow_apy_realised_24h_f: ofReserveDetail('borrow_apy_realised_24h_f', z.number().min(0).nullable()),
  borrow_apy_realised_24h_gap_str: ofReserveDetail('borrow_apy_realised_24h_gap_str', z.enum(['not_enough_history', 'index_reset', 'out_of_range']).nullable()),
  supply_apy_realised_24h_f: ofReserveDetail('supply_apy_realised_24h_f', z.number().min(-1).nullable()),
  supply_apy_realised_24h_gap_str: ofReserveDetail('supply_apy_realised_24h_gap_str', z.enum(['not_enough_history', 'no_collateral', 'index_reset', 'out_of_range']).nullable()),
  realised_7d_seconds: ofReserveDetail('realised_7d_seconds', z.int().min(1).nullable()),
  borrow_apy_realised_7d_f: ofReserveDetail('borrow_apy_realised_7d_f', z.number().min(0).nullable()),
  borrow_apy_realised_7d_gap_str: ofReserveDetail('borrow_apy_realised_7d_gap_str', z.enum(['not_enough_history', 'index_reset', 'out_of_range']).nullable()),
  supply_apy_realised_7d_f: ofReserveDetail('supply_apy_realised_7d_f', z.number().min(-1).nullable()),
  supply_apy_realised_7d_gap_str: ofReserveDetail('supply_apy_realised_7d_gap_str', z.enum(['not_enough_history', 'no_collateral', 'index_reset', 'out_of_range']).nullable()),
  realised_30d_seconds: ofReserveDetail('realised_30d_seconds', z.int().min(1).nullable()),
  borrow_apy_realised_30d_f: ofReserveDetail('borrow_apy_realised_30d_f', z.number().min(0).nullable()),
  borrow_apy_realised_30d_gap_str: ofReserveDetail('borrow_apy_realised_30d_gap_str', z.enum(['not_enough_history', 'index_reset', 'out_of_range']).nullable()),
  supply_apy_realised_30d_f: ofReserveDetail('supply_apy_realised_30d_f', z.number().min(-1).nullable()),
  supply_apy_realised_30d_gap_str: ofReserveDetail('supply_apy_realised_30d_gap_str', z.enum(['not_enough_history', 'no_collateral', 'index_reset', 'out_of_range']).nullable()),
  borrowable_gross_amount_raw: ofReserveDetail('borrowable_gross_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)$/).nullable()),
  borrowable_gross_amount_f: ofReserveDetail('borrowable_gross_amount_f', z.number().min(0).nullable()),
  borrowable_gross_amount_usd_f: ofReserveDetail('borrowable_gross_amount_usd_f', z.number().min(0).nullable()),
  borrowable_net_amount_raw: ofReserveDetail('borrowable_net_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)$/).nullable()),
  borrowable_net_amount_f: ofReserveDetail('borrowable_net_amount_f', z.number().min(0).nullable()),
  borrowable_net_amount_usd_f: ofReserveDetail('borrowable_net_amount_usd_f', z.number().min(0).nullable()),
  borrowable_constraint_str: ofReserveDetail('borrowable_constraint_str', z.string().min(1)),
  borrowable_resets_timestamp: ofReserveDetail('borrowable_resets_timestamp', z.int().min(0).nullable()),
  borrowable_in_elevation_group_gross_amount_raw: ofReserveDetail('borrowable_in_elevation_group_gross_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)$/).nullable()),
  borrowable_in_elevation_group_gross_amount_f: ofReserveDetail('borrowable_in_elevation_group_gross_amount_f', z.number().min(0).nullable()),
  borrowable_in_elevation_group_gross_amount_usd_f: ofReserveDetail('borrowable_in_elevation_group_gross_amount_usd_f', z.number().min(0).nullable()),
  borrowable_in_elevation_group_net_amount_raw: ofReserveDetail('borrowable_in_elevation_group_net_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)$/).nullable()),
  borrowable_in_elevation_group_net_amount_f: ofReserveDetail('borrowable_in_elevation_group_net_amount_f', z.number().min(0).nullable()),
  borrowable_in_elevation_group_net_amount_usd_f: ofReserveDetail('borrowable_in_elevation_group_net_amount_usd_f', z.number().min(0).nullable()),
  borrowable_in_elevation_group_constraint_str: ofReserveDetail('borrowable_in_elevation_group_constraint_str', z.string().min(1).nullable()),
  borrowable_in_elevation_group_resets_timestamp: ofReserveDetail('borrowable_in_elevation_group_resets_timestamp', z.int().min(0).nullable()),
  withdrawable_amount_raw: ofReserveDetail('withdrawable_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)$/).nullable()),
  withdrawable_amount_f: ofReserveDetail('withdrawable_amount_f', z.number().min(0).nullable()),
  withdrawable_amount_usd_f: ofReserveDetail('withdrawable_amount_usd_f', z.number().min(0).nullable()),
  withdrawable_collateral_raw: ofReserveDetail('withdrawable_collateral_raw', z.string().regex(/^(0|[1-9][0-9]*)$/).nullable()),
  withdrawable_constraint_str: ofReserveDetail('withdrawable_constraint_str', z.string().min(1)),
  withdrawable_resets_timestamp: ofReserveDetail('withdrawable_resets_timestamp', z.int().min(0).nullable()),
  depositable_amount_raw: ofReserveDetail('depositable_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)$/).nullable()),
  depositable_amount_f: ofReserveDetail('depositable_amount_f', z.number().min(0).nullable()),
  depositable_amount_usd_f: ofReserveDetail('depositable_amount_usd_f', z.number().min(0).nullable()),
  depositable_constraint_str: ofReserveDetail('depositable_constraint_str', z.string().min(1)),
  depositable_resets_timestamp: ofReserveDetail('depositable_resets_timestamp', z.int().min(0).nullable()),
  queued_withdrawals_raw: ofReserveDetail('queued_withdrawals_raw', z.string().regex(/^(0|[1-9][0-9]*)$/).nullable()),
  queued_withdrawals_f: ofReserveDetail('queued_withdrawals_f', z.number().min(0).nullable()),
  queued_withdrawals_usd_f: ofReserveDetail('queued_withdrawals_usd_f', z.number().min(0).nullable()),
  accrued_protocol_fees_raw: ofReserveDetail('accrued_protocol_fees_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  protocol_fees_f: ofReserveDetail('protocol_fees_f', z.number().min(0)),
  protocol_fees_usd_f: ofReserveDetail('protocol_fees_usd_f', z.number().min(0).nullable()),
  accumulated_referrer_fees_raw: ofReserveDetail('accumulated_referrer_fees_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  referrer_fees_f: ofReserveDetail('referrer_fees_f', z.number().min(0).nullable()),
  referrer_fees_usd_f: ofReserveDetail('referrer_fees_usd_f', z.number().min(0).nullable()),
  accrued_pending_referrer_fees_raw: ofReserveDetail('accrued_pending_referrer_fees_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  pending_referrer_fees_f: ofReserveDetail('pending_referrer_fees_f', z.number().min(0).nullable()),
  pending_referrer_fees_usd_f: ofReserveDetail('pending_referrer_fees_usd_f', z.number().min(0).nullable()),
  market_price_usd_f: ofReserveDetail('market_price_usd_f', z.number().min(0).nullable()),
  market_price_status_str: ofReserveDetail('market_price_status_str', z.string().min(1)),
  market_price_timestamp: ofReserveDetail('market_price_timestamp', z.int().min(0).nullable()),
  market_price_age_seconds: ofReserveDetail('market_price_age_seconds', z.int().nullable()),
  market_price_divergence_bps_f: ofReserveDetail('market_price_divergence_bps_f', z.number().nullable()),
  market_price_divergence_gap_str: ofReserveDetail('market_price_divergence_gap_str', z.enum(['missing', 'not_read', 'stale', 'disagreement', 'no_other_source', 'protocol_unpriced']).nullable()),
  own: z.union([kaminoReserveOwnSchema, saveReserveOwnSchema]).meta({ description: 'Fields of the protocol of the reserve beyond those above, as in its view `lend_v1.<protocol>_reserve_latest`.' }),
}).meta({ id: 'ReserveDetail', description: 'Everything that is known of one reserve at its newest slot.' });
export type ReserveDetail = z.infer<typeof reserveDetailSchema>;

const ofReserveDetailRow = describing('ReserveDetailRow');
const reserveDetailRowColumns = z.strictObject({
  timestamp: ofReserveDetailRow('timestamp', z.int().min(0)),
  lending_market: ofReserveDetailRow('lending_market', address()),
  reserve: ofReserveDetailRow('reserve', address()),
  lending_market_name: ofReserveDetailRow('lending_market_name', z.string()),
  token_symbol: ofReserveDetailRow('token_symbol', z.string()),
  available_amount_f: ofReserveDetailRow('available_amount_f', z.number().min(0)),
  available_amount_usd_f: ofReserveDetailRow('available_amount_usd_f', z.number().min(0).nullable()),
  supplied_amount_f: ofReserveDetailRow('supplied_amount_f', z.number().min(0)),
  supplied_amount_usd_f: ofReserveDetailRow('supplied_amount_usd_f', z.number().min(0).nullable()),
  utilization_f: ofReserveDetailRow('utilization_f', z.number().min(0)),
  borrow_apy_f: ofReserveDetailRow('borrow_apy_f', z.number().min(0)),
  supply_apy_f: ofReserveDetailRow('supply_apy_f', z.number().min(0)),
  listed_b: ofReserveDetailRow('listed_b', z.boolean()),
  token_address: ofReserveDetailRow('token_address', address()),
  token_symbol_origin_str: ofReserveDetailRow('token_symbol_origin_str', z.enum(['account', 'list', 'other_protocol', 'metadata']).nullable()),
  token_decimals: ofReserveDetailRow('token_decimals', z.int().min(0)),
  status_str: ofReserveDetailRow('status_str', z.enum(['active', 'obsolete', 'hidden'])),
  missing_since_timestamp: ofReserveDetailRow('missing_since_timestamp', z.int().min(0).nullable()),
  slot: ofReserveDetailRow('slot', z.int().min(0)),
  last_update_slot: ofReserveDetailRow('last_update_slot', z.int().min(0)),
  stale_slots: ofReserveDetailRow('stale_slots', z.int().min(0)),
  last_update_timestamp: ofReserveDetailRow('last_update_timestamp', z.int().min(0).nullable()),
  last_update_stale_b: ofReserveDetailRow('last_update_stale_b', z.boolean()),
  slot_duration_ms_f: ofReserveDetailRow('slot_duration_ms_f', z.number().gt(0)),
  slot_duration_source_str: ofReserveDetailRow('slot_duration_source_str', z.enum(['performance_samples', 'clock_pairs', 'configured'])),
  interest_rate_basis_str: ofReserveDetailRow('interest_rate_basis_str', z.string().min(1)),
  compounding_str: ofReserveDetailRow('compounding_str', z.string().min(1)),
  account_sha256: ofReserveDetailRow('account_sha256', z.string().regex(/^[0-9a-f]{64}$/)),
  decoder_version: ofReserveDetailRow('decoder_version', z.int().min(0)),
  available_amount_raw: ofReserveDetailRow('available_amount_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  accrued_available_amount_raw: ofReserveDetailRow('accrued_available_amount_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  borrowed_amount_raw: ofReserveDetailRow('borrowed_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  accrued_borrowed_amount_raw: ofReserveDetailRow('accrued_borrowed_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  accrued_total_supply_raw: ofReserveDetailRow('accrued_total_supply_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  collateral_supply_raw: ofReserveDetailRow('collateral_supply_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  cumulative_borrow_rate_raw: ofReserveDetailRow('cumulative_borrow_rate_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  accrued_cumulative_borrow_rate_raw: ofReserveDetailRow('accrued_cumulative_borrow_rate_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  price_raw: ofReserveDetailRow('price_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  borrowed_amount_f: ofReserveDetailRow('borrowed_amount_f', z.number().min(0)),
  borrowed_amount_usd_f: ofReserveDetailRow('borrowed_amount_usd_f', z.number().min(0).nullable()),
  price_usd_f: ofReserveDetailRow('price_usd_f', z.number().min(0).nullable()),
  price_timestamp: ofReserveDetailRow('price_timestamp', z.int().min(0).nullable()),
  price_age_seconds: ofReserveDetailRow('price_age_seconds', z.int().nullable()),
  price_status: ofReserveDetailRow('price_status', z.int().min(0).max(255).nullable()),
  price_loaded_b: ofReserveDetailRow('price_loaded_b', z.boolean().nullable()),
  price_age_checked_b: ofReserveDetailRow('price_age_checked_b', z.boolean().nullable()),
  twap_checked_b: ofReserveDetailRow('twap_checked_b', z.boolean().nullable()),
  twap_age_checked_b: ofReserveDetailRow('twap_age_checked_b', z.boolean().nullable()),
  heuristic_checked_b: ofReserveDetailRow('heuristic_checked_b', z.boolean().nullable()),
  price_usage_allowed_b: ofReserveDetailRow('price_usage_allowed_b', z.boolean().nullable()),
  usable_for_borrow_b: ofReserveDetailRow('usable_for_borrow_b', z.boolean().nullable()),
  usable_for_liquidation_b: ofReserveDetailRow('usable_for_liquidation_b', z.boolean().nullable()),
  requires_price_refresh_b: ofReserveDetailRow('requires_price_refresh_b', z.boolean().nullable()),
  borrow_apr_f: ofReserveDetailRow('borrow_apr_f', z.number().min(0)),
  supply_apr_f: ofReserveDetailRow('supply_apr_f', z.number().min(0)),
  rewards_apr_f: ofReserveDetailRow('rewards_apr_f', z.number().min(0)),
  supply_apy_total_f: ofReserveDetailRow('supply_apy_total_f', z.number().min(0)),
  vault_balance_raw: ofReserveDetailRow('vault_balance_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  vault_balance_f: ofReserveDetailRow('vault_balance_f', z.number().min(0)),
  vault_balance_usd_f: ofReserveDetailRow('vault_balance_usd_f', z.number().min(0).nullable()),
  realised_1h_seconds: ofReserveDetailRow('realised_1h_seconds', z.int().min(1).nullable()),
  borrow_apy_realised_1h_f: ofReserveDetailRow('borrow_apy_realised_1h_f', z.number().min(0).nullable()),
  borrow_apy_realised_1h_gap_str: ofReserveDetailRow('borrow_apy_realised_1h_gap_str', z.enum(['not_enough_history', 'index_reset', 'out_of_range']).nullable()),
  supply_apy_realised_1h_f: ofReserveDetailRow('supply_apy_realised_1h_f', z.number().min(-1).nullable()),
  supply_apy_realised_1h_gap_str: ofReserveDetailRow('supply_apy_realised_1h_gap_str', z.enum(['not_enough_history', 'no_collateral', 'index_reset', 'out_of_range']).nullable()),
  realised_24h_seconds: ofReserveDetailRow('realised_24h_seconds', z.int().min(1).nullable()),
  borrow_apy_realised_24h_f: ofReserveDetailRow('borrow_apy_realised_24h_f', z.number().min(0).nullable()),
  borrow_apy_realised_24h_gap_str: ofReserveDetailRow('borrow_apy_realised_24h_gap_str', z.enum(['not_enough_history', 'index_reset', 'out_of_range']).nullable()),
  supply_apy_realised_24h_f: ofReserveDetailRow('supply_apy_realised_24h_f', z.number().min(-1).nullable()),
  supply_apy_realised_24h_gap_str: ofReserveDetailRow('supply_apy_realised_24h_gap_str', z.enum(['not_enough_history', 'no_collateral', 'index_reset', 'out_of_range']).nullable()),
  realised_7d_seconds: ofReserveDetailRow('realised_7d_seconds', z.int().min(1).nullable()),
  borrow_apy_realised_7d_f: ofReserveDetailRow('borrow_apy_realised_7d_f', z.number().min(0).nullable()),
  borrow_apy_realised_7d_gap_str: ofReserveDetailRow('borrow_apy_realised_7d_gap_str', z.enum(['not_enough_history', 'index_reset', 'out_of_range']).nullable()),
  supply_apy_realised_7d_f: ofReserveDetailRow('supply_apy_realised_7d_f', z.number().min(-1).nullable()),
  supply_apy_realised_7d_gap_str: ofReserveDetailRow('supply_apy_realised_7d_gap_str', z.enum(['not_enough_history', 'no_collateral', 'index_reset', 'out_of_range']).nullable()),
  realised_30d_seconds: ofReserveDetailRow('realised_30d_seconds', z.int().min(1).nullable()),
  borrow_apy_realised_30d_f: ofReserveDetailRow('borrow_apy_realised_30d_f', z.number().min(0).nullable()),
  borrow_apy_realised_30d_gap_str: ofReserveDetailRow('borrow_apy_realised_30d_gap_str', z.enum(['not_enough_history', 'index_reset', 'out_of_range']).nullable()),
  supply_apy_realised_30d_f: ofReserveDetailRow('supply_apy_realised_30d_f', z.number().min(-1).nullable()),
  supply_apy_realised_30d_gap_str: ofReserveDetailRow('supply_apy_realised_30d_gap_str', z.enum(['not_enough_history', 'no_collateral', 'index_reset', 'out_of_range']).nullable()),
  borrowable_gross_amount_raw: ofReserveDetailRow('borrowable_gross_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)$/).nullable()),
  borrowable_gross_amount_f: ofReserveDetailRow('borrowable_gross_amount_f', z.number().min(0).nullable()),
  borrowable_gross_amount_usd_f: ofReserveDetailRow('borrowable_gross_amount_usd_f', z.number().min(0).nullable()),
  borrowable_net_amount_raw: ofReserveDetailRow('borrowable_net_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)$/).nullable()),
  borrowable_net_amount_f: ofReserveDetailRow('borrowable_net_amount_f', z.number().min(0).nullable()),
  borrowable_net_amount_usd_f: ofReserveDetailRow('borrowable_net_amount_usd_f', z.number().min(0).nullable()),
  borrowable_constraint_str: ofReserveDetailRow('borrowable_constraint_str', z.string().min(1)),
  borrowable_resets_timestamp: ofReserveDetailRow('borrowable_resets_timestamp', z.int().min(0).nullable()),
  borrowable_in_elevation_group_gross_amount_raw: ofReserveDetailRow('borrowable_in_elevation_group_gross_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)$/).nullable()),
  borrowable_in_elevation_group_gross_amount_f: ofReserveDetailRow('borrowable_in_elevation_group_gross_amount_f', z.number().min(0).nullable()),
  borrowable_in_elevation_group_gross_amount_usd_f: ofReserveDetailRow('borrowable_in_elevation_group_gross_amount_usd_f', z.number().min(0).nullable()),
  borrowable_in_elevation_group_net_amount_raw: ofReserveDetailRow('borrowable_in_elevation_group_net_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)$/).nullable()),
  borrowable_in_elevation_group_net_amount_f: ofReserveDetailRow('borrowable_in_elevation_group_net_amount_f', z.number().min(0).nullable()),
  borrowable_in_elevation_group_net_amount_usd_f: ofReserveDetailRow('borrowable_in_elevation_group_net_amount_usd_f', z.number().min(0).nullable()),
  borrowable_in_elevation_group_constraint_str: ofReserveDetailRow('borrowable_in_elevation_group_constraint_str', z.string().min(1).nullable()),
  borrowable_in_elevation_group_resets_timestamp: ofReserveDetailRow('borrowable_in_elevation_group_resets_timestamp', z.int().min(0).nullable()),
  withdrawable_amount_raw: ofReserveDetailRow('withdrawable_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)$/).nullable()),
  withdrawable_amount_f: ofReserveDetailRow('withdrawable_amount_f', z.number().min(0).nullable()),
  withdrawable_amount_usd_f: ofReserveDetailRow('withdrawable_amount_usd_f', z.number().min(0).nullable()),
  withdrawable_collateral_raw: ofReserveDetailRow('withdrawable_collateral_raw', z.string().regex(/^(0|[1-9][0-9]*)$/).nullable()),
  withdrawable_constraint_str: ofReserveDetailRow('withdrawable_constraint_str', z.string().min(1)),
  withdrawable_resets_timestamp: ofReserveDetailRow('withdrawable_resets_timestamp', z.int().min(0).nullable()),
  depositable_amount_raw: ofReserveDetailRow('depositable_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)$/).nullable()),
  depositable_amount_f: ofReserveDetailRow('depositable_amount_f', z.number().min(0).nullable()),
  depositable_amount_usd_f: ofReserveDetailRow('depositable_amount_usd_f', z.number().min(0).nullable()),
  depositable_constraint_str: ofReserveDetailRow('depositable_constraint_str', z.string().min(1)),
  depositable_resets_timestamp: ofReserveDetailRow('depositable_resets_timestamp', z.int().min(0).nullable()),
  queued_withdrawals_raw: ofReserveDetailRow('queued_withdrawals_raw', z.string().regex(/^(0|[1-9][0-9]*)$/).nullable()),
  queued_withdrawals_f: ofReserveDetailRow('queued_withdrawals_f', z.number().min(0).nullable()),
  queued_withdrawals_usd_f: ofReserveDetailRow('queued_withdrawals_usd_f', z.number().min(0).nullable()),
  accrued_protocol_fees_raw: ofReserveDetailRow('accrued_protocol_fees_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  protocol_fees_f: ofReserveDetailRow('protocol_fees_f', z.number().min(0)),
  protocol_fees_usd_f: ofReserveDetailRow('protocol_fees_usd_f', z.number().min(0).nullable()),
  accumulated_referrer_fees_raw: ofReserveDetailRow('accumulated_referrer_fees_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  referrer_fees_f: ofReserveDetailRow('referrer_fees_f', z.number().min(0).nullable()),
  referrer_fees_usd_f: ofReserveDetailRow('referrer_fees_usd_f', z.number().min(0).nullable()),
  accrued_pending_referrer_fees_raw: ofReserveDetailRow('accrued_pending_referrer_fees_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  pending_referrer_fees_f: ofReserveDetailRow('pending_referrer_fees_f', z.number().min(0).nullable()),
  pending_referrer_fees_usd_f: ofReserveDetailRow('pending_referrer_fees_usd_f', z.number().min(0).nullable()),
  market_price_usd_f: ofReserveDetailRow('market_price_usd_f', z.number().min(0).nullable()),
  market_price_status_str: ofReserveDetailRow('market_price_status_str', z.string().min(1)),
  market_price_timestamp: ofReserveDetailRow('market_price_timestamp', z.int().min(0).nullable()),
  market_price_age_seconds: ofReserveDetailRow('market_price_age_seconds', z.int().nullable()),
  market_price_divergence_bps_f: ofReserveDetailRow('market_price_divergence_bps_f', z.number().nullable()),
  market_price_divergence_gap_str: ofReserveDetailRow('market_price_divergence_gap_str', z.enum(['missing', 'not_read', 'stale', 'disagreement', 'no_other_source', 'protocol_unpriced']).nullable()),
  own: z.union([kaminoReserveOwnSchema, saveReserveOwnSchema]).meta({ description: 'Fields of the protocol of the reserve beyond those above, as in its view `lend_v1.<protocol>_reserve_latest`.' }),
});
export const reserveDetailRowSchema = reserveDetailRowColumns.partial().meta({ id: 'ReserveDetailRow', description: 'Everything that is known of a reserve at its newest slot. All columns are there unless the parameter fields names some.' });
export type ReserveDetailRow = z.infer<typeof reserveDetailRowColumns>;
/** Columns of the rows in their order. */
export const RESERVE_DETAIL_COLUMNS: readonly FieldName[] = [
  'timestamp',
  'lending_market',
  'reserve',
  'lending_market_name',
  'token_symbol',
  'available_amount_f',
  'available_amount_usd_f',
  'supplied_amount_f',
  'supplied_amount_usd_f',
  'utilization_f',
  'borrow_apy_f',
  'supply_apy_f',
  'listed_b',
  'token_address',
  'token_symbol_origin_str',
  'token_decimals',
  'status_str',
  'missing_since_timestamp',
  'slot',
  'last_update_slot',
  'stale_slots',
  'last_update_timestamp',
  'last_update_stale_b',
  'slot_duration_ms_f',
  'slot_duration_source_str',
  'interest_rate_basis_str',
  'compounding_str',
  'account_sha256',
  'decoder_version',
  'available_amount_raw',
  'accrued_available_amount_raw',
  'borrowed_amount_raw',
  'accrued_borrowed_amount_raw',
  'accrued_total_supply_raw',
  'collateral_supply_raw',
  'cumulative_borrow_rate_raw',
  'accrued_cumulative_borrow_rate_raw',
  'price_raw',
  'borrowed_amount_f',
  'borrowed_amount_usd_f',
  'price_usd_f',
  'price_timestamp',
  'price_age_seconds',
  'price_status',
  'price_loaded_b',
  'price_age_checked_b',
  'twap_checked_b',
  'twap_age_checked_b',
  'heuristic_checked_b',
  'price_usage_allowed_b',
  'usable_for_borrow_b',
  'usable_for_liquidation_b',
  'requires_price_refresh_b',
  'borrow_apr_f',
  'supply_apr_f',
  'rewards_apr_f',
  'supply_apy_total_f',
  'vault_balance_raw',
  'vault_balance_f',
  'vault_balance_usd_f',
  'realised_1h_seconds',
  'borrow_apy_realised_1h_f',
  'borrow_apy_realised_1h_gap_str',
  'supply_apy_realised_1h_f',
  'supply_apy_realised_1h_gap_str',
  'realised_24h_seconds',
  'borrow_apy_realised_24h_f',
  'borrow_apy_realised_24h_gap_str',
  'supply_apy_realised_24h_f',
  'supply_apy_realised_24h_gap_str',
  'realised_7d_seconds',
  'borrow_apy_realised_7d_f',
  'borrow_apy_realised_7d_gap_str',
  'supply_apy_realised_7d_f',
  'supply_apy_realised_7d_gap_str',
  'realised_30d_seconds',
  'borrow_apy_realised_30d_f',
  'borrow_apy_realised_30d_gap_str',
  'supply_apy_realised_30d_f',
  'supply_apy_realised_30d_gap_str',
  'borrowable_gross_amount_raw',
  'borrowable_gross_amount_f',
  'borrowable_gross_amount_usd_f',
  'borrowable_net_amount_raw',
  'borrowable_net_amount_f',
  'borrowable_net_amount_usd_f',
  'borrowable_constraint_str',
  'borrowable_resets_timestamp',
  'borrowable_in_elevation_group_gross_amount_raw',
  'borrowable_in_elevation_group_gross_amount_f',
  'borrowable_in_elevation_group_gross_amount_usd_f',
  'borrowable_in_elevation_group_net_amount_raw',
  'borrowable_in_elevation_group_net_amount_f',
  'borrowable_in_elevation_group_net_amount_usd_f',
  'borrowable_in_elevation_group_constraint_str',
  'borrowable_in_elevation_group_resets_timestamp',
  'withdrawable_amount_raw',
  'withdrawable_amount_f',
  'withdrawable_amount_usd_f',
  'withdrawable_collateral_raw',
  'withdrawable_constraint_str',
  'withdrawable_resets_timestamp',
  'depositable_amount_raw',
  'depositable_amount_f',
  'depositable_amount_usd_f',
  'depositable_constraint_str',
  'depositable_resets_timestamp',
  'queued_withdrawals_raw',
  'queued_withdrawals_f',
  'queued_withdrawals_usd_f',
  'accrued_protocol_fees_raw',
  'protocol_fees_f',
  'protocol_fees_usd_f',
  'accumulated_referrer_fees_raw',
  'referrer_fees_f',
  'referrer_fees_usd_f',
  'accrued_pending_referrer_fees_raw',
  'pending_referrer_fees_f',
  'pending_referrer_fees_usd_f',
  'market_price_usd_f',
  'market_price_status_str',
  'market_price_timestamp',
  'market_price_age_seconds',
  'market_price_divergence_bps_f',
  'market_price_divergence_gap_str',
];

const ofMomentMeta = describing('MomentMeta');
export const momentMetaSchema = z.strictObject({
  as_of: ofMomentMeta('as_of', z.int().min(0).nullable()),
  slot: ofMomentMeta('slot', z.int().min(0).nullable()),
  count: ofMomentMeta('count', z.int().min(0)),
}).meta({ id: 'MomentMeta' });
export type MomentMeta = z.infer<typeof momentMetaSchema>;

const ofMarketInfo = describing('MarketInfo');
export const marketInfoSchema = z.strictObject({
  timestamp: ofMarketInfo('timestamp', z.int().min(0)),
  lending_market: ofMarketInfo('lending_market', address()),
  lending_market_name: ofMarketInfo('lending_market_name', z.string()),
  listed_b: ofMarketInfo('listed_b', z.boolean()),
  reserve: ofMarketInfo('reserve', address()),
  token_address: ofMarketInfo('token_address', address()),
  token_symbol: ofMarketInfo('token_symbol', z.string()),
  status_str: ofMarketInfo('status_str', z.enum(['active', 'obsolete', 'hidden'])),
  loan_to_value_f: ofMarketInfo('loan_to_value_f', z.number().min(0)),
  liquidation_threshold_f: ofMarketInfo('liquidation_threshold_f', z.number().min(0)),
  borrow_factor_f: ofMarketInfo('borrow_factor_f', z.number().min(1)),
  lending_market_owner: ofMarketInfo('lending_market_owner', address().nullable()),
  lending_market_quote_currency_str: ofMarketInfo('lending_market_quote_currency_str', z.string().nullable()),
  lending_market_referral_fee_f: ofMarketInfo('lending_market_referral_fee_f', z.number().min(0).nullable()),
  lending_market_emergency_mode_b: ofMarketInfo('lending_market_emergency_mode_b', z.boolean().nullable()),
  lending_market_borrow_disabled_b: ofMarketInfo('lending_market_borrow_disabled_b', z.boolean().nullable()),
  lending_market_rewards_max_apr_f: ofMarketInfo('lending_market_rewards_max_apr_f', z.number().min(0).nullable()),
  lending_market_missing_since_timestamp: ofMarketInfo('lending_market_missing_since_timestamp', z.int().min(0).nullable()),
}).meta({ id: 'MarketInfo', description: 'One reserve of one lending market, with the settings of the market.' });
export type MarketInfo = z.infer<typeof marketInfoSchema>;

const ofMarketInfoMeta = describing('MarketInfoMeta');
export const marketInfoMetaSchema = z.strictObject({
  as_of: ofMarketInfoMeta('as_of', z.int().min(0).nullable()),
  count: ofMarketInfoMeta('count', z.int().min(0)),
  lending_markets_without_reserves: ofMarketInfoMeta('lending_markets_without_reserves', z.array(address())),
}).meta({ id: 'MarketInfoMeta' });
export type MarketInfoMeta = z.infer<typeof marketInfoMetaSchema>;

const ofReserveInfo = describing('ReserveInfo');
export const reserveInfoSchema = z.strictObject({
  timestamp: ofReserveInfo('timestamp', z.int().min(0)),
  lending_market: ofReserveInfo('lending_market', address()),
  lending_market_name: ofReserveInfo('lending_market_name', z.string()),
  listed_b: ofReserveInfo('listed_b', z.boolean()),
  reserve: ofReserveInfo('reserve', address()),
  token_address: ofReserveInfo('token_address', address()),
  token_symbol: ofReserveInfo('token_symbol', z.string()),
  token_symbol_origin_str: ofReserveInfo('token_symbol_origin_str', z.enum(['account', 'list', 'other_protocol', 'metadata']).nullable()),
  token_decimals: ofReserveInfo('token_decimals', z.int().min(0)),
  token_program: ofReserveInfo('token_program', address()),
  collateral_token_address: ofReserveInfo('collateral_token_address', address()),
  status_str: ofReserveInfo('status_str', z.enum(['active', 'obsolete', 'hidden'])),
  loan_to_value_f: ofReserveInfo('loan_to_value_f', z.number().min(0)),
  liquidation_threshold_f: ofReserveInfo('liquidation_threshold_f', z.number().min(0)),
  borrow_factor_f: ofReserveInfo('borrow_factor_f', z.number().min(1)),
  protocol_take_rate_f: ofReserveInfo('protocol_take_rate_f', z.number().min(0)),
  protocol_liquidation_fee_f: ofReserveInfo('protocol_liquidation_fee_f', z.number().min(0).nullable()),
  min_liquidation_bonus_f: ofReserveInfo('min_liquidation_bonus_f', z.number().min(0)),
  max_liquidation_bonus_f: ofReserveInfo('max_liquidation_bonus_f', z.number().min(0)),
  bad_debt_liquidation_bonus_f: ofReserveInfo('bad_debt_liquidation_bonus_f', z.number().min(0).nullable()),
  deposit_limit_raw: ofReserveInfo('deposit_limit_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  borrow_limit_raw: ofReserveInfo('borrow_limit_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  borrow_limit_outside_elevation_group_raw: ofReserveInfo('borrow_limit_outside_elevation_group_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/).nullable()),
  host_fixed_interest_rate_f: ofReserveInfo('host_fixed_interest_rate_f', z.number().min(0).nullable()),
  origination_fee_f: ofReserveInfo('origination_fee_f', z.number().min(0)),
  flash_loan_fee_f: ofReserveInfo('flash_loan_fee_f', z.number().min(0).nullable()),
  utilization_limit_block_borrowing_f: ofReserveInfo('utilization_limit_block_borrowing_f', z.number().min(0).nullable()),
  interest_rate_basis_str: ofReserveInfo('interest_rate_basis_str', z.string().min(1)),
  max_price_age_seconds: ofReserveInfo('max_price_age_seconds', z.int().min(0).nullable()),
  first_seen_timestamp: ofReserveInfo('first_seen_timestamp', z.int().min(0)),
  last_seen_timestamp: ofReserveInfo('last_seen_timestamp', z.int().min(0)),
  missing_since_timestamp: ofReserveInfo('missing_since_timestamp', z.int().min(0).nullable()),
  ui_multiplier_f: ofReserveInfo('ui_multiplier_f', z.number().gt(0).nullable()),
  next_ui_multiplier_f: ofReserveInfo('next_ui_multiplier_f', z.number().gt(0).nullable()),
  ui_multiplier_effective_timestamp: ofReserveInfo('ui_multiplier_effective_timestamp', z.int().min(0).nullable()),
  underlying_protocol: ofReserveInfo('underlying_protocol', z.string().min(1).nullable()),
  underlying_reserve: ofReserveInfo('underlying_reserve', address().nullable()),
  quarantine_reason_str: ofReserveInfo('quarantine_reason_str', z.string().nullable()),
  config_flags: ofReserveInfo('config_flags', z.array(z.string())),
}).meta({ id: 'ReserveInfo', description: 'One reserve with its settings.' });
export type ReserveInfo = z.infer<typeof reserveInfoSchema>;

const ofInfoMeta = describing('InfoMeta');
export const infoMetaSchema = z.strictObject({
  as_of: ofInfoMeta('as_of', z.int().min(0).nullable()),
  count: ofInfoMeta('count', z.int().min(0)),
}).meta({ id: 'InfoMeta' });
export type InfoMeta = z.infer<typeof infoMetaSchema>;

const ofQuarantinedReserve = describing('QuarantinedReserve');
export const quarantinedReserveSchema = z.strictObject({
  reserve: ofQuarantinedReserve('reserve', address()),
  lending_market: ofQuarantinedReserve('lending_market', address().nullable()),
  listed_b: ofQuarantinedReserve('listed_b', z.boolean()),
  quarantine_reason_str: ofQuarantinedReserve('quarantine_reason_str', z.string().min(1)),
  expected: ofQuarantinedReserve('expected', z.string().nullable()),
  actual: ofQuarantinedReserve('actual', z.string().nullable()),
  first_seen_timestamp: ofQuarantinedReserve('first_seen_timestamp', z.int().min(0)),
  last_seen_timestamp: ofQuarantinedReserve('last_seen_timestamp', z.int().min(0)),
  occurrences: ofQuarantinedReserve('occurrences', z.int().min(1)),
  active_b: ofQuarantinedReserve('active_b', z.boolean()),
}).meta({ id: 'QuarantinedReserve', description: 'A reserve that was kept out of the data, and why.' });
export type QuarantinedReserve = z.infer<typeof quarantinedReserveSchema>;

const ofReserveConfig = describing('ReserveConfig');
export const reserveConfigSchema = z.strictObject({
  timestamp: ofReserveConfig('timestamp', z.int().min(0)),
  lending_market: ofReserveConfig('lending_market', address()),
  lending_market_name: ofReserveConfig('lending_market_name', z.string()),
  reserve: ofReserveConfig('reserve', address()),
  token_address: ofReserveConfig('token_address', address()),
  token_symbol: ofReserveConfig('token_symbol', z.string()),
  token_decimals: ofReserveConfig('token_decimals', z.int().min(0)),
  since_slot: ofReserveConfig('since_slot', z.int().min(0)),
  since_timestamp: ofReserveConfig('since_timestamp', z.int().min(0)),
  config: ofReserveConfig('config', z.record(z.string(), z.unknown())),
  lending_market_slot: ofReserveConfig('lending_market_slot', z.int().min(0).nullable()),
  lending_market_timestamp: ofReserveConfig('lending_market_timestamp', z.int().min(0).nullable()),
  lending_market_config: ofReserveConfig('lending_market_config', z.record(z.string(), z.unknown()).nullable()),
}).meta({ id: 'ReserveConfig', description: 'The full configuration of one reserve and of its market.' });
export type ReserveConfig = z.infer<typeof reserveConfigSchema>;

const ofReserveConfigMeta = describing('ReserveConfigMeta');
export const reserveConfigMetaSchema = z.strictObject({
  as_of: ofReserveConfigMeta('as_of', z.int().min(0)),
}).meta({ id: 'ReserveConfigMeta' });
export type ReserveConfigMeta = z.infer<typeof reserveConfigMetaSchema>;

const ofConfigChange = describing('ConfigChange');
export const configChangeSchema = z.strictObject({
  timestamp: ofConfigChange('timestamp', z.int().min(0)),
  slot: ofConfigChange('slot', z.int().min(0)),
  account_kind_str: ofConfigChange('account_kind_str', z.enum(['reserve', 'lending_market'])),
  lending_market: ofConfigChange('lending_market', address()),
  lending_market_name: ofConfigChange('lending_market_name', z.string()),
  reserve: ofConfigChange('reserve', address().nullable()),
  token_symbol: ofConfigChange('token_symbol', z.string().nullable()),
  field: ofConfigChange('field', z.string()),
  old_value: ofConfigChange('old_value', z.union([z.string(), z.number(), z.boolean(), z.null()])),
  new_value: ofConfigChange('new_value', z.union([z.string(), z.number(), z.boolean(), z.null()])),
  previous_slot: ofConfigChange('previous_slot', z.int().min(0)),
  previous_timestamp: ofConfigChange('previous_timestamp', z.int().min(0)),
}).meta({ id: 'ConfigChange', description: 'One parameter that differed between two reads.' });
export type ConfigChange = z.infer<typeof configChangeSchema>;

const ofConfigChangesMeta = describing('ConfigChangesMeta');
export const configChangesMetaSchema = z.strictObject({
  from: ofConfigChangesMeta('from', z.int().min(0)),
  to: ofConfigChangesMeta('to', z.int().min(0).nullable()),
  count: ofConfigChangesMeta('count', z.int().min(0)),
  next_cursor: ofConfigChangesMeta('next_cursor', z.string().nullable()),
  empty_reason_str: ofConfigChangesMeta('empty_reason_str', z.string().nullable()),
}).meta({ id: 'ConfigChangesMeta' });
export type ConfigChangesMeta = z.infer<typeof configChangesMetaSchema>;

const ofRatePoint = describing('RatePoint');
export const ratePointSchema = z.strictObject({
  utilization_f: ofRatePoint('utilization_f', z.number().min(0)),
  borrow_apr_f: ofRatePoint('borrow_apr_f', z.number().min(0)),
  borrow_apy_f: ofRatePoint('borrow_apy_f', z.number().min(0)),
  supply_apr_f: ofRatePoint('supply_apr_f', z.number().min(0)),
  supply_apy_f: ofRatePoint('supply_apy_f', z.number().min(0)),
}).meta({ id: 'RatePoint' });
export type RatePoint = z.infer<typeof ratePointSchema>;

const ofRatePosition = describing('RatePosition');
export const ratePositionSchema = z.strictObject({
  available_amount_f: ofRatePosition('available_amount_f', z.number().min(0)),
  borrowed_amount_f: ofRatePosition('borrowed_amount_f', z.number().min(0)),
  supplied_amount_f: ofRatePosition('supplied_amount_f', z.number().min(0)),
  utilization_f: ofRatePosition('utilization_f', z.number().min(0)),
  borrow_apr_f: ofRatePosition('borrow_apr_f', z.number().min(0)),
  borrow_apy_f: ofRatePosition('borrow_apy_f', z.number().min(0)),
  supply_apr_f: ofRatePosition('supply_apr_f', z.number().min(0)),
  supply_apy_f: ofRatePosition('supply_apy_f', z.number().min(0)),
}).meta({ id: 'RatePosition' });
export type RatePosition = z.infer<typeof ratePositionSchema>;

const ofWhatIf = describing('WhatIf');
export const whatIfSchema = z.strictObject({
  supply_delta_raw: ofWhatIf('supply_delta_raw', z.string().regex(/^-?(0|[1-9][0-9]*)$/)),
  borrow_delta_raw: ofWhatIf('borrow_delta_raw', z.string().regex(/^-?(0|[1-9][0-9]*)$/)),
  available_amount_f: ofWhatIf('available_amount_f', z.number().min(0)),
  borrowed_amount_f: ofWhatIf('borrowed_amount_f', z.number().min(0)),
  supplied_amount_f: ofWhatIf('supplied_amount_f', z.number().min(0)),
  utilization_f: ofWhatIf('utilization_f', z.number().min(0)),
  borrow_apr_f: ofWhatIf('borrow_apr_f', z.number().min(0)),
  borrow_apy_f: ofWhatIf('borrow_apy_f', z.number().min(0)),
  supply_apr_f: ofWhatIf('supply_apr_f', z.number().min(0)),
  supply_apy_f: ofWhatIf('supply_apy_f', z.number().min(0)),
}).meta({ id: 'WhatIf', description: 'The reserve after the change. Fees, limits and the withdrawal queue are left aside.' });
export type WhatIf = z.infer<typeof whatIfSchema>;

const ofReserveCurve = describing('ReserveCurve');
export const reserveCurveSchema = z.strictObject({
  timestamp: ofReserveCurve('timestamp', z.int().min(0)),
  slot: ofReserveCurve('slot', z.int().min(0)),
  lending_market: ofReserveCurve('lending_market', address()),
  reserve: ofReserveCurve('reserve', address()),
  token_symbol: ofReserveCurve('token_symbol', z.string()),
  interest_rate_basis_str: ofReserveCurve('interest_rate_basis_str', z.string().min(1)),
  slot_duration_ms_f: ofReserveCurve('slot_duration_ms_f', z.number().gt(0)),
  points: z.array(ratePointSchema).meta({ description: 'Evenly spread from utilization 0 to 1, both included.' }),
  knots: z.array(ratePointSchema).meta({ description: 'The points at which the slope of the curve changes, up to the first at utilization 1.' }),
  current: ratePositionSchema,
  what_if: whatIfSchema.nullable().meta({ description: 'Null where the request names no change.' }),
}).meta({ id: 'ReserveCurve', description: 'Rates of one reserve over its utilization.' });
export type ReserveCurve = z.infer<typeof reserveCurveSchema>;

const ofReserveCurveMeta = describing('ReserveCurveMeta');
export const reserveCurveMetaSchema = z.strictObject({
  as_of: ofReserveCurveMeta('as_of', z.int().min(0)),
  slot: ofReserveCurveMeta('slot', z.int().min(0)),
  count: ofReserveCurveMeta('count', z.int().min(0)),
}).meta({ id: 'ReserveCurveMeta' });
export type ReserveCurveMeta = z.infer<typeof reserveCurveMetaSchema>;

const ofHistoryRow = describing('HistoryRow');
const historyRowColumns = z.strictObject({
  timestamp: ofHistoryRow('timestamp', z.int().min(0)),
  reserve: ofHistoryRow('reserve', address()),
  lending_market: ofHistoryRow('lending_market', address()),
  lending_market_name: ofHistoryRow('lending_market_name', z.string()),
  listed_b: ofHistoryRow('listed_b', z.boolean()),
  token_address: ofHistoryRow('token_address', address()),
  token_symbol: ofHistoryRow('token_symbol', z.string()),
  slot: ofHistoryRow('slot', z.int().min(0).nullable()),
  last_update_slot: ofHistoryRow('last_update_slot', z.int().min(0).nullable()),
  available_amount_f: ofHistoryRow('available_amount_f', z.number().min(0).nullable()),
  available_amount_usd_f: ofHistoryRow('available_amount_usd_f', z.number().min(0).nullable()),
  supplied_amount_f: ofHistoryRow('supplied_amount_f', z.number().min(0).nullable()),
  supplied_amount_usd_f: ofHistoryRow('supplied_amount_usd_f', z.number().min(0).nullable()),
  borrowed_amount_f: ofHistoryRow('borrowed_amount_f', z.number().min(0).nullable()),
  borrowed_amount_usd_f: ofHistoryRow('borrowed_amount_usd_f', z.number().min(0).nullable()),
  utilization_f: ofHistoryRow('utilization_f', z.number().min(0).nullable()),
  borrow_apr_f: ofHistoryRow('borrow_apr_f', z.number().min(0).nullable()),
  borrow_apy_f: ofHistoryRow('borrow_apy_f', z.number().min(0).nullable()),
  supply_apr_f: ofHistoryRow('supply_apr_f', z.number().min(0).nullable()),
  supply_apy_f: ofHistoryRow('supply_apy_f', z.number().min(0).nullable()),
  rewards_apr_f: ofHistoryRow('rewards_apr_f', z.number().min(0).nullable()),
  supply_apy_total_f: ofHistoryRow('supply_apy_total_f', z.number().min(0).nullable()),
  price_usd_f: ofHistoryRow('price_usd_f', z.number().min(0).nullable()),
  borrow_apy_realised_f: ofHistoryRow('borrow_apy_realised_f', z.number().nullable()),
  supply_apy_realised_f: ofHistoryRow('supply_apy_realised_f', z.number().nullable()),
  interest_f: ofHistoryRow('interest_f', z.number().nullable()),
  interest_usd_f: ofHistoryRow('interest_usd_f', z.number().nullable()),
  interest_priced_share_f: ofHistoryRow('interest_priced_share_f', z.number().min(0).max(1).nullable()),
  observations: ofHistoryRow('observations', z.int().min(0).nullable()),
  snapshots: ofHistoryRow('snapshots', z.int().min(0).nullable()),
  coverage_f: ofHistoryRow('coverage_f', z.number().min(0).max(1).nullable()),
  quality_str: ofHistoryRow('quality_str', z.enum(['ok', 'partial', 'missing'])),
  gap_reason_str: ofHistoryRow('gap_reason_str', z.string().nullable()),
  evidence_age_seconds: ofHistoryRow('evidence_age_seconds', z.int().nullable()),
  edge_proof_str: ofHistoryRow('edge_proof_str', z.enum(['same_account', 'later_account', 'index_continuity']).nullable()),
  final_b: ofHistoryRow('final_b', z.boolean()),
  filled_b: ofHistoryRow('filled_b', z.boolean()),
  accrued_available_amount_raw: ofHistoryRow('accrued_available_amount_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/).nullable()),
  accrued_borrowed_amount_raw: ofHistoryRow('accrued_borrowed_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  accrued_total_supply_raw: ofHistoryRow('accrued_total_supply_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  accrued_cumulative_borrow_rate_raw: ofHistoryRow('accrued_cumulative_borrow_rate_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  collateral_supply_raw: ofHistoryRow('collateral_supply_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/).nullable()),
});
export const historyRowSchema = historyRowColumns.partial().meta({ id: 'HistoryRow', description: 'One reserve over one bucket, or at one stored read. All columns are there unless the parameter fields names some.' });
export type HistoryRow = z.infer<typeof historyRowColumns>;
/** Columns of the rows in their order. */
export const HISTORY_COLUMNS: readonly FieldName[] = [
  'timestamp',
  'reserve',
  'lending_market',
  'lending_market_name',
  'listed_b',
  'token_address',
  'token_symbol',
  'slot',
  'last_update_slot',
  'available_amount_f',
  'available_amount_usd_f',
  'supplied_amount_f',
  'supplied_amount_usd_f',
  'borrowed_amount_f',
  'borrowed_amount_usd_f',
  'utilization_f',
  'borrow_apr_f',
  'borrow_apy_f',
  'supply_apr_f',
  'supply_apy_f',
  'rewards_apr_f',
  'supply_apy_total_f',
  'price_usd_f',
  'borrow_apy_realised_f',
  'supply_apy_realised_f',
  'interest_f',
  'interest_usd_f',
  'interest_priced_share_f',
  'observations',
  'snapshots',
  'coverage_f',
  'quality_str',
  'gap_reason_str',
  'evidence_age_seconds',
  'edge_proof_str',
  'final_b',
  'filled_b',
  'accrued_available_amount_raw',
  'accrued_borrowed_amount_raw',
  'accrued_total_supply_raw',
  'accrued_cumulative_borrow_rate_raw',
  'collateral_supply_raw',
];

const ofHistoryGap = describing('HistoryGap');
export const historyGapSchema = z.strictObject({
  reserve: ofHistoryGap('reserve', address().nullable()),
  from: ofHistoryGap('from', z.int().min(0)),
  to: ofHistoryGap('to', z.int().min(0)),
  gap_reason_str: ofHistoryGap('gap_reason_str', z.string().min(1)),
}).meta({ id: 'HistoryGap', description: 'A stretch of time that was not observed.' });
export type HistoryGap = z.infer<typeof historyGapSchema>;

const ofHistoryMeta = describing('HistoryMeta');
export const historyMetaSchema = z.strictObject({
  from: ofHistoryMeta('from', z.int().min(0)),
  to: ofHistoryMeta('to', z.int().min(0)),
  interval_str: ofHistoryMeta('interval_str', z.enum(['raw', '15m', '1h', '4h', '1d'])),
  agg_str: ofHistoryMeta('agg_str', z.enum(['close', 'open', 'min', 'max', 'twavg']).nullable()),
  fill_str: ofHistoryMeta('fill_str', z.enum(['none', 'null', 'locf']).nullable()),
  count: ofHistoryMeta('count', z.int().min(0)),
  next_cursor: ofHistoryMeta('next_cursor', z.string().nullable()),
  empty_reason_str: ofHistoryMeta('empty_reason_str', z.string().nullable()),
  as_of: ofHistoryMeta('as_of', z.int().min(0).nullable()),
  slot: ofHistoryMeta('slot', z.int().min(0).nullable()),
  tier_str: ofHistoryMeta('tier_str', z.enum(['public', 'key'])),
  methodology: ofHistoryMeta('methodology', z.string()),
  gaps: z.array(historyGapSchema).meta({ description: 'Gaps of the reserves of the rows within the range, oldest first for each reserve.' }),
  gaps_truncated_b: ofHistoryMeta('gaps_truncated_b', z.boolean()),
}).meta({ id: 'HistoryMeta' });
export type HistoryMeta = z.infer<typeof historyMetaSchema>;

const ofReserveSparkline = describing('ReserveSparkline');
export const reserveSparklineSchema = z.strictObject({
  reserve: ofReserveSparkline('reserve', address()),
  supply_apy_f: ofReserveSparkline('supply_apy_f', z.array(z.number().nullable())),
  borrow_apy_f: ofReserveSparkline('borrow_apy_f', z.array(z.number().nullable())),
  utilization_f: ofReserveSparkline('utilization_f', z.array(z.number().nullable())),
  supplied_amount_usd_f: ofReserveSparkline('supplied_amount_usd_f', z.array(z.number().nullable())),
}).meta({ id: 'ReserveSparkline', description: 'The course of one reserve: a number for each point, null where it is not known.' });
export type ReserveSparkline = z.infer<typeof reserveSparklineSchema>;

const ofSparklinesMeta = describing('SparklinesMeta');
export const sparklinesMetaSchema = z.strictObject({
  first_point_timestamp: ofSparklinesMeta('first_point_timestamp', z.int().min(0)),
  step_seconds: ofSparklinesMeta('step_seconds', z.int().min(1)),
  point_count: ofSparklinesMeta('point_count', z.int().min(0)),
  count: ofSparklinesMeta('count', z.int().min(0)),
}).meta({ id: 'SparklinesMeta' });
export type SparklinesMeta = z.infer<typeof sparklinesMetaSchema>;

const ofReserveAt = describing('ReserveAt');
export const reserveAtSchema = z.strictObject({
  timestamp: ofReserveAt('timestamp', z.int().min(0)),
  slot: ofReserveAt('slot', z.int().min(0)),
  reserve: ofReserveAt('reserve', address()),
  lending_market: ofReserveAt('lending_market', address()),
  lending_market_name: ofReserveAt('lending_market_name', z.string()),
  listed_b: ofReserveAt('listed_b', z.boolean()),
  token_address: ofReserveAt('token_address', address()),
  token_symbol: ofReserveAt('token_symbol', z.string()),
  available_amount_f: ofReserveAt('available_amount_f', z.number().min(0)),
  available_amount_usd_f: ofReserveAt('available_amount_usd_f', z.number().min(0).nullable()),
  supplied_amount_f: ofReserveAt('supplied_amount_f', z.number().min(0)),
  supplied_amount_usd_f: ofReserveAt('supplied_amount_usd_f', z.number().min(0).nullable()),
  borrowed_amount_f: ofReserveAt('borrowed_amount_f', z.number().min(0)),
  borrowed_amount_usd_f: ofReserveAt('borrowed_amount_usd_f', z.number().min(0).nullable()),
  utilization_f: ofReserveAt('utilization_f', z.number().min(0)),
  borrow_apr_f: ofReserveAt('borrow_apr_f', z.number().min(0)),
  borrow_apy_f: ofReserveAt('borrow_apy_f', z.number().min(0)),
  supply_apr_f: ofReserveAt('supply_apr_f', z.number().min(0)),
  supply_apy_f: ofReserveAt('supply_apy_f', z.number().min(0)),
  rewards_apr_f: ofReserveAt('rewards_apr_f', z.number().min(0)),
  supply_apy_total_f: ofReserveAt('supply_apy_total_f', z.number().min(0)),
  price_usd_f: ofReserveAt('price_usd_f', z.number().min(0).nullable()),
  accrued_available_amount_raw: ofReserveAt('accrued_available_amount_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  accrued_borrowed_amount_raw: ofReserveAt('accrued_borrowed_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  accrued_total_supply_raw: ofReserveAt('accrued_total_supply_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  accrued_cumulative_borrow_rate_raw: ofReserveAt('accrued_cumulative_borrow_rate_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  collateral_supply_raw: ofReserveAt('collateral_supply_raw', z.string().regex(/^(0|[1-9][0-9]{0,19})$/)),
  evidence_slot: ofReserveAt('evidence_slot', z.int().min(0)),
  evidence_timestamp: ofReserveAt('evidence_timestamp', z.int().min(0)),
  evidence_age_seconds: ofReserveAt('evidence_age_seconds', z.int()),
  proof_str: ofReserveAt('proof_str', z.enum(['same_account', 'later_account', 'index_continuity']).nullable()),
  proven_b: ofReserveAt('proven_b', z.boolean()),
  in_gap_b: ofReserveAt('in_gap_b', z.boolean()),
  gap_reason_str: ofReserveAt('gap_reason_str', z.string().nullable()),
}).meta({ id: 'ReserveAt', description: 'A reserve at one moment, derived from the account that was in force then.' });
export type ReserveAt = z.infer<typeof reserveAtSchema>;

const ofReserveAtMeta = describing('ReserveAtMeta');
export const reserveAtMetaSchema = z.strictObject({
  as_of: ofReserveAtMeta('as_of', z.int().min(0)),
  slot: ofReserveAtMeta('slot', z.int().min(0)),
  methodology: ofReserveAtMeta('methodology', z.string()),
  tier_str: ofReserveAtMeta('tier_str', z.enum(['public', 'key'])),
}).meta({ id: 'ReserveAtMeta' });
export type ReserveAtMeta = z.infer<typeof reserveAtMetaSchema>;

const ofMarketTotals = describing('MarketTotals');
export const marketTotalsSchema = z.strictObject({
  timestamp: ofMarketTotals('timestamp', z.int().min(0).nullable()),
  slot: ofMarketTotals('slot', z.int().min(0).nullable()),
  protocol: ofMarketTotals('protocol', z.string().min(1)),
  lending_market: ofMarketTotals('lending_market', address()),
  lending_market_name: ofMarketTotals('lending_market_name', z.string()),
  listed_b: ofMarketTotals('listed_b', z.boolean()),
  reserve_count: ofMarketTotals('reserve_count', z.int().min(0)),
  active_reserve_count: ofMarketTotals('active_reserve_count', z.int().min(0)),
  obsolete_reserve_count: ofMarketTotals('obsolete_reserve_count', z.int().min(0)),
  hidden_reserve_count: ofMarketTotals('hidden_reserve_count', z.int().min(0)),
  missing_reserve_count: ofMarketTotals('missing_reserve_count', z.int().min(0)),
  priced_reserve_count: ofMarketTotals('priced_reserve_count', z.int().min(0)),
  unpriced_reserve_count: ofMarketTotals('unpriced_reserve_count', z.int().min(0)),
  supplied_usd_f: ofMarketTotals('supplied_usd_f', z.number().min(0).nullable()),
  borrowed_usd_f: ofMarketTotals('borrowed_usd_f', z.number().min(0).nullable()),
  available_usd_f: ofMarketTotals('available_usd_f', z.number().min(0).nullable()),
  tvl_usd_f: ofMarketTotals('tvl_usd_f', z.number().nullable()),
  utilization_f: ofMarketTotals('utilization_f', z.number().min(0).nullable()),
  supply_apy_wavg_f: ofMarketTotals('supply_apy_wavg_f', z.number().min(0).nullable()),
  borrow_apy_wavg_f: ofMarketTotals('borrow_apy_wavg_f', z.number().min(0).nullable()),
  usable_price_share_f: ofMarketTotals('usable_price_share_f', z.number().min(0).nullable()),
  unjudged_reserve_count: ofMarketTotals('unjudged_reserve_count', z.int().min(0)),
  fresh_price_share_f: ofMarketTotals('fresh_price_share_f', z.number().min(0).nullable()),
  ageless_reserve_count: ofMarketTotals('ageless_reserve_count', z.int().min(0)),
  oldest_input_age_seconds: ofMarketTotals('oldest_input_age_seconds', z.int().min(0).nullable()),
  oldest_price_age_seconds: ofMarketTotals('oldest_price_age_seconds', z.int().nullable()),
  unpriced_reserves: ofMarketTotals('unpriced_reserves', z.array(address())),
  price_basis_str: ofMarketTotals('price_basis_str', z.enum(['protocol', 'aggregate'])),
}).meta({ id: 'MarketTotals', description: 'What all reserves of one lending market hold at their newest slots.' });
export type MarketTotals = z.infer<typeof marketTotalsSchema>;

const ofTokenTotals = describing('TokenTotals');
export const tokenTotalsSchema = z.strictObject({
  timestamp: ofTokenTotals('timestamp', z.int().min(0).nullable()),
  slot: ofTokenTotals('slot', z.int().min(0).nullable()),
  token_address: ofTokenTotals('token_address', address()),
  token_symbol: ofTokenTotals('token_symbol', z.string()),
  token_decimals: ofTokenTotals('token_decimals', z.int().min(0)),
  reserve_count: ofTokenTotals('reserve_count', z.int().min(0)),
  active_reserve_count: ofTokenTotals('active_reserve_count', z.int().min(0)),
  obsolete_reserve_count: ofTokenTotals('obsolete_reserve_count', z.int().min(0)),
  hidden_reserve_count: ofTokenTotals('hidden_reserve_count', z.int().min(0)),
  missing_reserve_count: ofTokenTotals('missing_reserve_count', z.int().min(0)),
  priced_reserve_count: ofTokenTotals('priced_reserve_count', z.int().min(0)),
  unpriced_reserve_count: ofTokenTotals('unpriced_reserve_count', z.int().min(0)),
  unlisted_reserve_count: ofTokenTotals('unlisted_reserve_count', z.int().min(0)),
  unlisted_supplied_usd_f: ofTokenTotals('unlisted_supplied_usd_f', z.number().min(0).nullable()),
  unlisted_borrowed_usd_f: ofTokenTotals('unlisted_borrowed_usd_f', z.number().min(0).nullable()),
  wrapped_reserve_count: ofTokenTotals('wrapped_reserve_count', z.int().min(0)),
  supplied_amount_f: ofTokenTotals('supplied_amount_f', z.number().min(0).nullable()),
  borrowed_amount_f: ofTokenTotals('borrowed_amount_f', z.number().min(0).nullable()),
  available_amount_f: ofTokenTotals('available_amount_f', z.number().min(0).nullable()),
  supplied_usd_f: ofTokenTotals('supplied_usd_f', z.number().min(0).nullable()),
  borrowed_usd_f: ofTokenTotals('borrowed_usd_f', z.number().min(0).nullable()),
  available_usd_f: ofTokenTotals('available_usd_f', z.number().min(0).nullable()),
  tvl_usd_f: ofTokenTotals('tvl_usd_f', z.number().nullable()),
  utilization_f: ofTokenTotals('utilization_f', z.number().min(0).nullable()),
  supply_apy_wavg_f: ofTokenTotals('supply_apy_wavg_f', z.number().min(0).nullable()),
  borrow_apy_wavg_f: ofTokenTotals('borrow_apy_wavg_f', z.number().min(0).nullable()),
  usable_price_share_f: ofTokenTotals('usable_price_share_f', z.number().min(0).nullable()),
  unjudged_reserve_count: ofTokenTotals('unjudged_reserve_count', z.int().min(0)),
  fresh_price_share_f: ofTokenTotals('fresh_price_share_f', z.number().min(0).nullable()),
  ageless_reserve_count: ofTokenTotals('ageless_reserve_count', z.int().min(0)),
  oldest_input_age_seconds: ofTokenTotals('oldest_input_age_seconds', z.int().min(0).nullable()),
  oldest_price_age_seconds: ofTokenTotals('oldest_price_age_seconds', z.int().nullable()),
  unpriced_reserves: ofTokenTotals('unpriced_reserves', z.array(address())),
  price_basis_str: ofTokenTotals('price_basis_str', z.enum(['protocol', 'aggregate'])),
  unpriced_supply_share_f: ofTokenTotals('unpriced_supply_share_f', z.number().min(0).nullable()),
}).meta({ id: 'TokenTotals', description: 'What the reserves of one token in listed markets hold at their newest slots.' });
export type TokenTotals = z.infer<typeof tokenTotalsSchema>;

const ofProtocolTotals = describing('ProtocolTotals');
export const protocolTotalsSchema = z.strictObject({
  timestamp: ofProtocolTotals('timestamp', z.int().min(0).nullable()),
  slot: ofProtocolTotals('slot', z.int().min(0).nullable()),
  protocol: ofProtocolTotals('protocol', z.string().min(1)),
  reserve_count: ofProtocolTotals('reserve_count', z.int().min(0)),
  active_reserve_count: ofProtocolTotals('active_reserve_count', z.int().min(0)),
  obsolete_reserve_count: ofProtocolTotals('obsolete_reserve_count', z.int().min(0)),
  hidden_reserve_count: ofProtocolTotals('hidden_reserve_count', z.int().min(0)),
  missing_reserve_count: ofProtocolTotals('missing_reserve_count', z.int().min(0)),
  priced_reserve_count: ofProtocolTotals('priced_reserve_count', z.int().min(0)),
  unpriced_reserve_count: ofProtocolTotals('unpriced_reserve_count', z.int().min(0)),
  unlisted_reserve_count: ofProtocolTotals('unlisted_reserve_count', z.int().min(0)),
  unlisted_supplied_usd_f: ofProtocolTotals('unlisted_supplied_usd_f', z.number().min(0).nullable()),
  unlisted_borrowed_usd_f: ofProtocolTotals('unlisted_borrowed_usd_f', z.number().min(0).nullable()),
  wrapped_reserve_count: ofProtocolTotals('wrapped_reserve_count', z.int().min(0)),
  supplied_usd_f: ofProtocolTotals('supplied_usd_f', z.number().min(0).nullable()),
  borrowed_usd_f: ofProtocolTotals('borrowed_usd_f', z.number().min(0).nullable()),
  available_usd_f: ofProtocolTotals('available_usd_f', z.number().min(0).nullable()),
  tvl_usd_f: ofProtocolTotals('tvl_usd_f', z.number().nullable()),
  utilization_f: ofProtocolTotals('utilization_f', z.number().min(0).nullable()),
  supply_apy_wavg_f: ofProtocolTotals('supply_apy_wavg_f', z.number().min(0).nullable()),
  borrow_apy_wavg_f: ofProtocolTotals('borrow_apy_wavg_f', z.number().min(0).nullable()),
  usable_price_share_f: ofProtocolTotals('usable_price_share_f', z.number().min(0).nullable()),
  unjudged_reserve_count: ofProtocolTotals('unjudged_reserve_count', z.int().min(0)),
  fresh_price_share_f: ofProtocolTotals('fresh_price_share_f', z.number().min(0).nullable()),
  ageless_reserve_count: ofProtocolTotals('ageless_reserve_count', z.int().min(0)),
  oldest_input_age_seconds: ofProtocolTotals('oldest_input_age_seconds', z.int().min(0).nullable()),
  oldest_price_age_seconds: ofProtocolTotals('oldest_price_age_seconds', z.int().nullable()),
  unpriced_reserves: ofProtocolTotals('unpriced_reserves', z.array(address())),
  price_basis_str: ofProtocolTotals('price_basis_str', z.enum(['protocol', 'aggregate'])),
}).meta({ id: 'ProtocolTotals', description: 'What the reserves of a protocol, or of all protocols, in listed markets hold at their newest slots.' });
export type ProtocolTotals = z.infer<typeof protocolTotalsSchema>;

const ofMarketHistoryRow = describing('MarketHistoryRow');
const marketHistoryRowColumns = z.strictObject({
  timestamp: ofMarketHistoryRow('timestamp', z.int().min(0)),
  lending_market: ofMarketHistoryRow('lending_market', address()),
  lending_market_name: ofMarketHistoryRow('lending_market_name', z.string()),
  reserves_expected: ofMarketHistoryRow('reserves_expected', z.int().min(0)),
  reserves_observed: ofMarketHistoryRow('reserves_observed', z.int().min(0)),
  missing_reserve_count: ofMarketHistoryRow('missing_reserve_count', z.int().min(0)),
  priced_reserve_count: ofMarketHistoryRow('priced_reserve_count', z.int().min(0)),
  unpriced_reserve_count: ofMarketHistoryRow('unpriced_reserve_count', z.int().min(0)),
  supplied_usd_f: ofMarketHistoryRow('supplied_usd_f', z.number().min(0).nullable()),
  borrowed_usd_f: ofMarketHistoryRow('borrowed_usd_f', z.number().min(0).nullable()),
  available_usd_f: ofMarketHistoryRow('available_usd_f', z.number().min(0).nullable()),
  tvl_usd_f: ofMarketHistoryRow('tvl_usd_f', z.number().nullable()),
  utilization_f: ofMarketHistoryRow('utilization_f', z.number().min(0).nullable()),
  supply_apy_wavg_f: ofMarketHistoryRow('supply_apy_wavg_f', z.number().min(0).nullable()),
  borrow_apy_wavg_f: ofMarketHistoryRow('borrow_apy_wavg_f', z.number().min(0).nullable()),
  usable_price_share_f: ofMarketHistoryRow('usable_price_share_f', z.number().min(0).nullable()),
  unjudged_reserve_count: ofMarketHistoryRow('unjudged_reserve_count', z.int().min(0)),
  oldest_price_age_seconds: ofMarketHistoryRow('oldest_price_age_seconds', z.int().nullable()),
  unpriced_reserves: ofMarketHistoryRow('unpriced_reserves', z.array(address())),
  coverage_f: ofMarketHistoryRow('coverage_f', z.number().min(0).max(1).nullable()),
  quality_str: ofMarketHistoryRow('quality_str', z.enum(['ok', 'partial', 'missing'])),
  gap_reason_str: ofMarketHistoryRow('gap_reason_str', z.string().nullable()),
  final_b: ofMarketHistoryRow('final_b', z.boolean()),
});
export const marketHistoryRowSchema = marketHistoryRowColumns.partial().meta({ id: 'MarketHistoryRow', description: 'All reserves of a lending market at the close of a bucket. All columns are there unless the parameter fields names some.' });
export type MarketHistoryRow = z.infer<typeof marketHistoryRowColumns>;
/** Columns of the rows in their order. */
export const MARKET_HISTORY_COLUMNS: readonly FieldName[] = [
  'timestamp',
  'lending_market',
  'lending_market_name',
  'reserves_expected',
  'reserves_observed',
  'missing_reserve_count',
  'priced_reserve_count',
  'unpriced_reserve_count',
  'supplied_usd_f',
  'borrowed_usd_f',
  'available_usd_f',
  'tvl_usd_f',
  'utilization_f',
  'supply_apy_wavg_f',
  'borrow_apy_wavg_f',
  'usable_price_share_f',
  'unjudged_reserve_count',
  'oldest_price_age_seconds',
  'unpriced_reserves',
  'coverage_f',
  'quality_str',
  'gap_reason_str',
  'final_b',
];

const ofTokenHistoryRow = describing('TokenHistoryRow');
const tokenHistoryRowColumns = z.strictObject({
  timestamp: ofTokenHistoryRow('timestamp', z.int().min(0)),
  token_address: ofTokenHistoryRow('token_address', address()),
  token_symbol: ofTokenHistoryRow('token_symbol', z.string()),
  token_decimals: ofTokenHistoryRow('token_decimals', z.int().min(0)),
  reserves_expected: ofTokenHistoryRow('reserves_expected', z.int().min(0)),
  reserves_observed: ofTokenHistoryRow('reserves_observed', z.int().min(0)),
  missing_reserve_count: ofTokenHistoryRow('missing_reserve_count', z.int().min(0)),
  priced_reserve_count: ofTokenHistoryRow('priced_reserve_count', z.int().min(0)),
  unpriced_reserve_count: ofTokenHistoryRow('unpriced_reserve_count', z.int().min(0)),
  unlisted_reserve_count: ofTokenHistoryRow('unlisted_reserve_count', z.int().min(0)),
  unlisted_supplied_usd_f: ofTokenHistoryRow('unlisted_supplied_usd_f', z.number().min(0).nullable()),
  unlisted_borrowed_usd_f: ofTokenHistoryRow('unlisted_borrowed_usd_f', z.number().min(0).nullable()),
  wrapped_reserve_count: ofTokenHistoryRow('wrapped_reserve_count', z.int().min(0)),
  supplied_amount_f: ofTokenHistoryRow('supplied_amount_f', z.number().min(0).nullable()),
  borrowed_amount_f: ofTokenHistoryRow('borrowed_amount_f', z.number().min(0).nullable()),
  available_amount_f: ofTokenHistoryRow('available_amount_f', z.number().min(0).nullable()),
  supplied_usd_f: ofTokenHistoryRow('supplied_usd_f', z.number().min(0).nullable()),
  borrowed_usd_f: ofTokenHistoryRow('borrowed_usd_f', z.number().min(0).nullable()),
  available_usd_f: ofTokenHistoryRow('available_usd_f', z.number().min(0).nullable()),
  tvl_usd_f: ofTokenHistoryRow('tvl_usd_f', z.number().nullable()),
  utilization_f: ofTokenHistoryRow('utilization_f', z.number().min(0).nullable()),
  supply_apy_wavg_f: ofTokenHistoryRow('supply_apy_wavg_f', z.number().min(0).nullable()),
  borrow_apy_wavg_f: ofTokenHistoryRow('borrow_apy_wavg_f', z.number().min(0).nullable()),
  usable_price_share_f: ofTokenHistoryRow('usable_price_share_f', z.number().min(0).nullable()),
  unjudged_reserve_count: ofTokenHistoryRow('unjudged_reserve_count', z.int().min(0)),
  oldest_price_age_seconds: ofTokenHistoryRow('oldest_price_age_seconds', z.int().nullable()),
  unpriced_reserves: ofTokenHistoryRow('unpriced_reserves', z.array(address())),
  unpriced_supply_share_f: ofTokenHistoryRow('unpriced_supply_share_f', z.number().min(0).nullable()),
  coverage_f: ofTokenHistoryRow('coverage_f', z.number().min(0).max(1).nullable()),
  quality_str: ofTokenHistoryRow('quality_str', z.enum(['ok', 'partial', 'missing'])),
  gap_reason_str: ofTokenHistoryRow('gap_reason_str', z.string().nullable()),
  final_b: ofTokenHistoryRow('final_b', z.boolean()),
});
export const tokenHistoryRowSchema = tokenHistoryRowColumns.partial().meta({ id: 'TokenHistoryRow', description: 'The reserves of a token in listed markets at the close of a bucket. All columns are there unless the parameter fields names some.' });
export type TokenHistoryRow = z.infer<typeof tokenHistoryRowColumns>;
/** Columns of the rows in their order. */
export const TOKEN_HISTORY_COLUMNS: readonly FieldName[] = [
  'timestamp',
  'token_address',
  'token_symbol',
  'token_decimals',
  'reserves_expected',
  'reserves_observed',
  'missing_reserve_count',
  'priced_reserve_count',
  'unpriced_reserve_count',
  'unlisted_reserve_count',
  'unlisted_supplied_usd_f',
  'unlisted_borrowed_usd_f',
  'wrapped_reserve_count',
  'supplied_amount_f',
  'borrowed_amount_f',
  'available_amount_f',
  'supplied_usd_f',
  'borrowed_usd_f',
  'available_usd_f',
  'tvl_usd_f',
  'utilization_f',
  'supply_apy_wavg_f',
  'borrow_apy_wavg_f',
  'usable_price_share_f',
  'unjudged_reserve_count',
  'oldest_price_age_seconds',
  'unpriced_reserves',
  'unpriced_supply_share_f',
  'coverage_f',
  'quality_str',
  'gap_reason_str',
  'final_b',
];

const ofProtocolHistoryRow = describing('ProtocolHistoryRow');
const protocolHistoryRowColumns = z.strictObject({
  timestamp: ofProtocolHistoryRow('timestamp', z.int().min(0)),
  protocol: ofProtocolHistoryRow('protocol', z.string().min(1)),
  reserves_expected: ofProtocolHistoryRow('reserves_expected', z.int().min(0)),
  reserves_observed: ofProtocolHistoryRow('reserves_observed', z.int().min(0)),
  missing_reserve_count: ofProtocolHistoryRow('missing_reserve_count', z.int().min(0)),
  priced_reserve_count: ofProtocolHistoryRow('priced_reserve_count', z.int().min(0)),
  unpriced_reserve_count: ofProtocolHistoryRow('unpriced_reserve_count', z.int().min(0)),
  unlisted_reserve_count: ofProtocolHistoryRow('unlisted_reserve_count', z.int().min(0)),
  unlisted_supplied_usd_f: ofProtocolHistoryRow('unlisted_supplied_usd_f', z.number().min(0).nullable()),
  unlisted_borrowed_usd_f: ofProtocolHistoryRow('unlisted_borrowed_usd_f', z.number().min(0).nullable()),
  wrapped_reserve_count: ofProtocolHistoryRow('wrapped_reserve_count', z.int().min(0)),
  supplied_usd_f: ofProtocolHistoryRow('supplied_usd_f', z.number().min(0).nullable()),
  borrowed_usd_f: ofProtocolHistoryRow('borrowed_usd_f', z.number().min(0).nullable()),
  available_usd_f: ofProtocolHistoryRow('available_usd_f', z.number().min(0).nullable()),
  tvl_usd_f: ofProtocolHistoryRow('tvl_usd_f', z.number().nullable()),
  utilization_f: ofProtocolHistoryRow('utilization_f', z.number().min(0).nullable()),
  supply_apy_wavg_f: ofProtocolHistoryRow('supply_apy_wavg_f', z.number().min(0).nullable()),
  borrow_apy_wavg_f: ofProtocolHistoryRow('borrow_apy_wavg_f', z.number().min(0).nullable()),
  usable_price_share_f: ofProtocolHistoryRow('usable_price_share_f', z.number().min(0).nullable()),
  unjudged_reserve_count: ofProtocolHistoryRow('unjudged_reserve_count', z.int().min(0)),
  oldest_price_age_seconds: ofProtocolHistoryRow('oldest_price_age_seconds', z.int().nullable()),
  unpriced_reserves: ofProtocolHistoryRow('unpriced_reserves', z.array(address())),
  coverage_f: ofProtocolHistoryRow('coverage_f', z.number().min(0).max(1).nullable()),
  quality_str: ofProtocolHistoryRow('quality_str', z.enum(['ok', 'partial', 'missing'])),
  gap_reason_str: ofProtocolHistoryRow('gap_reason_str', z.string().nullable()),
  final_b: ofProtocolHistoryRow('final_b', z.boolean()),
});
export const protocolHistoryRowSchema = protocolHistoryRowColumns.partial().meta({ id: 'ProtocolHistoryRow', description: 'The reserves of a protocol, or of all protocols, in listed markets at the close of a bucket. All columns are there unless the parameter fields names some.' });
export type ProtocolHistoryRow = z.infer<typeof protocolHistoryRowColumns>;
/** Columns of the rows in their order. */
export const PROTOCOL_HISTORY_COLUMNS: readonly FieldName[] = [
  'timestamp',
  'protocol',
  'reserves_expected',
  'reserves_observed',
  'missing_reserve_count',
  'priced_reserve_count',
  'unpriced_reserve_count',
  'unlisted_reserve_count',
  'unlisted_supplied_usd_f',
  'unlisted_borrowed_usd_f',
  'wrapped_reserve_count',
  'supplied_usd_f',
  'borrowed_usd_f',
  'available_usd_f',
  'tvl_usd_f',
  'utilization_f',
  'supply_apy_wavg_f',
  'borrow_apy_wavg_f',
  'usable_price_share_f',
  'unjudged_reserve_count',
  'oldest_price_age_seconds',
  'unpriced_reserves',
  'coverage_f',
  'quality_str',
  'gap_reason_str',
  'final_b',
];

const ofAggregateHistoryMeta = describing('AggregateHistoryMeta');
export const aggregateHistoryMetaSchema = z.strictObject({
  from: ofAggregateHistoryMeta('from', z.int().min(0)),
  to: ofAggregateHistoryMeta('to', z.int().min(0)),
  interval_str: ofAggregateHistoryMeta('interval_str', z.enum(['1h', '4h', '1d'])),
  count: ofAggregateHistoryMeta('count', z.int().min(0)),
  next_cursor: ofAggregateHistoryMeta('next_cursor', z.string().nullable()),
  empty_reason_str: ofAggregateHistoryMeta('empty_reason_str', z.string().nullable()),
  tier_str: ofAggregateHistoryMeta('tier_str', z.enum(['public', 'key'])),
  methodology: ofAggregateHistoryMeta('methodology', z.string()),
}).meta({ id: 'AggregateHistoryMeta' });
export type AggregateHistoryMeta = z.infer<typeof aggregateHistoryMetaSchema>;

const ofBenchmarkRateRow = describing('BenchmarkRateRow');
const benchmarkRateRowColumns = z.strictObject({
  timestamp: ofBenchmarkRateRow('timestamp', z.int().min(0)),
  kind_str: ofBenchmarkRateRow('kind_str', z.enum(['bucket', 'latest'])),
  tracked_supply_usd_f: ofBenchmarkRateRow('tracked_supply_usd_f', z.number().min(0).nullable()),
  tracked_borrow_usd_f: ofBenchmarkRateRow('tracked_borrow_usd_f', z.number().min(0).nullable()),
  supply_apy_wavg_f: ofBenchmarkRateRow('supply_apy_wavg_f', z.number().min(0).nullable()),
  borrow_apy_wavg_f: ofBenchmarkRateRow('borrow_apy_wavg_f', z.number().min(0).nullable()),
  supply_apr_wavg_f: ofBenchmarkRateRow('supply_apr_wavg_f', z.number().min(0).nullable()),
  borrow_apr_wavg_f: ofBenchmarkRateRow('borrow_apr_wavg_f', z.number().min(0).nullable()),
  reserves_expected: ofBenchmarkRateRow('reserves_expected', z.int().min(0)),
  reserves_observed: ofBenchmarkRateRow('reserves_observed', z.int().min(0)),
  reserves_included: ofBenchmarkRateRow('reserves_included', z.int().min(0)),
  excluded_reserve_count: ofBenchmarkRateRow('excluded_reserve_count', z.int().min(0)),
  missing_reserve_count: ofBenchmarkRateRow('missing_reserve_count', z.int().min(0)),
  included_protocols: ofBenchmarkRateRow('included_protocols', z.array(z.string())),
  included_token_addresses: ofBenchmarkRateRow('included_token_addresses', z.array(address())),
  coverage_f: ofBenchmarkRateRow('coverage_f', z.number().min(0).max(1).nullable()),
  quality_str: ofBenchmarkRateRow('quality_str', z.enum(['ok', 'partial', 'missing'])),
  gap_reason_str: ofBenchmarkRateRow('gap_reason_str', z.string().nullable()),
  final_b: ofBenchmarkRateRow('final_b', z.boolean()),
});
export const benchmarkRateRowSchema = benchmarkRateRowColumns.partial().meta({ id: 'BenchmarkRateRow', description: 'The supply-weighted rate of US dollars at the close of a bucket, or now. All columns are there unless the parameter fields names some.' });
export type BenchmarkRateRow = z.infer<typeof benchmarkRateRowColumns>;
/** Columns of the rows in their order. */
export const BENCHMARK_RATE_COLUMNS: readonly FieldName[] = [
  'timestamp',
  'kind_str',
  'tracked_supply_usd_f',
  'tracked_borrow_usd_f',
  'supply_apy_wavg_f',
  'borrow_apy_wavg_f',
  'supply_apr_wavg_f',
  'borrow_apr_wavg_f',
  'reserves_expected',
  'reserves_observed',
  'reserves_included',
  'excluded_reserve_count',
  'missing_reserve_count',
  'included_protocols',
  'included_token_addresses',
  'coverage_f',
  'quality_str',
  'gap_reason_str',
  'final_b',
];

const ofBenchmarkToken = describing('BenchmarkToken');
export const benchmarkTokenSchema = z.strictObject({
  token_address: ofBenchmarkToken('token_address', address()),
  token_symbol: ofBenchmarkToken('token_symbol', z.string()),
}).meta({ id: 'BenchmarkToken', description: 'A token that counts as US dollars.' });
export type BenchmarkToken = z.infer<typeof benchmarkTokenSchema>;

const ofBenchmarkExclusion = describing('BenchmarkExclusion');
export const benchmarkExclusionSchema = z.strictObject({
  reserve: ofBenchmarkExclusion('reserve', address()),
  token_address: ofBenchmarkExclusion('token_address', address()),
  exclusion_reason_str: ofBenchmarkExclusion('exclusion_reason_str', z.enum(['no_price', 'price_out_of_band'])),
  excluded_buckets: ofBenchmarkExclusion('excluded_buckets', z.int().min(0)),
  from: ofBenchmarkExclusion('from', z.int().min(0)),
  to: ofBenchmarkExclusion('to', z.int().min(0)),
}).meta({ id: 'BenchmarkExclusion', description: 'A reserve that was left out of averages of the answer, and why.' });
export type BenchmarkExclusion = z.infer<typeof benchmarkExclusionSchema>;

const ofBenchmarkMeta = describing('BenchmarkMeta');
export const benchmarkMetaSchema = z.strictObject({
  from: ofBenchmarkMeta('from', z.int().min(0)),
  to: ofBenchmarkMeta('to', z.int().min(0)),
  interval_str: ofBenchmarkMeta('interval_str', z.enum(['1h', '1d'])),
  count: ofBenchmarkMeta('count', z.int().min(0)),
  next_cursor: ofBenchmarkMeta('next_cursor', z.string().nullable()),
  empty_reason_str: ofBenchmarkMeta('empty_reason_str', z.string().nullable()),
  tier_str: ofBenchmarkMeta('tier_str', z.enum(['public', 'key'])),
  methodology: ofBenchmarkMeta('methodology', z.string()),
  tokens: z.array(benchmarkTokenSchema).meta({ description: 'Tokens that count as US dollars, by mint address.' }),
  excluded: z.array(benchmarkExclusionSchema).meta({ description: 'Reserves that averages of the buckets of the answer were made without.' }),
}).meta({ id: 'BenchmarkMeta' });
export type BenchmarkMeta = z.infer<typeof benchmarkMetaSchema>;

const ofFeesRow = describing('FeesRow');
const feesRowColumns = z.strictObject({
  timestamp: ofFeesRow('timestamp', z.int().min(0)),
  lending_market: ofFeesRow('lending_market', address()),
  lending_market_name: ofFeesRow('lending_market_name', z.string()),
  reserve: ofFeesRow('reserve', address()),
  token_address: ofFeesRow('token_address', address()),
  token_symbol: ofFeesRow('token_symbol', z.string()),
  interest_usd_f: ofFeesRow('interest_usd_f', z.number().min(0).nullable()),
  interest_supply_side_usd_f: ofFeesRow('interest_supply_side_usd_f', z.number().min(0).nullable()),
  interest_protocol_usd_f: ofFeesRow('interest_protocol_usd_f', z.number().min(0).nullable()),
  interest_referrer_max_usd_f: ofFeesRow('interest_referrer_max_usd_f', z.number().min(0).nullable()),
  interest_host_usd_f: ofFeesRow('interest_host_usd_f', z.number().min(0).nullable()),
  liquidation_fees_usd_f: ofFeesRow('liquidation_fees_usd_f', z.null()),
  liquidation_protocol_usd_f: ofFeesRow('liquidation_protocol_usd_f', z.null()),
  origination_fees_usd_f: ofFeesRow('origination_fees_usd_f', z.null()),
  flash_loan_fees_usd_f: ofFeesRow('flash_loan_fees_usd_f', z.null()),
  fees_usd_f: ofFeesRow('fees_usd_f', z.number().min(0).nullable()),
  revenue_usd_f: ofFeesRow('revenue_usd_f', z.number().min(0).nullable()),
  supply_side_usd_f: ofFeesRow('supply_side_usd_f', z.number().min(0).nullable()),
  interest_usd_raw: ofFeesRow('interest_usd_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  interest_supply_side_usd_raw: ofFeesRow('interest_supply_side_usd_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  interest_protocol_usd_raw: ofFeesRow('interest_protocol_usd_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  interest_referrer_max_usd_raw: ofFeesRow('interest_referrer_max_usd_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  interest_host_usd_raw: ofFeesRow('interest_host_usd_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  interest_f: ofFeesRow('interest_f', z.number().min(0).nullable()),
  interest_supply_side_f: ofFeesRow('interest_supply_side_f', z.number().min(0).nullable()),
  interest_protocol_f: ofFeesRow('interest_protocol_f', z.number().min(0).nullable()),
  interest_referrer_max_f: ofFeesRow('interest_referrer_max_f', z.number().min(0).nullable()),
  interest_host_f: ofFeesRow('interest_host_f', z.number().min(0).nullable()),
  interest_raw: ofFeesRow('interest_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  interest_supply_side_raw: ofFeesRow('interest_supply_side_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  interest_protocol_raw: ofFeesRow('interest_protocol_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  interest_referrer_max_raw: ofFeesRow('interest_referrer_max_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  interest_host_raw: ofFeesRow('interest_host_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  coverage_f: ofFeesRow('coverage_f', z.number().min(0).max(1).nullable()),
  coverage_str: ofFeesRow('coverage_str', z.enum(['interest_only'])),
  unpriced_reserve_count: ofFeesRow('unpriced_reserve_count', z.int().min(0)),
  unknown_reserve_count: ofFeesRow('unknown_reserve_count', z.int().min(0)),
  final_b: ofFeesRow('final_b', z.boolean()),
  gap_reason_str: ofFeesRow('gap_reason_str', z.string().nullable()),
});
export const feesRowSchema = feesRowColumns.partial().meta({ id: 'FeesRow', description: 'Fees of one group in one period. Market and reserve stand only in rows that are grouped by them, amounts in tokens only in those of reserves, and with the parameter fields only what it names.' });
export type FeesRow = z.infer<typeof feesRowSchema>;
/** Columns of the rows in their order. */
export const FEES_COLUMNS: readonly FieldName[] = [
  'timestamp',
  'lending_market',
  'lending_market_name',
  'reserve',
  'token_address',
  'token_symbol',
  'interest_usd_f',
  'interest_supply_side_usd_f',
  'interest_protocol_usd_f',
  'interest_referrer_max_usd_f',
  'interest_host_usd_f',
  'liquidation_fees_usd_f',
  'liquidation_protocol_usd_f',
  'origination_fees_usd_f',
  'flash_loan_fees_usd_f',
  'fees_usd_f',
  'revenue_usd_f',
  'supply_side_usd_f',
  'interest_usd_raw',
  'interest_supply_side_usd_raw',
  'interest_protocol_usd_raw',
  'interest_referrer_max_usd_raw',
  'interest_host_usd_raw',
  'interest_f',
  'interest_supply_side_f',
  'interest_protocol_f',
  'interest_referrer_max_f',
  'interest_host_f',
  'interest_raw',
  'interest_supply_side_raw',
  'interest_protocol_raw',
  'interest_referrer_max_raw',
  'interest_host_raw',
  'coverage_f',
  'coverage_str',
  'unpriced_reserve_count',
  'unknown_reserve_count',
  'final_b',
  'gap_reason_str',
];

const ofFeesMeta = describing('FeesMeta');
export const feesMetaSchema = z.strictObject({
  from: ofFeesMeta('from', z.int().min(0)),
  to: ofFeesMeta('to', z.int().min(0)),
  interval_str: ofFeesMeta('interval_str', z.enum(['1h', '4h', '1d'])),
  group_by_str: ofFeesMeta('group_by_str', z.enum(['protocol', 'market', 'reserve'])),
  cumulative_b: ofFeesMeta('cumulative_b', z.boolean()),
  coverage_str: ofFeesMeta('coverage_str', z.enum(['interest_only'])),
  count: ofFeesMeta('count', z.int().min(0)),
  next_cursor: ofFeesMeta('next_cursor', z.string().nullable()),
  empty_reason_str: ofFeesMeta('empty_reason_str', z.string().nullable()),
}).meta({ id: 'FeesMeta' });
export type FeesMeta = z.infer<typeof feesMetaSchema>;

const ofPrice = describing('Price');
export const priceSchema = z.strictObject({
  timestamp: ofPrice('timestamp', z.int().min(0).nullable()),
  slot: ofPrice('slot', z.int().min(0).nullable()),
  token_address: ofPrice('token_address', address()),
  token_symbol: ofPrice('token_symbol', z.string()),
  price_usd_f: ofPrice('price_usd_f', z.number().min(0).nullable()),
  price_usd_raw: ofPrice('price_usd_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  status_str: ofPrice('status_str', z.string().min(1)),
  published_timestamp: ofPrice('published_timestamp', z.int().min(0).nullable()),
  price_age_seconds: ofPrice('price_age_seconds', z.int().nullable()),
  source_count: ofPrice('source_count', z.int().min(0)),
  used_source_count: ofPrice('used_source_count', z.int().min(0)),
  spread_bps_f: ofPrice('spread_bps_f', z.number().min(0).nullable()),
  price_confidence_usd_f: ofPrice('price_confidence_usd_f', z.number().min(0).nullable()),
}).meta({ id: 'Price', description: 'The newest price of a token. An unknown token is a row with the status missing.' });
export type Price = z.infer<typeof priceSchema>;

const ofPriceLeg = describing('PriceLeg');
export const priceLegSchema = z.strictObject({
  leg_place: ofPriceLeg('leg_place', z.string()),
  leg_kind_str: ofPriceLeg('leg_kind_str', z.string().min(1).nullable()),
  leg_value_raw: ofPriceLeg('leg_value_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/)),
  published_timestamp: ofPriceLeg('published_timestamp', z.int().min(0).nullable()),
}).meta({ id: 'PriceLeg', description: 'One of the prices that a price was multiplied from.' });
export type PriceLeg = z.infer<typeof priceLegSchema>;

const ofPriceSource = describing('PriceSource');
export const priceSourceSchema = z.strictObject({
  timestamp: ofPriceSource('timestamp', z.int().min(0).nullable()),
  slot: ofPriceSource('slot', z.int().min(0).nullable()),
  token_address: ofPriceSource('token_address', address()),
  token_symbol: ofPriceSource('token_symbol', z.string()),
  source_str: ofPriceSource('source_str', z.string().min(1)),
  feed: ofPriceSource('feed', z.string().min(1)),
  price_account: ofPriceSource('price_account', address().nullable()),
  price_usd_f: ofPriceSource('price_usd_f', z.number().min(0).nullable()),
  price_usd_raw: ofPriceSource('price_usd_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  price_confidence_usd_f: ofPriceSource('price_confidence_usd_f', z.number().min(0).nullable()),
  average_price_usd_f: ofPriceSource('average_price_usd_f', z.number().min(0).nullable()),
  published_timestamp: ofPriceSource('published_timestamp', z.int().min(0).nullable()),
  price_age_seconds: ofPriceSource('price_age_seconds', z.int().nullable()),
  verification_str: ofPriceSource('verification_str', z.enum(['full', 'partial']).nullable()),
  used_b: ofPriceSource('used_b', z.boolean()),
  unused_reason_str: ofPriceSource('unused_reason_str', z.string().min(1).nullable()),
  weight_f: ofPriceSource('weight_f', z.number().min(0).nullable()),
  deviation_bps_f: ofPriceSource('deviation_bps_f', z.number().nullable()),
  roots: ofPriceSource('roots', z.array(z.string())),
  legs: z.array(priceLegSchema).meta({ description: 'The prices that it was multiplied from; empty where it was not.' }),
}).meta({ id: 'PriceSource', description: 'What one feed says of a token, and whether the price of the token was made of it.' });
export type PriceSource = z.infer<typeof priceSourceSchema>;

const ofPriceAt = describing('PriceAt');
export const priceAtSchema = z.strictObject({
  timestamp: ofPriceAt('timestamp', z.int().min(0)),
  token_address: ofPriceAt('token_address', address()),
  token_symbol: ofPriceAt('token_symbol', z.string()),
  price_usd_f: ofPriceAt('price_usd_f', z.number().min(0).nullable()),
  price_usd_raw: ofPriceAt('price_usd_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  status_str: ofPriceAt('status_str', z.string().min(1)),
  published_timestamp: ofPriceAt('published_timestamp', z.int().min(0).nullable()),
  price_age_seconds: ofPriceAt('price_age_seconds', z.int().nullable()),
  source_count: ofPriceAt('source_count', z.int().min(0)),
  used_source_count: ofPriceAt('used_source_count', z.int().min(0)),
  spread_bps_f: ofPriceAt('spread_bps_f', z.number().min(0).nullable()),
  price_confidence_usd_f: ofPriceAt('price_confidence_usd_f', z.number().min(0).nullable()),
  evidence_slot: ofPriceAt('evidence_slot', z.int().min(0).nullable()),
  evidence_timestamp: ofPriceAt('evidence_timestamp', z.int().min(0).nullable()),
  evidence_age_seconds: ofPriceAt('evidence_age_seconds', z.int().nullable()),
  in_gap_b: ofPriceAt('in_gap_b', z.boolean()),
}).meta({ id: 'PriceAt', description: 'The price of a token at a moment: the newest at or before it. Before the first it is a row with the status missing.' });
export type PriceAt = z.infer<typeof priceAtSchema>;

const ofPriceHistoryRow = describing('PriceHistoryRow');
const priceHistoryRowColumns = z.strictObject({
  timestamp: ofPriceHistoryRow('timestamp', z.int().min(0)),
  token_address: ofPriceHistoryRow('token_address', address()),
  token_symbol: ofPriceHistoryRow('token_symbol', z.string()),
  open_price_usd_f: ofPriceHistoryRow('open_price_usd_f', z.number().min(0).nullable()),
  high_price_usd_f: ofPriceHistoryRow('high_price_usd_f', z.number().min(0).nullable()),
  low_price_usd_f: ofPriceHistoryRow('low_price_usd_f', z.number().min(0).nullable()),
  close_price_usd_f: ofPriceHistoryRow('close_price_usd_f', z.number().min(0).nullable()),
  close_price_usd_raw: ofPriceHistoryRow('close_price_usd_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  twavg_price_usd_f: ofPriceHistoryRow('twavg_price_usd_f', z.number().min(0).nullable()),
  observations: ofPriceHistoryRow('observations', z.int().min(0)),
  coverage_f: ofPriceHistoryRow('coverage_f', z.number().min(0).max(1).nullable()),
  priced_share_f: ofPriceHistoryRow('priced_share_f', z.number().min(0).max(1).nullable()),
  quality_str: ofPriceHistoryRow('quality_str', z.enum(['ok', 'partial', 'missing'])),
  gap_reason_str: ofPriceHistoryRow('gap_reason_str', z.string().nullable()),
  final_b: ofPriceHistoryRow('final_b', z.boolean()),
});
export const priceHistoryRowSchema = priceHistoryRowColumns.partial().meta({ id: 'PriceHistoryRow', description: 'The price of a token over a bucket, or with interval=raw one stored observation. All columns are there unless the parameter fields names some.' });
export type PriceHistoryRow = z.infer<typeof priceHistoryRowColumns>;
/** Columns of the rows in their order. */
export const PRICE_HISTORY_COLUMNS: readonly FieldName[] = [
  'timestamp',
  'token_address',
  'token_symbol',
  'open_price_usd_f',
  'high_price_usd_f',
  'low_price_usd_f',
  'close_price_usd_f',
  'close_price_usd_raw',
  'twavg_price_usd_f',
  'observations',
  'coverage_f',
  'priced_share_f',
  'quality_str',
  'gap_reason_str',
  'final_b',
];

const ofPriceDivergenceRow = describing('PriceDivergenceRow');
const priceDivergenceRowColumns = z.strictObject({
  timestamp: ofPriceDivergenceRow('timestamp', z.int().min(0)),
  reserve: ofPriceDivergenceRow('reserve', address()),
  token_address: ofPriceDivergenceRow('token_address', address()),
  token_symbol: ofPriceDivergenceRow('token_symbol', z.string()),
  open_divergence_bps_f: ofPriceDivergenceRow('open_divergence_bps_f', z.number().nullable()),
  high_divergence_bps_f: ofPriceDivergenceRow('high_divergence_bps_f', z.number().nullable()),
  low_divergence_bps_f: ofPriceDivergenceRow('low_divergence_bps_f', z.number().nullable()),
  close_divergence_bps_f: ofPriceDivergenceRow('close_divergence_bps_f', z.number().nullable()),
  twavg_divergence_bps_f: ofPriceDivergenceRow('twavg_divergence_bps_f', z.number().nullable()),
  observations: ofPriceDivergenceRow('observations', z.int().min(0)),
  elapsed_seconds: ofPriceDivergenceRow('elapsed_seconds', z.int().min(0)),
  compared_seconds: ofPriceDivergenceRow('compared_seconds', z.int().min(0)),
  beyond_bound_seconds: ofPriceDivergenceRow('beyond_bound_seconds', z.int().min(0)),
  accepted_seconds: ofPriceDivergenceRow('accepted_seconds', z.int().min(0)),
  refused_seconds: ofPriceDivergenceRow('refused_seconds', z.int().min(0)),
  accepted_beyond_bound_seconds: ofPriceDivergenceRow('accepted_beyond_bound_seconds', z.int().min(0)),
  accepted_b: ofPriceDivergenceRow('accepted_b', z.boolean().nullable()),
  coverage_f: ofPriceDivergenceRow('coverage_f', z.number().min(0).max(1).nullable()),
  quality_str: ofPriceDivergenceRow('quality_str', z.enum(['ok', 'partial', 'missing'])),
  gap_reason_str: ofPriceDivergenceRow('gap_reason_str', z.string().nullable()),
  final_b: ofPriceDivergenceRow('final_b', z.boolean()),
});
export const priceDivergenceRowSchema = priceDivergenceRowColumns.partial().meta({ id: 'PriceDivergenceRow', description: 'How far the price that a reserve holds lay from the price of its token, for how long, and whether the program would have accepted it; over a bucket, or with interval=raw where one of the two was stored anew. All columns are there unless the parameter fields names some.' });
export type PriceDivergenceRow = z.infer<typeof priceDivergenceRowColumns>;
/** Columns of the rows in their order. */
export const PRICE_DIVERGENCE_COLUMNS: readonly FieldName[] = [
  'timestamp',
  'reserve',
  'token_address',
  'token_symbol',
  'open_divergence_bps_f',
  'high_divergence_bps_f',
  'low_divergence_bps_f',
  'close_divergence_bps_f',
  'twavg_divergence_bps_f',
  'observations',
  'elapsed_seconds',
  'compared_seconds',
  'beyond_bound_seconds',
  'accepted_seconds',
  'refused_seconds',
  'accepted_beyond_bound_seconds',
  'accepted_b',
  'coverage_f',
  'quality_str',
  'gap_reason_str',
  'final_b',
];

const ofPriceDivergenceMeta = describing('PriceDivergenceMeta');
export const priceDivergenceMetaSchema = z.strictObject({
  from: ofPriceDivergenceMeta('from', z.int().min(0)),
  to: ofPriceDivergenceMeta('to', z.int().min(0)),
  interval_str: ofPriceDivergenceMeta('interval_str', z.enum(['raw', '15m', '1h', '1d'])),
  count: ofPriceDivergenceMeta('count', z.int().min(0)),
  next_cursor: ofPriceDivergenceMeta('next_cursor', z.string().nullable()),
  empty_reason_str: ofPriceDivergenceMeta('empty_reason_str', z.string().nullable()),
  tier_str: ofPriceDivergenceMeta('tier_str', z.enum(['public', 'key'])),
  methodology: ofPriceDivergenceMeta('methodology', z.string()),
  divergence_bound_bps: ofPriceDivergenceMeta('divergence_bound_bps', z.number().min(0)),
}).meta({ id: 'PriceDivergenceMeta' });
export type PriceDivergenceMeta = z.infer<typeof priceDivergenceMetaSchema>;

const ofPricesMeta = describing('PricesMeta');
export const pricesMetaSchema = z.strictObject({
  as_of: ofPricesMeta('as_of', z.int().min(0).nullable()),
  slot: ofPricesMeta('slot', z.int().min(0).nullable()),
  count: ofPricesMeta('count', z.int().min(0)),
  methodology: ofPricesMeta('methodology', z.string()),
}).meta({ id: 'PricesMeta' });
export type PricesMeta = z.infer<typeof pricesMetaSchema>;

const ofPriceHistoryMeta = describing('PriceHistoryMeta');
export const priceHistoryMetaSchema = z.strictObject({
  from: ofPriceHistoryMeta('from', z.int().min(0)),
  to: ofPriceHistoryMeta('to', z.int().min(0)),
  interval_str: ofPriceHistoryMeta('interval_str', z.enum(['raw', '15m', '1h', '1d'])),
  count: ofPriceHistoryMeta('count', z.int().min(0)),
  next_cursor: ofPriceHistoryMeta('next_cursor', z.string().nullable()),
  empty_reason_str: ofPriceHistoryMeta('empty_reason_str', z.string().nullable()),
  tier_str: ofPriceHistoryMeta('tier_str', z.enum(['public', 'key'])),
  methodology: ofPriceHistoryMeta('methodology', z.string()),
}).meta({ id: 'PriceHistoryMeta' });
export type PriceHistoryMeta = z.infer<typeof priceHistoryMetaSchema>;

const ofTokenDepthLevel = describing('TokenDepthLevel');
export const tokenDepthLevelSchema = z.strictObject({
  side_str: ofTokenDepthLevel('side_str', z.enum(['sell', 'buy'])),
  fall_bps: ofTokenDepthLevel('fall_bps', z.number().min(0)),
  source_str: ofTokenDepthLevel('source_str', z.string().min(1)),
  evidence_str: ofTokenDepthLevel('evidence_str', z.enum(['program', 'sdk', 'source']).nullable()),
  marginal_amount_raw: ofTokenDepthLevel('marginal_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  marginal_amount_f: ofTokenDepthLevel('marginal_amount_f', z.number().min(0).nullable()),
  marginal_usd_f: ofTokenDepthLevel('marginal_usd_f', z.number().min(0).nullable()),
  average_amount_raw: ofTokenDepthLevel('average_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  average_amount_f: ofTokenDepthLevel('average_amount_f', z.number().min(0).nullable()),
  average_usd_f: ofTokenDepthLevel('average_usd_f', z.number().min(0).nullable()),
  largest_pool_share_f: ofTokenDepthLevel('largest_pool_share_f', z.number().min(0).max(1).nullable()),
  via_sol_share_f: ofTokenDepthLevel('via_sol_share_f', z.number().min(0).max(1).nullable()),
  sol_leg_share_f: ofTokenDepthLevel('sol_leg_share_f', z.number().min(0).max(1).nullable()),
  lower_bound_b: ofTokenDepthLevel('lower_bound_b', z.boolean()),
  depth_gap_str: ofTokenDepthLevel('depth_gap_str', z.string().min(1).nullable()),
  min_24h_marginal_amount_raw: ofTokenDepthLevel('min_24h_marginal_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  min_24h_marginal_usd_f: ofTokenDepthLevel('min_24h_marginal_usd_f', z.number().min(0).nullable()),
  min_24h_average_amount_raw: ofTokenDepthLevel('min_24h_average_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  min_24h_average_usd_f: ofTokenDepthLevel('min_24h_average_usd_f', z.number().min(0).nullable()),
  known_24h_share_f: ofTokenDepthLevel('known_24h_share_f', z.number().min(0).max(1).nullable()),
}).meta({ id: 'TokenDepthLevel', description: 'What can be sold or bought at one fall of the price: over all sources, or of one of them.' });
export type TokenDepthLevel = z.infer<typeof tokenDepthLevelSchema>;

const ofTokenQuote = describing('TokenQuote');
export const tokenQuoteSchema = z.strictObject({
  size_usd_f: ofTokenQuote('size_usd_f', z.number().min(0)),
  quote_amount_raw: ofTokenQuote('quote_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  quote_out_usd_f: ofTokenQuote('quote_out_usd_f', z.number().min(0).nullable()),
  price_impact_bps_f: ofTokenQuote('price_impact_bps_f', z.number().nullable()),
  depth_gap_str: ofTokenQuote('depth_gap_str', z.string().min(1).nullable()),
}).meta({ id: 'TokenQuote', description: 'A sale of a size in US dollars.' });
export type TokenQuote = z.infer<typeof tokenQuoteSchema>;

const ofTokenDepth = describing('TokenDepth');
export const tokenDepthSchema = z.strictObject({
  timestamp: ofTokenDepth('timestamp', z.int().min(0).nullable()),
  slot_min: ofTokenDepth('slot_min', z.int().min(0).nullable()),
  slot_max: ofTokenDepth('slot_max', z.int().min(0).nullable()),
  token_address: ofTokenDepth('token_address', address()),
  token_symbol: ofTokenDepth('token_symbol', z.string()),
  token_decimals: ofTokenDepth('token_decimals', z.int().min(0).nullable()),
  reference_price_usd_f: ofTokenDepth('reference_price_usd_f', z.number().min(0).nullable()),
  reference_price_usd_raw: ofTokenDepth('reference_price_usd_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  reference_age_seconds: ofTokenDepth('reference_age_seconds', z.int().nullable()),
  pools_counted: ofTokenDepth('pools_counted', z.int().min(0)),
  pools_excluded: ofTokenDepth('pools_excluded', z.int().min(0)),
  pools_unknown: ofTokenDepth('pools_unknown', z.int().min(0)),
  evidence_str: ofTokenDepth('evidence_str', z.enum(['program', 'sdk', 'source']).nullable()),
  lower_bound_b: ofTokenDepth('lower_bound_b', z.boolean()),
  depth_gap_str: ofTokenDepth('depth_gap_str', z.string().min(1).nullable()),
  coverage_24h_f: ofTokenDepth('coverage_24h_f', z.number().min(0).max(1).nullable()),
  caveats: ofTokenDepth('caveats', z.array(z.string())),
  depth: z.array(tokenDepthLevelSchema).meta({ description: 'By side, sell first, then fall and source, all sources first. Where no pool counts, the rows over all sources say why.' }),
  quotes: z.array(tokenQuoteSchema).meta({ description: 'By size; empty where no pool counts.' }),
}).meta({ id: 'TokenDepth', description: 'What can be sold and bought of a token in pools that anybody can verify. An unknown token is a row without numbers, with the reason.' });
export type TokenDepth = z.infer<typeof tokenDepthSchema>;

const ofLiquidityPool = describing('LiquidityPool');
export const liquidityPoolSchema = z.strictObject({
  timestamp: ofLiquidityPool('timestamp', z.int().min(0).nullable()),
  slot: ofLiquidityPool('slot', z.int().min(0).nullable()),
  token_address: ofLiquidityPool('token_address', address()),
  pool: ofLiquidityPool('pool', address()),
  source_str: ofLiquidityPool('source_str', z.string().min(1)),
  evidence_str: ofLiquidityPool('evidence_str', z.enum(['program', 'sdk', 'source'])),
  token_a_address: ofLiquidityPool('token_a_address', address().nullable()),
  token_b_address: ofLiquidityPool('token_b_address', address().nullable()),
  counted_b: ofLiquidityPool('counted_b', z.boolean()),
  route_str: ofLiquidityPool('route_str', z.enum(['direct', 'via_sol']).nullable()),
  excluded_reason_str: ofLiquidityPool('excluded_reason_str', z.string().min(1).nullable()),
  excluded_detail_str: ofLiquidityPool('excluded_detail_str', z.string().min(1).nullable()),
  depth_usd_f: ofLiquidityPool('depth_usd_f', z.number().min(0).nullable()),
  price_gap_bps_f: ofLiquidityPool('price_gap_bps_f', z.number().nullable()),
  pool_price_raw: ofLiquidityPool('pool_price_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  pool_status_str: ofLiquidityPool('pool_status_str', z.enum(['ok', 'halted', 'unknown', 'refused', 'missing', 'not_read'])),
  pool_detail_str: ofLiquidityPool('pool_detail_str', z.string().min(1).nullable()),
  lower_bound_reasons: ofLiquidityPool('lower_bound_reasons', z.array(z.string())),
  pool_used_timestamp: ofLiquidityPool('pool_used_timestamp', z.int().min(0).nullable()),
  one_bank_b: ofLiquidityPool('one_bank_b', z.boolean().nullable()),
  found_by_str: ofLiquidityPool('found_by_str', z.enum(['listed', 'built_in', 'configured'])),
  search_failure_str: ofLiquidityPool('search_failure_str', z.string().min(1).nullable()),
}).meta({ id: 'LiquidityPool', description: 'A pool that pairs a token, and whether it counts for that token or why not.' });
export type LiquidityPool = z.infer<typeof liquidityPoolSchema>;

const ofPoolDepth = describing('PoolDepth');
export const poolDepthSchema = z.strictObject({
  timestamp: ofPoolDepth('timestamp', z.int().min(0).nullable()),
  slot: ofPoolDepth('slot', z.int().min(0).nullable()),
  pool: ofPoolDepth('pool', address()),
  source_str: ofPoolDepth('source_str', z.string().min(1)),
  evidence_str: ofPoolDepth('evidence_str', z.enum(['program', 'sdk', 'source'])),
  token_in_address: ofPoolDepth('token_in_address', address()),
  token_out_address: ofPoolDepth('token_out_address', address()),
  fall_bps: ofPoolDepth('fall_bps', z.number().min(0)),
  marginal_in_raw: ofPoolDepth('marginal_in_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  marginal_out_raw: ofPoolDepth('marginal_out_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  average_in_raw: ofPoolDepth('average_in_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  average_out_raw: ofPoolDepth('average_out_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  lower_bound_b: ofPoolDepth('lower_bound_b', z.boolean()),
  depth_gap_str: ofPoolDepth('depth_gap_str', z.string().min(1).nullable()),
}).meta({ id: 'PoolDepth', description: 'What a pool takes of one of its tokens until its own price has fallen so far.' });
export type PoolDepth = z.infer<typeof poolDepthSchema>;

const ofPoolDepthMeta = describing('PoolDepthMeta');
export const poolDepthMetaSchema = z.strictObject({
  count: ofPoolDepthMeta('count', z.int().min(0)),
  methodology: ofPoolDepthMeta('methodology', z.string()),
  pool_status_str: ofPoolDepthMeta('pool_status_str', z.enum(['ok', 'halted', 'unknown', 'refused', 'missing', 'not_read'])),
  pool_detail_str: ofPoolDepthMeta('pool_detail_str', z.string().min(1).nullable()),
  lower_bound_reasons: ofPoolDepthMeta('lower_bound_reasons', z.array(z.string())),
  one_bank_b: ofPoolDepthMeta('one_bank_b', z.boolean().nullable()),
  caveats: ofPoolDepthMeta('caveats', z.array(z.string())),
}).meta({ id: 'PoolDepthMeta' });
export type PoolDepthMeta = z.infer<typeof poolDepthMetaSchema>;

const ofLiquidityMeta = describing('LiquidityMeta');
export const liquidityMetaSchema = z.strictObject({
  as_of: ofLiquidityMeta('as_of', z.int().min(0).nullable()),
  slot: ofLiquidityMeta('slot', z.int().min(0).nullable()),
  count: ofLiquidityMeta('count', z.int().min(0)),
  methodology: ofLiquidityMeta('methodology', z.string()),
  caveats: ofLiquidityMeta('caveats', z.array(z.string())),
}).meta({ id: 'LiquidityMeta' });
export type LiquidityMeta = z.infer<typeof liquidityMetaSchema>;

const ofTokenDepthMeta = describing('TokenDepthMeta');
export const tokenDepthMetaSchema = z.strictObject({
  methodology: ofTokenDepthMeta('methodology', z.string()),
}).meta({ id: 'TokenDepthMeta' });
export type TokenDepthMeta = z.infer<typeof tokenDepthMetaSchema>;

const ofTokenDepthHistoryRow = describing('TokenDepthHistoryRow');
const tokenDepthHistoryRowColumns = z.strictObject({
  timestamp: ofTokenDepthHistoryRow('timestamp', z.int().min(0)),
  token_address: ofTokenDepthHistoryRow('token_address', address()),
  token_symbol: ofTokenDepthHistoryRow('token_symbol', z.string()),
  side_str: ofTokenDepthHistoryRow('side_str', z.enum(['sell', 'buy'])),
  fall_bps: ofTokenDepthHistoryRow('fall_bps', z.number().min(0)),
  min_marginal_amount_raw: ofTokenDepthHistoryRow('min_marginal_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  min_marginal_usd_f: ofTokenDepthHistoryRow('min_marginal_usd_f', z.number().min(0).nullable()),
  min_average_amount_raw: ofTokenDepthHistoryRow('min_average_amount_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  min_average_usd_f: ofTokenDepthHistoryRow('min_average_usd_f', z.number().min(0).nullable()),
  close_average_usd_f: ofTokenDepthHistoryRow('close_average_usd_f', z.number().min(0).nullable()),
  lower_bound_b: ofTokenDepthHistoryRow('lower_bound_b', z.boolean()),
  observations: ofTokenDepthHistoryRow('observations', z.int().min(0)),
  known_observations: ofTokenDepthHistoryRow('known_observations', z.int().min(0)),
  coverage_f: ofTokenDepthHistoryRow('coverage_f', z.number().min(0).max(1).nullable()),
  quality_str: ofTokenDepthHistoryRow('quality_str', z.enum(['ok', 'partial', 'missing'])),
  gap_reason_str: ofTokenDepthHistoryRow('gap_reason_str', z.string().nullable()),
  final_b: ofTokenDepthHistoryRow('final_b', z.boolean()),
});
export const tokenDepthHistoryRowSchema = tokenDepthHistoryRowColumns.partial().meta({ id: 'TokenDepthHistoryRow', description: 'The smallest depth of a token over a bucket at one fall of the price, or with interval=raw one stored read. All columns are there unless the parameter fields names some.' });
export type TokenDepthHistoryRow = z.infer<typeof tokenDepthHistoryRowColumns>;
/** Columns of the rows in their order. */
export const TOKEN_DEPTH_HISTORY_COLUMNS: readonly FieldName[] = [
  'timestamp',
  'token_address',
  'token_symbol',
  'side_str',
  'fall_bps',
  'min_marginal_amount_raw',
  'min_marginal_usd_f',
  'min_average_amount_raw',
  'min_average_usd_f',
  'close_average_usd_f',
  'lower_bound_b',
  'observations',
  'known_observations',
  'coverage_f',
  'quality_str',
  'gap_reason_str',
  'final_b',
];

const ofDepthHistoryMeta = describing('DepthHistoryMeta');
export const depthHistoryMetaSchema = z.strictObject({
  from: ofDepthHistoryMeta('from', z.int().min(0)),
  to: ofDepthHistoryMeta('to', z.int().min(0)),
  interval_str: ofDepthHistoryMeta('interval_str', z.enum(['raw', '1h', '1d'])),
  count: ofDepthHistoryMeta('count', z.int().min(0)),
  next_cursor: ofDepthHistoryMeta('next_cursor', z.string().nullable()),
  empty_reason_str: ofDepthHistoryMeta('empty_reason_str', z.string().nullable()),
  tier_str: ofDepthHistoryMeta('tier_str', z.enum(['public', 'key'])),
  methodology: ofDepthHistoryMeta('methodology', z.string()),
}).meta({ id: 'DepthHistoryMeta' });
export type DepthHistoryMeta = z.infer<typeof depthHistoryMetaSchema>;

const ofLiquidationCoverage = describing('LiquidationCoverage');
export const liquidationCoverageSchema = z.strictObject({
  timestamp: ofLiquidationCoverage('timestamp', z.int().min(0)),
  slot_min: ofLiquidationCoverage('slot_min', z.int().min(0).nullable()),
  slot_max: ofLiquidationCoverage('slot_max', z.int().min(0).nullable()),
  protocol: ofLiquidationCoverage('protocol', z.string().min(1)),
  lending_market: ofLiquidationCoverage('lending_market', address()),
  lending_market_name: ofLiquidationCoverage('lending_market_name', z.string()),
  reserve: ofLiquidationCoverage('reserve', address()),
  token_address: ofLiquidationCoverage('token_address', address()),
  token_symbol: ofLiquidationCoverage('token_symbol', z.string()),
  collateral_raw: ofLiquidationCoverage('collateral_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  collateral_f: ofLiquidationCoverage('collateral_f', z.number().min(0).nullable()),
  collateral_usd_f: ofLiquidationCoverage('collateral_usd_f', z.number().min(0).nullable()),
  token_collateral_raw: ofLiquidationCoverage('token_collateral_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  token_reserves: ofLiquidationCoverage('token_reserves', z.int().min(0)),
  token_reserves_unknown: ofLiquidationCoverage('token_reserves_unknown', z.int().min(0)),
  min_net_bonus_bps: ofLiquidationCoverage('min_net_bonus_bps', z.number().min(0)),
  max_net_bonus_bps: ofLiquidationCoverage('max_net_bonus_bps', z.number().min(0)),
  sellable_at_min_bonus_raw: ofLiquidationCoverage('sellable_at_min_bonus_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  sellable_at_max_bonus_raw: ofLiquidationCoverage('sellable_at_max_bonus_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  coverage_at_min_bonus_f: ofLiquidationCoverage('coverage_at_min_bonus_f', z.number().min(0).nullable()),
  coverage_at_max_bonus_f: ofLiquidationCoverage('coverage_at_max_bonus_f', z.number().min(0).nullable()),
  token_coverage_at_min_bonus_f: ofLiquidationCoverage('token_coverage_at_min_bonus_f', z.number().min(0).nullable()),
  token_coverage_at_max_bonus_f: ofLiquidationCoverage('token_coverage_at_max_bonus_f', z.number().min(0).nullable()),
  coverage_at_100_bps_f: ofLiquidationCoverage('coverage_at_100_bps_f', z.number().min(0).nullable()),
  coverage_at_200_bps_f: ofLiquidationCoverage('coverage_at_200_bps_f', z.number().min(0).nullable()),
  coverage_at_500_bps_f: ofLiquidationCoverage('coverage_at_500_bps_f', z.number().min(0).nullable()),
  coverage_at_1000_bps_f: ofLiquidationCoverage('coverage_at_1000_bps_f', z.number().min(0).nullable()),
  reference_price_usd_f: ofLiquidationCoverage('reference_price_usd_f', z.number().min(0).nullable()),
  reference_price_usd_raw: ofLiquidationCoverage('reference_price_usd_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  reference_age_seconds: ofLiquidationCoverage('reference_age_seconds', z.int().nullable()),
  evidence_str: ofLiquidationCoverage('evidence_str', z.enum(['program', 'sdk', 'source']).nullable()),
  pools_counted: ofLiquidationCoverage('pools_counted', z.int().min(0)),
  lower_bound_b: ofLiquidationCoverage('lower_bound_b', z.boolean()),
  coverage_gap_str: ofLiquidationCoverage('coverage_gap_str', z.string().min(1).nullable()),
}).meta({ id: 'LiquidationCoverage', description: 'Whether the collateral of a reserve can be sold within what a liquidator gets.' });
export type LiquidationCoverage = z.infer<typeof liquidationCoverageSchema>;

const ofLiquidationCoverageRow = describing('LiquidationCoverageRow');
const liquidationCoverageRowColumns = z.strictObject({
  timestamp: ofLiquidationCoverageRow('timestamp', z.int().min(0)),
  reserve: ofLiquidationCoverageRow('reserve', address()),
  token_address: ofLiquidationCoverageRow('token_address', address()),
  token_symbol: ofLiquidationCoverageRow('token_symbol', z.string()),
  min_coverage_at_min_bonus_f: ofLiquidationCoverageRow('min_coverage_at_min_bonus_f', z.number().min(0).nullable()),
  min_token_coverage_at_min_bonus_f: ofLiquidationCoverageRow('min_token_coverage_at_min_bonus_f', z.number().min(0).nullable()),
  min_sellable_at_min_bonus_raw: ofLiquidationCoverageRow('min_sellable_at_min_bonus_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  max_collateral_raw: ofLiquidationCoverageRow('max_collateral_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  lower_bound_b: ofLiquidationCoverageRow('lower_bound_b', z.boolean()),
  observations: ofLiquidationCoverageRow('observations', z.int().min(0)),
  known_observations: ofLiquidationCoverageRow('known_observations', z.int().min(0)),
  coverage_f: ofLiquidationCoverageRow('coverage_f', z.number().min(0).max(1).nullable()),
  quality_str: ofLiquidationCoverageRow('quality_str', z.enum(['ok', 'partial', 'missing'])),
  gap_reason_str: ofLiquidationCoverageRow('gap_reason_str', z.string().nullable()),
  final_b: ofLiquidationCoverageRow('final_b', z.boolean()),
});
export const liquidationCoverageRowSchema = liquidationCoverageRowColumns.partial().meta({ id: 'LiquidationCoverageRow', description: 'The smallest coverage of a reserve over a bucket, or with interval=raw one stored read. All columns are there unless the parameter fields names some.' });
export type LiquidationCoverageRow = z.infer<typeof liquidationCoverageRowColumns>;
/** Columns of the rows in their order. */
export const LIQUIDATION_COVERAGE_COLUMNS: readonly FieldName[] = [
  'timestamp',
  'reserve',
  'token_address',
  'token_symbol',
  'min_coverage_at_min_bonus_f',
  'min_token_coverage_at_min_bonus_f',
  'min_sellable_at_min_bonus_raw',
  'max_collateral_raw',
  'lower_bound_b',
  'observations',
  'known_observations',
  'coverage_f',
  'quality_str',
  'gap_reason_str',
  'final_b',
];

const ofCoverageGap = describing('CoverageGap');
export const coverageGapSchema = z.strictObject({
  from: ofCoverageGap('from', z.int().min(0)),
  to: ofCoverageGap('to', z.int().min(0)),
  from_slot: ofCoverageGap('from_slot', z.int().min(0).nullable()),
  to_slot: ofCoverageGap('to_slot', z.int().min(0).nullable()),
  gap_reason_str: ofCoverageGap('gap_reason_str', z.string().min(1)),
  ongoing_b: ofCoverageGap('ongoing_b', z.boolean()),
}).meta({ id: 'CoverageGap', description: 'A stretch of time in which a reserve was not observed.' });
export type CoverageGap = z.infer<typeof coverageGapSchema>;

const ofCoverageRow = describing('CoverageRow');
export const coverageRowSchema = z.strictObject({
  protocol: ofCoverageRow('protocol', z.string().min(1)),
  lending_market: ofCoverageRow('lending_market', address()),
  lending_market_name: ofCoverageRow('lending_market_name', z.string()),
  listed_b: ofCoverageRow('listed_b', z.boolean()),
  reserve: ofCoverageRow('reserve', address()),
  token_address: ofCoverageRow('token_address', address()),
  token_symbol: ofCoverageRow('token_symbol', z.string()),
  first_seen_timestamp: ofCoverageRow('first_seen_timestamp', z.int().min(0)),
  from: ofCoverageRow('from', z.int().min(0)),
  to: ofCoverageRow('to', z.int().min(0)),
  expected_seconds: ofCoverageRow('expected_seconds', z.int().min(0)),
  observed_seconds: ofCoverageRow('observed_seconds', z.int().min(0)),
  missing_seconds: ofCoverageRow('missing_seconds', z.int().min(0)),
  coverage_f: ofCoverageRow('coverage_f', z.number().min(0).max(1).nullable()),
  observations: ofCoverageRow('observations', z.int().min(0).nullable()),
  failed_observations: ofCoverageRow('failed_observations', z.int().min(0).nullable()),
  gap_count: ofCoverageRow('gap_count', z.int().min(0)),
  longest_gap_seconds: ofCoverageRow('longest_gap_seconds', z.int().min(0)),
  gaps_truncated_b: ofCoverageRow('gaps_truncated_b', z.boolean()),
  gaps: z.array(coverageGapSchema).max(100).meta({ description: 'Gaps of the range, by time. Not in CSV.' }),
}).meta({ id: 'CoverageRow', description: 'How much of the range one reserve was observed in.' });
export type CoverageRow = z.infer<typeof coverageRowSchema>;
/** Columns of the rows in their order. */
export const COVERAGE_COLUMNS: readonly FieldName[] = [
  'protocol',
  'lending_market',
  'lending_market_name',
  'listed_b',
  'reserve',
  'token_address',
  'token_symbol',
  'first_seen_timestamp',
  'from',
  'to',
  'expected_seconds',
  'observed_seconds',
  'missing_seconds',
  'coverage_f',
  'observations',
  'failed_observations',
  'gap_count',
  'longest_gap_seconds',
  'gaps_truncated_b',
];

const ofCoverageMeta = describing('CoverageMeta');
export const coverageMetaSchema = z.strictObject({
  from: ofCoverageMeta('from', z.int().min(0)),
  to: ofCoverageMeta('to', z.int().min(0)),
  count: ofCoverageMeta('count', z.int().min(0)),
  next_cursor: ofCoverageMeta('next_cursor', z.string().nullable()),
  empty_reason_str: ofCoverageMeta('empty_reason_str', z.string().nullable()),
}).meta({ id: 'CoverageMeta' });
export type CoverageMeta = z.infer<typeof coverageMetaSchema>;

const ofStreamedReserve = describing('StreamedReserve');
export const streamedReserveSchema = z.strictObject({
  timestamp: ofStreamedReserve('timestamp', z.int().min(0)),
  slot: ofStreamedReserve('slot', z.int().min(0)),
  protocol: ofStreamedReserve('protocol', z.string().min(1)),
  lending_market: ofStreamedReserve('lending_market', address()),
  lending_market_name: ofStreamedReserve('lending_market_name', z.string()),
  listed_b: ofStreamedReserve('listed_b', z.boolean()),
  reserve: ofStreamedReserve('reserve', address()),
  token_address: ofStreamedReserve('token_address', address()),
  token_symbol: ofStreamedReserve('token_symbol', z.string()),
  last_update_slot: ofStreamedReserve('last_update_slot', z.int().min(0)),
  available_amount_f: ofStreamedReserve('available_amount_f', z.number().min(0)),
  available_amount_usd_f: ofStreamedReserve('available_amount_usd_f', z.number().min(0).nullable()),
  supplied_amount_f: ofStreamedReserve('supplied_amount_f', z.number().min(0)),
  supplied_amount_usd_f: ofStreamedReserve('supplied_amount_usd_f', z.number().min(0).nullable()),
  borrowed_amount_f: ofStreamedReserve('borrowed_amount_f', z.number().min(0)),
  borrowed_amount_usd_f: ofStreamedReserve('borrowed_amount_usd_f', z.number().min(0).nullable()),
  price_usd_f: ofStreamedReserve('price_usd_f', z.number().min(0).nullable()),
  utilization_f: ofStreamedReserve('utilization_f', z.number().min(0)),
  borrow_apr_f: ofStreamedReserve('borrow_apr_f', z.number().min(0)),
  borrow_apy_f: ofStreamedReserve('borrow_apy_f', z.number().min(0)),
  supply_apr_f: ofStreamedReserve('supply_apr_f', z.number().min(0)),
  supply_apy_f: ofStreamedReserve('supply_apy_f', z.number().min(0)),
  rewards_apr_f: ofStreamedReserve('rewards_apr_f', z.number().min(0)),
  supply_apy_total_f: ofStreamedReserve('supply_apy_total_f', z.number().min(0)),
  snapshot_reason_str: ofStreamedReserve('snapshot_reason_str', z.enum(['first', 'changed', 'heartbeat'])),
  account_sha256: ofStreamedReserve('account_sha256', z.string().regex(/^[0-9a-f]{64}$/)),
}).meta({ id: 'StreamedReserve', description: 'Data of a reserve event: an observation that was kept in the history.' });
export type StreamedReserve = z.infer<typeof streamedReserveSchema>;

const ofStreamedPrice = describing('StreamedPrice');
export const streamedPriceSchema = z.strictObject({
  timestamp: ofStreamedPrice('timestamp', z.int().min(0).nullable()),
  slot: ofStreamedPrice('slot', z.int().min(0).nullable()),
  token_address: ofStreamedPrice('token_address', address()),
  token_symbol: ofStreamedPrice('token_symbol', z.string()),
  price_usd_f: ofStreamedPrice('price_usd_f', z.number().min(0).nullable()),
  price_usd_raw: ofStreamedPrice('price_usd_raw', z.string().regex(/^(0|[1-9][0-9]*)(\.[0-9]*[1-9])?$/).nullable()),
  status_str: ofStreamedPrice('status_str', z.string().min(1)),
  published_timestamp: ofStreamedPrice('published_timestamp', z.int().min(0).nullable()),
  price_age_seconds: ofStreamedPrice('price_age_seconds', z.int().nullable()),
  source_count: ofStreamedPrice('source_count', z.int().min(0)),
  used_source_count: ofStreamedPrice('used_source_count', z.int().min(0)),
  spread_bps_f: ofStreamedPrice('spread_bps_f', z.number().min(0).nullable()),
  price_confidence_usd_f: ofStreamedPrice('price_confidence_usd_f', z.number().min(0).nullable()),
  snapshot_reason_str: ofStreamedPrice('snapshot_reason_str', z.enum(['first', 'changed', 'heartbeat'])),
}).meta({ id: 'StreamedPrice', description: 'Data of a price event: a price of a token that was kept in the history.' });
export type StreamedPrice = z.infer<typeof streamedPriceSchema>;

const ofStreamHeartbeat = describing('StreamHeartbeat');
export const streamHeartbeatSchema = z.strictObject({
  timestamp: ofStreamHeartbeat('timestamp', z.int().min(0).nullable()),
  slot: ofStreamHeartbeat('slot', z.int().min(0).nullable()),
  data_age_seconds: ofStreamHeartbeat('data_age_seconds', z.int().min(0).nullable()),
  last_event_id: ofStreamHeartbeat('last_event_id', z.string()),
}).meta({ id: 'StreamHeartbeat', description: 'Data of a heartbeat event: the newest bank that is served.' });
export type StreamHeartbeat = z.infer<typeof streamHeartbeatSchema>;

const ofStreamNotice = describing('StreamNotice');
export const streamNoticeSchema = z.strictObject({
  notice_reason_str: ofStreamNotice('notice_reason_str', z.enum(['slow_consumer', 'max_age', 'shutdown', 'cursor_too_old', 'cursor_unknown'])),
  last_event_id: ofStreamNotice('last_event_id', z.string()),
}).meta({ id: 'StreamNotice', description: 'Data of a gap event or an end event.' });
export type StreamNotice = z.infer<typeof streamNoticeSchema>;

const ofStatusCause = describing('StatusCause');
export const statusCauseSchema = z.strictObject({
  cause_str: ofStatusCause('cause_str', z.enum(['nothing_indexed', 'database_unreachable', 'data_stale', 'polls_late', 'chain_behind', 'chain_halted', 'rate_limited', 'clock_implausible', 'reserves_stale', 'reserves_quarantined', 'gaps_open', 'rollup_behind', 'audit_never_ran', 'audit_overdue', 'audit_failed', 'audit_found_critical', 'audit_found_warning'])),
  verdict_str: ofStatusCause('verdict_str', z.enum(['degraded', 'unknown', 'failing'])),
  message: ofStatusCause('message', z.string().min(1)),
}).meta({ id: 'StatusCause', description: 'Something that speaks against the numbers.' });
export type StatusCause = z.infer<typeof statusCauseSchema>;

const ofQuarantineReason = describing('QuarantineReason');
export const quarantineReasonSchema = z.strictObject({
  quarantine_reason_str: ofQuarantineReason('quarantine_reason_str', z.string().min(1)),
  reserve_count: ofQuarantineReason('reserve_count', z.int().min(1)),
}).meta({ id: 'QuarantineReason', description: 'A reason for which reserves are refused at the moment.' });
export type QuarantineReason = z.infer<typeof quarantineReasonSchema>;

const ofReserveStates = describing('ReserveStates');
export const reserveStatesSchema = z.strictObject({
  reserve_count: ofReserveStates('reserve_count', z.int().min(0)),
  ok_reserve_count: ofReserveStates('ok_reserve_count', z.int().min(0)),
  stale_reserve_count: ofReserveStates('stale_reserve_count', z.int().min(0)),
  quarantined_reserve_count: ofReserveStates('quarantined_reserve_count', z.int().min(0)),
  frozen_reserve_count: ofReserveStates('frozen_reserve_count', z.int().min(0)),
  gone_reserve_count: ofReserveStates('gone_reserve_count', z.int().min(0)),
  quarantine_reasons: z.array(quarantineReasonSchema),
}).meta({ id: 'ReserveStates', description: 'How many reserves are in which state. Each is in one. The verdict follows from reserves, those of listed markets; anybody can make a market, and its reserves are unlisted_reserves.' });
export type ReserveStates = z.infer<typeof reserveStatesSchema>;

const ofOpenGaps = describing('OpenGaps');
export const openGapsSchema = z.strictObject({
  gap_reason_str: ofOpenGaps('gap_reason_str', z.string().min(1)),
  gap_count: ofOpenGaps('gap_count', z.int().min(1)),
  oldest_gap_timestamp: ofOpenGaps('oldest_gap_timestamp', z.int().min(0)),
}).meta({ id: 'OpenGaps', description: 'Gaps that go on, for one reason.' });
export type OpenGaps = z.infer<typeof openGapsSchema>;

const ofAuditFinding = describing('AuditFinding');
export const auditFindingSchema = z.strictObject({
  check_name_str: ofAuditFinding('check_name_str', z.string().min(1)),
  severity_str: ofAuditFinding('severity_str', z.enum(['critical', 'warning', 'info'])),
  subject_kind_str: ofAuditFinding('subject_kind_str', z.enum(['reserve', 'lending_market', 'account_kind', 'endpoint', 'protocol'])),
  subject: ofAuditFinding('subject', z.string().min(1).nullable()),
  message: ofAuditFinding('message', z.string().min(1)),
  first_seen_timestamp: ofAuditFinding('first_seen_timestamp', z.int().min(0)),
  last_seen_timestamp: ofAuditFinding('last_seen_timestamp', z.int().min(0)),
  times_seen: ofAuditFinding('times_seen', z.int().min(1)),
  resolved_timestamp: ofAuditFinding('resolved_timestamp', z.int().min(0).nullable()),
}).meta({ id: 'AuditFinding', description: 'Something that the audit found in the data.' });
export type AuditFinding = z.infer<typeof auditFindingSchema>;

const ofAuditCheck = describing('AuditCheck');
export const auditCheckSchema = z.strictObject({
  check_name_str: ofAuditCheck('check_name_str', z.string().min(1)),
  checked: ofAuditCheck('checked', z.int().min(0)),
  finding_count: ofAuditCheck('finding_count', z.int().min(0)),
}).meta({ id: 'AuditCheck', description: 'How much one check looked at.' });
export type AuditCheck = z.infer<typeof auditCheckSchema>;

const ofAuditRun = describing('AuditRun');
export const auditRunSchema = z.strictObject({
  started_timestamp: ofAuditRun('started_timestamp', z.int().min(0)),
  finished_timestamp: ofAuditRun('finished_timestamp', z.int().min(0)),
  outcome_str: ofAuditRun('outcome_str', z.enum(['completed', 'failed'])),
  error_code_str: ofAuditRun('error_code_str', z.string().min(1).nullable()),
  checks: z.array(auditCheckSchema).meta({ description: 'What was checked, by name. Empty where the audit failed.' }),
}).meta({ id: 'AuditRun', description: 'One audit of the data.' });
export type AuditRun = z.infer<typeof auditRunSchema>;

const ofStatusAudit = describing('StatusAudit');
export const statusAuditSchema = z.strictObject({
  audit_age_seconds: ofStatusAudit('audit_age_seconds', z.int().min(0).nullable()),
  audit_max_age_seconds: ofStatusAudit('audit_max_age_seconds', z.int().min(0)),
  newest_run: auditRunSchema.nullable().meta({ description: 'The newest audit. Null before the first.' }),
  finding_count: ofStatusAudit('finding_count', z.int().min(0)),
  findings: z.array(auditFindingSchema).max(100).meta({ description: 'Open findings, the gravest first, then those seen last: at most 100 of finding_count.' }),
  resolved_finding_count: ofStatusAudit('resolved_finding_count', z.int().min(0)),
  resolved_findings: z.array(auditFindingSchema).max(20).meta({ description: 'Findings that were resolved in the last 24 hours, the newest first: at most 20 of resolved_finding_count.' }),
}).meta({ id: 'StatusAudit', description: 'What the audit looked at last, and what it found.' });
export type StatusAudit = z.infer<typeof statusAuditSchema>;

const ofProtocolStatus = describing('ProtocolStatus');
export const protocolStatusSchema = z.strictObject({
  protocol: ofProtocolStatus('protocol', z.string().min(1)),
  verdict_str: ofProtocolStatus('verdict_str', z.enum(['ok', 'degraded', 'unknown', 'failing'])),
  causes: z.array(statusCauseSchema).meta({ description: 'Why it is not ok, the worst first. Empty where it is.' }),
  slot: ofProtocolStatus('slot', z.int().min(0).nullable()),
  timestamp: ofProtocolStatus('timestamp', z.int().min(0).nullable()),
  data_age_seconds: ofProtocolStatus('data_age_seconds', z.int().min(0).nullable()),
  bank_age_seconds: ofProtocolStatus('bank_age_seconds', z.int().min(0).nullable()),
  poll_age_seconds: ofProtocolStatus('poll_age_seconds', z.int().min(0).nullable()),
  poll_interval_seconds: ofProtocolStatus('poll_interval_seconds', z.number().min(0).nullable()),
  stale_after_seconds: ofProtocolStatus('stale_after_seconds', z.int().min(0)),
  reserves: reserveStatesSchema,
  unlisted_reserves: reserveStatesSchema,
  gap_count: ofProtocolStatus('gap_count', z.int().min(0)),
  oldest_gap_timestamp: ofProtocolStatus('oldest_gap_timestamp', z.int().min(0).nullable()),
  open_gaps: z.array(openGapsSchema).meta({ description: 'The gaps that go on, by reason.' }),
  final_hour_timestamp: ofProtocolStatus('final_hour_timestamp', z.int().min(0).nullable()),
  rollup_lag_seconds: ofProtocolStatus('rollup_lag_seconds', z.int().min(0).nullable()),
  audit: statusAuditSchema,
}).meta({ id: 'ProtocolStatus', description: 'Whether the numbers of one protocol can be trusted now, and why not.' });
export type ProtocolStatus = z.infer<typeof protocolStatusSchema>;

const ofServiceStatus = describing('ServiceStatus');
export const serviceStatusSchema = z.strictObject({
  verdict_str: ofServiceStatus('verdict_str', z.enum(['ok', 'degraded', 'unknown', 'failing'])),
  protocols: z.array(protocolStatusSchema),
}).meta({ id: 'ServiceStatus', description: 'Whether the numbers can be trusted now.' });
export type ServiceStatus = z.infer<typeof serviceStatusSchema>;

const ofSimulatedHistory = describing('SimulatedHistory');
export const simulatedHistorySchema = z.strictObject({
  history_from_timestamp: ofSimulatedHistory('history_from_timestamp', z.int().min(0)),
  history_to_timestamp: ofSimulatedHistory('history_to_timestamp', z.int().min(0)),
  filled_from_timestamp: ofSimulatedHistory('filled_from_timestamp', z.int().min(0)),
  history_progress_f: ofSimulatedHistory('history_progress_f', z.number().min(0)),
  history_complete_b: ofSimulatedHistory('history_complete_b', z.boolean()),
}).meta({ id: 'SimulatedHistory', description: 'The past that was made up for a localnet, so that there is something to look at.' });
export type SimulatedHistory = z.infer<typeof simulatedHistorySchema>;

const ofStatusMeta = describing('StatusMeta');
export const statusMetaSchema = z.strictObject({
  checked_timestamp: ofStatusMeta('checked_timestamp', z.int().min(0)),
  chain_str: ofStatusMeta('chain_str', z.string().min(1).nullable()),
  simulated_b: ofStatusMeta('simulated_b', z.boolean()),
  simulated_history: simulatedHistorySchema.nullable().meta({ description: 'The simulated past of the chain. Null where there is none.' }),
}).meta({ id: 'StatusMeta' });
export type StatusMeta = z.infer<typeof statusMetaSchema>;

const ofVerification = describing('Verification');
export const verificationSchema = z.strictObject({
  username: ofVerification('username', z.string()),
  authenticated: ofVerification('authenticated', z.literal(true)),
}).meta({ id: 'Verification', description: 'Whom the API key belongs to.' });
export type Verification = z.infer<typeof verificationSchema>;

const ofKeyLimits = describing('KeyLimits');
export const keyLimitsSchema = z.strictObject({
  requests_per_minute: ofKeyLimits('requests_per_minute', z.int().min(1)),
  concurrent_exports: ofKeyLimits('concurrent_exports', z.int().min(1)),
}).meta({ id: 'KeyLimits', description: 'What the key may do.' });
export type KeyLimits = z.infer<typeof keyLimitsSchema>;

const ofRateLimit = describing('RateLimit');
export const rateLimitSchema = z.strictObject({
  limit: ofRateLimit('limit', z.int().min(1)),
  remaining: ofRateLimit('remaining', z.int().min(0)),
  reset_seconds: ofRateLimit('reset_seconds', z.int().min(1)),
}).meta({ id: 'RateLimit', description: 'How the key stands now, this request included.' });
export type RateLimit = z.infer<typeof rateLimitSchema>;

const ofKeyUsageRow = describing('KeyUsageRow');
export const keyUsageRowSchema = z.strictObject({
  day: ofKeyUsageRow('day', z.iso.date()),
  route: ofKeyUsageRow('route', z.string().min(1)),
  requests: ofKeyUsageRow('requests', z.int().min(0)),
  limited: ofKeyUsageRow('limited', z.int().min(0)),
}).meta({ id: 'KeyUsageRow', description: 'Requests of a day to a route.' });
export type KeyUsageRow = z.infer<typeof keyUsageRowSchema>;

const ofKeyUsage = describing('KeyUsage');
export const keyUsageSchema = z.strictObject({
  username: ofKeyUsage('username', z.string()),
  key_prefix: ofKeyUsage('key_prefix', z.string()),
  tier_str: ofKeyUsage('tier_str', z.enum(['key'])),
  created_timestamp: ofKeyUsage('created_timestamp', z.int().min(0)),
  expires_timestamp: ofKeyUsage('expires_timestamp', z.int().min(0).nullable()),
  last_used_timestamp: ofKeyUsage('last_used_timestamp', z.int().min(0).nullable()),
  limits: keyLimitsSchema,
  rate_limit: rateLimitSchema,
  usage: z.array(keyUsageRowSchema),
}).meta({ id: 'KeyUsage', description: 'An API key, its limits, and what was asked with it over the last 30 days.' });
export type KeyUsage = z.infer<typeof keyUsageSchema>;

const ofKeyUsageMeta = describing('KeyUsageMeta');
export const keyUsageMetaSchema = z.strictObject({
  from_day: ofKeyUsageMeta('from_day', z.iso.date()),
  to_day: ofKeyUsageMeta('to_day', z.iso.date()),
}).meta({ id: 'KeyUsageMeta' });
export type KeyUsageMeta = z.infer<typeof keyUsageMetaSchema>;

export const configChangesEnvelopeSchema = metaEnvelope('ConfigChangesEnvelope', z.array(configChangeSchema).meta({ description: 'Newest first.' }), configChangesMetaSchema);
export type ConfigChangesEnvelope = z.infer<typeof configChangesEnvelopeSchema>;

export const marketInfoEnvelopeSchema = metaEnvelope('MarketInfoEnvelope', z.array(marketInfoSchema), marketInfoMetaSchema);
export type MarketInfoEnvelope = z.infer<typeof marketInfoEnvelopeSchema>;

export const quarantineEnvelopeSchema = metaEnvelope('QuarantineEnvelope', z.array(quarantinedReserveSchema), infoMetaSchema);
export type QuarantineEnvelope = z.infer<typeof quarantineEnvelopeSchema>;

export const reserveConfigEnvelopeSchema = metaEnvelope('ReserveConfigEnvelope', reserveConfigSchema, reserveConfigMetaSchema);
export type ReserveConfigEnvelope = z.infer<typeof reserveConfigEnvelopeSchema>;

export const reserveCurveEnvelopeSchema = metaEnvelope('ReserveCurveEnvelope', reserveCurveSchema, reserveCurveMetaSchema);
export type ReserveCurveEnvelope = z.infer<typeof reserveCurveEnvelopeSchema>;

export const reserveDetailsEnvelopeSchema = metaEnvelope('ReserveDetailsEnvelope', z.array(reserveDetailRowSchema), momentMetaSchema);
export type ReserveDetailsEnvelope = Omit<z.infer<typeof reserveDetailsEnvelopeSchema>, 'data'> & { readonly data: ReserveDetailRow[] };

export const reserveDetailEnvelopeSchema = metaEnvelope('ReserveDetailEnvelope', z.array(reserveDetailSchema), momentMetaSchema);
export type ReserveDetailEnvelope = z.infer<typeof reserveDetailEnvelopeSchema>;

export const reserveInfoEnvelopeSchema = metaEnvelope('ReserveInfoEnvelope', z.array(reserveInfoSchema), infoMetaSchema);
export type ReserveInfoEnvelope = z.infer<typeof reserveInfoEnvelopeSchema>;

export const reserveOfProtocolEnvelopeSchema = dataEnvelope('ReserveOfProtocolEnvelope', z.array(reserveOfProtocolSchema));
export type ReserveOfProtocolEnvelope = z.infer<typeof reserveOfProtocolEnvelopeSchema>;

export const reserveSnapshotEnvelopeSchema = dataEnvelope('ReserveSnapshotEnvelope', z.array(reserveSnapshotSchema));
export type ReserveSnapshotEnvelope = z.infer<typeof reserveSnapshotEnvelopeSchema>;

export const historyEnvelopeSchema = metaEnvelope('HistoryEnvelope', z.array(historyRowSchema).meta({ description: 'By reserve, then by time.' }), historyMetaSchema);
export type HistoryEnvelope = Omit<z.infer<typeof historyEnvelopeSchema>, 'data'> & { readonly data: HistoryRow[] };

export const sparklinesEnvelopeSchema = metaEnvelope('SparklinesEnvelope', z.array(reserveSparklineSchema).meta({ description: 'In the order of the list of reserves.' }), sparklinesMetaSchema);
export type SparklinesEnvelope = z.infer<typeof sparklinesEnvelopeSchema>;

export const reserveAtEnvelopeSchema = metaEnvelope('ReserveAtEnvelope', reserveAtSchema, reserveAtMetaSchema);
export type ReserveAtEnvelope = z.infer<typeof reserveAtEnvelopeSchema>;

export const benchmarkEnvelopeSchema = metaEnvelope('BenchmarkEnvelope', z.array(benchmarkRateRowSchema).meta({ description: 'By time; the row latest comes last.' }), benchmarkMetaSchema);
export type BenchmarkEnvelope = Omit<z.infer<typeof benchmarkEnvelopeSchema>, 'data'> & { readonly data: BenchmarkRateRow[] };

export const feesEnvelopeSchema = metaEnvelope('FeesEnvelope', z.array(feesRowSchema).meta({ description: 'By time, within a period by address.' }), feesMetaSchema);
export type FeesEnvelope = z.infer<typeof feesEnvelopeSchema>;

export const marketHistoryEnvelopeSchema = metaEnvelope('MarketHistoryEnvelope', z.array(marketHistoryRowSchema).meta({ description: 'By time.' }), aggregateHistoryMetaSchema);
export type MarketHistoryEnvelope = Omit<z.infer<typeof marketHistoryEnvelopeSchema>, 'data'> & { readonly data: MarketHistoryRow[] };

export const marketTotalsEnvelopeSchema = metaEnvelope('MarketTotalsEnvelope', z.array(marketTotalsSchema), momentMetaSchema);
export type MarketTotalsEnvelope = z.infer<typeof marketTotalsEnvelopeSchema>;

export const protocolHistoryEnvelopeSchema = metaEnvelope('ProtocolHistoryEnvelope', z.array(protocolHistoryRowSchema).meta({ description: 'By time.' }), aggregateHistoryMetaSchema);
export type ProtocolHistoryEnvelope = Omit<z.infer<typeof protocolHistoryEnvelopeSchema>, 'data'> & { readonly data: ProtocolHistoryRow[] };

export const protocolTotalsEnvelopeSchema = metaEnvelope('ProtocolTotalsEnvelope', z.array(protocolTotalsSchema), momentMetaSchema);
export type ProtocolTotalsEnvelope = z.infer<typeof protocolTotalsEnvelopeSchema>;

export const tokenHistoryEnvelopeSchema = metaEnvelope('TokenHistoryEnvelope', z.array(tokenHistoryRowSchema).meta({ description: 'By time.' }), aggregateHistoryMetaSchema);
export type TokenHistoryEnvelope = Omit<z.infer<typeof tokenHistoryEnvelopeSchema>, 'data'> & { readonly data: TokenHistoryRow[] };

export const tokenTotalsEnvelopeSchema = metaEnvelope('TokenTotalsEnvelope', z.array(tokenTotalsSchema), momentMetaSchema);
export type TokenTotalsEnvelope = z.infer<typeof tokenTotalsEnvelopeSchema>;

export const pricesEnvelopeSchema = metaEnvelope('PricesEnvelope', z.array(priceSchema).meta({ description: 'In the order of the request, else by mint address.' }), pricesMetaSchema);
export type PricesEnvelope = z.infer<typeof pricesEnvelopeSchema>;

export const priceSourcesEnvelopeSchema = metaEnvelope('PriceSourcesEnvelope', z.array(priceSourceSchema).meta({ description: 'By feed.' }), pricesMetaSchema);
export type PriceSourcesEnvelope = z.infer<typeof priceSourcesEnvelopeSchema>;

export const pricesAtEnvelopeSchema = metaEnvelope('PricesAtEnvelope', z.array(priceAtSchema).meta({ description: 'In the order of the request.' }), pricesMetaSchema);
export type PricesAtEnvelope = z.infer<typeof pricesAtEnvelopeSchema>;

export const priceDivergenceEnvelopeSchema = metaEnvelope('PriceDivergenceEnvelope', z.array(priceDivergenceRowSchema).meta({ description: 'By time.' }), priceDivergenceMetaSchema);
export type PriceDivergenceEnvelope = Omit<z.infer<typeof priceDivergenceEnvelopeSchema>, 'data'> & { readonly data: PriceDivergenceRow[] };

export const priceHistoryEnvelopeSchema = metaEnvelope('PriceHistoryEnvelope', z.array(priceHistoryRowSchema).meta({ description: 'By time.' }), priceHistoryMetaSchema);
export type PriceHistoryEnvelope = Omit<z.infer<typeof priceHistoryEnvelopeSchema>, 'data'> & { readonly data: PriceHistoryRow[] };

export const tokenDepthEnvelopeSchema = metaEnvelope('TokenDepthEnvelope', tokenDepthSchema, tokenDepthMetaSchema);
export type TokenDepthEnvelope = z.infer<typeof tokenDepthEnvelopeSchema>;

export const liquidityPoolsEnvelopeSchema = metaEnvelope('LiquidityPoolsEnvelope', z.array(liquidityPoolSchema).meta({ description: 'By token; pools that count first, the deepest first.' }), liquidityMetaSchema);
export type LiquidityPoolsEnvelope = z.infer<typeof liquidityPoolsEnvelopeSchema>;

export const poolDepthEnvelopeSchema = metaEnvelope('PoolDepthEnvelope', z.array(poolDepthSchema).meta({ description: 'By token that is sold, token a first, then by fall.' }), poolDepthMetaSchema);
export type PoolDepthEnvelope = z.infer<typeof poolDepthEnvelopeSchema>;

export const tokenDepthHistoryEnvelopeSchema = metaEnvelope('TokenDepthHistoryEnvelope', z.array(tokenDepthHistoryRowSchema).meta({ description: 'By time.' }), depthHistoryMetaSchema);
export type TokenDepthHistoryEnvelope = Omit<z.infer<typeof tokenDepthHistoryEnvelopeSchema>, 'data'> & { readonly data: TokenDepthHistoryRow[] };

export const liquidationCoverageEnvelopeSchema = metaEnvelope('LiquidationCoverageEnvelope', z.array(liquidationCoverageSchema).meta({ description: 'The worst first: by coverage over all reserves of the token at the smallest bonus; unknown ones last.' }), liquidityMetaSchema);
export type LiquidationCoverageEnvelope = z.infer<typeof liquidationCoverageEnvelopeSchema>;

export const liquidationCoverageHistoryEnvelopeSchema = metaEnvelope('LiquidationCoverageHistoryEnvelope', z.array(liquidationCoverageRowSchema).meta({ description: 'By time.' }), depthHistoryMetaSchema);
export type LiquidationCoverageHistoryEnvelope = Omit<z.infer<typeof liquidationCoverageHistoryEnvelopeSchema>, 'data'> & { readonly data: LiquidationCoverageRow[] };

export const coverageEnvelopeSchema = metaEnvelope('CoverageEnvelope', z.array(coverageRowSchema).meta({ description: 'By protocol and address of the reserve.' }), coverageMetaSchema);
export type CoverageEnvelope = z.infer<typeof coverageEnvelopeSchema>;

export const keyUsageEnvelopeSchema = metaEnvelope('KeyUsageEnvelope', keyUsageSchema, keyUsageMetaSchema);
export type KeyUsageEnvelope = z.infer<typeof keyUsageEnvelopeSchema>;

export const statusEnvelopeSchema = metaEnvelope('StatusEnvelope', serviceStatusSchema, statusMetaSchema);
export type StatusEnvelope = z.infer<typeof statusEnvelopeSchema>;

export const verificationEnvelopeSchema = dataEnvelope('VerificationEnvelope', verificationSchema);
export type VerificationEnvelope = z.infer<typeof verificationEnvelopeSchema>;

/** The published numbers of a state. */
export interface NumbersOfState {
  readonly availableAmountF: number;
  readonly availableAmountUsdF: number | null;
  readonly suppliedAmountF: number;
  readonly suppliedAmountUsdF: number | null;
  readonly borrowedAmountF: number;
  readonly borrowedAmountUsdF: number | null;
  readonly utilizationF: number;
  readonly borrowAprF: number;
  readonly borrowApyF: number;
  readonly supplyAprF: number;
  readonly supplyApyF: number;
  readonly rewardsAprF: number;
  readonly priceUsdF: number | null;
}

/** Its numbers under their names in answers. */
export function toNumberFields(state: NumbersOfState) {
  return {
    available_amount_f: state.availableAmountF,
    available_amount_usd_f: state.availableAmountUsdF,
    supplied_amount_f: state.suppliedAmountF,
    supplied_amount_usd_f: state.suppliedAmountUsdF,
    borrowed_amount_f: state.borrowedAmountF,
    borrowed_amount_usd_f: state.borrowedAmountUsdF,
    utilization_f: state.utilizationF,
    borrow_apr_f: state.borrowAprF,
    borrow_apy_f: state.borrowApyF,
    supply_apr_f: state.supplyAprF,
    supply_apy_f: state.supplyApyF,
    rewards_apr_f: state.rewardsAprF,
    price_usd_f: state.priceUsdF,
  };
}

/** The same of what is given for each number, for instance of its summary over a bucket. */
export function numberFields<Value extends number | null>(of: (name: keyof NumbersOfState) => Value) {
  return {
    available_amount_f: of('availableAmountF'),
    available_amount_usd_f: of('availableAmountUsdF'),
    supplied_amount_f: of('suppliedAmountF'),
    supplied_amount_usd_f: of('suppliedAmountUsdF'),
    borrowed_amount_f: of('borrowedAmountF'),
    borrowed_amount_usd_f: of('borrowedAmountUsdF'),
    utilization_f: of('utilizationF'),
    borrow_apr_f: of('borrowAprF'),
    borrow_apy_f: of('borrowApyF'),
    supply_apr_f: of('supplyAprF'),
    supply_apy_f: of('supplyApyF'),
    rewards_apr_f: of('rewardsAprF'),
    price_usd_f: of('priceUsdF'),
  };
}
