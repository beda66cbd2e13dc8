-- Prices of tokens in US dollars, whatever protocol lends them: what each source said, what was made of it, and buckets of that.
-- Every key begins with the mint. Prices are exact decimals.

-- One row per committed batch of prices and one per attempt that failed. `source_group` is what was read together:
-- accounts of the chain (`chain`), or one HTTP source. Batches of the chain have a slot.
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
CREATE INDEX price_batches_failed_idx ON lend.price_batches (started_at) WHERE outcome = 'failed';
CREATE INDEX price_batches_recorded_idx ON lend.price_batches (recorded_at);
CREATE INDEX price_batches_time_idx ON lend.price_batches (observed_at)
  WHERE outcome = 'committed' AND slot IS NOT NULL;

-- Batches of prices in the order of the commits, which they have in common with batches of reserves: the place of each
-- in the stream. The number is taken within the turn of the commit, by the owner, so that no login needs a right to the
-- sequence.
CREATE TABLE lend.price_commits (
  commit_seq bigint PRIMARY KEY,
  batch_id text NOT NULL,
  slot bigint NOT NULL,
  observed_at timestamptz NOT NULL,
  -- Tokens whose price was stored, in the order of the places.
  mints text[] COLLATE "C" NOT NULL,
  committed_at timestamptz NOT NULL DEFAULT now()
);

-- What one source said of one token: stored when it differs from what was stored before, and when the heartbeat is due.
-- `price` is null where the source gave none, and `problem` says why it is not to be used. A feed is a place at a source
-- from which the price comes.
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
  PRIMARY KEY (token_mint, feed, observed_at, slot),
  CHECK (price IS NOT NULL OR problem IS NOT NULL)
) PARTITION BY RANGE (observed_at);

CREATE TABLE lend.price_observations_default PARTITION OF lend.price_observations DEFAULT;

-- What was made of all sources of a token: stored when it differs from what was stored before, and when the heartbeat is
-- due.
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
  -- Made of nothing but what reserves hold themselves: a reserve is not compared with such a price, which may be its
  -- own.
  reserves_only boolean,
  PRIMARY KEY (token_mint, observed_at, slot),
  CHECK (used <= sources)
) PARTITION BY RANGE (observed_at);

CREATE TABLE lend.price_aggregates_default PARTITION OF lend.price_aggregates DEFAULT;

-- The newest of each source, and what the newest aggregate made of it; replaced only by what was observed later.
-- `stored_at` is that of the newest stored row.
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
  PRIMARY KEY (token_mint, feed),
  CHECK (used = (unused_reason IS NULL))
);

-- The newest aggregate of each token.
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
  change_id bigint NOT NULL DEFAULT 0,
  reserves_only boolean
);
CREATE INDEX price_latest_change_id_idx ON lend.price_latest USING brin (change_id) WITH (pages_per_range = 32);
CREATE INDEX price_latest_symbol_idx ON lend.price_latest (token_symbol);

-- Buckets of 15 minutes, an hour and a day, made from the aggregates and the batches by the rollup. Prices are null
-- where the token had none in the whole bucket. `priced_seconds` of `observed_seconds` had a price that was in force,
-- and `price_seconds` is the exact sum of each price times the seconds for which it was: buckets add up.
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
  PRIMARY KEY (token_mint, width_seconds, bucket_start),
  CHECK (num_nulls(open_price, high_price, low_price, close_price) IN (0, 4)),
  CHECK (priced_seconds <= observed_seconds AND observed_seconds <= elapsed_seconds
    AND elapsed_seconds <= width_seconds)
);
CREATE INDEX price_buckets_change_id_idx ON lend.price_buckets USING brin (change_id) WITH (pages_per_range = 32);
CREATE INDEX price_buckets_open_idx ON lend.price_buckets (width_seconds, bucket_start) WHERE NOT final;

-- How far the price that a reserve holds lay from the price of its token, for how long, and whether the program would
-- have accepted it, over 15 minutes, an hour and a day; made by the rollup of prices from the same batches, whose reads
-- hold both prices at once. In basis points of the price of the token, to six decimals, so that sums do not depend on
-- their order. Null where the two were not compared in the whole bucket. `compared_seconds` of `observed_seconds` had
-- both prices in force; of these `beyond_seconds` lay further apart than the sources of one price may, and of those
-- whose program keeps a verdict `accepted_seconds` would have been accepted and `refused_seconds` not. `bps_seconds` is
-- the exact sum of each divergence times its seconds: buckets add up.
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
  PRIMARY KEY (reserve, width_seconds, bucket_start),
  CHECK (num_nulls(open_bps, high_bps, low_bps, close_bps) IN (0, 4)),
  CHECK (compared_seconds <= observed_seconds AND observed_seconds <= elapsed_seconds
    AND elapsed_seconds <= width_seconds),
  CHECK (greatest(beyond_seconds, accepted_seconds + refused_seconds) <= compared_seconds),
  CHECK (accepted_beyond_seconds <= least(beyond_seconds, accepted_seconds))
);
CREATE INDEX price_divergence_buckets_change_id_idx ON lend.price_divergence_buckets USING brin (change_id) WITH (pages_per_range = 32);

-- How far the buckets have come. Batches that were recorded since make their buckets again, whatever time they are of.
CREATE TABLE lend.price_rollup (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  recorded_to timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
