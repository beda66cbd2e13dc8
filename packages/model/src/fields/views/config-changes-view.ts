import { instantField, textField } from '@tidemark/core';
import { answerVariants } from '../variants.ts';
import { changeIdColumn, configColumn, shared, type ViewDefinition } from './view-definition.ts';

const config = { methodVersion: 'config-1.0' } as const;
const FIRST_NEW = 'clock of the first bank that held the new value';

/** `lend_v1.config_changes`. */
export const configChangesView: ViewDefinition = {
  description:
    'Log of the parameters of reserves and lending markets that differed between two reads. One row per parameter and change. The first sight of an account is no change.',
  columns: {
    ...shared('protocol', 'account_kind_str'),
    reserve: answerVariants.ConfigChange.reserve,
    ...shared('lending_market', 'lending_market_name'),
    token_symbol: answerVariants.ConfigChange.token_symbol,
    ...shared('field', 'old_value', 'new_value'),
    slot: answerVariants.ConfigChange.slot,
    observed_at: instantField('First chain time at which the new value was seen.', FIRST_NEW, config),
    ...shared('previous_slot', 'previous_at'),
    poll_batch_id: textField('The poll batch that found the change; see poll_batches.', 'id of the batch', {
      nullRule: 'null where the account was read outside of a poll batch, as lending markets are',
      methodVersion: 'ingest-1.0',
    }),
    ...shared('recorded_at'),
    ...changeIdColumn,
    ...shared('listed_b'),
  },
};

/** `lend_v1.configurations`. */
export const configurationsView: ViewDefinition = {
  description:
    'Configurations of reserves and lending markets. One row per account and configuration, valid from its slot until the next row of the account; the first one was in force when the account was seen first.',
  columns: {
    ...shared('protocol', 'account_kind_str'),
    reserve: answerVariants.ConfigChange.reserve,
    ...shared('lending_market', 'lending_market_name'),
    ...shared('since_slot', 'since_at'),
    ...configColumn('Reserve or LendingMarket'),
    ...shared('recorded_at'),
    ...changeIdColumn,
    ...shared('listed_b'),
    token_symbol: answerVariants.ConfigChange.token_symbol,
  },
};
