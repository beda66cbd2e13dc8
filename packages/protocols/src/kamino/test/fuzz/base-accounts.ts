import {
  type CurvePoint,
  emptyLendingMarket,
  emptyReserve,
  encodeFixedText,
  encodeLendingMarket,
  encodeReserve,
  KAMINO_LEND_PROGRAM_ADDRESS,
  type Reserve,
  type ReserveConfig,
  type ReserveFields,
  type ReserveLiquidity,
} from '../../index.ts';

/** An account that mutation starts from. */
export interface BaseAccount {
  readonly name: string;
  readonly kind: 'reserve' | 'market';
  readonly owner: string;
  readonly data: Uint8Array;
}

const ONE_SF = 1n << 60n;
const KINKED: readonly [number, number][] = [
  [0, 1],
  [7_000, 400],
  [9_200, 900],
  [9_500, 3_000],
  [10_000, 15_000],
];
const FLAT: readonly [number, number][] = [
  [0, 500],
  [10_000, 500],
];

/** Knots as an account stores them: the last one repeated up to eleven. */
export function curveOf(knots: readonly (readonly [number, number])[]): CurvePoint[] {
  return Array.from({ length: 11 }, (_, i) => {
    const [utilizationRateBps, borrowRateBps] = knots[Math.min(i, knots.length - 1)] ?? [0, 0];
    return { utilizationRateBps, borrowRateBps };
  });
}

interface Variation {
  readonly liquidity?: Partial<ReserveLiquidity>;
  readonly config?: Partial<ReserveConfig>;
  readonly lastUpdate?: Partial<Reserve['lastUpdate']>;
}

/** A lived-in reserve of 1,000,000 tokens, 80 % lent, changed where the variation says. */
export function livedInReserve({ liquidity = {}, config = {}, lastUpdate = {} }: Variation = {}): ReserveFields {
  const empty = emptyReserve();
  return {
    ...empty,
    lastUpdate: { slot: 377_000_000n, stale: true, priceStatus: 63, timestamp: 1_762_000_000, ...lastUpdate },
    liquidity: {
      ...empty.liquidity,
      availableAmountRaw: 200_000_123_456n,
      borrowedAmountSf: 800_000_654_321n * ONE_SF + 123_456_789n,
      marketPriceSf: ONE_SF - 98_765n,
      marketPriceUpdatedAt: 1_761_999_990n,
      mintDecimals: 6,
      cumulativeBorrowRateBsf: (ONE_SF * 13n) / 10n,
      accumulatedProtocolFeesSf: 1_234_567n * ONE_SF,
      accumulatedReferrerFeesSf: 98_765n * ONE_SF,
      pendingReferrerFeesSf: 4_321n * ONE_SF + 17n,
      ...liquidity,
    },
    collateral: { ...empty.collateral, mintTotalSupplyRaw: 900_000_000_000n },
    config: {
      ...empty.config,
      hostFixedInterestRateBps: 25,
      protocolTakeRatePct: 15,
      borrowRateCurve: curveOf(KINKED),
      depositLimitRaw: 2_000_000_000_000n,
      borrowLimitRaw: 1_500_000_000_000n,
      tokenInfo: { ...empty.config.tokenInfo, nameBytes: encodeFixedText('USDC') },
      ...config,
    },
  };
}

/** Accounts of our own encoding that cover both time bases, rewards, idle, full and huge reserves. */
export function encodedBaseAccounts(): BaseAccount[] {
  const rewards = { rewardsAvailableRaw: 5_000_000_000n };
  const variations: Readonly<Record<string, Variation>> = {
    'slot basis': {},
    'time basis': { config: { interestRateBasis: 'true_apr' } },
    'slot basis, rewards': { liquidity: rewards, config: { rewardsPerAccrualUnitRaw: 1_000n } },
    'time basis, rewards': {
      liquidity: rewards,
      config: { interestRateBasis: 'true_apr', rewardsPerAccrualUnitRaw: 1_000_000n },
    },
    idle: { liquidity: { borrowedAmountSf: 0n }, config: { status: 'hidden', hostFixedInterestRateBps: 0 } },
    'nothing inside': {
      liquidity: {
        availableAmountRaw: 0n,
        borrowedAmountSf: 0n,
        accumulatedProtocolFeesSf: 0n,
        accumulatedReferrerFeesSf: 0n,
        pendingReferrerFeesSf: 0n,
      },
    },
    'lent to the last unit': { liquidity: { availableAmountRaw: 0n }, config: { protocolTakeRatePct: 100 } },
    huge: {
      liquidity: {
        availableAmountRaw: (1n << 64n) - 1n,
        borrowedAmountSf: (1n << 124n) - 1n,
        marketPriceSf: (1n << 128n) - 1n,
        mintDecimals: 0,
      },
    },
    'fixed term': { config: { borrowRateCurve: curveOf(FLAT), debtTermSeconds: 2_592_000n, debtMaturityAt: 0n } },
    'never refreshed': { lastUpdate: { slot: 0n, timestamp: 0, priceStatus: 0 }, liquidity: { marketPriceSf: 0n } },
  };
  const owner = KAMINO_LEND_PROGRAM_ADDRESS;
  const reserves = Object.entries(variations).map(([name, variation]): BaseAccount => {
    return { name, kind: 'reserve', owner, data: encodeReserve(livedInReserve(variation)) };
  });
  const market = { ...emptyLendingMarket(), nameBytes: encodeFixedText('Main Market'), reserveRewardsMaxAprBps: 1_000 };
  return [...reserves, { name: 'market', kind: 'market', owner, data: encodeLendingMarket(market) }];
}
