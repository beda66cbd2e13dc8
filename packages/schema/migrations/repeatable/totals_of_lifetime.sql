-- Replaces what a numbered file made, whichever of them runs last: a number that is free is lower than the highest.
-- The periods in which a reserve counts otherwise than before are those between its old and its new first sight, and between its old and its new
-- end: the others are left as they are. All that began later were made again before, of a past that is filled backwards each day all that is newer.
CREATE OR REPLACE FUNCTION lend.mark_totals_of_lifetime() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  moved constant tstzrange := CASE WHEN TG_OP = 'INSERT' THEN tstzrange(NEW.first_seen_at, NULL)
    WHEN OLD.first_seen_at <> NEW.first_seen_at
      THEN tstzrange(least(OLD.first_seen_at, NEW.first_seen_at), greatest(OLD.first_seen_at, NEW.first_seen_at), '[]') END;
  -- An end that is null never comes.
  ended constant tstzrange := CASE WHEN TG_OP = 'UPDATE' AND OLD.missing_since_at IS DISTINCT FROM NEW.missing_since_at
    THEN tstzrange(least(OLD.missing_since_at, NEW.missing_since_at), CASE WHEN num_nulls(OLD.missing_since_at, NEW.missing_since_at) = 0
      THEN greatest(OLD.missing_since_at, NEW.missing_since_at) END, '[]') END;
BEGIN
  INSERT INTO lend.bucket_totals_due (protocol, width_seconds, bucket_start)
  SELECT DISTINCT t.protocol, t.width_seconds, t.bucket_start
  FROM unnest(ARRAY[moved, ended]) AS r(range)
  JOIN lend.bucket_totals AS t
    ON t.bucket_start > lower(r.range) - interval '1 day'
    -- Times of a life are published in whole seconds.
    AND t.bucket_start + make_interval(secs => t.width_seconds) > lower(r.range) - interval '1 second'
    AND t.bucket_start < coalesce(upper(r.range), 'infinity') + interval '1 second'
  WHERE t.protocol = NEW.protocol AND t.subject_kind = 'protocol' AND t.subject = ''
  ORDER BY 1, 2, 3 DESC
  ON CONFLICT (protocol, width_seconds, bucket_start) DO UPDATE SET protocol = excluded.protocol;
  RETURN NULL;
END
$$;
