import { describe, expect, it } from 'vitest';
import { makeReserve, storedCurve } from './test/support/reserve-fixtures.ts';
import { readSharedAccount, sharedKlendDir } from './test/support/shared-klend.ts';
import { ONE_SF } from './fraction.ts';
import { CONFIG_FLAGS, type ConfigFlag, configFlagsOf } from './config-flags.ts';
import { decodeReserve } from './accounts.ts';
import { deriveReserve } from './derive-reserve.ts';
import type { ReserveConfig, TokenInfo } from './reserve.ts';

const U64_MAX = (1n << 64n) - 1n;
const PRICE_FEED = '3t4JZcueEzTbVP6kLxXrL3VpWx45jDer4eqysweBchNH';
const NULL_ADDRESS = 'nu11111111111111111111111111111111111111111';
const base = makeReserve().config;
const tokenInfo = (patch: Partial<TokenInfo>): Partial<ReserveConfig> => ({
  tokenInfo: { ...base.tokenInfo, scopePriceFeed: PRICE_FEED, ...patch },
});
/** Nothing of it is flagged. */
const sound: Partial<ReserveConfig> = {
  ...tokenInfo({}),
  loanToValuePct: 80,
  liquidationThresholdPct: 80,
  borrowFactorPct: 100n,
  borrowLimitOutsideElevationGroupRaw: U64_MAX,
};
const configOf = (patch: Partial<ReserveConfig>): ReserveConfig => ({ ...base, ...sound, ...patch });
const curve = (...knots: readonly (readonly [number, number])[]) => ({ borrowRateCurve: storedCurve(...knots) });

/** The last value within the bounds, and the first outside of them. */
const EDGES: readonly (readonly [ConfigFlag, within: Partial<ReserveConfig>, outside: Partial<ReserveConfig>])[] = [
  [
    'loan_to_value',
    { loanToValuePct: 99, liquidationThresholdPct: 99 },
    { loanToValuePct: 100, liquidationThresholdPct: 100 },
  ],
  ['liquidation_threshold', { liquidationThresholdPct: 80 }, { liquidationThresholdPct: 79 }],
  ['liquidation_threshold', { liquidationThresholdPct: 100 }, { liquidationThresholdPct: 101 }],
  [
    'min_liquidation_bonus',
    { minLiquidationBonusBps: 200, maxLiquidationBonusBps: 200 },
    { minLiquidationBonusBps: 201, maxLiquidationBonusBps: 200 },
  ],
  ['max_liquidation_bonus', { maxLiquidationBonusBps: 10_000 }, { maxLiquidationBonusBps: 10_001 }],
  ['bad_debt_liquidation_bonus', { badDebtLiquidationBonusBps: 99 }, { badDebtLiquidationBonusBps: 100 }],
  ['protocol_liquidation_fee', { protocolLiquidationFeePct: 100 }, { protocolLiquidationFeePct: 101 }],
  ['protocol_order_execution_fee', { protocolOrderExecutionFeePct: 100 }, { protocolOrderExecutionFeePct: 101 }],
  [
    'origination_fee',
    { fees: { originationFeeSf: ONE_SF - 1n, flashLoanFeeSf: 0n } },
    { fees: { originationFeeSf: ONE_SF, flashLoanFeeSf: 0n } },
  ],
  ['borrow_factor', { borrowFactorPct: 100n }, { borrowFactorPct: 99n }],
  [
    'borrow_limit_outside_elevation_group',
    { borrowLimitRaw: 7n, borrowLimitOutsideElevationGroupRaw: 7n },
    { borrowLimitRaw: 7n, borrowLimitOutsideElevationGroupRaw: 8n },
  ],
  [
    'utilization_limit',
    { utilizationLimitBlockBorrowingAbovePct: 100 },
    { utilizationLimitBlockBorrowingAbovePct: 101 },
  ],
  ['borrow_rate_curve', curve([0, 0], [10_000, 0]), curve([1, 0], [10_000, 0])],
  ['borrow_rate_curve', curve([0, 5], [9_999, 5], [10_000, 5]), curve([0, 5], [9_999, 5])],
  ['borrow_rate_curve', curve([0, 0], [1, 0], [10_000, 0]), curve([0, 0], [0, 0], [10_000, 0])],
  ['borrow_rate_curve', curve([0, 0], [10_000, 1], [10_000, 2]), curve([0, 0], [10_000, 2], [10_000, 1])],
  ['borrow_rate_curve', curve([0, 0], [10_000, 1]), curve([0, 0], [10_000, 1], [9_000, 1], [10_000, 1])],
  [
    'oracle',
    tokenInfo({ scopePriceFeed: NULL_ADDRESS, pythPrice: PRICE_FEED }),
    tokenInfo({ scopePriceFeed: NULL_ADDRESS }),
  ],
  [
    'twap',
    tokenInfo({ maxTwapDivergenceBps: 0n, maxAgeTwapSeconds: 0n }),
    tokenInfo({ maxTwapDivergenceBps: 1n, maxAgeTwapSeconds: 0n }),
  ],
];

describe('settings outside of the program’s own validation', () => {
  it.each(EDGES)('%s is flagged from the first value on that is outside', (flag, within, outside) => {
    expect(configFlagsOf(configOf(within))).toEqual([]);
    expect(configFlagsOf(configOf(outside))).toEqual([flag]);
  });

  it('each have a case above, and none of them keeps a reserve from having finite numbers', () => {
    expect(new Set(EDGES.map(([flag]) => flag))).toEqual(new Set(CONFIG_FLAGS));
    for (const [, , outside] of EDGES) {
      const { supplyAprF: supplyApr, borrowAprF: borrowApr } = deriveReserve(
        makeReserve({ config: configOf(outside) }),
        {
          slot: 1_000n,
          unixTimestamp: 1_790_300_470n,
          slotDurationMs: 400,
          referralFeeBps: 0,
        },
      );
      expect([Number.isFinite(supplyApr), supplyApr >= 0, supplyApr <= borrowApr]).toEqual([true, true, true]);
    }
  });

  const dir = sharedKlendDir();
  it
    .skipIf(dir === null)
    .each(['d4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q', 'D6q6wuQSrifJKZYpR1M8R4YawnLDtDsMmWM1NbBmgJ59@2025'])(
    'the real account %s has none of them',
    (label) => {
      expect(configFlagsOf(decodeReserve(readSharedAccount(dir ?? '', label)).config)).toEqual([]);
    },
  );
});
