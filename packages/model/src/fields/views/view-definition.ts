import { dataDictionary, type FieldName, isFieldName } from '../dictionary.ts';
import { type FieldDefinition, instantField, numberField, textField } from '@tidemark/core';

/** What one public view of schema `lend_v1` holds: a row of it, and each column in the order of the view. */
export interface ViewDefinition {
  /** What one row is. */
  readonly description: string;
  readonly columns: Readonly<Record<string, FieldDefinition>>;
}

/** Columns whose names mean the same everywhere, as the dictionary defines them. */
export function shared(...names: readonly FieldName[]): ViewDefinition['columns'] {
  return Object.fromEntries(names.map((name) => [name, dataDictionary[name]]));
}

/** The API's doubles of shares in percent or basis points and of exact fractions. */
export function doublesOf(columns: ViewDefinition['columns']): ViewDefinition['columns'] {
  return shared(
    ...Object.keys(columns)
      .map((name) => name.replace(/_(?:pct|bps|raw)$/, '_f'))
      .filter(isDouble),
  );
}

const isDouble = (name: string): name is FieldName => name.endsWith('_f') && isFieldName(name);

const ingest = { methodVersion: 'ingest-1.0' } as const;
const PRESENT = { nullRule: 'null while the account is on chain', methodVersion: 'ingest-1.0' } as const;
const firstRead = 'clock of the first bank that held the account';
const goneRead = 'clock of the first bank that no longer held the account';

/** For copies that are kept up to date: what to read after. */
export const changeIdColumn: ViewDefinition['columns'] = {
  change_id: numberField(
    'number',
    'Grows with every change of the row: rows from one lend_v1.sync_horizon() to a later one are those that were added or changed between them. 0 in rows that have not changed since it is counted.',
    'number of the transaction',
    ingest,
  ),
};

/** When an account was seen first. */
export const firstSeenColumns = {
  first_seen_slot: numberField('slots', 'Slot at which this service saw the account first.', firstRead, ingest),
  first_seen_at: instantField('Chain time at which this service saw the account first.', firstRead),
};

/** Since when an account is gone. Its last known state is kept. */
export const missingSinceColumns = {
  missing_since_slot: numberField('slots', 'Slot since which the account is no longer on chain.', goneRead, PRESENT),
  missing_since_at: instantField('Chain time since which the account is no longer on chain.', goneRead, PRESENT),
};

/** A whole decoded configuration. */
export function configColumn(account: string): { config: FieldDefinition } {
  return {
    config: {
      ...textField(
        'Whole decoded configuration. Integers wider than 53 bits are decimal strings, bytes hexadecimal.',
        `${account} account, every field of its configuration`,
        { methodVersion: 'config-1.0' },
      ),
      unit: 'JSON',
    },
  };
}
