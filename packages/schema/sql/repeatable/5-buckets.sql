-- Whole buckets, put together from the rows of `reserve_quarters`, `reserve_hours` and `reserve_days`, and what follows when those change.

-- Written with the change, so that no writer of buckets can forget it. Writers of the same day of the same reserve wait for each other.
CREATE OR REPLACE FUNCTION lend.number_changed_days() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO lend.bucket_revisions AS r (reserve, day, revision)
  SELECT s.address, c.day, lend.change_id_of(pg_current_xact_id())
  FROM (SELECT DISTINCT n.reserve_id, date_trunc('day', n.bucket_start, 'UTC') AS day FROM changed AS n) AS c
  JOIN lend.reserves AS s ON s.id = c.reserve_id
  ORDER BY 1, 2
  ON CONFLICT (reserve, day) DO UPDATE SET revision = excluded.revision WHERE r.revision <> excluded.revision;
  RETURN NULL;
END
$$;

-- A table was emptied: nothing tells any more which days it had.
CREATE OR REPLACE FUNCTION lend.number_all_days() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO lend.bucket_revisions AS r (reserve, day, revision)
  SELECT s.address, d.day, lend.change_id_of(pg_current_xact_id())
  FROM lend.reserves AS s CROSS JOIN LATERAL generate_series(date_trunc('day', least(s.first_seen_at, now()), 'UTC'),
    now() + interval '1 day', interval '1 day') AS d(day)
  UNION
  SELECT reserve, day, lend.change_id_of(pg_current_xact_id()) FROM lend.bucket_revisions
  ORDER BY 1, 2
  ON CONFLICT (reserve, day) DO UPDATE SET revision = excluded.revision;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION lend.number_changed_days(), lend.number_all_days() FROM PUBLIC;

