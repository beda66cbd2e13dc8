/** How a mean rate weighs its reserves: by USD, or by base units, which only mean something for one token. */
export type RateWeight = 'usd' | 'amount';

/**
 * Sums over the reserves of one period, of listed markets or of others, at the close of their buckets. `…Usd` are amounts in
 * parts of `10^-MAX_TOKEN_DECIMALS` tokens times prices in parts of a dollar, over those that have a price; `…Weighted` such a
 * sum, or one of amounts in parts of a base unit, times rates in parts of `RATE_SCALE`. All integers: nothing is rounded but
 * each rate.
 */
export interface BucketTotals {
  readonly protocol: string;
  readonly periodStart: Date;
  readonly listed: boolean;
  /** Reserves with a bucket, those observed in it, throughout, and with a price. */
  readonly rolledUp: number;
  readonly observed: number;
  readonly whole: number;
  readonly priced: number;
  readonly final: boolean;
  readonly observedSeconds: number;
  readonly elapsedSeconds: number;
  /** Reserves with a gap, and the reason that most of them have. */
  readonly gaps: number;
  readonly gapReason: string | null;
  readonly supplied: bigint;
  readonly borrowed: bigint;
  readonly availableRaw: bigint;
  readonly suppliedUsd: bigint;
  readonly borrowedUsd: bigint;
  readonly availableUsd: bigint;
  readonly supplyApyWeighted: bigint;
  readonly borrowApyWeighted: bigint;
  readonly supplyAprWeighted: bigint;
  readonly borrowAprWeighted: bigint;
  /** Tokens of the reserves with a price. */
  readonly pricedMints: readonly string[];
  /** Parts of `suppliedUsd`: of whose price it is known whether the program accepted it, and that it did. */
  readonly judgedUsd: bigint;
  readonly acceptedUsd: bigint;
  /** Reserves with a price of which it is not known whether the program accepted it, and those whose price has no time. */
  readonly unjudged: number;
  readonly undated: number;
  /** Age of the oldest price at the close, whole seconds; null where none has a time. */
  readonly oldestPriceAgeSeconds: number | null;
  /** Observed reserves that are not in the sums in USD, by address, and what is supplied in them. */
  readonly unpricedReserves: readonly string[];
  readonly unpricedSupplied: bigint;
}

const SUMS = [
  'supplied',
  'borrowed',
  'availableRaw',
  'suppliedUsd',
  'borrowedUsd',
  'availableUsd',
  'supplyApyWeighted',
  'borrowApyWeighted',
  'supplyAprWeighted',
  'borrowAprWeighted',
  'judgedUsd',
  'acceptedUsd',
  'unpricedSupplied',
] as const;

/** A row of totals as the driver gives it: a sum that was not asked for, or a list that is empty, is null. */
export type BucketTotalsRow = Omit<
  BucketTotals,
  (typeof SUMS)[number] | 'protocol' | 'pricedMints' | 'unpricedReserves'
> &
  Readonly<Record<(typeof SUMS)[number], string | null>> & {
    readonly pricedMints: readonly string[] | null;
    readonly unpricedReserves: readonly string[] | null;
  };

export function toBucketTotals(protocol: string, row: BucketTotalsRow): BucketTotals {
  const integer = (name: (typeof SUMS)[number]): bigint => BigInt(row[name] ?? 0);
  // A plain literal: thousands are made for an answer.
  return {
    protocol,
    periodStart: row.periodStart,
    listed: row.listed,
    rolledUp: row.rolledUp,
    observed: row.observed,
    whole: row.whole,
    priced: row.priced,
    final: row.final,
    observedSeconds: row.observedSeconds,
    elapsedSeconds: row.elapsedSeconds,
    gaps: row.gaps,
    gapReason: row.gapReason,
    unjudged: row.unjudged,
    undated: row.undated,
    oldestPriceAgeSeconds: row.oldestPriceAgeSeconds,
    pricedMints: row.pricedMints ?? [],
    unpricedReserves: row.unpricedReserves ?? [],
    supplied: integer('supplied'),
    borrowed: integer('borrowed'),
    availableRaw: integer('availableRaw'),
    suppliedUsd: integer('suppliedUsd'),
    borrowedUsd: integer('borrowedUsd'),
    availableUsd: integer('availableUsd'),
    supplyApyWeighted: integer('supplyApyWeighted'),
    borrowApyWeighted: integer('borrowApyWeighted'),
    supplyAprWeighted: integer('supplyAprWeighted'),
    borrowAprWeighted: integer('borrowAprWeighted'),
    judgedUsd: integer('judgedUsd'),
    acceptedUsd: integer('acceptedUsd'),
    unpricedSupplied: integer('unpricedSupplied'),
  };
}

