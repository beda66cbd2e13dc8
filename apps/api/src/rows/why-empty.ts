/** What an answer without rows was about. */
export interface AskedRange {
  /** Rows of the answer, and whether some follow. */
  readonly count: number;
  readonly next: string | null;
  readonly toMs: number | null;
  /** Time of the first observation of each reserve or token in the request, unix milliseconds; empty where none is known. */
  readonly firstSeenMs: readonly number[];
  /** What the rows are: `changes` of parameters may be none though everything is known. */
  readonly rows: 'buckets' | 'changes' | 'observations' | 'reserves';
  /** Of prices read by read a simulated past has none. */
  readonly isOfPrices?: boolean;
  /** Files of the range that are not read here. */
  readonly unreadable?: readonly string[];
}

/** The field of `meta` that says why. */
export interface EmptyReason {
  readonly empty_reason_str: string | null;
}

/** Why an answer has no rows, and what would give some; null where it has, or where some follow. The one place that says so. */
export function whyEmpty(asked: AskedRange): EmptyReason {
  return { empty_reason_str: reasonOf(asked) };
}

/** When each of some reserves was seen first. */
export function firstSightsMs(reserves: readonly { readonly first_seen_timestamp: number }[]): number[] {
  return reserves.map((reserve) => reserve.first_seen_timestamp * 1000);
}

function reasonOf({
  count,
  next,
  toMs,
  firstSeenMs,
  rows,
  isOfPrices = false,
  unreadable = [],
}: AskedRange): string | null {
  if (count > 0 || next !== null) return null;
  if (unreadable.length > 0)
    return `single reads of the range are archived in ${unreadable.join(', ')}; buckets are here`;
  if (firstSeenMs.length === 0) return 'nothing that is known matches; info/reserves and prices/latest list what is';
  const first = Math.min(...firstSeenMs);
  const since = new Date(first).toISOString().replace('.000Z', 'Z');
  if (toMs !== null && toMs <= first) {
    const what = isOfPrices ? `price before ${since}, a simulated past has none` : `observation before ${since}`;
    return `no ${what}; ask for a range that ends later`;
  }
  switch (rows) {
    case 'changes':
      return `no parameter changed in the range; changes are known since ${since}`;
    case 'observations':
      return `nothing was stored in the range; observations began at ${since}`;
    case 'reserves':
      return 'no reserve follows the cursor; begin without one';
    default:
      return `nothing of the range is rolled up yet, observations began at ${since}; buckets follow them by up to a minute or two`;
  }
}
