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

-- Makes the partitions of a month in the narrow tables of the history. Only an owner may; this function lends that right, and nothing else, to
-- the indexer's role. Attaching keeps neither readers nor writers of the other months waiting.
CREATE OR REPLACE FUNCTION lend.attach_narrow_partitions(month date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET TimeZone = 'UTC' SET lock_timeout = '2s'
AS $$
DECLARE
  parent text;
  name text;
BEGIN
  IF month IS NULL OR month <> date_trunc('month', month) OR month < '0001-01-01' OR month > '9999-11-01' THEN
    RAISE EXCEPTION 'not the first day of a month: %', month USING ERRCODE = 'invalid_parameter_value';
  END IF;
  -- The one that is made last. Who makes the same month at the same moment waits here, and finds it.
  IF to_regclass(format('lend.%I', 'observations_y' || to_char(month, 'YYYY') || 'm' || to_char(month, 'MM'))) IS NOT NULL THEN
    RETURN;
  END IF;
  LOCK TABLE ONLY lend.observations IN SHARE UPDATE EXCLUSIVE MODE;
  FOREACH parent IN ARRAY ARRAY['observation_batches', 'observation_states', 'observations'] LOOP
    name := parent || '_y' || to_char(month, 'YYYY') || 'm' || to_char(month, 'MM');
    CONTINUE WHEN to_regclass(format('lend.%I', name)) IS NOT NULL;
    EXECUTE format('CREATE TABLE lend.%I (LIKE lend.%I INCLUDING ALL)', name, parent);
    EXECUTE format('ALTER TABLE lend.%I ATTACH PARTITION lend.%I FOR VALUES FROM (%L) TO (%L)',
      parent, name, month::timestamptz, (month + interval '1 month')::timestamptz);
  END LOOP;
END
$$;
REVOKE ALL ON FUNCTION lend.attach_narrow_partitions(date) FROM PUBLIC;

-- Drops the partition of a month of `reserve_snapshots` that holds nothing any more; false where it holds something, or is not there. While it
-- waits for somebody who reads the table, others queue behind it: it gives up after 200 ms, and is to be called again.
CREATE OR REPLACE FUNCTION lend.drop_empty_snapshot_partition(month date) RETURNS boolean
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '200ms'
AS $$
DECLARE
  name constant text := 'reserve_snapshots_y' || to_char(month, 'YYYY') || 'm' || to_char(month, 'MM');
  holds boolean;
BEGIN
  IF to_regclass(format('lend.%I', name)) IS NULL THEN
    RETURN false;
  END IF;
  EXECUTE format('SELECT EXISTS (SELECT FROM lend.%I)', name) INTO holds;
  IF holds THEN
    RETURN false;
  END IF;
  LOCK TABLE ONLY lend.reserve_snapshots IN ACCESS EXCLUSIVE MODE;
  EXECUTE format('SELECT EXISTS (SELECT FROM lend.%I)', name) INTO holds;
  IF holds THEN
    RETURN false;
  END IF;
  EXECUTE format('DROP TABLE lend.%I', name);
  RETURN true;
END
$$;
REVOKE ALL ON FUNCTION lend.drop_empty_snapshot_partition(date) FROM PUBLIC;

-- One step in the sealing of a month: copies the next reserves in the order of (reserve, time) into tables beside those of the month and compares
-- the copies with what they were made of; after the last one, puts the copies in their place. Returns how many observations it has copied, null
-- where the month is sealed. A step that fails changes nothing; a move of rows into the month makes the next step begin again.
-- As the owner, who alone may attach a partition. Everybody waits at the parents while partitions change: it gives up after 200 ms.
CREATE OR REPLACE FUNCTION lend.seal_history_step(of_month date, reserves_a_step integer) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET TimeZone = 'UTC' SET lock_timeout = '200ms'
AS $$
DECLARE
  parents constant text[] := ARRAY['observation_states', 'observations'];
  ending constant text := '_y' || to_char(of_month, 'YYYY') || 'm' || to_char(of_month, 'MM');
  start_at constant timestamptz := of_month;
  end_at constant timestamptz := of_month + interval '1 month';
  known record;
  parent text;
  last_id integer;
  copied bigint;
  wanted record;
  found_rows record;
BEGIN
  SELECT h.sealing_after, h.sealed_at, h.observations INTO known FROM lend.history_months AS h WHERE h.month = of_month FOR UPDATE;
  IF NOT FOUND OR known.sealed_at IS NOT NULL THEN
    RETURN NULL;
  END IF;
  IF known.sealing_after IS NULL THEN
    FOREACH parent IN ARRAY parents LOOP
      EXECUTE format('DROP TABLE IF EXISTS lend.%I', parent || ending || '_sealed');
      -- The check spares the whole month being read while everybody waits for the new partition.
      EXECUTE format('CREATE TABLE lend.%1$I (LIKE lend.%2$I INCLUDING ALL, CHECK (observed_at >= %3$L AND observed_at < %4$L))',
        parent || ending || '_sealed', parent, start_at, end_at);
    END LOOP;
    known.sealing_after := 0;
  END IF;

  SELECT max(r.id) INTO last_id FROM (
    SELECT n.id FROM lend.reserves AS n WHERE n.id > known.sealing_after ORDER BY n.id LIMIT reserves_a_step
  ) AS r;
  IF last_id IS NOT NULL THEN
    FOREACH parent IN ARRAY parents LOOP
      EXECUTE format('INSERT INTO lend.%I SELECT * FROM lend.%I WHERE reserve_id > $1 AND reserve_id <= $2
        ORDER BY reserve_id, observed_at, slot', parent || ending || '_sealed', parent || ending)
        USING known.sealing_after, last_id;
      GET DIAGNOSTICS copied = ROW_COUNT;
      EXECUTE format('SELECT count(*) AS rows, sum(hashtextextended(t::text, 0)) AS hashes FROM lend.%I AS t
        WHERE reserve_id > $1 AND reserve_id <= $2', parent || ending) INTO wanted USING known.sealing_after, last_id;
      EXECUTE format('SELECT count(*) AS rows, sum(hashtextextended(t::text, 0)) AS hashes FROM lend.%I AS t
        WHERE reserve_id > $1 AND reserve_id <= $2', parent || ending || '_sealed') INTO found_rows USING known.sealing_after, last_id;
      IF wanted IS DISTINCT FROM found_rows THEN
        RAISE EXCEPTION '% is not the same when it is copied', parent || ending USING ERRCODE = 'data_corrupted';
      END IF;
    END LOOP;
    UPDATE lend.history_months SET sealing_after = last_id WHERE month = of_month;
    RETURN copied;
  END IF;

  EXECUTE format('SELECT count(*) AS rows, min(observed_at) AS first_at, max(observed_at) AS last_at FROM lend.%I',
    'observations' || ending || '_sealed') INTO found_rows;
  IF found_rows.rows <> known.observations THEN
    RAISE EXCEPTION '% observations of % are % when they are copied', known.observations, of_month, found_rows.rows
      USING ERRCODE = 'data_corrupted';
  END IF;
  FOREACH parent IN ARRAY parents LOOP
    EXECUTE format('LOCK TABLE ONLY lend.%I IN ACCESS EXCLUSIVE MODE', parent);
  END LOOP;
  FOREACH parent IN ARRAY parents LOOP
    EXECUTE format('DROP TABLE lend.%I', parent || ending);
    EXECUTE format('ALTER TABLE lend.%I RENAME TO %I', parent || ending || '_sealed', parent || ending);
    EXECUTE format('ALTER TABLE lend.%I ATTACH PARTITION lend.%I FOR VALUES FROM (%L) TO (%L)',
      parent, parent || ending, start_at, end_at);
  END LOOP;
  UPDATE lend.history_months SET sealing_after = NULL, sealed_at = now(), first_observed_at = found_rows.first_at,
    last_observed_at = found_rows.last_at WHERE month = of_month;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION lend.seal_history_step(date, integer) FROM PUBLIC;

-- Drops the observations of a month that is sealed as it was when it was written to a file: the seal and the count say so. As the owner, who alone
-- may drop a partition. Everybody waits at the parents meanwhile: it gives up after 200 ms, and is to be called again.
CREATE OR REPLACE FUNCTION lend.drop_archived_month(of_month date, sealed timestamptz, observations bigint, file text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET TimeZone = 'UTC' SET lock_timeout = '200ms'
AS $$
DECLARE
  parents constant text[] := ARRAY['observation_batches', 'observation_states', 'observations'];
  ending constant text := '_y' || to_char(of_month, 'YYYY') || 'm' || to_char(of_month, 'MM');
  known lend.history_months;
  parent text;
BEGIN
  SELECT h.* INTO known FROM lend.history_months AS h WHERE h.month = of_month FOR UPDATE;
  IF known.month IS NULL OR known.sealed_at IS DISTINCT FROM sealed OR known.observations IS DISTINCT FROM observations
    OR known.archived_at IS NOT NULL OR EXISTS (
      SELECT FROM lend.reserve_snapshots AS s
      WHERE s.observed_at >= of_month::timestamptz AND s.observed_at < (of_month + interval '1 month')::timestamptz) THEN
    RAISE EXCEPTION '% is not as it was when it was archived', of_month USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  FOREACH parent IN ARRAY parents LOOP
    EXECUTE format('LOCK TABLE ONLY lend.%I IN ACCESS EXCLUSIVE MODE', parent);
  END LOOP;
  FOREACH parent IN ARRAY parents LOOP
    EXECUTE format('DROP TABLE lend.%I', parent || ending);
  END LOOP;
  UPDATE lend.history_months AS h SET archived_at = now(), archived_observations = known.observations, archived_file = file,
    observations = 0, checksum = 0 WHERE h.month = of_month;
END
$$;
REVOKE ALL ON FUNCTION lend.drop_archived_month(date, timestamptz, bigint, text) FROM PUBLIC;

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
