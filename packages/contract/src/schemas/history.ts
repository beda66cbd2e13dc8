import { z } from 'zod';
import { definitionIn } from '../dictionary/answer-variants.ts';
import { type FieldName, isFieldName } from '../dictionary/data-dictionary.ts';
import { metaEnvelope } from './envelope.ts';
import { address, bigInteger, field, nonNegative, rawAmount, unixSeconds } from './fields.ts';

export const HISTORY_INTERVALS = ['raw', '1m', '5m', '15m', '1h', '4h', '1d'] as const;
export const historyIntervalSchema = z.enum(HISTORY_INTERVALS);
export type HistoryInterval = z.infer<typeof historyIntervalSchema>;

export const historyAggregateSchema = z.enum(['close', 'open', 'min', 'max', 'twavg']);
export type HistoryAggregate = z.infer<typeof historyAggregateSchema>;

export const historyFillSchema = z.enum(['none', 'null', 'locf']);
export type HistoryFill = z.infer<typeof historyFillSchema>;

const proof = () => z.enum(['same_account', 'later_account', 'index_continuity']).nullable();
const count = () => z.int().min(0);
const known = () => nonNegative().nullable();

const ofRow = <Schema extends z.ZodType>(name: FieldName, schema: Schema): Schema =>
  field(name, schema, definitionIn('HistoryRow', name));

const identityShape = {
  timestamp: ofRow('timestamp', unixSeconds()),
  reserve: ofRow('reserve', address()),
  lending_market: ofRow('lending_market', address()),
  lending_market_name: ofRow('lending_market_name', z.string()),
  token_address: ofRow('token_address', address()),
  token_symbol: ofRow('token_symbol', z.string()),
  slot: ofRow('slot', count().nullable()),
  last_update_slot: ofRow('last_update_slot', count().nullable()),
};

const numberShape = {
  available_amount_f: ofRow('available_amount_f', known()),
  available_amount_usd_f: ofRow('available_amount_usd_f', known()),
  supplied_amount_f: ofRow('supplied_amount_f', known()),
  supplied_amount_usd_f: ofRow('supplied_amount_usd_f', known()),
  borrowed_amount_f: ofRow('borrowed_amount_f', known()),
  borrowed_amount_usd_f: ofRow('borrowed_amount_usd_f', known()),
  utilization_f: ofRow('utilization_f', known()),
  borrow_apr_f: ofRow('borrow_apr_f', known()),
  borrow_apy_f: ofRow('borrow_apy_f', known()),
  supply_apr_f: ofRow('supply_apr_f', known()),
  supply_apy_f: ofRow('supply_apy_f', known()),
  rewards_apr_f: ofRow('rewards_apr_f', known()),
  price_usd_f: ofRow('price_usd_f', known()),
};

const flowShape = {
  borrow_apy_realised_f: ofRow('borrow_apy_realised_f', z.number().nullable()),
  supply_apy_realised_f: ofRow('supply_apy_realised_f', z.number().nullable()),
  interest_f: ofRow('interest_f', z.number().nullable()),
  interest_usd_f: ofRow('interest_usd_f', z.number().nullable()),
};

/** How much is known of a bucket; rows of markets and tokens say it in the same words. */
export const qualitySchema = z.enum(['ok', 'partial', 'missing']);

const qualityShape = {
  observations: ofRow('observations', count().nullable()),
  snapshots: ofRow('snapshots', count().nullable()),
  coverage_f: ofRow('coverage_f', z.number().min(0).max(1).nullable()),
  quality_str: ofRow('quality_str', qualitySchema),
  gap_reason_str: ofRow('gap_reason_str', z.string().nullable()),
  evidence_age_seconds: ofRow('evidence_age_seconds', z.int().nullable()),
  edge_proof_str: ofRow('edge_proof_str', proof()),
  final_b: ofRow('final_b', z.boolean()),
  filled_b: ofRow('filled_b', z.boolean()),
};

const integerShape = {
  accrued_available_amount_raw: ofRow('accrued_available_amount_raw', rawAmount().nullable()),
  accrued_borrowed_amount_sf_raw: ofRow('accrued_borrowed_amount_sf_raw', bigInteger().nullable()),
  accrued_total_supply_sf_raw: ofRow('accrued_total_supply_sf_raw', bigInteger().nullable()),
  accrued_cumulative_borrow_rate_bsf_raw: ofRow('accrued_cumulative_borrow_rate_bsf_raw', bigInteger().nullable()),
  collateral_supply_raw: ofRow('collateral_supply_raw', rawAmount().nullable()),
};

const rowSchema = z.strictObject({ ...identityShape, ...numberShape, ...flowShape, ...qualityShape, ...integerShape });
/** One reserve over one bucket, or at one stored read, with all columns. */
export type HistoryRow = z.infer<typeof rowSchema>;

/** The same as answers have it: with the columns that were asked for. */
export const historyRowSchema = rowSchema.partial().meta({
  id: 'HistoryRow',
  description:
    'One reserve over one bucket, or at one stored read. All columns are there unless the parameter fields names some.',
});

/** Columns of a row in their order. */
export const HISTORY_COLUMNS: readonly FieldName[] = Object.keys(rowSchema.shape).filter(isFieldName);

const inGap = <Schema extends z.ZodType>(name: FieldName, schema: Schema): Schema =>
  field(name, schema, definitionIn('HistoryGap', name));

/** A stretch of time that was not observed. */
export const historyGapSchema = z
  .strictObject({
    reserve: inGap('reserve', address().nullable()),
    from: inGap('from', unixSeconds()),
    to: inGap('to', unixSeconds()),
    reason_str: inGap('reason_str', z.string()),
  })
  .meta({ id: 'HistoryGap', description: 'A stretch of time that was not observed.' });
export type HistoryGap = z.infer<typeof historyGapSchema>;

const inMeta = <Schema extends z.ZodType>(name: FieldName, schema: Schema): Schema =>
  field(name, schema, definitionIn('HistoryMeta', name));

/** What an answer of history says about itself. */
export const historyMetaSchema = z
  .strictObject({
    from: inMeta('from', unixSeconds()),
    to: inMeta('to', unixSeconds()),
    interval_str: inMeta('interval_str', historyIntervalSchema),
    agg_str: inMeta('agg_str', historyAggregateSchema.nullable()),
    fill_str: inMeta('fill_str', historyFillSchema.nullable()),
    count: inMeta('count', count()),
    next_cursor: inMeta('next_cursor', z.string().nullable()),
    as_of: inMeta('as_of', unixSeconds().nullable()),
    slot: inMeta('slot', count().nullable()),
    tier_str: inMeta('tier_str', z.enum(['public', 'key'])),
    methodology: inMeta('methodology', z.string()),
    gaps: z.array(historyGapSchema).meta({
      description: 'Gaps of the reserves of the rows within the range, oldest first for each reserve.',
    }),
    gaps_truncated_b: inMeta('gaps_truncated_b', z.boolean()),
  })
  .meta({ id: 'HistoryMeta' });
export type HistoryMeta = z.infer<typeof historyMetaSchema>;

export const historyEnvelopeSchema = metaEnvelope(
  'HistoryEnvelope',
  z.array(historyRowSchema).meta({ description: 'By reserve, then by time.' }),
  historyMetaSchema,
);
export type HistoryEnvelope = Omit<z.infer<typeof historyEnvelopeSchema>, 'data'> & { readonly data: HistoryRow[] };