/** Columns of totals over cells (see `bucketCells`): the property of `BucketTotals`, the stored column, and the sum. */
export function totalColumns(weight: RateWeight): readonly (readonly [key: string, column: string, sql: string])[] {
  const sum = (value: string, condition?: string) =>
    `coalesce(sum(${value})${condition === undefined ? '' : ` FILTER (WHERE ${condition})`}, 0)`;
  const [supplied, borrowed] = weight === 'usd' ? ['supplied_usd', 'borrowed_usd'] : ['supplied', 'borrowed'];
  return [
    ['rolledUp', 'rolled_up', 'count(*)::int'],
    ['observed', 'observed', 'count(*) FILTER (WHERE is_observed)::int'],
    ['whole', 'whole', 'count(*) FILTER (WHERE is_whole)::int'],
    ['priced', 'priced', 'count(*) FILTER (WHERE is_priced)::int'],
    ['final', 'final', 'bool_and(is_final)'],
    ['observedSeconds', 'observed_seconds', 'sum(observed_seconds)::float8'],
    ['elapsedSeconds', 'elapsed_seconds', 'sum(elapsed_seconds)::float8'],
    ['gaps', 'gaps', 'count(gap_reason)::int'],
    ['gapReason', 'gap_reason', 'mode() WITHIN GROUP (ORDER BY gap_reason)'],
    ['supplied', 'supplied', sum('supplied')],
    ['borrowed', 'borrowed', sum('borrowed')],
    ['availableRaw', 'available_raw', sum('available')],
    ['suppliedUsd', 'supplied_usd', sum('supplied_usd')],
    ['borrowedUsd', 'borrowed_usd', sum('borrowed_usd')],
    ['availableUsd', 'available_usd', sum('available_usd')],
    ['supplyApyWeighted', 'supply_apy_weighted', sum(`${supplied} * supply_apy_parts`)],
    ['borrowApyWeighted', 'borrow_apy_weighted', sum(`${borrowed} * borrow_apy_parts`)],
    ['judgedUsd', 'judged_usd', sum('supplied_usd', 'is_priced AND close_price_status IS NOT NULL')],
    ['acceptedUsd', 'accepted_usd', sum('supplied_usd', 'is_accepted')],
    ['unjudged', 'unjudged', 'count(*) FILTER (WHERE is_priced AND close_price_status IS NULL)::int'],
    ['undated', 'undated', 'count(*) FILTER (WHERE is_priced AND close_price_updated_at IS NULL)::int'],
    [
      'oldestPriceAgeSeconds',
      'oldest_price_seconds',
      'floor(extract(epoch FROM max(close_at - close_price_updated_at) FILTER (WHERE is_priced)))::float8',
    ],
    [
      'unpricedReserves',
      'unpriced_reserves',
      'array_agg(reserve ORDER BY reserve) FILTER (WHERE is_observed AND NOT is_priced)',
    ],
    ['unpricedSupplied', 'unpriced_supplied', sum('supplied', 'is_observed AND NOT is_priced')],
  ];
}

/** Columns beside them that are read of few: mean APRs and the tokens of the reserves with a price. */
export function detailColumns(weight: RateWeight): readonly (readonly [key: string, sql: string])[] {
  const [supplied, borrowed] = weight === 'usd' ? ['supplied_usd', 'borrowed_usd'] : ['supplied', 'borrowed'];
  return [
    ['supplyAprWeighted', `sum(${supplied} * supply_apr_parts)`],
    ['borrowAprWeighted', `sum(${borrowed} * borrow_apr_parts)`],
    ['pricedMints', 'array_agg(DISTINCT token_mint) FILTER (WHERE is_priced)'],
  ];
}
