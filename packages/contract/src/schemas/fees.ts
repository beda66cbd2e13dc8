import { z } from 'zod';
import { answerVariants } from '../dictionary/answer-variants.ts';
import { type FieldName, isFieldName } from '../dictionary/data-dictionary.ts';
import { metaEnvelope } from './envelope.ts';
import { address, bigInteger, field, nonNegative, unixSeconds } from './fields.ts';
import { reserveFilters, rowParameters, timeParameter } from './row-parameters.ts';

/** Widths of the rows of fees. */
export const FEE_INTERVALS = ['1h', '4h', '1d'] as const;
export type FeeInterval = (typeof FEE_INTERVALS)[number];
/** What a row of fees can be about. */
export const FEE_GROUPS = ['protocol', 'market', 'reserve'] as const;
export type FeeGroup = (typeof FEE_GROUPS)[number];
/** Length of the range where from is left out. */
export const FEE_DEFAULT_DAYS = { '1h': 7, '4h': 30, '1d': 30 } as const satisfies Record<FeeInterval, number>;

/** Query of the fees, unparsed where the endpoint itself says what is wrong. */
export const feesQuerySchema = z.strictObject({
  interval: z.enum(FEE_INTERVALS).optional().meta({ description: 'Width of the periods, aligned to UTC. Default 1d.' }),
  group_by: z.enum(FEE_GROUPS).optional().meta({ description: 'What a row is about. Default protocol.' }),
  cumulative: z
    .enum(['true', 'false'])
    .optional()
    .meta({ description: 'true gives running sums from the start of the range on. Default false.' }),
  ...reserveFilters(),
  ...rowParameters('30 days; 7 with interval=1h'),
  from: timeParameter(
    'Start of the range. Rows are those of the periods that begin in it. Default: 30 days before to, 7 with interval=1h.',
  ),
});

const usd = () => nonNegative().nullable();
const exact = () => bigInteger().nullable();
const count = () => z.int().min(0);
const variant = answerVariants.FeesRow;

/** Fees of one group in one period. */
export const feesRowSchema = z
  .strictObject({
    timestamp: field('timestamp', unixSeconds(), variant.timestamp),
    lending_market: field('lending_market', address()),
    lending_market_name: field('lending_market_name', z.string()),
    reserve: field('reserve', address()),
    token_address: field('token_address', address()),
    token_symbol: field('token_symbol', z.string()),
    interest_usd_f: field('interest_usd_f', usd(), variant.interest_usd_f),
    interest_supply_side_usd_f: field('interest_supply_side_usd_f', usd()),
    interest_protocol_usd_f: field('interest_protocol_usd_f', usd()),
    interest_referrer_max_usd_f: field('interest_referrer_max_usd_f', usd()),
    interest_host_usd_f: field('interest_host_usd_f', usd()),
    liquidation_fees_usd_f: field('liquidation_fees_usd_f', z.null()),
    liquidation_protocol_usd_f: field('liquidation_protocol_usd_f', z.null()),
    origination_fees_usd_f: field('origination_fees_usd_f', z.null()),
    flash_loan_fees_usd_f: field('flash_loan_fees_usd_f', z.null()),
    fees_usd_f: field('fees_usd_f', usd()),
    revenue_usd_f: field('revenue_usd_f', usd()),
    supply_side_usd_f: field('supply_side_usd_f', usd()),
    interest_usd_sf: field('interest_usd_sf', exact()),
    interest_supply_side_usd_sf: field('interest_supply_side_usd_sf', exact()),
    interest_protocol_usd_sf: field('interest_protocol_usd_sf', exact()),
    interest_referrer_max_usd_sf: field('interest_referrer_max_usd_sf', exact()),
    interest_host_usd_sf: field('interest_host_usd_sf', exact()),
    interest_f: field('interest_f', usd(), variant.interest_f),
    interest_supply_side_f: field('interest_supply_side_f', usd()),
    interest_protocol_f: field('interest_protocol_f', usd()),
    interest_referrer_max_f: field('interest_referrer_max_f', usd()),
    interest_host_f: field('interest_host_f', usd()),
    interest_sf: field('interest_sf', exact()),
    interest_supply_side_sf: field('interest_supply_side_sf', exact()),
    interest_protocol_sf: field('interest_protocol_sf', exact()),
    interest_referrer_max_sf: field('interest_referrer_max_sf', exact()),
    interest_host_sf: field('interest_host_sf', exact()),
    coverage_f: field('coverage_f', z.number().min(0).max(1).nullable()),
    coverage_str: field('coverage_str', z.literal('interest_only')),
    unpriced_reserve_count: field('unpriced_reserve_count', count(), variant.unpriced_reserve_count),
    unknown_reserve_count: field('unknown_reserve_count', count()),
    final_b: field('final_b', z.boolean(), variant.final_b),
    gap_reason_str: field('gap_reason_str', z.string().nullable(), variant.gap_reason_str),
  })
  .partial()
  .meta({
    id: 'FeesRow',
    description:
      'Fees of one group in one period. Market and reserve stand only in rows that are grouped by them, amounts in tokens only in those of reserves, and with the parameter fields only what it names.',
  });
export type FeesRow = z.infer<typeof feesRowSchema>;

export const feesEnvelopeSchema = metaEnvelope(
  'FeesEnvelope',
  z.array(feesRowSchema).meta({ description: 'By time, within a period by address.' }),
  z
    .strictObject({
      from: field('from', unixSeconds(), answerVariants.FeesMeta.from),
      to: field('to', unixSeconds(), answerVariants.FeesMeta.to),
      interval_str: field('interval_str', z.enum(FEE_INTERVALS)),
      group_by_str: field('group_by_str', z.enum(FEE_GROUPS)),
      cumulative_b: field('cumulative_b', z.boolean()),
      coverage_str: field('coverage_str', z.literal('interest_only')),
      count: field('count', count()),
      next_cursor: field('next_cursor', z.string().nullable()),
    })
    .meta({ id: 'FeesMeta' }),
);
export type FeesEnvelope = z.infer<typeof feesEnvelopeSchema>;

const NAMES = Object.keys(feesRowSchema.shape).filter(isFieldName);
const MARKET: readonly FieldName[] = ['lending_market', 'lending_market_name'];
const RESERVE: readonly FieldName[] = ['reserve', 'token_address', 'token_symbol'];
const isTokenAmount = (name: FieldName): boolean => name.startsWith('interest_') && !name.includes('_usd_');
const without = (...names: readonly FieldName[]): readonly FieldName[] =>
  NAMES.filter((name) => !names.includes(name) && !isTokenAmount(name));

/** Columns of the rows in their order, by what a row is about. */
export const FEE_COLUMNS: Readonly<Record<FeeGroup, readonly FieldName[]>> = {
  protocol: without(...MARKET, ...RESERVE),
  market: without(...RESERVE),
  reserve: NAMES,
};
