-- How far the price that a reserve holds lay from the price of its token, for how long, and whether the program would have accepted it,
-- over 15 minutes, an hour and a day; made by the rollup of prices from the same batches, whose reads hold both prices at once.
-- In basis points of the price of the token, to six decimals, so that sums do not depend on their order. Null where the two were
-- not compared in the whole bucket. `compared_seconds` of `observed_seconds` had both prices in force; of these `beyond_seconds` lay
-- further apart than the sources of one price may, and of those whose program keeps a verdict `accepted_seconds` would have been
-- accepted and `refused_seconds` not. `bps_seconds` is the exact sum of each divergence times its seconds: buckets add up.
CREATE TABLE lend.price_divergence_buckets (
  reserve text COLLATE "C" NOT NULL,
  width_seconds integer NOT NULL CHECK (width_seconds IN (900, 3600, 86400)),
  bucket_start timestamptz NOT NULL,
  token_mint text COLLATE "C" NOT NULL,
  open_bps numeric,
  high_bps numeric,
  low_bps numeric,
  close_bps numeric,
  bps_seconds numeric NOT NULL,
  observations integer NOT NULL,
  elapsed_seconds integer NOT NULL,
  observed_seconds integer NOT NULL,
  compared_seconds integer NOT NULL,
  beyond_seconds integer NOT NULL,
  accepted_seconds integer NOT NULL,
  refused_seconds integer NOT NULL,
  accepted_beyond_seconds integer NOT NULL,
  -- Of the longest part of the time that had passed in which the two were not compared.
  gap_reason text,
  final boolean NOT NULL,
  computed_at timestamptz NOT NULL DEFAULT now(),
  change_id bigint NOT NULL DEFAULT 0,
  CHECK (num_nulls(open_bps, high_bps, low_bps, close_bps) IN (0, 4)),
  CHECK (compared_seconds <= observed_seconds AND observed_seconds <= elapsed_seconds AND elapsed_seconds <= width_seconds),
  CHECK (greatest(beyond_seconds, accepted_seconds + refused_seconds) <= compared_seconds),
  CHECK (accepted_beyond_seconds <= least(beyond_seconds, accepted_seconds)),
  PRIMARY KEY (reserve, width_seconds, bucket_start)
);
CREATE INDEX price_divergence_buckets_change_id_idx ON lend.price_divergence_buckets USING brin (change_id) WITH (pages_per_range = 32);
CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.price_divergence_buckets FOR EACH ROW EXECUTE FUNCTION lend.number_change();
