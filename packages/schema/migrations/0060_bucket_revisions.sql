-- For each day (UTC) of a reserve the number of the transaction that added, changed or deleted a bucket of it last, of any width:
-- what is answered of closed buckets is known to be unchanged by the numbers of its days, without a read of their rows. Each commit
-- writes its own number, so that one that was seen never comes back. A day that has none has not changed since this migration.
CREATE TABLE lend.bucket_revisions (
  reserve text COLLATE "C" NOT NULL,
  day timestamptz NOT NULL,
  revision bigint NOT NULL,
  PRIMARY KEY (reserve, day)
);

-- Written with the change, so that no writer of buckets can forget it. Writers of the same day of the same reserve wait for each other.
CREATE FUNCTION lend.number_changed_days() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO lend.bucket_revisions AS r (reserve, day, revision)
  SELECT DISTINCT c.reserve, date_trunc('day', c.bucket_start, 'UTC'), lend.change_id_of(pg_current_xact_id())
  FROM changed AS c
  ORDER BY 1, 2
  ON CONFLICT (reserve, day) DO UPDATE SET revision = excluded.revision WHERE r.revision <> excluded.revision;
  RETURN NULL;
END
$$;

-- A table was emptied: nothing tells any more which days it had.
CREATE FUNCTION lend.number_all_days() RETURNS trigger
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

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['reserve_quarter_hourly', 'reserve_hourly', 'reserve_daily'] LOOP
    EXECUTE format('CREATE TRIGGER day_is_changed_by_new AFTER INSERT ON lend.%I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days()', name);
    EXECUTE format('CREATE TRIGGER day_is_changed AFTER UPDATE ON lend.%I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days()', name);
    EXECUTE format('CREATE TRIGGER day_is_changed_by_deletion AFTER DELETE ON lend.%I REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days()', name);
    EXECUTE format('CREATE TRIGGER days_are_changed_by_all AFTER TRUNCATE ON lend.%I
      FOR EACH STATEMENT EXECUTE FUNCTION lend.number_all_days()', name);
  END LOOP;
END
$$;
