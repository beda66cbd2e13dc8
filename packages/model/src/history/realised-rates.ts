import { ratioToDouble, unixSecondsOf } from '@tidemark/core';
import type { BucketEdge } from './bucket.ts';

/** Seconds of the year that realised rates are stated for; the same 365 days as the programs'. */
const YEAR_SECONDS = 31_536_000;

/** Lengths of the windows that realised rates are given for. */
export const WINDOW_SECONDS = { '1h': 3_600, '24h': 86_400, '7d': 604_800, '30d': 2_592_000 } as const;
/** How old the start of a window may be, in windows: a rate over a much longer time is not the rate of the window. */
export const MAX_START_AGE_FACTOR = 1.5;

/**
 * How far apart two stored rows of different accounts may be for the time between them to count as known: a reserve that is read without
 * a gap is stored every ten minutes, and a poll may fail.
 */
export const MAX_STRETCH_SECONDS = 900;

/** Where a reserve's two indices stood at one moment. Exact numbers, of which only ratios matter. */
export interface IndexPoint {
  readonly unixSeconds: number;
  /** Growth of one unit of debt since the reserve began: `borrowIndex / indexScale`, 1 in a row. */
  readonly borrowIndex: bigint;
  readonly indexScale: bigint;
  readonly supplied: bigint;
  /** Receipt tokens in existence. */
  readonly receiptSupply: bigint;
}

/** The newest stored row at or before the begin of a window, and the row after it: a stored one, or the one that the window ends with. */
export interface RowsAroundBegin {
  readonly before: IndexPoint;
  readonly after: IndexPoint;
  readonly holdOneAccount: boolean;
}

/** Why a realised rate is not known. */
export type RealisedApyGap = 'not_enough_history' | 'no_collateral' | 'index_reset' | 'out_of_range';

export type RealisedApy =
  | { readonly apy: number; readonly gap: null }
  | { readonly apy: null; readonly gap: RealisedApyGap };

/** What was really paid and earned from edge to edge, per year; null where that is not known, see `RealisedApyGap`. */
export function realisedRates(open: BucketEdge | null, close: BucketEdge | null) {
  if (open === null || close === null) return { borrowApyRealisedF: null, supplyApyRealisedF: null };
  const from = indexPointOf(open);
  const to = indexPointOf(close);
  return { borrowApyRealisedF: realisedBorrowApy(from, to).apy, supplyApyRealisedF: realisedSupplyApy(from, to).apy };
}

function indexPointOf({ at, borrowIndex, supplied, receiptSupply }: BucketEdge): IndexPoint {
  return { unixSeconds: unixSecondsOf(at), borrowIndex, indexScale: 1n, supplied, receiptSupply };
}

/**
 * Where the indices stood at the begin of a window. At its very moment where that is known: where both rows hold one account, or are
 * no more than `MAX_STRETCH_SECONDS` apart. The indices are then on the line between the rows: what one account accrues leaves it by no more than an
 * eighth of the square of what it grows by from row to row. Elsewhere the row before it, so that the window is longer.
 */
export function indicesAtBegin({ before, after, holdOneAccount }: RowsAroundBegin, beginSeconds: number): IndexPoint {
  const isKnown = holdOneAccount || after.unixSeconds - before.unixSeconds <= MAX_STRETCH_SECONDS;
  if (before.unixSeconds === beginSeconds || !isKnown) return before;
  const [passed, ahead] = [BigInt(beginSeconds - before.unixSeconds), BigInt(after.unixSeconds - beginSeconds)];
  return {
    unixSeconds: beginSeconds,
    borrowIndex: before.borrowIndex * ahead + after.borrowIndex * passed,
    indexScale: passed + ahead,
    supplied: before.supplied * after.receiptSupply * ahead + after.supplied * before.receiptSupply * passed,
    receiptSupply: before.receiptSupply * after.receiptSupply * (passed + ahead),
  };
}

/**
 * What borrowers really paid between two moments, per year: growth of the borrow index, compounded to 365 days. Needs
 * neither slot time nor time basis. `index_reset` where the index fell, which the programs never do.
 */
export function realisedBorrowApy(from: IndexPoint, to: IndexPoint): RealisedApy {
  const [grown, before] = [to.borrowIndex * from.indexScale, from.borrowIndex * to.indexScale];
  return annualisedGrowth(grown, before, to.unixSeconds - from.unixSeconds);
}

/**
 * What suppliers really earned between two moments, per year, the reserve's own rewards included: growth of the worth of
 * one receipt token (supplied / receipt tokens). May be negative where bad debt was written off. `no_collateral` where no
 * receipt token existed at either end.
 */
export function realisedSupplyApy(from: IndexPoint, to: IndexPoint): RealisedApy {
  const empty = [from, to].some((point) => point.receiptSupply === 0n || point.supplied === 0n);
  if (empty) return { apy: null, gap: 'no_collateral' };
  const grown = to.supplied * from.receiptSupply;
  const before = from.supplied * to.receiptSupply;
  return annualisedGrowth(grown, before, to.unixSeconds - from.unixSeconds, true);
}

/** The difference is taken before the division: a growth of 1e-9 keeps its digits where a ratio near 1 would lose them. */
function annualisedGrowth(grown: bigint, before: bigint, seconds: number, mayFall = false): RealisedApy {
  if (seconds <= 0) return { apy: null, gap: 'not_enough_history' };
  if (before === 0n || (grown < before && !mayFall)) return { apy: null, gap: 'index_reset' };
  const growth = ratioToDouble(grown - before, before);
  const apy = Math.expm1((YEAR_SECONDS / seconds) * Math.log1p(growth));
  return Number.isFinite(apy) ? { apy, gap: null } : { apy: null, gap: 'out_of_range' };
}
