-- As `attach_snapshot_partition`, for the tables of prices and of liquidity: makes the partition of a month, moves the rows of the default partition
-- into it, and returns how many. Only an owner may attach a partition; this function lends that right to the indexer's role.
CREATE OR REPLACE FUNCTION lend.attach_price_partition(parent text, month date) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET TimeZone = 'UTC' SET lock_timeout = '200ms'
AS $$
DECLARE
  name constant text := parent || '_y' || to_char(month, 'YYYY') || 'm' || to_char(month, 'MM');
  start_at constant timestamptz := month;
  end_at constant timestamptz := month + interval '1 month';
  moved bigint;
BEGIN
  IF parent IS NULL OR parent NOT IN ('price_observations', 'price_aggregates', 'liquidity_pool_history', 'liquidity_depth', 'liquidity_coverage') THEN
    RAISE EXCEPTION 'not a table of prices or liquidity: %', parent USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF month IS NULL OR month <> date_trunc('month', month) OR month < '0001-01-01' OR month > '9999-11-01' THEN
    RAISE EXCEPTION 'not the first day of a month: %', month USING ERRCODE = 'invalid_parameter_value';
  END IF;
  EXECUTE format('CREATE TABLE lend.%I (LIKE lend.%I INCLUDING ALL)', name, parent);
  EXECUTE format('LOCK TABLE ONLY lend.%I IN ACCESS EXCLUSIVE MODE', parent);
  EXECUTE format('LOCK TABLE lend.%I IN ACCESS EXCLUSIVE MODE', parent || '_default');
  EXECUTE format(
    'WITH taken AS (
       DELETE FROM lend.%I WHERE observed_at >= $1 AND observed_at < $2 RETURNING *
     )
     INSERT INTO lend.%I SELECT * FROM taken', parent || '_default', name) USING start_at, end_at;
  GET DIAGNOSTICS moved = ROW_COUNT;
  EXECUTE format('ALTER TABLE lend.%I ATTACH PARTITION lend.%I FOR VALUES FROM (%L) TO (%L)', parent, name, start_at, end_at);
  RETURN moved;
END
$$;
REVOKE ALL ON FUNCTION lend.attach_price_partition(text, date) FROM PUBLIC;

-- Drops the partitions of prices and of liquidity whose month was over at `before`, and returns their names: the retention of what was stored read
-- by read; buckets stay. Nothing of the last 31 days is dropped, whatever is asked for.
CREATE OR REPLACE FUNCTION lend.drop_price_partitions(before timestamptz) RETURNS text[]
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET TimeZone = 'UTC' SET lock_timeout = '200ms'
AS $$
DECLARE
  part record;
  dropped text[] := '{}';
BEGIN
  IF before IS NULL OR before > now() - interval '31 days' THEN
    RAISE EXCEPTION 'prices of the last 31 days are kept: %', before USING ERRCODE = 'invalid_parameter_value';
  END IF;
  FOR part IN
    SELECT c.relname AS name FROM pg_inherits AS i JOIN pg_class AS c ON c.oid = i.inhrelid
    WHERE i.inhparent IN ('lend.price_observations'::regclass, 'lend.price_aggregates'::regclass, 'lend.liquidity_pool_history'::regclass,
        'lend.liquidity_depth'::regclass, 'lend.liquidity_coverage'::regclass) AND c.relname ~ '_y\d{4}m\d{2}$'
      AND to_date(right(c.relname, 7), 'YYYY"m"MM') + interval '1 month' <= before
    ORDER BY c.relname
  LOOP
    EXECUTE format('DROP TABLE lend.%I', part.name);
    dropped := dropped || part.name;
  END LOOP;
  RETURN dropped;
END
$$;
REVOKE ALL ON FUNCTION lend.drop_price_partitions(timestamptz) FROM PUBLIC;
