import { ownFrom, type OwnFieldEntry, placeOf, toOwnFields } from '../common/own-fields.ts';
import type { OwnField, OwnFieldType } from '../protocol.ts';
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

const { config: CONFIG } = RESERVE;
const setting = ownFrom('Reserve');
const ofMarket = ownFrom('LendingMarket');
/** A field that the common table defines. */
const known = (column: keyof typeof accountFields, type: OwnFieldType): OwnFieldEntry => {
  return { column, type, definition: accountFields[column] };
};

const STATE: Readonly<Record<keyof KaminoFields, OwnFieldEntry>> = {
  accumulatedProtocolFeesSf: known('accumulated_protocol_fees_raw', 'scaled'),
  accumulatedReferrerFeesSf: known('accumulated_referrer_fees_raw', 'scaled'),
  pendingReferrerFeesSf: known('pending_referrer_fees_raw', 'scaled'),
  absoluteReferralRateSf: known('absolute_referral_rate_raw', 'scaled'),
  rewardsAvailableRaw: known('rewards_available_raw', 'u64'),
  queuedCollateralRaw: known('queued_collateral_raw', 'u64'),
  borrowedOutsideElevationGroupRaw: known('borrowed_outside_elevation_group_raw', 'u64'),
  depositCapCurrentRaw: known('deposit_cap_current_raw', 'i64'),
  debtCapCurrentRaw: known('debt_cap_current_raw', 'i64'),
  depositCapIntervalStartAt: known('deposit_cap_interval_start_at', 'instant'),
  debtCapIntervalStartAt: known('debt_cap_interval_start_at', 'instant'),
};

const SETTINGS: Readonly<Record<string, OwnFieldEntry>> = {
  emergencyMode: setting('boolean', 'True while the reserve itself is in emergency mode.', CONFIG.emergencyMode, {
    column: 'emergency_mode_b',
  }),
  badDebtLiquidationBonusBps: setting(
    'basis points',
    'Bonus of a liquidator when a position owes more than it holds.',
    CONFIG.badDebtLiquidationBonusBps,
  ),
  hostFixedInterestRateBps: setting(
    'basis points per year',
    'Fixed rate that is added to the borrow rate and goes to the protocol.',
    CONFIG.hostFixedInterestRateBps,
  ),
  borrowLimitOutsideElevationGroupRaw: {
    type: 'u64',
    definition: { ...configFields.borrow_limit_outside_elevation_group_raw, nullRule: 'never' },
  },
  utilizationLimitBlockBorrowingPct: setting(
    'percent',
    'Utilization above which the program refuses new borrows. 0 means no such limit.',
    CONFIG.utilizationLimitBlockBorrowingAbovePct,
  ),
  depositCapCapacityRaw: setting(
    'base units',
    'What suppliers may withdraw, net, in one interval of the deposit withdrawal cap. Signed.',
    CONFIG.depositWithdrawalCap.capacityRaw,
    { type: 'signedInteger' },
  ),
  depositCapIntervalSeconds: setting(
    'seconds',
    'Length of the interval of the deposit withdrawal cap. 0 means no cap.',
    CONFIG.depositWithdrawalCap.intervalSeconds,
  ),
  debtCapCapacityRaw: setting(
    'base units',
    'What may be borrowed, net, in one interval of the debt withdrawal cap. Signed.',
    CONFIG.debtWithdrawalCap.capacityRaw,
    { type: 'signedInteger' },
  ),
  debtCapIntervalSeconds: setting(
    'seconds',
    'Length of the interval of the debt withdrawal cap. 0 means no cap.',
    CONFIG.debtWithdrawalCap.intervalSeconds,
  ),
  maxPriceAgeSeconds: setting(
    'seconds',
    'Age up to which the program accepts the price.',
    CONFIG.tokenInfo.maxAgePriceSeconds,
  ),
};

/** The same as a table, with the settings of reserve and market that have columns. */
export const KAMINO_FIELDS: readonly OwnField[] = [
  ...toOwnFields('state', STATE),
  ...toOwnFields('settings', SETTINGS),
  ...toOwnFields('market', {
    referralFeeBps: ofMarket(
      'basis points',
      'Share of the protocol’s interest that a referrer gets.',
      MARKET.referralFeeBps,
    ),
    rewardsMaxAprBps: ofMarket(
      'basis points per year',
      'Cap of the market on the rate of reserve rewards.',
      MARKET.reserveRewardsMaxAprBps,
    ),
  }),
];

/** Where fields that all protocols share come from. */
export const KAMINO_SOURCES: Readonly<Record<string, string>> = {
  lending_market: placeOf('Reserve', RESERVE.lendingMarket),
  lending_market_name: `${placeOf('LendingMarket', MARKET.nameBytes)}; a label of known markets where it is empty`,
  token_address: placeOf('Reserve', RESERVE.liquidity.mint),
  token_decimals: placeOf('Reserve', RESERVE.liquidity.mintDecimals),
  token_program: placeOf('Reserve', RESERVE.liquidity.tokenProgram),
  collateral_token_address: placeOf('Reserve', RESERVE.collateral.mint),
};
