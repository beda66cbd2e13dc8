-- What was observed of reserves. `reserve_latest` has the newest row of each. History lies in two places: `reserve_snapshots` keeps what was
-- observed lately, a row with everything in it, as the polls write it. Days that are over are moved by the `maintain` job into tables that say
-- nothing twice (`observations` and what it refers to): an integer for each reserve, and for each combination of texts. They are read as one by
-- `lend.all_snapshots`.

-- What was observed of a reserve at one bank. One reserve over time is the primary key's order. All reserves over a
-- stretch of time are rows that lie together, because they were inserted together: block ranges find an hour in 836,000
-- rows in 4 ms with 80 kB of index (B-tree: 2.4 ms, 6 MB; none: 119 ms).
CREATE TABLE lend.reserve_snapshots (
  slot bigint NOT NULL CHECK (slot >= 0),
  observed_at timestamptz NOT NULL,
  last_update_slot bigint NOT NULL CHECK (last_update_slot >= 0),
  last_update_at timestamptz,
  market_price_updated_at timestamptz,
  deposit_cap_interval_start_at timestamptz,
  debt_cap_interval_start_at timestamptz,
  -- Nearest doubles of the exact values. Those in USD are null where the account holds no price.
  available_amount_f lend.finite NOT NULL,
  supplied_amount_f lend.finite NOT NULL,
  borrowed_amount_f lend.finite NOT NULL,
  available_amount_usd_f lend.finite,
  supplied_amount_usd_f lend.finite,
  borrowed_amount_usd_f lend.finite,
  price_usd_f lend.finite,
  utilization_f lend.finite NOT NULL,
  borrow_apr_f lend.finite NOT NULL,
  borrow_apy_f lend.finite NOT NULL,
  supply_apr_f lend.finite NOT NULL,
  supply_apy_f lend.finite NOT NULL,
  rewards_apr_f lend.finite NOT NULL,
  slot_duration_ms_f lend.finite NOT NULL CHECK (slot_duration_ms_f > 0),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  decoder_version integer NOT NULL CHECK (decoder_version >= 0),
  -- Null where the protocol keeps no verdict on its price.
  price_status smallint CHECK (price_status BETWEEN 0 AND 255),
  last_update_stale boolean NOT NULL,
  price_usable boolean NOT NULL,
  reserve text COLLATE "C" NOT NULL,
  lending_market text COLLATE "C" NOT NULL,
  -- As the account holds them.
  available_amount_raw lend.u64 NOT NULL,
  borrowed_amount_sf lend.u128 NOT NULL,
  cumulative_borrow_rate_bsf lend.u256 NOT NULL,
  accumulated_protocol_fees_sf lend.u128 NOT NULL,
  accumulated_referrer_fees_sf lend.u128,
  pending_referrer_fees_sf lend.u128,
  absolute_referral_rate_sf lend.u128,
  market_price_sf lend.u128 NOT NULL,
  collateral_supply_raw lend.u64 NOT NULL,
  rewards_available_raw lend.u64,
  queued_collateral_raw lend.u64,
  borrowed_outside_elevation_group_raw lend.u64,
  deposit_cap_current_raw lend.i64,
  debt_cap_current_raw lend.i64,
  -- Accrued to `slot` with the program's arithmetic.
  accrued_available_amount_raw lend.u64 NOT NULL,
  accrued_borrowed_amount_sf lend.u128 NOT NULL,
  accrued_total_supply_sf lend.u128_sum NOT NULL,
  accrued_utilization_sf lend.u128 NOT NULL,
  accrued_cumulative_borrow_rate_bsf lend.u256 NOT NULL,
  accrued_protocol_fees_sf lend.u128 NOT NULL,
  accrued_pending_referrer_fees_sf lend.u128,
  borrow_rate_sf lend.u128 NOT NULL,
  slot_duration_source text NOT NULL CHECK (slot_duration_source IN ('performance_samples', 'clock_pairs',
    'configured')),
  interest_rate_basis text NOT NULL,
  compounding text NOT NULL CHECK (compounding <> ''),
  account_sha256 bytea NOT NULL CHECK (octet_length(account_sha256) = 32),
  poll_batch_id text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('first', 'changed', 'heartbeat')),
  -- Fields of one protocol that have no column.
  own jsonb CHECK (jsonb_typeof(own) = 'object'),
  PRIMARY KEY (reserve, observed_at, slot)
) PARTITION BY RANGE (observed_at);
CREATE INDEX reserve_snapshots_observed_at_idx ON lend.reserve_snapshots USING brin (observed_at) WITH (pages_per_range = 32, autosummarize = on);

CREATE TABLE lend.reserve_snapshots_default PARTITION OF lend.reserve_snapshots DEFAULT;

