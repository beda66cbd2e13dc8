import { booleanField, type FieldGroup, instantField, numberField, textField, timeField } from '@tidemark/core';

const config = { methodVersion: 'config-1.0' } as const;
const ingest = { methodVersion: 'ingest-1.0' } as const;
const LAST_OLD = 'clock of the newest bank before the change that held the account';
const CONFIG_READ = 'clock of the first bank that held this configuration';
const ACCOUNT_KIND = 'What the parameter belongs to: reserve or lending_market.';
const KIND_READ = 'kind of the account that was read';
const PREVIOUS_TIME = 'Last chain time at which the old value was known to hold.';

const value = (when: string) => ({
  ...textField(
    `Value of the parameter ${when}, as its column has it, else as config does. Integers wider than 53 bits and exact fractions are decimal strings.`,
    'as in config',
    {
      nullRule: 'null where config holds null, and for the fee of flash loans while they are disabled',
      ...config,
    },
  ),
  unit: 'JSON',
  type: 'scalar' as const,
});

/** One change of one parameter, and since when the configuration holds. */
const parameterFields = {
  since_slot: numberField('slots', 'Slot at which this configuration was seen first.', CONFIG_READ, config),
  since_timestamp: timeField('Chain time at which this configuration was seen first.', CONFIG_READ, config),
  since_at: instantField('Chain time at which this configuration was seen first.', CONFIG_READ, config),
  account_kind_str: textField(ACCOUNT_KIND, KIND_READ, { ...config, type: ['reserve', 'lending_market'] }),
  field: textField(
    'Name of the parameter: that of its column in lend_v1.reserves, lend_v1.lending_markets or the view of the protocol where it has one (deposit_limit_raw), else its path in config in snake case (borrow_rate_curve.3.borrow_rate_bps); places of a list count from 0.',
    'comparison of the configurations of two reads',
    config,
  ),
  old_value: value('before'),
  new_value: value('after'),
  previous_slot: numberField(
    'slots',
    'Last slot at which the old value was known to hold. The change happened after it, and not after slot.',
    LAST_OLD,
    config,
  ),
  previous_at: instantField(PREVIOUS_TIME, LAST_OLD, config),
  previous_timestamp: timeField(PREVIOUS_TIME, LAST_OLD, config),
} satisfies FieldGroup;

const saysItAll = { nullRule: 'null where the reason says it all', ...ingest } as const;

/** An account that could not be turned into a row. */
const quarantineFields = {
  quarantine_reason_str: textField('Stable code of the reason.', 'code of the error', { ...ingest, type: 'word' }),
  expected: textField('What was expected.', 'context of the error', saysItAll),
  actual: textField('What was found instead.', 'context of the error', saysItAll),
  occurrences: numberField('batches', 'How many poll batches met it.', 'counted', { ...ingest, type: 'positiveCount' }),
  active_b: booleanField(
    'True while the reserve is kept out of the data for this reason.',
    'the newest refusal is for this reason and recent, no later read gave a row, and the account is on chain',
    ingest,
  ),
} satisfies FieldGroup;

/** The log of parameters, and of what was refused. */
export const changeFields = { ...parameterFields, ...quarantineFields } satisfies FieldGroup;
