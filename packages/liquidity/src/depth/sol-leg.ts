import { ratioToDouble } from '@tidemark/core';

/** What one token trades through the pools of SOL and US dollars; SOL itself trades all of its own there. */
export interface SolNeed {
  readonly mint: string;
  /** Base units of SOL. */
  readonly solRaw: bigint;
}

/**
 * How much of the pools of SOL is left for each token where all trade at once, in proportion to what each trades alone: its SOL over the SOL of
 * all, by mint. The shares add up to 1. Null where no token trades any.
 */
export function solLegShares(needs: readonly SolNeed[]): ReadonlyMap<string, number | null> {
  const total = needs.reduce((sum, { solRaw }) => sum + solRaw, 0n);
  return new Map(needs.map(({ mint, solRaw }) => [mint, total === 0n ? null : ratioToDouble(solRaw, total)]));
}
