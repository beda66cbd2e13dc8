/** A number that depends on the text only, the same in every run (FNV-1a, its bits mixed at the end). */
export function hashOf(text: string): number {
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 15), 0x2c1b3c6d);
  return (hash ^ (hash >>> 13)) >>> 0;
}

/** One of the list, chosen by the key. By its key and not by its place in a list of requests: a new request then moves no other. */
export function pick<Item>(list: readonly Item[], key: string): Item {
  const item = list[hashOf(key) % list.length];
  if (item === undefined) throw new Error(`nothing to pick from for ${key}`);
  return item;
}

/** The list in an order that the key decides. */
export function shuffled<Item>(list: readonly Item[], key: string): Item[] {
  return list
    .map((item, place) => ({ item, rank: hashOf(`${key} ${place}`) }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ item }) => item);
}
