-- Buckets as narrow rows: a number for the reserve, and nothing that the rest of the row says already. `lend.reserve_hourly` and its two neighbours become views
-- of them (0133), with the columns that they have as tables. What is left out, and what stands in its place:
--   bucket_end, protocol, lending_market, interest_sf, interest_usd_sf: nothing; the view has them from the width, from `lend.reserves` and as sums.
--   open_at, close_at: null where the edge is that of the bucket. elapsed_seconds: null of a whole one; observed_seconds: null where all of it.
--   Exact numbers and the time of the price at the open, and doubles of open, lowest, highest and mean: null where they are what
--   the close has (the lowest: the lower of open and close; the highest: the higher). Where such a value is not known and that is, 'NaN' or '-infinity':
--   of means, of numbers in USD and of the time of the price alone.
--   Parts of interest that few protocols have: null for 0 beside parts that are known. Proofs: by number.
DO $$
DECLARE
  numbers constant text[] := ARRAY['available_amount', 'supplied_amount', 'borrowed_amount', 'available_amount_usd', 'supplied_amount_usd',
    'borrowed_amount_usd', 'price_usd', 'utilization', 'borrow_apr', 'borrow_apy', 'supply_apr', 'supply_apy', 'rewards_apr'];
  always_known constant text[] := ARRAY(SELECT n FROM unnest(numbers) WITH ORDINALITY AS u(n, place) WHERE n NOT LIKE '%usd' ORDER BY place);
  exact constant text[] := ARRAY['available_amount_raw numeric(20,0)', 'borrowed_amount_sf numeric(39,0)', 'total_supply_sf numeric(40,0)',
    'cumulative_borrow_rate_bsf numeric(78,0)', 'collateral_supply_raw numeric(20,0)', 'market_price_sf numeric(39,0)'];
  exact_names constant text[] := ARRAY(SELECT split_part(e, ' ', 1) FROM unnest(exact) WITH ORDINALITY AS u(e, place) ORDER BY place);
  bucket record;
