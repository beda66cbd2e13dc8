import { booleanField, instantField, numberField, textField } from '@tidemark/core';
import { configColumn, firstSeenColumns, missingSinceColumns, shared, type ViewDefinition } from './view-definition.ts';

const config = { methodVersion: 'config-1.0' } as const;
const at = (offset: number, more = ''): string => `LendingMarket account, offset ${offset}${more}`;

/** `lend_v1.lending_markets`. */
export const lendingMarketsView: ViewDefinition = {
  description: 'Lending markets ever seen, with their current configuration. One row per market.',
  columns: {
    ...shared('lending_market', 'protocol'),
    name: textField('Name that the account holds. Often empty.', at(3248, ', text up to the first NUL'), config),
    display_name: textField(
      'Name to show: the one on chain, else the label of a known market, else an empty string.',
      at(3248, '; a label of known markets where the chain has none'),
    ),
    owner: textField('Address that owns the market and sets its parameters.', at(24), config),
    quote_currency: textField(
      'Currency that the market values positions in.',
      at(88, ', text up to the first NUL'),
      config,
    ),
    referral_fee_bps: numberField(
      'basis points',
      'Share of the protocol’s interest that a referrer gets.',
      at(120),
      config,
    ),
    emergency_mode: booleanField('True while the whole market is in emergency mode.', at(122, ' is not 0'), config),
    borrow_disabled: booleanField('True while nothing can be borrowed in the market.', at(124, ' is not 0'), config),
    rewards_max_apr_bps: numberField(
      'basis points per year',
      'Cap of the market on the rate of reserve rewards.',
      at(3358),
      config,
    ),
    ...configColumn('LendingMarket'),
    ...shared('account_sha256'),
    slot: numberField(
      'slots',
      'Slot at which the account was read last.',
      'clock of the newest bank that held the account',
      {
        methodVersion: 'ingest-1.0',
      },
    ),
    observed_at: instantField(
      'Chain time at which the account was read last.',
      'clock of the newest bank that held the account',
    ),
    ...firstSeenColumns,
    ...missingSinceColumns,
  },
};
