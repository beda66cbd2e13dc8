-- Between the indices of both moments themselves, as the windows of the API have them: on the line between the rows around a moment, where those hold one
-- account or are no more than a quarter of an hour apart. Elsewhere the newest row before it, as before (0080).
CREATE OR REPLACE FUNCTION lend_v1.realised_apy(of_reserve text, from_at timestamptz, to_at timestamptz)
RETURNS TABLE (
  start_at timestamptz, end_at timestamptz, borrow_apy_realised_f double precision, supply_apy_realised_f double precision
) LANGUAGE plpgsql STABLE PARALLEL SAFE ROWS 1 SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  moment timestamptz;
  before_at timestamptz;
  after_at timestamptz;
  s record;
  e record;
BEGIN
  FOREACH moment IN ARRAY ARRAY[from_at, to_at] LOOP
    s := e;
    before_at := lend_v1.last_observed_at(of_reserve, moment);
    after_at := lend_v1.next_observed_at(of_reserve, moment);
    SELECT CASE WHEN f.passed > 0 THEN moment ELSE p.observed_at END AS at, f.passed + f.ahead AS stretch,
      p.debt * f.ahead + coalesce(n.debt, 0) * f.passed AS debt,
      p.supplied * f.tokens * f.ahead + coalesce(n.supplied, 0) * p.tokens * f.passed AS supplied, p.tokens * f.tokens * (f.passed + f.ahead) AS tokens
    INTO e
    FROM (SELECT) AS always_one_row
    LEFT JOIN LATERAL (
      SELECT h.observed_at, h.accrued_cumulative_borrow_rate_raw AS debt, h.accrued_total_supply_raw AS supplied,
        h.collateral_supply_raw AS tokens, h.account_sha256
      FROM lend_v1.reserve_snapshots AS h
      WHERE h.reserve = of_reserve AND h.observed_at = before_at ORDER BY h.slot DESC LIMIT 1
    ) AS p ON true
    LEFT JOIN LATERAL (
      SELECT * FROM (
        (SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_raw AS debt, h.accrued_total_supply_raw AS supplied,
          h.collateral_supply_raw AS tokens, h.account_sha256
        FROM lend_v1.reserve_snapshots AS h
        WHERE h.reserve = of_reserve AND h.observed_at = after_at ORDER BY h.slot LIMIT 1)
        UNION ALL
        SELECT l.observed_at, l.slot, l.accrued_cumulative_borrow_rate_raw, l.accrued_total_supply_raw, l.collateral_supply_raw, l.account_sha256
        FROM lend_v1.reserve_latest AS l WHERE l.reserve = of_reserve AND l.observed_at >= moment
      ) AS later ORDER BY later.observed_at, later.slot LIMIT 1
    ) AS n ON p.observed_at < moment
    CROSS JOIN LATERAL (
      SELECT coalesce(n.account_sha256 = p.account_sha256 OR n.observed_at <= p.observed_at + interval '15 minutes', false) AS is_between
    ) AS k
    CROSS JOIN LATERAL (
      SELECT CASE WHEN k.is_between THEN extract(epoch FROM moment - p.observed_at) ELSE 0 END AS passed,
        CASE WHEN k.is_between THEN extract(epoch FROM n.observed_at - moment) ELSE 1 END AS ahead,
        CASE WHEN k.is_between THEN n.tokens ELSE 1 END AS tokens
    ) AS f;
  END LOOP;
  RETURN QUERY
  SELECT s.at, e.at,
    CASE WHEN e.debt * s.stretch >= s.debt * e.stretch THEN lend_v1.growth_to_apy(s.debt * e.stretch, e.debt * s.stretch, u.seconds) END,
    CASE WHEN e.supplied > 0 AND s.tokens > 0 AND e.tokens > 0
      THEN lend_v1.growth_to_apy(s.supplied * e.tokens, e.supplied * s.tokens, u.seconds) END
  FROM (SELECT extract(epoch FROM e.at - s.at)::double precision AS seconds) AS u;
END
$$;
