{{ config(materialized='incremental', unique_key=['reserve', 'day_utc'], incremental_strategy='delete+insert', on_schema_change='append_new_columns') }}

-- One row per reserve and day. An incremental run takes what was added or changed since the last one, late corrections included:
-- the horizon is read before the rows, in the same statement.
SELECT
  d.reserve, d.day_utc, d.protocol, d.lending_market, r.lending_market_name, r.token_address, r.token_symbol, r.listed_b,
  d.supplied_amount_close_f, d.borrowed_amount_close_f, d.supplied_amount_usd_close_f, d.borrowed_amount_usd_close_f,
  d.price_usd_close_f, d.utilization_twavg_f, d.borrow_apr_twavg_f, d.borrow_apy_twavg_f, d.supply_apy_twavg_f,
  d.borrow_apy_realised_f, d.supply_apy_realised_f, d.interest_usd_raw, d.interest_usd_f, d.interest_priced_share_f,
  d.coverage_f, d.quality_str, d.gap_reason_str, d.final_b, d.computed_at, d.change_id, s.horizon
FROM {{ source('lend_v1', 'reserve_daily') }} AS d
JOIN {{ source('lend_v1', 'reserves') }} AS r ON r.reserve = d.reserve
CROSS JOIN (SELECT {{ var('tidemark_schema', 'lend_v1') }}.sync_horizon() AS horizon) AS s
WHERE d.day_utc >= DATE '{{ var('tidemark_first_day', '2020-01-01') }}' AND d.change_id < s.horizon
{% if is_incremental() %}
  AND d.change_id >= (SELECT coalesce(max(t.horizon), 0) FROM {{ this }} AS t)
{% endif %}
