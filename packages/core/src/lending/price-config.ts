/** One source that a reserve's own configuration names for its price. */
export interface PriceSource {
  /** Name of the oracle program or its format. */
  readonly kind: string;
  readonly address: string;
  /** Entries of the account whose product is the price, as configured; empty where the account holds a single price. */
  readonly chain: readonly number[];
  /** The same for the price's average. */
  readonly averageChain: readonly number[];
  /** The account of the average where it is another one; null elsewhere. */
  readonly averageAddress: string | null;
}

/** How a reserve is priced, out of its stored configuration. Null where its program has no such setting. */
export interface PriceConfig {
  /** In the order in which the program asks; those that are switched off are left out. */
  readonly sources: readonly PriceSource[];
  /** The program refuses a price that is older. */
  readonly maxAgeSeconds: bigint | null;
  readonly maxAverageAgeSeconds: bigint | null;
  /** How far the price may lie from its average; null also where the check is switched off. */
  readonly maxAverageDivergenceBps: bigint | null;
}
