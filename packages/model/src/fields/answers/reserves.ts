import type { FieldGroup } from '@tidemark/core';
import { headroomFields } from '../headroom.ts';
import { OWN_ANSWER, ownAnswers } from '../own-columns.ts';
import { realisedFields } from '../realised.ts';
import { type Answer, type Envelope, MARKET, RATES, TOKEN, PAGE } from './answer.ts';

/** The specification's, in its order. */
const TWELVE =
  'timestamp lending_market reserve lending_market_name token_symbol available_amount_f ' +
  'available_amount_usd_f supplied_amount_f supplied_amount_usd_f utilization_f borrow_apy_f supply_apy_f';
const namesOf = (group: FieldGroup): string => Object.keys(group).join(' ');
const HEADROOM = namesOf(headroomFields);
const REALISED = namesOf(realisedFields);

const DETAIL = `
  ${TWELVE} listed_b token_address token_symbol_origin_str token_decimals status_str missing_since_timestamp slot
  last_update_slot stale_slots last_update_timestamp last_update_stale_b slot_duration_ms_f slot_duration_source_str
  interest_rate_basis_str compounding_str account_sha256 decoder_version available_amount_raw
  accrued_available_amount_raw borrowed_amount_raw accrued_borrowed_amount_raw accrued_total_supply_raw
  collateral_supply_raw cumulative_borrow_rate_raw accrued_cumulative_borrow_rate_raw price_raw borrowed_amount_f
  borrowed_amount_usd_f price_usd_f price_timestamp price_age_seconds price_status price_loaded_b price_age_checked_b
  twap_checked_b twap_age_checked_b heuristic_checked_b price_usage_allowed_b usable_for_borrow_b
  usable_for_liquidation_b requires_price_refresh_b borrow_apr_f supply_apr_f rewards_apr_f
  supply_apy_total_f vault_balance_raw vault_balance_f vault_balance_usd_f ${REALISED} ${HEADROOM}
  accrued_protocol_fees_raw protocol_fees_f protocol_fees_usd_f accumulated_referrer_fees_raw referrer_fees_f
  referrer_fees_usd_f accrued_pending_referrer_fees_raw pending_referrer_fees_f pending_referrer_fees_usd_f
  market_price_usd_f market_price_status_str market_price_timestamp market_price_age_seconds
  market_price_divergence_bps_f market_price_divergence_gap_str`;

const SNAPSHOT = {
  timestamp: 1790300470,
  lending_market: '7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF',
  reserve: 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q',
  lending_market_name: 'Main Market',
  token_symbol: 'SOL',
  available_amount_f: 250000.5,
  available_amount_usd_f: 37500075,
  supplied_amount_f: 1000000,
  supplied_amount_usd_f: 150000000,
  utilization_f: 0.75,
  borrow_apy_f: 0.0547562326721249,
  supply_apy_f: 0.0376992320108351,
};

