import { MAX_TOKEN_DECIMALS } from '@tidemark/core';
import { bucketTotals } from '../tables/index.ts';
import type { ViewSource } from './view-sources.ts';

const WIDTHS = { hourly: 3_600, daily: 86_400 } as const;
const UNIT = 'lend.unit_of(t.protocol)';
/** What sums in USD count parts of, but for the unit of the price. */
const PARTS = `1e-${MAX_TOKEN_DECIMALS}`;

const ifPriced = (value: string) => `CASE WHEN t.priced_reserve_count > 0 THEN ${value} END`;
const ifObserved = (value: string) => `CASE WHEN t.reserves_observed > 0 THEN ${value} END`;

/** All that is published stands in the row but exact decimals; those are multiplied by the unit once more. */
function sourceOf(kind: string, width: number, join: string, columns: Readonly<Record<string, string>>): ViewSource {
  return {
    table: bucketTotals,
    alias: 't',
    // Of all protocols together the API tells: a sum over protocols would have every reserve twice.
    from: `lend.bucket_totals AS t${join}\nWHERE t.subject_kind = '${kind}' AND t.width_seconds = ${width} AND t.protocol <> 'all'`,
    protocol: 't.protocol',
    columns: {
      bucket_end: 't.bucket_start + make_interval(secs => t.width_seconds)',
      unpriced_reserve_count: 't.reserves_observed - t.priced_reserve_count',
      supplied_usd_raw: ifPriced(`t.supplied_usd * ${UNIT} * ${PARTS}`),
      borrowed_usd_raw: ifPriced(`t.borrowed_usd * ${UNIT} * ${PARTS}`),
      available_usd_raw: ifPriced(`t.available_usd * ${PARTS}`),
      day_utc: "(t.bucket_start AT TIME ZONE 'UTC')::date",
      ...columns,
    },
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
      sourceOf(
        'token',
        width,
        `
LEFT JOIN (
  SELECT DISTINCT ON (r.protocol, r.token_mint) r.protocol, r.token_mint, r.token_symbol
  FROM lend.reserves AS r LEFT JOIN lend.lending_markets AS m ON m.address = r.lending_market
  ORDER BY r.protocol, r.token_mint, coalesce(m.listed, false) DESC, r.address
) AS d ON d.protocol = t.protocol AND d.token_mint = t.subject`,
        {
          token_address: 't.subject',
          token_symbol: 'd.token_symbol',
          part_str: 't.part',
          supplied_amount_raw: ifObserved('t.supplied'),
          borrowed_amount_raw: ifObserved('t.borrowed'),
        },
      ),
    ],
    [`protocol_${name}`, sourceOf('protocol', width, '', { part_str: 't.part' })],
  ]),
);
