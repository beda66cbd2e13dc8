import { emptyReserve, encodeFixedText, type ReserveConfig, type WithdrawalCap } from '../index.ts';
import type { KnownReserve } from '../../protocol.ts';
import { BORROW_RATE_CURVES } from './borrow-rate-curves.ts';
import { toRaw } from './fixed-point.ts';
import type { ReserveSpec } from './reserve-specs.ts';

const U64_MAX = 0xffff_ffff_ffff_ffffn;
const ELEVATION_GROUPS = 32;
const GROUP_PLACES = 20;
const UNUSED_LINK = 65_535;
const SECONDS_PER_DAY = 86_400n;
/** The klend feed of Scope on mainnet. */
const SCOPE_PRICE_FEED = '3t4JZcueEzTbVP6kLxXrL3VpWx45jDer4eqysweBchNH';

/** Configuration of a scenario reserve. `index` is its place in the scenario, `unixTimeSeconds` the start of its caps. */
export function buildReserveConfig(
  known: KnownReserve,
  spec: ReserveSpec,
  index: number,
  unixTimeSeconds: number,
): ReserveConfig {
  const raw = (tokens: number): bigint => toRaw(tokens, known.decimals);
  const groups = spec.elevationGroups ?? [];
  return {
    ...emptyReserve().config,
    status: spec.status ?? 'active',
    interestRateBasis: spec.interestRateBasis ?? 'legacy',
    hostFixedInterestRateBps: spec.hostFixedInterestRateBps ?? 0,
    protocolTakeRatePct: spec.takeRatePct,
    protocolLiquidationFeePct: 50,
    loanToValuePct: spec.loanToValuePct,
    liquidationThresholdPct: spec.liquidationThresholdPct,
    minLiquidationBonusBps: spec.borrowFactorPct > 125 ? 500 : 200,
    maxLiquidationBonusBps: 1_000,
    badDebtLiquidationBonusBps: 99,
    deleveragingMarginCallPeriodSeconds: 604_800n,
    deleveragingThresholdDecreaseBpsPerDay: 7_200n,
    fees: { originationFeeSf: 0n, flashLoanFeeSf: 11_529_215_046_068n },
    borrowRateCurve: BORROW_RATE_CURVES[spec.curve],
    borrowFactorPct: BigInt(spec.borrowFactorPct),
    depositLimitRaw: raw(spec.depositLimit),
    borrowLimitRaw: raw(spec.borrowLimit),
    tokenInfo: buildTokenInfo(known, spec, index),
    depositWithdrawalCap: buildCap(raw(spec.depositLimit * 0.2), unixTimeSeconds),
    debtWithdrawalCap: buildCap(raw(spec.borrowLimit * 0.2), unixTimeSeconds),
    elevationGroups: Array.from({ length: GROUP_PLACES }, (_, place) => groups[place] ?? 0),
    utilizationLimitBlockBorrowingAbovePct: spec.utilizationLimitPct ?? 0,
    borrowLimitOutsideElevationGroupRaw: U64_MAX,
    borrowLimitAgainstThisCollateralInElevationGroupRaw: Array.from({ length: ELEVATION_GROUPS }, (_, place) =>
      groups.includes(place + 1) ? U64_MAX : 0n,
    ),
    rewardsPerAccrualUnitRaw: BigInt(spec.rewards?.perUnitRaw ?? 0),
  };
}

function buildTokenInfo(known: KnownReserve, spec: ReserveSpec, index: number): ReserveConfig['tokenInfo'] {
  const priced = spec.priced !== false;
  const chain = [index * 2, UNUSED_LINK, UNUSED_LINK, UNUSED_LINK];
  const twapChain = [index * 2 + 1, UNUSED_LINK, UNUSED_LINK, UNUSED_LINK];
  return {
    ...emptyReserve().config.tokenInfo,
    nameBytes: encodeFixedText(known.symbol),
    heuristic: spec.curve === 'stableLinear' ? { lower: 90n, upper: 105n, exp: 2n } : { lower: 0n, upper: 0n, exp: 0n },
    maxTwapDivergenceBps: 1_000n,
    maxAgePriceSeconds: 180n,
    maxAgeTwapSeconds: 240n,
    ...(priced ? { scopePriceFeed: SCOPE_PRICE_FEED, scopePriceChain: chain, scopeTwapChain: twapChain } : {}),
  };
}

function buildCap(capacityRaw: bigint, unixTimeSeconds: number): WithdrawalCap {
  return {
    capacityRaw,
    currentTotalRaw: 0n,
    intervalStartAt: BigInt(unixTimeSeconds),
    intervalSeconds: capacityRaw === 0n ? 0n : SECONDS_PER_DAY,
  };
}