-- The same columns and checks, one row per reserve, and which snapshot of it is the newest one kept. Rewritten at every
-- poll: half-empty pages keep those updates in place.
CREATE TABLE lend.reserve_latest (
  slot bigint NOT NULL CHECK (slot >= 0),
  observed_at timestamptz NOT NULL,
  last_update_slot bigint NOT NULL CHECK (last_update_slot >= 0),
  last_update_at timestamptz,
  market_price_updated_at timestamptz,
  deposit_cap_interval_start_at timestamptz,
  debt_cap_interval_start_at timestamptz,
  available_amount_f lend.finite NOT NULL,
  supplied_amount_f lend.finite NOT NULL,
  borrowed_amount_f lend.finite NOT NULL,
  available_amount_usd_f lend.finite,
  supplied_amount_usd_f lend.finite,
  borrowed_amount_usd_f lend.finite,
  price_usd_f lend.finite,
  utilization_f lend.finite NOT NULL,
  borrow_apr_f lend.finite NOT NULL,
  borrow_apy_f lend.finite NOT NULL,
  supply_apr_f lend.finite NOT NULL,
  supply_apy_f lend.finite NOT NULL,
  rewards_apr_f lend.finite NOT NULL,
  slot_duration_ms_f lend.finite NOT NULL CHECK (slot_duration_ms_f > 0),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  decoder_version integer NOT NULL CHECK (decoder_version >= 0),
  price_status smallint CHECK (price_status BETWEEN 0 AND 255),
  last_update_stale boolean NOT NULL,
  price_usable boolean NOT NULL,
  reserve text COLLATE "C" PRIMARY KEY REFERENCES lend.reserves(address),
  lending_market text COLLATE "C" NOT NULL,
  available_amount_raw lend.u64 NOT NULL,
  borrowed_amount_sf lend.u128 NOT NULL,
  cumulative_borrow_rate_bsf lend.u256 NOT NULL,
  accumulated_protocol_fees_sf lend.u128 NOT NULL,
  accumulated_referrer_fees_sf lend.u128,
  pending_referrer_fees_sf lend.u128,
  absolute_referral_rate_sf lend.u128,
  market_price_sf lend.u128 NOT NULL,
  collateral_supply_raw lend.u64 NOT NULL,
  rewards_available_raw lend.u64,
  queued_collateral_raw lend.u64,
  borrowed_outside_elevation_group_raw lend.u64,
  deposit_cap_current_raw lend.i64,
  debt_cap_current_raw lend.i64,
  accrued_available_amount_raw lend.u64 NOT NULL,
  accrued_borrowed_amount_sf lend.u128 NOT NULL,
  accrued_total_supply_sf lend.u128_sum NOT NULL,
  accrued_utilization_sf lend.u128 NOT NULL,
  accrued_cumulative_borrow_rate_bsf lend.u256 NOT NULL,
  accrued_protocol_fees_sf lend.u128 NOT NULL,
  accrued_pending_referrer_fees_sf lend.u128,
  borrow_rate_sf lend.u128 NOT NULL,
  slot_duration_source text NOT NULL CHECK (slot_duration_source IN ('performance_samples', 'clock_pairs',
    'configured')),
  interest_rate_basis text NOT NULL,
  compounding text NOT NULL CHECK (compounding <> ''),
  account_sha256 bytea NOT NULL CHECK (octet_length(account_sha256) = 32),
  poll_batch_id text NOT NULL,
  snapshot_slot bigint CHECK (snapshot_slot >= 0),
  snapshot_observed_at timestamptz,
  snapshot_account_sha256 bytea CHECK (octet_length(snapshot_account_sha256) = 32),
  own jsonb CHECK (jsonb_typeof(own) = 'object')
) WITH (fillfactor = 50);

-- What rows of `observations` repeat; `scale` is what a whole is in the fixed-point numbers of the protocol.
CREATE TABLE lend.observation_terms (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  decoder_version integer NOT NULL,
  price_usable boolean NOT NULL,
  scale numeric NOT NULL CHECK (scale > 0),
  lending_market text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  slot_duration_source text NOT NULL,
  interest_rate_basis text NOT NULL,
  compounding text NOT NULL,
  CONSTRAINT observation_terms_key UNIQUE (lending_market, reason, price_usable, decoder_version, slot_duration_source,
    interest_rate_basis, compounding, scale)
);

-- What all observations of a batch have in common, numbered within a moment.
CREATE TABLE lend.observation_batches (
  observed_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  slot_duration_ms_f double precision NOT NULL,
  batch_no smallint NOT NULL,
  poll_batch_id text NOT NULL,
  PRIMARY KEY (observed_at, batch_no)
) PARTITION BY RANGE (observed_at);

