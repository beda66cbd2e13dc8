import type { FieldGroup } from '@tidemark/core';
import { amountFields } from './amount.ts';
import { type FieldName, isFieldName } from './dictionary.ts';
import { rateFields } from './rate.ts';

/** The published numbers of a state, in the order of the columns: they are stored, summarised over buckets and answered. */
export const stateNumberFields: FieldGroup = Object.fromEntries(
  Object.entries({ ...amountFields, ...rateFields }).filter(([, { type }]) => type === 'number'),
);
export const STATE_NUMBERS: readonly FieldName[] = Object.keys(stateNumberFields).filter(isFieldName);

/** Exact numbers of a state that history has beside them: of a moment, or of an edge of a bucket. */
export const EXACT_NUMBERS = [
  'accrued_available_amount_raw',
  'accrued_borrowed_amount_raw',
  'accrued_total_supply_raw',
  'accrued_cumulative_borrow_rate_raw',
  'collateral_supply_raw',
] as const satisfies readonly FieldName[];
