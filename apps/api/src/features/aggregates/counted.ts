import type { AggregateReserve } from '@tidemark/schema';

/** Reserves of a group, by whether sums over several lending markets count them. */
export interface CountedReserves {
  readonly counted: readonly AggregateReserve[];
  /** Of markets that anybody may have created. */
  readonly unlisted: readonly AggregateReserve[];
  /** Of listed markets, but they lend on through a reserve of a listed market: what they hold lies there. */
  readonly wrapped: readonly AggregateReserve[];
}

export function splitReserves(reserves: readonly AggregateReserve[]): CountedReserves {
  const of = (wanted: AggregateReserve['part']) => reserves.filter(({ part }) => part === wanted);
  return { counted: of('listed'), unlisted: of('unlisted'), wrapped: of('wrapping') };
}

/** All reserves of one market: what lies in it lies in it, listed or not. */
export function countAll(reserves: readonly AggregateReserve[]): CountedReserves {
  return { counted: reserves, unlisted: [], wrapped: [] };
}
