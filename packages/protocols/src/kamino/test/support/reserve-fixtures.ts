import {
  type CurvePoint,
  encodeFixedText,
  encodeReserve,
  emptyReserve,
  KAMINO_LEND_PROGRAM_ADDRESS,
  ONE_SF,
  type Reserve,
  type ReserveConfig,
  type ReserveFields,
  type ReserveLiquidity,
} from '../../index.ts';

/** Address of the made-up reserve. */
export const ADDRESS = 'd4A2prbA2whesmvHaL88BH6Ewn5N4bTSU2Ze8P6Bc4Q';

/** What a test may change of the made-up reserve. */
export interface ReservePatch {
  readonly liquidity?: Partial<ReserveLiquidity>;
  readonly config?: Partial<ReserveConfig>;
  readonly mintTotalSupplyRaw?: bigint;
  readonly lastUpdate?: Partial<ReserveFields['lastUpdate']>;
}

/** Eleven stored knots from the few that matter, the last one repeated as the program stores them. */
export function storedCurve(...knots: readonly (readonly [number, number])[]): CurvePoint[] {
  return Array.from({ length: 11 }, (_, i) => {
    const [utilizationRateBps = 0, borrowRateBps = 0] = knots[Math.min(i, knots.length - 1)] ?? [];
    return { utilizationRateBps, borrowRateBps };
  });
}

/**
 * A small reserve: 6 decimals, 600 available, 400 borrowed, no fees, utilization 40 %, curve 0 -> 10 % -> 100 % with a
 * knot at 80 %, 10 % protocol take, price 2 USD with every check passed and a maximum age of 120 seconds, last refreshed at slot 1000.
 */
export function makeReserve(patch: ReservePatch = {}): Reserve {
  const base = emptyReserve();
  return {
    ...base,
    address: ADDRESS,
    tokenSymbol: 'TEST',
    lastUpdate: { slot: 1_000n, stale: false, priceStatus: 63, timestamp: 0, ...patch.lastUpdate },
    liquidity: {
      ...base.liquidity,
      availableAmountRaw: 600_000_000n,
      borrowedAmountSf: 400_000_000n * ONE_SF,
      marketPriceSf: 2n * ONE_SF,
      mintDecimals: 6,
      ...patch.liquidity,
    },
    collateral: { ...base.collateral, mintTotalSupplyRaw: patch.mintTotalSupplyRaw ?? 900_000_000n },
    config: {
      ...base.config,
      borrowRateCurve: storedCurve([0, 0], [8_000, 1_000], [10_000, 10_000]),
      protocolTakeRatePct: 10,
      tokenInfo: { ...base.config.tokenInfo, nameBytes: encodeFixedText('TEST'), maxAgePriceSeconds: 120n },
      ...patch.config,
    },
  };
}

/** The account bytes of a made-up reserve. */
export function makeReserveAccount(patch: ReservePatch = {}): { address: string; owner: string; data: Uint8Array } {
  return { address: ADDRESS, owner: KAMINO_LEND_PROGRAM_ADDRESS, data: encodeReserve(makeReserve(patch)) };
}
