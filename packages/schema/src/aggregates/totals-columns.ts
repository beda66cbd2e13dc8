import { MAX_TOKEN_DECIMALS, RATE_SCALE } from '@tidemark/core';

/** How the sums of several protocols become one: a value in base units or in USD, so many times in parts of each; other values as they are. */
export type SumScale = 'amount' | 'usd' | 'weighted' | 'one';

export interface SumColumn {
  /** As it is stored. */
  readonly column: string;
  /** Over cells, see `bucketCells`. */
  readonly ofCells: string;
  /** Undefined: a count. */
  readonly scale?: SumScale;
  /** Of the benchmark, or of a single token, alone. */
  readonly only?: 'benchmark' | 'token';
}

/**
 * Exact sums over the reserves of one period at the close of their buckets. `…_usd` are amounts in parts of `10^-MAX_TOKEN_DECIMALS` tokens times
 * prices in parts of a dollar, over those that have a price; `…_weighted` such a sum, or for a token one of amounts in parts of a base unit, times rates
 * in parts of `RATE_SCALE`. All integers: nothing is rounded but each rate.
 */
export function sumColumns(kind: string): readonly SumColumn[] {
  const sum = (value: string, condition = 'true') => `coalesce(sum(${value}) FILTER (WHERE ${condition}), 0)`;
  const of = kind === 'token' ? '' : '_usd';
  const weighted = (rate: string, what: string) => sum(`${what}${of} * ${rate}_parts`);
  return [
    { column: 'reserve_count', ofCells: 'count(*)::int' },
    { column: 'reserves_observed', ofCells: 'count(*) FILTER (WHERE is_observed)::int' },
    { column: 'whole', ofCells: 'count(*) FILTER (WHERE is_whole)::int' },
    { column: 'priced_reserve_count', ofCells: 'count(*) FILTER (WHERE is_priced)::int' },
    {
      column: 'unjudged_reserve_count',
      ofCells: 'count(*) FILTER (WHERE is_priced AND close_price_status IS NULL)::int',
    },
    { column: 'undated', ofCells: 'count(*) FILTER (WHERE is_priced AND close_price_updated_at IS NULL)::int' },
    { column: 'gaps', ofCells: 'count(gap_reason)::int' },
    { column: 'observed_seconds', ofCells: 'sum(observed_seconds)::float8' },
    { column: 'elapsed_seconds', ofCells: 'sum(elapsed_seconds)::float8' },
    { column: 'supplied', ofCells: sum('supplied'), scale: 'amount', only: 'token' },
    { column: 'borrowed', ofCells: sum('borrowed'), scale: 'amount', only: 'token' },
    { column: 'available_raw', ofCells: sum('available'), scale: 'one', only: 'token' },
    {
      column: 'unpriced_supplied',
      ofCells: sum('supplied', 'is_observed AND NOT is_priced'),
      scale: 'amount',
      only: 'token',
    },
    { column: 'supplied_usd', ofCells: sum('supplied_usd'), scale: 'usd' },
    { column: 'borrowed_usd', ofCells: sum('borrowed_usd'), scale: 'usd' },
    // Base units times a price: of two numbers of the protocol one.
    { column: 'available_usd', ofCells: sum('available_usd'), scale: 'amount' },
    {
      column: 'judged_usd',
      ofCells: sum('supplied_usd', 'is_priced AND close_price_status IS NOT NULL'),
      scale: 'usd',
    },
    { column: 'accepted_usd', ofCells: sum('supplied_usd', 'is_accepted'), scale: 'usd' },
    { column: 'supply_apy_weighted', ofCells: weighted('supply_apy', 'supplied'), scale: 'weighted' },
    { column: 'borrow_apy_weighted', ofCells: weighted('borrow_apy', 'borrowed'), scale: 'weighted' },
    {
      column: 'supply_apr_weighted',
      ofCells: weighted('supply_apr', 'supplied'),
      scale: 'weighted',
      only: 'benchmark',
    },
    {
      column: 'borrow_apr_weighted',
      ofCells: weighted('borrow_apr', 'borrowed'),
      scale: 'weighted',
      only: 'benchmark',
    },
  ];
}

/** What sums in USD count parts of, but for the units of the protocol. */
const USD_PARTS = 10n ** BigInt(MAX_TOKEN_DECIMALS);

