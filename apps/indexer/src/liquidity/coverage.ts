import { type AccountBytes, isLendingError } from '@tidemark/core';
import { coverReserve, decodeVault, netBonusBps, postedCollateral, type ReserveCollateral } from '@tidemark/liquidity';
import type { CoverageInput, LiquidityReserveRow } from '@tidemark/schema';
import type { DepthOfToken } from './token-depth.ts';

export interface CoverageContext {
  /** Receipt vaults by address; null where there is none. */
  readonly vaults: ReadonlyMap<string, AccountBytes | null>;
  /** Parts of a base unit that amounts of a protocol count. */
  readonly scaleOf: (protocol: string) => bigint;
  /** What of a reserve was read before this is not known any more. */
  readonly readSince: Date;
}

/** A reserve with its collateral, or why that is not known. */
type Posted =
  | { readonly reserve: LiquidityReserveRow; readonly collateral: ReserveCollateral; readonly reason: null }
  | { readonly reserve: LiquidityReserveRow; readonly collateral: null; readonly reason: string };

/** Coverage of all reserves of one token. */
export function coverToken(
  reserves: readonly LiquidityReserveRow[],
  depth: DepthOfToken,
  context: CoverageContext,
): CoverageInput[] {
  const posted = reserves.map((reserve) => postedOf(reserve, context));
  const known = posted.flatMap(({ collateral }) => collateral ?? []);
  const total = known.length === 0 ? null : known.reduce((sum, one) => sum + postedCollateral(one), 0n);
  return posted.map(({ reserve, collateral, reason }) => {
    const facts = {
      reserve: reserve.reserve,
      tokenMint: reserve.tokenMint,
      slotMin: depth.row.slotMin,
      tokenCollateralRaw: total,
      tokenReserves: known.length,
      tokenReservesUnknown: posted.length - known.length,
      ...salesOf(reserve, depth),
    };
    if (collateral === null) return { ...facts, ...NOTHING, collateralRaw: null, reason };
    const covered = coverReserve(collateral, known, depth.market);
    const share = (bps: number): number | null => shareOf(depth, bps, covered.collateralRaw);
    return {
      ...facts,
      collateralRaw: covered.collateralRaw,
      coverageAtMinBonus: covered.atMinBonus.coverageF,
      coverageAtMaxBonus: covered.atMaxBonus.coverageF,
      tokenCoverageAtMinBonus: covered.atMinBonus.tokenCoverageF,
      tokenCoverageAtMaxBonus: covered.atMaxBonus.tokenCoverageF,
      coverageAt100Bps: share(100),
      coverageAt200Bps: share(200),
      coverageAt500Bps: share(500),
      coverageAt1000Bps: share(1_000),
      reason: covered.collateralRaw === 0n ? 'no_collateral' : depth.reason,
    };
  });
}

const NOTHING = {
  coverageAtMinBonus: null,
  coverageAtMaxBonus: null,
  tokenCoverageAtMinBonus: null,
  tokenCoverageAtMaxBonus: null,
  coverageAt100Bps: null,
  coverageAt200Bps: null,
  coverageAt500Bps: null,
  coverageAt1000Bps: null,
};

/** What can be sold within the bonus of a reserve, whatever is posted. */
function salesOf(reserve: LiquidityReserveRow, { market, lowerBound }: DepthOfToken) {
  const { minLiquidationBonusBps, maxLiquidationBonusBps, protocolLiquidationFeePct } = reserve;
  const [min, max] = [minLiquidationBonusBps, maxLiquidationBonusBps].map((bonus) =>
    netBonusBps(bonus, protocolLiquidationFeePct),
  );
  const [minNetBonusBps, maxNetBonusBps] = [min ?? 0, max ?? 0];
  const sales = [minNetBonusBps, maxNetBonusBps].map((bps) => market?.average(bps) ?? null);
  return {
    minNetBonusBps,
    maxNetBonusBps,
    sellableAtMinBonusRaw: sales[0]?.amountRaw ?? null,
    sellableAtMaxBonusRaw: sales[1]?.amountRaw ?? null,
    lowerBound: lowerBound || sales.some((sale) => sale?.isLowerBound === true),
  };
}

function shareOf({ market }: DepthOfToken, bps: number, collateralRaw: bigint): number | null {
  if (market === null || collateralRaw === 0n) return null;
  return Number((market.average(bps).amountRaw * SHARE_PARTS) / collateralRaw) / Number(SHARE_PARTS);
}
const SHARE_PARTS = 10n ** 12n;

function postedOf(reserve: LiquidityReserveRow, { vaults, scaleOf, readSince }: CoverageContext): Posted {
  const { receiptSupplyRaw, supplied, observedAt } = reserve;
  if (receiptSupplyRaw === null || supplied === null || observedAt === null || observedAt < readSince) {
    return { reserve, collateral: null, reason: 'reserve_not_read' };
  }
  const receiptRaw = balanceOf(vaults.get(reserve.receiptVault) ?? null);
  if (receiptRaw === null) return { reserve, collateral: null, reason: 'vault_not_read' };
  const { minLiquidationBonusBps, maxLiquidationBonusBps, protocolLiquidationFeePct, protocol } = reserve;
  const bonus = { minLiquidationBonusBps, maxLiquidationBonusBps, protocolLiquidationFeePct };
  return {
    reserve,
    collateral: { receiptRaw, receiptSupplyRaw, supplied, scale: scaleOf(protocol), ...bonus },
    reason: null,
  };
}

/** Null for an account that is no vault of tokens. */
function balanceOf(account: AccountBytes | null): bigint | null {
  if (account === null) return null;
  try {
    return decodeVault(account).amountRaw;
  } catch (error) {
    if (isLendingError(error)) return null;
    throw error;
  }
}