-- One list of columns for the three views, and for the trigger that keeps what a correction replaces as the view has it.
DO $make$
DECLARE
  -- Always known, and in USD.
  of_number constant text := 'coalesce(b.%1$s_open_f, b.%1$s_close_f)::float8 AS %1$s_open_f,
    coalesce(b.%1$s_min_f, least(coalesce(b.%1$s_open_f, b.%1$s_close_f), b.%1$s_close_f))::float8 AS %1$s_min_f,
    coalesce(b.%1$s_max_f, greatest(coalesce(b.%1$s_open_f, b.%1$s_close_f), b.%1$s_close_f))::float8 AS %1$s_max_f,
    nullif(coalesce(b.%1$s_twavg_f, b.%1$s_close_f), ''NaN'') AS %1$s_twavg_f,
    b.%1$s_close_f::float8 AS %1$s_close_f';
  of_usd constant text := 'nullif(coalesce(b.%1$s_open_f, b.%1$s_close_f), ''NaN'') AS %1$s_open_f,
    nullif(coalesce(b.%1$s_min_f, least(nullif(coalesce(b.%1$s_open_f, b.%1$s_close_f), ''NaN''), b.%1$s_close_f)), ''NaN'') AS %1$s_min_f,
    nullif(coalesce(b.%1$s_max_f, greatest(nullif(coalesce(b.%1$s_open_f, b.%1$s_close_f), ''NaN''), b.%1$s_close_f)), ''NaN'') AS %1$s_max_f,
    nullif(coalesce(b.%1$s_twavg_f, b.%1$s_close_f), ''NaN'') AS %1$s_twavg_f,
    b.%1$s_close_f::float8 AS %1$s_close_f';
  numbers constant text := (
    SELECT string_agg(format(CASE WHEN n LIKE '%\_usd' THEN of_usd ELSE of_number END, n), E',\n    ' ORDER BY place)
    FROM unnest(ARRAY['available_amount', 'supplied_amount', 'borrowed_amount', 'available_amount_usd', 'supplied_amount_usd',
      'borrowed_amount_usd', 'price_usd', 'utilization', 'borrow_apr', 'borrow_apy', 'supply_apr', 'supply_apy', 'rewards_apr'])
      WITH ORDINALITY AS u(n, place));
  exact_at_open constant text := (
    SELECT string_agg(format('coalesce(b.open_%1$s, b.close_%1$s) AS open_%1$s', n), ', ' ORDER BY place)
    FROM unnest(ARRAY['available_amount_raw', 'borrowed_amount_sf', 'total_supply_sf', 'cumulative_borrow_rate_bsf',
      'collateral_supply_raw', 'market_price_sf']) WITH ORDINALITY AS u(n, place));
  proof constant text := 'CASE b.%1$s_proof WHEN 1 THEN ''same_account'' WHEN 2 THEN ''later_account'' WHEN 3 THEN ''index_continuity'' END AS %1$s_proof';
  whole constant text := format('b.bucket_start,
    b.bucket_start + %%1$s AS bucket_end,
    b.open_slot, b.close_slot,
    CASE WHEN b.open_slot IS NOT NULL THEN coalesce(b.open_at, b.bucket_start) END AS open_at,
    CASE WHEN b.close_slot IS NOT NULL THEN coalesce(b.close_at, b.bucket_start + %%1$s) END AS close_at,
    b.open_observed_at, b.close_observed_at,
    %s,
    b.borrow_apy_realised_f::float8 AS borrow_apy_realised_f, b.supply_apy_realised_f::float8 AS supply_apy_realised_f,
    b.observations, b.snapshots,
    coalesce(b.observed_seconds, b.elapsed_seconds, extract(epoch FROM %%1$s)::integer) AS observed_seconds,
    coalesce(b.elapsed_seconds, extract(epoch FROM %%1$s)::integer) AS elapsed_seconds,
    b.computed_at, b.rollup_version::integer AS rollup_version, b.final, r.protocol, r.address AS reserve, r.lending_market,
    b.quality, b.gap_reason, %s, %s, %s,
    b.close_available_amount_raw, b.close_borrowed_amount_sf, b.close_total_supply_sf, b.close_cumulative_borrow_rate_bsf,
    b.close_collateral_supply_raw, b.close_market_price_sf,
    (b.interest_supply_side_sf + b.interest_protocol_sf + coalesce(b.interest_referrer_max_sf, 0)
      + coalesce(b.interest_host_sf, 0))::numeric(40) AS interest_sf,
    b.interest_supply_side_sf, b.interest_protocol_sf,
    (CASE WHEN b.interest_supply_side_sf IS NOT NULL THEN coalesce(b.interest_referrer_max_sf, 0) END)::numeric(40) AS interest_referrer_max_sf,
    (CASE WHEN b.interest_supply_side_sf IS NOT NULL THEN coalesce(b.interest_host_sf, 0) END)::numeric(40) AS interest_host_sf,
    (b.interest_supply_side_usd_sf + b.interest_protocol_usd_sf + coalesce(b.interest_referrer_max_usd_sf, 0)
      + coalesce(b.interest_host_usd_sf, 0))::numeric(80) AS interest_usd_sf,
    b.interest_supply_side_usd_sf, b.interest_protocol_usd_sf,
    (CASE WHEN b.interest_supply_side_usd_sf IS NOT NULL THEN coalesce(b.interest_referrer_max_usd_sf, 0) END)::numeric(80) AS interest_referrer_max_usd_sf,
    (CASE WHEN b.interest_supply_side_usd_sf IS NOT NULL THEN coalesce(b.interest_host_usd_sf, 0) END)::numeric(80) AS interest_host_usd_sf,
    b.open_price_status,
    nullif(coalesce(b.open_price_updated_at, b.close_price_updated_at), ''-infinity'') AS open_price_updated_at,
    b.close_price_status, b.close_price_updated_at, b.interest_rate_basis, b.change_id, b.reserve_id,
    coalesce(b.priced_seconds, CASE WHEN b.interest_supply_side_usd_sf IS NULL THEN 0
      ELSE coalesce(b.elapsed_seconds, extract(epoch FROM %%1$s)::integer) END) AS priced_seconds',
    numbers, format(proof, 'open'), format(proof, 'close'), exact_at_open);
  t record;
