import { HISTORY_AGGREGATES, HISTORY_FILLS, HISTORY_INTERVALS } from '@tidemark/model/fields';
import { z } from 'zod';
import { reserveFilters, rowParameters, timeParameter } from './row-parameters.ts';

export const historyIntervalSchema = z.enum(HISTORY_INTERVALS);
export type HistoryInterval = z.infer<typeof historyIntervalSchema>;
export const historyAggregateSchema = z.enum(HISTORY_AGGREGATES);
export type HistoryAggregate = z.infer<typeof historyAggregateSchema>;
const historyFillSchema = z.enum(HISTORY_FILLS);
export type HistoryFill = z.infer<typeof historyFillSchema>;

/** Query of the history of one reserve, texts unparsed. Parameters of other names are refused. */
export const historyQuerySchema = z.strictObject({
  interval: historyIntervalSchema
    .optional()
    .meta({ description: 'Width of the rows. raw and 15m need a key. Default: 1h, for all reserves 1d.' }),
  agg: historyAggregateSchema
    .optional()
    .meta({ description: 'What the numbers of a bucket are. Not with interval=raw. Default close.' }),
  fill: historyFillSchema.optional().meta({
    description:
      'What becomes of buckets that were not observed. null: they are rows without numbers, with the reason. none: they are left out. locf: they repeat the last values of the range, with filled_b. Not with interval=raw. Default null.',
  }),
  revision: z.string().optional().meta({
    description:
      'X-Data-Revision of an answer for the same reserves and range: the answer is then immutable, and 404 where the data have another revision.',
  }),
  as_of: timeParameter(
    'What was published at this time: values that were corrected since are those before the correction. The range ends at it, or before. Without corrections since then the rows are those of today.',
  ),
  ...rowParameters('7 days; 30 with interval=4h or 1d, one of 15m or raw'),
});

/** Largest number of reserves that histories can be narrowed to by name. */
export const MAX_HISTORY_RESERVES = 20;

/** Query of the history of all reserves. */
export const historiesQuerySchema = z.strictObject({
  ...reserveFilters(),
  reserves: z
    .string()
    .optional()
    .meta({
      description: `Only these reserves: addresses with commas between, at most ${MAX_HISTORY_RESERVES}. Several histories in one call, for a chart that compares them.`,
    }),
  ...historyQuerySchema.shape,
});

/** Query of a reserve at one moment. */
export const reserveAtQuerySchema = z.strictObject({
  max_age: z.string().optional().meta({
    type: 'integer',
    description: 'Refuse an answer whose evidence is further away from the moment than this many seconds.',
  }),
});

/** Path parameter `{time}`. */
export const timeParameterSchema = z.string().meta({
  description: 'The moment, in whole seconds: unix seconds, unix milliseconds or ISO-8601 with its offset.',
  example: '2026-09-25T12:00:00Z',
});
