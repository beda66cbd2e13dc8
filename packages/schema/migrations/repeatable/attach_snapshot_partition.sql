-- Makes the partition of a month and moves the rows of the default partition into it; returns how many. Only an owner may
-- attach a partition. This function lends that right, and nothing else, to the indexer's role, which owns nothing.
-- `CREATE TABLE … PARTITION OF` would refuse while the default partition holds rows of the month. Everybody waits at the
-- parent: a writer that had chosen the default partition already would fail when its turn comes, because the row no longer
-- belongs there; a reader that had already looked up which partitions there are, and waited at the default one, would find
-- the rows neither there nor in the partition that it does not know.
-- While it waits for somebody who reads the table, writers queue behind it: it gives up after 200 ms, and is to be called again.
CREATE OR REPLACE FUNCTION lend.attach_snapshot_partition(month date) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET TimeZone = 'UTC' SET lock_timeout = '200ms'
AS $$
DECLARE
  name constant text := 'reserve_snapshots_y' || to_char(month, 'YYYY') || 'm' || to_char(month, 'MM');
  start_at constant timestamptz := month;
  end_at constant timestamptz := month + interval '1 month';
  moved bigint;
BEGIN
  IF month IS NULL OR month <> date_trunc('month', month) OR month < '0001-01-01' OR month > '9999-11-01' THEN
    RAISE EXCEPTION 'not the first day of a month: %', month USING ERRCODE = 'invalid_parameter_value';
  END IF;
  EXECUTE format('CREATE TABLE lend.%I (LIKE lend.reserve_snapshots INCLUDING ALL)', name);
  LOCK TABLE ONLY lend.reserve_snapshots IN ACCESS EXCLUSIVE MODE;
  LOCK TABLE lend.reserve_snapshots_default IN ACCESS EXCLUSIVE MODE;
  EXECUTE format(
    'WITH taken AS (
       DELETE FROM lend.reserve_snapshots_default WHERE observed_at >= $1 AND observed_at < $2 RETURNING *
     )
     INSERT INTO lend.%I SELECT * FROM taken', name) USING start_at, end_at;
  GET DIAGNOSTICS moved = ROW_COUNT;
  EXECUTE format('ALTER TABLE lend.reserve_snapshots ATTACH PARTITION lend.%I FOR VALUES FROM (%L) TO (%L)',
    name, start_at, end_at);
  RETURN moved;
END
$$;
REVOKE ALL ON FUNCTION lend.attach_snapshot_partition(date) FROM PUBLIC;
