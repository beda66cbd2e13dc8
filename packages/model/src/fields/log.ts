import { type FieldGroup, type FieldType, numberField, textField, timeField } from '@tidemark/core';

const config = { methodVersion: 'config-1.0' } as const;
const ingest = { methodVersion: 'ingest-1.0' } as const;
const market = { nullRule: 'null while the account of the market has not been read' } as const;
const json = (description: string, options: { nullRule?: string; type?: FieldType } = {}) => ({
  ...textField(
    `${description} Integers wider than 53 bits are decimal strings, bytes are hexadecimal.`,
    'the whole configuration, decoded, in the words of the program',
    { ...config, ...options },
  ),
  unit: 'JSON',
});

const configurationFields = {
  config: json('The configuration of the reserve.', { type: 'json' }),
  lending_market_slot: numberField('slots', 'Slot at which the market’s account was read last.', 'slot of that read', {
    ...market,
    ...ingest,
  }),
  lending_market_timestamp: timeField(
    'Chain time at which the market’s account was read last.',
    'chain clock of that read',
    market,
  ),
  lending_market_config: json('The settings of the lending market.', { ...market, type: 'json' }),
} satisfies FieldGroup;

const changeLogFields = {
  from: timeField('Start of the range, which belongs to it.', 'parameter from, or 30 days before to or now'),
  to: timeField('End of the range, which does not belong to it.', 'parameter to', {
    nullRule: 'null where the range is open',
  }),
  next_cursor: textField('Value of cursor for the rows that follow.', 'made from the last row', {
    nullRule: 'null where no rows follow',
    ...ingest,
  }),
  empty_reason_str: textField(
    'In words: why the answer has no rows, and what would give some.',
    'from the range and from when each of what was asked for was seen first',
    { nullRule: 'null where it has rows, or where some follow', ...ingest },
  ),
} satisfies FieldGroup;

const whatIfFields = {
  supply_delta_raw: numberField('base units', 'Amount supplied; withdrawn where negative.', 'supply_delta, exact', {
    type: 'signedInteger',
    methodVersion: 'rates-1.0',
  }),
  borrow_delta_raw: numberField('base units', 'Amount borrowed; repaid where negative.', 'borrow_delta, exact', {
    type: 'signedInteger',
    methodVersion: 'rates-1.0',
  }),
} satisfies FieldGroup;

/** What the endpoints of configuration, its changes and the curve have beyond other rows. */
export const logFields = {
  ...configurationFields,
  ...changeLogFields,
  ...whatIfFields,
} satisfies FieldGroup;
