import { createRequire } from 'node:module';
import type { Reserve as SdkReserve } from '@kamino-finance/klend-sdk';
import Decimal from 'decimal.js';

// The SDK is CommonJS and re-exports lazily: `require` is the loader it was built for.
const require = createRequire(import.meta.url);
const klend = require('@kamino-finance/klend-sdk') as typeof import('@kamino-finance/klend-sdk');

const SF_ONE = new Decimal(2).pow(60);

/** What the SDK says of one reserve at one slot; amounts are base units of the token, rates are fractions. */
export interface SdkNumbers {
  readonly symbol: string;
  readonly availableRaw: Decimal;
  readonly borrowedRaw: Decimal;
  readonly totalSupplyRaw: Decimal;
  readonly depositTvlUsd: Decimal;
  readonly borrowTvlUsd: Decimal;
  /** Unclamped, of the stored (not accrued) state. */
  readonly utilization: number;
  readonly estimatedUtilization: number;
  readonly borrowApr: number;
  readonly supplyApr: number;
  readonly borrowApy: number;
  readonly supplyApy: number;
  /** Grows by the curve's rate over slots without the slot-time factor: the one projection that agrees with the program. */
  readonly futureCumulativeBorrowRate: Decimal;
}

/** Decodes with the SDK's generated codec. Throws where the discriminator or the length is wrong. */
export function decodeWithSdk(data: Uint8Array): SdkReserve {
  return klend.Reserve.decode(Buffer.from(data));
}

/** The SDK's numbers of a decoded reserve at a slot, with the reserve's own saved price as the oracle price. */
export function deriveWithSdk(
  address: string,
  state: SdkReserve,
  at: { slot: bigint; slotDurationMs: number; referralFeeBps: number },
): SdkNumbers {
  const price = new Decimal(state.liquidity.marketPriceSf.toString()).div(SF_ONE);
  const oraclePrice = {
    mintAddress: state.liquidity.mintPubkey,
    decimals: new Decimal(state.liquidity.mintDecimals.toString()),
    price,
    timestamp: BigInt(state.liquidity.marketPriceLastUpdatedTs.toString()),
    valid: true,
  };
  // No RPC is ever asked: every number used here comes from the account.
  const rpc = undefined as never;
  const reserve = klend.KaminoReserve.initialize(address as never, state, oraclePrice, rpc, at.slotDurationMs);
  return {
    symbol: reserve.getTokenSymbol(),
    availableRaw: reserve.getLiquidityAvailableAmount(),
    borrowedRaw: reserve.getBorrowedAmount(),
    totalSupplyRaw: reserve.getTotalSupply(),
    depositTvlUsd: reserve.getDepositTvl(),
    borrowTvlUsd: reserve.getBorrowTvl(),
    utilization: reserve.calculateUtilizationRatio(),
    estimatedUtilization: reserve.getEstimatedUtilizationRatio(at.slot, at.referralFeeBps),
    borrowApr: reserve.calculateBorrowAPR(at.slot, at.referralFeeBps),
    supplyApr: reserve.calculateSupplyAPR(at.slot, at.referralFeeBps),
    borrowApy: reserve.totalBorrowAPY(at.slot),
    supplyApy: reserve.totalSupplyAPY(at.slot),
    futureCumulativeBorrowRate: reserve.calculateFutureCumulativeBorrowRate(at.slot),
  };
}
