import { booleanField, instantField, numberField, textField } from '@tidemark/core';
import {
  bucketNumberColumns,
  dayColumn,
  edgeColumns,
  edgePriceColumns,
  edgesOf,
  interestColumns,
  interestDoubles,
  observedColumns,
  supplyTotalColumns,
} from './bucket-columns.ts';
import { historyFields } from '../history.ts';
import { changeIdColumn, shared, type ViewDefinition } from './view-definition.ts';

const history = { methodVersion: 'history-1.1' } as const;
const ingest = { methodVersion: 'ingest-1.0' } as const;

/** How much of a bucket is known. */
export const qualityColumns = {
  final_b: booleanField(
    'False while later reads may still change the row.',
    'a stored read exists at or after its end',
    history,
  ),
  quality_str: textField(
    'ok: observed throughout. partial: with a gap. missing: not observed at all, then there are no numbers.',
    'observed_seconds against elapsed_seconds',
    history,
  ),
  gap_reason_str: textField('Reason of the longest gap in the bucket.', 'decided by the indexer', {
    nullRule: 'null where it has no gap',
    ...history,
  }),
  observations: numberField('reads', 'Reads of the account, changed or not.', 'counted', {
    nullRule: 'null where it cannot be told on which side of an edge they were',
    ...history,
  }),
  snapshots: numberField(
    'reads',
    'Reads that are stored: the account had changed, or the heartbeat was due.',
    'counted',
    history,
  ),
} satisfies ViewDefinition['columns'];

const realisedColumns: ViewDefinition['columns'] = {
  borrow_apy_realised_f: numberField(
    'fraction per year',
    'What borrowers really paid over the bucket, per year, with compounding.',
    '(close_cumulative_borrow_rate_raw / open_cumulative_borrow_rate_raw)^(31,536,000 / seconds from open_at to close_at) − 1',
    { nullRule: 'null where the bucket was not observed, has no length or the index fell', ...history },
  ),
  supply_apy_realised_f: numberField(
    'fraction per year',
    'What suppliers really earned over the bucket, per year, with compounding; the reserve’s own rewards are in it.',
    '((total supply / collateral supply) at the close / at the open)^(31,536,000 / seconds from open_at to close_at) − 1',
    { nullRule: 'null where the bucket was not observed, has no length or no collateral token existed', ...history },
  ),
};

function bucketView(width: string): ViewDefinition {
  const { coverage_f, ...covered } = observedColumns(width);
  return {
    description: `One row per reserve and ${width} (UTC): numbers at both edges, lowest, highest and mean, interest, and how much of the ${width} was observed. The last row of a reserve is not final.`,
    columns: {
      ...shared('reserve', 'lending_market', 'protocol'),
      ...edgesOf(width),
      ...qualityColumns,
      ...covered,
      ...bucketNumberColumns,
      ...realisedColumns,
      ...interestColumns,
      ...edgeColumns('open'),
      ...edgeColumns('close'),
      computed_at: instantField('Time at which the row was computed last.', 'clock of the database'),
      rollup_version: numberField(
        'version',
        'Version of the method that made the row. 4: history-1.1. 3: as 4, but a day with an hour without a price has no interest in USD. 2: history-1.0, whose means of APYs are means of APYs and whose values count from when they were seen. 1: also without the USD values of reserves whose price had aged. npm run rebuild makes rows again.',
        'constant of the indexer',
        ingest,
      ),
      ...edgePriceColumns('open'),
      ...edgePriceColumns('close'),
      ...interestDoubles,
      coverage_f,
      ...(width === 'day' ? dayColumn : {}),
      ...changeIdColumn,
      ...supplyTotalColumns,
      // Before what came later: columns keep their places.
      ...shared('token_symbol', 'lending_market_name', 'listed_b'),
      interest_priced_share_f: historyFields.interest_priced_share_f,
    },
  };
}

/** `lend_v1.reserve_quarter_hourly`. */
export const reserveQuarterHourlyView: ViewDefinition = bucketView('quarter of an hour');
/** `lend_v1.reserve_hourly`. */
export const reserveHourlyView: ViewDefinition = bucketView('hour');
/** `lend_v1.reserve_daily`. */
export const reserveDailyView: ViewDefinition = bucketView('day');
