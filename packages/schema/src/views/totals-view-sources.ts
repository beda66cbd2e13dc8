import { MAX_TOKEN_DECIMALS, RATE_SCALE } from '@tidemark/core';
import { bucketTotals } from '../tables/index.ts';
import type { ViewSource } from './view-sources.ts';

const WIDTHS = { hourly: 3_600, daily: 86_400 } as const;
const UNIT = 'lend.unit_of(t.protocol)';
/** What sums in USD count parts of, but for the unit of the price. */
const PARTS = `1e-${MAX_TOKEN_DECIMALS}`;
const IS_PRICED = 't.priced > 0';
const IS_OBSERVED = 't.observed > 0';

const when = (condition: string, value: string) => `CASE WHEN ${condition} THEN ${value} END`;
/** More digits than any double has; a quotient of numerics keeps sixteen. */
export const share = (part: string, whole: string) => `(div(${part} * 1e60, ${whole}) * 1e-60)::float8`;
const mean = (weighted: string, weight: string) =>
  when(`${weight} > 0`, share(`t.${weighted}`, `(${weight} * ${RATE_SCALE})`));

function columnsOf(supplied: string, borrowed: string, isKnown: string): Readonly<Record<string, string>> {
  return {
    bucket_end: 't.bucket_start + make_interval(secs => t.width_seconds)',
    reserve_count: 't.rolled_up',
    reserves_observed: 't.observed',
    priced_reserve_count: 't.priced',
    unpriced_reserve_count: 't.observed - t.priced',
    // Exact columns are multiplied by the unit once more.
    supplied_usd_raw: when(IS_PRICED, `t.supplied_usd * ${UNIT} * ${PARTS}`),
    borrowed_usd_raw: when(IS_PRICED, `t.borrowed_usd * ${UNIT} * ${PARTS}`),
    available_usd_raw: when(IS_PRICED, `t.available_usd * ${PARTS}`),
    tvl_usd_f: when(IS_PRICED, `((t.supplied_usd - t.borrowed_usd) * ${UNIT} * ${UNIT} * ${PARTS})::float8`),
    utilization_f: when(isKnown, `CASE WHEN ${supplied} = 0 THEN 0 ELSE ${share(borrowed, supplied)} END`),
    supply_apy_wavg_f: mean('supply_apy_weighted', supplied),
    borrow_apy_wavg_f: mean('borrow_apy_weighted', borrowed),
    usable_price_share_f: when('t.judged_usd > 0', share('t.accepted_usd', 't.judged_usd')),
    unjudged_reserve_count: 't.unjudged',
    oldest_price_age_seconds: when('t.undated = 0', 't.oldest_price_seconds::bigint'),
    unpriced_reserves: "coalesce(t.unpriced_reserves, '{}')",
    day_utc: "(t.bucket_start AT TIME ZONE 'UTC')::date",
  };
}

function sourceOf(kind: string, width: number, join: string, columns: Readonly<Record<string, string>>): ViewSource {
  return {
    table: bucketTotals,
    alias: 't',
    from: `lend.bucket_totals AS t${join}\nWHERE t.subject_kind = '${kind}' AND t.width_seconds = ${width}`,
    protocol: 't.protocol',
    columns: { ...columnsOf('t.supplied_usd', 't.borrowed_usd', IS_PRICED), ...columns },
  };
}

/** `lend_v1.market_hourly` and `…_daily`, of tokens and protocols as well. */
export const totalsViewSources: Readonly<Record<string, ViewSource>> = Object.fromEntries(
  Object.entries(WIDTHS).flatMap(([name, width]) => [
    [
      `market_${name}`,
      sourceOf('market', width, '\nLEFT JOIN lend.lending_markets AS m ON m.address = t.subject', {
        lending_market: 't.subject',
        lending_market_name: "coalesce(m.display_name, '')",
        listed_b: 'coalesce(m.listed, false)',
      }),
    ],
    [
      `token_${name}`,
      {
        ...sourceOf(
          'token',
          width,
          `
LEFT JOIN (
  SELECT DISTINCT ON (r.protocol, r.token_mint) r.protocol, r.token_mint, r.token_symbol, r.token_decimals
  FROM lend.reserves AS r LEFT JOIN lend.lending_markets AS m ON m.address = r.lending_market
  ORDER BY r.protocol, r.token_mint, coalesce(m.listed, false) DESC, r.address
) AS d ON d.protocol = t.protocol AND d.token_mint = t.subject`,
          {
            ...columnsOf('t.supplied', 't.borrowed', IS_OBSERVED),
            token_address: 't.subject',
            token_symbol: 'd.token_symbol',
            token_decimals: 'd.token_decimals',
            part_str: 't.part',
            supplied_amount_raw: when(IS_OBSERVED, 't.supplied'),
            borrowed_amount_raw: when(IS_OBSERVED, 't.borrowed'),
            available_amount_f: when(IS_OBSERVED, "(t.available_raw * ('1e-' || d.token_decimals)::numeric)::float8"),
            unpriced_supply_share_f: when('t.supplied > 0', share('t.unpriced_supplied', 't.supplied')),
          },
        ),
        decimals: 'd.token_decimals',
      },
    ],
    [`protocol_${name}`, sourceOf('protocol', width, '', { part_str: 't.part' })],
  ]),
);
