import { type FieldGroup, type FieldType, numberField, textField } from '@tidemark/core';

const realised = { methodVersion: 'realised-1.1' } as const;

const BORROW_GAPS = ['not_enough_history', 'index_reset', 'out_of_range'] as const;
const SUPPLY_GAPS = ['not_enough_history', 'no_collateral', 'index_reset', 'out_of_range'] as const;

const paid = (window: string) =>
  numberField(
    'fraction per year',
    `What borrowers really paid over the last ${window}, per year, with compounding.`,
    '(cumulative borrow rate now / at the start)^(31,536,000 / seconds covered) − 1',
    { nullRule: 'null where the gap field beside it gives a reason', ...realised },
  );
const earned = (window: string) =>
  numberField(
    'fraction per year',
    `What suppliers really earned over the last ${window}, per year, with compounding; the reserve’s own rewards are in it, and losses make it negative.`,
    '((supplied / collateral tokens) now / at the start)^(31,536,000 / seconds covered) − 1',
    { type: 'fromMinusOne', nullRule: 'null where the gap field beside it gives a reason', ...realised },
  );
const gap = (type: FieldType, reasons: string) =>
  textField(`Why the realised rate beside it is null: ${reasons}.`, 'decided by the method', {
    type,
    nullRule: 'null where the rate is known',
    ...realised,
  });
const borrowGap = () => gap(BORROW_GAPS, 'not_enough_history, index_reset (the index fell) or out_of_range');
const supplyGap = () =>
  gap(SUPPLY_GAPS, 'not_enough_history, no_collateral (no collateral token existed) or out_of_range');
const seconds = (window: string) =>
  numberField(
    'seconds',
    `Time that the realised rates of the last ${window} really cover: just that where the indices are known at the very moment it begins, else more, from the newest stored row before it on.`,
    'the window, or timestamp − chain time of the row before it',
    { type: 'positiveCount', nullRule: 'null where no row is within half a window before the begin', ...realised },
  );

/** Rates that were really paid and earned, by window. */
export const realisedFields = {
  realised_1h_seconds: seconds('hour'),
  borrow_apy_realised_1h_f: paid('hour'),
  borrow_apy_realised_1h_gap_str: borrowGap(),
  supply_apy_realised_1h_f: earned('hour'),
  supply_apy_realised_1h_gap_str: supplyGap(),
  realised_24h_seconds: seconds('24 hours'),
  borrow_apy_realised_24h_f: paid('24 hours'),
  borrow_apy_realised_24h_gap_str: borrowGap(),
  supply_apy_realised_24h_f: earned('24 hours'),
  supply_apy_realised_24h_gap_str: supplyGap(),
  realised_7d_seconds: seconds('7 days'),
  borrow_apy_realised_7d_f: paid('7 days'),
  borrow_apy_realised_7d_gap_str: borrowGap(),
  supply_apy_realised_7d_f: earned('7 days'),
  supply_apy_realised_7d_gap_str: supplyGap(),
  realised_30d_seconds: seconds('30 days'),
  borrow_apy_realised_30d_f: paid('30 days'),
  borrow_apy_realised_30d_gap_str: borrowGap(),
  supply_apy_realised_30d_f: earned('30 days'),
  supply_apy_realised_30d_gap_str: supplyGap(),
} satisfies FieldGroup;
