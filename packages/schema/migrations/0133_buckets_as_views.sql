-- before: lend.copy_buckets_step()
-- with the views: those of lend_v1 read the new ones when this is visible.
DO $$
DECLARE
  c lend.bucket_copies;
  lists record;
  left_over bigint;
BEGIN
  SELECT * INTO lists FROM lend.bucket_columns();
  LOCK TABLE lend.reserve_quarter_hourly, lend.reserve_hourly, lend.reserve_daily IN ACCESS EXCLUSIVE MODE;
  FOR c IN SELECT * FROM lend.bucket_copies ORDER BY of_table LOOP
    PERFORM lend.copy_buckets(c.of_table, format('w.reserve > %L COLLATE "C" OR w.change_id >= %s', c.copied_to, coalesce(c.changed_from, 0)));
    -- Deleted since they were copied.
    EXECUTE format('SELECT (SELECT count(*) FROM lend.%I) - (SELECT count(*) FROM lend.%I)', c.copy, c.of_table) INTO left_over;
    IF left_over > 0 THEN
      EXECUTE format('DELETE FROM lend.%I AS n WHERE NOT EXISTS (SELECT FROM lend.%I AS w JOIN lend.reserves AS r ON r.address = w.reserve
        WHERE r.id = n.reserve_id AND w.bucket_start = n.bucket_start)', c.copy, c.of_table);
      EXECUTE format('SELECT (SELECT count(*) FROM lend.%I) - (SELECT count(*) FROM lend.%I)', c.copy, c.of_table) INTO left_over;
    END IF;
    IF left_over <> 0 THEN
      RAISE EXCEPTION 'lend.% has % rows more than its copy', c.of_table, -left_over USING ERRCODE = 'data_corrupted';
    END IF;
    EXECUTE format('ALTER TABLE lend.%I RENAME TO %I', c.of_table, c.of_table || '_before');
    -- Left out of a plan whose query has no column of the reserve.
    EXECUTE format('CREATE VIEW lend.%I AS SELECT %s FROM lend.%I AS b LEFT JOIN lend.reserves AS r ON r.id = b.reserve_id',
      c.of_table, format(lists.wide, c.width), c.copy);
  END LOOP;
END
$$;

-- As before, of rows that have a number for their reserve.
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

-- Values are kept as the view has them. Arguments: its name, and how long its buckets are.
DO $make$
DECLARE
  lists record;
  t record;
BEGIN
  SELECT * INTO lists FROM lend.bucket_columns();
  EXECUTE format($f$
CREATE OR REPLACE FUNCTION lend.keep_corrected_buckets() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM lend.open_corrections) THEN
    RETURN NULL;
  END IF;
  WITH whole AS (
    SELECT b.is_old,
  %s
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
$f$, replace(lists.wide, '%1$L::interval', 'TG_ARGV[1]::interval'));

  FOR t IN SELECT b.copy AS name, b.of_table AS view, b.width, CASE b.of_table WHEN 'reserve_hourly' THEN '{3600,14400,86400}' WHEN 'reserve_daily' THEN '{86400}' END AS totals
    FROM lend.bucket_copies AS b LOOP
    EXECUTE format('CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.%I FOR EACH ROW EXECUTE FUNCTION lend.number_change()', t.name);
    EXECUTE format('CREATE TRIGGER correction_is_kept AFTER UPDATE ON lend.%I REFERENCING OLD TABLE AS was NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.keep_corrected_buckets(%L, %L)', t.name, t.view, t.width);
    EXECUTE format('CREATE TRIGGER day_is_changed_by_new AFTER INSERT ON lend.%I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days()', t.name);
    EXECUTE format('CREATE TRIGGER day_is_changed AFTER UPDATE ON lend.%I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days()', t.name);
    EXECUTE format('CREATE TRIGGER day_is_changed_by_deletion AFTER DELETE ON lend.%I REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days()', t.name);
    EXECUTE format('CREATE TRIGGER days_are_changed_by_all AFTER TRUNCATE ON lend.%I
      FOR EACH STATEMENT EXECUTE FUNCTION lend.number_all_days()', t.name);
    CONTINUE WHEN t.totals IS NULL;
    EXECUTE format('CREATE TRIGGER totals_are_due_of_new AFTER INSERT ON lend.%I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals(%L)', t.name, t.totals);
    EXECUTE format('CREATE TRIGGER totals_are_due_of_changed AFTER UPDATE ON lend.%I REFERENCING NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals(%L)', t.name, t.totals);
    EXECUTE format('CREATE TRIGGER totals_are_due_of_deleted AFTER DELETE ON lend.%I REFERENCING OLD TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals(%L)', t.name, t.totals);
    EXECUTE format('CREATE TRIGGER totals_are_due_of_all AFTER TRUNCATE ON lend.%I
      FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_all_totals()', t.name);
  END LOOP;
END
$make$;

DROP FUNCTION lend.bucket_columns(), lend.copy_buckets(text, text), lend.copy_buckets_step();
DROP TABLE lend.bucket_copies;
