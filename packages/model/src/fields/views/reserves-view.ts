import { dataDictionary } from '../dictionary.ts';
import { booleanField, instantField, numberField, textField } from '@tidemark/core';
import { configColumn, firstSeenColumns, missingSinceColumns, shared, type ViewDefinition } from './view-definition.ts';

const identity = { methodVersion: 'account-1.0' } as const;
const config = { methodVersion: 'config-1.0' } as const;
const sf = { scale: '2^60', methodVersion: 'config-1.0' } as const;
const ingest = { methodVersion: 'ingest-1.0' } as const;
const at = (offset: number, more = ''): string => `Reserve account, offset ${offset}${more}`;
const percent = (description: string, offset: number) => numberField('percent', description, at(offset), config);
const bps = (description: string, offset: number) => numberField('basis points', description, at(offset), config);
const NEWEST_READ = 'clock of the newest bank that held the account';
const CONFIG_READ = 'clock of the first bank that held this configuration';

const tokenColumns = {
  ...shared('lending_market_name', 'token_address', 'token_symbol', 'token_decimals', 'token_program'),
  ...shared('collateral_token_address'),
  collateral_supply_vault: textField('Token account that holds deposited collateral tokens.', at(2600), identity),
  supply_vault: textField('Token account that holds the available amount.', at(160), identity),
  fee_vault: textField('Token account that receives the protocol fees.', at(192), identity),
};

const riskColumns = {
  ...shared('status_str'),
  ...shared('interest_rate_basis_str'),
  emergency_mode_b: booleanField('True while the reserve itself is in emergency mode.', at(4864, ' is not 0'), config),
  loan_to_value_pct: percent('How much may be borrowed against the value of this collateral.', 4872),
  liquidation_threshold_pct: percent('Loan to value at which a position in this collateral can be liquidated.', 4873),
  borrow_factor_pct: percent('Weight of a debt in this token. The program never uses less than 100.', 5008),
  protocol_take_rate_pct: percent('Share of the interest that the protocol keeps.', 4870),
  protocol_liquidation_fee_pct: percent('Share of the liquidation bonus that the protocol keeps.', 4871),
  min_liquidation_bonus_bps: bps('Smallest bonus of a liquidator.', 4874),
  max_liquidation_bonus_bps: bps('Largest bonus of a liquidator.', 4876),
  bad_debt_liquidation_bonus_bps: bps('Bonus of a liquidator when a position owes more than it holds.', 4878),
  host_fixed_interest_rate_bps: numberField(
    'basis points per year',
    'Fixed rate that is added to the borrow rate and goes to the protocol.',
    at(4858),
    config,
  ),
  origination_fee_sf: numberField('fraction', 'Fee on a new borrow.', at(4896), sf),
  flash_loan_fee_sf: numberField(
    'fraction',
    'Fee on a flash loan. 18446744073709551615 (the largest u64) means that flash loans are disabled.',
    at(4904),
    sf,
  ),
};

const limitColumns = {
  ...shared('deposit_limit_raw', 'borrow_limit_raw', 'borrow_limit_outside_elevation_group_raw'),
  utilization_limit_block_borrowing_pct: percent(
    'Utilization above which the program refuses new borrows. 0 means no such limit.',
    5501,
  ),
  deposit_cap_capacity_raw: numberField(
    'base units',
    'What suppliers may withdraw, net, in one interval of the deposit withdrawal cap. Signed.',
    at(5416),
    config,
  ),
  deposit_cap_interval_seconds: numberField(
    'seconds',
    'Length of the interval of the deposit withdrawal cap. 0 means no cap.',
    at(5440),
    config,
  ),
  debt_cap_capacity_raw: numberField(
    'base units',
    'What may be borrowed, net, in one interval of the debt withdrawal cap. Signed.',
    at(5448),
    config,
  ),
  debt_cap_interval_seconds: numberField(
    'seconds',
    'Length of the interval of the debt withdrawal cap. 0 means no cap.',
    at(5472),
    config,
  ),
  max_price_age_seconds: numberField('seconds', 'Age up to which the program accepts the price.', at(5096), config),
};

/** `lend_v1.reserves`. */
export const reservesView: ViewDefinition = {
  description: 'Reserves ever seen: identity and current configuration. One row per reserve.',
  columns: {
    ...shared('reserve', 'protocol', 'lending_market'),
    ...tokenColumns,
    ...riskColumns,
    ...limitColumns,
    ...configColumn('Reserve'),
    config_sha256: textField(
      'SHA-256 of identity and configuration, hexadecimal. Equal hashes are equal configurations.',
      'sha256(identity columns, config and config_flags)',
      config,
    ),
    config_slot: numberField('slots', 'Slot at which this configuration was seen first.', CONFIG_READ, ingest),
    config_observed_at: instantField('Chain time at which this configuration was seen first.', CONFIG_READ),
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
  },
};
