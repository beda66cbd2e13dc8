import { BENCHMARK_INTERVALS } from '@tidemark/model/fields';
import { z } from 'zod';
import { rowParameters } from './row-parameters.ts';

export type BenchmarkInterval = (typeof BENCHMARK_INTERVALS)[number];

/** Query of the benchmark rate, unparsed where the endpoint itself says what is wrong. */
export const benchmarkQuerySchema = z.strictObject({
  interval: z
    .enum(BENCHMARK_INTERVALS)
    .optional()
    .meta({ description: 'Width of the buckets, aligned to UTC. Default 1d.' }),
  ...rowParameters('30 days; 7 with interval=1h'),
});
