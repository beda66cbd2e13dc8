import { booleanField, type FieldGroup, numberField, textField, timeField } from '@tidemark/core';

const status = { methodVersion: 'status-1.0' } as const;
const NONE = 'null where none is known yet';

/** Which chain the numbers are of, whether it is a simulation, and the past that was made up for it. */
export const chainFields = {
  chain_str: textField(
    'Name of the chain: mainnet-beta, devnet, testnet, localnet (simulated), or custom for any other.',
    'genesis hash, compared with those of the public clusters and with what a localnet tells of its start',
    { ...status, type: 'word', nullRule: NONE },
  ),
  simulated_b: booleanField(
    'True where the chain is a localnet: every number, new or old, is made up.',
    'the genesis hash is one of a localnet',
    status,
  ),
  history_from_timestamp: timeField(
    'Beginning of the simulated history.',
    'start of the chain − LOCALNET_HISTORY days, from the beginning of that day (UTC)',
    status,
  ),
  history_to_timestamp: timeField(
    'Beginning of the simulated chain: what is newer was read from its node.',
    'start of the chain',
    status,
  ),
  filled_from_timestamp: timeField(
    'From here on the simulated history is stored: it is filled the newest day first.',
    'start of the oldest day that is stored as a whole',
    status,
  ),
  history_progress_f: numberField(
    'share',
    'Share of the simulated history that is stored, from 0 to 1.',
    '(history_to − filled_from) / (history_to − history_from)',
    { ...status, type: 'number' },
  ),
  history_complete_b: booleanField(
    'True once all of the simulated history is stored and in hours, days and totals.',
    'the last rollup of it has ended',
    status,
  ),
} satisfies FieldGroup;
