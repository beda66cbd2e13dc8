import type { FieldGroup } from '@tidemark/core';
import { amountFields } from './amount.ts';
import { type FieldName, isFieldName } from './dictionary.ts';
import { rateFields } from './rate.ts';

/** The published numbers of a state, in the order of the columns: they are stored, summarised over buckets and answered. */
export const stateNumberFields: FieldGroup = Object.fromEntries(
  Object.entries({ ...amountFields, ...rateFields }).filter(([, { type }]) => type === 'number'),
);
export const STATE_NUMBERS: readonly FieldName[] = Object.keys(stateNumberFields).filter(isFieldName);
