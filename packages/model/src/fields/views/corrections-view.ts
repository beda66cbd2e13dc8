import { instantField, numberField, textField } from '@tidemark/core';
import { changeIdColumn, shared, type ViewDefinition } from './view-definition.ts';

const ingest = { methodVersion: 'ingest-1.0' } as const;
const LOG = 'written with the correction';
const version = (when: string) =>
  numberField(
    'version',
    `Method that made the value ${when}: decoder_version of reserve_snapshots, rollup_version of hours, quarters and days.`,
    LOG,
    ingest,
  );
const value = (when: string) =>
  textField(
    `Value ${when}, as text of all its digits: cast it to the type of the column, and a double has the same bits.`,
    LOG,
    { nullRule: 'null where the value was null', ...ingest },
  );

/** `lend_v1.corrections`. */
export const correctionsView: ViewDefinition = {
  description:
    'Values that were published and have been replaced after a fix of derivation or accrual. One row per value and correction; rows are never changed. What other changes did, such as a read that came late, is not here.',
  columns: {
    ...shared('protocol', 'reserve'),
    id: numberField(
      'number',
      'Number of the row: of two corrections of a value the later one has the larger.',
      'counted by the database',
      ingest,
    ),
    view_str: textField('View of lend_v1 that the row is of.', LOG, {
      type: ['reserve_snapshots', 'reserve_quarter_hourly', 'reserve_hourly', 'reserve_daily'],
      ...ingest,
    }),
    row_at: instantField('The row: observed_at of reserve_snapshots, bucket_start of the others.', LOG),
    slot: numberField('slots', 'The row: slot of reserve_snapshots.', LOG, {
      nullRule: 'null where the row is a bucket',
      ...ingest,
    }),
    field: textField('Column of the view.', LOG, ingest),
    old_value: value('that was published before'),
    new_value: value('that replaced it'),
    old_version: version('before'),
    new_version: version('now'),
    correction_reason: textField(
      'Why, in the words of whoever made the correction.',
      'option --reason of rederive',
      ingest,
    ),
    corrected_at: instantField('When the value was replaced.', 'clock of the database'),
    ...changeIdColumn,
  },
};
