/**
 * The price of the reserve's token out of several sources beside the price that the reserve holds, as rows `d`; to be joined where `l` is
 * a row of `lend.reserve_latest` and `r` its reserve. Detail and view have their values from here.
 */
export const MARKET_PRICE_JOIN = `LEFT JOIN LATERAL (
  SELECT v.*, CASE WHEN v.gap IS NULL THEN ${divergenceOf('v.own_price', 'v.price')} END AS divergence_bps
  FROM (
    SELECT p.price, p.observed_at, p.published_at, coalesce(p.status, 'missing') AS status,
      l.market_price_sf * lend.unit_of(r.protocol) AS own_price,
      CASE
        WHEN coalesce(p.status, 'missing') = 'missing' THEN 'missing'
        -- One of the two has not been read for longer than it may be: they are not of the same time.
        WHEN abs(extract(epoch FROM p.observed_at - l.observed_at)) * 1000
          > greatest(0, CASE WHEN p.observed_at < l.observed_at THEN (
            SELECT b.gap_after_ms FROM lend.price_batches AS b WHERE b.id = p.batch_id AND b.outcome = 'committed'
          ) ELSE (SELECT b.gap_after_ms FROM lend.poll_batches AS b WHERE b.id = l.poll_batch_id) END) THEN 'not_read'
        WHEN p.status IN ('stale', 'disagreement') THEN p.status
        WHEN coalesce(p.price, 0) <= 0 THEN 'missing'
        WHEN p.reserves_only THEN 'no_other_source'
        WHEN NOT l.price_usable THEN 'protocol_unpriced'
      END AS gap
    FROM (SELECT) AS one LEFT JOIN lend.price_latest AS p ON p.token_mint = r.token_mint
  ) AS v
) AS d ON true`;

/** How far the first of two exact prices lies above the second, basis points of the second. */
export function divergenceOf(own: string, market: string): string {
  return `((${own} - ${market}) * 10000 / ${market})::float8`;
}

/** Fields of a reserve by the columns of its view. */
export const MARKET_PRICE_COLUMNS: Readonly<Record<string, string>> = {
  market_price_usd_raw: 'd.price',
  market_price_usd_f: 'd.price::float8',
  market_price_status_str: 'd.status',
  market_price_at: 'd.observed_at',
  market_price_age_seconds: 'extract(epoch FROM d.observed_at - d.published_at)::bigint',
  market_price_divergence_bps_f: 'd.divergence_bps',
  market_price_divergence_gap_str: 'd.gap',
};
