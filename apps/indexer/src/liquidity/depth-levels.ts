import { toDecimal } from '@tidemark/core';
import {
  DEPTH_BPS,
  type PoolSource,
  type Reference,
  type SourceName,
  SOURCES,
  type TokenDepthRow,
  type TokenTrade,
  USD_ONE,
  amountOfUsd,
} from '@tidemark/liquidity';
import type { DepthInput, TokenDepthInput } from '@tidemark/schema';

/** Over all sources. */
const ALL = 'all';
const GRADES = ['program', 'sdk', 'source'] as const;

/** The weakest grade of some sources; null of none. */
export function weakest(sources: readonly PoolSource[]): string | null {
  return GRADES.findLast((grade) => sources.some(({ evidence }) => evidence.grade === grade)) ?? null;
}

type Level = Pick<DepthInput, 'tokenMint' | 'side' | 'bps'>;
interface LevelFacts extends Pick<DepthInput, 'tokenMint' | 'side'> {
  /** The weakest grade of what is used. */
  readonly evidence: string | null;
  /** True where a pool of the token could not be decoded. */
  readonly hasRefused: boolean;
}
type BySource = Readonly<Partial<Record<SourceName, bigint>>>;

const usdText = (parts: bigint): string => toDecimal(parts, USD_ONE);

/** What can be sold or bought at one fall: over all sources, then of each. */
export function levelsOf(
  { tokenMint, side, evidence, hasRefused }: LevelFacts,
  { bps, marginal, average }: TokenDepthRow,
): DepthInput[] {
  const level = { tokenMint, side, bps };
  const lowerBound = hasRefused || marginal.isLowerBound || average.isLowerBound;
  const ofAll: DepthInput = {
    ...level,
    source: ALL,
    marginalRaw: marginal.amountRaw,
    marginalUsd: usdText(marginal.usd),
    averageRaw: average.amountRaw,
    averageUsd: usdText(average.usd),
    largestPoolShare: average.largestPoolShareF,
    viaSolShare: average.viaSolShareF,
    solLegShare: null,
    lowerBound,
    evidence,
    reason: null,
  };
  return [ofAll, ...levelsBySource(level, marginal.bySource, average.bySource, lowerBound)];
}

/** What SOL brings is not of one source, so there are no US dollars here. */
function levelsBySource(level: Level, marginal: BySource, average: BySource, lowerBound: boolean): DepthInput[] {
  const used = SOURCES.filter(({ name }) => marginal[name] !== undefined || average[name] !== undefined);
  return used.map(({ name, evidence }) => ({
    ...level,
    source: name,
    marginalRaw: marginal[name] ?? 0n,
    marginalUsd: null,
    averageRaw: average[name] ?? 0n,
    averageUsd: null,
    largestPoolShare: null,
    viaSolShare: null,
    solLegShare: null,
    lowerBound,
    evidence: evidence.grade,
    reason: null,
  }));
}

/** Levels of which nothing is known, with the reason. */
export function unknownLevels(tokenMint: string, sides: readonly DepthInput['side'][], reason: string): DepthInput[] {
  return sides.flatMap((side) =>
    DEPTH_BPS.map((bps) => ({
      tokenMint,
      side,
      bps,
      source: ALL,
      marginalRaw: null,
      marginalUsd: null,
      averageRaw: null,
      averageUsd: null,
      largestPoolShare: null,
      viaSolShare: null,
      solLegShare: null,
      lowerBound: false,
      evidence: null,
      reason,
    })),
  );
}

/** A sale of a size in US dollars as it is stored. */
export function toQuote(
  size: number,
  reference: Reference,
  sale: TokenTrade | null,
): TokenDepthInput['quotes'][number] {
  const amount = sale?.amountRaw ?? amountOfUsd(BigInt(size) * USD_ONE, reference);
  return {
    size: String(size),
    amount: String(amount),
    out: sale === null ? null : usdText(sale.usd),
    reason: sale === null ? 'beyond_depth' : null,
  };
}
