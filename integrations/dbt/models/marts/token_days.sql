-- One row per token and day: what all listed reserves held at the close, made of reserve_days. What would be counted twice is left out.
SELECT
  d.protocol, d.token_address, min(d.token_symbol) AS token_symbol, d.day_utc,
  count(*)::int AS reserve_count,
  sum(d.supplied_amount_close_f) AS supplied_amount_f,
  sum(d.borrowed_amount_close_f) AS borrowed_amount_f,
  sum(d.supplied_amount_usd_close_f) AS supplied_usd_f,
  sum(d.borrowed_amount_usd_close_f) AS borrowed_usd_f,
  count(*) FILTER (WHERE d.supplied_amount_usd_close_f IS NULL)::int AS unpriced_reserve_count,
  bool_and(d.final_b) AS final_b
FROM {{ ref('reserve_days') }} AS d
JOIN {{ source('lend_v1', 'reserves') }} AS r ON r.reserve = d.reserve
WHERE d.listed_b AND r.underlying_reserve IS NULL
GROUP BY d.protocol, d.token_address, d.day_utc
