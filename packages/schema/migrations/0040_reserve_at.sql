-- The state of a reserve at a moment, as far as SQL can say it: accrual is the programs' own arithmetic of 256 bits, which has one origin.
-- Accrued amounts of one account never fall, so that those of two observations of it bound what lies between them, and settle it
-- where they are the same.
CREATE FUNCTION lend_v1.reserve_at(of_reserve text, at_time timestamptz)
RETURNS TABLE (
  reserve text, observed_at timestamptz, slot bigint, age_seconds bigint, exact_b boolean, unchanged_b boolean,
  price_usd_f double precision, available_amount_f double precision, supplied_amount_f double precision,
  borrowed_amount_f double precision, available_amount_usd_f double precision, supplied_amount_usd_f double precision,
  borrowed_amount_usd_f double precision, utilization_f double precision, borrow_apr_f double precision,
  borrow_apy_f double precision, supply_apr_f double precision, supply_apy_f double precision,
  accrued_available_amount_raw numeric, accrued_borrowed_amount_raw numeric, accrued_total_supply_raw numeric,
  accrued_cumulative_borrow_rate_raw numeric, next_observed_at timestamptz, next_accrued_available_amount_raw numeric,
  next_accrued_borrowed_amount_raw numeric, next_accrued_total_supply_raw numeric, next_accrued_cumulative_borrow_rate_raw numeric
) LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 1 SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
  SELECT of_reserve, p.observed_at, p.slot, floor(extract(epoch FROM at_time - p.observed_at))::bigint,
    p.observed_at = date_trunc('second', at_time) OR (c.unchanged AND c.settled), c.unchanged,
    p.price_usd_f, p.available_amount_f, p.supplied_amount_f, p.borrowed_amount_f, p.available_amount_usd_f,
    p.supplied_amount_usd_f, p.borrowed_amount_usd_f, p.utilization_f, p.borrow_apr_f, p.borrow_apy_f, p.supply_apr_f,
    p.supply_apy_f, p.accrued_available_amount_raw, p.accrued_borrowed_amount_raw, p.accrued_total_supply_raw,
    p.accrued_cumulative_borrow_rate_raw, n.observed_at,
    CASE WHEN c.unchanged THEN n.accrued_available_amount_raw END, CASE WHEN c.unchanged THEN n.accrued_borrowed_amount_raw END,
    CASE WHEN c.unchanged THEN n.accrued_total_supply_raw END, CASE WHEN c.unchanged THEN n.accrued_cumulative_borrow_rate_raw END
  FROM (SELECT) AS always_one_row
  LEFT JOIN LATERAL (
    SELECT * FROM lend_v1.reserve_snapshots AS h
    WHERE h.reserve = of_reserve AND h.observed_at <= at_time ORDER BY h.observed_at DESC, h.slot DESC LIMIT 1
  ) AS p ON true
  LEFT JOIN LATERAL (
    SELECT * FROM (
      (SELECT h.observed_at, h.slot, h.account_sha256, h.last_update_slot, h.accrued_available_amount_raw,
        h.accrued_borrowed_amount_raw, h.accrued_total_supply_raw, h.accrued_cumulative_borrow_rate_raw
      FROM lend_v1.reserve_snapshots AS h
      WHERE h.reserve = of_reserve AND h.observed_at > at_time ORDER BY h.observed_at, h.slot LIMIT 1)
      UNION ALL
      SELECT l.observed_at, l.slot, l.account_sha256, l.last_update_slot, l.accrued_available_amount_raw,
        l.accrued_borrowed_amount_raw, l.accrued_total_supply_raw, l.accrued_cumulative_borrow_rate_raw
      FROM lend_v1.reserve_latest AS l WHERE l.reserve = of_reserve AND l.observed_at > at_time
    ) AS later ORDER BY later.observed_at, later.slot LIMIT 1
  ) AS n ON p.observed_at IS NOT NULL
  LEFT JOIN LATERAL (
    SELECT coalesce(n.account_sha256 = p.account_sha256 AND n.last_update_slot = p.last_update_slot, false) AS unchanged,
      coalesce((n.accrued_available_amount_raw, n.accrued_borrowed_amount_raw, n.accrued_total_supply_raw,
        n.accrued_cumulative_borrow_rate_raw) = (p.accrued_available_amount_raw, p.accrued_borrowed_amount_raw,
        p.accrued_total_supply_raw, p.accrued_cumulative_borrow_rate_raw), false) AS settled
  ) AS c ON p.observed_at IS NOT NULL;
END
$$;
