/** What is followed, and how. */
export interface Load {
  /** Reserves of each protocol. */
  readonly reserves: readonly number[];
  /** Accounts of one call, the Clock among them. */
  readonly keys: number;
  readonly pollIntervalMs: number;
  readonly priceIntervalMs: number;
}

/** What a day takes of a provider. */
export interface DailyCost {
  readonly accountCalls: number;
  readonly listingCalls: number;
  /** Where a call is 1 and getProgramAccounts 10. */
  readonly credits: number;
  readonly bytes: number;
  readonly bytesByGzip: number;
}

const DAY_MS = 86_400_000;
/** Accounts that prices of mainnet's tokens are read from. */
const PRICE_ACCOUNTS = 99;
/** Reads of pools and audits, with a hundred accounts in a call; LIQUIDITY_CALLS_PER_MINUTE bounds them. */
const OTHER_CALLS = 1_200;
const MOST_OTHER_CALLS = 60 * 1_440;
const LISTING_CALLS = 1_500;
const LISTING_CREDITS = 10;
/** A reserve with its part of the answer, in base64. */
const BYTES_OF_RESERVE = 8_970;
const OTHER_BYTES = 600_000_000;
const PART_BY_GZIP = 0.0465;

/** Calls that one read of all of them takes: one place of each is the Clock's. */
export function callsOf(accounts: number, keys: number): number {
  return Math.ceil(accounts / (keys - 1));
}

/** Calls of one poll of all reserves and one read of prices. */
export function callsOfRound({ reserves, keys }: Pick<Load, 'reserves' | 'keys'>): number {
  const ofReserves = reserves.map((count) => callsOf(count, keys));
  return ofReserves.reduce((sum, calls) => sum + calls, callsOf(PRICE_ACCOUNTS, keys));
}

/** Computes what a day takes, from what was measured for docs/operate/cost.md. */
export function dailyCost({ reserves, keys, pollIntervalMs, priceIntervalMs }: Load): DailyCost {
  const polls = DAY_MS / pollIntervalMs;
  const ofPrices = (DAY_MS / priceIntervalMs) * callsOf(PRICE_ACCOUNTS, keys);
  const ofPolls = polls * (callsOfRound({ reserves, keys }) - callsOf(PRICE_ACCOUNTS, keys));
  const others = Math.min(OTHER_CALLS * callsOf(PRICE_ACCOUNTS, keys), MOST_OTHER_CALLS);
  const accountCalls = Math.round(ofPolls + ofPrices + others);
  const count = reserves.reduce((sum, each) => sum + each, 0);
  const bytes = Math.round(polls * count * BYTES_OF_RESERVE + OTHER_BYTES);
  return {
    accountCalls,
    listingCalls: LISTING_CALLS,
    credits: accountCalls + LISTING_CALLS * LISTING_CREDITS,
    bytes,
    bytesByGzip: Math.round(bytes * PART_BY_GZIP),
  };
}
