import { type FieldDefinition, instantField, numberField, textField } from '@tidemark/core';
import { aggregateHistoryVariants, tokenVariants, utilizationOfUsd } from '../aggregate.ts';
import { dayColumn, edgesOf } from './bucket-columns.ts';
import { changeIdColumn, shared, type ViewDefinition } from './view-definition.ts';

const aggregate = { methodVersion: 'aggregate-1.1' } as const;
const history = { methodVersion: 'history-1.1' } as const;
const WIDTHS = { hourly: 'hour', daily: 'day' } as const;
const { usable_price_share_f, unjudged_reserve_count, oldest_price_age_seconds, gap_reason_str } =
  aggregateHistoryVariants;

/** The exact side of sums: their doubles are the nearest to it. */
const exactUsd = (what: string): FieldDefinition =>
  numberField('USD', `What is ${what} over the priced reserves, exactly.`, `Σ ${what} amount × price`, {
    type: 'decimal',
    nullRule: 'null where no reserve of the sum has a price',
    ...aggregate,
  });
const exactAmount = (what: string): FieldDefinition =>
  numberField('base units', `What is ${what} in all reserves of the row, exactly.`, `Σ ${what} amount`, {
    type: 'decimal',
    nullRule: 'null where none was observed',
    ...aggregate,
  });

const partColumn = {
  part_str: textField(
    'Which reserves the row is of. listed: of listed markets, the ones that sums over markets count. wrapping: of listed markets, too, but they lend on through a reserve of a listed market, which holds the same. unlisted: of markets that anybody may have created.',
    'listed_b of the lending market; underlying reserve',
    aggregate,
  ),
};

const tokenColumns: ViewDefinition['columns'] = {
  supplied_amount_raw: exactAmount('supplied'),
  borrowed_amount_raw: exactAmount('borrowed'),
  supplied_amount_f: tokenVariants.supplied_amount_f,
  borrowed_amount_f: tokenVariants.borrowed_amount_f,
  available_amount_f: tokenVariants.available_amount_f,
};

function sumColumns(isToken: boolean): ViewDefinition['columns'] {
  const shareColumns = shared('supply_apy_wavg_f', 'borrow_apy_wavg_f');
  const { supply_apy_wavg_f, borrow_apy_wavg_f, utilization_f } = tokenVariants;
  return {
    ...(isToken ? tokenColumns : {}),
    supplied_usd_raw: exactUsd('supplied'),
    borrowed_usd_raw: exactUsd('borrowed'),
    available_usd_raw: exactUsd('available'),
    ...shared('supplied_usd_f', 'borrowed_usd_f', 'available_usd_f', 'tvl_usd_f'),
    ...(isToken
      ? { utilization_f, supply_apy_wavg_f, borrow_apy_wavg_f }
      : { utilization_f: utilizationOfUsd, ...shareColumns }),
    usable_price_share_f,
    oldest_price_age_seconds,
    ...shared('unpriced_reserves'),
    ...(isToken ? shared('unpriced_supply_share_f') : {}),
  };
}

function totalsView(
  width: string,
  about: string,
  identity: ViewDefinition['columns'],
  isToken: boolean,
): ViewDefinition {
  const seconds = (what: string) =>
    numberField(
      'seconds',
      `Time of the ${width} that ${what}, over all reserves of the row.`,
      'Σ over the buckets',
      history,
    );
  return {
    description: `One row per ${about} and ${width} (UTC): sums over the buckets of its reserves at their close, as the rollup has stored them. A row is as new as computed_at says, by up to a minute behind lend_v1.reserve_${width === 'day' ? 'daily' : 'hourly'}.`,
    columns: {
      ...identity,
      ...edgesOf(width),
      // The row that is to be made again says so in the API alone: a copy by change_id would never hear that it was not changed.
      final_b: {
        ...aggregateHistoryVariants.final_b,
        description: 'False while later reads may still change the row.',
      },
      gap_reason_str,
      observed_seconds: seconds('reads cover'),
      elapsed_seconds: seconds('had passed'),
      ...shared('reserve_count', 'reserves_observed', 'priced_reserve_count', 'unpriced_reserve_count'),
      ...sumColumns(isToken),
      ...(width === 'day' ? dayColumn : {}),
      computed_at: instantField('Time at which the row changed last.', 'clock of the database'),
      ...changeIdColumn,
      unjudged_reserve_count,
    },
  };
}

/** `lend_v1.market_hourly` and `…_daily`, of tokens and protocols as well. */
export const totalsViews: Readonly<Record<string, ViewDefinition>> = Object.fromEntries(
  Object.entries(WIDTHS).flatMap(([name, width]) => [
    [
      `market_${name}`,
      totalsView(
        width,
        'lending market',
        shared('protocol', 'lending_market', 'lending_market_name', 'listed_b'),
        false,
      ),
    ],
    [
      `token_${name}`,
      totalsView(
        width,
        'token, part',
        { ...shared('protocol', 'token_address', 'token_symbol', 'token_decimals'), ...partColumn },
        true,
      ),
    ],
    [`protocol_${name}`, totalsView(width, 'protocol, part', { ...shared('protocol'), ...partColumn }, false)],
  ]),
);
