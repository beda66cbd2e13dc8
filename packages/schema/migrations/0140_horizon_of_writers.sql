-- Anybody may prepare a transaction where the server keeps room for prepared ones, and leave it: no session has to be there, and
-- none can be ended. The horizon passes over those that can have changed nothing here: of another database, or of a login that
-- may write no row that has a number. Others hold it as before.
CREATE FUNCTION lend.oldest_change(snapshot pg_snapshot) RETURNS xid8
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
