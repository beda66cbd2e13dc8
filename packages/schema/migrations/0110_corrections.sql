-- Values that were published and are not right, after a fix of derivation or accrual: `rederive` replaces them, and what they were stays here.
-- A row is one value of one row of `of_table`, under the name that its column has there, as Postgres writes it: read back, it is
-- the same number to the last bit. Rows are never changed.
CREATE TABLE lend.corrections (
  at timestamptz NOT NULL,
  corrected_at timestamptz NOT NULL DEFAULT now(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  -- Of observations alone.
  slot bigint,
  change_id bigint NOT NULL DEFAULT 0,
  -- Of the decoder, or of the rollup.
  old_version integer NOT NULL,
  new_version integer NOT NULL,
  reserve text COLLATE "C" NOT NULL,
  protocol text COLLATE "C" NOT NULL,
  of_table text COLLATE "C" NOT NULL
    CHECK (of_table IN ('reserve_snapshots', 'reserve_quarter_hourly', 'reserve_hourly', 'reserve_daily')),
  field text COLLATE "C" NOT NULL,
  old_value text,
  new_value text,
  reason text NOT NULL,
  CONSTRAINT corrections_pkey PRIMARY KEY (reserve, id),
  CONSTRAINT slot_of_observation CHECK ((slot IS NULL) = (of_table <> 'reserve_snapshots'))
);
-- What was published at a time: of each value the oldest correction after it.
CREATE INDEX corrections_at_idx ON lend.corrections (reserve, of_table, at);
CREATE INDEX corrections_change_id_idx ON lend.corrections USING brin (change_id) WITH (pages_per_range = 32);
CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.corrections FOR EACH ROW EXECUTE FUNCTION lend.number_change();

-- Days (UTC) of reserves whose buckets a correction is about to make again: what changes in a final bucket of them is kept, whoever
-- changes it. Empty but while a `rederive` is at work, or was ended before its end.
CREATE TABLE lend.open_corrections (
  reserve text COLLATE "C" NOT NULL,
  day timestamptz NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  reason text NOT NULL,
  PRIMARY KEY (reserve, day)
);

-- In the statement that changes the buckets: either both stand, or neither. What was not final was never said to stay.
CREATE FUNCTION lend.keep_corrected_buckets() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM lend.open_corrections) THEN
    RETURN NULL;
  END IF;
  INSERT INTO lend.corrections (reserve, protocol, of_table, at, field, old_value, new_value, old_version, new_version, reason)
  SELECT n.reserve, n.protocol, TG_TABLE_NAME, n.bucket_start, f.key, f.value, t.value, o.rollup_version, n.rollup_version, c.reason
  FROM was AS o
  JOIN changed AS n ON n.reserve = o.reserve AND n.bucket_start = o.bucket_start
  JOIN lend.open_corrections AS c ON c.reserve = n.reserve AND c.day = date_trunc('day', n.bucket_start, 'UTC')
  CROSS JOIN LATERAL json_each_text(row_to_json(o)) AS f
  JOIN LATERAL json_each_text(row_to_json(n)) AS t ON t.key = f.key
  WHERE o.final AND f.value IS DISTINCT FROM t.value AND f.key NOT IN ('change_id', 'computed_at')
  ORDER BY 1, 4, 5;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION lend.keep_corrected_buckets() FROM PUBLIC;

DO $$
DECLARE
  name text;
BEGIN
  FOREACH name IN ARRAY ARRAY['reserve_quarter_hourly', 'reserve_hourly', 'reserve_daily'] LOOP
    EXECUTE format('CREATE TRIGGER correction_is_kept AFTER UPDATE ON lend.%I REFERENCING OLD TABLE AS was NEW TABLE AS changed
      FOR EACH STATEMENT EXECUTE FUNCTION lend.keep_corrected_buckets()', name);
  END LOOP;
END
$$;
