import { instantField, numberField } from '@tidemark/core';
import { priceFields } from '../price.ts';
import { divergenceHistoryVariants } from '../price-divergence.ts';
import { dayColumn, edgesOf } from './bucket-columns.ts';
import { changeIdColumn, shared, type ViewDefinition } from './view-definition.ts';

const price = { methodVersion: 'price-1.1' } as const;
const WIDTHS = { quarter_hourly: 'quarter of an hour', hourly: 'hour', daily: 'day' } as const;

const DIVERGENCE_PRICES = ['open', 'high', 'low', 'close'] as const;

function divergenceView(width: string): ViewDefinition {
  const seconds = shared('elapsed_seconds', 'compared_seconds', 'beyond_bound_seconds', 'accepted_seconds');
  return {
    description: `How far the price of each reserve lay from the price of its token, for how long, and whether the program would have accepted it: one row per reserve of a listed market and ${width} (UTC) since both were read first. Seconds and divergence_bps_seconds_raw may be summed; the mean of several rows is Σ divergence_bps_seconds_raw / Σ compared_seconds.`,
    columns: {
      ...shared('protocol', 'lending_market', 'reserve', 'token_address', 'token_symbol'),
      ...edgesOf(width),
      ...Object.fromEntries(
        DIVERGENCE_PRICES.map((name) => [`${name}_divergence_bps_f`, priceFields[`${name}_divergence_bps_f`]]),
      ),
      twavg_divergence_bps_f: priceFields.twavg_divergence_bps_f,
      divergence_bps_seconds_raw: numberField(
        'basis points × seconds',
        'Σ divergence × seconds for which it was in force, exactly.',
        'divergences in force',
        { ...price, type: 'decimal' },
      ),
      observations: divergenceHistoryVariants.observations,
      observed_seconds: numberField('seconds', 'Time of it that reads of prices cover.', 'price_batches', price),
      ...seconds,
      ...shared('refused_seconds', 'accepted_beyond_bound_seconds'),
      coverage_f: divergenceHistoryVariants.coverage_f,
      gap_reason_str: divergenceHistoryVariants.gap_reason_str,
      ...shared('final_b'),
      ...(width === 'day' ? dayColumn : {}),
      computed_at: instantField(`Time at which the ${width} was computed last.`, 'clock of the database'),
      ...changeIdColumn,
    },
  };
}

/** Views of how far the prices of reserves lay from those of their tokens. */
export const divergenceViews: Readonly<Record<string, ViewDefinition>> = Object.fromEntries(
  Object.entries(WIDTHS).map(([name, width]) => [`reserve_price_divergence_${name}`, divergenceView(width)]),
);
