-- History: what happened per hour and day, which time was observed, and the order in which batches were committed.

-- The addresses that a batch asked for, stored once per set: a range of addresses would also claim those in between that
-- were not asked for. Batches of earlier versions have none; theirs is the range from first_reserve to last_reserve.
CREATE TABLE lend.reserve_sets (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  reserves text[] COLLATE "C" NOT NULL
);

ALTER TABLE lend.poll_batches
  ADD COLUMN kind text NOT NULL DEFAULT 'poll' CHECK (kind IN ('poll', 'discover', 'follow')),
  ADD COLUMN gap_after_ms integer NOT NULL DEFAULT 30000 CHECK (gap_after_ms > 0),
  ADD COLUMN reserve_set bytea REFERENCES lend.reserve_sets (sha256);
UPDATE lend.poll_batches SET kind = 'discover' WHERE id LIKE 'discover-%';

-- One row per committed batch, numbered in the order of the commits: the number is taken under a lock that is held to the
-- commit, so a reader who has seen n will never see a smaller number appear.
CREATE TABLE lend.batch_commits (
  commit_seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch_id text COLLATE "C" NOT NULL UNIQUE,
  protocol text NOT NULL CHECK (protocol <> ''),
  slot bigint NOT NULL CHECK (slot >= 0),
  observed_at timestamptz NOT NULL,
  snapshot_reserves text[] COLLATE "C" NOT NULL,
  committed_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX batch_commits_committed_at_idx ON lend.batch_commits USING brin (committed_at);

-- Runs of looks without a gap, made from poll_batches hour by hour; they outlive those.
CREATE TABLE lend.observation_spans (
  protocol text NOT NULL CHECK (protocol <> ''),
  hour_start timestamptz NOT NULL,
  span_index integer NOT NULL CHECK (span_index >= 0),
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL CHECK (to_at >= from_at),
  from_slot bigint NOT NULL CHECK (from_slot >= 0),
  to_slot bigint NOT NULL CHECK (to_slot >= 0),
  observations integer NOT NULL CHECK (observations > 0),
  gap_after_ms integer NOT NULL CHECK (gap_after_ms > 0),
  reserve_set bytea REFERENCES lend.reserve_sets (sha256),
  first_reserve text COLLATE "C" NOT NULL,
  last_reserve text COLLATE "C" NOT NULL,
  not_observed text[] COLLATE "C" NOT NULL,
  PRIMARY KEY (protocol, hour_start, span_index),
  CHECK (from_at >= hour_start AND to_at < hour_start + interval '1 hour')
);

-- A gap of one reserve; null: of all reserves of the protocol. slots are those of the looks around it.
ALTER TABLE lend.ingest_gaps ADD COLUMN reserve text COLLATE "C";
ALTER TABLE lend.ingest_gaps DROP CONSTRAINT ingest_gaps_protocol_from_at_reason_code_key;
CREATE UNIQUE INDEX ingest_gaps_reserve_from_at_idx ON lend.ingest_gaps (protocol, coalesce(reserve, ''), from_at);
CREATE INDEX ingest_gaps_protocol_to_at_idx ON lend.ingest_gaps (protocol, to_at, from_at);

CREATE TABLE lend.reserve_hourly (
  bucket_start timestamptz NOT NULL,
  bucket_end timestamptz NOT NULL CHECK (bucket_end > bucket_start),
  open_slot bigint, close_slot bigint,
  open_at timestamptz, close_at timestamptz,
  open_observed_at timestamptz, close_observed_at timestamptz,
  available_amount_open_f double precision, available_amount_min_f double precision, available_amount_max_f double precision, available_amount_twavg_f double precision, available_amount_close_f double precision,
  supplied_amount_open_f double precision, supplied_amount_min_f double precision, supplied_amount_max_f double precision, supplied_amount_twavg_f double precision, supplied_amount_close_f double precision,
  borrowed_amount_open_f double precision, borrowed_amount_min_f double precision, borrowed_amount_max_f double precision, borrowed_amount_twavg_f double precision, borrowed_amount_close_f double precision,
  available_amount_usd_open_f double precision, available_amount_usd_min_f double precision, available_amount_usd_max_f double precision, available_amount_usd_twavg_f double precision, available_amount_usd_close_f double precision,
  supplied_amount_usd_open_f double precision, supplied_amount_usd_min_f double precision, supplied_amount_usd_max_f double precision, supplied_amount_usd_twavg_f double precision, supplied_amount_usd_close_f double precision,
  borrowed_amount_usd_open_f double precision, borrowed_amount_usd_min_f double precision, borrowed_amount_usd_max_f double precision, borrowed_amount_usd_twavg_f double precision, borrowed_amount_usd_close_f double precision,
  price_usd_open_f double precision, price_usd_min_f double precision, price_usd_max_f double precision, price_usd_twavg_f double precision, price_usd_close_f double precision,
  utilization_open_f double precision, utilization_min_f double precision, utilization_max_f double precision, utilization_twavg_f double precision, utilization_close_f double precision,
  borrow_apr_open_f double precision, borrow_apr_min_f double precision, borrow_apr_max_f double precision, borrow_apr_twavg_f double precision, borrow_apr_close_f double precision,
  borrow_apy_open_f double precision, borrow_apy_min_f double precision, borrow_apy_max_f double precision, borrow_apy_twavg_f double precision, borrow_apy_close_f double precision,
  supply_apr_open_f double precision, supply_apr_min_f double precision, supply_apr_max_f double precision, supply_apr_twavg_f double precision, supply_apr_close_f double precision,
  supply_apy_open_f double precision, supply_apy_min_f double precision, supply_apy_max_f double precision, supply_apy_twavg_f double precision, supply_apy_close_f double precision,
  rewards_apr_open_f double precision, rewards_apr_min_f double precision, rewards_apr_max_f double precision, rewards_apr_twavg_f double precision, rewards_apr_close_f double precision,
  borrow_apy_realised_f double precision, supply_apy_realised_f double precision,
  observations integer CHECK (observations >= 0),
  snapshots integer NOT NULL CHECK (snapshots >= 0),
  observed_seconds integer NOT NULL CHECK (observed_seconds >= 0),
  elapsed_seconds integer NOT NULL CHECK (elapsed_seconds >= observed_seconds),
  computed_at timestamptz NOT NULL DEFAULT now(),
  rollup_version integer NOT NULL,
  final boolean NOT NULL,
  protocol text NOT NULL CHECK (protocol <> ''),
  reserve text COLLATE "C" NOT NULL,
  lending_market text COLLATE "C" NOT NULL,
  quality text NOT NULL CHECK (quality IN ('ok', 'partial', 'missing')),
  gap_reason text,
  open_proof text CHECK (open_proof IN ('same_account', 'later_account', 'index_continuity')),
  close_proof text CHECK (close_proof IN ('same_account', 'later_account', 'index_continuity')),
  open_available_amount_raw numeric(20,0), open_borrowed_amount_sf numeric(39,0), open_total_supply_sf numeric(40,0),
  open_cumulative_borrow_rate_bsf numeric(78,0), open_collateral_supply_raw numeric(20,0), open_market_price_sf numeric(39,0),
  close_available_amount_raw numeric(20,0), close_borrowed_amount_sf numeric(39,0), close_total_supply_sf numeric(40,0),
  close_cumulative_borrow_rate_bsf numeric(78,0), close_collateral_supply_raw numeric(20,0), close_market_price_sf numeric(39,0),
  interest_sf numeric(40,0), interest_supply_side_sf numeric(40,0), interest_protocol_sf numeric(40,0),
  interest_referrer_max_sf numeric(40,0), interest_host_sf numeric(40,0),
  interest_usd_sf numeric(80,0), interest_supply_side_usd_sf numeric(80,0), interest_protocol_usd_sf numeric(80,0),
  interest_referrer_max_usd_sf numeric(80,0), interest_host_usd_sf numeric(80,0),
  PRIMARY KEY (reserve, bucket_start),
  CONSTRAINT missing_has_no_numbers CHECK ((quality = 'missing') = (close_at IS NULL)),
  -- An edge is known as a whole or not at all; only a price, and what is counted in USD, can be missing of it.
  CONSTRAINT edges_are_whole CHECK (
    num_nulls(open_slot, open_at, open_observed_at, open_available_amount_raw, open_borrowed_amount_sf,
      open_total_supply_sf, open_cumulative_borrow_rate_bsf, open_collateral_supply_raw, open_market_price_sf,
      available_amount_open_f, supplied_amount_open_f, borrowed_amount_open_f, utilization_open_f, borrow_apr_open_f,
      borrow_apy_open_f, supply_apr_open_f, supply_apy_open_f, rewards_apr_open_f) IN (0, 18)
    AND
    num_nulls(close_slot, close_at, close_observed_at, close_available_amount_raw, close_borrowed_amount_sf,
      close_total_supply_sf, close_cumulative_borrow_rate_bsf, close_collateral_supply_raw, close_market_price_sf,
      available_amount_close_f, supplied_amount_close_f, borrowed_amount_close_f, utilization_close_f,
      borrow_apr_close_f, borrow_apy_close_f, supply_apr_close_f, supply_apy_close_f, rewards_apr_close_f) IN (0, 18)
  ),
  -- A comparison with null is null, which a check lets pass: parts that are known in part are refused by the counts.
  CONSTRAINT interest_balances CHECK (
    num_nulls(interest_sf, interest_supply_side_sf, interest_protocol_sf, interest_referrer_max_sf, interest_host_sf)
      IN (0, 5)
    AND num_nulls(interest_usd_sf, interest_supply_side_usd_sf, interest_protocol_usd_sf, interest_referrer_max_usd_sf,
      interest_host_usd_sf) IN (0, 5)
    AND interest_sf = interest_supply_side_sf + interest_protocol_sf + interest_referrer_max_sf + interest_host_sf
    AND interest_usd_sf = interest_supply_side_usd_sf + interest_protocol_usd_sf + interest_referrer_max_usd_sf
      + interest_host_usd_sf
  ),
  CONSTRAINT doubles_are_finite CHECK (
    available_amount_open_f > '-Infinity' AND available_amount_open_f < 'Infinity' AND available_amount_min_f > '-Infinity' AND available_amount_min_f < 'Infinity' AND available_amount_max_f > '-Infinity' AND available_amount_max_f < 'Infinity' AND available_amount_twavg_f > '-Infinity' AND available_amount_twavg_f < 'Infinity' AND available_amount_close_f > '-Infinity' AND available_amount_close_f < 'Infinity'
    AND supplied_amount_open_f > '-Infinity' AND supplied_amount_open_f < 'Infinity' AND supplied_amount_min_f > '-Infinity' AND supplied_amount_min_f < 'Infinity' AND supplied_amount_max_f > '-Infinity' AND supplied_amount_max_f < 'Infinity' AND supplied_amount_twavg_f > '-Infinity' AND supplied_amount_twavg_f < 'Infinity' AND supplied_amount_close_f > '-Infinity' AND supplied_amount_close_f < 'Infinity'
    AND borrowed_amount_open_f > '-Infinity' AND borrowed_amount_open_f < 'Infinity' AND borrowed_amount_min_f > '-Infinity' AND borrowed_amount_min_f < 'Infinity' AND borrowed_amount_max_f > '-Infinity' AND borrowed_amount_max_f < 'Infinity' AND borrowed_amount_twavg_f > '-Infinity' AND borrowed_amount_twavg_f < 'Infinity' AND borrowed_amount_close_f > '-Infinity' AND borrowed_amount_close_f < 'Infinity'
    AND available_amount_usd_open_f > '-Infinity' AND available_amount_usd_open_f < 'Infinity' AND available_amount_usd_min_f > '-Infinity' AND available_amount_usd_min_f < 'Infinity' AND available_amount_usd_max_f > '-Infinity' AND available_amount_usd_max_f < 'Infinity' AND available_amount_usd_twavg_f > '-Infinity' AND available_amount_usd_twavg_f < 'Infinity' AND available_amount_usd_close_f > '-Infinity' AND available_amount_usd_close_f < 'Infinity'
    AND supplied_amount_usd_open_f > '-Infinity' AND supplied_amount_usd_open_f < 'Infinity' AND supplied_amount_usd_min_f > '-Infinity' AND supplied_amount_usd_min_f < 'Infinity' AND supplied_amount_usd_max_f > '-Infinity' AND supplied_amount_usd_max_f < 'Infinity' AND supplied_amount_usd_twavg_f > '-Infinity' AND supplied_amount_usd_twavg_f < 'Infinity' AND supplied_amount_usd_close_f > '-Infinity' AND supplied_amount_usd_close_f < 'Infinity'
    AND borrowed_amount_usd_open_f > '-Infinity' AND borrowed_amount_usd_open_f < 'Infinity' AND borrowed_amount_usd_min_f > '-Infinity' AND borrowed_amount_usd_min_f < 'Infinity' AND borrowed_amount_usd_max_f > '-Infinity' AND borrowed_amount_usd_max_f < 'Infinity' AND borrowed_amount_usd_twavg_f > '-Infinity' AND borrowed_amount_usd_twavg_f < 'Infinity' AND borrowed_amount_usd_close_f > '-Infinity' AND borrowed_amount_usd_close_f < 'Infinity'
    AND price_usd_open_f > '-Infinity' AND price_usd_open_f < 'Infinity' AND price_usd_min_f > '-Infinity' AND price_usd_min_f < 'Infinity' AND price_usd_max_f > '-Infinity' AND price_usd_max_f < 'Infinity' AND price_usd_twavg_f > '-Infinity' AND price_usd_twavg_f < 'Infinity' AND price_usd_close_f > '-Infinity' AND price_usd_close_f < 'Infinity'
    AND utilization_open_f > '-Infinity' AND utilization_open_f < 'Infinity' AND utilization_min_f > '-Infinity' AND utilization_min_f < 'Infinity' AND utilization_max_f > '-Infinity' AND utilization_max_f < 'Infinity' AND utilization_twavg_f > '-Infinity' AND utilization_twavg_f < 'Infinity' AND utilization_close_f > '-Infinity' AND utilization_close_f < 'Infinity'
    AND borrow_apr_open_f > '-Infinity' AND borrow_apr_open_f < 'Infinity' AND borrow_apr_min_f > '-Infinity' AND borrow_apr_min_f < 'Infinity' AND borrow_apr_max_f > '-Infinity' AND borrow_apr_max_f < 'Infinity' AND borrow_apr_twavg_f > '-Infinity' AND borrow_apr_twavg_f < 'Infinity' AND borrow_apr_close_f > '-Infinity' AND borrow_apr_close_f < 'Infinity'
    AND borrow_apy_open_f > '-Infinity' AND borrow_apy_open_f < 'Infinity' AND borrow_apy_min_f > '-Infinity' AND borrow_apy_min_f < 'Infinity' AND borrow_apy_max_f > '-Infinity' AND borrow_apy_max_f < 'Infinity' AND borrow_apy_twavg_f > '-Infinity' AND borrow_apy_twavg_f < 'Infinity' AND borrow_apy_close_f > '-Infinity' AND borrow_apy_close_f < 'Infinity'
    AND supply_apr_open_f > '-Infinity' AND supply_apr_open_f < 'Infinity' AND supply_apr_min_f > '-Infinity' AND supply_apr_min_f < 'Infinity' AND supply_apr_max_f > '-Infinity' AND supply_apr_max_f < 'Infinity' AND supply_apr_twavg_f > '-Infinity' AND supply_apr_twavg_f < 'Infinity' AND supply_apr_close_f > '-Infinity' AND supply_apr_close_f < 'Infinity'
    AND supply_apy_open_f > '-Infinity' AND supply_apy_open_f < 'Infinity' AND supply_apy_min_f > '-Infinity' AND supply_apy_min_f < 'Infinity' AND supply_apy_max_f > '-Infinity' AND supply_apy_max_f < 'Infinity' AND supply_apy_twavg_f > '-Infinity' AND supply_apy_twavg_f < 'Infinity' AND supply_apy_close_f > '-Infinity' AND supply_apy_close_f < 'Infinity'
    AND rewards_apr_open_f > '-Infinity' AND rewards_apr_open_f < 'Infinity' AND rewards_apr_min_f > '-Infinity' AND rewards_apr_min_f < 'Infinity' AND rewards_apr_max_f > '-Infinity' AND rewards_apr_max_f < 'Infinity' AND rewards_apr_twavg_f > '-Infinity' AND rewards_apr_twavg_f < 'Infinity' AND rewards_apr_close_f > '-Infinity' AND rewards_apr_close_f < 'Infinity'
    AND borrow_apy_realised_f > '-Infinity' AND borrow_apy_realised_f < 'Infinity' AND supply_apy_realised_f > '-Infinity' AND supply_apy_realised_f < 'Infinity'
  )
);
CREATE INDEX reserve_hourly_bucket_start_idx ON lend.reserve_hourly (bucket_start, reserve);
CREATE TABLE lend.reserve_daily (LIKE lend.reserve_hourly INCLUDING ALL);

-- How far the rollups of a protocol have come in the order of the commits.
CREATE TABLE lend.rollup_state (
  protocol text PRIMARY KEY CHECK (protocol <> ''),
  commit_seq bigint NOT NULL CHECK (commit_seq >= 0),
  -- Poll batches observed before this hour are deleted, or are about to be: their spans are not made again.
  purged_before timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now()
);
