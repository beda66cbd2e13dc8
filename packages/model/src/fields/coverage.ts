import { booleanField, type FieldGroup, numberField, textField, timeField } from '@tidemark/core';
import { GAP_REASONS } from './words.ts';

const coverage = { methodVersion: 'coverage-1.0' } as const;
const seconds = (description: string, formula: string) => numberField('seconds', description, formula, coverage);
const partOfHour = {
  ...coverage,
  nullRule: 'null where the range begins or ends within an hour of which single reads are no longer held',
} as const;
const outside = { ...coverage, nullRule: 'null where the gap continues beyond the range' } as const;

/** How much of a stretch of time a reserve was observed in. */
export const coverageFields = {
  expected_seconds: seconds(
    'Length of the range from the first sight of the reserve on, as far as it has passed. Time after the newest read counts when it is too long to be between two reads.',
    'to − from',
  ),
  observed_seconds: seconds(
    'Time between two reads that are close enough to cover what lies between them.',
    'consecutive reads at most gap_after_ms apart, see poll_batches',
  ),
  missing_seconds: seconds('Time that no read covers: the sum of all gaps.', 'expected_seconds − observed_seconds'),
  observations: numberField(
    'reads',
    'Reads of the chain that gave a row of this reserve, changed or not.',
    'counted',
    partOfHour,
  ),
  failed_observations: numberField(
    'reads',
    'Reads that reached the chain and gave no row of this reserve: its account was missing or refused.',
    'counted',
    partOfHour,
  ),
  gap_count: numberField('gaps', 'Number of gaps in the range.', 'counted', coverage),
  longest_gap_seconds: seconds(
    'Length of the longest gap in the range, 0 without any.',
    'largest to − from of the gaps',
  ),
  from_slot: numberField('slots', 'Slot of the last read before the gap.', 'clock of that bank', outside),
  to_slot: numberField('slots', 'Slot of the first read after the gap.', 'clock of that bank', {
    ...coverage,
    nullRule: 'null while the gap is ongoing, and where it continues beyond the range',
  }),
  ongoing_b: booleanField('True where no read has ended the gap yet.', 'no read after it', coverage),
} satisfies FieldGroup;

/** Names that mean something narrower in rows of coverage. */
export const coverageVariants = {
  gaps_truncated_b: booleanField(
    'True where there are more than 100 gaps: the 100 longest are listed.',
    'gap_count > 100',
    coverage,
  ),
  from: timeField('Start of what the row covers.', 'start of the range, or first_seen_timestamp where that is later'),
  to: timeField(
    'End of what the row covers.',
    'end of the range; where that has not come yet the newest read, or now where that is too long ago',
  ),
  coverage_f: numberField(
    'fraction',
    'Share of the range in which the reserve was observed.',
    'observed_seconds / expected_seconds',
    {
      type: 'share',
      ...coverage,
      nullRule: 'null where the range ends before the reserve was first seen, or has not begun',
    },
  ),
} satisfies FieldGroup;

/** The same in gaps. */
export const coverageGapVariants = {
  gap_reason_str: textField(`Why nothing was observed: ${GAP_REASONS}.`, 'poll batches around the gap', {
    ...coverage,
    type: 'word',
  }),
  from: timeField(
    'Time of the last read before the gap, within the range.',
    'clock of that bank, or the start of the range',
  ),
  to: timeField(
    'Time of the first read after the gap, within the range.',
    'clock of that bank, or the end of the range',
  ),
} satisfies FieldGroup;

/** The same in what the answer says about itself. */
export const coverageMetaVariants = {
  from: timeField('Start of the range, which belongs to it.', 'parameter from, or the default'),
  to: timeField('End of the range, which does not belong to it.', 'parameter to, or now'),
} satisfies FieldGroup;
