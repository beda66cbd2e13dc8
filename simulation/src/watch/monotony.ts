/** Where a newest row stands. */
export interface Place {
  readonly slot: number;
  readonly time: number;
}

/** Notes what goes back: given each position of a key in turn, it describes every step back in the list. */
export function createMonotony(where: string, stepsBack: string[]): (key: string, place: Place) => void {
  const reached = new Map<string, Place>();
  return (key, place) => {
    const before = reached.get(key);
    reached.set(key, place);
    if (before === undefined || (place.slot >= before.slot && place.time >= before.time)) return;
    stepsBack.push(`${where}: ${key} from ${JSON.stringify(before)} to ${JSON.stringify(place)}`);
  };
}
