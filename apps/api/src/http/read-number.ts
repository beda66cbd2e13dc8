import type { ErrorName } from '@tidemark/contract';
import { ApiError } from './api-error.ts';

export interface NumberRule {
  readonly parameter: string;
  readonly min: number;
  readonly max: number;
  readonly default: number;
  readonly error: ErrorName;
}

/** A whole number of a query; the default where it is not there. Throws the rule's error. */
export function readNumber(text: string | undefined, rule: NumberRule): number {
  if (text === undefined) return rule.default;
  const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= rule.min && value <= rule.max) return value;
  throw new ApiError(rule.error, {
    detail: `The parameter ${rule.parameter} is not a whole number from ${rule.min} to ${rule.max}.`,
  });
}
