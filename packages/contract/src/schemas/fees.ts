import { AGGREGATE_INTERVALS, FEE_GROUPS, type FieldName } from '@tidemark/model/fields';
import { z } from 'zod';
import { FEES_COLUMNS } from '../generated/answers.ts';
import { AGGREGATE_DEFAULT_DAYS, type AggregateInterval } from './aggregate-history.ts';
import { reserveFilters, rowParameters, timeParameter } from './row-parameters.ts';

export type FeeInterval = AggregateInterval;
export type FeeGroup = (typeof FEE_GROUPS)[number];
/** Length of the range where from is left out. */
export const FEE_DEFAULT_DAYS = AGGREGATE_DEFAULT_DAYS;

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
