-- Numbers of changes never fall. A database that was restored into another cluster holds numbers that the transactions of this one
-- have yet to reach: from now on the largest of them is added. Reserves and the newest totals tell, because they change all the
-- time; all tables are read only where they do.
DO $$
DECLARE
  next_id constant bigint := lend.change_id_of(pg_snapshot_xmax(pg_current_snapshot()));
  newest constant bigint := greatest(
    (SELECT max(change_id) FROM lend.reserves),
    (SELECT max(t.change_id) FROM (SELECT DISTINCT protocol FROM lend.reserves) AS p CROSS JOIN LATERAL (
      SELECT b.change_id FROM lend.bucket_totals AS b WHERE b.protocol = p.protocol AND b.width_seconds = 3600
      ORDER BY b.bucket_start DESC LIMIT 100) AS t));
  tables text;
  largest_of text;
  largest bigint;
BEGIN
  IF newest >= next_id THEN
    SELECT string_agg(format('lend.%I', c.relname), ', ' ORDER BY c.relname),
      format('SELECT greatest(%s)', string_agg(format('(SELECT max(change_id) FROM lend.%I)', c.relname), ', '))
    INTO tables, largest_of
    FROM pg_class AS c JOIN pg_attribute AS a ON a.attrelid = c.oid
    WHERE c.relnamespace = 'lend'::regnamespace AND c.relkind = 'r' AND a.attname = 'change_id' AND NOT a.attisdropped;
    EXECUTE format('LOCK TABLE %s IN SHARE MODE', tables);
    EXECUTE largest_of INTO largest;
    EXECUTE format('CREATE OR REPLACE FUNCTION lend.change_id_of(transaction_id xid8) RETURNS bigint
      LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN %s + transaction_id::text::bigint', largest);
  END IF;
END
$$;
