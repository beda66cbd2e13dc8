-- Sums over the reserves of a market, a token and a protocol, by hour, four hours and day, made from the buckets by the rollup.
-- `part` tells apart what sums over several markets count and what they do not: `listed` reserves, those of them that lend on
-- through another one (`wrapping`) and those of markets that are not listed (`unlisted`); a market has one row, `all`.
-- Exact integers: amounts in the protocol's parts of a base unit, USD in parts of 10^-19 tokens times parts of a dollar, weights times
-- rates in parts of 2^-60.
CREATE TABLE lend.bucket_totals (
  protocol text NOT NULL CHECK (protocol <> ''),
  subject_kind text NOT NULL CHECK (subject_kind IN ('market', 'token', 'protocol')),
  -- Address; empty for the protocol.
  subject text COLLATE "C" NOT NULL,
  width_seconds integer NOT NULL CHECK (width_seconds IN (3600, 14400, 86400)),
  bucket_start timestamptz NOT NULL,
  part text COLLATE "C" NOT NULL CHECK (part IN ('all', 'listed', 'wrapping', 'unlisted')),
  rolled_up integer NOT NULL CHECK (rolled_up > 0),
  observed integer NOT NULL,
  whole integer NOT NULL,
  priced integer NOT NULL,
  final boolean NOT NULL,
  observed_seconds double precision NOT NULL,
  elapsed_seconds double precision NOT NULL,
  gaps integer NOT NULL,
  gap_reason text,
  -- Base units are a sum of something for a token alone.
  supplied numeric,
  borrowed numeric,
  available_raw numeric,
  supplied_usd numeric NOT NULL,
  borrowed_usd numeric NOT NULL,
  available_usd numeric NOT NULL,
  -- By amounts for a token, by USD for the others.
  supply_apy_weighted numeric NOT NULL,
  borrow_apy_weighted numeric NOT NULL,
  accepted_usd numeric NOT NULL,
  unjudged integer NOT NULL,
  undated integer NOT NULL,
  oldest_price_seconds double precision,
  unpriced_reserves text[] COLLATE "C",
  unpriced_supplied numeric,
  computed_at timestamptz NOT NULL DEFAULT now(),
  totals_version integer NOT NULL,
  CHECK ((part = 'all') = (subject_kind = 'market')),
  CHECK ((subject_kind = 'token') = (num_nulls(supplied, borrowed, available_raw, unpriced_supplied) = 0)),
  PRIMARY KEY (protocol, subject_kind, subject, width_seconds, bucket_start, part)
);
CREATE INDEX ON lend.bucket_totals (protocol, width_seconds, bucket_start);

-- Periods whose buckets, or whose reserves' places, have changed since their totals were made, if they were: until the rollup
-- has come to them, totals are made for each request. Written with the change, so that no writer of buckets can forget it.
CREATE TABLE lend.bucket_totals_due (
  protocol text NOT NULL,
  width_seconds integer NOT NULL,
  bucket_start timestamptz NOT NULL,
  PRIMARY KEY (protocol, width_seconds, bucket_start)
);

CREATE FUNCTION lend.mark_changed_totals() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO lend.bucket_totals_due (protocol, width_seconds, bucket_start)
  SELECT DISTINCT c.protocol, w.seconds, date_bin(make_interval(secs => w.seconds), c.bucket_start, 'epoch')
  FROM changed AS c CROSS JOIN unnest(TG_ARGV[0]::integer[]) AS w(seconds)
  ORDER BY 1, 2, 3
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

-- All periods of the protocol `NEW` is of; of every protocol where a table was emptied.
CREATE FUNCTION lend.mark_all_totals() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
BEGIN
  INSERT INTO lend.bucket_totals_due (protocol, width_seconds, bucket_start)
  SELECT DISTINCT t.protocol, t.width_seconds, t.bucket_start FROM lend.bucket_totals AS t
  WHERE t.subject_kind = 'protocol' AND (TG_OP = 'TRUNCATE' OR t.protocol = to_jsonb(NEW) ->> 'protocol')
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION lend.mark_changed_totals(), lend.mark_all_totals() FROM PUBLIC;

CREATE TRIGGER totals_are_due_of_new AFTER INSERT ON lend.reserve_hourly REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals('{3600,14400}');
CREATE TRIGGER totals_are_due_of_changed AFTER UPDATE ON lend.reserve_hourly REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals('{3600,14400}');
CREATE TRIGGER totals_are_due_of_deleted AFTER DELETE ON lend.reserve_hourly REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals('{3600,14400}');
CREATE TRIGGER totals_are_due_of_all AFTER TRUNCATE ON lend.reserve_hourly
  FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_all_totals();
CREATE TRIGGER totals_are_due_of_new AFTER INSERT ON lend.reserve_daily REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals('{86400}');
CREATE TRIGGER totals_are_due_of_changed AFTER UPDATE ON lend.reserve_daily REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals('{86400}');
CREATE TRIGGER totals_are_due_of_deleted AFTER DELETE ON lend.reserve_daily REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals('{86400}');
CREATE TRIGGER totals_are_due_of_all AFTER TRUNCATE ON lend.reserve_daily
  FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_all_totals();
-- A market that is listed from now on, or not any more, and a reserve that turns out to be in another place.
CREATE TRIGGER totals_are_due_of_new AFTER INSERT ON lend.lending_markets FOR EACH ROW
  WHEN (NEW.listed) EXECUTE FUNCTION lend.mark_all_totals();
CREATE TRIGGER totals_are_due_of_changed AFTER UPDATE ON lend.lending_markets FOR EACH ROW
  WHEN (OLD.listed <> NEW.listed) EXECUTE FUNCTION lend.mark_all_totals();
CREATE TRIGGER totals_are_due_of_changed AFTER UPDATE ON lend.reserves FOR EACH ROW
  WHEN ((OLD.lending_market, OLD.token_mint, OLD.token_decimals, OLD.underlying_reserve)
    IS DISTINCT FROM (NEW.lending_market, NEW.token_mint, NEW.token_decimals, NEW.underlying_reserve))
  EXECUTE FUNCTION lend.mark_all_totals();

-- What is there already, by way of the first and the last day: the tables are large.
INSERT INTO lend.bucket_totals_due (protocol, width_seconds, bucket_start)
SELECT p.protocol, w.seconds, t.bucket_start
FROM (SELECT DISTINCT protocol FROM lend.reserves) AS p
CROSS JOIN (
  SELECT min(bucket_start) AS first_day, max(bucket_start) + interval '1 day' AS end_at FROM lend.reserve_daily
) AS d
CROSS JOIN (VALUES (3600), (14400), (86400)) AS w(seconds)
CROSS JOIN LATERAL generate_series(d.first_day, d.end_at - make_interval(secs => w.seconds),
  make_interval(secs => w.seconds)) AS t(bucket_start);
