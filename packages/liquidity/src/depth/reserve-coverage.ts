import { ratioToDouble } from '@tidemark/core';
import type { TokenMarket } from './token-market.ts';

/** What a lending protocol says of a reserve whose token is collateral. */
export interface ReserveCollateral {
  /** Receipt tokens in the vault that holds posted collateral. */
  readonly receiptRaw: bigint;
  /** Receipt tokens in existence. */
  readonly receiptSupplyRaw: bigint;
  /** What belongs to the suppliers, parts of a base unit; `scale` parts are one. */
  readonly supplied: bigint;
  readonly scale: bigint;
  readonly minLiquidationBonusBps: number;
  readonly maxLiquidationBonusBps: number;
  /** The protocol's share of the bonus; null where it takes none or does not say. */
  readonly protocolLiquidationFeePct: number | null;
}

export interface BonusCoverage {
  /** What of the bonus the liquidator keeps, cut off. */
  readonly netBonusBps: number;
  /** What can be sold for at least the reference price less the net bonus, fees included. */
  readonly sellableRaw: bigint | null;
  /** Sellable over the collateral of this reserve alone; not capped. Null without collateral, or where the depth is not known. */
  readonly coverageF: number | null;
  /** The same over the collateral of all markets that hold the token: they sell into the same pools. */
  readonly tokenCoverageF: number | null;
  readonly isLowerBound: boolean;
}

export interface ReserveCoverage {
  readonly collateralRaw: bigint;
  readonly tokenCollateralRaw: bigint;
  readonly atMinBonus: BonusCoverage;
  readonly atMaxBonus: BonusCoverage;
}

/** Collateral that is posted, in base units of the token, cut off; receipt tokens in wallets are none. */
export function postedCollateral({ receiptRaw, receiptSupplyRaw, supplied, scale }: ReserveCollateral): bigint {
  return receiptSupplyRaw === 0n ? 0n : (receiptRaw * supplied) / (receiptSupplyRaw * scale);
}

/** What the liquidator keeps of a bonus. */
export function netBonusBps(bonusBps: number, protocolFeePct: number | null): number {
  return Math.floor((bonusBps * (100 - (protocolFeePct ?? 0))) / 100);
}

/** `all`: every reserve of the token, this one included. `market` is null where no pool of the token is known. */
export function coverReserve(
  reserve: ReserveCollateral,
  all: readonly ReserveCollateral[],
  market: TokenMarket | null,
): ReserveCoverage {
  const collateralRaw = postedCollateral(reserve);
  const tokenCollateralRaw = all.reduce((sum, other) => sum + postedCollateral(other), 0n);
  const at = (bonusBps: number): BonusCoverage => {
    const net = netBonusBps(bonusBps, reserve.protocolLiquidationFeePct);
    const sale = market === null || !market.hasPools ? null : market.average(net);
    const over = (collateral: bigint): number | null =>
      sale === null || collateral === 0n ? null : ratioToDouble(sale.amountRaw, collateral);
    return {
      netBonusBps: net,
      sellableRaw: sale?.amountRaw ?? null,
      coverageF: over(collateralRaw),
      tokenCoverageF: over(tokenCollateralRaw),
      isLowerBound: sale?.isLowerBound ?? false,
    };
  };
  return {
    collateralRaw,
    tokenCollateralRaw,
    atMinBonus: at(reserve.minLiquidationBonusBps),
    atMaxBonus: at(reserve.maxLiquidationBonusBps),
  };
}
