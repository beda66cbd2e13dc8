import { isEmptyAddress } from '../common/account-fields.ts';
import { isUnlimited } from './limits.ts';
import type { CurvePoint, ReserveConfig, TokenInfo } from './reserve.ts';
import { ONE_SF } from './fraction.ts';

/**
 * What can be outside of the program's own validation, which it runs when an owner changes a configuration: an account may
 * hold it all the same, from an earlier version of the program or from before the reserve was in use. The arithmetic holds
 * with each of them, so the reserve is decoded and the value flagged. Stable strings: they are stored and published.
 */
export const CONFIG_FLAGS = [
  'loan_to_value',
  'liquidation_threshold',
  'min_liquidation_bonus',
  'max_liquidation_bonus',
  'bad_debt_liquidation_bonus',
  'protocol_liquidation_fee',
  'protocol_order_execution_fee',
  'origination_fee',
  'borrow_factor',
  'borrow_limit_outside_elevation_group',
  'utilization_limit',
  'borrow_rate_curve',
  'oracle',
  'twap',
] as const;
/** Name of a setting that is outside of the program's own validation. */
export type ConfigFlag = (typeof CONFIG_FLAGS)[number];

const FULL_BPS = 10_000;

const OUTSIDE: Readonly<Record<ConfigFlag, (config: ReserveConfig) => boolean>> = {
  loan_to_value: ({ loanToValuePct }) => loanToValuePct >= 100,
  liquidation_threshold: ({ liquidationThresholdPct, loanToValuePct }) =>
    liquidationThresholdPct > 100 || liquidationThresholdPct < loanToValuePct,
  min_liquidation_bonus: (config) => config.minLiquidationBonusBps > config.maxLiquidationBonusBps,
  max_liquidation_bonus: ({ maxLiquidationBonusBps }) => maxLiquidationBonusBps > FULL_BPS,
  bad_debt_liquidation_bonus: ({ badDebtLiquidationBonusBps }) => badDebtLiquidationBonusBps >= 100,
  protocol_liquidation_fee: ({ protocolLiquidationFeePct }) => protocolLiquidationFeePct > 100,
  protocol_order_execution_fee: ({ protocolOrderExecutionFeePct }) => protocolOrderExecutionFeePct > 100,
  origination_fee: ({ fees }) => fees.originationFeeSf >= ONE_SF,
  borrow_factor: ({ borrowFactorPct }) => borrowFactorPct < 100n,
  borrow_limit_outside_elevation_group: ({ borrowLimitOutsideElevationGroupRaw: outside, borrowLimitRaw }) =>
    !isUnlimited(outside) && outside > borrowLimitRaw,
  utilization_limit: ({ utilizationLimitBlockBorrowingAbovePct }) => utilizationLimitBlockBorrowingAbovePct > 100,
  borrow_rate_curve: ({ borrowRateCurve }) => !isCurveInOrder(borrowRateCurve),
  oracle: ({ tokenInfo }) => !hasOracle(tokenInfo),
  twap: ({ tokenInfo }) => tokenInfo.maxTwapDivergenceBps > 0n && tokenInfo.maxAgeTwapSeconds === 0n,
};

/** The settings of a reserve that are outside of the program's own validation, in the order of {@link CONFIG_FLAGS}. */
export function configFlagsOf(config: ReserveConfig): ConfigFlag[] {
  return CONFIG_FLAGS.filter((flag) => OUTSIDE[flag](config));
}

/** From 0 to 100 %, utilization rising up to there and repeated after it, rates that never fall. */
function isCurveInOrder(curve: readonly CurvePoint[]): boolean {
  if (curve[0]?.utilizationRateBps !== 0 || curve.at(-1)?.utilizationRateBps !== FULL_BPS) return false;
  return curve.every(({ utilizationRateBps, borrowRateBps }, i) => {
    const before = curve[i - 1];
    if (before === undefined) return true;
    const rises =
      before.utilizationRateBps === FULL_BPS
        ? utilizationRateBps === FULL_BPS
        : utilizationRateBps > before.utilizationRateBps;
    return rises && borrowRateBps >= before.borrowRateBps;
  });
}

function hasOracle({ scopePriceFeed, switchboardPriceAggregator, pythPrice }: TokenInfo): boolean {
  return [scopePriceFeed, switchboardPriceAggregator, pythPrice].some((address) => !isEmptyAddress(address));
}
