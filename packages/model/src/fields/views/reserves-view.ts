import { dataDictionary } from '../dictionary.ts';
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

const identity = { methodVersion: 'account-1.0' } as const;
const config = { methodVersion: 'config-1.0' } as const;
const exact = { type: 'decimal', methodVersion: 'config-1.0' } as const;
const ingest = { methodVersion: 'ingest-1.0' } as const;
const at = (offset: number, more = ''): string => `Reserve account, offset ${offset}${more}`;
const percent = (description: string, offset: number) => numberField('percent', description, at(offset), config);
const bps = (description: string, offset: number) => numberField('basis points', description, at(offset), config);
const NEWEST_READ = 'clock of the newest bank that held the account';

const tokenColumns = {
  ...shared('lending_market_name', 'token_address', 'token_symbol', 'token_decimals', 'token_program'),
  ...shared('collateral_token_address'),
  collateral_supply_vault: textField('Token account that holds deposited collateral tokens.', at(2600), identity),
  supply_vault: textField('Token account that holds the available amount.', at(160), identity),
  fee_vault: textField('Token account that receives the protocol fees.', at(192), identity),
};

const thresholdColumns = {
  loan_to_value_pct: percent('How much may be borrowed against the value of this collateral.', 4872),
  liquidation_threshold_pct: percent('Loan to value at which a position in this collateral can be liquidated.', 4873),
};

const shareColumns = {
  protocol_take_rate_pct: percent('Share of the interest that the protocol keeps.', 4870),
  protocol_liquidation_fee_pct: percent('Share of the liquidation bonus that the protocol keeps.', 4871),
  min_liquidation_bonus_bps: bps('Smallest bonus of a liquidator.', 4874),
  max_liquidation_bonus_bps: bps('Largest bonus of a liquidator.', 4876),
  ...sharedOwn('settings', 'bad_debt_liquidation_bonus_bps', 'host_fixed_interest_rate_bps'),
  origination_fee_raw: numberField('fraction', 'Fee on a new borrow.', at(4896), exact),
  flash_loan_fee_raw: numberField('fraction', 'Fee on a flash loan.', at(4904), {
    ...exact,
    nullRule: 'null where flash loans are disabled',
  }),
};

const limitColumns = {
  ...shared('deposit_limit_raw', 'borrow_limit_raw', 'borrow_limit_outside_elevation_group_raw'),
  ...sharedOwn(
    'settings',
    'utilization_limit_block_borrowing_pct',
    'deposit_cap_capacity_raw',
    'deposit_cap_interval_seconds',
    'debt_cap_capacity_raw',
    'debt_cap_interval_seconds',
    'max_price_age_seconds',
  ),
};

/** `lend_v1.reserves`. */
export const reservesView: ViewDefinition = {
  description: 'Reserves ever seen: identity and current configuration. One row per reserve.',
  columns: {
    ...shared('reserve', 'protocol', 'lending_market'),
    ...tokenColumns,
    ...shared('status_str'),
    ...shared('interest_rate_basis_str'),
    ...sharedOwn('settings', 'emergency_mode_b'),
    ...thresholdColumns,
    borrow_factor_pct: percent('Weight of a debt in this token. The program never uses less than 100.', 5008),
    ...shareColumns,
    ...limitColumns,
    ...configColumn('Reserve'),
    config_sha256: textField(
      'SHA-256 of identity and configuration, hexadecimal. Equal hashes are equal configurations.',
      'sha256(identity columns, config and config_flags)',
      config,
    ),
    ...shared('since_slot', 'since_at'),
    ...firstSeenColumns,
    last_seen_slot: numberField(
      'slots',
      'Newest slot at which the account was read with success.',
      NEWEST_READ,
      ingest,
    ),
    last_seen_at: instantField('Newest chain time at which the account was read with success.', NEWEST_READ),
    ...missingSinceColumns,
    ...shared('config_flags'),
    ...shared('ui_multiplier_f', 'next_ui_multiplier_f'),
    ui_multiplier_effective_at: instantField(
      'When the newest multiplier came into force, or will: it lies ahead where next_ui_multiplier_f is not null.',
      'Mint account, ScaledUiAmount extension, effective time of the new multiplier',
      {
        nullRule: dataDictionary.ui_multiplier_effective_timestamp.nullRule,
        methodVersion: 'account-1.0',
      },
    ),
    ...shared('listed_b', 'underlying_protocol', 'underlying_reserve', 'token_symbol_origin_str'),
    ...doublesOf({ ...thresholdColumns, ...shareColumns, ...limitColumns }),
    ...changeIdColumn,
  },
};