BEGIN
  FOR bucket IN SELECT * FROM (VALUES ('reserve_quarters', 900), ('reserve_hours', 3600), ('reserve_days', 86400)) AS t (name, width) LOOP
    EXECUTE format('CREATE TABLE lend.%I (
      bucket_start timestamptz NOT NULL, open_slot bigint, close_slot bigint, open_at timestamptz, close_at timestamptz,
      open_observed_at timestamptz, close_observed_at timestamptz, open_price_updated_at timestamptz, close_price_updated_at timestamptz, %s,
      borrow_apy_realised_f double precision, supply_apy_realised_f double precision,
      computed_at timestamptz NOT NULL DEFAULT now(), change_id bigint NOT NULL DEFAULT 0, reserve_id integer NOT NULL,
      observations integer, snapshots integer NOT NULL, observed_seconds integer, elapsed_seconds integer,
      rollup_version smallint NOT NULL, open_proof smallint, close_proof smallint, open_price_status smallint, close_price_status smallint,
      final boolean NOT NULL, quality text NOT NULL, gap_reason text, interest_rate_basis text, %s,
      interest_supply_side_sf numeric(40,0), interest_protocol_sf numeric(40,0), interest_referrer_max_sf numeric(40,0), interest_host_sf numeric(40,0),
      interest_supply_side_usd_sf numeric(80,0), interest_protocol_usd_sf numeric(80,0), interest_referrer_max_usd_sf numeric(80,0),
      interest_host_usd_sf numeric(80,0),
      PRIMARY KEY (reserve_id, bucket_start),
      CONSTRAINT counts_are_counts CHECK (observations >= 0 AND snapshots >= 0 AND observed_seconds >= 0
        AND coalesce(elapsed_seconds, %s) >= coalesce(observed_seconds, elapsed_seconds, %s)),
      CONSTRAINT quality_is_known CHECK (quality IN (''ok'', ''partial'', ''missing'')),
      CONSTRAINT missing_has_no_numbers CHECK ((quality = ''missing'') = (close_slot IS NULL)),
      CONSTRAINT statuses_are_bytes CHECK (open_proof BETWEEN 1 AND 3 AND close_proof BETWEEN 1 AND 3
        AND open_price_status BETWEEN 0 AND 255 AND close_price_status BETWEEN 0 AND 255),
      CONSTRAINT edges_are_whole CHECK ((open_slot IS NULL) = (close_slot IS NULL) AND (open_slot IS NULL) = (open_observed_at IS NULL)
        AND num_nulls(close_slot, close_observed_at, %s, %s) IN (0, 17)
        AND (close_slot IS NOT NULL OR num_nonnulls(open_at, close_at, open_price_updated_at, close_price_updated_at, %s, %s, %s) = 0)),
      CONSTRAINT doubles_are_finite CHECK (%s),
      CONSTRAINT interest_balances CHECK (num_nulls(interest_supply_side_sf, interest_protocol_sf) IN (0, 2)
        AND num_nulls(interest_supply_side_usd_sf, interest_protocol_usd_sf) IN (0, 2)
        AND (interest_supply_side_sf IS NOT NULL OR num_nonnulls(interest_referrer_max_sf, interest_host_sf) = 0)
        AND (interest_supply_side_usd_sf IS NOT NULL OR num_nonnulls(interest_referrer_max_usd_sf, interest_host_usd_sf) = 0))
    )', bucket.name,
      (SELECT string_agg(format('%s_%s_f double precision', n, a), ', ' ORDER BY place, a_place)
        FROM unnest(numbers) WITH ORDINALITY AS u(n, place), unnest(ARRAY['open', 'min', 'max', 'twavg', 'close']) WITH ORDINALITY AS v(a, a_place)),
      (SELECT string_agg(format('%s_%s', edge, e), ', ' ORDER BY edge DESC, place)
        FROM unnest(exact) WITH ORDINALITY AS u(e, place), unnest(ARRAY['open', 'close']) AS edge),
      bucket.width, bucket.width,
      (SELECT string_agg(format('close_%s', e), ', ') FROM unnest(exact_names) AS e),
      (SELECT string_agg(format('%s_close_f', n), ', ') FROM unnest(always_known) AS n),
      (SELECT string_agg(format('open_%s', e), ', ') FROM unnest(exact_names) AS e),
      (SELECT string_agg(format('%s_%s_f', n, a), ', ') FROM unnest(numbers) AS n, unnest(ARRAY['open', 'min', 'max', 'twavg']) AS a),
      (SELECT string_agg(format('%s_close_f', n), ', ') FROM unnest(numbers) AS n WHERE n <> ALL(always_known)),
      -- Of what may say 'NaN' only infinities are wrong. It is larger than 'Infinity'.
      (SELECT string_agg(format(CASE WHEN column_name LIKE '%close\_f' OR column_name LIKE '%realised\_f' OR (column_name NOT LIKE '%twavg\_f' AND is_known)
            THEN '%1$s > ''-Infinity''::float8 AND %1$s < ''Infinity''::float8'
            ELSE '%1$s > ''-Infinity''::float8 AND %1$s <> ''Infinity''::float8' END, column_name), ' AND ')
        FROM (
          SELECT format('%s_%s_f', n, a) AS column_name, n = ANY(always_known) AS is_known
          FROM unnest(numbers) AS n, unnest(ARRAY['open', 'min', 'max', 'twavg', 'close']) AS a
          UNION ALL VALUES ('borrow_apy_realised_f', true), ('supply_apy_realised_f', true)
        ) AS c));
    EXECUTE format('CREATE INDEX %I ON lend.%I USING brin (change_id) WITH (pages_per_range = 32)', bucket.name || '_change_id_idx', bucket.name);
    IF bucket.name <> 'reserve_quarters' THEN
      EXECUTE format('CREATE INDEX %I ON lend.%I (bucket_start)', bucket.name || '_bucket_start_idx', bucket.name);
    END IF;
  END LOOP;
