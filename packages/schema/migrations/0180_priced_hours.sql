-- A day in USD is the sum of its priced hours, and says of how much of its time they are. A null stands for all of the time that has passed
-- where there is a sum, and for none of it where there is not.
DO $$
DECLARE
  bucket record;
  priced constant text := 'b.reserve_id, coalesce(b.priced_seconds, CASE WHEN b.interest_supply_side_usd_sf IS NULL THEN 0
    ELSE coalesce(b.elapsed_seconds, extract(epoch FROM %s::interval)::integer) END) AS priced_seconds FROM';
BEGIN
  FOR bucket IN SELECT * FROM (VALUES ('reserve_quarters', 'reserve_quarter_hourly', '15 minutes'), ('reserve_hours', 'reserve_hourly', '1 hour'),
    ('reserve_days', 'reserve_daily', '1 day')) AS t (name, view, width) LOOP
    EXECUTE format('ALTER TABLE lend.%I ADD COLUMN priced_seconds integer, ADD CONSTRAINT priced_is_a_count CHECK (priced_seconds >= 0)', bucket.name);
    -- At the end, where a view takes a column that is new.
    EXECUTE format('CREATE OR REPLACE VIEW lend.%I AS %s', bucket.view,
      regexp_replace(pg_get_viewdef(format('lend.%I', bucket.view)::regclass), 'b\.reserve_id\s+FROM', format(priced, quote_literal(bucket.width))));
  END LOOP;
  EXECUTE regexp_replace(pg_get_functiondef('lend.keep_corrected_buckets'::regproc), 'b\.reserve_id\s+FROM', format(priced, 'TG_ARGV[1]'));
END
$$;
