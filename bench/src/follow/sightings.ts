/** A reserve was seen somewhere as it was at a moment of the chain. */
export interface Sighting {
  /** Unix seconds of the chain's clock. */
  readonly moment: number;
  /** `performance.now()` of this process. */
  readonly atMs: number;
}

/** Who saw which reserve when, in the order in which it was seen. */
export interface Sightings {
  add(address: string, sighting: Sighting): void;
  /** When the reserve was first seen as of the moment or later; undefined = never. */
  firstAtMs(address: string, moment: number): number | undefined;
}

/** A place where changes become visible: the database, an answer of the API, a stream. */
export interface Watcher {
  readonly sightings: Sightings;
  stop(): Promise<void>;
}

export function createSightings(): Sightings {
  const byAddress = new Map<string, Sighting[]>();
  return {
    add(address, sighting) {
      const seen = byAddress.get(address);
      if (seen === undefined) byAddress.set(address, [sighting]);
      else if ((seen.at(-1)?.moment ?? 0) < sighting.moment) seen.push(sighting);
    },
    firstAtMs: (address, moment) => byAddress.get(address)?.find((sighting) => sighting.moment >= moment)?.atMs,
  };
}