END
$$;

-- The buckets that there are, moved while the version before goes on: `migrate` calls `lend.copy_buckets_step` until nothing is left, and 0133 catches up
-- with what was written meanwhile and replaces the tables. All of this is gone afterwards.
CREATE TABLE lend.bucket_copies (
  of_table text PRIMARY KEY,
  copy text NOT NULL,
  width interval NOT NULL,
  -- Rows with this number and larger ones may have been changed since they were copied.
  changed_from bigint,
  copied_to text COLLATE "C" NOT NULL DEFAULT ''
);
INSERT INTO lend.bucket_copies (of_table, copy, width) VALUES ('reserve_quarter_hourly', 'reserve_quarters', '15 minutes'),
  ('reserve_hourly', 'reserve_hours', '1 hour'), ('reserve_daily', 'reserve_days', '1 day');

-- The view of a narrow table, and the columns of a narrow row of a wide one under the name `w`, as lists for SELECT.
CREATE FUNCTION lend.bucket_columns(OUT wide text, OUT narrow text, OUT narrow_names text)
LANGUAGE plpgsql AS $$
DECLARE
  name text;
  stem text;
  least_or_greatest text;
  expression text;
  wides text[] := '{}';
  narrows text[] := '{}';
  names text[] := '{}';
BEGIN
  -- In the order of the columns of `reserve_hourly`, which is that of its neighbours but for a few at the end.
  FOR name IN
    SELECT a.attname FROM pg_attribute AS a
    WHERE a.attrelid = 'lend.reserve_hourly'::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> 'reserve_id' ORDER BY a.attnum
  LOOP
    stem := regexp_replace(name, '(open|min|max|twavg)_f$', '');
    least_or_greatest := CASE WHEN name LIKE '%min\_f' THEN 'least' ELSE 'greatest' END;
    expression := CASE
      WHEN name = 'bucket_end' THEN 'b.bucket_start + %1$L::interval'
      WHEN name = 'reserve' THEN 'r.address'
      WHEN name IN ('protocol', 'lending_market') THEN format('r.%I', name)
      WHEN name = 'rollup_version' THEN 'b.rollup_version::integer'
      WHEN name = 'open_at' THEN 'CASE WHEN b.open_slot IS NOT NULL THEN coalesce(b.open_at, b.bucket_start) END'
      WHEN name = 'close_at' THEN 'CASE WHEN b.close_slot IS NOT NULL THEN coalesce(b.close_at, b.bucket_start + %1$L::interval) END'
      WHEN name = 'observed_seconds' THEN 'coalesce(b.observed_seconds, b.elapsed_seconds, extract(epoch FROM %1$L::interval)::integer)'
      WHEN name = 'elapsed_seconds' THEN 'coalesce(b.elapsed_seconds, extract(epoch FROM %1$L::interval)::integer)'
      WHEN name LIKE '%\_proof' THEN format('CASE b.%I WHEN 1 THEN ''same_account'' WHEN 2 THEN ''later_account'' WHEN 3 THEN ''index_continuity'' END', name)
      WHEN name = 'open_price_updated_at' THEN 'nullif(coalesce(b.open_price_updated_at, b.close_price_updated_at), ''-infinity''::timestamptz)'
      WHEN name LIKE 'open\_%\_raw' OR name LIKE 'open\_%sf' THEN format('coalesce(b.%I, b.%I)', name, 'close' || substr(name, 5))
      WHEN name = 'interest_sf' THEN '(b.interest_supply_side_sf + b.interest_protocol_sf + coalesce(b.interest_referrer_max_sf, 0) + coalesce(b.interest_host_sf, 0))::numeric(40,0)'
      WHEN name = 'interest_usd_sf' THEN '(b.interest_supply_side_usd_sf + b.interest_protocol_usd_sf + coalesce(b.interest_referrer_max_usd_sf, 0) + coalesce(b.interest_host_usd_sf, 0))::numeric(80,0)'
      WHEN name IN ('interest_referrer_max_sf', 'interest_host_sf') THEN format('(CASE WHEN b.interest_supply_side_sf IS NOT NULL THEN coalesce(b.%I, 0) END)::numeric(40,0)', name)
      WHEN name IN ('interest_referrer_max_usd_sf', 'interest_host_usd_sf') THEN format('(CASE WHEN b.interest_supply_side_usd_sf IS NOT NULL THEN coalesce(b.%I, 0) END)::numeric(80,0)', name)
      WHEN name ~ '_(open|min|max)_f$' AND name !~ '_usd_(open|min|max)_f$' THEN CASE WHEN name LIKE '%open\_f' THEN format('coalesce(b.%I, b.%I)', name, stem || 'close_f')
        ELSE format('coalesce(b.%I, %s(coalesce(b.%I, b.%4$I), b.%4$I))', name, least_or_greatest, stem || 'open_f', stem || 'close_f') END
      WHEN name ~ '_(open|twavg)_f$' THEN format('nullif(coalesce(b.%I, b.%I), ''NaN''::float8)', name, stem || 'close_f')
      WHEN name ~ '_(min|max)_f$' THEN format('nullif(coalesce(b.%1$I, %2$s(nullif(coalesce(b.%3$I, b.%4$I), ''NaN''::float8), b.%4$I)), ''NaN''::float8)',
        name, least_or_greatest, stem || 'open_f', stem || 'close_f')
      ELSE format('b.%I', name)
    END;
    wides := wides || (expression || ' AS ' || quote_ident(name));

    CONTINUE WHEN name IN ('bucket_end', 'protocol', 'lending_market', 'interest_sf', 'interest_usd_sf');
    names := names || CASE name WHEN 'reserve' THEN 'reserve_id' ELSE name END;
    narrows := narrows || CASE
      WHEN name = 'reserve' THEN 'r.id'
      WHEN name = 'rollup_version' THEN 'w.rollup_version::smallint'
      WHEN name = 'open_at' THEN 'nullif(w.open_at, w.bucket_start)'
      WHEN name = 'close_at' THEN 'nullif(w.close_at, w.bucket_end)'
      WHEN name = 'observed_seconds' THEN 'nullif(w.observed_seconds, w.elapsed_seconds)'
      WHEN name = 'elapsed_seconds' THEN 'nullif(w.elapsed_seconds, extract(epoch FROM %1$L::interval)::integer)'
      WHEN name LIKE '%\_proof' THEN format('array_position(ARRAY[''same_account'', ''later_account'', ''index_continuity''], w.%I)::smallint', name)
      WHEN name = 'open_price_updated_at' THEN
        'CASE WHEN w.open_price_updated_at IS NOT DISTINCT FROM w.close_price_updated_at THEN NULL ELSE coalesce(w.open_price_updated_at, ''-infinity'') END'
      WHEN name LIKE 'open\_%\_raw' OR name LIKE 'open\_%sf' THEN format('nullif(w.%I, w.%I)', name, 'close' || substr(name, 5))
      WHEN name IN ('interest_referrer_max_sf', 'interest_host_sf', 'interest_referrer_max_usd_sf', 'interest_host_usd_sf') THEN format('nullif(w.%I, 0)', name)
      WHEN name ~ '_(open|twavg)_f$' THEN format('CASE WHEN w.%1$I IS NOT DISTINCT FROM w.%2$I THEN NULL ELSE coalesce(w.%1$I, ''NaN'') END', name, stem || 'close_f')
      WHEN name ~ '_(min|max)_f$' THEN format('CASE WHEN w.%1$I IS NOT DISTINCT FROM %2$s(w.%3$I, w.%4$I) THEN NULL ELSE coalesce(w.%1$I, ''NaN'') END',
        name, least_or_greatest, stem || 'open_f', stem || 'close_f')
      ELSE format('w.%I', name)
    END;
  END LOOP;
  wide := array_to_string(wides, E',\n  ') || E',\n  b.reserve_id';
  narrow := array_to_string(narrows, ', ');
  narrow_names := array_to_string(names, ', ');
