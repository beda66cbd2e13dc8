-- What can be sold of tokens, where, and whether it is enough to liquidate: pools with what was found of them, depth of tokens, coverage of
-- reserves, each with its newest row, its history by month, and buckets that hold the smallest of an hour and of a day. Amounts are exact.

-- One row per committed read of all pools that were due and one per attempt that failed. A read takes many calls, each
-- of one bank.
CREATE TABLE lend.liquidity_batches (
  attempt_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL,
  slot_min bigint,
  slot_max bigint,
  observed_at timestamptz,
  calls integer NOT NULL,
  tokens integer NOT NULL,
  pools integer NOT NULL,
  -- Pools whose accounts are of several banks.
  torn integer NOT NULL,
  missing integer NOT NULL,
  -- Pools that could not be decoded: anybody can make an account that looks like one.
  refused integer NOT NULL,
  reserves integer NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('committed', 'failed')),
  error_code text,
  gap_after_ms integer NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  CHECK ((outcome = 'failed') = (error_code IS NOT NULL)),
  CHECK (outcome = 'failed' OR num_nulls(slot_min, slot_max, observed_at) = 0)
);
CREATE UNIQUE INDEX liquidity_batches_committed_idx ON lend.liquidity_batches (id) WHERE outcome = 'committed';
CREATE INDEX liquidity_batches_failed_idx ON lend.liquidity_batches (started_at) WHERE outcome = 'failed';
CREATE INDEX liquidity_batches_recorded_idx ON lend.liquidity_batches (recorded_at);
CREATE INDEX liquidity_batches_time_idx ON lend.liquidity_batches (observed_at) WHERE outcome = 'committed';

-- When the pools of a token were searched for, and how: by listing the accounts of programs, or in the committed list
-- where that was refused.
CREATE TABLE lend.liquidity_searches (
  token_mint text COLLATE "C" PRIMARY KEY,
  searched_at timestamptz NOT NULL,
  found_by text NOT NULL CHECK (found_by IN ('listed', 'built_in')),
  failure text,
  pools integer NOT NULL,
  calls integer NOT NULL,
  CHECK ((found_by = 'listed') = (failure IS NULL))
);

-- Pools ever found, with what the newest read of each gave. `depth` is a list of objects: direction, bps, exact amounts
-- as text, and why one is not known.
CREATE TABLE lend.liquidity_pools (
  pool text COLLATE "C" PRIMARY KEY,
  source text NOT NULL,
  -- What the arithmetic of the source was compared with.
  evidence text NOT NULL CHECK (evidence IN ('program', 'sdk', 'source')),
  found_by text NOT NULL CHECK (found_by IN ('listed', 'built_in', 'configured')),
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  -- Null until it was read.
  mint_a text COLLATE "C",
  mint_b text COLLATE "C",
  status text NOT NULL DEFAULT 'not_read' CHECK (status IN ('ok', 'halted', 'unknown', 'refused', 'missing',
    'not_read')),
  detail text,
  lower_bound text[] NOT NULL DEFAULT '{}',
  price numeric,
  depth jsonb NOT NULL DEFAULT '[]',
  last_used_at timestamptz,
  one_bank boolean,
  data_sha256 bytea,
  decoder_version integer,
  slot bigint,
  observed_at timestamptz,
  -- Of the newest row of history.
  stored_at timestamptz,
  batch_id text
);

-- What a pool was worth, by month: where price, state or depth differ from what was stored before, and as a heartbeat.
CREATE TABLE lend.liquidity_pool_history (
  pool text COLLATE "C" NOT NULL,
  observed_at timestamptz NOT NULL,
  slot bigint NOT NULL,
  status text NOT NULL,
  detail text,
  price numeric,
  -- Marginal depth at a fall of 2 %, of each token.
  sell_a_raw numeric,
  sell_b_raw numeric,
  one_bank boolean NOT NULL,
  batch_id text NOT NULL,
  PRIMARY KEY (pool, observed_at, slot)
) PARTITION BY RANGE (observed_at);

CREATE TABLE lend.liquidity_pool_history_default PARTITION OF lend.liquidity_pool_history DEFAULT;

-- Which pools count for a token, and why the others do not.
CREATE TABLE lend.liquidity_verdicts (
  token_mint text COLLATE "C" NOT NULL,
  pool text COLLATE "C" NOT NULL,
  counted boolean NOT NULL,
  route text CHECK (route IN ('direct', 'via_sol')),
  reason text,
  detail text,
  price_gap_bps double precision,
  depth_usd double precision,
  observed_at timestamptz NOT NULL,
  batch_id text NOT NULL,
  PRIMARY KEY (token_mint, pool),
  CHECK (counted = (reason IS NULL) AND counted = (route IS NOT NULL))
);

