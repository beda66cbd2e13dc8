-- Numbers of changes never fall. A database that was restored into another cluster holds numbers that the transactions of this one
-- have yet to reach: from now on the largest of them is added. Reserves and the newest totals tell, because they change all the
-- time; only where they do is everything read.
DO $$
DECLARE
  next constant bigint := lend.change_id_of(pg_snapshot_xmax(pg_current_snapshot()));
  newest constant bigint := greatest(
    (SELECT max(r.change_id) FROM lend.reserves AS r),
    (SELECT max(t.change_id) FROM lend.bucket_totals AS t
      WHERE t.subject_kind = 'protocol' AND t.subject = '' AND t.width_seconds = 3600 AND t.bucket_start > (
        SELECT max(n.bucket_start) - interval '3 hours' FROM lend.bucket_totals AS n WHERE n.protocol = t.protocol AND n.width_seconds = 3600)));
  largest bigint;
BEGIN
  IF newest < next IS NOT FALSE THEN
    RETURN;
  END IF;
  LOCK TABLE lend.reserve_quarter_hourly, lend.reserve_hourly, lend.reserve_daily, lend.bucket_totals, lend.reserves, lend.lending_markets,
    lend.config_changes, lend.configurations IN SHARE MODE;
  SELECT max(c.change_id) INTO largest FROM (
    SELECT max(change_id) FROM lend.reserve_quarter_hourly UNION ALL SELECT max(change_id) FROM lend.reserve_hourly
    UNION ALL SELECT max(change_id) FROM lend.reserve_daily UNION ALL SELECT max(change_id) FROM lend.bucket_totals
    UNION ALL SELECT max(change_id) FROM lend.reserves UNION ALL SELECT max(change_id) FROM lend.lending_markets
    UNION ALL SELECT max(change_id) FROM lend.config_changes UNION ALL SELECT max(change_id) FROM lend.configurations
  ) AS c (change_id);
  EXECUTE format('CREATE OR REPLACE FUNCTION lend.change_id_of(transaction_id xid8) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN %s + transaction_id::text::bigint', largest);
END
$$;