const when = (condition: string, value: string) => `CASE WHEN ${condition} THEN ${value} END`;
/**
 * The nearest double of a quotient, of which numerics by themselves keep sixteen digits. Forty decimals are enough but for a mean of rates: those are
 * counted in parts of `RATE_SCALE`, so that they often lie just between two doubles, which all sixty decimals tell. More digits are slower to read.
 */
const share = (part: string, whole: string, decimals: 40 | 60 = 40) =>
  `(div(${part} * 1e${decimals}, ${whole}) * 1e-${decimals})::float8`;
const shareOf = (part: string, whole: string) => when(`${whole} > 0`, share(part, whole));

/**
 * What is published of a row, out of its sums `s` in parts of `scale`: the stored column, which has the published name, and its value. `s` has beside them
 * alive, is_final, gap_reason_str, token_decimals, unpriced_reserves, included_protocols and included_token_addresses.
 */
export function finishedColumns(scale: bigint): readonly (readonly [column: string, value: string])[] {
  const ifToken = (token: string, other: string) => `CASE s.subject_kind WHEN 'token' THEN ${token} ELSE ${other} END`;
  const [supplied, borrowed] = [ifToken('s.supplied', 's.supplied_usd'), ifToken('s.borrowed', 's.borrowed_usd')];
  const usd = (sum: string, parts: bigint) => when('s.priced_reserve_count > 0', share(sum, String(parts * USD_PARTS)));
  const amount = (sum: string, parts: bigint) =>
    when(
      `s.subject_kind = 'token' AND s.reserves_observed > 0`,
      share(sum, `(${parts} * ('1e' || s.token_decimals)::numeric)`),
    );
  const mean = (rate: string, weight: string) =>
    when(`${weight} > 0`, share(`s.${rate}_weighted`, `(${weight} * ${RATE_SCALE})`, 60));
  const expected = 'greatest(s.alive, s.reserve_count)';
  return [
    ['reserves_expected', expected],
    ['token_decimals', `${when(`s.subject_kind = 'token'`, 's.token_decimals')}::smallint`],
    ['supplied_amount_f', amount('s.supplied', scale)],
    ['borrowed_amount_f', amount('s.borrowed', scale)],
    ['available_amount_f', amount('s.available_raw', 1n)],
    ['supplied_usd_f', usd('s.supplied_usd', scale * scale)],
    ['borrowed_usd_f', usd('s.borrowed_usd', scale * scale)],
    ['available_usd_f', usd('s.available_usd', scale)],
    ['tvl_usd_f', usd('(s.supplied_usd - s.borrowed_usd)', scale * scale)],
    [
      'utilization_f',
      when(
        ifToken('s.reserves_observed > 0', 's.priced_reserve_count > 0'),
        `CASE WHEN ${supplied} = 0 THEN 0 ELSE ${share(borrowed, supplied)} END`,
      ),
    ],
    ['supply_apy_wavg_f', mean('supply_apy', supplied)],
    ['borrow_apy_wavg_f', mean('borrow_apy', borrowed)],
    ['supply_apr_wavg_f', mean('supply_apr', supplied)],
    ['borrow_apr_wavg_f', mean('borrow_apr', borrowed)],
    ['usable_price_share_f', shareOf('s.accepted_usd', 's.judged_usd')],
    ['oldest_price_age_seconds', when('s.undated = 0', 's.oldest_price_seconds::bigint')],
    ['unpriced_reserves', `coalesce(s.unpriced_reserves, '{}')`],
    ['unpriced_supply_share_f', shareOf('s.unpriced_supplied', 's.supplied')],
    ['included_protocols', `coalesce(s.included_protocols, '{}')`],
    ['included_token_addresses', `coalesce(s.included_token_addresses, '{}')`],
    [
      'coverage_f',
      when(
        's.reserve_count > 0',
        `s.observed_seconds / nullif(CASE WHEN s.reserve_count < ${expected} THEN greatest(s.elapsed_seconds, s.lived_seconds) ELSE s.elapsed_seconds END, 0)`,
      ),
    ],
    [
      'quality_str',
      `CASE WHEN s.reserves_observed = 0 THEN 'missing' WHEN s.whole = ${expected} THEN 'ok' ELSE 'partial' END`,
    ],
    ['gap_reason_str', 's.gap_reason_str'],
    ['final_b', `coalesce(s.is_final AND s.reserve_count > 0 AND s.reserve_count = ${expected}, false)`],
  ];
}