-- The newest depth of each token. `reason` says why there is none.
CREATE TABLE lend.liquidity_tokens (
  token_mint text COLLATE "C" PRIMARY KEY,
  token_symbol text NOT NULL,
  token_decimals integer,
  observed_at timestamptz NOT NULL,
  slot_min bigint NOT NULL,
  slot_max bigint NOT NULL,
  price numeric,
  price_at timestamptz,
  counted integer NOT NULL,
  excluded integer NOT NULL,
  unknown integer NOT NULL,
  evidence text,
  lower_bound boolean NOT NULL,
  reason text,
  -- Sales of sizes: size, amount and what it brings as exact text.
  quotes jsonb NOT NULL,
  first_seen_at timestamptz NOT NULL,
  batch_id text NOT NULL,
  change_id bigint NOT NULL DEFAULT 0,
  -- Share of the 24 hours that reads cover.
  coverage_24h double precision
);
CREATE INDEX liquidity_tokens_change_id_idx ON lend.liquidity_tokens USING brin (change_id) WITH (pages_per_range = 32);

-- The newest depth of each token, side, fall and source, and the smallest of the 24 hours that end with it.
CREATE TABLE lend.liquidity_depth_latest (
  token_mint text COLLATE "C" NOT NULL,
  side text NOT NULL CHECK (side IN ('sell', 'buy')),
  bps integer NOT NULL,
  -- `all`, or one source.
  source text COLLATE "C" NOT NULL,
  marginal_raw numeric,
  marginal_usd numeric,
  average_raw numeric,
  average_usd numeric,
  largest_pool_share double precision,
  via_sol_share double precision,
  lower_bound boolean NOT NULL,
  evidence text,
  reason text,
  observed_at timestamptz NOT NULL,
  batch_id text NOT NULL,
  min_24h_marginal_raw numeric,
  min_24h_marginal_usd numeric,
  min_24h_average_raw numeric,
  min_24h_average_usd numeric,
  -- Share of the reads in which the depth was known; null in rows of one source.
  known_24h_share double precision,
  sol_leg_share double precision,
  PRIMARY KEY (token_mint, side, bps, source)
);

-- Depth over all sources, by month: one row per read, side and fall.
CREATE TABLE lend.liquidity_depth (
  token_mint text COLLATE "C" NOT NULL,
  side text NOT NULL,
  bps integer NOT NULL,
  observed_at timestamptz NOT NULL,
  slot_max bigint NOT NULL,
  marginal_raw numeric,
  marginal_usd numeric,
  average_raw numeric,
  average_usd numeric,
  largest_pool_share double precision,
  via_sol_share double precision,
  lower_bound boolean NOT NULL,
  reason text,
  batch_id text NOT NULL,
  -- What is left for a token of the pools of SOL where all trade at once.
  sol_leg_share double precision,
  PRIMARY KEY (token_mint, side, bps, observed_at, slot_max),
  CHECK (num_nulls(marginal_raw, marginal_usd, average_raw, average_usd) IN (0, 4)),
  CHECK ((marginal_raw IS NULL) = (reason IS NOT NULL))
) PARTITION BY RANGE (observed_at);

CREATE TABLE lend.liquidity_depth_default PARTITION OF lend.liquidity_depth DEFAULT;

-- Collateral of reserves against what can be sold of it, the newest and by month.
CREATE TABLE lend.liquidity_coverage_latest (
  reserve text COLLATE "C" PRIMARY KEY,
  token_mint text COLLATE "C" NOT NULL,
  observed_at timestamptz NOT NULL,
  slot_min bigint NOT NULL,
  slot_max bigint NOT NULL,
  collateral_raw numeric,
  token_collateral_raw numeric,
  token_reserves integer NOT NULL,
  token_reserves_unknown integer NOT NULL,
  min_net_bonus_bps integer NOT NULL,
  max_net_bonus_bps integer NOT NULL,
  sellable_at_min_bonus_raw numeric,
  sellable_at_max_bonus_raw numeric,
  coverage_at_min_bonus double precision,
  coverage_at_max_bonus double precision,
  token_coverage_at_min_bonus double precision,
  token_coverage_at_max_bonus double precision,
  coverage_at_100_bps double precision,
  coverage_at_200_bps double precision,
  coverage_at_500_bps double precision,
  coverage_at_1000_bps double precision,
  lower_bound boolean NOT NULL,
  reason text,
  first_seen_at timestamptz NOT NULL,
  batch_id text NOT NULL,
  change_id bigint NOT NULL DEFAULT 0,
  CHECK ((coverage_at_min_bonus IS NULL) = (reason IS NOT NULL))
);
CREATE INDEX liquidity_coverage_latest_change_id_idx ON lend.liquidity_coverage_latest USING brin (change_id) WITH (pages_per_range = 32);

