import { z } from 'zod';
import { metaEnvelope } from './envelope.ts';
import { address, field, nonNegative, rawAmount, unixSeconds } from './fields.ts';

/** Status of a reserve in the field’s words. */
export const reserveStatusSchema = z.enum(['active', 'obsolete', 'hidden']);
export type ReserveStatus = z.infer<typeof reserveStatusSchema>;

/** What a reserve’s interest accrues by. */
export const interestRateBasisSchema = z.enum(['legacy', 'true_apr']);
export type InterestRateBasis = z.infer<typeof interestRateBasisSchema>;

const fraction = () => nonNegative();

const shared = {
  timestamp: field('timestamp', unixSeconds()),
  lending_market: field('lending_market', address()),
  lending_market_name: field('lending_market_name', z.string()),
  reserve: field('reserve', address()),
  token_address: field('token_address', address()),
  token_symbol: field('token_symbol', z.string()),
};
const risk = {
  status_str: field('status_str', reserveStatusSchema),
  loan_to_value_f: field('loan_to_value_f', fraction()),
  liquidation_threshold_f: field('liquidation_threshold_f', fraction()),
  borrow_factor_f: field('borrow_factor_f', z.number().min(1)),
};

/** One reserve of one market with the settings of the market. */
export const marketInfoSchema = z
  .strictObject({
    ...shared,
    ...risk,
    lending_market_owner: field('lending_market_owner', address().nullable()),
    lending_market_quote_currency_str: field('lending_market_quote_currency_str', z.string().nullable()),
    lending_market_referral_fee_f: field('lending_market_referral_fee_f', fraction().nullable()),
    lending_market_emergency_mode_b: field('lending_market_emergency_mode_b', z.boolean().nullable()),
    lending_market_borrow_disabled_b: field('lending_market_borrow_disabled_b', z.boolean().nullable()),
    lending_market_rewards_max_apr_f: field('lending_market_rewards_max_apr_f', fraction().nullable()),
    lending_market_missing_since_timestamp: field('lending_market_missing_since_timestamp', unixSeconds().nullable()),
  })
  .meta({ id: 'MarketInfo', description: 'One reserve of one lending market, with the settings of the market.' });
export type MarketInfo = z.infer<typeof marketInfoSchema>;

/** One reserve with its settings. */
export const reserveInfoSchema = z
  .strictObject({
    ...shared,
    token_decimals: field('token_decimals', z.int().min(0)),
    token_program: field('token_program', address()),
    collateral_token_address: field('collateral_token_address', address()),
    ...risk,
    protocol_take_rate_f: field('protocol_take_rate_f', fraction()),
    protocol_liquidation_fee_f: field('protocol_liquidation_fee_f', fraction()),
    min_liquidation_bonus_f: field('min_liquidation_bonus_f', fraction()),
    max_liquidation_bonus_f: field('max_liquidation_bonus_f', fraction()),
    bad_debt_liquidation_bonus_f: field('bad_debt_liquidation_bonus_f', fraction()),
    deposit_limit_raw: field('deposit_limit_raw', rawAmount()),
    borrow_limit_raw: field('borrow_limit_raw', rawAmount()),
    borrow_limit_outside_elevation_group_raw: field('borrow_limit_outside_elevation_group_raw', rawAmount()),
    host_fixed_interest_rate_f: field('host_fixed_interest_rate_f', fraction()),
    origination_fee_f: field('origination_fee_f', fraction()),
    flash_loan_fee_f: field('flash_loan_fee_f', fraction().nullable()),
    utilization_limit_block_borrowing_f: field('utilization_limit_block_borrowing_f', fraction().nullable()),
    interest_rate_basis_str: field('interest_rate_basis_str', interestRateBasisSchema),
    max_price_age_seconds: field('max_price_age_seconds', z.int().min(0).nullable()),
    first_seen_timestamp: field('first_seen_timestamp', unixSeconds()),
    last_seen_timestamp: field('last_seen_timestamp', unixSeconds()),
    missing_since_timestamp: field('missing_since_timestamp', unixSeconds().nullable()),
    ui_multiplier_f: field('ui_multiplier_f', z.number().gt(0).nullable()),
    next_ui_multiplier_f: field('next_ui_multiplier_f', z.number().gt(0).nullable()),
    ui_multiplier_effective_timestamp: field('ui_multiplier_effective_timestamp', unixSeconds().nullable()),
    quarantine_reason_str: field('quarantine_reason_str', z.string().nullable()),
    config_flags: field('config_flags', z.array(z.string())),
  })
  .meta({ id: 'ReserveInfo', description: 'One reserve with its settings.' });
export type ReserveInfo = z.infer<typeof reserveInfoSchema>;

/** What an info answer says about itself. */
export const infoMetaSchema = z
  .strictObject({
    as_of: field('as_of', unixSeconds().nullable()),
    count: field('count', z.int().min(0)),
  })
  .meta({ id: 'InfoMeta' });
export type InfoMeta = z.infer<typeof infoMetaSchema>;

/** What an answer about markets says about itself. */
export const marketInfoMetaSchema = z
  .strictObject({
    ...infoMetaSchema.shape,
    lending_markets_without_reserves: field('lending_markets_without_reserves', z.array(address())),
  })
  .meta({ id: 'MarketInfoMeta' });
export type MarketInfoMeta = z.infer<typeof marketInfoMetaSchema>;

export const marketInfoEnvelopeSchema = metaEnvelope(
  'MarketInfoEnvelope',
  z.array(marketInfoSchema),
  marketInfoMetaSchema,
);
export type MarketInfoEnvelope = z.infer<typeof marketInfoEnvelopeSchema>;

export const reserveInfoEnvelopeSchema = metaEnvelope(
  'ReserveInfoEnvelope',
  z.array(reserveInfoSchema),
  infoMetaSchema,
);
export type ReserveInfoEnvelope = z.infer<typeof reserveInfoEnvelopeSchema>;
