-- Fees beside the totals of markets, tokens and the protocol, and totals of what the benchmark of US dollars counts (`benchmark`). Rows of the version
-- before have neither: the rollup makes them again, the newest first, and what needs them is made from buckets until then.
ALTER TABLE lend.bucket_totals
  DROP CONSTRAINT bucket_totals_subject_kind_check,
  ADD CONSTRAINT bucket_totals_subject_kind_check CHECK (subject_kind IN ('market', 'token', 'protocol', 'benchmark')),
  -- Interest of the hours that are known and priced, in the protocol's parts of a dollar; null where none is.
  ADD COLUMN interest_supply_side_usd numeric,
  ADD COLUMN interest_protocol_usd numeric,
  ADD COLUMN interest_referrer_max_usd numeric,
  ADD COLUMN interest_host_usd numeric,
  -- Of the buckets that fees are made of: hours, or days that lack nothing.
  ADD COLUMN fee_buckets integer,
  ADD COLUMN fee_final boolean,
  ADD COLUMN fee_observed_seconds double precision,
  ADD COLUMN fee_elapsed_seconds double precision,
  -- The seconds that are missing most, ten digits, and why.
  ADD COLUMN fee_missing text COLLATE "C",
  -- `reserves.id` of those that were there and lack a bucket, whose interest is not known throughout, and not priced throughout; null for none.
  ADD COLUMN incomplete_reserves integer[],
  ADD COLUMN unknown_reserves integer[],
  ADD COLUMN unpriced_fee_reserves integer[],
  -- Of the benchmark alone.
  ADD COLUMN supply_apr_weighted numeric,
  ADD COLUMN borrow_apr_weighted numeric,
  ADD COLUMN priced_mints text[] COLLATE "C",
  ADD COLUMN off_peg_reserves text[] COLLATE "C";

-- What the version before made, also while it still runs beside this one. Empty once all is made again.
CREATE INDEX bucket_totals_without_fees_idx ON lend.bucket_totals (protocol, width_seconds, bucket_start) WHERE totals_version < 2;

-- Fees of a day that lacks something are those of its hours.
DROP TRIGGER totals_are_due_of_new ON lend.reserve_hourly;
DROP TRIGGER totals_are_due_of_changed ON lend.reserve_hourly;
DROP TRIGGER totals_are_due_of_deleted ON lend.reserve_hourly;
CREATE TRIGGER totals_are_due_of_new AFTER INSERT ON lend.reserve_hourly REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals('{3600,14400,86400}');
CREATE TRIGGER totals_are_due_of_changed AFTER UPDATE ON lend.reserve_hourly REFERENCING NEW TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals('{3600,14400,86400}');
CREATE TRIGGER totals_are_due_of_deleted AFTER DELETE ON lend.reserve_hourly REFERENCING OLD TABLE AS changed
  FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals('{3600,14400,86400}');

-- What a reserve counts in: the time from its first sight until it left the chain. Fees of the periods in which that changes are made again.
CREATE FUNCTION lend.mark_totals_of_lifetime() RETURNS trigger
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
AS $$
DECLARE
  since constant timestamptz := CASE WHEN TG_OP = 'INSERT' THEN NEW.first_seen_at
    ELSE least(CASE WHEN OLD.first_seen_at <> NEW.first_seen_at THEN least(OLD.first_seen_at, NEW.first_seen_at) END,
      CASE WHEN OLD.missing_since_at IS DISTINCT FROM NEW.missing_since_at
        THEN least(OLD.missing_since_at, NEW.missing_since_at) END) END;
BEGIN
  INSERT INTO lend.bucket_totals_due (protocol, width_seconds, bucket_start)
  SELECT DISTINCT t.protocol, t.width_seconds, t.bucket_start FROM lend.bucket_totals AS t
  WHERE t.protocol = NEW.protocol AND t.subject_kind = 'protocol' AND t.subject = ''
    AND t.bucket_start > since - interval '1 day'
    AND t.bucket_start + make_interval(secs => t.width_seconds) > since - interval '1 second'
  ORDER BY 1, 2, 3 DESC
  ON CONFLICT (protocol, width_seconds, bucket_start) DO UPDATE SET protocol = excluded.protocol;
  RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION lend.mark_totals_of_lifetime() FROM PUBLIC;
CREATE TRIGGER totals_are_due_of_added AFTER INSERT ON lend.reserves FOR EACH ROW EXECUTE FUNCTION lend.mark_totals_of_lifetime();
CREATE TRIGGER totals_are_due_of_lifetime AFTER UPDATE ON lend.reserves FOR EACH ROW
  WHEN ((OLD.first_seen_at, OLD.missing_since_at) IS DISTINCT FROM (NEW.first_seen_at, NEW.missing_since_at))
  EXECUTE FUNCTION lend.mark_totals_of_lifetime();
