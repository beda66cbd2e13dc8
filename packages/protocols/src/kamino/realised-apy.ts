import { ratioToDouble } from '@tidemark/core';

/** Seconds of the year that realised rates are stated for; the same 365 days as the program's. */
const YEAR_SECONDS = 31_536_000;

/** Where a reserve's two indices stood at one moment. */
export interface IndexPoint {
  /** Unix seconds. */
  readonly unixTimestamp: bigint;
  /** Growth of one unit of debt since the reserve began. */
  readonly cumulativeBorrowRateBsf: bigint;
  /** Total supply in 60-bit fixed-point base units. */
  readonly totalSupplySf: bigint;
  /** cTokens in existence, base units. */
  readonly mintTotalSupplyRaw: bigint;
}

/** Why a realised rate is not known. */
export type RealisedApyGap = 'not_enough_history' | 'no_collateral' | 'index_reset' | 'out_of_range';

export type RealisedApy =
  | { readonly apy: number; readonly gap: null }
  | { readonly apy: null; readonly gap: RealisedApyGap };

/**
 * What borrowers really paid between two moments, per year: growth of the cumulative borrow rate, compounded to 365
 * days. Needs neither slot time nor interest basis. `index_reset` where the index fell, which the program never does.
 */
export function realisedBorrowApy(from: IndexPoint, to: IndexPoint): RealisedApy {
  return annualisedGrowth(to.cumulativeBorrowRateBsf, from.cumulativeBorrowRateBsf, secondsBetween(from, to));
}

/**
 * What suppliers really earned between two moments, per year, the reserve's own rewards included: growth of the worth of
 * one cToken (total supply / cTokens). May be negative where bad debt was written off. `no_collateral` where no cToken
 * existed at either end.
 */
export function realisedSupplyApy(from: IndexPoint, to: IndexPoint): RealisedApy {
  const empty = [from, to].some((point) => point.mintTotalSupplyRaw === 0n || point.totalSupplySf === 0n);
  if (empty) return { apy: null, gap: 'no_collateral' };
  const grown = to.totalSupplySf * from.mintTotalSupplyRaw;
  const before = from.totalSupplySf * to.mintTotalSupplyRaw;
  return annualisedGrowth(grown, before, secondsBetween(from, to), true);
}

function secondsBetween(from: IndexPoint, to: IndexPoint): number {
  return Number(to.unixTimestamp - from.unixTimestamp);
}

/** The difference is taken before the division: a growth of 1e-9 keeps its digits where a ratio near 1 would lose them. */
function annualisedGrowth(grown: bigint, before: bigint, seconds: number, mayFall = false): RealisedApy {
  if (seconds <= 0) return { apy: null, gap: 'not_enough_history' };
  if (before === 0n || (grown < before && !mayFall)) return { apy: null, gap: 'index_reset' };
  const growth = ratioToDouble(grown - before, before);
  const apy = Math.expm1((YEAR_SECONDS / seconds) * Math.log1p(growth));
  return Number.isFinite(apy) ? { apy, gap: null } : { apy: null, gap: 'out_of_range' };
}