-- The same by month.
CREATE TABLE lend.liquidity_coverage (
  reserve text COLLATE "C" NOT NULL,
  observed_at timestamptz NOT NULL,
  slot_max bigint NOT NULL,
  token_mint text COLLATE "C" NOT NULL,
  collateral_raw numeric,
  token_collateral_raw numeric,
  min_net_bonus_bps integer NOT NULL,
  max_net_bonus_bps integer NOT NULL,
  sellable_at_min_bonus_raw numeric,
  sellable_at_max_bonus_raw numeric,
  coverage_at_min_bonus double precision,
  coverage_at_max_bonus double precision,
  token_coverage_at_min_bonus double precision,
  token_coverage_at_max_bonus double precision,
  lower_bound boolean NOT NULL,
  reason text,
  batch_id text NOT NULL,
  PRIMARY KEY (reserve, observed_at, slot_max)
) PARTITION BY RANGE (observed_at);

CREATE TABLE lend.liquidity_coverage_default PARTITION OF lend.liquidity_coverage DEFAULT;

-- The smallest of an hour and of a day; null where it was not known in the whole bucket.
CREATE TABLE lend.liquidity_depth_buckets (
  token_mint text COLLATE "C" NOT NULL,
  width_seconds integer NOT NULL CHECK (width_seconds IN (3600, 86400)),
  bucket_start timestamptz NOT NULL,
  side text NOT NULL,
  bps integer NOT NULL,
  min_marginal_raw numeric,
  min_marginal_usd numeric,
  min_average_raw numeric,
  min_average_usd numeric,
  close_average_usd numeric,
  lower_bound boolean NOT NULL,
  observations integer NOT NULL,
  known integer NOT NULL,
  elapsed_seconds integer NOT NULL,
  observed_seconds integer NOT NULL,
  gap_reason text,
  final boolean NOT NULL,
  computed_at timestamptz NOT NULL DEFAULT now(),
  change_id bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (token_mint, width_seconds, bucket_start, side, bps),
  CHECK (known <= observations AND observed_seconds <= elapsed_seconds AND elapsed_seconds <= width_seconds)
);
CREATE INDEX liquidity_depth_buckets_change_id_idx ON lend.liquidity_depth_buckets USING brin (change_id) WITH (pages_per_range = 32);
CREATE INDEX liquidity_depth_buckets_open_idx ON lend.liquidity_depth_buckets (width_seconds, bucket_start)
  WHERE NOT final;

-- The smallest coverage of an hour and of a day.
CREATE TABLE lend.liquidity_coverage_buckets (
  reserve text COLLATE "C" NOT NULL,
  width_seconds integer NOT NULL CHECK (width_seconds IN (3600, 86400)),
  bucket_start timestamptz NOT NULL,
  token_mint text COLLATE "C" NOT NULL,
  min_coverage_at_min_bonus double precision,
  min_token_coverage_at_min_bonus double precision,
  min_sellable_at_min_bonus_raw numeric,
  max_collateral_raw numeric,
  lower_bound boolean NOT NULL,
  observations integer NOT NULL,
  known integer NOT NULL,
  elapsed_seconds integer NOT NULL,
  observed_seconds integer NOT NULL,
  gap_reason text,
  final boolean NOT NULL,
  computed_at timestamptz NOT NULL DEFAULT now(),
  change_id bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (reserve, width_seconds, bucket_start),
  CHECK (known <= observations AND observed_seconds <= elapsed_seconds AND elapsed_seconds <= width_seconds)
);
CREATE INDEX liquidity_coverage_buckets_change_id_idx ON lend.liquidity_coverage_buckets USING brin (change_id) WITH (pages_per_range = 32);
CREATE INDEX liquidity_coverage_buckets_open_idx ON lend.liquidity_coverage_buckets (width_seconds, bucket_start)
  WHERE NOT final;

-- How far the buckets have come. Reads that were recorded since make their buckets again, whatever time they are of.
CREATE TABLE lend.liquidity_rollup (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  recorded_to timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);
