-- What readers in SQL get wrong. Bodies of the SQL standard are parsed here, so that no search path changes what they mean.
-- A small rate keeps its digits: log1p and expm1 as W. Kahan makes them out of ln and exp. One rate that no double holds
-- (exp ends at 709.78) must not end a query over all reserves.
CREATE OR REPLACE FUNCTION lend_v1.apr_to_apy(apr double precision, periods double precision) RETURNS double precision
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
  SELECT CASE WHEN e = 1 THEN y WHEN y < -700 THEN -1 ELSE (e - 1) * y / ln(e) END
  FROM (SELECT x, 1 + x AS u FROM (SELECT apr / periods AS x) AS of_period) AS of_one
  CROSS JOIN LATERAL (SELECT periods * CASE WHEN u = 1 THEN x WHEN u > 0 THEN ln(u) * x / (u - 1) END AS y) AS of_year
  CROSS JOIN LATERAL (SELECT CASE WHEN y < 709.78 THEN exp(greatest(y, -700)) END AS e) AS grown
);

-- The difference is taken before the division, with more digits than a double has.
CREATE OR REPLACE FUNCTION lend_v1.growth_to_apy(before numeric, after numeric, seconds double precision) RETURNS double precision
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN CASE WHEN before > 0 AND seconds > 0 THEN lend_v1.apr_to_apy(
  (round(after - before, 60) / before)::double precision * (31536000 / seconds), 31536000 / seconds
) END;

-- The observation next to a moment, without a sort of all that a reserve has: no plan finds the newest row of a view that lies in two places
-- and many months along its keys. Whether there is any row in a stretch of time is one row read of it, so the stretch
-- is widened from the moment until there is one, and then halved until it is short.
CREATE OR REPLACE FUNCTION lend_v1.last_observed_at(of_reserve text, at_time timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  shortest constant double precision := 900;
  moment constant timestamptz := least(greatest(at_time, 'epoch'), '2100-01-01Z');
  near double precision := 0;
  far double precision := shortest;
  middle double precision;
BEGIN
  WHILE NOT EXISTS (
    SELECT FROM lend_v1.reserve_snapshots AS h WHERE h.reserve = of_reserve
      AND h.observed_at > moment - make_interval(secs => far) AND h.observed_at <= moment - make_interval(secs => near))
  LOOP
    -- A century: there is nothing.
    IF far > 1900000000 THEN RETURN NULL; END IF;
    near := far;
    far := far * 4;
  END LOOP;
  WHILE far - near > shortest LOOP
    middle := (near + far) / 2;
    IF EXISTS (
      SELECT FROM lend_v1.reserve_snapshots AS h WHERE h.reserve = of_reserve
        AND h.observed_at > moment - make_interval(secs => middle) AND h.observed_at <= moment - make_interval(secs => near))
    THEN far := middle; ELSE near := middle; END IF;
  END LOOP;
  RETURN (
    SELECT max(h.observed_at) FROM lend_v1.reserve_snapshots AS h WHERE h.reserve = of_reserve
      AND h.observed_at > moment - make_interval(secs => far) AND h.observed_at <= moment - make_interval(secs => near));
END
$$;

CREATE OR REPLACE FUNCTION lend_v1.next_observed_at(of_reserve text, after_time timestamptz) RETURNS timestamptz
LANGUAGE plpgsql STABLE STRICT PARALLEL SAFE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  shortest constant double precision := 900;
  moment constant timestamptz := least(greatest(after_time, 'epoch'), '2100-01-01Z');
  near double precision := 0;
  far double precision := shortest;
  middle double precision;
BEGIN
  WHILE NOT EXISTS (
    SELECT FROM lend_v1.reserve_snapshots AS h WHERE h.reserve = of_reserve
      AND h.observed_at > moment + make_interval(secs => near) AND h.observed_at <= moment + make_interval(secs => far))
  LOOP
    IF far > 1900000000 THEN RETURN NULL; END IF;
    near := far;
    far := far * 4;
  END LOOP;
  WHILE far - near > shortest LOOP
    middle := (near + far) / 2;
    IF EXISTS (
      SELECT FROM lend_v1.reserve_snapshots AS h WHERE h.reserve = of_reserve
        AND h.observed_at > moment + make_interval(secs => near) AND h.observed_at <= moment + make_interval(secs => middle))
    THEN far := middle; ELSE near := middle; END IF;
  END LOOP;
  RETURN (
    SELECT min(h.observed_at) FROM lend_v1.reserve_snapshots AS h WHERE h.reserve = of_reserve
      AND h.observed_at > moment + make_interval(secs => near) AND h.observed_at <= moment + make_interval(secs => far));
END
$$;

-- The state of a reserve at a moment, as far as SQL can say it: accrual is the programs' own arithmetic of 256 bits, which has one origin.
-- Accrued amounts of one account never fall, so that those of two observations of it bound what lies between them, and settle it
-- where they are the same.
CREATE OR REPLACE FUNCTION lend_v1.reserve_at(of_reserve text, at_time timestamptz)
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
DECLARE
  before_at constant timestamptz := lend_v1.last_observed_at(of_reserve, at_time);
  after_at constant timestamptz := lend_v1.next_observed_at(of_reserve, at_time);
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
    WHERE h.reserve = of_reserve AND h.observed_at = before_at ORDER BY h.slot DESC LIMIT 1
  ) AS p ON true
  LEFT JOIN LATERAL (
    SELECT * FROM (
      (SELECT h.observed_at, h.slot, h.account_sha256, h.last_update_slot, h.accrued_available_amount_raw,
        h.accrued_borrowed_amount_raw, h.accrued_total_supply_raw, h.accrued_cumulative_borrow_rate_raw
      FROM lend_v1.reserve_snapshots AS h
      WHERE h.reserve = of_reserve AND h.observed_at = after_at ORDER BY h.slot LIMIT 1)
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

-- Between the indices of both moments themselves, as the windows of the API have them: on the line between the rows around a moment, where those hold one
-- account or are no more than a quarter of an hour apart. Elsewhere the newest row before it.
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