-- What an account held, from the first observation of it on that a move found; integers of fixed-point numbers are in
-- parts of `scale`. Values are not checked again: a move compares its rows with those that it takes away.
CREATE TABLE lend.observation_states (
  slot bigint NOT NULL,
  observed_at timestamptz NOT NULL,
  last_update_slot bigint NOT NULL,
  last_update_at timestamptz,
  price_updated_at timestamptz,
  deposit_cap_interval_start_at timestamptz,
  debt_cap_interval_start_at timestamptz,
  reserve_id integer NOT NULL,
  price_status smallint,
  last_update_stale boolean NOT NULL,
  available_amount_raw numeric(20) NOT NULL,
  borrowed numeric(39) NOT NULL,
  borrow_index numeric(78) NOT NULL,
  accumulated_protocol_fees numeric(39) NOT NULL,
  accumulated_referrer_fees numeric(39),
  pending_referrer_fees numeric(39),
  absolute_referral_rate numeric(39),
  price numeric(39) NOT NULL,
  collateral_supply_raw numeric(20) NOT NULL,
  rewards_available_raw numeric(20),
  queued_collateral_raw numeric(20),
  borrowed_outside_elevation_group_raw numeric(20),
  deposit_cap_current_raw numeric(20),
  debt_cap_current_raw numeric(20),
  account_sha256 bytea NOT NULL,
  own jsonb,
  PRIMARY KEY (reserve_id, observed_at, slot)
) PARTITION BY RANGE (observed_at);

-- What was published of an observation. Its state is the one observed so many milliseconds and slots before it, of the
-- same UTC day; where these are null the one that begins with it. `…_change` is what accrual has added to the state's
-- value, null where nothing. Supply is null where it is what remains of available and borrowed without the fees,
-- utilization where it is borrowed over supply, rounded down.
CREATE TABLE lend.observations (
  slot bigint NOT NULL,
  observed_at timestamptz NOT NULL,
  available_amount_f double precision NOT NULL,
  supplied_amount_f double precision NOT NULL,
  borrowed_amount_f double precision NOT NULL,
  available_amount_usd_f double precision,
  supplied_amount_usd_f double precision,
  borrowed_amount_usd_f double precision,
  price_usd_f double precision,
  utilization_f double precision NOT NULL,
  borrow_apr_f double precision NOT NULL,
  borrow_apy_f double precision NOT NULL,
  supply_apr_f double precision NOT NULL,
  supply_apy_f double precision NOT NULL,
  rewards_apr_f double precision NOT NULL,
  reserve_id integer NOT NULL,
  terms_id integer NOT NULL,
  state_ms_before integer,
  state_slots_before integer,
  batch_no smallint NOT NULL,
  available_change numeric(21),
  borrowed_change numeric(40),
  borrow_index_change numeric(79),
  protocol_fees_change numeric(40),
  accrued_pending_referrer_fees numeric(39),
  accrued_supplied numeric(40),
  accrued_utilization numeric(39),
  borrow_rate numeric(39) NOT NULL,
  PRIMARY KEY (reserve_id, observed_at, slot),
  CONSTRAINT state_is_whole CHECK ((state_ms_before IS NULL) = (state_slots_before IS NULL))
) PARTITION BY RANGE (observed_at);

-- Months of the narrow tables. A month that is sealed lies in the order of (reserve, time), and was compared with what
-- it was made of. One that is archived lies in a file below the folder of the archive and no longer here; what comes
-- late is stored here beside it, and counted in `observations` as ever.
CREATE TABLE lend.history_months (
  month date PRIMARY KEY,
  observations bigint NOT NULL DEFAULT 0,
  checksum numeric NOT NULL DEFAULT 0,
  moved_at timestamptz NOT NULL DEFAULT now(),
  sealing_after integer,
  sealed_at timestamptz,
  first_observed_at timestamptz,
  last_observed_at timestamptz,
  archived_at timestamptz,
  archived_observations bigint NOT NULL DEFAULT 0,
  archived_file text COLLATE "C",
  CONSTRAINT archive_is_whole CHECK ((archived_at IS NULL) = (archived_file IS NULL)),
  CONSTRAINT seal_is_whole CHECK (sealed_at IS NULL OR sealing_after IS NULL)
);

-- Since when this database has narrow rows: nothing is moved in the first hour.
CREATE TABLE lend.history_start (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  narrow_since timestamptz NOT NULL DEFAULT now()
);
INSERT INTO lend.history_start DEFAULT VALUES;

-- The past of a simulated chain that the indexer writes: days before the chain began, the newest first. One row.
CREATE TABLE lend.simulated_history (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  from_at timestamptz NOT NULL,
  -- Beginning of the chain: what lies after it was read from its node.
  to_at timestamptz NOT NULL,
  -- Whole days from here on are stored.
  filled_from timestamptz NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  -- When all of it was stored and rolled up.
  completed_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CHECK (from_at <= filled_from AND filled_from <= to_at)
);
