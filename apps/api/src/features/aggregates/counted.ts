import type { AggregateReserve } from '@tidemark/schema';

/** Reserves of a group, by whether sums over several lending markets count them. */
export interface CountedReserves {
  readonly counted: readonly AggregateReserve[];
  /** Of markets that anybody may have created. */
  readonly unlisted: readonly AggregateReserve[];
  /** Of listed markets, but they lend on through a reserve that is counted: what they hold lies there. */
  readonly wrapped: readonly AggregateReserve[];
}

export function splitReserves(reserves: readonly AggregateReserve[]): CountedReserves {
  const listed = reserves.filter((reserve) => reserve.listed);
  const addresses = new Set(listed.map(({ reserve }) => reserve));
  const isWrapper = ({ underlyingReserve }: AggregateReserve) =>
    underlyingReserve !== null && addresses.has(underlyingReserve);
  return {
    counted: listed.filter((reserve) => !isWrapper(reserve)),
    unlisted: reserves.filter((reserve) => !reserve.listed),
    wrapped: listed.filter(isWrapper),
  };
}

/** All reserves of one market: what lies in it lies in it, listed or not. */
export function countAll(reserves: readonly AggregateReserve[]): CountedReserves {
  return { counted: reserves, unlisted: [], wrapped: [] };
}
