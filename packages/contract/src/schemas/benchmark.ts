import { z } from 'zod';
import { type FieldName, isFieldName } from '../dictionary/data-dictionary.ts';
import { fieldOf } from './aggregates.ts';
import { metaEnvelope } from './envelope.ts';
import { address, nonNegative, unixSeconds } from './fields.ts';
import { qualitySchema } from './history.ts';
import { rowParameters } from './row-parameters.ts';

/** Widths of the rows of the benchmark. */
export const BENCHMARK_INTERVALS = ['1h', '1d'] as const;
export type BenchmarkInterval = (typeof BENCHMARK_INTERVALS)[number];

/** Query of the benchmark rate, unparsed where the endpoint itself says what is wrong. */
export const benchmarkQuerySchema = z.strictObject({
  interval: z
    .enum(BENCHMARK_INTERVALS)
    .optional()
    .meta({ description: 'Width of the buckets, aligned to UTC. Default 1d.' }),
  ...rowParameters('30 days; 7 with interval=1h'),
});

const count = () => z.int().min(0);
const known = () => nonNegative().nullable();
const of = fieldOf('BenchmarkRateRow');

const row = z.strictObject({
  timestamp: of('timestamp', unixSeconds()),
  kind_str: of('kind_str', z.enum(['bucket', 'latest'])),
  tracked_supply_usd_f: of('tracked_supply_usd_f', known()),
  tracked_borrow_usd_f: of('tracked_borrow_usd_f', known()),
  supply_apy_wavg_f: of('supply_apy_wavg_f', known()),
  borrow_apy_wavg_f: of('borrow_apy_wavg_f', known()),
  supply_apr_wavg_f: of('supply_apr_wavg_f', known()),
  borrow_apr_wavg_f: of('borrow_apr_wavg_f', known()),
  reserves_expected: of('reserves_expected', count()),
  reserves_observed: of('reserves_observed', count()),
  reserves_included: of('reserves_included', count()),
  excluded_reserve_count: of('excluded_reserve_count', count()),
  missing_reserve_count: of('missing_reserve_count', count()),
  included_protocols: of('included_protocols', z.array(z.string())),
  included_token_addresses: of('included_token_addresses', z.array(address())),
  coverage_f: of('coverage_f', z.number().min(0).max(1).nullable()),
  quality_str: of('quality_str', qualitySchema),
  gap_reason_str: of('gap_reason_str', z.string().nullable()),
  final_b: of('final_b', z.boolean()),
});
/** The benchmark rate at the close of a bucket, or now. */
export type BenchmarkRateRow = z.infer<typeof row>;
export const benchmarkRateRowSchema = row.partial().meta({
  id: 'BenchmarkRateRow',
  description:
    'The supply-weighted rate of US dollars at the close of a bucket, or now. All columns are there unless the parameter fields names some.',
});

/** Columns of a row in their order. */
export const BENCHMARK_COLUMNS: readonly FieldName[] = Object.keys(row.shape).filter(isFieldName);

const inToken = fieldOf('BenchmarkToken');
const tokenSchema = z
  .strictObject({
    token_address: inToken('token_address', address()),
    token_symbol: inToken('token_symbol', z.string()),
  })
  .meta({ id: 'BenchmarkToken', description: 'A token that counts as US dollars.' });

const inExclusion = fieldOf('BenchmarkExclusion');
const exclusionSchema = z
  .strictObject({
    reserve: inExclusion('reserve', address()),
    token_address: inExclusion('token_address', address()),
    reason_str: inExclusion('reason_str', z.enum(['no_price', 'price_out_of_band'])),
    excluded_buckets: inExclusion('excluded_buckets', count()),
    from: inExclusion('from', unixSeconds()),
    to: inExclusion('to', unixSeconds()),
  })
  .meta({ id: 'BenchmarkExclusion', description: 'A reserve that was left out of averages of the answer, and why.' });
export type BenchmarkExclusion = z.infer<typeof exclusionSchema>;

const inMeta = fieldOf('BenchmarkMeta');
const metaSchema = z
  .strictObject({
    from: inMeta('from', unixSeconds()),
    to: inMeta('to', unixSeconds()),
    interval_str: inMeta('interval_str', z.enum(BENCHMARK_INTERVALS)),
    count: inMeta('count', count()),
    next_cursor: inMeta('next_cursor', z.string().nullable()),
    tier_str: inMeta('tier_str', z.enum(['public', 'key'])),
    methodology: inMeta('methodology', z.string()),
    tokens: z.array(tokenSchema).meta({ description: 'Tokens that count as US dollars, by mint address.' }),
    excluded: z
      .array(exclusionSchema)
      .meta({ description: 'Reserves that averages of the buckets of the answer were made without.' }),
  })
  .meta({ id: 'BenchmarkMeta' });
export type BenchmarkMeta = z.infer<typeof metaSchema>;

export const benchmarkEnvelopeSchema = metaEnvelope(
  'BenchmarkEnvelope',
  z.array(benchmarkRateRowSchema).meta({ description: 'By time; the row latest comes last.' }),
  metaSchema,
);
