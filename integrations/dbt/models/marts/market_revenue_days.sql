-- One row per lending market and day: what borrowers paid and who got it, in USD. Exact sums, and the doubles of the sums.
SELECT
  f.protocol, f.lending_market, f.lending_market_name, f.listed_b, f.day_utc,
  sum(f.interest_usd_raw) AS interest_usd_raw,
  sum(f.interest_usd_raw)::float8 AS fees_usd_f,
  sum(f.interest_protocol_usd_raw + f.interest_host_usd_raw)::float8 AS revenue_usd_f,
  sum(f.interest_supply_side_usd_raw + f.interest_referrer_max_usd_raw)::float8 AS supply_side_usd_f,
  sum(f.observed_seconds)::float8 / nullif(sum(f.elapsed_seconds), 0) AS coverage_f,
  sum(f.unknown_reserve_count)::int AS unknown_reserve_count,
  sum(f.unpriced_reserve_count)::int AS unpriced_reserve_count,
  bool_and(f.final_b) AS final_b
FROM {{ source('lend_v1', 'fees_daily') }} AS f
WHERE f.day_utc >= DATE '{{ var('tidemark_first_day', '2020-01-01') }}'
GROUP BY f.protocol, f.lending_market, f.lending_market_name, f.listed_b, f.day_utc
