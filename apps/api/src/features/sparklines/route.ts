import { sparklinesQuerySchema } from '@tidemark/contract';
import type { Handlers } from '../../http/exchange.ts';
import type { Gate } from '../../http/gate.ts';
import type { AnswerPolicy } from '../../http/policy.ts';
import { readQuery } from '../../http/query.ts';
import { selectAddresses } from '../info/query.ts';
import type { DatasetOptions } from '../latest/dataset.ts';
import type { SharedLookup } from '../services.ts';
import { prepareSparklines, SPARKLINES_CACHE_CONTROL, type SparklineDays } from './dataset.ts';

const DAYS: ReadonlyMap<string, SparklineDays> = new Map(([1, 7, 30] as const).map((days) => [String(days), days]));

/** The course of all reserves over the last days, from memory. The gate says when no filtered list is made. */
export function sparklinesHandlers(lookup: SharedLookup, policy: AnswerPolicy, gate: Gate): Handlers<'sparklines'> {
  const answers: DatasetOptions = { ...policy, cacheControl: SPARKLINES_CACHE_CONTROL };
  return {
    sparklines: async ({ params, query }) => {
      const { sparklines, info } = lookup(params);
      const { days = '7', ...filters } = readQuery(sparklinesQuerySchema, query);
      const chosen = await selectAddresses(info, filters, gate);
      const dataset = await sparklines(DAYS.get(days) ?? 7);
      if (chosen === null) return { resource: dataset.all };
      const rows = dataset.rows.filter(({ reserve }) => chosen.has(reserve));
      return { resource: prepareSparklines({ ...dataset, rows }, answers) };
    },
  };
}
