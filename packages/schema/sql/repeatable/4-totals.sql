-- Periods whose stored totals are to be made again (`lend.bucket_totals_due`). A change locks the marks that it needs, also those that are there
-- already. With `DO NOTHING` a transaction that changed a listing while the rollup was deleting the mark left none: the old totals stayed. Newest
-- first, as the rollup locks them.
CREATE OR REPLACE FUNCTION lend.mark_changed_totals() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO lend.bucket_totals_due (protocol, width_seconds, bucket_start)
  SELECT DISTINCT s.protocol, w.seconds, date_bin(make_interval(secs => w.seconds), c.bucket_start, 'epoch')
  FROM changed AS c JOIN lend.reserves AS s ON s.id = c.reserve_id CROSS JOIN unnest(TG_ARGV[0]::integer[]) AS w(seconds)
  ORDER BY 1, 2, 3 DESC
  ON CONFLICT (protocol, width_seconds, bucket_start) DO UPDATE SET protocol = excluded.protocol;
  RETURN NULL;
END
$$;

-- All periods of the protocol `NEW` is of; of every protocol where a table was emptied. Those of all protocols together are made with those of each.
CREATE OR REPLACE FUNCTION lend.mark_all_totals() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO lend.bucket_totals_due (protocol, width_seconds, bucket_start)
  SELECT DISTINCT t.protocol, t.width_seconds, t.bucket_start FROM lend.bucket_totals AS t
  WHERE t.subject_kind = 'protocol' AND t.protocol <> 'all' AND (TG_OP = 'TRUNCATE' OR t.protocol = to_jsonb(NEW) ->> 'protocol')
  ORDER BY 1, 2, 3 DESC
  ON CONFLICT (protocol, width_seconds, bucket_start) DO UPDATE SET protocol = excluded.protocol;
  RETURN NULL;
END
$$;

-- What a reserve counts in is the time from its first sight until it left the chain. The periods in which it counts otherwise than before are
-- those between its old and its new first sight, and between its old and its new end: the others are left as they are. All that began later were
-- made again before, of a past that is filled backwards each day all that is newer.
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

REVOKE ALL ON FUNCTION lend.mark_changed_totals(), lend.mark_all_totals(), lend.mark_totals_of_lifetime() FROM PUBLIC;

-- A market that is listed from now on, or not any more, and a reserve that turns out to be in another place.
CREATE OR REPLACE TRIGGER totals_are_due_of_new AFTER INSERT ON lend.lending_markets FOR EACH ROW
  WHEN (NEW.listed) EXECUTE FUNCTION lend.mark_all_totals();
CREATE OR REPLACE TRIGGER totals_are_due_of_changed AFTER UPDATE ON lend.lending_markets FOR EACH ROW
  WHEN (OLD.listed <> NEW.listed) EXECUTE FUNCTION lend.mark_all_totals();
CREATE OR REPLACE TRIGGER totals_are_due_of_changed AFTER UPDATE ON lend.reserves FOR EACH ROW
  WHEN ((OLD.lending_market, OLD.token_mint, OLD.token_decimals, OLD.underlying_reserve)
    IS DISTINCT FROM (NEW.lending_market, NEW.token_mint, NEW.token_decimals, NEW.underlying_reserve))
  EXECUTE FUNCTION lend.mark_all_totals();
CREATE OR REPLACE TRIGGER totals_are_due_of_added AFTER INSERT ON lend.reserves
  FOR EACH ROW EXECUTE FUNCTION lend.mark_totals_of_lifetime();
CREATE OR REPLACE TRIGGER totals_are_due_of_lifetime AFTER UPDATE ON lend.reserves FOR EACH ROW
  WHEN ((OLD.first_seen_at, OLD.missing_since_at) IS DISTINCT FROM (NEW.first_seen_at, NEW.missing_since_at))
  EXECUTE FUNCTION lend.mark_totals_of_lifetime();
