import { bucketTotals, reserveHourly } from '../tables/index.ts';
import { NAMES_OF_RESERVE, namesJoin, type ViewSource } from './view-sources.ts';

// Made of other views, so that what a bucket is called and where it lies is said in one place.

const VIEWS = { '1h': 'reserve_hourly', '1d': 'reserve_daily' } as const;
type Interval = keyof typeof VIEWS;
const DAY = "(b.bucket_start AT TIME ZONE 'UTC')::date";

const coverageOf = (interval: Interval): ViewSource => ({
  table: reserveHourly,
  alias: 'b',
  from: `lend_v1.${VIEWS[interval]} AS b\n${namesJoin('b')}`,
  columns: {
    ...NAMES_OF_RESERVE,
    protocol: 'b.protocol',
    token_address: 'r.token_mint',
    interval_str: `'${interval}'::text`,
    bucket_end: 'b.bucket_end',
    day_utc: DAY,
    expected_seconds: 'b.elapsed_seconds',
    missing_seconds: 'b.elapsed_seconds - b.observed_seconds',
    coverage_f: 'b.coverage_f',
    quality_str: 'b.quality_str',
    gap_reason_str: 'b.gap_reason_str',
    final_b: 'b.final_b',
    computed_at: 'b.computed_at',
    change_id: 'b.change_id',
  },
});

const WIDTHS = { '1h': 3_600, '1d': 86_400 } as const;

const benchmarkOf = (interval: Interval): ViewSource => ({
  table: bucketTotals,
  alias: 't',
  from: `lend.bucket_totals AS t
WHERE t.protocol = 'all' AND t.subject_kind = 'benchmark' AND t.part = 'listed' AND t.width_seconds = ${WIDTHS[interval]}`,
  columns: {
    interval_str: `'${interval}'::text`,
    bucket_end: 't.bucket_start + make_interval(secs => t.width_seconds)',
    day_utc: "(t.bucket_start AT TIME ZONE 'UTC')::date",
    tracked_supply_usd_f: 't.supplied_usd_f',
    tracked_borrow_usd_f: 't.borrowed_usd_f',
    reserves_included: 't.priced_reserve_count',
    excluded_reserve_count: 't.reserves_observed - t.priced_reserve_count',
    missing_reserve_count: 't.reserves_expected - t.reserves_observed',
  },
});

/** `lend_v1.benchmark_rates` and `lend_v1.coverage`. */
export const qualityViewSources: Readonly<Record<string, ViewSource>> = {
  benchmark_rates: { ...benchmarkOf('1h'), and: benchmarkOf('1d') },
  coverage: { ...coverageOf('1h'), and: coverageOf('1d') },
};
