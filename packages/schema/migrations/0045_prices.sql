-- Prices of tokens in US dollars, whatever protocol lends them: what each source said, what was made of it, and buckets of that.
-- Every key begins with the mint. Prices are exact decimals.

-- One row per committed batch of prices and one per attempt that failed. `source_group` is what was read together: accounts of
-- the chain (`chain`), or one HTTP source. Batches of the chain have a slot.
CREATE TABLE lend.price_batches (
  attempt_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL,
  source_group text NOT NULL CHECK (source_group <> ''),
  slot bigint,
  observed_at timestamptz,
  mints text[] COLLATE "C" NOT NULL,
  sources integer NOT NULL,
  observations_written integer NOT NULL,
  aggregates_written integer NOT NULL,
  latest_written integer NOT NULL,
  unchanged integer NOT NULL,
  older_than_latest integer NOT NULL,
  missing integer NOT NULL,
  quarantined integer NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('committed', 'failed')),
  error_code text,
  endpoint text,
  gap_after_ms integer NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((outcome = 'failed') = (error_code IS NOT NULL)),
  CHECK (outcome = 'failed' OR observed_at IS NOT NULL)
);
CREATE UNIQUE INDEX price_batches_committed_idx ON lend.price_batches (id) WHERE outcome = 'committed';
CREATE INDEX price_batches_time_idx ON lend.price_batches (observed_at) WHERE outcome = 'committed' AND slot IS NOT NULL;
CREATE INDEX price_batches_failed_idx ON lend.price_batches (started_at) WHERE outcome = 'failed';
CREATE INDEX price_batches_recorded_idx ON lend.price_batches (recorded_at);

-- What one source said of one token: stored when it differs from what was stored before, and when the heartbeat is due. `price`
-- is null where the source gave none, and `problem` says why it is not to be used. A feed is a place at a source from which the
-- price comes.
CREATE TABLE lend.price_observations (
  token_mint text COLLATE "C" NOT NULL,
  feed text COLLATE "C" NOT NULL,
  observed_at timestamptz NOT NULL,
  slot bigint NOT NULL,
  source text NOT NULL,
  account text,
  price numeric,
  confidence numeric CHECK (confidence >= 0),
  average numeric,
  published_at timestamptz,
  verification text,
  problem text,
  -- Prices that this one was multiplied from, where there are several.
  legs jsonb,
  reason text NOT NULL CHECK (reason IN ('first', 'changed', 'heartbeat')),
  batch_id text NOT NULL,
  CHECK (price IS NOT NULL OR problem IS NOT NULL),
  PRIMARY KEY (token_mint, feed, observed_at, slot)
) PARTITION BY RANGE (observed_at);
CREATE TABLE lend.price_observations_default PARTITION OF lend.price_observations DEFAULT;

-- What was made of all sources of a token: stored when it differs from what was stored before, and when the heartbeat is due.
CREATE TABLE lend.price_aggregates (
  token_mint text COLLATE "C" NOT NULL,
  observed_at timestamptz NOT NULL,
  slot bigint NOT NULL,
  status text NOT NULL CHECK (status <> ''),
  price numeric CHECK (price >= 0),
  published_at timestamptz,
  sources integer NOT NULL,
  used integer NOT NULL,
  spread_bps double precision,
  confidence numeric,
  method text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('first', 'changed', 'heartbeat')),
  batch_id text NOT NULL,
  CHECK (used <= sources),
  PRIMARY KEY (token_mint, observed_at, slot)
) PARTITION BY RANGE (observed_at);
CREATE TABLE lend.price_aggregates_default PARTITION OF lend.price_aggregates DEFAULT;

-- The newest of both; replaced only by what was observed later. `stored_at` is that of the newest stored row.
CREATE TABLE lend.price_source_latest (
  token_mint text COLLATE "C" NOT NULL,
  feed text COLLATE "C" NOT NULL,
  observed_at timestamptz NOT NULL,
  slot bigint NOT NULL,
  source text NOT NULL,
  account text,
  price numeric,
  confidence numeric,
  average numeric,
  published_at timestamptz,
  verification text,
  problem text,
  legs jsonb,
  -- What the price rests on: feeds with a root in common are not independent of each other.
  roots text[] NOT NULL,
  -- In the newest aggregate; the reason is why it was not.
  used boolean NOT NULL,
  unused_reason text,
  weight double precision,
  deviation_bps double precision,
  stored_at timestamptz NOT NULL,
  batch_id text NOT NULL,
  CHECK (used = (unused_reason IS NULL)),
  PRIMARY KEY (token_mint, feed)
);
CREATE TABLE lend.price_latest (
  token_mint text COLLATE "C" PRIMARY KEY,
  -- Empty where none is known.
  token_symbol text NOT NULL,
  observed_at timestamptz NOT NULL,
  slot bigint NOT NULL,
  status text NOT NULL,
  price numeric,
  published_at timestamptz,
  sources integer NOT NULL,
  used integer NOT NULL,
  spread_bps double precision,
  confidence numeric,
  method text NOT NULL,
  first_seen_at timestamptz NOT NULL,
  stored_at timestamptz NOT NULL,
  batch_id text NOT NULL,
  change_id bigint NOT NULL DEFAULT 0
);
CREATE INDEX price_latest_symbol_idx ON lend.price_latest (token_symbol);
CREATE INDEX price_latest_change_id_idx ON lend.price_latest USING brin (change_id) WITH (pages_per_range = 32);
CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.price_latest FOR EACH ROW EXECUTE FUNCTION lend.number_change();

-- Buckets of 15 minutes, an hour and a day, made from the aggregates and the batches by the rollup. Prices are null where the
-- token had none in the whole bucket. `priced_seconds` of `observed_seconds` had a price that was in force, and `price_seconds`
-- is the exact sum of each price times the seconds for which it was: buckets add up.
CREATE TABLE lend.price_buckets (
  token_mint text COLLATE "C" NOT NULL,
  width_seconds integer NOT NULL CHECK (width_seconds IN (900, 3600, 86400)),
  bucket_start timestamptz NOT NULL,
  open_price numeric,
  high_price numeric,
  low_price numeric,
  close_price numeric,
  price_seconds numeric NOT NULL,
  observations integer NOT NULL,
  elapsed_seconds integer NOT NULL,
  observed_seconds integer NOT NULL,
  priced_seconds integer NOT NULL,
  gap_reason text,
  final boolean NOT NULL,
  computed_at timestamptz NOT NULL DEFAULT now(),
  change_id bigint NOT NULL DEFAULT 0,
  CHECK (num_nulls(open_price, high_price, low_price, close_price) IN (0, 4)),
  CHECK (priced_seconds <= observed_seconds AND observed_seconds <= elapsed_seconds AND elapsed_seconds <= width_seconds),
  PRIMARY KEY (token_mint, width_seconds, bucket_start)
);
CREATE INDEX price_buckets_change_id_idx ON lend.price_buckets USING brin (change_id) WITH (pages_per_range = 32);
CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.price_buckets FOR EACH ROW EXECUTE FUNCTION lend.number_change();

-- How far the buckets have come. Batches that were recorded since make
-- their buckets again, whatever time they are of.
CREATE TABLE lend.price_rollup (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  recorded_to timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
