import type { OwnField } from '../protocol.ts';

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

const SF = '2^-60 base units';
const BASE_UNITS = 'base units';

const field = (
  of: OwnField['of'],
  name: string,
  column: string,
  type: OwnField['type'],
  unit: string,
  doc: string,
): OwnField => ({ of, name, column, type, unit, doc });

/** The same as a table, with the settings of reserve and market that have columns. */
export const KAMINO_FIELDS: readonly OwnField[] = [
  field('state', 'accumulatedProtocolFeesSf', 'accumulated_protocol_fees_sf', 'u128', SF, 'Fees owed to the protocol.'),
  field('state', 'accumulatedReferrerFeesSf', 'accumulated_referrer_fees_sf', 'u128', SF, 'Fees owed to referrers.'),
  field(
    'state',
    'pendingReferrerFeesSf',
    'pending_referrer_fees_sf',
    'u128',
    SF,
    'Fees not yet assigned to a referrer.',
  ),
  field(
    'state',
    'absoluteReferralRateSf',
    'absolute_referral_rate_sf',
    'u128',
    '2^-60',
    'Share of the interest that goes to referrers, as of the last refresh.',
  ),
  field('state', 'rewardsAvailableRaw', 'rewards_available_raw', 'u64', BASE_UNITS, 'Budget left for supply rewards.'),
  field(
    'state',
    'queuedCollateralRaw',
    'queued_collateral_raw',
    'u64',
    'cToken base units',
    'cTokens that wait to be redeemed.',
  ),
  field(
    'state',
    'borrowedOutsideElevationGroupRaw',
    'borrowed_outside_elevation_group_raw',
    'u64',
    BASE_UNITS,
    'Borrowed by positions outside elevation groups, without interest.',
  ),
  field(
    'state',
    'depositCapCurrentRaw',
    'deposit_cap_current_raw',
    'i64',
    BASE_UNITS,
    'Counter of the deposit withdrawal cap.',
  ),
  field('state', 'debtCapCurrentRaw', 'debt_cap_current_raw', 'i64', BASE_UNITS, 'Counter of the debt withdrawal cap.'),
  field(
    'state',
    'depositCapIntervalStartAt',
    'deposit_cap_interval_start_at',
    'instant',
    'time',
    'Start of the interval that the counter of the deposit withdrawal cap is of.',
  ),
  field(
    'state',
    'debtCapIntervalStartAt',
    'debt_cap_interval_start_at',
    'instant',
    'time',
    'Start of the interval that the counter of the debt withdrawal cap is of.',
  ),
  field('settings', 'emergencyMode', 'emergency_mode', 'boolean', '', 'All actions on the reserve are stopped.'),
  field(
    'settings',
    'badDebtLiquidationBonusBps',
    'bad_debt_liquidation_bonus_bps',
    'integer',
    'basis points',
    'Bonus of a liquidation that leaves bad debt.',
  ),
  field(
    'settings',
    'hostFixedInterestRateBps',
    'host_fixed_interest_rate_bps',
    'integer',
    'basis points',
    'Rate that borrowers pay to the host on top of the curve.',
  ),
  field(
    'settings',
    'borrowLimitOutsideElevationGroupRaw',
    'borrow_limit_outside_elevation_group_raw',
    'u64',
    BASE_UNITS,
    'Limit of what positions outside elevation groups may borrow.',
  ),
  field(
    'settings',
    'utilizationLimitBlockBorrowingPct',
    'utilization_limit_block_borrowing_pct',
    'integer',
    'percent',
    'Utilization above which nothing may be borrowed; 0 = no limit.',
  ),
  field(
    'settings',
    'depositCapCapacityRaw',
    'deposit_cap_capacity_raw',
    'i64',
    BASE_UNITS,
    'Capacity of the deposit withdrawal cap.',
  ),
  field(
    'settings',
    'depositCapIntervalSeconds',
    'deposit_cap_interval_seconds',
    'u64',
    'seconds',
    'Its interval; 0 = no cap.',
  ),
  field(
    'settings',
    'debtCapCapacityRaw',
    'debt_cap_capacity_raw',
    'i64',
    BASE_UNITS,
    'Capacity of the debt withdrawal cap.',
  ),
  field(
    'settings',
    'debtCapIntervalSeconds',
    'debt_cap_interval_seconds',
    'u64',
    'seconds',
    'Its interval; 0 = no cap.',
  ),
  field(
    'settings',
    'maxPriceAgeSeconds',
    'max_price_age_seconds',
    'u64',
    'seconds',
    'Age from which a price is refused.',
  ),
  field(
    'market',
    'referralFeeBps',
    'referral_fee_bps',
    'integer',
    'basis points',
    "Referrers' share of the protocol's take.",
  ),
  field(
    'market',
    'rewardsMaxAprBps',
    'rewards_max_apr_bps',
    'integer',
    'basis points',
    "Ceiling on the reserves' own supply rewards; 0 = none.",
  ),
];