BEGIN
  -- Nothing but a correction that is at work is kept, and of it what was final: the rest was never said to stay. In the statement that changes the
  -- buckets: either both stand, or neither. Arguments: the name of the view, and how long its buckets are.
  EXECUTE format($f$
CREATE OR REPLACE FUNCTION lend.keep_corrected_buckets() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM lend.open_corrections) THEN
    RETURN NULL;
  END IF;
  WITH whole AS (
    SELECT b.is_old, %s
    FROM (SELECT true AS is_old, w.* FROM was AS w UNION ALL SELECT false, c.* FROM changed AS c) AS b
    JOIN lend.reserves AS r ON r.id = b.reserve_id
  )
  INSERT INTO lend.corrections (reserve, protocol, of_table, at, field, old_value, new_value, old_version, new_version, reason)
  SELECT n.reserve, n.protocol, TG_ARGV[0], n.bucket_start, f.key, f.value, t.value, o.rollup_version, n.rollup_version, c.reason
  FROM whole AS o
  JOIN whole AS n ON n.reserve_id = o.reserve_id AND n.bucket_start = o.bucket_start AND NOT n.is_old
  JOIN lend.open_corrections AS c ON c.reserve = n.reserve AND c.day = date_trunc('day', n.bucket_start, 'UTC')
  CROSS JOIN LATERAL json_each_text(row_to_json(o)) AS f
  JOIN LATERAL json_each_text(row_to_json(n)) AS t ON t.key = f.key
  WHERE o.is_old AND o.final AND f.value IS DISTINCT FROM t.value AND f.key NOT IN ('change_id', 'computed_at', 'is_old')
  ORDER BY 1, 4, 5;
  RETURN NULL;
END
$$
$f$, format(whole, 'TG_ARGV[1]::interval'));
  REVOKE ALL ON FUNCTION lend.keep_corrected_buckets() FROM PUBLIC;

  FOR t IN SELECT * FROM (VALUES
    ('reserve_quarters', 'reserve_quarter_hourly', interval '15 minutes', NULL),
    ('reserve_hours', 'reserve_hourly', interval '1 hour', '{3600,14400,86400}'),
    ('reserve_days', 'reserve_daily', interval '1 day', '{86400}')) AS v (name, view, width, totals)
  LOOP
    -- An outer join: left out of a plan whose query has no column of the reserve.
    EXECUTE format('CREATE OR REPLACE VIEW lend.%I AS SELECT %s FROM lend.%I AS b LEFT JOIN lend.reserves AS r ON r.id = b.reserve_id',
      t.view, format(whole, quote_literal(t.width) || '::interval'), t.name);
    EXECUTE format('CREATE OR REPLACE TRIGGER correction_is_kept AFTER UPDATE ON lend.%I REFERENCING OLD TABLE AS was NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.keep_corrected_buckets(%L, %L)', t.name, t.view, t.width);
    EXECUTE format('CREATE OR REPLACE TRIGGER day_is_changed_by_new AFTER INSERT ON lend.%I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days()', t.name);
    EXECUTE format('CREATE OR REPLACE TRIGGER day_is_changed AFTER UPDATE ON lend.%I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days()', t.name);
    EXECUTE format('CREATE OR REPLACE TRIGGER day_is_changed_by_deletion AFTER DELETE ON lend.%I REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days()', t.name);
    EXECUTE format('CREATE OR REPLACE TRIGGER days_are_changed_by_all AFTER TRUNCATE ON lend.%I
      FOR EACH STATEMENT EXECUTE FUNCTION lend.number_all_days()', t.name);
    CONTINUE WHEN t.totals IS NULL;
    EXECUTE format('CREATE OR REPLACE TRIGGER totals_are_due_of_new AFTER INSERT ON lend.%I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals(%L)', t.name, t.totals);
    EXECUTE format('CREATE OR REPLACE TRIGGER totals_are_due_of_changed AFTER UPDATE ON lend.%I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals(%L)', t.name, t.totals);
    EXECUTE format('CREATE OR REPLACE TRIGGER totals_are_due_of_deleted AFTER DELETE ON lend.%I REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals(%L)', t.name, t.totals);
    EXECUTE format('CREATE OR REPLACE TRIGGER totals_are_due_of_all AFTER TRUNCATE ON lend.%I
      FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_all_totals()', t.name);
  END LOOP;
END
$make$;
