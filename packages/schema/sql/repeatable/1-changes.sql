-- `change_id` is the number of the transaction that added or changed a row last. Whoever copies a table reads what lies between the
-- horizon of the read before and that of now (`lend_v1.sync_horizon()`): transactions that still run have numbers from the horizon
-- on, so that none commits below a number that was read. A trigger sets it, so that no writer can forget it.
CREATE OR REPLACE FUNCTION lend.number_change() RETURNS trigger
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
  FOREACH name IN ARRAY ARRAY['reserves', 'lending_markets', 'config_changes', 'configurations', 'bucket_totals',
    'price_latest', 'price_buckets', 'price_divergence_buckets', 'liquidity_tokens', 'liquidity_coverage_latest',
    'liquidity_depth_buckets', 'liquidity_coverage_buckets', 'corrections', 'reserve_quarters', 'reserve_hours',
    'reserve_days'] LOOP
    EXECUTE format('CREATE OR REPLACE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.%I
      FOR EACH ROW EXECUTE FUNCTION lend.number_change()', name);
  END LOOP;
END
$$;

-- Anybody may prepare a transaction where the server keeps room for prepared ones, and leave it: no session has to be there, and
-- none can be ended. The horizon passes over those that can have changed nothing here: of another database, or of a login that
-- may write no row that has a number. Others hold it.
CREATE OR REPLACE FUNCTION lend.oldest_change(snapshot pg_snapshot) RETURNS xid8
LANGUAGE plpgsql STABLE PARALLEL SAFE
AS $$
DECLARE
  oldest xid8;
BEGIN
  -- A replica knows the numbers of transactions and not whose they are.
  IF pg_is_in_recovery() THEN
    RETURN pg_snapshot_xmin(snapshot);
  END IF;
  SELECT r.id INTO oldest
  FROM (
    SELECT pg_snapshot_xip(snapshot) AS id
    UNION ALL
    -- The caller's own is not in its snapshot.
    SELECT pg_current_xact_id_if_assigned()
  ) AS r
  WHERE r.id IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_prepared_xacts AS p
    WHERE p.transaction = r.id::xid AND p.owner IS NOT NULL AND (p.database <> current_database() OR NOT EXISTS (
      SELECT FROM pg_roles AS w JOIN pg_trigger AS t ON t.tgname = 'number_change'
      WHERE pg_has_role(p.owner, w.oid, 'MEMBER') AND has_table_privilege(w.oid, t.tgrelid, 'INSERT, UPDATE'))))
  ORDER BY r.id LIMIT 1;
  RETURN least(oldest, pg_snapshot_xmax(snapshot));
END
$$;

-- One expression, so that it costs next to nothing where a query asks it row by row.
CREATE OR REPLACE FUNCTION lend_v1.sync_horizon() RETURNS bigint
LANGUAGE sql STABLE PARALLEL SAFE
RETURN lend.change_id_of(CASE WHEN current_setting('max_prepared_transactions') = '0' THEN pg_snapshot_xmin(pg_current_snapshot())
  ELSE lend.oldest_change(pg_current_snapshot()) END);
