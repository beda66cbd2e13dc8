import { isEmptyAddress } from '../common/account-fields.ts';
import { MAX_LIQUIDATION_BONUS_PCT, MAX_PRICE_OFFSET_BPS } from './constants.ts';
import type { Reserve, ReserveConfig } from './reserve.ts';
import { WAD } from './wad.ts';

/**
 * What can be outside of the program's own validation, which it runs when an owner changes a configuration: an account may
 * hold it all the same, from an earlier version of the program. The reserve is decoded and the value flagged. Stable strings:
 * they are stored and published.
 */
export const CONFIG_FLAGS = [
  'optimal_utilization',
  'max_utilization',
  'loan_to_value',
  'min_liquidation_bonus',
  'max_liquidation_bonus',
  'liquidation_threshold',
  'max_liquidation_threshold',
  'borrow_rate_curve',
  'origination_fee',
  'host_fee',
  'protocol_liquidation_fee',
  'isolated_collateral',
  'price_offset',
  'attributed_borrow_limit',
  'oracle',
] as const;
/** Name of a setting that is outside of the program's own validation. */
export type ConfigFlag = (typeof CONFIG_FLAGS)[number];

const OUTSIDE: Readonly<Record<ConfigFlag, (config: ReserveConfig, reserve: FlaggedReserve) => boolean>> = {
  optimal_utilization: ({ optimalUtilizationPct }) => optimalUtilizationPct > 100,
  max_utilization: ({ maxUtilizationPct }) => maxUtilizationPct > 100,
  loan_to_value: ({ loanToValuePct }) => loanToValuePct >= 100,
  min_liquidation_bonus: ({ liquidationBonusPct }) => liquidationBonusPct > 100,
  max_liquidation_bonus: ({ maxLiquidationBonusPct }) => maxLiquidationBonusPct > 100,
  liquidation_threshold: ({ liquidationThresholdPct, loanToValuePct }) =>
    liquidationThresholdPct > 100 || liquidationThresholdPct < loanToValuePct,
  max_liquidation_threshold: ({ maxLiquidationThresholdPct }) => maxLiquidationThresholdPct > 100,
  borrow_rate_curve: ({ minBorrowRatePct, optimalBorrowRatePct, maxBorrowRatePct }) =>
    optimalBorrowRatePct < minBorrowRatePct || optimalBorrowRatePct > maxBorrowRatePct,
  origination_fee: ({ fees }) => fees.borrowFeeWad >= WAD,
  host_fee: ({ fees }) => fees.hostFeePct > 100,
  protocol_liquidation_fee: ({ maxLiquidationBonusPct, protocolLiquidationFeeDecaBps }) =>
    10 * maxLiquidationBonusPct + protocolLiquidationFeeDecaBps > 10 * MAX_LIQUIDATION_BONUS_PCT,
  isolated_collateral: ({ reserveType, loanToValuePct, liquidationThresholdPct }) =>
    reserveType === 'isolated' && (loanToValuePct !== 0 || liquidationThresholdPct !== 0),
  price_offset: ({ scaledPriceOffsetBps: offset }) => offset < -MAX_PRICE_OFFSET_BPS || offset > MAX_PRICE_OFFSET_BPS,
  attributed_borrow_limit: (config) => config.attributedBorrowLimitOpenUsd > config.attributedBorrowLimitCloseUsd,
  oracle: (_, { liquidity }) => isEmptyAddress(liquidity.pythOracle) && isEmptyAddress(liquidity.switchboardOracle),
};

/** What the flags are read from. */
export type FlaggedReserve = Pick<Reserve, 'config' | 'liquidity'>;

/** The settings of a reserve that are outside of the program's own validation, in the order of {@link CONFIG_FLAGS}. */
export function configFlagsOf(reserve: FlaggedReserve): ConfigFlag[] {
  return CONFIG_FLAGS.filter((flag) => OUTSIDE[flag](reserve.config, reserve));
}
