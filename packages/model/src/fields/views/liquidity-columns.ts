import { instantField, numberField, textField } from '@tidemark/core';
import { liquidityFields as f } from '../liquidity.ts';
import { depthHistoryVariants } from '../liquidity-variants.ts';
import { dayColumn } from './bucket-columns.ts';
import { changeIdColumn, shared, type ViewDefinition } from './view-definition.ts';

const liquidity = { methodVersion: 'liquidity-1.1' } as const;
const ingest = { methodVersion: 'ingest-1.0' } as const;

/** Of which read a row is. */
export const readAt = instantField('Chain time of the newest bank of the read.', 'Clock sysvar of each call');
export const readColumns = {
  slot_min: { ...f.slot_min, nullRule: 'never' },
  slot_max: { ...f.slot_max, nullRule: 'never' },
  observed_at: readAt,
};
export const readColumn = {
  liquidity_batch_id: textField('The read that wrote the row; see liquidity_batches.', 'made from the time', ingest),
};

/** How much of a bucket was observed, and when it was made. */
export function observedColumns(width: string): ViewDefinition['columns'] {
  const seconds = (description: string, formula: string) => numberField('seconds', description, formula, liquidity);
  return {
    lower_bound_b: f.lower_bound_b,
    observations: depthHistoryVariants.observations,
    known_observations: f.known_observations,
    elapsed_seconds: seconds('Time of the bucket that had passed since the first read.', 'newest read or end − start'),
    observed_seconds: seconds('Time of it that reads cover.', 'liquidity_batches no further apart than gap_after_ms'),
    coverage_f: depthHistoryVariants.coverage_f,
    gap_reason_str: depthHistoryVariants.gap_reason_str,
    ...shared('final_b'),
    ...(width === 'day' ? dayColumn : {}),
    computed_at: instantField(`Time at which the ${width} was computed last.`, 'clock of the database'),
    ...changeIdColumn,
  };
}
