-- What readers in SQL get wrong. Bodies of the SQL standard are parsed here, so that no search path changes what they mean.
-- A small rate keeps its digits: log1p and expm1 as W. Kahan makes them out of ln and exp. One rate that no double holds
-- (exp ends at 709.78) must not end a query over all reserves.
CREATE FUNCTION lend_v1.apr_to_apy(apr double precision, periods double precision) RETURNS double precision
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT CASE WHEN e = 1 THEN y WHEN y < -700 THEN -1 ELSE (e - 1) * y / ln(e) END
  FROM (SELECT x, 1 + x AS u FROM (SELECT apr / periods AS x) AS of_period) AS of_one
  CROSS JOIN LATERAL (SELECT periods * CASE WHEN u = 1 THEN x WHEN u > 0 THEN ln(u) * x / (u - 1) END AS y) AS of_year
  CROSS JOIN LATERAL (SELECT CASE WHEN y < 709.78 THEN exp(greatest(y, -700)) END AS e) AS grown
);

-- The difference is taken before the division, with more digits than a double has.
CREATE FUNCTION lend_v1.growth_to_apy(before numeric, after numeric, seconds double precision) RETURNS double precision
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN before > 0 AND seconds > 0 THEN lend_v1.apr_to_apy(
  (round(after - before, 60) / before)::double precision * (31536000 / seconds), 31536000 / seconds
) END;

-- From the newest stored rows at or before both moments: what the program itself accrued, as the API's windows have it.
CREATE FUNCTION lend_v1.realised_apy(of_reserve text, from_at timestamptz, to_at timestamptz)
RETURNS TABLE (
  start_at timestamptz, end_at timestamptz, borrow_apy_realised_f double precision, supply_apy_realised_f double precision
) LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 1 SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN QUERY
  SELECT s.observed_at, e.observed_at,
    CASE WHEN e.debt >= s.debt THEN lend_v1.growth_to_apy(s.debt, e.debt, u.seconds) END,
    CASE WHEN e.supplied > 0 AND s.tokens > 0 AND e.tokens > 0
      THEN lend_v1.growth_to_apy(s.supplied * e.tokens, e.supplied * s.tokens, u.seconds) END
  FROM (SELECT) AS always_one_row
  LEFT JOIN LATERAL (
    SELECT h.observed_at, h.accrued_cumulative_borrow_rate_raw AS debt, h.accrued_total_supply_raw AS supplied,
      h.collateral_supply_raw AS tokens
    FROM lend_v1.reserve_snapshots AS h
    WHERE h.reserve = of_reserve AND h.observed_at <= from_at ORDER BY h.observed_at DESC, h.slot DESC LIMIT 1
  ) AS s ON true
  LEFT JOIN LATERAL (
    SELECT h.observed_at, h.accrued_cumulative_borrow_rate_raw AS debt, h.accrued_total_supply_raw AS supplied,
      h.collateral_supply_raw AS tokens
    FROM lend_v1.reserve_snapshots AS h
    WHERE h.reserve = of_reserve AND h.observed_at <= to_at ORDER BY h.observed_at DESC, h.slot DESC LIMIT 1
  ) AS e ON true
  CROSS JOIN LATERAL (SELECT extract(epoch FROM e.observed_at - s.observed_at)::double precision AS seconds) AS u;
END
$$;