END
$$;

-- Copies the rows `w` of a table for which a condition holds, in place of what was copied of them before, and compares.
CREATE FUNCTION lend.copy_buckets(of_table text, condition text) RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  c lend.bucket_copies;
  lists record;
  wanted bigint;
  copied bigint;
  equal bigint;
  compared constant text := (SELECT string_agg(format('%%1$s.%I', a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute AS a
    WHERE a.attrelid = 'lend.reserve_hourly'::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> 'reserve_id');
BEGIN
  SELECT * INTO c FROM lend.bucket_copies AS b WHERE b.of_table = copy_buckets.of_table;
  SELECT * INTO lists FROM lend.bucket_columns();
  EXECUTE format('DELETE FROM lend.%I AS n USING lend.%I AS w JOIN lend.reserves AS r ON r.address = w.reserve
    WHERE n.reserve_id = r.id AND n.bucket_start = w.bucket_start AND (%s)', c.copy, c.of_table, condition);
  EXECUTE format('INSERT INTO lend.%I (%s) SELECT %s FROM lend.%I AS w JOIN lend.reserves AS r ON r.address = w.reserve
    WHERE (%s) ORDER BY r.id, w.bucket_start', c.copy, lists.narrow_names, format(lists.narrow, c.width), c.of_table, condition);
  GET DIAGNOSTICS copied = ROW_COUNT;
  EXECUTE format('SELECT count(*), count(*) FILTER (WHERE (%s) IS NOT DISTINCT FROM (%s)) FROM lend.%I AS w
    LEFT JOIN (SELECT %s FROM lend.%I AS b LEFT JOIN lend.reserves AS r ON r.id = b.reserve_id) AS v USING (reserve, bucket_start) WHERE (%s)',
    format(compared, 'w'), format(compared, 'v'), c.of_table, format(lists.wide, c.width), c.copy, condition) INTO wanted, equal;
  IF copied <> wanted OR equal <> wanted THEN
    RAISE EXCEPTION '% rows of lend.% are % when they are copied, and % of them the same', wanted, c.of_table, copied, equal
      USING ERRCODE = 'data_corrupted';
  END IF;
  RETURN copied;
END
$$;

-- Copies the rows of the next reserve. Null: nothing is left but what is changed meanwhile.
CREATE FUNCTION lend.copy_buckets_step() RETURNS bigint
LANGUAGE plpgsql AS $$
DECLARE
  c record;
  next_reserve text;
BEGIN
  FOR c IN SELECT * FROM lend.bucket_copies ORDER BY of_table FOR UPDATE LOOP
    EXECUTE format('SELECT min(w.reserve) FROM lend.%I AS w WHERE w.reserve > %L COLLATE "C"', c.of_table, c.copied_to) INTO next_reserve;
    IF next_reserve IS NULL THEN
      CONTINUE;
    END IF;
    -- No writer in between, so that what is compared is what was copied.
    EXECUTE format('LOCK TABLE lend.%I IN SHARE MODE', c.of_table);
    UPDATE lend.bucket_copies AS b SET copied_to = next_reserve,
      changed_from = coalesce(b.changed_from, lend.change_id_of(pg_snapshot_xmin(pg_current_snapshot()))) WHERE b.of_table = c.of_table;
    RETURN lend.copy_buckets(c.of_table, format('w.reserve = %L COLLATE "C"', next_reserve));
  END LOOP;
  ANALYZE lend.reserve_quarters, lend.reserve_hours, lend.reserve_days;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION lend.bucket_columns(), lend.copy_buckets(text, text), lend.copy_buckets_step() FROM PUBLIC;
