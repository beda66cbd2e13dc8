import { DEPTH_BPS, solLegShares } from '@tidemark/liquidity';
import type { DepthInput } from '@tidemark/schema';
import type { DepthOfToken } from './token-depth.ts';

const SIDES = ['sell', 'buy'] as const;

/** The levels of all tokens, those over all sources with their share of the pools of SOL. A token whose depth is not known needs none. */
export function levelsWithSolShares(depths: readonly DepthOfToken[]): DepthInput[] {
  const keyOf = ({ side, bps }: Pick<DepthInput, 'side' | 'bps'>): string => `${side} ${bps}`;
  const shares = new Map(
    SIDES.flatMap((side) =>
      DEPTH_BPS.map((bps) => {
        const key = keyOf({ side, bps });
        const needs = depths.flatMap(({ token: { mint }, solNeeds }) =>
          solNeeds.filter((need) => keyOf(need) === key).map(({ solRaw }) => ({ mint, solRaw })),
        );
        return [key, solLegShares(needs)];
      }),
    ),
  );
  return depths.flatMap(({ levels }) =>
    levels.map((level) =>
      level.averageUsd === null
        ? level
        : { ...level, solLegShare: shares.get(keyOf(level))?.get(level.tokenMint) ?? null },
    ),
  );
}
