import { type FieldDefinition, instantField, numberField, textField } from '@tidemark/core';
import { benchmarkVariants } from '../benchmark.ts';
import { BENCHMARK_INTERVALS } from '../words.ts';
import { edgesOf, observedColumns } from './bucket-columns.ts';
import { qualityColumns } from './bucket-views.ts';
import { changeIdColumn, shared, type ViewDefinition } from './view-definition.ts';

const coverage = { methodVersion: 'coverage-1.0' } as const;

/** Both widths are in one view, as one path of the API answers both. */
const intervalColumn: ViewDefinition['columns'] = {
  interval_str: textField(
    'Width of the bucket: 1h or 1d. Both cover the same time: take one of them.',
    'hours and days (UTC)',
    {
      ...coverage,
      type: BENCHMARK_INTERVALS,
    },
  ),
};
const day = (definition: FieldDefinition): ViewDefinition['columns'] => ({ day_utc: definition });
const dayColumn = day(
  numberField(
    'date',
    'The day of bucket_start, in UTC whatever the time zone of the session is.',
    'date of bucket_start',
    {
      type: 'day',
      ...coverage,
    },
  ),
);
const computedColumn: ViewDefinition['columns'] = {
  computed_at: instantField('Time at which the bucket was computed last.', 'clock of the database'),
};
const { quality_str, gap_reason_str, final_b, observations } = qualityColumns;

/** `lend_v1.coverage`. */
export const coverageView: ViewDefinition = {
  description:
    'One row per reserve, interval and bucket (UTC): how much of it was observed, and why not all of it. Filter by interval_str. Seconds may be summed over buckets and reserves. What is not rolled up yet is in no row.',
  columns: {
    ...shared('protocol', 'lending_market', 'lending_market_name', 'reserve', 'token_address', 'token_symbol'),
    ...intervalColumn,
    ...edgesOf('bucket'),
    ...dayColumn,
    expected_seconds: numberField(
      'seconds',
      'Time of the bucket that had passed, from the first sight of the reserve on.',
      'min(bucket_end, newest read) − max(bucket_start, first sight)',
      coverage,
    ),
    ...shared('observed_seconds', 'missing_seconds'),
    coverage_f: observedColumns('bucket').coverage_f,
    observations,
    quality_str,
    gap_reason_str,
    final_b,
    ...computedColumn,
    ...changeIdColumn,
  },
};

/** `lend_v1.benchmark_rates`. */
export const benchmarkRatesView: ViewDefinition = {
  description:
    'One row per interval and bucket (UTC): the supply-weighted rate of US dollars over all protocols at the close of the bucket, as the API’s benchmark has it. Filter by interval_str. A row can change as long as final_b is false; it is as new as computed_at says, by up to a minute behind the buckets.',
  columns: {
    ...intervalColumn,
    ...edgesOf('bucket'),
    ...dayColumn,
    ...shared('tracked_supply_usd_f', 'tracked_borrow_usd_f'),
    supply_apy_wavg_f: benchmarkVariants.supply_apy_wavg_f,
    borrow_apy_wavg_f: benchmarkVariants.borrow_apy_wavg_f,
    ...shared('supply_apr_wavg_f', 'borrow_apr_wavg_f'),
    reserves_expected: benchmarkVariants.reserves_expected,
    reserves_observed: benchmarkVariants.reserves_observed,
    ...shared('reserves_included', 'excluded_reserve_count', 'missing_reserve_count'),
    ...shared('included_protocols', 'included_token_addresses'),
    coverage_f: benchmarkVariants.coverage_f,
    quality_str: benchmarkVariants.quality_str,
    gap_reason_str: benchmarkVariants.gap_reason_str,
    final_b: { ...benchmarkVariants.final_b, description: 'False while later reads may still change the row.' },
    ...computedColumn,
  },
};
