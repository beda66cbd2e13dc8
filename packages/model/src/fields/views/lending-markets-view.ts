import { instantField, numberField, textField } from '@tidemark/core';
import { sharedOwn } from '../own-columns.ts';
import {
  changeIdColumn,
  configColumn,
  doublesOf,
  firstSeenColumns,
  missingSinceColumns,
  shared,
  type ViewDefinition,
} from './view-definition.ts';

const config = { methodVersion: 'config-1.0' } as const;
const at = (offset: number, more = ''): string => `LendingMarket account, offset ${offset}${more}`;

const referralFee = sharedOwn('market', 'lending_market_referral_fee_bps');
const rewardsCap = sharedOwn('market', 'lending_market_rewards_max_apr_bps');

/** `lend_v1.lending_markets`. */
export const lendingMarketsView: ViewDefinition = {
  description: 'Lending markets ever seen, with their current configuration. One row per market.',
  columns: {
    ...shared('lending_market', 'protocol'),
    name: textField('Name that the account holds. Often empty.', at(3248, ', text up to the first NUL'), config),
    ...shared('lending_market_name', 'lending_market_owner', 'lending_market_quote_currency_str'),
    ...referralFee,
    ...shared('lending_market_emergency_mode_b', 'lending_market_borrow_disabled_b'),
    ...rewardsCap,
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
    ...shared('listed_b'),
    ...doublesOf({ ...referralFee, ...rewardsCap }),
    ...changeIdColumn,
  },
};
