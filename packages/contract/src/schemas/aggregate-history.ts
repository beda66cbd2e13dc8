import { AGGREGATE_INTERVALS } from '@tidemark/model/fields';
import { z } from 'zod';
import { rowParameters } from './row-parameters.ts';

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
