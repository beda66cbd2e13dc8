import {
  AGGREGATE_INTERVALS,
  BENCHMARK_INTERVALS,
  FEE_GROUPS,
  type FieldName,
  STATUS_CAUSES,
  VERDICTS,
} from '@tidemark/model/fields';
import { z } from 'zod';
import { FEES_COLUMNS } from '../generated/answers.ts';
import { marketFilter, reserveFilters, rowParameters, timeParameter } from './row-parameters.ts';

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

/** Query of the benchmark rate, unparsed where the endpoint itself says what is wrong. */
export const benchmarkQuerySchema = aggregateHistoryQuerySchema.extend({
  interval: z
    .enum(BENCHMARK_INTERVALS)
    .optional()
    .meta(aggregateHistoryQuerySchema.shape.interval.meta() ?? {}),
});

/** Length of the range where from is left out. */
export const COVERAGE_DEFAULT_DAYS = 7;
/** How many gaps a row lists. */
export const COVERAGE_MAX_GAPS = 100;

const { fields: _noFields, ...parameters } = rowParameters(`${COVERAGE_DEFAULT_DAYS} days`);

/** Query of the coverage, unparsed where the endpoint itself says what is wrong. */
export const coverageQuerySchema = z.strictObject({
  protocol: z.string().optional().meta({ description: 'Path segment of a protocol that / lists. Default: all.' }),
  ...reserveFilters(),
  ...parameters,
  to: timeParameter('End of the range, which does not belong to it. Default: now.'),
});

export type FeeGroup = (typeof FEE_GROUPS)[number];

/** Query of the fees, unparsed where the endpoint itself says what is wrong. */
export const feesQuerySchema = z.strictObject({
  interval: z
    .enum(AGGREGATE_INTERVALS)
    .optional()
    .meta({ description: 'Width of the periods, aligned to UTC. Default 1d.' }),
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

const MARKET: readonly FieldName[] = ['lending_market', 'lending_market_name'];
const RESERVE: readonly FieldName[] = ['reserve', 'token_address', 'token_symbol'];
const isTokenAmount = (name: FieldName): boolean => name.startsWith('interest_') && !name.includes('_usd_');
const without = (...names: readonly FieldName[]): readonly FieldName[] =>
  FEES_COLUMNS.filter((name) => !names.includes(name) && !isTokenAmount(name));

/** Columns of the rows in their order, by what a row is about. */
export const FEE_COLUMNS: Readonly<Record<FeeGroup, readonly FieldName[]>> = {
  protocol: without(...MARKET, ...RESERVE),
  market: without(...RESERVE),
  reserve: FEES_COLUMNS,
};

/** How many open findings are listed of a protocol, the gravest first. */
export const STATUS_MAX_FINDINGS = 100;
/** How many resolved ones, the newest first. */
export const STATUS_MAX_RESOLVED = 20;

/** Query of the status. Parameters of other names are refused. */
export const statusQuerySchema = z.strictObject({
  protocol: z.string().optional().meta({ description: 'Path segment of a protocol that / lists. Default: all.' }),
});

export type Verdict = (typeof VERDICTS)[number];
export type StatusCauseCode = (typeof STATUS_CAUSES)[number];

/** What a stream tells. */
export const STREAM_EVENTS = ['reserves', 'prices', 'all'] as const;
/** Largest number of reserves, or of tokens, that a stream can be narrowed to. */
export const MAX_STREAM_RESERVES = 100;

/** Query of the stream, unparsed. Parameters of other names are refused. */
export const streamQuerySchema = z.strictObject({
  protocol: z.string().optional().meta({ description: 'Only this protocol, by its path segment. Default: all.' }),
  reserves: z
    .string()
    .optional()
    .meta({ description: `Only these reserves: addresses with commas between, at most ${MAX_STREAM_RESERVES}.` }),
  ...marketFilter(),
  events: z.enum(STREAM_EVENTS).optional().meta({
    description: 'What is told: observations of reserves, prices of tokens, or both. Default reserves.',
  }),
  mints: z
    .string()
    .optional()
    .meta({
      description: `Only prices of these tokens: mint addresses with commas between, at most ${MAX_STREAM_RESERVES}. Says nothing of reserves.`,
    }),
  last_event_id: z
    .string()
    .optional()
    .meta({ description: 'As the header Last-Event-ID, for clients that cannot set it. The header wins.' }),
});
