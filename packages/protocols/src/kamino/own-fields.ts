import { booleanField, type FieldDefinition, numberField } from '@tidemark/core';
import type { AccountField } from '../common/account-layout.ts';
import { type OwnFieldRow, toOwnFields } from '../common/own-fields.ts';
import type { OwnField } from '../protocol.ts';
import { accountFields } from './fields/account.ts';
import { configFields } from './fields/config.ts';
import { MARKET } from './lending-market.ts';
import { RESERVE } from './reserve.ts';

/** What a reserve holds beside the common fields; the names are those of the account. Dates are null for "never". */
export type KaminoFields = {
  readonly accumulatedProtocolFeesSf: bigint;
  readonly accumulatedReferrerFeesSf: bigint;
  readonly pendingReferrerFeesSf: bigint;
  readonly absoluteReferralRateSf: bigint;
  readonly rewardsAvailableRaw: bigint;
  readonly queuedCollateralRaw: bigint;
  readonly borrowedOutsideElevationGroupRaw: bigint;
  readonly depositCapCurrentRaw: bigint;
  readonly debtCapCurrentRaw: bigint;
  readonly depositCapIntervalStartAt: Date | null;
  readonly debtCapIntervalStartAt: Date | null;
};

const config = { methodVersion: 'config-1.0' } as const;
const at = (field: AccountField<unknown>, more = ''): string => `Reserve account, offset ${field.at}${more}`;
const atMarket = (field: AccountField<unknown>): string => `LendingMarket account, offset ${field.at}`;
const { config: CONFIG } = RESERVE;

const STATE: readonly OwnFieldRow[] = [
  ['accumulatedProtocolFeesSf', 'accumulated_protocol_fees_raw', 'scaled', accountFields.accumulated_protocol_fees_raw],
  ['accumulatedReferrerFeesSf', 'accumulated_referrer_fees_raw', 'scaled', accountFields.accumulated_referrer_fees_raw],
  ['pendingReferrerFeesSf', 'pending_referrer_fees_raw', 'scaled', accountFields.pending_referrer_fees_raw],
  ['absoluteReferralRateSf', 'absolute_referral_rate_raw', 'scaled', accountFields.absolute_referral_rate_raw],
  ['rewardsAvailableRaw', 'rewards_available_raw', 'u64', accountFields.rewards_available_raw],
  ['queuedCollateralRaw', 'queued_collateral_raw', 'u64', accountFields.queued_collateral_raw],
  [
    'borrowedOutsideElevationGroupRaw',
    'borrowed_outside_elevation_group_raw',
    'u64',
    accountFields.borrowed_outside_elevation_group_raw,
  ],
  ['depositCapCurrentRaw', 'deposit_cap_current_raw', 'i64', accountFields.deposit_cap_current_raw],
  ['debtCapCurrentRaw', 'debt_cap_current_raw', 'i64', accountFields.debt_cap_current_raw],
  [
    'depositCapIntervalStartAt',
    'deposit_cap_interval_start_at',
    'instant',
    accountFields.deposit_cap_interval_start_at,
  ],
  ['debtCapIntervalStartAt', 'debt_cap_interval_start_at', 'instant', accountFields.debt_cap_interval_start_at],
];

const signed = (description: string, offset: AccountField<unknown>): FieldDefinition =>
  numberField('base units', `${description} Signed.`, at(offset), { ...config, type: 'signedInteger' });
const seconds = (description: string, offset: AccountField<unknown>): FieldDefinition =>
  numberField('seconds', description, at(offset), config);

const SETTINGS: readonly OwnFieldRow[] = [
  [
    'emergencyMode',
    'emergency_mode_b',
    'boolean',
    booleanField('True while the reserve itself is in emergency mode.', at(CONFIG.emergencyMode, ' is not 0'), config),
  ],
  [
    'badDebtLiquidationBonusBps',
    'bad_debt_liquidation_bonus_bps',
    'integer',
    numberField(
      'basis points',
      'Bonus of a liquidator when a position owes more than it holds.',
      at(CONFIG.badDebtLiquidationBonusBps),
      config,
    ),
  ],
  [
    'hostFixedInterestRateBps',
    'host_fixed_interest_rate_bps',
    'integer',
    numberField(
      'basis points per year',
      'Fixed rate that is added to the borrow rate and goes to the protocol.',
      at(CONFIG.hostFixedInterestRateBps),
      config,
    ),
  ],
  [
    'borrowLimitOutsideElevationGroupRaw',
    'borrow_limit_outside_elevation_group_raw',
    'u64',
    { ...configFields.borrow_limit_outside_elevation_group_raw, nullRule: 'never' },
  ],
  [
    'utilizationLimitBlockBorrowingPct',
    'utilization_limit_block_borrowing_pct',
    'integer',
    numberField(
      'percent',
      'Utilization above which the program refuses new borrows. 0 means no such limit.',
      at(CONFIG.utilizationLimitBlockBorrowingAbovePct),
      config,
    ),
  ],
  [
    'depositCapCapacityRaw',
    'deposit_cap_capacity_raw',
    'i64',
    signed(
      'What suppliers may withdraw, net, in one interval of the deposit withdrawal cap.',
      CONFIG.depositWithdrawalCap.capacityRaw,
    ),
  ],
  [
    'depositCapIntervalSeconds',
    'deposit_cap_interval_seconds',
    'u64',
    seconds(
      'Length of the interval of the deposit withdrawal cap. 0 means no cap.',
      CONFIG.depositWithdrawalCap.intervalSeconds,
    ),
  ],
  [
    'debtCapCapacityRaw',
    'debt_cap_capacity_raw',
    'i64',
    signed(
      'What may be borrowed, net, in one interval of the debt withdrawal cap.',
      CONFIG.debtWithdrawalCap.capacityRaw,
    ),
  ],
  [
    'debtCapIntervalSeconds',
    'debt_cap_interval_seconds',
    'u64',
    seconds(
      'Length of the interval of the debt withdrawal cap. 0 means no cap.',
      CONFIG.debtWithdrawalCap.intervalSeconds,
    ),
  ],
  [
    'maxPriceAgeSeconds',
    'max_price_age_seconds',
    'u64',
    seconds('Age up to which the program accepts the price.', CONFIG.tokenInfo.maxAgePriceSeconds),
  ],
];

const MARKET_FIELDS: readonly OwnFieldRow[] = [
  [
    'referralFeeBps',
    'referral_fee_bps',
    'integer',
    numberField(
      'basis points',
      'Share of the protocol’s interest that a referrer gets.',
      atMarket(MARKET.referralFeeBps),
      config,
    ),
  ],
  [
    'rewardsMaxAprBps',
    'rewards_max_apr_bps',
    'integer',
    numberField(
      'basis points per year',
      'Cap of the market on the rate of reserve rewards.',
      atMarket(MARKET.reserveRewardsMaxAprBps),
      config,
    ),
  ],
];

/** The same as a table, with the settings of reserve and market that have columns. */
export const KAMINO_FIELDS: readonly OwnField[] = [
  ...toOwnFields('state', STATE),
  ...toOwnFields('settings', SETTINGS),
  ...toOwnFields('market', MARKET_FIELDS),
];
