-- `change_id` is the number of the transaction that added or changed a row last. Whoever copies a table reads what lies between the
-- horizon of the read before and that of now (`lend_v1.sync_horizon()`): transactions that still run have numbers from the horizon
-- on, so that none commits below a number that was read. A trigger sets it, so that no writer can forget it, an earlier version beside
-- this one among them. Rows from before have 0. BRIN, because rows of a page change about the same time, and because such an index
-- takes no space and, from Postgres 16 on, lets rows be updated in place.

-- The number of a transaction in this database. After a restore into another cluster, which counts from the beginning, the migration
-- replaces this by one that adds the largest number that was restored.
CREATE FUNCTION lend.change_id_of(transaction_id xid8) RETURNS bigint
LANGUAGE sql IMMUTABLE PARALLEL SAFE RETURN 0 + transaction_id::text::bigint;

CREATE FUNCTION lend_v1.sync_horizon() RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE RETURN lend.change_id_of(pg_snapshot_xmin(pg_current_snapshot()));

CREATE FUNCTION lend.number_change() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  NEW.change_id := lend.change_id_of(pg_current_xact_id());
  RETURN NEW;
END
$$;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['reserve_quarter_hourly', 'reserve_hourly', 'reserve_daily', 'bucket_totals', 'reserves',
    'lending_markets', 'config_changes', 'configurations'] LOOP
    EXECUTE format('ALTER TABLE lend.%I ADD COLUMN change_id bigint NOT NULL DEFAULT 0', name);
    EXECUTE format('CREATE INDEX %I ON lend.%I USING brin (change_id) WITH (pages_per_range = 32)', name || '_change_id_idx', name);
    EXECUTE format('CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.%I FOR EACH ROW EXECUTE FUNCTION lend.number_change()', name);
  END LOOP;
END
$$;
