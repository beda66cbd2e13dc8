import { z } from 'zod';
import { type FieldName, isFieldName } from '../dictionary/data-dictionary.ts';
import {
  amountShape,
  fieldOf,
  type FieldOf,
  marketIdentity,
  protocolIdentity,
  sumShape,
  tokenIdentity,
  unpricedShape,
  unpricedSupplyShape,
} from './aggregates.ts';
import { metaEnvelope } from './envelope.ts';
import { unixSeconds } from './fields.ts';
import { qualitySchema } from './history.ts';
import { rowParameters } from './row-parameters.ts';

/** Widths of the rows of aggregated history. */
export const AGGREGATE_INTERVALS = ['1h', '4h', '1d'] as const;
export type AggregateInterval = (typeof AGGREGATE_INTERVALS)[number];
/** Length of the range where from is left out. */
export const AGGREGATE_DEFAULT_DAYS = { '1h': 7, '4h': 30, '1d': 30 } as const satisfies Record<
  AggregateInterval,
  number
>;

/** Query of the histories of markets, tokens and the protocol, unparsed where the endpoint itself says what is wrong. */
export const aggregateHistoryQuerySchema = z.strictObject({
  interval: z
    .enum(AGGREGATE_INTERVALS)
    .optional()
    .meta({ description: 'Width of the buckets, aligned to UTC. Default 1d.' }),
  ...rowParameters('30 days; 7 with interval=1h'),
});

const count = () => z.int().min(0);

const coverage = (of: FieldOf) => ({
  reserves_expected: of('reserves_expected', count()),
  reserves_observed: of('reserves_observed', count()),
  missing_reserve_count: of('missing_reserve_count', count()),
  priced_reserve_count: of('priced_reserve_count', count()),
  unpriced_reserve_count: of('unpriced_reserve_count', count()),
});
const evidence = (of: FieldOf) => ({
  usable_price_share_f: of('usable_price_share_f', z.number().min(0).nullable()),
  oldest_price_age_seconds: of('oldest_price_age_seconds', z.int().nullable()),
  ...unpricedShape(of),
});
const quality = (of: FieldOf) => ({
  coverage_f: of('coverage_f', z.number().min(0).max(1).nullable()),
  quality_str: of('quality_str', qualitySchema),
  gap_reason_str: of('gap_reason_str', z.string().nullable()),
  final_b: of('final_b', z.boolean()),
});
const bucketStart = (of: FieldOf) => ({ timestamp: of('timestamp', unixSeconds()) });
const COLUMNS_NOTE = 'All columns are there unless the parameter fields names some.';

const ofMarket = fieldOf('MarketHistoryRow');
const marketRow = z.strictObject({
  ...bucketStart(ofMarket),
  ...marketIdentity(ofMarket),
  ...coverage(ofMarket),
  ...sumShape(ofMarket),
  ...evidence(ofMarket),
  ...quality(ofMarket),
});
export type MarketHistoryRow = z.infer<typeof marketRow>;
export const marketHistoryRowSchema = marketRow.partial().meta({
  id: 'MarketHistoryRow',
  description: `All reserves of a lending market at the close of a bucket. ${COLUMNS_NOTE}`,
});

const ofToken = fieldOf('TokenHistoryRow');
const tokenRow = z.strictObject({
  ...bucketStart(ofToken),
  ...tokenIdentity(ofToken),
  ...coverage(ofToken),
  ...amountShape(ofToken),
  ...sumShape(ofToken),
  ...evidence(ofToken),
  ...unpricedSupplyShape(ofToken),
  ...quality(ofToken),
});
export type TokenHistoryRow = z.infer<typeof tokenRow>;
export const tokenHistoryRowSchema = tokenRow
  .partial()
  .meta({ id: 'TokenHistoryRow', description: `All reserves of a token at the close of a bucket. ${COLUMNS_NOTE}` });

const ofProtocol = fieldOf('ProtocolHistoryRow');
const protocolRow = z.strictObject({
  ...bucketStart(ofProtocol),
  ...protocolIdentity(ofProtocol),
  ...coverage(ofProtocol),
  ...sumShape(ofProtocol),
  ...evidence(ofProtocol),
  ...quality(ofProtocol),
});
export type ProtocolHistoryRow = z.infer<typeof protocolRow>;
export const protocolHistoryRowSchema = protocolRow.partial().meta({
  id: 'ProtocolHistoryRow',
  description: `All reserves of a protocol at the close of a bucket. ${COLUMNS_NOTE}`,
});

const namesOf = (schema: z.ZodObject): readonly FieldName[] => Object.keys(schema.shape).filter(isFieldName);
/** Columns of the rows in their order, by what a row is about. */
export const AGGREGATE_COLUMNS = {
  market: namesOf(marketRow),
  token: namesOf(tokenRow),
  protocol: namesOf(protocolRow),
} as const;

const inMeta = fieldOf('AggregateHistoryMeta');
/** What an answer of aggregated history says about itself. */
export const aggregateHistoryMetaSchema = z
  .strictObject({
    from: inMeta('from', unixSeconds()),
    to: inMeta('to', unixSeconds()),
    interval_str: inMeta('interval_str', z.enum(AGGREGATE_INTERVALS)),
    count: inMeta('count', count()),
    next_cursor: inMeta('next_cursor', z.string().nullable()),
    tier_str: inMeta('tier_str', z.enum(['public', 'key'])),
    methodology: inMeta('methodology', z.string()),
  })
  .meta({ id: 'AggregateHistoryMeta' });
export type AggregateHistoryMeta = z.infer<typeof aggregateHistoryMetaSchema>;

const BY_TIME = { description: 'By time.' };
export const marketHistoryEnvelopeSchema = metaEnvelope(
  'MarketHistoryEnvelope',
  z.array(marketHistoryRowSchema).meta(BY_TIME),
  aggregateHistoryMetaSchema,
);
export const tokenHistoryEnvelopeSchema = metaEnvelope(
  'TokenHistoryEnvelope',
  z.array(tokenHistoryRowSchema).meta(BY_TIME),
  aggregateHistoryMetaSchema,
);
export const protocolHistoryEnvelopeSchema = metaEnvelope(
  'ProtocolHistoryEnvelope',
  z.array(protocolHistoryRowSchema).meta(BY_TIME),
  aggregateHistoryMetaSchema,
);