/** Reserves as they are now: snapshots, details, settings, curves. */
export const reservesAnswers: Readonly<Record<string, Answer>> = {
  ReserveSnapshot: {
    description: 'The latest state of one reserve.',
    example: SNAPSHOT,
    fields: TWELVE,
  },
  ReserveOfProtocol: {
    description: 'The latest state of one reserve, with the protocol that it is of.',
    fields: `protocol ${TWELVE}`,
  },
  ...ownAnswers(DETAIL),
  ReserveDetail: {
    description: 'Everything that is known of one reserve at its newest slot.',
    nested: { own: OWN_ANSWER },
    fields: `${DETAIL} own`,
  },
  ReserveDetailRow: {
    description:
      'Everything that is known of a reserve at its newest slot. All columns are there unless the parameter fields names some.',
    optional: 'by request',
    nested: { own: OWN_ANSWER },
    fields: `${DETAIL} own`,
  },
  MomentMeta: { fields: 'as_of slot count' },
  MarketInfo: {
    description: 'One reserve of one lending market, with the settings of the market.',
    fields: `
      timestamp ${MARKET} listed_b reserve ${TOKEN} status_str loan_to_value_f liquidation_threshold_f borrow_factor_f
      lending_market_owner lending_market_quote_currency_str lending_market_referral_fee_f
      lending_market_emergency_mode_b lending_market_borrow_disabled_b lending_market_rewards_max_apr_f
      lending_market_missing_since_timestamp`,
  },
  MarketInfoMeta: { fields: 'as_of count lending_markets_without_reserves' },
  ReserveInfo: {
    description: 'One reserve with its settings.',
    fields: `
      timestamp ${MARKET} listed_b reserve ${TOKEN} token_symbol_origin_str token_decimals token_program collateral_token_address status_str
      loan_to_value_f liquidation_threshold_f borrow_factor_f protocol_take_rate_f protocol_liquidation_fee_f
      min_liquidation_bonus_f max_liquidation_bonus_f bad_debt_liquidation_bonus_f deposit_limit_raw
      borrow_limit_raw borrow_limit_outside_elevation_group_raw host_fixed_interest_rate_f origination_fee_f
      flash_loan_fee_f utilization_limit_block_borrowing_f interest_rate_basis_str max_price_age_seconds
      first_seen_timestamp last_seen_timestamp missing_since_timestamp ui_multiplier_f next_ui_multiplier_f
      ui_multiplier_effective_timestamp underlying_protocol underlying_reserve quarantine_reason_str config_flags`,
  },
  InfoMeta: { fields: 'as_of count' },
  QuarantinedReserve: {
    description: 'A reserve that was kept out of the data, and why.',
    fields: `
      reserve lending_market listed_b quarantine_reason_str expected actual first_seen_timestamp last_seen_timestamp
      occurrences active_b`,
  },
  ReserveConfig: {
    description: 'The full configuration of one reserve and of its market.',
    fields: `
      timestamp ${MARKET} reserve ${TOKEN} token_decimals since_slot since_timestamp config lending_market_slot
      lending_market_timestamp lending_market_config`,
  },
  ReserveConfigMeta: { fields: 'as_of' },
  ConfigChange: {
    description: 'One parameter that differed between two reads.',
    fields: `
      timestamp slot account_kind_str ${MARKET} reserve token_symbol field old_value new_value previous_slot
      previous_timestamp`,
  },
  ConfigChangesMeta: { fields: `from to ${PAGE}` },
  RatePoint: {
    fields: RATES,
  },
  RatePosition: {
    fields: `available_amount_f borrowed_amount_f supplied_amount_f ${RATES}`,
  },
  WhatIf: {
    description: 'The reserve after the change. Fees, limits and the withdrawal queue are left aside.',
    fields: `supply_delta_raw borrow_delta_raw available_amount_f borrowed_amount_f supplied_amount_f ${RATES}`,
  },
  ReserveCurve: {
    description: 'Rates of one reserve over its utilization.',
    fields: `
      timestamp slot lending_market reserve token_symbol interest_rate_basis_str slot_duration_ms_f points knots
      current what_if`,
    nested: {
      points: { of: 'RatePoint', list: true, description: 'Evenly spread from utilization 0 to 1, both included.' },
      knots: {
        of: 'RatePoint',
        list: true,
        description: 'The points at which the slope of the curve changes, up to the first at utilization 1.',
      },
      current: { of: 'RatePosition' },
      what_if: { of: 'WhatIf', nullable: true, description: 'Null where the request names no change.' },
    },
  },
  ReserveCurveMeta: { fields: 'as_of slot count' },
};

export const reservesEnvelopes: Readonly<Record<string, Envelope>> = {
  ConfigChangesEnvelope: { data: 'ConfigChange', list: true, description: 'Newest first.', meta: 'ConfigChangesMeta' },
  MarketInfoEnvelope: { data: 'MarketInfo', list: true, meta: 'MarketInfoMeta' },
  QuarantineEnvelope: { data: 'QuarantinedReserve', list: true, meta: 'InfoMeta' },
  ReserveConfigEnvelope: { data: 'ReserveConfig', meta: 'ReserveConfigMeta' },
  ReserveCurveEnvelope: { data: 'ReserveCurve', meta: 'ReserveCurveMeta' },
  ReserveDetailsEnvelope: { data: 'ReserveDetailRow', list: true, meta: 'MomentMeta' },
  ReserveDetailEnvelope: { data: 'ReserveDetail', list: true, meta: 'MomentMeta' },
  ReserveInfoEnvelope: { data: 'ReserveInfo', list: true, meta: 'InfoMeta' },
  ReserveOfProtocolEnvelope: { data: 'ReserveOfProtocol', list: true },
  ReserveSnapshotEnvelope: { data: 'ReserveSnapshot', list: true },
};
