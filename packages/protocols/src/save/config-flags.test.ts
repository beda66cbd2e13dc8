import { describe, expect, it } from 'vitest';
import { CONFIG_FLAGS, type ConfigFlag, configFlagsOf } from './config-flags.ts';
import type { ReserveConfig } from './reserve.ts';
import { makeReserve } from './test/support/reserve-fixtures.ts';
import { WAD } from './wad.ts';

const ORACLE = 'Dpw1EAVrSB1ibxiDQyTAW6Zip3J4Btk2x4SgApQCeFbX';
const sound: Partial<ReserveConfig> = {
  loanToValuePct: 70,
  liquidationThresholdPct: 75,
  maxLiquidationThresholdPct: 80,
};
const flagsOf = (config: Partial<ReserveConfig>) =>
  configFlagsOf(makeReserve({ config: { ...sound, ...config }, liquidity: { pythOracle: ORACLE } }));

/** The last value within the bounds, and the first outside of them. */
const EDGES: readonly (readonly [ConfigFlag, within: Partial<ReserveConfig>, outside: Partial<ReserveConfig>])[] = [
  [
    'max_utilization',
    { optimalUtilizationPct: 80, maxUtilizationPct: 100 },
    { optimalUtilizationPct: 80, maxUtilizationPct: 101 },
  ],
  ['loan_to_value', { loanToValuePct: 75 }, { loanToValuePct: 100, liquidationThresholdPct: 100 }],
  ['liquidation_threshold', { liquidationThresholdPct: 70 }, { liquidationThresholdPct: 69 }],
  ['max_liquidation_threshold', { maxLiquidationThresholdPct: 100 }, { maxLiquidationThresholdPct: 101 }],
  ['borrow_rate_curve', { minBorrowRatePct: 10 }, { minBorrowRatePct: 11 }],
  ['borrow_rate_curve', { optimalBorrowRatePct: 50 }, { optimalBorrowRatePct: 51 }],
  [
    'origination_fee',
    { fees: { borrowFeeWad: WAD - 1n, flashLoanFeeWad: 0n, hostFeePct: 0 } },
    { fees: { borrowFeeWad: WAD, flashLoanFeeWad: 0n, hostFeePct: 0 } },
  ],
  [
    'host_fee',
    { fees: { borrowFeeWad: 0n, flashLoanFeeWad: 0n, hostFeePct: 100 } },
    { fees: { borrowFeeWad: 0n, flashLoanFeeWad: 0n, hostFeePct: 101 } },
  ],
  [
    'protocol_liquidation_fee',
    { maxLiquidationBonusPct: 20, protocolLiquidationFeeDecaBps: 50 },
    { maxLiquidationBonusPct: 21, protocolLiquidationFeeDecaBps: 50 },
  ],
  [
    'isolated_collateral',
    { reserveType: 'isolated', loanToValuePct: 0, liquidationThresholdPct: 0 },
    { reserveType: 'isolated', loanToValuePct: 0 },
  ],
  ['price_offset', { scaledPriceOffsetBps: -2_000n }, { scaledPriceOffsetBps: -2_001n }],
  ['price_offset', { scaledPriceOffsetBps: 2_000n }, { scaledPriceOffsetBps: 2_001n }],
  [
    'attributed_borrow_limit',
    { attributedBorrowLimitOpenUsd: 5n, attributedBorrowLimitCloseUsd: 5n },
    { attributedBorrowLimitOpenUsd: 6n, attributedBorrowLimitCloseUsd: 5n },
  ],
];

describe('config flags', () => {
  it.each(EDGES)('%s begins where the validation of the program does', (flag, within, outside) => {
    expect(flagsOf(within)).toEqual([]);
    expect(flagsOf(outside)).toEqual([flag]);
  });

  it('names bonuses, utilizations and the oracle, in the order of the list', () => {
    const flags = configFlagsOf(
      makeReserve({
        config: {
          ...sound,
          optimalUtilizationPct: 101,
          maxUtilizationPct: 101,
          liquidationBonusPct: 101,
          maxLiquidationBonusPct: 101,
        },
      }),
    );
    expect(flags).toEqual([
      'optimal_utilization',
      'max_utilization',
      'min_liquidation_bonus',
      'max_liquidation_bonus',
      'protocol_liquidation_fee',
      'oracle',
    ]);
    expect(CONFIG_FLAGS.filter((flag) => flags.includes(flag))).toEqual(flags);
  });
});
