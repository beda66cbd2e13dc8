import { instantField } from '@tidemark/core';
import { feeFields, feeVariants } from '../fee.ts';
import { dayColumn, edgesOf, observedColumns } from './bucket-columns.ts';
import { changeIdColumn, shared, type ViewDefinition } from './view-definition.ts';

/** The same in every row, or null in every row. */
const LEFT_OUT: ReadonlySet<string> = new Set(['group_by_str', 'cumulative_b', 'coverage_f']);
const moneyColumns: ViewDefinition['columns'] = Object.fromEntries(
  Object.entries({
    ...feeFields,
    interest_f: feeVariants.interest_f,
    interest_usd_f: feeVariants.interest_usd_f,
  }).filter(([name, { type }]) => type !== 'nothing' && !LEFT_OUT.has(name)),
);

function feesView(width: string, about: string): ViewDefinition {
  const { final_b, gap_reason_str, unpriced_reserve_count } = feeVariants;
  return {
    description: `One row per reserve and ${width} (UTC): what borrowers paid and who got it, as the API’s fees say it of each reserve. ${about} Amounts, counts and seconds may be summed over reserves, markets and ${width}s. What is not rolled up yet is in no row and no count.`,
    columns: {
      ...shared('protocol', 'lending_market', 'lending_market_name', 'listed_b', 'reserve'),
      ...shared('token_address', 'token_symbol', 'token_decimals'),
      ...edgesOf(width),
      final_b,
      gap_reason_str,
      ...observedColumns(width),
      unpriced_reserve_count,
      ...moneyColumns,
      ...(width === 'day' ? dayColumn : {}),
      computed_at: instantField(`Time at which the ${width} was computed last.`, 'clock of the database'),
      ...(width === 'hour' ? changeIdColumn : {}),
    },
  };
}

/** `lend_v1.fees_hourly` and `lend_v1.fees_daily`. */
export const feesViews: Readonly<Record<string, ViewDefinition>> = {
  fees_hourly: feesView('hour', 'An hour in which any interest had no price has none in USD.'),
  fees_daily: feesView('day', 'A day is the sum of its hours: of what is known of each, and of what had a price.'),
};
