import { z } from 'zod';
import { answerVariants } from '../dictionary/answer-variants.ts';
import { metaEnvelope } from './envelope.ts';
import { address, bigInteger, field, nonNegative, rawAmount, unixSeconds } from './fields.ts';
import { headroomShape } from './headroom.ts';
import { interestRateBasisSchema, reserveStatusSchema } from './info.ts';
import { realisedShape } from './realised.ts';
import { reserveSnapshotSchema } from './reserve-snapshot.ts';

const usd = () => nonNegative().nullable();
const slot = () => z.int().min(0);

const provenanceShape = {
  token_address: field('token_address', address()),
  token_decimals: field('token_decimals', z.int().min(0)),
  status_str: field('status_str', reserveStatusSchema),
  missing_since_timestamp: field('missing_since_timestamp', unixSeconds().nullable()),
  slot: field('slot', slot()),
  last_update_slot: field('last_update_slot', slot()),
  stale_slots: field('stale_slots', slot()),
  last_update_timestamp: field('last_update_timestamp', unixSeconds().nullable()),
  last_update_stale_b: field('last_update_stale_b', z.boolean()),
  slot_duration_ms_f: field('slot_duration_ms_f', z.number().gt(0)),
  slot_duration_source_str: field(
    'slot_duration_source_str',
    z.enum(['performance_samples', 'clock_pairs', 'configured']),
  ),
  interest_rate_basis_str: field('interest_rate_basis_str', interestRateBasisSchema),
  compounding_str: field('compounding_str', z.enum(['before-1.17', 'since-1.17'])),
  account_sha256: field('account_sha256', z.string().regex(/^[0-9a-f]{64}$/)),
  decoder_version: field('decoder_version', z.int().min(0)),
};

const exactShape = {
  available_amount_raw: field('available_amount_raw', rawAmount()),
  accrued_available_amount_raw: field('accrued_available_amount_raw', rawAmount()),
  borrowed_amount_sf_raw: field('borrowed_amount_sf_raw', bigInteger()),
  accrued_borrowed_amount_sf_raw: field('accrued_borrowed_amount_sf_raw', bigInteger()),
  accrued_total_supply_sf_raw: field('accrued_total_supply_sf_raw', bigInteger()),
  collateral_supply_raw: field('collateral_supply_raw', rawAmount()),
  cumulative_borrow_rate_bsf_raw: field('cumulative_borrow_rate_bsf_raw', bigInteger()),
  accrued_cumulative_borrow_rate_bsf_raw: field('accrued_cumulative_borrow_rate_bsf_raw', bigInteger()),
  price_sf_raw: field('price_sf_raw', bigInteger()),
};

const valueShape = {
  borrowed_amount_f: field('borrowed_amount_f', nonNegative()),
  borrowed_amount_usd_f: field('borrowed_amount_usd_f', usd()),
  price_usd_f: field('price_usd_f', usd()),
  price_timestamp: field('price_timestamp', unixSeconds().nullable()),
  price_age_seconds: field('price_age_seconds', z.int().nullable()),
  price_status: field('price_status', z.int().min(0).max(255)),
  price_loaded_b: field('price_loaded_b', z.boolean()),
  price_age_checked_b: field('price_age_checked_b', z.boolean()),
  twap_checked_b: field('twap_checked_b', z.boolean()),
  twap_age_checked_b: field('twap_age_checked_b', z.boolean()),
  heuristic_checked_b: field('heuristic_checked_b', z.boolean()),
  price_usage_allowed_b: field('price_usage_allowed_b', z.boolean()),
  usable_for_borrow_b: field('usable_for_borrow_b', z.boolean()),
  usable_for_liquidation_b: field('usable_for_liquidation_b', z.boolean()),
  requires_price_refresh_b: field('requires_price_refresh_b', z.boolean().nullable()),
  borrow_apr_f: field('borrow_apr_f', nonNegative()),
  supply_apr_f: field('supply_apr_f', nonNegative()),
  rewards_apr_f: field('rewards_apr_f', nonNegative()),
};

const feeShape = {
  protocol_fees_sf_raw: field('protocol_fees_sf_raw', bigInteger()),
  protocol_fees_f: field('protocol_fees_f', nonNegative()),
  protocol_fees_usd_f: field('protocol_fees_usd_f', usd()),
  referrer_fees_sf_raw: field('referrer_fees_sf_raw', bigInteger()),
  referrer_fees_f: field('referrer_fees_f', nonNegative()),
  referrer_fees_usd_f: field('referrer_fees_usd_f', usd()),
  pending_referrer_fees_sf_raw: field('pending_referrer_fees_sf_raw', bigInteger()),
  pending_referrer_fees_f: field('pending_referrer_fees_f', nonNegative()),
  pending_referrer_fees_usd_f: field('pending_referrer_fees_usd_f', usd()),
};

/** Everything that is known of a reserve at its newest slot. The first twelve fields are those of the snapshot. */
export const reserveDetailSchema = z
  .strictObject({
    ...reserveSnapshotSchema.shape,
    // Not held to 0..1 here: the program's own value.
    utilization_f: field('utilization_f', nonNegative()),
    ...provenanceShape,
    ...exactShape,
    ...valueShape,
    ...realisedShape,
    ...headroomShape,
    ...feeShape,
  })
  .meta({ id: 'ReserveDetail', description: 'Everything that is known of one reserve at its newest slot.' });
export type ReserveDetail = z.infer<typeof reserveDetailSchema>;

/** What an answer about one moment says about itself. */
export const momentMetaSchema = z
  .strictObject({
    as_of: field('as_of', unixSeconds().nullable()),
    slot: field('slot', slot().nullable(), answerVariants.MomentMeta.slot),
    count: field('count', z.int().min(0)),
  })
  .meta({ id: 'MomentMeta' });

export const reserveDetailEnvelopeSchema = metaEnvelope(
  'ReserveDetailEnvelope',
  z.array(reserveDetailSchema),
  momentMetaSchema,
);
export type ReserveDetailEnvelope = z.infer<typeof reserveDetailEnvelopeSchema>;
