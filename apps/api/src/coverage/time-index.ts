/** A time from one moment to another, both in it. */
export interface Stretch {
  readonly fromMs: number;
  readonly toMs: number;
}

/** Things that last, found by time. */
export interface TimeIndex<Item> {
  /** Those that have a moment of this time, in the order in which they were given. */
  touching(time: Stretch): Item[];
}

/**
 * Sorts once what is looked into for many times. A look costs a search by halves, and a walk over what is found and over what
 * lies behind something longer that reaches as far: where nothing overlaps, over no more than what is found.
 */
export function createTimeIndex<Item>(items: readonly Item[], timeOf: (item: Item) => Stretch): TimeIndex<Item> {
  let reachMs = Number.NEGATIVE_INFINITY;
  const entries = items
    .map((item, place) => ({ item, place, time: timeOf(item) }))
    .toSorted((left, right) => left.time.fromMs - right.time.fromMs)
    .map((entry) => {
      // How far this one and all before it reach.
      reachMs = Math.max(reachMs, entry.time.toMs);
      return { ...entry, reachMs };
    });
  return {
    touching: ({ fromMs, toMs }) => {
      const found: typeof entries = [];
      for (let next = lastUntil(entries, toMs); next >= 0; next -= 1) {
        const entry = entries[next];
        if (entry === undefined || entry.reachMs < fromMs) break;
        if (entry.time.toMs >= fromMs) found.push(entry);
      }
      return found.toSorted((left, right) => left.place - right.place).map(({ item }) => item);
    },
  };
}

/** Place of the last one that begins at this moment or before; -1 where none does. */
function lastUntil(entries: readonly { readonly time: Stretch }[], ms: number): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if ((entries[middle]?.time.fromMs ?? Number.POSITIVE_INFINITY) <= ms) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
