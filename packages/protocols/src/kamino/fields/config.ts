import { booleanField, type FieldGroup, numberField, textField } from '@tidemark/core';

const config = { methodVersion: 'config-1.0' } as const;
const market = {
  nullRule: 'null while the account of the market has not been read',
  methodVersion: 'config-1.0',
} as const;
/** Of settings that not every protocol has. */
const NO_SETTING = 'the protocol has no such setting';
const own = { nullRule: `null where ${NO_SETTING}`, methodVersion: 'config-1.0' } as const;
const ofMarket = { ...market, nullRule: `${market.nullRule}, or ${NO_SETTING}` } as const;
const UNLIMITED = '18446744073709551615 (the largest u64) means unlimited.';

/** Settings of a reserve, as an analyst needs them to choose reserves. Fractions are decimals: 0.05 is 5 %. */
export const configFields = {
  status_str: textField(
    'Status of the reserve: active, obsolete or hidden. Where the program has no status, a reserve is obsolete with both limits at 0, else active.',
    'Reserve account, offset 4856',
    {
      ...config,
      type: ['active', 'obsolete', 'hidden'],
    },
  ),
  loan_to_value_f: numberField(
    'fraction',
    'How much may be borrowed against one unit of value of this collateral.',
    'Reserve account, offset 4872 / 100',
    config,
  ),
  liquidation_threshold_f: numberField(
    'fraction',
    'Loan to value at which a position in this collateral can be liquidated.',
    'Reserve account, offset 4873 / 100',
    config,
  ),
  borrow_factor_f: numberField(
    'factor',
    'Weight of a debt in this token when a position’s health is computed. At least 1.',
    'max(1, Reserve account, offset 5008 / 100)',
    { ...config, type: 'fromOne' },
  ),
  protocol_take_rate_f: numberField(
    'fraction',
    'Share of the interest that the protocol keeps.',
    'Reserve account, offset 4870 / 100',
    config,
  ),
  protocol_liquidation_fee_f: numberField(
    'fraction',
    'Share of the liquidation bonus that the protocol keeps.',
    'Reserve account, offset 4871 / 100',
    own,
  ),
  min_liquidation_bonus_f: numberField(
    'fraction',
    'Smallest bonus of a liquidator.',
    'Reserve account, offset 4874 / 10,000',
    config,
  ),
  max_liquidation_bonus_f: numberField(
    'fraction',
    'Largest bonus of a liquidator.',
    'Reserve account, offset 4876 / 10,000',
    config,
  ),
  bad_debt_liquidation_bonus_f: numberField(
    'fraction',
    'Bonus of a liquidator when a position owes more than it holds.',
    'Reserve account, offset 4878 / 10,000',
    own,
  ),
  deposit_limit_raw: numberField(
    'base units',
    `Largest amount that may be supplied. ${UNLIMITED}`,
    'Reserve account, offset 5016',
    config,
  ),
  borrow_limit_raw: numberField(
    'base units',
    `Largest amount that may be borrowed. ${UNLIMITED}`,
    'Reserve account, offset 5024',
    config,
  ),
  borrow_limit_outside_elevation_group_raw: numberField(
    'base units',
    `Largest amount that may be borrowed outside elevation groups. ${UNLIMITED}`,
    'Reserve account, offset 5504',
    own,
  ),
  host_fixed_interest_rate_f: numberField(
    'fraction per year',
    'Fixed rate that is added to the borrow rate and goes to the protocol.',
    'Reserve account, offset 4858 / 10,000',
    own,
  ),
  origination_fee_f: numberField(
    'fraction',
    'Fee on a new borrow.',
    'origination_fee_raw, as the nearest double',
    config,
  ),
  flash_loan_fee_f: numberField('fraction', 'Fee on a flash loan.', 'flash_loan_fee_raw, as the nearest double', {
    nullRule: 'null where flash loans are disabled (the field holds the largest u64)',
    methodVersion: 'config-1.0',
  }),
  utilization_limit_block_borrowing_f: numberField(
    'fraction',
    'Utilization above which the program refuses new borrows.',
    'Reserve account, offset 5501 / 100',
    { ...own, nullRule: `null where there is no such limit (the field holds 0), or ${NO_SETTING}` },
  ),
  max_price_age_seconds: numberField(
    'seconds',
    'Age up to which the program accepts the price.',
    'Reserve account, offset 5096',
    {
      ...own,
      nullRule: `null where the field holds more than 2^53 − 1, which is no limit in practice, or ${NO_SETTING}`,
    },
  ),
  config_flags: textField(
    'Settings that are outside of what the program itself accepts when an owner changes a configuration, by name: loan_to_value, liquidation_threshold, min_liquidation_bonus, max_liquidation_bonus, bad_debt_liquidation_bonus, protocol_liquidation_fee, protocol_order_execution_fee, origination_fee, borrow_factor, borrow_limit_outside_elevation_group, utilization_limit, borrow_rate_curve, oracle, twap. Empty where there is none. The numbers hold with each of them.',
    'checks of the configuration, listed in the methodology',
    { ...config, type: 'words' },
  ),
  lending_market_owner: textField('Address that owns the lending market.', 'LendingMarket account, offset 24', {
    ...market,
    type: 'address',
  }),
  lending_market_quote_currency_str: textField(
    'Currency that the market values positions in.',
    'LendingMarket account, offset 88, text up to the first NUL',
    market,
  ),
  lending_market_referral_fee_f: numberField(
    'fraction',
    'Share of the protocol’s interest that a referrer gets.',
    'LendingMarket account, offset 120 / 10,000',
    ofMarket,
  ),
  lending_market_emergency_mode_b: booleanField(
    'True while the whole market is in emergency mode.',
    'LendingMarket account, offset 122 is not 0',
    ofMarket,
  ),
  lending_market_borrow_disabled_b: booleanField(
    'True while nothing can be borrowed in the market.',
    'LendingMarket account, offset 124 is not 0',
    ofMarket,
  ),
  lending_market_rewards_max_apr_f: numberField(
    'fraction per year',
    'Cap of the market on the rate of reserve rewards.',
    'LendingMarket account, offset 3358 / 10,000',
    ofMarket,
  ),
  lending_market_missing_since_timestamp: numberField(
    'unix seconds',
    'Chain time since which the market’s account is no longer on chain.',
    'chain clock of the first read that no longer held the account',
    { nullRule: 'null while the account is on chain', methodVersion: 'ingest-1.0' },
  ),
} satisfies FieldGroup;
