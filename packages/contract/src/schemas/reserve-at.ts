import { z } from 'zod';
import { definitionIn } from '../dictionary/answer-variants.ts';
import type { FieldName } from '../dictionary/data-dictionary.ts';
import { metaEnvelope } from './envelope.ts';
import { address, bigInteger, field, nonNegative, rawAmount, unixSeconds } from './fields.ts';

const count = () => z.int().min(0);
const usd = () => nonNegative().nullable();
const of = <Schema extends z.ZodType>(name: FieldName, schema: Schema): Schema =>
  field(name, schema, definitionIn('ReserveAt', name));

/** A reserve at one moment, derived from the account that was in force then. */
export const reserveAtSchema = z
  .strictObject({
    timestamp: of('timestamp', unixSeconds()),
    slot: of('slot', count()),
    reserve: of('reserve', address()),
    lending_market: of('lending_market', address()),
    lending_market_name: of('lending_market_name', z.string()),
    token_address: of('token_address', address()),
    token_symbol: of('token_symbol', z.string()),
    available_amount_f: of('available_amount_f', nonNegative()),
    available_amount_usd_f: of('available_amount_usd_f', usd()),
    supplied_amount_f: of('supplied_amount_f', nonNegative()),
    supplied_amount_usd_f: of('supplied_amount_usd_f', usd()),
    borrowed_amount_f: of('borrowed_amount_f', nonNegative()),
    borrowed_amount_usd_f: of('borrowed_amount_usd_f', usd()),
    utilization_f: of('utilization_f', nonNegative()),
    borrow_apr_f: of('borrow_apr_f', nonNegative()),
    borrow_apy_f: of('borrow_apy_f', nonNegative()),
    supply_apr_f: of('supply_apr_f', nonNegative()),
    supply_apy_f: of('supply_apy_f', nonNegative()),
    rewards_apr_f: of('rewards_apr_f', nonNegative()),
    price_usd_f: of('price_usd_f', usd()),
    accrued_available_amount_raw: of('accrued_available_amount_raw', rawAmount()),
    accrued_borrowed_amount_sf_raw: of('accrued_borrowed_amount_sf_raw', bigInteger()),
    accrued_total_supply_sf_raw: of('accrued_total_supply_sf_raw', bigInteger()),
    accrued_cumulative_borrow_rate_bsf_raw: of('accrued_cumulative_borrow_rate_bsf_raw', bigInteger()),
    collateral_supply_raw: of('collateral_supply_raw', rawAmount()),
    evidence_slot: of('evidence_slot', count()),
    evidence_timestamp: of('evidence_timestamp', unixSeconds()),
    evidence_age_seconds: of('evidence_age_seconds', z.int()),
    proof_str: of('proof_str', z.enum(['same_account', 'later_account', 'index_continuity']).nullable()),
    proven_b: of('proven_b', z.boolean()),
    in_gap_b: of('in_gap_b', z.boolean()),
    gap_reason_str: of('gap_reason_str', z.string().nullable()),
  })
  .meta({ id: 'ReserveAt', description: 'A reserve at one moment, derived from the account that was in force then.' });
export type ReserveAt = z.infer<typeof reserveAtSchema>;

const inMeta = <Schema extends z.ZodType>(name: FieldName, schema: Schema): Schema =>
  field(name, schema, definitionIn('ReserveAtMeta', name));

export const reserveAtEnvelopeSchema = metaEnvelope(
  'ReserveAtEnvelope',
  reserveAtSchema,
  z
    .strictObject({
      as_of: inMeta('as_of', unixSeconds()),
      slot: inMeta('slot', count()),
      methodology: inMeta('methodology', z.string()),
      tier_str: inMeta('tier_str', z.enum(['public', 'key'])),
    })
    .meta({ id: 'ReserveAtMeta' }),
);
export type ReserveAtEnvelope = z.infer<typeof reserveAtEnvelopeSchema>;
