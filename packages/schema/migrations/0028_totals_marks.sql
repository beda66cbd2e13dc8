-- A change locks the marks that it needs, also those that are there already. With `DO NOTHING` a transaction that changed a listing
-- while the rollup was deleting the mark left none: the old totals stayed. Newest first, as the rollup locks them.
CREATE OR REPLACE FUNCTION lend.mark_changed_totals() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO lend.bucket_totals_due (protocol, width_seconds, bucket_start)
  SELECT DISTINCT c.protocol, w.seconds, date_bin(make_interval(secs => w.seconds), c.bucket_start, 'epoch')
  FROM changed AS c CROSS JOIN unnest(TG_ARGV[0]::integer[]) AS w(seconds)
  ORDER BY 1, 2, 3 DESC
  ON CONFLICT (protocol, width_seconds, bucket_start) DO UPDATE SET protocol = excluded.protocol;
  RETURN NULL;
END
$$;

CREATE OR REPLACE FUNCTION lend.mark_all_totals() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO lend.bucket_totals_due (protocol, width_seconds, bucket_start)
  SELECT DISTINCT t.protocol, t.width_seconds, t.bucket_start FROM lend.bucket_totals AS t
  WHERE t.subject_kind = 'protocol' AND (TG_OP = 'TRUNCATE' OR t.protocol = to_jsonb(NEW) ->> 'protocol')
  ORDER BY 1, 2, 3 DESC
  ON CONFLICT (protocol, width_seconds, bucket_start) DO UPDATE SET protocol = excluded.protocol;
  RETURN NULL;
END
$$;
