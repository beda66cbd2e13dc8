-- What the numbered files make, for a new database; written by `npm run generate:baseline`.
-- stands for 0001_tables.sql
-- stands for 0002_public_views.sql
-- stands for 0003_config_changes.sql
-- stands for 0004_history.sql
-- stands for 0004_history_views.sql
-- stands for 0005_api_keys.sql
-- stands for 0006_audit.sql
-- stands for 0007_trace_context.sql
-- stands for 0008_gap_evidence.sql
-- stands for 0009_price_values.sql
-- stands for 0009_price_verdict.sql
-- stands for 0009_reserve_config_flags.sql
-- stands for 0010_failed_attempts.sql
-- stands for 0011_commit_order.sql
-- stands for 0012_token_mints.sql
-- stands for 0013_bucket_basis.sql
-- stands for 0014_configurations.sql
-- stands for 0015_protocols.sql
-- stands for 0016_one_name.sql
-- stands for 0017_exact_numbers.sql
-- stands for 0019_every_protocol.sql
-- stands for 0021_listed_markets.sql
-- stands for 0021_token_symbols.sql
-- stands for 0021_underlying_reserves.sql
-- stands for 0024_quarter_hours.sql
-- stands for 0025_one_name_of_reasons.sql
-- stands for 0026_functions_of_rates.sql
-- stands for 0027_bucket_totals.sql
-- stands for 0028_totals_marks.sql
-- stands for 0029_change_ids.sql
-- stands for 0030_narrow_history.sql
-- stands for 0040_reserve_at.sql
-- stands for 0045_prices.sql
-- stands for 0060_bucket_revisions.sql
-- stands for 0070_prices_of_reserves_only.sql
-- stands for 0071_price_divergence.sql
-- stands for 0072_price_commits.sql
-- stands for 0075_simulated_history.sql
-- stands for 0080_neighbours_of_a_moment.sql
-- stands for 0081_stored_fees.sql
-- stands for 0090_liquidity.sql
-- stands for 0110_corrections.sql
-- stands for 0111_archived_months.sql
-- stands for 0120_least_of_a_day.sql
-- stands for 0121_sol_leg_and_configured_pools.sql
-- stands for 0130_buckets_that_are_due.sql
-- stands for 0131_rows_by_key.sql
-- stands for 0132_narrow_buckets.sql
-- stands for 0133_buckets_as_views.sql
-- stands for 0140_horizon_of_writers.sql
-- stands for 0150_quarantine_by_protocol.sql
-- stands for 0170_names_of_parameters.sql
-- stands for 0180_indices_at_a_moment.sql
-- stands for 0180_priced_hours.sql
-- stands for 0181_judged_totals.sql

CREATE TABLE lend.chain (
  singleton boolean DEFAULT true PRIMARY KEY CHECK (singleton),
  genesis_hash text NOT NULL CHECK (genesis_hash <> ''),
  cluster_label text NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  is_simulated boolean NOT NULL DEFAULT false
);

CREATE TABLE lend.lending_markets (
  address text COLLATE "C" PRIMARY KEY CHECK (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'),
  protocol text NOT NULL CHECK (protocol <> ''),
  name text NOT NULL,
  display_name text NOT NULL,
  owner text COLLATE "C" NOT NULL,
  quote_currency text NOT NULL,
  referral_fee_bps integer CHECK (referral_fee_bps >= 0 AND referral_fee_bps <= 65535),
  emergency_mode boolean,
  borrow_disabled boolean,
  rewards_max_apr_bps integer CHECK (rewards_max_apr_bps >= 0 AND rewards_max_apr_bps <= 65535),
  config jsonb NOT NULL CHECK (jsonb_typeof(config) = 'object'),
  account_sha256 bytea NOT NULL CHECK (octet_length(account_sha256) = 32),
  slot bigint NOT NULL CHECK (slot >= 0),
  observed_at timestamptz NOT NULL,
  first_seen_slot bigint NOT NULL CHECK (first_seen_slot >= 0),
  first_seen_at timestamptz NOT NULL,
  missing_since_slot bigint CHECK (missing_since_slot >= 0),
  missing_since_at timestamptz,
  own jsonb CHECK (jsonb_typeof(own) = 'object'),
  listed boolean NOT NULL DEFAULT true,
  change_id bigint NOT NULL DEFAULT 0,
  CONSTRAINT lending_markets_check CHECK ((missing_since_slot IS NULL) = (missing_since_at IS NULL))
);
CREATE INDEX lending_markets_change_id_idx ON lend.lending_markets USING brin (change_id) WITH (pages_per_range='32');

CREATE TABLE lend.reserves (
  address text COLLATE "C" PRIMARY KEY CHECK (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'),
  protocol text NOT NULL CHECK (protocol <> ''),
  lending_market text COLLATE "C" NOT NULL,
  token_mint text COLLATE "C" NOT NULL,
  token_symbol text NOT NULL,
  token_decimals smallint NOT NULL CHECK (token_decimals >= 0 AND token_decimals <= 255),
  token_program text COLLATE "C" NOT NULL,
  collateral_mint text COLLATE "C" NOT NULL,
  collateral_supply_vault text COLLATE "C" NOT NULL,
  supply_vault text COLLATE "C" NOT NULL,
  fee_vault text COLLATE "C" NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'obsolete', 'hidden')),
  interest_rate_basis text NOT NULL,
  emergency_mode boolean,
  loan_to_value_pct smallint NOT NULL CHECK (loan_to_value_pct >= 0 AND loan_to_value_pct <= 255),
  liquidation_threshold_pct smallint NOT NULL CHECK (liquidation_threshold_pct >= 0 AND liquidation_threshold_pct <= 255),
  borrow_factor_pct numeric(20,0) NOT NULL CHECK (borrow_factor_pct >= 0::numeric AND borrow_factor_pct <= '18446744073709551615'::numeric),
  protocol_take_rate_pct smallint NOT NULL CHECK (protocol_take_rate_pct >= 0 AND protocol_take_rate_pct <= 255),
  protocol_liquidation_fee_pct smallint CHECK (protocol_liquidation_fee_pct >= 0 AND protocol_liquidation_fee_pct <= 255),
  min_liquidation_bonus_bps integer NOT NULL CHECK (min_liquidation_bonus_bps >= 0 AND min_liquidation_bonus_bps <= 65535),
  max_liquidation_bonus_bps integer NOT NULL CHECK (max_liquidation_bonus_bps >= 0 AND max_liquidation_bonus_bps <= 65535),
  bad_debt_liquidation_bonus_bps integer CHECK (bad_debt_liquidation_bonus_bps >= 0 AND bad_debt_liquidation_bonus_bps <= 65535),
  host_fixed_interest_rate_bps integer CHECK (host_fixed_interest_rate_bps >= 0 AND host_fixed_interest_rate_bps <= 65535),
  origination_fee_sf numeric(20,0) NOT NULL CHECK (origination_fee_sf >= 0::numeric AND origination_fee_sf <= '18446744073709551615'::numeric),
  flash_loan_fee_sf numeric(20,0) NOT NULL CHECK (flash_loan_fee_sf >= 0::numeric AND flash_loan_fee_sf <= '18446744073709551615'::numeric),
  deposit_limit_raw numeric(20,0) NOT NULL CHECK (deposit_limit_raw >= 0::numeric AND deposit_limit_raw <= '18446744073709551615'::numeric),
  borrow_limit_raw numeric(20,0) NOT NULL CHECK (borrow_limit_raw >= 0::numeric AND borrow_limit_raw <= '18446744073709551615'::numeric),
  borrow_limit_outside_elevation_group_raw numeric(20,0) CHECK (borrow_limit_outside_elevation_group_raw >= 0::numeric AND borrow_limit_outside_elevation_group_raw <= '18446744073709551615'::numeric),
  utilization_limit_block_borrowing_pct smallint CHECK (utilization_limit_block_borrowing_pct >= 0 AND utilization_limit_block_borrowing_pct <= 255),
  deposit_cap_capacity_raw numeric(20,0) CHECK (deposit_cap_capacity_raw >= '-9223372036854775808'::bigint::numeric AND deposit_cap_capacity_raw <= '9223372036854775807'::bigint::numeric),
  deposit_cap_interval_seconds numeric(20,0) CHECK (deposit_cap_interval_seconds >= 0::numeric AND deposit_cap_interval_seconds <= '18446744073709551615'::numeric),
  debt_cap_capacity_raw numeric(20,0) CHECK (debt_cap_capacity_raw >= '-9223372036854775808'::bigint::numeric AND debt_cap_capacity_raw <= '9223372036854775807'::bigint::numeric),
  debt_cap_interval_seconds numeric(20,0) CHECK (debt_cap_interval_seconds >= 0::numeric AND debt_cap_interval_seconds <= '18446744073709551615'::numeric),
  max_price_age_seconds numeric(20,0) CHECK (max_price_age_seconds >= 0::numeric AND max_price_age_seconds <= '18446744073709551615'::numeric),
  config jsonb NOT NULL CHECK (jsonb_typeof(config) = 'object'),
  config_sha256 bytea NOT NULL CHECK (octet_length(config_sha256) = 32),
  config_slot bigint NOT NULL CHECK (config_slot >= 0),
  config_observed_at timestamptz NOT NULL,
  first_seen_slot bigint NOT NULL CHECK (first_seen_slot >= 0),
  first_seen_at timestamptz NOT NULL,
  last_seen_slot bigint NOT NULL CHECK (last_seen_slot >= 0),
  last_seen_at timestamptz NOT NULL,
  missing_since_slot bigint CHECK (missing_since_slot >= 0),
  missing_since_at timestamptz,
  config_flags text[] NOT NULL DEFAULT '{}'::text[],
  own jsonb CHECK (jsonb_typeof(own) = 'object'),
  companions text[] COLLATE "C" NOT NULL DEFAULT '{}'::text[],
  token_symbol_origin text NOT NULL DEFAULT 'account' CHECK (token_symbol_origin IN ('account', 'list', 'other_protocol', 'metadata')),
  underlying_protocol text CHECK (underlying_protocol <> ''),
  underlying_reserve text CHECK (underlying_reserve <> ''),
  change_id bigint NOT NULL DEFAULT 0,
  id integer GENERATED ALWAYS AS IDENTITY,
  CONSTRAINT reserves_id_key UNIQUE (id),
  CONSTRAINT basis_is_named CHECK (interest_rate_basis <> ''),
  CONSTRAINT reserves_check CHECK ((missing_since_slot IS NULL) = (missing_since_at IS NULL)),
  CONSTRAINT reserves_check1 CHECK ((underlying_protocol IS NULL) = (underlying_reserve IS NULL))
);
CREATE INDEX reserves_change_id_idx ON lend.reserves USING brin (change_id) WITH (pages_per_range='32');
CREATE INDEX reserves_lending_market_idx ON lend.reserves (lending_market);

CREATE TABLE lend.reserve_snapshots (
  slot bigint NOT NULL CHECK (slot >= 0),
  observed_at timestamptz NOT NULL,
  last_update_slot bigint NOT NULL CHECK (last_update_slot >= 0),
  last_update_at timestamptz,
  market_price_updated_at timestamptz,
  deposit_cap_interval_start_at timestamptz,
  debt_cap_interval_start_at timestamptz,
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
  slot_duration_ms_f double precision NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  decoder_version integer NOT NULL CHECK (decoder_version >= 0),
  price_status smallint CHECK (price_status >= 0 AND price_status <= 255),
  last_update_stale boolean NOT NULL,
  price_usable boolean NOT NULL,
  reserve text COLLATE "C" NOT NULL,
  lending_market text COLLATE "C" NOT NULL,
  available_amount_raw numeric(20,0) NOT NULL,
  borrowed_amount_sf numeric(39,0) NOT NULL,
  cumulative_borrow_rate_bsf numeric(78,0) NOT NULL,
  accumulated_protocol_fees_sf numeric(39,0) NOT NULL,
  accumulated_referrer_fees_sf numeric(39,0),
  pending_referrer_fees_sf numeric(39,0),
  absolute_referral_rate_sf numeric(39,0),
  market_price_sf numeric(39,0) NOT NULL,
  collateral_supply_raw numeric(20,0) NOT NULL,
  rewards_available_raw numeric(20,0),
  queued_collateral_raw numeric(20,0),
  borrowed_outside_elevation_group_raw numeric(20,0),
  deposit_cap_current_raw numeric(20,0),
  debt_cap_current_raw numeric(20,0),
  accrued_available_amount_raw numeric(20,0) NOT NULL,
  accrued_borrowed_amount_sf numeric(39,0) NOT NULL,
  accrued_total_supply_sf numeric(40,0) NOT NULL,
  accrued_utilization_sf numeric(39,0) NOT NULL,
  accrued_cumulative_borrow_rate_bsf numeric(78,0) NOT NULL,
  accrued_protocol_fees_sf numeric(39,0) NOT NULL,
  accrued_pending_referrer_fees_sf numeric(39,0),
  borrow_rate_sf numeric(39,0) NOT NULL,
  slot_duration_source text NOT NULL CHECK (slot_duration_source IN ('performance_samples', 'clock_pairs', 'configured')),
  interest_rate_basis text NOT NULL,
  compounding text NOT NULL,
  account_sha256 bytea NOT NULL CHECK (octet_length(account_sha256) = 32),
  poll_batch_id text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('first', 'changed', 'heartbeat')),
  own jsonb CHECK (jsonb_typeof(own) = 'object'),
  CONSTRAINT reserve_snapshots_pkey PRIMARY KEY (reserve, observed_at, slot),
  CONSTRAINT amounts_are_u64 CHECK (available_amount_raw >= 0::numeric AND available_amount_raw <= '18446744073709551615'::numeric AND collateral_supply_raw >= 0::numeric AND collateral_supply_raw <= '18446744073709551615'::numeric AND rewards_available_raw >= 0::numeric AND rewards_available_raw <= '18446744073709551615'::numeric AND queued_collateral_raw >= 0::numeric AND queued_collateral_raw <= '18446744073709551615'::numeric AND borrowed_outside_elevation_group_raw >= 0::numeric AND borrowed_outside_elevation_group_raw <= '18446744073709551615'::numeric AND accrued_available_amount_raw >= 0::numeric AND accrued_available_amount_raw <= '18446744073709551615'::numeric AND deposit_cap_current_raw >= '-9223372036854775808'::bigint::numeric AND deposit_cap_current_raw <= '9223372036854775807'::bigint::numeric AND debt_cap_current_raw >= '-9223372036854775808'::bigint::numeric AND debt_cap_current_raw <= '9223372036854775807'::bigint::numeric),
  CONSTRAINT compounding_is_named CHECK (compounding <> ''),
  CONSTRAINT cumulative_rates_are_u256 CHECK (cumulative_borrow_rate_bsf >= 0::numeric AND cumulative_borrow_rate_bsf <= '115792089237316195423570985008687907853269984665640564039457584007913129639935'::numeric AND accrued_cumulative_borrow_rate_bsf >= 0::numeric AND accrued_cumulative_borrow_rate_bsf <= '115792089237316195423570985008687907853269984665640564039457584007913129639935'::numeric),
  CONSTRAINT doubles_are_finite CHECK (available_amount_f > '-Infinity'::double precision AND available_amount_f < 'Infinity'::double precision AND supplied_amount_f > '-Infinity'::double precision AND supplied_amount_f < 'Infinity'::double precision AND borrowed_amount_f > '-Infinity'::double precision AND borrowed_amount_f < 'Infinity'::double precision AND utilization_f > '-Infinity'::double precision AND utilization_f < 'Infinity'::double precision AND borrow_apr_f > '-Infinity'::double precision AND borrow_apr_f < 'Infinity'::double precision AND borrow_apy_f > '-Infinity'::double precision AND borrow_apy_f < 'Infinity'::double precision AND supply_apr_f > '-Infinity'::double precision AND supply_apr_f < 'Infinity'::double precision AND supply_apy_f > '-Infinity'::double precision AND supply_apy_f < 'Infinity'::double precision AND rewards_apr_f > '-Infinity'::double precision AND rewards_apr_f < 'Infinity'::double precision AND slot_duration_ms_f > 0::double precision AND slot_duration_ms_f < 'Infinity'::double precision),
  CONSTRAINT fractions_are_u128 CHECK (borrowed_amount_sf >= 0::numeric AND borrowed_amount_sf <= '340282366920938463463374607431768211455'::numeric AND accumulated_protocol_fees_sf >= 0::numeric AND accumulated_protocol_fees_sf <= '340282366920938463463374607431768211455'::numeric AND accumulated_referrer_fees_sf >= 0::numeric AND accumulated_referrer_fees_sf <= '340282366920938463463374607431768211455'::numeric AND pending_referrer_fees_sf >= 0::numeric AND pending_referrer_fees_sf <= '340282366920938463463374607431768211455'::numeric AND absolute_referral_rate_sf >= 0::numeric AND absolute_referral_rate_sf <= '340282366920938463463374607431768211455'::numeric AND market_price_sf >= 0::numeric AND market_price_sf <= '340282366920938463463374607431768211455'::numeric AND accrued_borrowed_amount_sf >= 0::numeric AND accrued_borrowed_amount_sf <= '340282366920938463463374607431768211455'::numeric AND accrued_utilization_sf >= 0::numeric AND accrued_utilization_sf <= '340282366920938463463374607431768211455'::numeric AND accrued_protocol_fees_sf >= 0::numeric AND accrued_protocol_fees_sf <= '340282366920938463463374607431768211455'::numeric AND accrued_pending_referrer_fees_sf >= 0::numeric AND accrued_pending_referrer_fees_sf <= '340282366920938463463374607431768211455'::numeric AND borrow_rate_sf >= 0::numeric AND borrow_rate_sf <= '340282366920938463463374607431768211455'::numeric AND accrued_total_supply_sf >= 0::numeric AND accrued_total_supply_sf <= '9999999999999999999999999999999999999999'::numeric),
  CONSTRAINT usd_is_finite CHECK ((available_amount_usd_f IS NULL OR available_amount_usd_f > '-Infinity'::double precision AND available_amount_usd_f < 'Infinity'::double precision) AND (supplied_amount_usd_f IS NULL OR supplied_amount_usd_f > '-Infinity'::double precision AND supplied_amount_usd_f < 'Infinity'::double precision) AND (borrowed_amount_usd_f IS NULL OR borrowed_amount_usd_f > '-Infinity'::double precision AND borrowed_amount_usd_f < 'Infinity'::double precision) AND (price_usd_f IS NULL OR price_usd_f > '-Infinity'::double precision AND price_usd_f < 'Infinity'::double precision))
) PARTITION BY RANGE (observed_at);
CREATE INDEX reserve_snapshots_observed_at_idx ON ONLY lend.reserve_snapshots USING brin (observed_at) WITH (pages_per_range='32', autosummarize='on');

CREATE TABLE lend.reserve_snapshots_default PARTITION OF lend.reserve_snapshots DEFAULT;

CREATE TABLE lend.reserve_latest (
  slot bigint NOT NULL,
  observed_at timestamptz NOT NULL,
  last_update_slot bigint NOT NULL,
  last_update_at timestamptz,
  market_price_updated_at timestamptz,
  deposit_cap_interval_start_at timestamptz,
  debt_cap_interval_start_at timestamptz,
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
  slot_duration_ms_f double precision NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  decoder_version integer NOT NULL,
  price_status smallint,
  last_update_stale boolean NOT NULL,
  price_usable boolean NOT NULL,
  reserve text COLLATE "C" PRIMARY KEY,
  lending_market text COLLATE "C" NOT NULL,
  available_amount_raw numeric(20,0) NOT NULL,
  borrowed_amount_sf numeric(39,0) NOT NULL,
  cumulative_borrow_rate_bsf numeric(78,0) NOT NULL,
  accumulated_protocol_fees_sf numeric(39,0) NOT NULL,
  accumulated_referrer_fees_sf numeric(39,0),
  pending_referrer_fees_sf numeric(39,0),
  absolute_referral_rate_sf numeric(39,0),
  market_price_sf numeric(39,0) NOT NULL,
  collateral_supply_raw numeric(20,0) NOT NULL,
  rewards_available_raw numeric(20,0),
  queued_collateral_raw numeric(20,0),
  borrowed_outside_elevation_group_raw numeric(20,0),
  deposit_cap_current_raw numeric(20,0),
  debt_cap_current_raw numeric(20,0),
  accrued_available_amount_raw numeric(20,0) NOT NULL,
  accrued_borrowed_amount_sf numeric(39,0) NOT NULL,
  accrued_total_supply_sf numeric(40,0) NOT NULL,
  accrued_utilization_sf numeric(39,0) NOT NULL,
  accrued_cumulative_borrow_rate_bsf numeric(78,0) NOT NULL,
  accrued_protocol_fees_sf numeric(39,0) NOT NULL,
  accrued_pending_referrer_fees_sf numeric(39,0),
  borrow_rate_sf numeric(39,0) NOT NULL,
  slot_duration_source text NOT NULL,
  interest_rate_basis text NOT NULL,
  compounding text NOT NULL,
  account_sha256 bytea NOT NULL,
  poll_batch_id text NOT NULL,
  snapshot_slot bigint CHECK (snapshot_slot >= 0),
  snapshot_observed_at timestamptz,
  snapshot_account_sha256 bytea CHECK (octet_length(snapshot_account_sha256) = 32),
  own jsonb CHECK (jsonb_typeof(own) = 'object'),
  CONSTRAINT reserve_latest_reserve_fkey FOREIGN KEY (reserve) REFERENCES lend.reserves(address),
  CONSTRAINT amounts_are_u64 CHECK (available_amount_raw >= 0::numeric AND available_amount_raw <= '18446744073709551615'::numeric AND collateral_supply_raw >= 0::numeric AND collateral_supply_raw <= '18446744073709551615'::numeric AND rewards_available_raw >= 0::numeric AND rewards_available_raw <= '18446744073709551615'::numeric AND queued_collateral_raw >= 0::numeric AND queued_collateral_raw <= '18446744073709551615'::numeric AND borrowed_outside_elevation_group_raw >= 0::numeric AND borrowed_outside_elevation_group_raw <= '18446744073709551615'::numeric AND accrued_available_amount_raw >= 0::numeric AND accrued_available_amount_raw <= '18446744073709551615'::numeric AND deposit_cap_current_raw >= '-9223372036854775808'::bigint::numeric AND deposit_cap_current_raw <= '9223372036854775807'::bigint::numeric AND debt_cap_current_raw >= '-9223372036854775808'::bigint::numeric AND debt_cap_current_raw <= '9223372036854775807'::bigint::numeric),
  CONSTRAINT compounding_is_named CHECK (compounding <> ''),
  CONSTRAINT cumulative_rates_are_u256 CHECK (cumulative_borrow_rate_bsf >= 0::numeric AND cumulative_borrow_rate_bsf <= '115792089237316195423570985008687907853269984665640564039457584007913129639935'::numeric AND accrued_cumulative_borrow_rate_bsf >= 0::numeric AND accrued_cumulative_borrow_rate_bsf <= '115792089237316195423570985008687907853269984665640564039457584007913129639935'::numeric),
  CONSTRAINT doubles_are_finite CHECK (available_amount_f > '-Infinity'::double precision AND available_amount_f < 'Infinity'::double precision AND supplied_amount_f > '-Infinity'::double precision AND supplied_amount_f < 'Infinity'::double precision AND borrowed_amount_f > '-Infinity'::double precision AND borrowed_amount_f < 'Infinity'::double precision AND utilization_f > '-Infinity'::double precision AND utilization_f < 'Infinity'::double precision AND borrow_apr_f > '-Infinity'::double precision AND borrow_apr_f < 'Infinity'::double precision AND borrow_apy_f > '-Infinity'::double precision AND borrow_apy_f < 'Infinity'::double precision AND supply_apr_f > '-Infinity'::double precision AND supply_apr_f < 'Infinity'::double precision AND supply_apy_f > '-Infinity'::double precision AND supply_apy_f < 'Infinity'::double precision AND rewards_apr_f > '-Infinity'::double precision AND rewards_apr_f < 'Infinity'::double precision AND slot_duration_ms_f > 0::double precision AND slot_duration_ms_f < 'Infinity'::double precision),
  CONSTRAINT fractions_are_u128 CHECK (borrowed_amount_sf >= 0::numeric AND borrowed_amount_sf <= '340282366920938463463374607431768211455'::numeric AND accumulated_protocol_fees_sf >= 0::numeric AND accumulated_protocol_fees_sf <= '340282366920938463463374607431768211455'::numeric AND accumulated_referrer_fees_sf >= 0::numeric AND accumulated_referrer_fees_sf <= '340282366920938463463374607431768211455'::numeric AND pending_referrer_fees_sf >= 0::numeric AND pending_referrer_fees_sf <= '340282366920938463463374607431768211455'::numeric AND absolute_referral_rate_sf >= 0::numeric AND absolute_referral_rate_sf <= '340282366920938463463374607431768211455'::numeric AND market_price_sf >= 0::numeric AND market_price_sf <= '340282366920938463463374607431768211455'::numeric AND accrued_borrowed_amount_sf >= 0::numeric AND accrued_borrowed_amount_sf <= '340282366920938463463374607431768211455'::numeric AND accrued_utilization_sf >= 0::numeric AND accrued_utilization_sf <= '340282366920938463463374607431768211455'::numeric AND accrued_protocol_fees_sf >= 0::numeric AND accrued_protocol_fees_sf <= '340282366920938463463374607431768211455'::numeric AND accrued_pending_referrer_fees_sf >= 0::numeric AND accrued_pending_referrer_fees_sf <= '340282366920938463463374607431768211455'::numeric AND borrow_rate_sf >= 0::numeric AND borrow_rate_sf <= '340282366920938463463374607431768211455'::numeric AND accrued_total_supply_sf >= 0::numeric AND accrued_total_supply_sf <= '9999999999999999999999999999999999999999'::numeric),
  CONSTRAINT reserve_snapshots_account_sha256_check CHECK (octet_length(account_sha256) = 32),
  CONSTRAINT reserve_snapshots_decoder_version_check CHECK (decoder_version >= 0),
  CONSTRAINT reserve_snapshots_last_update_slot_check CHECK (last_update_slot >= 0),
  CONSTRAINT reserve_snapshots_price_status_check CHECK (price_status >= 0 AND price_status <= 255),
  CONSTRAINT reserve_snapshots_slot_check CHECK (slot >= 0),
  CONSTRAINT reserve_snapshots_slot_duration_source_check CHECK (slot_duration_source IN ('performance_samples', 'clock_pairs', 'configured')),
  CONSTRAINT usd_is_finite CHECK ((available_amount_usd_f IS NULL OR available_amount_usd_f > '-Infinity'::double precision AND available_amount_usd_f < 'Infinity'::double precision) AND (supplied_amount_usd_f IS NULL OR supplied_amount_usd_f > '-Infinity'::double precision AND supplied_amount_usd_f < 'Infinity'::double precision) AND (borrowed_amount_usd_f IS NULL OR borrowed_amount_usd_f > '-Infinity'::double precision AND borrowed_amount_usd_f < 'Infinity'::double precision) AND (price_usd_f IS NULL OR price_usd_f > '-Infinity'::double precision AND price_usd_f < 'Infinity'::double precision))
) WITH (fillfactor=50);

CREATE TABLE lend.reserve_sets (
  sha256 bytea PRIMARY KEY CHECK (octet_length(sha256) = 32),
  reserves text[] COLLATE "C" NOT NULL
);
CREATE INDEX reserve_sets_reserves_idx ON lend.reserve_sets USING gin (reserves);

CREATE TABLE lend.poll_batches (
  id text COLLATE "C" PRIMARY KEY CHECK (length(id) >= 1 AND length(id) <= 200),
  protocol text NOT NULL CHECK (protocol <> ''),
  batch_index integer NOT NULL CHECK (batch_index >= 0),
  slot bigint CHECK (slot >= 0),
  observed_at timestamptz,
  commitment text NOT NULL,
  requested integer NOT NULL CHECK (requested >= 0),
  received integer NOT NULL CHECK (received >= 0),
  snapshots_written integer NOT NULL CHECK (snapshots_written >= 0),
  latest_written integer NOT NULL CHECK (latest_written >= 0),
  unchanged integer NOT NULL CHECK (unchanged >= 0),
  missing integer NOT NULL CHECK (missing >= 0),
  quarantined integer NOT NULL CHECK (quarantined >= 0),
  older_than_latest integer NOT NULL CHECK (older_than_latest >= 0),
  first_reserve text COLLATE "C",
  last_reserve text COLLATE "C",
  not_observed text[] NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  outcome text NOT NULL CHECK (outcome IN ('committed', 'failed')),
  error_code text,
  rpc_endpoint text,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  kind text NOT NULL DEFAULT 'poll' CHECK (kind IN ('poll', 'discover', 'follow')),
  gap_after_ms integer NOT NULL DEFAULT 30000 CHECK (gap_after_ms > 0),
  reserve_set bytea,
  refused text[] COLLATE "C",
  CONSTRAINT poll_batches_reserve_set_fkey FOREIGN KEY (reserve_set) REFERENCES lend.reserve_sets(sha256),
  CONSTRAINT poll_batches_check CHECK (outcome = 'failed' OR slot IS NOT NULL AND observed_at IS NOT NULL AND error_code IS NULL)
);
ALTER TABLE lend.poll_batches ADD CONSTRAINT holds_committed_batches CHECK (outcome = 'committed') NOT VALID;
CREATE INDEX poll_batches_failures_idx ON lend.poll_batches (protocol, started_at) WHERE ((outcome = 'failed') AND (kind <> 'follow'));
CREATE INDEX poll_batches_protocol_observed_at_idx ON lend.poll_batches (protocol, observed_at);
CREATE INDEX poll_batches_protocol_started_at_idx ON lend.poll_batches (protocol, started_at);

CREATE TABLE lend.quarantine (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  address text COLLATE "C" NOT NULL,
  account_kind text NOT NULL,
  reason_code text NOT NULL CHECK (reason_code <> ''),
  expected text,
  actual text,
  data_sha256 bytea NOT NULL CHECK (octet_length(data_sha256) = 32),
  data_length integer NOT NULL CHECK (data_length >= 0),
  data bytea NOT NULL CHECK (octet_length(data) <= 16384),
  first_seen_slot bigint NOT NULL CHECK (first_seen_slot >= 0),
  first_seen_at timestamptz NOT NULL,
  last_seen_slot bigint NOT NULL CHECK (last_seen_slot >= 0),
  last_seen_at timestamptz NOT NULL,
  occurrences bigint NOT NULL CHECK (occurrences > 0),
  last_batch_id text NOT NULL,
  protocol text COLLATE "C",
  lending_market text COLLATE "C",
  listed boolean,
  CONSTRAINT quarantine_address_reason_code_data_sha256_key UNIQUE (address, reason_code, data_sha256)
);
CREATE INDEX quarantine_last_seen_at_idx ON lend.quarantine (last_seen_at);

CREATE TABLE lend.failed_attempts (
  attempt_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch_id text COLLATE "C" NOT NULL CHECK (length(batch_id) >= 1 AND length(batch_id) <= 200),
  protocol text NOT NULL CHECK (protocol <> ''),
  kind text NOT NULL CHECK (kind IN ('poll', 'discover', 'follow')),
  batch_index integer NOT NULL CHECK (batch_index >= 0),
  commitment text NOT NULL,
  slot bigint CHECK (slot >= 0),
  observed_at timestamptz,
  requested integer NOT NULL CHECK (requested >= 0),
  reserve_set bytea,
  reserves text[] COLLATE "C",
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL CHECK (duration_ms >= 0),
  error_code text NOT NULL CHECK (error_code <> ''),
  rpc_endpoint text,
  gap_after_ms integer NOT NULL CHECK (gap_after_ms > 0),
  recorded_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  recorded_xid xid8 NOT NULL DEFAULT pg_current_xact_id(),
  CONSTRAINT failed_attempts_reserve_set_fkey FOREIGN KEY (reserve_set) REFERENCES lend.reserve_sets(sha256) DEFERRABLE INITIALLY DEFERRED,
  CONSTRAINT failed_attempts_check CHECK (reserve_set IS NULL OR reserves IS NULL)
);
CREATE INDEX failed_attempts_banks_idx ON lend.failed_attempts (protocol, observed_at) WHERE ((error_code = 'SLOT_DURATION_UNAVAILABLE') AND (observed_at IS NOT NULL) AND (slot IS NOT NULL));
CREATE INDEX failed_attempts_recorded_xid_idx ON lend.failed_attempts (recorded_xid);
CREATE INDEX failed_attempts_reserve_set_idx ON lend.failed_attempts (protocol, reserve_set, started_at, attempt_id) WHERE (kind <> 'follow');
CREATE INDEX failed_attempts_started_at_idx ON lend.failed_attempts (protocol, started_at);

CREATE TABLE lend.ingest_gaps (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  protocol text NOT NULL CHECK (protocol <> ''),
  from_slot bigint CHECK (from_slot >= 0),
  to_slot bigint,
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  reason_code text NOT NULL CHECK (reason_code <> ''),
  detail text,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  reserve text COLLATE "C",
  from_started_at timestamptz,
  to_started_at timestamptz,
  attempt_id bigint,
  CONSTRAINT ingest_gaps_attempt_id_fkey FOREIGN KEY (attempt_id) REFERENCES lend.failed_attempts(attempt_id),
  CONSTRAINT ingest_gaps_check CHECK (to_slot >= from_slot),
  CONSTRAINT ingest_gaps_check1 CHECK (to_at >= from_at)
);
CREATE INDEX ingest_gaps_attempt_id_idx ON lend.ingest_gaps (attempt_id) WHERE (attempt_id IS NOT NULL);
CREATE INDEX ingest_gaps_protocol_to_at_idx ON lend.ingest_gaps (protocol, to_at, from_at);
CREATE UNIQUE INDEX ingest_gaps_reserve_from_at_idx ON lend.ingest_gaps (protocol, COALESCE(reserve, ''), from_at);
CREATE INDEX ingest_gaps_unplaced_idx ON lend.ingest_gaps (protocol) WHERE (from_started_at IS NULL);

CREATE TABLE lend.api_keys (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  username text NOT NULL CHECK (length(username) >= 1 AND length(username) <= 128),
  key_prefix text COLLATE "C" NOT NULL,
  key_sha256 bytea NOT NULL CHECK (octet_length(key_sha256) = 32),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  rotated_from uuid,
  requests_per_minute integer CHECK (requests_per_minute >= 1 AND requests_per_minute <= 1000000),
  concurrent_exports integer CHECK (concurrent_exports >= 1 AND concurrent_exports <= 1000),
  CONSTRAINT api_keys_key_sha256_key UNIQUE (key_sha256),
  CONSTRAINT api_keys_rotated_from_fkey FOREIGN KEY (rotated_from) REFERENCES lend.api_keys(id) ON DELETE SET NULL
);
CREATE INDEX api_keys_username_idx ON lend.api_keys (username);

CREATE TABLE lend.config_changes (
  account text COLLATE "C" NOT NULL CHECK (account ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'),
  account_kind text NOT NULL CHECK (account_kind IN ('reserve', 'lending_market')),
  protocol text NOT NULL CHECK (protocol <> ''),
  lending_market text COLLATE "C" NOT NULL,
  field text COLLATE "C" NOT NULL CHECK (field <> ''),
  old_value jsonb NOT NULL CHECK (jsonb_typeof(old_value) IN ('string', 'number', 'boolean', 'null')),
  new_value jsonb NOT NULL CHECK (jsonb_typeof(new_value) IN ('string', 'number', 'boolean', 'null')),
  slot bigint NOT NULL,
  observed_at timestamptz NOT NULL,
  previous_slot bigint NOT NULL CHECK (previous_slot >= 0),
  previous_observed_at timestamptz NOT NULL,
  poll_batch_id text,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  change_id bigint NOT NULL DEFAULT 0,
  CONSTRAINT config_changes_pkey PRIMARY KEY (account, slot, field),
  CONSTRAINT config_changes_check CHECK (previous_slot < slot),
  CONSTRAINT config_changes_check1 CHECK (old_value <> new_value)
);
CREATE INDEX config_changes_change_id_idx ON lend.config_changes USING brin (change_id) WITH (pages_per_range='32');
CREATE INDEX config_changes_observed_at_idx ON lend.config_changes (observed_at, slot, account, field);

CREATE TABLE lend.batch_commits (
  commit_seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  batch_id text COLLATE "C" NOT NULL,
  protocol text NOT NULL CHECK (protocol <> ''),
  slot bigint NOT NULL CHECK (slot >= 0),
  observed_at timestamptz NOT NULL,
  snapshot_reserves text[] COLLATE "C" NOT NULL,
  committed_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  traceparent text COLLATE "C" CHECK (traceparent ~ '^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$'),
  CONSTRAINT batch_commits_batch_id_key UNIQUE (batch_id)
);
CREATE INDEX batch_commits_committed_at_idx ON lend.batch_commits USING brin (committed_at);

CREATE TABLE lend.observation_spans (
  protocol text NOT NULL CHECK (protocol <> ''),
  hour_start timestamptz NOT NULL,
  span_index integer NOT NULL CHECK (span_index >= 0),
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  from_slot bigint NOT NULL CHECK (from_slot >= 0),
  to_slot bigint NOT NULL CHECK (to_slot >= 0),
  observations integer NOT NULL CHECK (observations > 0),
  gap_after_ms integer NOT NULL CHECK (gap_after_ms > 0),
  reserve_set bytea,
  first_reserve text COLLATE "C" NOT NULL,
  last_reserve text COLLATE "C" NOT NULL,
  not_observed text[] COLLATE "C" NOT NULL,
  refused text[] COLLATE "C",
  from_started_at timestamptz,
  to_started_at timestamptz,
  CONSTRAINT observation_spans_pkey PRIMARY KEY (protocol, hour_start, span_index),
  CONSTRAINT observation_spans_reserve_set_fkey FOREIGN KEY (reserve_set) REFERENCES lend.reserve_sets(sha256),
  CONSTRAINT observation_spans_check CHECK (to_at >= from_at),
  CONSTRAINT observation_spans_check1 CHECK (from_at >= hour_start AND to_at < (hour_start + '01:00:00'::interval))
);
CREATE INDEX observation_spans_reserve_set_idx ON lend.observation_spans (reserve_set, hour_start);

CREATE TABLE lend.rollup_state (
  protocol text PRIMARY KEY CHECK (protocol <> ''),
  commit_seq bigint NOT NULL CHECK (commit_seq >= 0),
  purged_before timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  attempts_before xid8,
  quarter_hours_seq bigint,
  quarter_hours_from timestamptz
);

CREATE TABLE lend.api_key_usage (
  key_id uuid NOT NULL,
  day date NOT NULL,
  route text COLLATE "C" NOT NULL CHECK (length(route) >= 1 AND length(route) <= 200),
  requests bigint NOT NULL CHECK (requests >= 0),
  limited bigint NOT NULL CHECK (limited >= 0),
  CONSTRAINT api_key_usage_pkey PRIMARY KEY (key_id, day, route),
  CONSTRAINT api_key_usage_key_id_fkey FOREIGN KEY (key_id) REFERENCES lend.api_keys(id) ON DELETE CASCADE
);

CREATE TABLE lend.api_key_usage_writers (
  writer uuid PRIMARY KEY,
  last_batch bigint NOT NULL CHECK (last_batch > 0),
  written_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE lend.audit_findings (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  protocol text NOT NULL CHECK (protocol <> ''),
  check_name text COLLATE "C" NOT NULL CHECK (check_name ~ '^[a-z][a-z0-9_]{1,62}$'),
  subject_kind text NOT NULL CHECK (subject_kind IN ('reserve', 'lending_market', 'account_kind', 'endpoint', 'protocol')),
  subject text COLLATE "C" NOT NULL CHECK (length(subject) >= 1 AND length(subject) <= 300),
  severity text NOT NULL CHECK (severity IN ('critical', 'warning', 'info')),
  message text NOT NULL CHECK (message <> ''),
  detail jsonb NOT NULL CHECK (jsonb_typeof(detail) = 'object'),
  first_seen_at timestamptz NOT NULL,
  last_seen_at timestamptz NOT NULL,
  times_seen bigint NOT NULL CHECK (times_seen > 0),
  resolved_at timestamptz,
  CONSTRAINT audit_findings_check CHECK (last_seen_at >= first_seen_at),
  CONSTRAINT audit_findings_check1 CHECK (resolved_at >= first_seen_at)
);
CREATE UNIQUE INDEX audit_findings_open_idx ON lend.audit_findings (protocol, check_name, subject_kind, subject) WHERE (resolved_at IS NULL);
CREATE INDEX audit_findings_resolved_at_idx ON lend.audit_findings (protocol, resolved_at) WHERE (resolved_at IS NOT NULL);

CREATE TABLE lend.audit_runs (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  protocol text NOT NULL CHECK (protocol <> ''),
  started_at timestamptz NOT NULL,
  finished_at timestamptz NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('completed', 'failed')),
  error_code text,
  commit_seq bigint CHECK (commit_seq >= 0),
  findings_opened integer NOT NULL CHECK (findings_opened >= 0),
  findings_resolved integer NOT NULL CHECK (findings_resolved >= 0),
  findings_open integer NOT NULL CHECK (findings_open >= 0),
  checks jsonb NOT NULL CHECK (jsonb_typeof(checks) = 'object'),
  account_kinds jsonb NOT NULL CHECK (jsonb_typeof(account_kinds) = 'object'),
  endpoints jsonb NOT NULL CHECK (jsonb_typeof(endpoints) = 'object'),
  CONSTRAINT audit_runs_check CHECK (finished_at >= started_at),
  CONSTRAINT audit_runs_check1 CHECK ((outcome = 'failed') = (error_code IS NOT NULL)),
  CONSTRAINT audit_runs_check2 CHECK ((outcome = 'completed') = (commit_seq IS NOT NULL))
);
CREATE INDEX audit_runs_protocol_id_idx ON lend.audit_runs (protocol, id);

CREATE TABLE lend.commit_order (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row)
);
INSERT INTO lend.commit_order DEFAULT VALUES;

CREATE TABLE lend.poll_schedule (
  protocol text PRIMARY KEY CHECK (protocol <> ''),
  poll_interval_ms integer NOT NULL CHECK (poll_interval_ms > 0),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE lend.token_mints (
  address text COLLATE "C" PRIMARY KEY,
  multiplier_f double precision CHECK (multiplier_f > 0::double precision AND multiplier_f < 'Infinity'::double precision),
  new_multiplier_f double precision CHECK (new_multiplier_f > 0::double precision AND new_multiplier_f < 'Infinity'::double precision),
  new_multiplier_effective_seconds bigint,
  slot bigint NOT NULL CHECK (slot >= 0),
  observed_at timestamptz NOT NULL,
  symbol text CHECK (symbol ~ '^[!-~]{1,16}$'),
  CONSTRAINT token_mints_check CHECK (num_nulls(multiplier_f, new_multiplier_f, new_multiplier_effective_seconds) IN (0, 3))
);

CREATE TABLE lend.configurations (
  account text COLLATE "C" NOT NULL,
  account_kind text NOT NULL CHECK (account_kind IN ('reserve', 'lending_market')),
  protocol text NOT NULL CHECK (protocol <> ''),
  lending_market text COLLATE "C" NOT NULL,
  from_slot bigint NOT NULL CHECK (from_slot >= 0),
  observed_at timestamptz NOT NULL,
  config jsonb NOT NULL CHECK (jsonb_typeof(config) = 'object'),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  change_id bigint NOT NULL DEFAULT 0,
  CONSTRAINT configurations_pkey PRIMARY KEY (account, from_slot)
);
CREATE INDEX configurations_change_id_idx ON lend.configurations USING brin (change_id) WITH (pages_per_range='32');

CREATE TABLE lend.bucket_totals (
  protocol text NOT NULL CHECK (protocol <> ''),
  subject_kind text NOT NULL CHECK (subject_kind IN ('market', 'token', 'protocol', 'benchmark')),
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
  supplied numeric,
  borrowed numeric,
  available_raw numeric,
  supplied_usd numeric NOT NULL,
  borrowed_usd numeric NOT NULL,
  available_usd numeric NOT NULL,
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
  change_id bigint NOT NULL DEFAULT 0,
  interest_supply_side_usd numeric,
  interest_protocol_usd numeric,
  interest_referrer_max_usd numeric,
  interest_host_usd numeric,
  fee_buckets integer,
  fee_final boolean,
  fee_observed_seconds double precision,
  fee_elapsed_seconds double precision,
  fee_missing text COLLATE "C",
  incomplete_reserves integer[],
  unknown_reserves integer[],
  unpriced_fee_reserves integer[],
  supply_apr_weighted numeric,
  borrow_apr_weighted numeric,
  priced_mints text[] COLLATE "C",
  off_peg_reserves text[] COLLATE "C",
  judged_usd numeric,
  CONSTRAINT bucket_totals_pkey PRIMARY KEY (protocol, subject_kind, subject, width_seconds, bucket_start, part),
  CONSTRAINT bucket_totals_check CHECK ((part = 'all') = (subject_kind = 'market')),
  CONSTRAINT bucket_totals_check1 CHECK ((subject_kind = 'token') = (num_nulls(supplied, borrowed, available_raw, unpriced_supplied) = 0))
);
CREATE INDEX bucket_totals_change_id_idx ON lend.bucket_totals USING brin (change_id) WITH (pages_per_range='32');
CREATE INDEX bucket_totals_protocol_width_seconds_bucket_start_idx ON lend.bucket_totals (protocol, width_seconds, bucket_start);
CREATE INDEX bucket_totals_without_fees_idx ON lend.bucket_totals (protocol, width_seconds, bucket_start) WHERE (totals_version < 2);

CREATE TABLE lend.bucket_totals_due (
  protocol text NOT NULL,
  width_seconds integer NOT NULL,
  bucket_start timestamptz NOT NULL,
  CONSTRAINT bucket_totals_due_pkey PRIMARY KEY (protocol, width_seconds, bucket_start)
);

CREATE TABLE lend.observation_terms (
  id integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  decoder_version integer NOT NULL,
  price_usable boolean NOT NULL,
  scale numeric NOT NULL CHECK (scale > 0::numeric),
  lending_market text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  slot_duration_source text NOT NULL,
  interest_rate_basis text NOT NULL,
  compounding text NOT NULL,
  CONSTRAINT observation_terms_key UNIQUE (lending_market, reason, price_usable, decoder_version, slot_duration_source, interest_rate_basis, compounding, scale)
);

CREATE TABLE lend.observation_batches (
  observed_at timestamptz NOT NULL,
  recorded_at timestamptz NOT NULL,
  slot_duration_ms_f double precision NOT NULL,
  batch_no smallint NOT NULL,
  poll_batch_id text NOT NULL,
  CONSTRAINT observation_batches_pkey PRIMARY KEY (observed_at, batch_no)
) PARTITION BY RANGE (observed_at);

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
  available_amount_raw numeric(20,0) NOT NULL,
  borrowed numeric(39,0) NOT NULL,
  borrow_index numeric(78,0) NOT NULL,
  accumulated_protocol_fees numeric(39,0) NOT NULL,
  accumulated_referrer_fees numeric(39,0),
  pending_referrer_fees numeric(39,0),
  absolute_referral_rate numeric(39,0),
  price numeric(39,0) NOT NULL,
  collateral_supply_raw numeric(20,0) NOT NULL,
  rewards_available_raw numeric(20,0),
  queued_collateral_raw numeric(20,0),
  borrowed_outside_elevation_group_raw numeric(20,0),
  deposit_cap_current_raw numeric(20,0),
  debt_cap_current_raw numeric(20,0),
  account_sha256 bytea NOT NULL,
  own jsonb,
  CONSTRAINT observation_states_pkey PRIMARY KEY (reserve_id, observed_at, slot)
) PARTITION BY RANGE (observed_at);

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
  available_change numeric(21,0),
  borrowed_change numeric(40,0),
  borrow_index_change numeric(79,0),
  protocol_fees_change numeric(40,0),
  accrued_pending_referrer_fees numeric(39,0),
  accrued_supplied numeric(40,0),
  accrued_utilization numeric(39,0),
  borrow_rate numeric(39,0) NOT NULL,
  CONSTRAINT observations_pkey PRIMARY KEY (reserve_id, observed_at, slot),
  CONSTRAINT state_is_whole CHECK ((state_ms_before IS NULL) = (state_slots_before IS NULL))
) PARTITION BY RANGE (observed_at);

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

CREATE TABLE lend.history_start (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  narrow_since timestamptz NOT NULL DEFAULT now()
);
INSERT INTO lend.history_start DEFAULT VALUES;

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
  CONSTRAINT price_batches_check CHECK ((outcome = 'failed') = (error_code IS NOT NULL)),
  CONSTRAINT price_batches_check1 CHECK (outcome = 'failed' OR observed_at IS NOT NULL)
);
CREATE UNIQUE INDEX price_batches_committed_idx ON lend.price_batches (id) WHERE (outcome = 'committed');
CREATE INDEX price_batches_failed_idx ON lend.price_batches (started_at) WHERE (outcome = 'failed');
CREATE INDEX price_batches_recorded_idx ON lend.price_batches (recorded_at);
CREATE INDEX price_batches_time_idx ON lend.price_batches (observed_at) WHERE ((outcome = 'committed') AND (slot IS NOT NULL));

CREATE TABLE lend.price_observations (
  token_mint text COLLATE "C" NOT NULL,
  feed text COLLATE "C" NOT NULL,
  observed_at timestamptz NOT NULL,
  slot bigint NOT NULL,
  source text NOT NULL,
  account text,
  price numeric,
  confidence numeric CHECK (confidence >= 0::numeric),
  average numeric,
  published_at timestamptz,
  verification text,
  problem text,
  legs jsonb,
  reason text NOT NULL CHECK (reason IN ('first', 'changed', 'heartbeat')),
  batch_id text NOT NULL,
  CONSTRAINT price_observations_pkey PRIMARY KEY (token_mint, feed, observed_at, slot),
  CONSTRAINT price_observations_check CHECK (price IS NOT NULL OR problem IS NOT NULL)
) PARTITION BY RANGE (observed_at);

CREATE TABLE lend.price_observations_default PARTITION OF lend.price_observations DEFAULT;

CREATE TABLE lend.price_aggregates (
  token_mint text COLLATE "C" NOT NULL,
  observed_at timestamptz NOT NULL,
  slot bigint NOT NULL,
  status text NOT NULL CHECK (status <> ''),
  price numeric CHECK (price >= 0::numeric),
  published_at timestamptz,
  sources integer NOT NULL,
  used integer NOT NULL,
  spread_bps double precision,
  confidence numeric,
  method text NOT NULL,
  reason text NOT NULL CHECK (reason IN ('first', 'changed', 'heartbeat')),
  batch_id text NOT NULL,
  reserves_only boolean,
  CONSTRAINT price_aggregates_pkey PRIMARY KEY (token_mint, observed_at, slot),
  CONSTRAINT price_aggregates_check CHECK (used <= sources)
) PARTITION BY RANGE (observed_at);

CREATE TABLE lend.price_aggregates_default PARTITION OF lend.price_aggregates DEFAULT;

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
  roots text[] NOT NULL,
  used boolean NOT NULL,
  unused_reason text,
  weight double precision,
  deviation_bps double precision,
  stored_at timestamptz NOT NULL,
  batch_id text NOT NULL,
  CONSTRAINT price_source_latest_pkey PRIMARY KEY (token_mint, feed),
  CONSTRAINT price_source_latest_check CHECK (used = (unused_reason IS NULL))
);

CREATE TABLE lend.price_latest (
  token_mint text COLLATE "C" PRIMARY KEY,
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
CREATE INDEX price_latest_change_id_idx ON lend.price_latest USING brin (change_id) WITH (pages_per_range='32');
CREATE INDEX price_latest_symbol_idx ON lend.price_latest (token_symbol);

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
  CONSTRAINT price_buckets_pkey PRIMARY KEY (token_mint, width_seconds, bucket_start),
  CONSTRAINT price_buckets_check CHECK (num_nulls(open_price, high_price, low_price, close_price) IN (0, 4)),
  CONSTRAINT price_buckets_check1 CHECK (priced_seconds <= observed_seconds AND observed_seconds <= elapsed_seconds AND elapsed_seconds <= width_seconds)
);
CREATE INDEX price_buckets_change_id_idx ON lend.price_buckets USING brin (change_id) WITH (pages_per_range='32');
CREATE INDEX price_buckets_open_idx ON lend.price_buckets (width_seconds, bucket_start) WHERE (NOT final);

CREATE TABLE lend.price_rollup (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  recorded_to timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE lend.bucket_revisions (
  reserve text COLLATE "C" NOT NULL,
  day timestamptz NOT NULL,
  revision bigint NOT NULL,
  CONSTRAINT bucket_revisions_pkey PRIMARY KEY (reserve, day)
);

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
  gap_reason text,
  final boolean NOT NULL,
  computed_at timestamptz NOT NULL DEFAULT now(),
  change_id bigint NOT NULL DEFAULT 0,
  CONSTRAINT price_divergence_buckets_pkey PRIMARY KEY (reserve, width_seconds, bucket_start),
  CONSTRAINT price_divergence_buckets_check CHECK (num_nulls(open_bps, high_bps, low_bps, close_bps) IN (0, 4)),
  CONSTRAINT price_divergence_buckets_check1 CHECK (compared_seconds <= observed_seconds AND observed_seconds <= elapsed_seconds AND elapsed_seconds <= width_seconds),
  CONSTRAINT price_divergence_buckets_check2 CHECK (GREATEST(beyond_seconds, accepted_seconds + refused_seconds) <= compared_seconds),
  CONSTRAINT price_divergence_buckets_check3 CHECK (accepted_beyond_seconds <= LEAST(beyond_seconds, accepted_seconds))
);
CREATE INDEX price_divergence_buckets_change_id_idx ON lend.price_divergence_buckets USING brin (change_id) WITH (pages_per_range='32');

CREATE TABLE lend.price_commits (
  commit_seq bigint PRIMARY KEY,
  batch_id text NOT NULL,
  slot bigint NOT NULL,
  observed_at timestamptz NOT NULL,
  mints text[] COLLATE "C" NOT NULL,
  committed_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE lend.simulated_history (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  from_at timestamptz NOT NULL,
  to_at timestamptz NOT NULL,
  filled_from timestamptz NOT NULL,
  started_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  updated_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT simulated_history_check CHECK (from_at <= filled_from AND filled_from <= to_at)
);

CREATE TABLE lend.liquidity_batches (
  attempt_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text NOT NULL,
  slot_min bigint,
  slot_max bigint,
  observed_at timestamptz,
  calls integer NOT NULL,
  tokens integer NOT NULL,
  pools integer NOT NULL,
  torn integer NOT NULL,
  missing integer NOT NULL,
  refused integer NOT NULL,
  reserves integer NOT NULL,
  started_at timestamptz NOT NULL,
  duration_ms integer NOT NULL,
  outcome text NOT NULL CHECK (outcome IN ('committed', 'failed')),
  error_code text,
  gap_after_ms integer NOT NULL,
  recorded_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT liquidity_batches_check CHECK ((outcome = 'failed') = (error_code IS NOT NULL)),
  CONSTRAINT liquidity_batches_check1 CHECK (outcome = 'failed' OR num_nulls(slot_min, slot_max, observed_at) = 0)
);
CREATE UNIQUE INDEX liquidity_batches_committed_idx ON lend.liquidity_batches (id) WHERE (outcome = 'committed');
CREATE INDEX liquidity_batches_failed_idx ON lend.liquidity_batches (started_at) WHERE (outcome = 'failed');
CREATE INDEX liquidity_batches_recorded_idx ON lend.liquidity_batches (recorded_at);
CREATE INDEX liquidity_batches_time_idx ON lend.liquidity_batches (observed_at) WHERE (outcome = 'committed');

CREATE TABLE lend.liquidity_searches (
  token_mint text COLLATE "C" PRIMARY KEY,
  searched_at timestamptz NOT NULL,
  found_by text NOT NULL CHECK (found_by IN ('listed', 'built_in')),
  failure text,
  pools integer NOT NULL,
  calls integer NOT NULL,
  CONSTRAINT liquidity_searches_check CHECK ((found_by = 'listed') = (failure IS NULL))
);

CREATE TABLE lend.liquidity_pools (
  pool text COLLATE "C" PRIMARY KEY,
  source text NOT NULL,
  evidence text NOT NULL CHECK (evidence IN ('program', 'sdk', 'source')),
  found_by text NOT NULL CHECK (found_by IN ('listed', 'built_in', 'configured')),
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  mint_a text COLLATE "C",
  mint_b text COLLATE "C",
  status text NOT NULL DEFAULT 'not_read' CHECK (status IN ('ok', 'halted', 'unknown', 'refused', 'missing', 'not_read')),
  detail text,
  lower_bound text[] NOT NULL DEFAULT '{}'::text[],
  price numeric,
  depth jsonb NOT NULL DEFAULT '[]'::jsonb,
  last_used_at timestamptz,
  one_bank boolean,
  data_sha256 bytea,
  decoder_version integer,
  slot bigint,
  observed_at timestamptz,
  stored_at timestamptz,
  batch_id text
);

CREATE TABLE lend.liquidity_pool_history (
  pool text COLLATE "C" NOT NULL,
  observed_at timestamptz NOT NULL,
  slot bigint NOT NULL,
  status text NOT NULL,
  detail text,
  price numeric,
  sell_a_raw numeric,
  sell_b_raw numeric,
  one_bank boolean NOT NULL,
  batch_id text NOT NULL,
  CONSTRAINT liquidity_pool_history_pkey PRIMARY KEY (pool, observed_at, slot)
) PARTITION BY RANGE (observed_at);

CREATE TABLE lend.liquidity_pool_history_default PARTITION OF lend.liquidity_pool_history DEFAULT;

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
  CONSTRAINT liquidity_verdicts_pkey PRIMARY KEY (token_mint, pool),
  CONSTRAINT liquidity_verdicts_check CHECK (counted = (reason IS NULL) AND counted = (route IS NOT NULL))
);

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
  quotes jsonb NOT NULL,
  first_seen_at timestamptz NOT NULL,
  batch_id text NOT NULL,
  change_id bigint NOT NULL DEFAULT 0,
  coverage_24h double precision
);
CREATE INDEX liquidity_tokens_change_id_idx ON lend.liquidity_tokens USING brin (change_id) WITH (pages_per_range='32');

CREATE TABLE lend.liquidity_depth_latest (
  token_mint text COLLATE "C" NOT NULL,
  side text NOT NULL CHECK (side IN ('sell', 'buy')),
  bps integer NOT NULL,
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
  known_24h_share double precision,
  sol_leg_share double precision,
  CONSTRAINT liquidity_depth_latest_pkey PRIMARY KEY (token_mint, side, bps, source)
);

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
  sol_leg_share double precision,
  CONSTRAINT liquidity_depth_pkey PRIMARY KEY (token_mint, side, bps, observed_at, slot_max),
  CONSTRAINT liquidity_depth_check CHECK (num_nulls(marginal_raw, marginal_usd, average_raw, average_usd) IN (0, 4)),
  CONSTRAINT liquidity_depth_check1 CHECK ((marginal_raw IS NULL) = (reason IS NOT NULL))
) PARTITION BY RANGE (observed_at);

CREATE TABLE lend.liquidity_depth_default PARTITION OF lend.liquidity_depth DEFAULT;

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
  CONSTRAINT liquidity_coverage_latest_check CHECK ((coverage_at_min_bonus IS NULL) = (reason IS NOT NULL))
);
CREATE INDEX liquidity_coverage_latest_change_id_idx ON lend.liquidity_coverage_latest USING brin (change_id) WITH (pages_per_range='32');

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
  CONSTRAINT liquidity_coverage_pkey PRIMARY KEY (reserve, observed_at, slot_max)
) PARTITION BY RANGE (observed_at);

CREATE TABLE lend.liquidity_coverage_default PARTITION OF lend.liquidity_coverage DEFAULT;

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
  CONSTRAINT liquidity_depth_buckets_pkey PRIMARY KEY (token_mint, width_seconds, bucket_start, side, bps),
  CONSTRAINT liquidity_depth_buckets_check CHECK (known <= observations AND observed_seconds <= elapsed_seconds AND elapsed_seconds <= width_seconds)
);
CREATE INDEX liquidity_depth_buckets_change_id_idx ON lend.liquidity_depth_buckets USING brin (change_id) WITH (pages_per_range='32');
CREATE INDEX liquidity_depth_buckets_open_idx ON lend.liquidity_depth_buckets (width_seconds, bucket_start) WHERE (NOT final);

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
  CONSTRAINT liquidity_coverage_buckets_pkey PRIMARY KEY (reserve, width_seconds, bucket_start),
  CONSTRAINT liquidity_coverage_buckets_check CHECK (known <= observations AND observed_seconds <= elapsed_seconds AND elapsed_seconds <= width_seconds)
);
CREATE INDEX liquidity_coverage_buckets_change_id_idx ON lend.liquidity_coverage_buckets USING brin (change_id) WITH (pages_per_range='32');
CREATE INDEX liquidity_coverage_buckets_open_idx ON lend.liquidity_coverage_buckets (width_seconds, bucket_start) WHERE (NOT final);

CREATE TABLE lend.liquidity_rollup (
  only_row boolean DEFAULT true PRIMARY KEY CHECK (only_row),
  recorded_to timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE lend.corrections (
  at timestamptz NOT NULL,
  corrected_at timestamptz NOT NULL DEFAULT now(),
  id bigint GENERATED ALWAYS AS IDENTITY,
  slot bigint,
  change_id bigint NOT NULL DEFAULT 0,
  old_version integer NOT NULL,
  new_version integer NOT NULL,
  reserve text COLLATE "C" NOT NULL,
  protocol text COLLATE "C" NOT NULL,
  of_table text COLLATE "C" NOT NULL CHECK (of_table IN ('reserve_snapshots', 'reserve_quarter_hourly', 'reserve_hourly', 'reserve_daily')),
  field text COLLATE "C" NOT NULL,
  old_value text,
  new_value text,
  reason text NOT NULL,
  CONSTRAINT corrections_pkey PRIMARY KEY (reserve, id),
  CONSTRAINT slot_of_observation CHECK ((slot IS NULL) = (of_table <> 'reserve_snapshots'))
);
CREATE INDEX corrections_at_idx ON lend.corrections (reserve, of_table, at);
CREATE INDEX corrections_change_id_idx ON lend.corrections USING brin (change_id) WITH (pages_per_range='32');

CREATE TABLE lend.open_corrections (
  reserve text COLLATE "C" NOT NULL,
  day timestamptz NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT now(),
  reason text NOT NULL,
  CONSTRAINT open_corrections_pkey PRIMARY KEY (reserve, day)
);

CREATE TABLE lend.reserve_quarters (
  bucket_start timestamptz NOT NULL,
  open_slot bigint,
  close_slot bigint,
  open_at timestamptz,
  close_at timestamptz,
  open_observed_at timestamptz,
  close_observed_at timestamptz,
  open_price_updated_at timestamptz,
  close_price_updated_at timestamptz,
  available_amount_open_f double precision,
  available_amount_min_f double precision,
  available_amount_max_f double precision,
  available_amount_twavg_f double precision,
  available_amount_close_f double precision,
  supplied_amount_open_f double precision,
  supplied_amount_min_f double precision,
  supplied_amount_max_f double precision,
  supplied_amount_twavg_f double precision,
  supplied_amount_close_f double precision,
  borrowed_amount_open_f double precision,
  borrowed_amount_min_f double precision,
  borrowed_amount_max_f double precision,
  borrowed_amount_twavg_f double precision,
  borrowed_amount_close_f double precision,
  available_amount_usd_open_f double precision,
  available_amount_usd_min_f double precision,
  available_amount_usd_max_f double precision,
  available_amount_usd_twavg_f double precision,
  available_amount_usd_close_f double precision,
  supplied_amount_usd_open_f double precision,
  supplied_amount_usd_min_f double precision,
  supplied_amount_usd_max_f double precision,
  supplied_amount_usd_twavg_f double precision,
  supplied_amount_usd_close_f double precision,
  borrowed_amount_usd_open_f double precision,
  borrowed_amount_usd_min_f double precision,
  borrowed_amount_usd_max_f double precision,
  borrowed_amount_usd_twavg_f double precision,
  borrowed_amount_usd_close_f double precision,
  price_usd_open_f double precision,
  price_usd_min_f double precision,
  price_usd_max_f double precision,
  price_usd_twavg_f double precision,
  price_usd_close_f double precision,
  utilization_open_f double precision,
  utilization_min_f double precision,
  utilization_max_f double precision,
  utilization_twavg_f double precision,
  utilization_close_f double precision,
  borrow_apr_open_f double precision,
  borrow_apr_min_f double precision,
  borrow_apr_max_f double precision,
  borrow_apr_twavg_f double precision,
  borrow_apr_close_f double precision,
  borrow_apy_open_f double precision,
  borrow_apy_min_f double precision,
  borrow_apy_max_f double precision,
  borrow_apy_twavg_f double precision,
  borrow_apy_close_f double precision,
  supply_apr_open_f double precision,
  supply_apr_min_f double precision,
  supply_apr_max_f double precision,
  supply_apr_twavg_f double precision,
  supply_apr_close_f double precision,
  supply_apy_open_f double precision,
  supply_apy_min_f double precision,
  supply_apy_max_f double precision,
  supply_apy_twavg_f double precision,
  supply_apy_close_f double precision,
  rewards_apr_open_f double precision,
  rewards_apr_min_f double precision,
  rewards_apr_max_f double precision,
  rewards_apr_twavg_f double precision,
  rewards_apr_close_f double precision,
  borrow_apy_realised_f double precision,
  supply_apy_realised_f double precision,
  computed_at timestamptz NOT NULL DEFAULT now(),
  change_id bigint NOT NULL DEFAULT 0,
  reserve_id integer NOT NULL,
  observations integer,
  snapshots integer NOT NULL,
  observed_seconds integer,
  elapsed_seconds integer,
  rollup_version smallint NOT NULL,
  open_proof smallint,
  close_proof smallint,
  open_price_status smallint,
  close_price_status smallint,
  final boolean NOT NULL,
  quality text NOT NULL,
  gap_reason text,
  interest_rate_basis text,
  open_available_amount_raw numeric(20,0),
  open_borrowed_amount_sf numeric(39,0),
  open_total_supply_sf numeric(40,0),
  open_cumulative_borrow_rate_bsf numeric(78,0),
  open_collateral_supply_raw numeric(20,0),
  open_market_price_sf numeric(39,0),
  close_available_amount_raw numeric(20,0),
  close_borrowed_amount_sf numeric(39,0),
  close_total_supply_sf numeric(40,0),
  close_cumulative_borrow_rate_bsf numeric(78,0),
  close_collateral_supply_raw numeric(20,0),
  close_market_price_sf numeric(39,0),
  interest_supply_side_sf numeric(40,0),
  interest_protocol_sf numeric(40,0),
  interest_referrer_max_sf numeric(40,0),
  interest_host_sf numeric(40,0),
  interest_supply_side_usd_sf numeric(80,0),
  interest_protocol_usd_sf numeric(80,0),
  interest_referrer_max_usd_sf numeric(80,0),
  interest_host_usd_sf numeric(80,0),
  priced_seconds integer,
  CONSTRAINT reserve_quarters_pkey PRIMARY KEY (reserve_id, bucket_start),
  CONSTRAINT counts_are_counts CHECK (observations >= 0 AND snapshots >= 0 AND observed_seconds >= 0 AND COALESCE(elapsed_seconds, 900) >= COALESCE(observed_seconds, elapsed_seconds, 900)),
  CONSTRAINT doubles_are_finite CHECK (available_amount_open_f > '-Infinity'::double precision AND available_amount_open_f < 'Infinity'::double precision AND supplied_amount_open_f > '-Infinity'::double precision AND supplied_amount_open_f < 'Infinity'::double precision AND borrowed_amount_open_f > '-Infinity'::double precision AND borrowed_amount_open_f < 'Infinity'::double precision AND available_amount_usd_open_f > '-Infinity'::double precision AND available_amount_usd_open_f <> 'Infinity'::double precision AND supplied_amount_usd_open_f > '-Infinity'::double precision AND supplied_amount_usd_open_f <> 'Infinity'::double precision AND borrowed_amount_usd_open_f > '-Infinity'::double precision AND borrowed_amount_usd_open_f <> 'Infinity'::double precision AND price_usd_open_f > '-Infinity'::double precision AND price_usd_open_f <> 'Infinity'::double precision AND utilization_open_f > '-Infinity'::double precision AND utilization_open_f < 'Infinity'::double precision AND borrow_apr_open_f > '-Infinity'::double precision AND borrow_apr_open_f < 'Infinity'::double precision AND borrow_apy_open_f > '-Infinity'::double precision AND borrow_apy_open_f < 'Infinity'::double precision AND supply_apr_open_f > '-Infinity'::double precision AND supply_apr_open_f < 'Infinity'::double precision AND supply_apy_open_f > '-Infinity'::double precision AND supply_apy_open_f < 'Infinity'::double precision AND rewards_apr_open_f > '-Infinity'::double precision AND rewards_apr_open_f < 'Infinity'::double precision AND available_amount_min_f > '-Infinity'::double precision AND available_amount_min_f < 'Infinity'::double precision AND supplied_amount_min_f > '-Infinity'::double precision AND supplied_amount_min_f < 'Infinity'::double precision AND borrowed_amount_min_f > '-Infinity'::double precision AND borrowed_amount_min_f < 'Infinity'::double precision AND available_amount_usd_min_f > '-Infinity'::double precision AND available_amount_usd_min_f <> 'Infinity'::double precision AND supplied_amount_usd_min_f > '-Infinity'::double precision AND supplied_amount_usd_min_f <> 'Infinity'::double precision AND borrowed_amount_usd_min_f > '-Infinity'::double precision AND borrowed_amount_usd_min_f <> 'Infinity'::double precision AND price_usd_min_f > '-Infinity'::double precision AND price_usd_min_f <> 'Infinity'::double precision AND utilization_min_f > '-Infinity'::double precision AND utilization_min_f < 'Infinity'::double precision AND borrow_apr_min_f > '-Infinity'::double precision AND borrow_apr_min_f < 'Infinity'::double precision AND borrow_apy_min_f > '-Infinity'::double precision AND borrow_apy_min_f < 'Infinity'::double precision AND supply_apr_min_f > '-Infinity'::double precision AND supply_apr_min_f < 'Infinity'::double precision AND supply_apy_min_f > '-Infinity'::double precision AND supply_apy_min_f < 'Infinity'::double precision AND rewards_apr_min_f > '-Infinity'::double precision AND rewards_apr_min_f < 'Infinity'::double precision AND available_amount_max_f > '-Infinity'::double precision AND available_amount_max_f < 'Infinity'::double precision AND supplied_amount_max_f > '-Infinity'::double precision AND supplied_amount_max_f < 'Infinity'::double precision AND borrowed_amount_max_f > '-Infinity'::double precision AND borrowed_amount_max_f < 'Infinity'::double precision AND available_amount_usd_max_f > '-Infinity'::double precision AND available_amount_usd_max_f <> 'Infinity'::double precision AND supplied_amount_usd_max_f > '-Infinity'::double precision AND supplied_amount_usd_max_f <> 'Infinity'::double precision AND borrowed_amount_usd_max_f > '-Infinity'::double precision AND borrowed_amount_usd_max_f <> 'Infinity'::double precision AND price_usd_max_f > '-Infinity'::double precision AND price_usd_max_f <> 'Infinity'::double precision AND utilization_max_f > '-Infinity'::double precision AND utilization_max_f < 'Infinity'::double precision AND borrow_apr_max_f > '-Infinity'::double precision AND borrow_apr_max_f < 'Infinity'::double precision AND borrow_apy_max_f > '-Infinity'::double precision AND borrow_apy_max_f < 'Infinity'::double precision AND supply_apr_max_f > '-Infinity'::double precision AND supply_apr_max_f < 'Infinity'::double precision AND supply_apy_max_f > '-Infinity'::double precision AND supply_apy_max_f < 'Infinity'::double precision AND rewards_apr_max_f > '-Infinity'::double precision AND rewards_apr_max_f < 'Infinity'::double precision AND available_amount_twavg_f > '-Infinity'::double precision AND available_amount_twavg_f <> 'Infinity'::double precision AND supplied_amount_twavg_f > '-Infinity'::double precision AND supplied_amount_twavg_f <> 'Infinity'::double precision AND borrowed_amount_twavg_f > '-Infinity'::double precision AND borrowed_amount_twavg_f <> 'Infinity'::double precision AND available_amount_usd_twavg_f > '-Infinity'::double precision AND available_amount_usd_twavg_f <> 'Infinity'::double precision AND supplied_amount_usd_twavg_f > '-Infinity'::double precision AND supplied_amount_usd_twavg_f <> 'Infinity'::double precision AND borrowed_amount_usd_twavg_f > '-Infinity'::double precision AND borrowed_amount_usd_twavg_f <> 'Infinity'::double precision AND price_usd_twavg_f > '-Infinity'::double precision AND price_usd_twavg_f <> 'Infinity'::double precision AND utilization_twavg_f > '-Infinity'::double precision AND utilization_twavg_f <> 'Infinity'::double precision AND borrow_apr_twavg_f > '-Infinity'::double precision AND borrow_apr_twavg_f <> 'Infinity'::double precision AND borrow_apy_twavg_f > '-Infinity'::double precision AND borrow_apy_twavg_f <> 'Infinity'::double precision AND supply_apr_twavg_f > '-Infinity'::double precision AND supply_apr_twavg_f <> 'Infinity'::double precision AND supply_apy_twavg_f > '-Infinity'::double precision AND supply_apy_twavg_f <> 'Infinity'::double precision AND rewards_apr_twavg_f > '-Infinity'::double precision AND rewards_apr_twavg_f <> 'Infinity'::double precision AND available_amount_close_f > '-Infinity'::double precision AND available_amount_close_f < 'Infinity'::double precision AND supplied_amount_close_f > '-Infinity'::double precision AND supplied_amount_close_f < 'Infinity'::double precision AND borrowed_amount_close_f > '-Infinity'::double precision AND borrowed_amount_close_f < 'Infinity'::double precision AND available_amount_usd_close_f > '-Infinity'::double precision AND available_amount_usd_close_f < 'Infinity'::double precision AND supplied_amount_usd_close_f > '-Infinity'::double precision AND supplied_amount_usd_close_f < 'Infinity'::double precision AND borrowed_amount_usd_close_f > '-Infinity'::double precision AND borrowed_amount_usd_close_f < 'Infinity'::double precision AND price_usd_close_f > '-Infinity'::double precision AND price_usd_close_f < 'Infinity'::double precision AND utilization_close_f > '-Infinity'::double precision AND utilization_close_f < 'Infinity'::double precision AND borrow_apr_close_f > '-Infinity'::double precision AND borrow_apr_close_f < 'Infinity'::double precision AND borrow_apy_close_f > '-Infinity'::double precision AND borrow_apy_close_f < 'Infinity'::double precision AND supply_apr_close_f > '-Infinity'::double precision AND supply_apr_close_f < 'Infinity'::double precision AND supply_apy_close_f > '-Infinity'::double precision AND supply_apy_close_f < 'Infinity'::double precision AND rewards_apr_close_f > '-Infinity'::double precision AND rewards_apr_close_f < 'Infinity'::double precision AND borrow_apy_realised_f > '-Infinity'::double precision AND borrow_apy_realised_f < 'Infinity'::double precision AND supply_apy_realised_f > '-Infinity'::double precision AND supply_apy_realised_f < 'Infinity'::double precision),
  CONSTRAINT edges_are_whole CHECK ((open_slot IS NULL) = (close_slot IS NULL) AND (open_slot IS NULL) = (open_observed_at IS NULL) AND (num_nulls(close_slot, close_observed_at, close_available_amount_raw, close_borrowed_amount_sf, close_total_supply_sf, close_cumulative_borrow_rate_bsf, close_collateral_supply_raw, close_market_price_sf, available_amount_close_f, supplied_amount_close_f, borrowed_amount_close_f, utilization_close_f, borrow_apr_close_f, borrow_apy_close_f, supply_apr_close_f, supply_apy_close_f, rewards_apr_close_f) IN (0, 17)) AND (close_slot IS NOT NULL OR num_nonnulls(open_at, close_at, open_price_updated_at, close_price_updated_at, open_available_amount_raw, open_borrowed_amount_sf, open_total_supply_sf, open_cumulative_borrow_rate_bsf, open_collateral_supply_raw, open_market_price_sf, available_amount_open_f, supplied_amount_open_f, borrowed_amount_open_f, available_amount_usd_open_f, supplied_amount_usd_open_f, borrowed_amount_usd_open_f, price_usd_open_f, utilization_open_f, borrow_apr_open_f, borrow_apy_open_f, supply_apr_open_f, supply_apy_open_f, rewards_apr_open_f, available_amount_min_f, supplied_amount_min_f, borrowed_amount_min_f, available_amount_usd_min_f, supplied_amount_usd_min_f, borrowed_amount_usd_min_f, price_usd_min_f, utilization_min_f, borrow_apr_min_f, borrow_apy_min_f, supply_apr_min_f, supply_apy_min_f, rewards_apr_min_f, available_amount_max_f, supplied_amount_max_f, borrowed_amount_max_f, available_amount_usd_max_f, supplied_amount_usd_max_f, borrowed_amount_usd_max_f, price_usd_max_f, utilization_max_f, borrow_apr_max_f, borrow_apy_max_f, supply_apr_max_f, supply_apy_max_f, rewards_apr_max_f, available_amount_twavg_f, supplied_amount_twavg_f, borrowed_amount_twavg_f, available_amount_usd_twavg_f, supplied_amount_usd_twavg_f, borrowed_amount_usd_twavg_f, price_usd_twavg_f, utilization_twavg_f, borrow_apr_twavg_f, borrow_apy_twavg_f, supply_apr_twavg_f, supply_apy_twavg_f, rewards_apr_twavg_f, available_amount_usd_close_f, supplied_amount_usd_close_f, borrowed_amount_usd_close_f, price_usd_close_f) = 0)),
  CONSTRAINT interest_balances CHECK ((num_nulls(interest_supply_side_sf, interest_protocol_sf) IN (0, 2)) AND (num_nulls(interest_supply_side_usd_sf, interest_protocol_usd_sf) IN (0, 2)) AND (interest_supply_side_sf IS NOT NULL OR num_nonnulls(interest_referrer_max_sf, interest_host_sf) = 0) AND (interest_supply_side_usd_sf IS NOT NULL OR num_nonnulls(interest_referrer_max_usd_sf, interest_host_usd_sf) = 0)),
  CONSTRAINT missing_has_no_numbers CHECK ((quality = 'missing') = (close_slot IS NULL)),
  CONSTRAINT priced_is_a_count CHECK (priced_seconds >= 0),
  CONSTRAINT quality_is_known CHECK (quality IN ('ok', 'partial', 'missing')),
  CONSTRAINT statuses_are_bytes CHECK (open_proof >= 1 AND open_proof <= 3 AND close_proof >= 1 AND close_proof <= 3 AND open_price_status >= 0 AND open_price_status <= 255 AND close_price_status >= 0 AND close_price_status <= 255)
);
CREATE INDEX reserve_quarters_change_id_idx ON lend.reserve_quarters USING brin (change_id) WITH (pages_per_range='32');

CREATE TABLE lend.reserve_hours (
  bucket_start timestamptz NOT NULL,
  open_slot bigint,
  close_slot bigint,
  open_at timestamptz,
  close_at timestamptz,
  open_observed_at timestamptz,
  close_observed_at timestamptz,
  open_price_updated_at timestamptz,
  close_price_updated_at timestamptz,
  available_amount_open_f double precision,
  available_amount_min_f double precision,
  available_amount_max_f double precision,
  available_amount_twavg_f double precision,
  available_amount_close_f double precision,
  supplied_amount_open_f double precision,
  supplied_amount_min_f double precision,
  supplied_amount_max_f double precision,
  supplied_amount_twavg_f double precision,
  supplied_amount_close_f double precision,
  borrowed_amount_open_f double precision,
  borrowed_amount_min_f double precision,
  borrowed_amount_max_f double precision,
  borrowed_amount_twavg_f double precision,
  borrowed_amount_close_f double precision,
  available_amount_usd_open_f double precision,
  available_amount_usd_min_f double precision,
  available_amount_usd_max_f double precision,
  available_amount_usd_twavg_f double precision,
  available_amount_usd_close_f double precision,
  supplied_amount_usd_open_f double precision,
  supplied_amount_usd_min_f double precision,
  supplied_amount_usd_max_f double precision,
  supplied_amount_usd_twavg_f double precision,
  supplied_amount_usd_close_f double precision,
  borrowed_amount_usd_open_f double precision,
  borrowed_amount_usd_min_f double precision,
  borrowed_amount_usd_max_f double precision,
  borrowed_amount_usd_twavg_f double precision,
  borrowed_amount_usd_close_f double precision,
  price_usd_open_f double precision,
  price_usd_min_f double precision,
  price_usd_max_f double precision,
  price_usd_twavg_f double precision,
  price_usd_close_f double precision,
  utilization_open_f double precision,
  utilization_min_f double precision,
  utilization_max_f double precision,
  utilization_twavg_f double precision,
  utilization_close_f double precision,
  borrow_apr_open_f double precision,
  borrow_apr_min_f double precision,
  borrow_apr_max_f double precision,
  borrow_apr_twavg_f double precision,
  borrow_apr_close_f double precision,
  borrow_apy_open_f double precision,
  borrow_apy_min_f double precision,
  borrow_apy_max_f double precision,
  borrow_apy_twavg_f double precision,
  borrow_apy_close_f double precision,
  supply_apr_open_f double precision,
  supply_apr_min_f double precision,
  supply_apr_max_f double precision,
  supply_apr_twavg_f double precision,
  supply_apr_close_f double precision,
  supply_apy_open_f double precision,
  supply_apy_min_f double precision,
  supply_apy_max_f double precision,
  supply_apy_twavg_f double precision,
  supply_apy_close_f double precision,
  rewards_apr_open_f double precision,
  rewards_apr_min_f double precision,
  rewards_apr_max_f double precision,
  rewards_apr_twavg_f double precision,
  rewards_apr_close_f double precision,
  borrow_apy_realised_f double precision,
  supply_apy_realised_f double precision,
  computed_at timestamptz NOT NULL DEFAULT now(),
  change_id bigint NOT NULL DEFAULT 0,
  reserve_id integer NOT NULL,
  observations integer,
  snapshots integer NOT NULL,
  observed_seconds integer,
  elapsed_seconds integer,
  rollup_version smallint NOT NULL,
  open_proof smallint,
  close_proof smallint,
  open_price_status smallint,
  close_price_status smallint,
  final boolean NOT NULL,
  quality text NOT NULL,
  gap_reason text,
  interest_rate_basis text,
  open_available_amount_raw numeric(20,0),
  open_borrowed_amount_sf numeric(39,0),
  open_total_supply_sf numeric(40,0),
  open_cumulative_borrow_rate_bsf numeric(78,0),
  open_collateral_supply_raw numeric(20,0),
  open_market_price_sf numeric(39,0),
  close_available_amount_raw numeric(20,0),
  close_borrowed_amount_sf numeric(39,0),
  close_total_supply_sf numeric(40,0),
  close_cumulative_borrow_rate_bsf numeric(78,0),
  close_collateral_supply_raw numeric(20,0),
  close_market_price_sf numeric(39,0),
  interest_supply_side_sf numeric(40,0),
  interest_protocol_sf numeric(40,0),
  interest_referrer_max_sf numeric(40,0),
  interest_host_sf numeric(40,0),
  interest_supply_side_usd_sf numeric(80,0),
  interest_protocol_usd_sf numeric(80,0),
  interest_referrer_max_usd_sf numeric(80,0),
  interest_host_usd_sf numeric(80,0),
  priced_seconds integer,
  CONSTRAINT reserve_hours_pkey PRIMARY KEY (reserve_id, bucket_start),
  CONSTRAINT counts_are_counts CHECK (observations >= 0 AND snapshots >= 0 AND observed_seconds >= 0 AND COALESCE(elapsed_seconds, 3600) >= COALESCE(observed_seconds, elapsed_seconds, 3600)),
  CONSTRAINT doubles_are_finite CHECK (available_amount_open_f > '-Infinity'::double precision AND available_amount_open_f < 'Infinity'::double precision AND supplied_amount_open_f > '-Infinity'::double precision AND supplied_amount_open_f < 'Infinity'::double precision AND borrowed_amount_open_f > '-Infinity'::double precision AND borrowed_amount_open_f < 'Infinity'::double precision AND available_amount_usd_open_f > '-Infinity'::double precision AND available_amount_usd_open_f <> 'Infinity'::double precision AND supplied_amount_usd_open_f > '-Infinity'::double precision AND supplied_amount_usd_open_f <> 'Infinity'::double precision AND borrowed_amount_usd_open_f > '-Infinity'::double precision AND borrowed_amount_usd_open_f <> 'Infinity'::double precision AND price_usd_open_f > '-Infinity'::double precision AND price_usd_open_f <> 'Infinity'::double precision AND utilization_open_f > '-Infinity'::double precision AND utilization_open_f < 'Infinity'::double precision AND borrow_apr_open_f > '-Infinity'::double precision AND borrow_apr_open_f < 'Infinity'::double precision AND borrow_apy_open_f > '-Infinity'::double precision AND borrow_apy_open_f < 'Infinity'::double precision AND supply_apr_open_f > '-Infinity'::double precision AND supply_apr_open_f < 'Infinity'::double precision AND supply_apy_open_f > '-Infinity'::double precision AND supply_apy_open_f < 'Infinity'::double precision AND rewards_apr_open_f > '-Infinity'::double precision AND rewards_apr_open_f < 'Infinity'::double precision AND available_amount_min_f > '-Infinity'::double precision AND available_amount_min_f < 'Infinity'::double precision AND supplied_amount_min_f > '-Infinity'::double precision AND supplied_amount_min_f < 'Infinity'::double precision AND borrowed_amount_min_f > '-Infinity'::double precision AND borrowed_amount_min_f < 'Infinity'::double precision AND available_amount_usd_min_f > '-Infinity'::double precision AND available_amount_usd_min_f <> 'Infinity'::double precision AND supplied_amount_usd_min_f > '-Infinity'::double precision AND supplied_amount_usd_min_f <> 'Infinity'::double precision AND borrowed_amount_usd_min_f > '-Infinity'::double precision AND borrowed_amount_usd_min_f <> 'Infinity'::double precision AND price_usd_min_f > '-Infinity'::double precision AND price_usd_min_f <> 'Infinity'::double precision AND utilization_min_f > '-Infinity'::double precision AND utilization_min_f < 'Infinity'::double precision AND borrow_apr_min_f > '-Infinity'::double precision AND borrow_apr_min_f < 'Infinity'::double precision AND borrow_apy_min_f > '-Infinity'::double precision AND borrow_apy_min_f < 'Infinity'::double precision AND supply_apr_min_f > '-Infinity'::double precision AND supply_apr_min_f < 'Infinity'::double precision AND supply_apy_min_f > '-Infinity'::double precision AND supply_apy_min_f < 'Infinity'::double precision AND rewards_apr_min_f > '-Infinity'::double precision AND rewards_apr_min_f < 'Infinity'::double precision AND available_amount_max_f > '-Infinity'::double precision AND available_amount_max_f < 'Infinity'::double precision AND supplied_amount_max_f > '-Infinity'::double precision AND supplied_amount_max_f < 'Infinity'::double precision AND borrowed_amount_max_f > '-Infinity'::double precision AND borrowed_amount_max_f < 'Infinity'::double precision AND available_amount_usd_max_f > '-Infinity'::double precision AND available_amount_usd_max_f <> 'Infinity'::double precision AND supplied_amount_usd_max_f > '-Infinity'::double precision AND supplied_amount_usd_max_f <> 'Infinity'::double precision AND borrowed_amount_usd_max_f > '-Infinity'::double precision AND borrowed_amount_usd_max_f <> 'Infinity'::double precision AND price_usd_max_f > '-Infinity'::double precision AND price_usd_max_f <> 'Infinity'::double precision AND utilization_max_f > '-Infinity'::double precision AND utilization_max_f < 'Infinity'::double precision AND borrow_apr_max_f > '-Infinity'::double precision AND borrow_apr_max_f < 'Infinity'::double precision AND borrow_apy_max_f > '-Infinity'::double precision AND borrow_apy_max_f < 'Infinity'::double precision AND supply_apr_max_f > '-Infinity'::double precision AND supply_apr_max_f < 'Infinity'::double precision AND supply_apy_max_f > '-Infinity'::double precision AND supply_apy_max_f < 'Infinity'::double precision AND rewards_apr_max_f > '-Infinity'::double precision AND rewards_apr_max_f < 'Infinity'::double precision AND available_amount_twavg_f > '-Infinity'::double precision AND available_amount_twavg_f <> 'Infinity'::double precision AND supplied_amount_twavg_f > '-Infinity'::double precision AND supplied_amount_twavg_f <> 'Infinity'::double precision AND borrowed_amount_twavg_f > '-Infinity'::double precision AND borrowed_amount_twavg_f <> 'Infinity'::double precision AND available_amount_usd_twavg_f > '-Infinity'::double precision AND available_amount_usd_twavg_f <> 'Infinity'::double precision AND supplied_amount_usd_twavg_f > '-Infinity'::double precision AND supplied_amount_usd_twavg_f <> 'Infinity'::double precision AND borrowed_amount_usd_twavg_f > '-Infinity'::double precision AND borrowed_amount_usd_twavg_f <> 'Infinity'::double precision AND price_usd_twavg_f > '-Infinity'::double precision AND price_usd_twavg_f <> 'Infinity'::double precision AND utilization_twavg_f > '-Infinity'::double precision AND utilization_twavg_f <> 'Infinity'::double precision AND borrow_apr_twavg_f > '-Infinity'::double precision AND borrow_apr_twavg_f <> 'Infinity'::double precision AND borrow_apy_twavg_f > '-Infinity'::double precision AND borrow_apy_twavg_f <> 'Infinity'::double precision AND supply_apr_twavg_f > '-Infinity'::double precision AND supply_apr_twavg_f <> 'Infinity'::double precision AND supply_apy_twavg_f > '-Infinity'::double precision AND supply_apy_twavg_f <> 'Infinity'::double precision AND rewards_apr_twavg_f > '-Infinity'::double precision AND rewards_apr_twavg_f <> 'Infinity'::double precision AND available_amount_close_f > '-Infinity'::double precision AND available_amount_close_f < 'Infinity'::double precision AND supplied_amount_close_f > '-Infinity'::double precision AND supplied_amount_close_f < 'Infinity'::double precision AND borrowed_amount_close_f > '-Infinity'::double precision AND borrowed_amount_close_f < 'Infinity'::double precision AND available_amount_usd_close_f > '-Infinity'::double precision AND available_amount_usd_close_f < 'Infinity'::double precision AND supplied_amount_usd_close_f > '-Infinity'::double precision AND supplied_amount_usd_close_f < 'Infinity'::double precision AND borrowed_amount_usd_close_f > '-Infinity'::double precision AND borrowed_amount_usd_close_f < 'Infinity'::double precision AND price_usd_close_f > '-Infinity'::double precision AND price_usd_close_f < 'Infinity'::double precision AND utilization_close_f > '-Infinity'::double precision AND utilization_close_f < 'Infinity'::double precision AND borrow_apr_close_f > '-Infinity'::double precision AND borrow_apr_close_f < 'Infinity'::double precision AND borrow_apy_close_f > '-Infinity'::double precision AND borrow_apy_close_f < 'Infinity'::double precision AND supply_apr_close_f > '-Infinity'::double precision AND supply_apr_close_f < 'Infinity'::double precision AND supply_apy_close_f > '-Infinity'::double precision AND supply_apy_close_f < 'Infinity'::double precision AND rewards_apr_close_f > '-Infinity'::double precision AND rewards_apr_close_f < 'Infinity'::double precision AND borrow_apy_realised_f > '-Infinity'::double precision AND borrow_apy_realised_f < 'Infinity'::double precision AND supply_apy_realised_f > '-Infinity'::double precision AND supply_apy_realised_f < 'Infinity'::double precision),
  CONSTRAINT edges_are_whole CHECK ((open_slot IS NULL) = (close_slot IS NULL) AND (open_slot IS NULL) = (open_observed_at IS NULL) AND (num_nulls(close_slot, close_observed_at, close_available_amount_raw, close_borrowed_amount_sf, close_total_supply_sf, close_cumulative_borrow_rate_bsf, close_collateral_supply_raw, close_market_price_sf, available_amount_close_f, supplied_amount_close_f, borrowed_amount_close_f, utilization_close_f, borrow_apr_close_f, borrow_apy_close_f, supply_apr_close_f, supply_apy_close_f, rewards_apr_close_f) IN (0, 17)) AND (close_slot IS NOT NULL OR num_nonnulls(open_at, close_at, open_price_updated_at, close_price_updated_at, open_available_amount_raw, open_borrowed_amount_sf, open_total_supply_sf, open_cumulative_borrow_rate_bsf, open_collateral_supply_raw, open_market_price_sf, available_amount_open_f, supplied_amount_open_f, borrowed_amount_open_f, available_amount_usd_open_f, supplied_amount_usd_open_f, borrowed_amount_usd_open_f, price_usd_open_f, utilization_open_f, borrow_apr_open_f, borrow_apy_open_f, supply_apr_open_f, supply_apy_open_f, rewards_apr_open_f, available_amount_min_f, supplied_amount_min_f, borrowed_amount_min_f, available_amount_usd_min_f, supplied_amount_usd_min_f, borrowed_amount_usd_min_f, price_usd_min_f, utilization_min_f, borrow_apr_min_f, borrow_apy_min_f, supply_apr_min_f, supply_apy_min_f, rewards_apr_min_f, available_amount_max_f, supplied_amount_max_f, borrowed_amount_max_f, available_amount_usd_max_f, supplied_amount_usd_max_f, borrowed_amount_usd_max_f, price_usd_max_f, utilization_max_f, borrow_apr_max_f, borrow_apy_max_f, supply_apr_max_f, supply_apy_max_f, rewards_apr_max_f, available_amount_twavg_f, supplied_amount_twavg_f, borrowed_amount_twavg_f, available_amount_usd_twavg_f, supplied_amount_usd_twavg_f, borrowed_amount_usd_twavg_f, price_usd_twavg_f, utilization_twavg_f, borrow_apr_twavg_f, borrow_apy_twavg_f, supply_apr_twavg_f, supply_apy_twavg_f, rewards_apr_twavg_f, available_amount_usd_close_f, supplied_amount_usd_close_f, borrowed_amount_usd_close_f, price_usd_close_f) = 0)),
  CONSTRAINT interest_balances CHECK ((num_nulls(interest_supply_side_sf, interest_protocol_sf) IN (0, 2)) AND (num_nulls(interest_supply_side_usd_sf, interest_protocol_usd_sf) IN (0, 2)) AND (interest_supply_side_sf IS NOT NULL OR num_nonnulls(interest_referrer_max_sf, interest_host_sf) = 0) AND (interest_supply_side_usd_sf IS NOT NULL OR num_nonnulls(interest_referrer_max_usd_sf, interest_host_usd_sf) = 0)),
  CONSTRAINT missing_has_no_numbers CHECK ((quality = 'missing') = (close_slot IS NULL)),
  CONSTRAINT priced_is_a_count CHECK (priced_seconds >= 0),
  CONSTRAINT quality_is_known CHECK (quality IN ('ok', 'partial', 'missing')),
  CONSTRAINT statuses_are_bytes CHECK (open_proof >= 1 AND open_proof <= 3 AND close_proof >= 1 AND close_proof <= 3 AND open_price_status >= 0 AND open_price_status <= 255 AND close_price_status >= 0 AND close_price_status <= 255)
);
CREATE INDEX reserve_hours_bucket_start_idx ON lend.reserve_hours (bucket_start);
CREATE INDEX reserve_hours_change_id_idx ON lend.reserve_hours USING brin (change_id) WITH (pages_per_range='32');

CREATE TABLE lend.reserve_days (
  bucket_start timestamptz NOT NULL,
  open_slot bigint,
  close_slot bigint,
  open_at timestamptz,
  close_at timestamptz,
  open_observed_at timestamptz,
  close_observed_at timestamptz,
  open_price_updated_at timestamptz,
  close_price_updated_at timestamptz,
  available_amount_open_f double precision,
  available_amount_min_f double precision,
  available_amount_max_f double precision,
  available_amount_twavg_f double precision,
  available_amount_close_f double precision,
  supplied_amount_open_f double precision,
  supplied_amount_min_f double precision,
  supplied_amount_max_f double precision,
  supplied_amount_twavg_f double precision,
  supplied_amount_close_f double precision,
  borrowed_amount_open_f double precision,
  borrowed_amount_min_f double precision,
  borrowed_amount_max_f double precision,
  borrowed_amount_twavg_f double precision,
  borrowed_amount_close_f double precision,
  available_amount_usd_open_f double precision,
  available_amount_usd_min_f double precision,
  available_amount_usd_max_f double precision,
  available_amount_usd_twavg_f double precision,
  available_amount_usd_close_f double precision,
  supplied_amount_usd_open_f double precision,
  supplied_amount_usd_min_f double precision,
  supplied_amount_usd_max_f double precision,
  supplied_amount_usd_twavg_f double precision,
  supplied_amount_usd_close_f double precision,
  borrowed_amount_usd_open_f double precision,
  borrowed_amount_usd_min_f double precision,
  borrowed_amount_usd_max_f double precision,
  borrowed_amount_usd_twavg_f double precision,
  borrowed_amount_usd_close_f double precision,
  price_usd_open_f double precision,
  price_usd_min_f double precision,
  price_usd_max_f double precision,
  price_usd_twavg_f double precision,
  price_usd_close_f double precision,
  utilization_open_f double precision,
  utilization_min_f double precision,
  utilization_max_f double precision,
  utilization_twavg_f double precision,
  utilization_close_f double precision,
  borrow_apr_open_f double precision,
  borrow_apr_min_f double precision,
  borrow_apr_max_f double precision,
  borrow_apr_twavg_f double precision,
  borrow_apr_close_f double precision,
  borrow_apy_open_f double precision,
  borrow_apy_min_f double precision,
  borrow_apy_max_f double precision,
  borrow_apy_twavg_f double precision,
  borrow_apy_close_f double precision,
  supply_apr_open_f double precision,
  supply_apr_min_f double precision,
  supply_apr_max_f double precision,
  supply_apr_twavg_f double precision,
  supply_apr_close_f double precision,
  supply_apy_open_f double precision,
  supply_apy_min_f double precision,
  supply_apy_max_f double precision,
  supply_apy_twavg_f double precision,
  supply_apy_close_f double precision,
  rewards_apr_open_f double precision,
  rewards_apr_min_f double precision,
  rewards_apr_max_f double precision,
  rewards_apr_twavg_f double precision,
  rewards_apr_close_f double precision,
  borrow_apy_realised_f double precision,
  supply_apy_realised_f double precision,
  computed_at timestamptz NOT NULL DEFAULT now(),
  change_id bigint NOT NULL DEFAULT 0,
  reserve_id integer NOT NULL,
  observations integer,
  snapshots integer NOT NULL,
  observed_seconds integer,
  elapsed_seconds integer,
  rollup_version smallint NOT NULL,
  open_proof smallint,
  close_proof smallint,
  open_price_status smallint,
  close_price_status smallint,
  final boolean NOT NULL,
  quality text NOT NULL,
  gap_reason text,
  interest_rate_basis text,
  open_available_amount_raw numeric(20,0),
  open_borrowed_amount_sf numeric(39,0),
  open_total_supply_sf numeric(40,0),
  open_cumulative_borrow_rate_bsf numeric(78,0),
  open_collateral_supply_raw numeric(20,0),
  open_market_price_sf numeric(39,0),
  close_available_amount_raw numeric(20,0),
  close_borrowed_amount_sf numeric(39,0),
  close_total_supply_sf numeric(40,0),
  close_cumulative_borrow_rate_bsf numeric(78,0),
  close_collateral_supply_raw numeric(20,0),
  close_market_price_sf numeric(39,0),
  interest_supply_side_sf numeric(40,0),
  interest_protocol_sf numeric(40,0),
  interest_referrer_max_sf numeric(40,0),
  interest_host_sf numeric(40,0),
  interest_supply_side_usd_sf numeric(80,0),
  interest_protocol_usd_sf numeric(80,0),
  interest_referrer_max_usd_sf numeric(80,0),
  interest_host_usd_sf numeric(80,0),
  priced_seconds integer,
  CONSTRAINT reserve_days_pkey PRIMARY KEY (reserve_id, bucket_start),
  CONSTRAINT counts_are_counts CHECK (observations >= 0 AND snapshots >= 0 AND observed_seconds >= 0 AND COALESCE(elapsed_seconds, 86400) >= COALESCE(observed_seconds, elapsed_seconds, 86400)),
  CONSTRAINT doubles_are_finite CHECK (available_amount_open_f > '-Infinity'::double precision AND available_amount_open_f < 'Infinity'::double precision AND supplied_amount_open_f > '-Infinity'::double precision AND supplied_amount_open_f < 'Infinity'::double precision AND borrowed_amount_open_f > '-Infinity'::double precision AND borrowed_amount_open_f < 'Infinity'::double precision AND available_amount_usd_open_f > '-Infinity'::double precision AND available_amount_usd_open_f <> 'Infinity'::double precision AND supplied_amount_usd_open_f > '-Infinity'::double precision AND supplied_amount_usd_open_f <> 'Infinity'::double precision AND borrowed_amount_usd_open_f > '-Infinity'::double precision AND borrowed_amount_usd_open_f <> 'Infinity'::double precision AND price_usd_open_f > '-Infinity'::double precision AND price_usd_open_f <> 'Infinity'::double precision AND utilization_open_f > '-Infinity'::double precision AND utilization_open_f < 'Infinity'::double precision AND borrow_apr_open_f > '-Infinity'::double precision AND borrow_apr_open_f < 'Infinity'::double precision AND borrow_apy_open_f > '-Infinity'::double precision AND borrow_apy_open_f < 'Infinity'::double precision AND supply_apr_open_f > '-Infinity'::double precision AND supply_apr_open_f < 'Infinity'::double precision AND supply_apy_open_f > '-Infinity'::double precision AND supply_apy_open_f < 'Infinity'::double precision AND rewards_apr_open_f > '-Infinity'::double precision AND rewards_apr_open_f < 'Infinity'::double precision AND available_amount_min_f > '-Infinity'::double precision AND available_amount_min_f < 'Infinity'::double precision AND supplied_amount_min_f > '-Infinity'::double precision AND supplied_amount_min_f < 'Infinity'::double precision AND borrowed_amount_min_f > '-Infinity'::double precision AND borrowed_amount_min_f < 'Infinity'::double precision AND available_amount_usd_min_f > '-Infinity'::double precision AND available_amount_usd_min_f <> 'Infinity'::double precision AND supplied_amount_usd_min_f > '-Infinity'::double precision AND supplied_amount_usd_min_f <> 'Infinity'::double precision AND borrowed_amount_usd_min_f > '-Infinity'::double precision AND borrowed_amount_usd_min_f <> 'Infinity'::double precision AND price_usd_min_f > '-Infinity'::double precision AND price_usd_min_f <> 'Infinity'::double precision AND utilization_min_f > '-Infinity'::double precision AND utilization_min_f < 'Infinity'::double precision AND borrow_apr_min_f > '-Infinity'::double precision AND borrow_apr_min_f < 'Infinity'::double precision AND borrow_apy_min_f > '-Infinity'::double precision AND borrow_apy_min_f < 'Infinity'::double precision AND supply_apr_min_f > '-Infinity'::double precision AND supply_apr_min_f < 'Infinity'::double precision AND supply_apy_min_f > '-Infinity'::double precision AND supply_apy_min_f < 'Infinity'::double precision AND rewards_apr_min_f > '-Infinity'::double precision AND rewards_apr_min_f < 'Infinity'::double precision AND available_amount_max_f > '-Infinity'::double precision AND available_amount_max_f < 'Infinity'::double precision AND supplied_amount_max_f > '-Infinity'::double precision AND supplied_amount_max_f < 'Infinity'::double precision AND borrowed_amount_max_f > '-Infinity'::double precision AND borrowed_amount_max_f < 'Infinity'::double precision AND available_amount_usd_max_f > '-Infinity'::double precision AND available_amount_usd_max_f <> 'Infinity'::double precision AND supplied_amount_usd_max_f > '-Infinity'::double precision AND supplied_amount_usd_max_f <> 'Infinity'::double precision AND borrowed_amount_usd_max_f > '-Infinity'::double precision AND borrowed_amount_usd_max_f <> 'Infinity'::double precision AND price_usd_max_f > '-Infinity'::double precision AND price_usd_max_f <> 'Infinity'::double precision AND utilization_max_f > '-Infinity'::double precision AND utilization_max_f < 'Infinity'::double precision AND borrow_apr_max_f > '-Infinity'::double precision AND borrow_apr_max_f < 'Infinity'::double precision AND borrow_apy_max_f > '-Infinity'::double precision AND borrow_apy_max_f < 'Infinity'::double precision AND supply_apr_max_f > '-Infinity'::double precision AND supply_apr_max_f < 'Infinity'::double precision AND supply_apy_max_f > '-Infinity'::double precision AND supply_apy_max_f < 'Infinity'::double precision AND rewards_apr_max_f > '-Infinity'::double precision AND rewards_apr_max_f < 'Infinity'::double precision AND available_amount_twavg_f > '-Infinity'::double precision AND available_amount_twavg_f <> 'Infinity'::double precision AND supplied_amount_twavg_f > '-Infinity'::double precision AND supplied_amount_twavg_f <> 'Infinity'::double precision AND borrowed_amount_twavg_f > '-Infinity'::double precision AND borrowed_amount_twavg_f <> 'Infinity'::double precision AND available_amount_usd_twavg_f > '-Infinity'::double precision AND available_amount_usd_twavg_f <> 'Infinity'::double precision AND supplied_amount_usd_twavg_f > '-Infinity'::double precision AND supplied_amount_usd_twavg_f <> 'Infinity'::double precision AND borrowed_amount_usd_twavg_f > '-Infinity'::double precision AND borrowed_amount_usd_twavg_f <> 'Infinity'::double precision AND price_usd_twavg_f > '-Infinity'::double precision AND price_usd_twavg_f <> 'Infinity'::double precision AND utilization_twavg_f > '-Infinity'::double precision AND utilization_twavg_f <> 'Infinity'::double precision AND borrow_apr_twavg_f > '-Infinity'::double precision AND borrow_apr_twavg_f <> 'Infinity'::double precision AND borrow_apy_twavg_f > '-Infinity'::double precision AND borrow_apy_twavg_f <> 'Infinity'::double precision AND supply_apr_twavg_f > '-Infinity'::double precision AND supply_apr_twavg_f <> 'Infinity'::double precision AND supply_apy_twavg_f > '-Infinity'::double precision AND supply_apy_twavg_f <> 'Infinity'::double precision AND rewards_apr_twavg_f > '-Infinity'::double precision AND rewards_apr_twavg_f <> 'Infinity'::double precision AND available_amount_close_f > '-Infinity'::double precision AND available_amount_close_f < 'Infinity'::double precision AND supplied_amount_close_f > '-Infinity'::double precision AND supplied_amount_close_f < 'Infinity'::double precision AND borrowed_amount_close_f > '-Infinity'::double precision AND borrowed_amount_close_f < 'Infinity'::double precision AND available_amount_usd_close_f > '-Infinity'::double precision AND available_amount_usd_close_f < 'Infinity'::double precision AND supplied_amount_usd_close_f > '-Infinity'::double precision AND supplied_amount_usd_close_f < 'Infinity'::double precision AND borrowed_amount_usd_close_f > '-Infinity'::double precision AND borrowed_amount_usd_close_f < 'Infinity'::double precision AND price_usd_close_f > '-Infinity'::double precision AND price_usd_close_f < 'Infinity'::double precision AND utilization_close_f > '-Infinity'::double precision AND utilization_close_f < 'Infinity'::double precision AND borrow_apr_close_f > '-Infinity'::double precision AND borrow_apr_close_f < 'Infinity'::double precision AND borrow_apy_close_f > '-Infinity'::double precision AND borrow_apy_close_f < 'Infinity'::double precision AND supply_apr_close_f > '-Infinity'::double precision AND supply_apr_close_f < 'Infinity'::double precision AND supply_apy_close_f > '-Infinity'::double precision AND supply_apy_close_f < 'Infinity'::double precision AND rewards_apr_close_f > '-Infinity'::double precision AND rewards_apr_close_f < 'Infinity'::double precision AND borrow_apy_realised_f > '-Infinity'::double precision AND borrow_apy_realised_f < 'Infinity'::double precision AND supply_apy_realised_f > '-Infinity'::double precision AND supply_apy_realised_f < 'Infinity'::double precision),
  CONSTRAINT edges_are_whole CHECK ((open_slot IS NULL) = (close_slot IS NULL) AND (open_slot IS NULL) = (open_observed_at IS NULL) AND (num_nulls(close_slot, close_observed_at, close_available_amount_raw, close_borrowed_amount_sf, close_total_supply_sf, close_cumulative_borrow_rate_bsf, close_collateral_supply_raw, close_market_price_sf, available_amount_close_f, supplied_amount_close_f, borrowed_amount_close_f, utilization_close_f, borrow_apr_close_f, borrow_apy_close_f, supply_apr_close_f, supply_apy_close_f, rewards_apr_close_f) IN (0, 17)) AND (close_slot IS NOT NULL OR num_nonnulls(open_at, close_at, open_price_updated_at, close_price_updated_at, open_available_amount_raw, open_borrowed_amount_sf, open_total_supply_sf, open_cumulative_borrow_rate_bsf, open_collateral_supply_raw, open_market_price_sf, available_amount_open_f, supplied_amount_open_f, borrowed_amount_open_f, available_amount_usd_open_f, supplied_amount_usd_open_f, borrowed_amount_usd_open_f, price_usd_open_f, utilization_open_f, borrow_apr_open_f, borrow_apy_open_f, supply_apr_open_f, supply_apy_open_f, rewards_apr_open_f, available_amount_min_f, supplied_amount_min_f, borrowed_amount_min_f, available_amount_usd_min_f, supplied_amount_usd_min_f, borrowed_amount_usd_min_f, price_usd_min_f, utilization_min_f, borrow_apr_min_f, borrow_apy_min_f, supply_apr_min_f, supply_apy_min_f, rewards_apr_min_f, available_amount_max_f, supplied_amount_max_f, borrowed_amount_max_f, available_amount_usd_max_f, supplied_amount_usd_max_f, borrowed_amount_usd_max_f, price_usd_max_f, utilization_max_f, borrow_apr_max_f, borrow_apy_max_f, supply_apr_max_f, supply_apy_max_f, rewards_apr_max_f, available_amount_twavg_f, supplied_amount_twavg_f, borrowed_amount_twavg_f, available_amount_usd_twavg_f, supplied_amount_usd_twavg_f, borrowed_amount_usd_twavg_f, price_usd_twavg_f, utilization_twavg_f, borrow_apr_twavg_f, borrow_apy_twavg_f, supply_apr_twavg_f, supply_apy_twavg_f, rewards_apr_twavg_f, available_amount_usd_close_f, supplied_amount_usd_close_f, borrowed_amount_usd_close_f, price_usd_close_f) = 0)),
  CONSTRAINT interest_balances CHECK ((num_nulls(interest_supply_side_sf, interest_protocol_sf) IN (0, 2)) AND (num_nulls(interest_supply_side_usd_sf, interest_protocol_usd_sf) IN (0, 2)) AND (interest_supply_side_sf IS NOT NULL OR num_nonnulls(interest_referrer_max_sf, interest_host_sf) = 0) AND (interest_supply_side_usd_sf IS NOT NULL OR num_nonnulls(interest_referrer_max_usd_sf, interest_host_usd_sf) = 0)),
  CONSTRAINT missing_has_no_numbers CHECK ((quality = 'missing') = (close_slot IS NULL)),
  CONSTRAINT priced_is_a_count CHECK (priced_seconds >= 0),
  CONSTRAINT quality_is_known CHECK (quality IN ('ok', 'partial', 'missing')),
  CONSTRAINT statuses_are_bytes CHECK (open_proof >= 1 AND open_proof <= 3 AND close_proof >= 1 AND close_proof <= 3 AND open_price_status >= 0 AND open_price_status <= 255 AND close_price_status >= 0 AND close_price_status <= 255)
);
CREATE INDEX reserve_days_bucket_start_idx ON lend.reserve_days (bucket_start);
CREATE INDEX reserve_days_change_id_idx ON lend.reserve_days USING brin (change_id) WITH (pages_per_range='32');

CREATE SCHEMA lend_v1;

CREATE OR REPLACE FUNCTION lend.add_earlier_configurations(earlier jsonb)
 RETURNS integer
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  entry record;
  oldest lend.configurations;
  added integer := 0;
BEGIN
  IF NOT coalesce((SELECT c.is_simulated FROM lend.chain AS c), false) THEN
    RAISE EXCEPTION 'the chain of this database is not simulated: its configurations are those that were read';
  END IF;
  FOR entry IN
    SELECT * FROM jsonb_to_recordset(earlier) AS e(account text, from_slot bigint, observed_at timestamptz, config jsonb)
    ORDER BY e.account, e.from_slot DESC
  LOOP
    SELECT * INTO oldest FROM lend.configurations AS c WHERE c.account = entry.account ORDER BY c.from_slot LIMIT 1;
    CONTINUE WHEN NOT FOUND OR oldest.from_slot <= entry.from_slot;
    IF oldest.config = entry.config THEN
      UPDATE lend.configurations AS c SET from_slot = entry.from_slot, observed_at = entry.observed_at
      WHERE c.account = entry.account AND c.from_slot = oldest.from_slot;
    ELSE
      INSERT INTO lend.configurations (account, account_kind, protocol, lending_market, from_slot, observed_at, config)
      VALUES (oldest.account, oldest.account_kind, oldest.protocol, oldest.lending_market, entry.from_slot, entry.observed_at,
        entry.config);
    END IF;
    added := added + 1;
  END LOOP;
  RETURN added;
END
$function$;
REVOKE ALL ON FUNCTION lend.add_earlier_configurations(jsonb) FROM PUBLIC;

CREATE OR REPLACE FUNCTION lend.change_id_of(transaction_id xid8)
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN (0 + ((transaction_id)::text)::bigint);

CREATE OR REPLACE FUNCTION lend.configuration_of(m lend.lending_markets)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
RETURN (jsonb_build_object('identity', jsonb_build_object('name', (m).name, 'quoteCurrency', (m).quote_currency)) || (m).config);

CREATE OR REPLACE FUNCTION lend.configuration_of(r lend.reserves)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE
RETURN (jsonb_build_object('identity', jsonb_build_object('lendingMarket', (r).lending_market, 'tokenMint', (r).token_mint, 'tokenSymbol', (r).token_symbol, 'tokenDecimals', (r).token_decimals, 'tokenProgram', (r).token_program, 'collateralMint', (r).collateral_mint, 'collateralSupplyVault', (r).collateral_supply_vault, 'supplyVault', (r).supply_vault, 'feeVault', (r).fee_vault)) || (r).config);

CREATE OR REPLACE FUNCTION lend.is_moved(of_reserve text, moment timestamp with time zone, of_slot bigint)
 RETURNS boolean
 LANGUAGE plpgsql
 STABLE
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  RETURN EXISTS (
    SELECT FROM lend.observations AS o
    WHERE o.reserve_id = (SELECT r.id FROM lend.reserves AS r WHERE r.address = of_reserve)
      AND o.observed_at = moment AND o.slot = of_slot);
END
$function$;

CREATE OR REPLACE FUNCTION lend.keep_corrected_buckets()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF NOT EXISTS (SELECT FROM lend.open_corrections) THEN
    RETURN NULL;
  END IF;
  WITH whole AS (
    SELECT b.is_old,
  b.bucket_start AS bucket_start,
  b.bucket_start + TG_ARGV[1]::interval AS bucket_end,
  b.open_slot AS open_slot,
  b.close_slot AS close_slot,
  CASE WHEN b.open_slot IS NOT NULL THEN coalesce(b.open_at, b.bucket_start) END AS open_at,
  CASE WHEN b.close_slot IS NOT NULL THEN coalesce(b.close_at, b.bucket_start + TG_ARGV[1]::interval) END AS close_at,
  b.open_observed_at AS open_observed_at,
  b.close_observed_at AS close_observed_at,
  coalesce(b.available_amount_open_f, b.available_amount_close_f) AS available_amount_open_f,
  coalesce(b.available_amount_min_f, least(coalesce(b.available_amount_open_f, b.available_amount_close_f), b.available_amount_close_f)) AS available_amount_min_f,
  coalesce(b.available_amount_max_f, greatest(coalesce(b.available_amount_open_f, b.available_amount_close_f), b.available_amount_close_f)) AS available_amount_max_f,
  nullif(coalesce(b.available_amount_twavg_f, b.available_amount_close_f), 'NaN'::float8) AS available_amount_twavg_f,
  b.available_amount_close_f AS available_amount_close_f,
  coalesce(b.supplied_amount_open_f, b.supplied_amount_close_f) AS supplied_amount_open_f,
  coalesce(b.supplied_amount_min_f, least(coalesce(b.supplied_amount_open_f, b.supplied_amount_close_f), b.supplied_amount_close_f)) AS supplied_amount_min_f,
  coalesce(b.supplied_amount_max_f, greatest(coalesce(b.supplied_amount_open_f, b.supplied_amount_close_f), b.supplied_amount_close_f)) AS supplied_amount_max_f,
  nullif(coalesce(b.supplied_amount_twavg_f, b.supplied_amount_close_f), 'NaN'::float8) AS supplied_amount_twavg_f,
  b.supplied_amount_close_f AS supplied_amount_close_f,
  coalesce(b.borrowed_amount_open_f, b.borrowed_amount_close_f) AS borrowed_amount_open_f,
  coalesce(b.borrowed_amount_min_f, least(coalesce(b.borrowed_amount_open_f, b.borrowed_amount_close_f), b.borrowed_amount_close_f)) AS borrowed_amount_min_f,
  coalesce(b.borrowed_amount_max_f, greatest(coalesce(b.borrowed_amount_open_f, b.borrowed_amount_close_f), b.borrowed_amount_close_f)) AS borrowed_amount_max_f,
  nullif(coalesce(b.borrowed_amount_twavg_f, b.borrowed_amount_close_f), 'NaN'::float8) AS borrowed_amount_twavg_f,
  b.borrowed_amount_close_f AS borrowed_amount_close_f,
  nullif(coalesce(b.available_amount_usd_open_f, b.available_amount_usd_close_f), 'NaN'::float8) AS available_amount_usd_open_f,
  nullif(coalesce(b.available_amount_usd_min_f, least(nullif(coalesce(b.available_amount_usd_open_f, b.available_amount_usd_close_f), 'NaN'::float8), b.available_amount_usd_close_f)), 'NaN'::float8) AS available_amount_usd_min_f,
  nullif(coalesce(b.available_amount_usd_max_f, greatest(nullif(coalesce(b.available_amount_usd_open_f, b.available_amount_usd_close_f), 'NaN'::float8), b.available_amount_usd_close_f)), 'NaN'::float8) AS available_amount_usd_max_f,
  nullif(coalesce(b.available_amount_usd_twavg_f, b.available_amount_usd_close_f), 'NaN'::float8) AS available_amount_usd_twavg_f,
  b.available_amount_usd_close_f AS available_amount_usd_close_f,
  nullif(coalesce(b.supplied_amount_usd_open_f, b.supplied_amount_usd_close_f), 'NaN'::float8) AS supplied_amount_usd_open_f,
  nullif(coalesce(b.supplied_amount_usd_min_f, least(nullif(coalesce(b.supplied_amount_usd_open_f, b.supplied_amount_usd_close_f), 'NaN'::float8), b.supplied_amount_usd_close_f)), 'NaN'::float8) AS supplied_amount_usd_min_f,
  nullif(coalesce(b.supplied_amount_usd_max_f, greatest(nullif(coalesce(b.supplied_amount_usd_open_f, b.supplied_amount_usd_close_f), 'NaN'::float8), b.supplied_amount_usd_close_f)), 'NaN'::float8) AS supplied_amount_usd_max_f,
  nullif(coalesce(b.supplied_amount_usd_twavg_f, b.supplied_amount_usd_close_f), 'NaN'::float8) AS supplied_amount_usd_twavg_f,
  b.supplied_amount_usd_close_f AS supplied_amount_usd_close_f,
  nullif(coalesce(b.borrowed_amount_usd_open_f, b.borrowed_amount_usd_close_f), 'NaN'::float8) AS borrowed_amount_usd_open_f,
  nullif(coalesce(b.borrowed_amount_usd_min_f, least(nullif(coalesce(b.borrowed_amount_usd_open_f, b.borrowed_amount_usd_close_f), 'NaN'::float8), b.borrowed_amount_usd_close_f)), 'NaN'::float8) AS borrowed_amount_usd_min_f,
  nullif(coalesce(b.borrowed_amount_usd_max_f, greatest(nullif(coalesce(b.borrowed_amount_usd_open_f, b.borrowed_amount_usd_close_f), 'NaN'::float8), b.borrowed_amount_usd_close_f)), 'NaN'::float8) AS borrowed_amount_usd_max_f,
  nullif(coalesce(b.borrowed_amount_usd_twavg_f, b.borrowed_amount_usd_close_f), 'NaN'::float8) AS borrowed_amount_usd_twavg_f,
  b.borrowed_amount_usd_close_f AS borrowed_amount_usd_close_f,
  nullif(coalesce(b.price_usd_open_f, b.price_usd_close_f), 'NaN'::float8) AS price_usd_open_f,
  nullif(coalesce(b.price_usd_min_f, least(nullif(coalesce(b.price_usd_open_f, b.price_usd_close_f), 'NaN'::float8), b.price_usd_close_f)), 'NaN'::float8) AS price_usd_min_f,
  nullif(coalesce(b.price_usd_max_f, greatest(nullif(coalesce(b.price_usd_open_f, b.price_usd_close_f), 'NaN'::float8), b.price_usd_close_f)), 'NaN'::float8) AS price_usd_max_f,
  nullif(coalesce(b.price_usd_twavg_f, b.price_usd_close_f), 'NaN'::float8) AS price_usd_twavg_f,
  b.price_usd_close_f AS price_usd_close_f,
  coalesce(b.utilization_open_f, b.utilization_close_f) AS utilization_open_f,
  coalesce(b.utilization_min_f, least(coalesce(b.utilization_open_f, b.utilization_close_f), b.utilization_close_f)) AS utilization_min_f,
  coalesce(b.utilization_max_f, greatest(coalesce(b.utilization_open_f, b.utilization_close_f), b.utilization_close_f)) AS utilization_max_f,
  nullif(coalesce(b.utilization_twavg_f, b.utilization_close_f), 'NaN'::float8) AS utilization_twavg_f,
  b.utilization_close_f AS utilization_close_f,
  coalesce(b.borrow_apr_open_f, b.borrow_apr_close_f) AS borrow_apr_open_f,
  coalesce(b.borrow_apr_min_f, least(coalesce(b.borrow_apr_open_f, b.borrow_apr_close_f), b.borrow_apr_close_f)) AS borrow_apr_min_f,
  coalesce(b.borrow_apr_max_f, greatest(coalesce(b.borrow_apr_open_f, b.borrow_apr_close_f), b.borrow_apr_close_f)) AS borrow_apr_max_f,
  nullif(coalesce(b.borrow_apr_twavg_f, b.borrow_apr_close_f), 'NaN'::float8) AS borrow_apr_twavg_f,
  b.borrow_apr_close_f AS borrow_apr_close_f,
  coalesce(b.borrow_apy_open_f, b.borrow_apy_close_f) AS borrow_apy_open_f,
  coalesce(b.borrow_apy_min_f, least(coalesce(b.borrow_apy_open_f, b.borrow_apy_close_f), b.borrow_apy_close_f)) AS borrow_apy_min_f,
  coalesce(b.borrow_apy_max_f, greatest(coalesce(b.borrow_apy_open_f, b.borrow_apy_close_f), b.borrow_apy_close_f)) AS borrow_apy_max_f,
  nullif(coalesce(b.borrow_apy_twavg_f, b.borrow_apy_close_f), 'NaN'::float8) AS borrow_apy_twavg_f,
  b.borrow_apy_close_f AS borrow_apy_close_f,
  coalesce(b.supply_apr_open_f, b.supply_apr_close_f) AS supply_apr_open_f,
  coalesce(b.supply_apr_min_f, least(coalesce(b.supply_apr_open_f, b.supply_apr_close_f), b.supply_apr_close_f)) AS supply_apr_min_f,
  coalesce(b.supply_apr_max_f, greatest(coalesce(b.supply_apr_open_f, b.supply_apr_close_f), b.supply_apr_close_f)) AS supply_apr_max_f,
  nullif(coalesce(b.supply_apr_twavg_f, b.supply_apr_close_f), 'NaN'::float8) AS supply_apr_twavg_f,
  b.supply_apr_close_f AS supply_apr_close_f,
  coalesce(b.supply_apy_open_f, b.supply_apy_close_f) AS supply_apy_open_f,
  coalesce(b.supply_apy_min_f, least(coalesce(b.supply_apy_open_f, b.supply_apy_close_f), b.supply_apy_close_f)) AS supply_apy_min_f,
  coalesce(b.supply_apy_max_f, greatest(coalesce(b.supply_apy_open_f, b.supply_apy_close_f), b.supply_apy_close_f)) AS supply_apy_max_f,
  nullif(coalesce(b.supply_apy_twavg_f, b.supply_apy_close_f), 'NaN'::float8) AS supply_apy_twavg_f,
  b.supply_apy_close_f AS supply_apy_close_f,
  coalesce(b.rewards_apr_open_f, b.rewards_apr_close_f) AS rewards_apr_open_f,
  coalesce(b.rewards_apr_min_f, least(coalesce(b.rewards_apr_open_f, b.rewards_apr_close_f), b.rewards_apr_close_f)) AS rewards_apr_min_f,
  coalesce(b.rewards_apr_max_f, greatest(coalesce(b.rewards_apr_open_f, b.rewards_apr_close_f), b.rewards_apr_close_f)) AS rewards_apr_max_f,
  nullif(coalesce(b.rewards_apr_twavg_f, b.rewards_apr_close_f), 'NaN'::float8) AS rewards_apr_twavg_f,
  b.rewards_apr_close_f AS rewards_apr_close_f,
  b.borrow_apy_realised_f AS borrow_apy_realised_f,
  b.supply_apy_realised_f AS supply_apy_realised_f,
  b.observations AS observations,
  b.snapshots AS snapshots,
  coalesce(b.observed_seconds, b.elapsed_seconds, extract(epoch FROM TG_ARGV[1]::interval)::integer) AS observed_seconds,
  coalesce(b.elapsed_seconds, extract(epoch FROM TG_ARGV[1]::interval)::integer) AS elapsed_seconds,
  b.computed_at AS computed_at,
  b.rollup_version::integer AS rollup_version,
  b.final AS final,
  r.protocol AS protocol,
  r.address AS reserve,
  r.lending_market AS lending_market,
  b.quality AS quality,
  b.gap_reason AS gap_reason,
  CASE b.open_proof WHEN 1 THEN 'same_account' WHEN 2 THEN 'later_account' WHEN 3 THEN 'index_continuity' END AS open_proof,
  CASE b.close_proof WHEN 1 THEN 'same_account' WHEN 2 THEN 'later_account' WHEN 3 THEN 'index_continuity' END AS close_proof,
  coalesce(b.open_available_amount_raw, b.close_available_amount_raw) AS open_available_amount_raw,
  coalesce(b.open_borrowed_amount_sf, b.close_borrowed_amount_sf) AS open_borrowed_amount_sf,
  coalesce(b.open_total_supply_sf, b.close_total_supply_sf) AS open_total_supply_sf,
  coalesce(b.open_cumulative_borrow_rate_bsf, b.close_cumulative_borrow_rate_bsf) AS open_cumulative_borrow_rate_bsf,
  coalesce(b.open_collateral_supply_raw, b.close_collateral_supply_raw) AS open_collateral_supply_raw,
  coalesce(b.open_market_price_sf, b.close_market_price_sf) AS open_market_price_sf,
  b.close_available_amount_raw AS close_available_amount_raw,
  b.close_borrowed_amount_sf AS close_borrowed_amount_sf,
  b.close_total_supply_sf AS close_total_supply_sf,
  b.close_cumulative_borrow_rate_bsf AS close_cumulative_borrow_rate_bsf,
  b.close_collateral_supply_raw AS close_collateral_supply_raw,
  b.close_market_price_sf AS close_market_price_sf,
  (b.interest_supply_side_sf + b.interest_protocol_sf + coalesce(b.interest_referrer_max_sf, 0) + coalesce(b.interest_host_sf, 0))::numeric(40,0) AS interest_sf,
  b.interest_supply_side_sf AS interest_supply_side_sf,
  b.interest_protocol_sf AS interest_protocol_sf,
  (CASE WHEN b.interest_supply_side_sf IS NOT NULL THEN coalesce(b.interest_referrer_max_sf, 0) END)::numeric(40,0) AS interest_referrer_max_sf,
  (CASE WHEN b.interest_supply_side_sf IS NOT NULL THEN coalesce(b.interest_host_sf, 0) END)::numeric(40,0) AS interest_host_sf,
  (b.interest_supply_side_usd_sf + b.interest_protocol_usd_sf + coalesce(b.interest_referrer_max_usd_sf, 0) + coalesce(b.interest_host_usd_sf, 0))::numeric(80,0) AS interest_usd_sf,
  b.interest_supply_side_usd_sf AS interest_supply_side_usd_sf,
  b.interest_protocol_usd_sf AS interest_protocol_usd_sf,
  (CASE WHEN b.interest_supply_side_usd_sf IS NOT NULL THEN coalesce(b.interest_referrer_max_usd_sf, 0) END)::numeric(80,0) AS interest_referrer_max_usd_sf,
  (CASE WHEN b.interest_supply_side_usd_sf IS NOT NULL THEN coalesce(b.interest_host_usd_sf, 0) END)::numeric(80,0) AS interest_host_usd_sf,
  b.open_price_status AS open_price_status,
  nullif(coalesce(b.open_price_updated_at, b.close_price_updated_at), '-infinity'::timestamptz) AS open_price_updated_at,
  b.close_price_status AS close_price_status,
  b.close_price_updated_at AS close_price_updated_at,
  b.interest_rate_basis AS interest_rate_basis,
  b.change_id AS change_id,
  b.reserve_id, coalesce(b.priced_seconds, CASE WHEN b.interest_supply_side_usd_sf IS NULL THEN 0
    ELSE coalesce(b.elapsed_seconds, extract(epoch FROM TG_ARGV[1]::interval)::integer) END) AS priced_seconds FROM (SELECT true AS is_old, w.* FROM was AS w UNION ALL SELECT false, c.* FROM changed AS c) AS b
    JOIN lend.reserves AS r ON r.id = b.reserve_id
  )
  INSERT INTO lend.corrections (reserve, protocol, of_table, at, field, old_value, new_value, old_version, new_version, reason)
  SELECT n.reserve, n.protocol, TG_ARGV[0], n.bucket_start, f.key, f.value, t.value, o.rollup_version, n.rollup_version, c.reason
  FROM whole AS o
  JOIN whole AS n ON n.reserve_id = o.reserve_id AND n.bucket_start = o.bucket_start AND NOT n.is_old
  JOIN lend.open_corrections AS c ON c.reserve = n.reserve AND c.day = date_trunc('day', n.bucket_start, 'UTC')
  CROSS JOIN LATERAL json_each_text(row_to_json(o)) AS f
  JOIN LATERAL json_each_text(row_to_json(n)) AS t ON t.key = f.key
  WHERE o.is_old AND o.final AND f.value IS DISTINCT FROM t.value AND f.key NOT IN ('change_id', 'computed_at', 'is_old')
  ORDER BY 1, 4, 5;
  RETURN NULL;
END
$function$;
REVOKE ALL ON FUNCTION lend.keep_corrected_buckets() FROM PUBLIC;

CREATE OR REPLACE FUNCTION lend.keep_lending_market_configuration()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' OR lend.configuration_of(OLD) <> lend.configuration_of(NEW) THEN
    INSERT INTO lend.configurations (account, account_kind, protocol, lending_market, from_slot, observed_at, config)
    VALUES (NEW.address, 'lending_market', NEW.protocol, NEW.address, NEW.slot, NEW.observed_at, lend.configuration_of(NEW));
  END IF;
  RETURN NULL;
END
$function$;
REVOKE ALL ON FUNCTION lend.keep_lending_market_configuration() FROM PUBLIC;

CREATE OR REPLACE FUNCTION lend.keep_reserve_configuration()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  IF TG_OP = 'INSERT' OR lend.configuration_of(OLD) <> lend.configuration_of(NEW) THEN
    INSERT INTO lend.configurations (account, account_kind, protocol, lending_market, from_slot, observed_at, config)
    VALUES (NEW.address, 'reserve', NEW.protocol, NEW.lending_market, NEW.config_slot, NEW.config_observed_at,
      lend.configuration_of(NEW));
  END IF;
  RETURN NULL;
END
$function$;
REVOKE ALL ON FUNCTION lend.keep_reserve_configuration() FROM PUBLIC;

CREATE OR REPLACE FUNCTION lend.mark_all_totals()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO lend.bucket_totals_due (protocol, width_seconds, bucket_start)
  SELECT DISTINCT t.protocol, t.width_seconds, t.bucket_start FROM lend.bucket_totals AS t
  WHERE t.subject_kind = 'protocol' AND (TG_OP = 'TRUNCATE' OR t.protocol = to_jsonb(NEW) ->> 'protocol')
  ORDER BY 1, 2, 3 DESC
  ON CONFLICT (protocol, width_seconds, bucket_start) DO UPDATE SET protocol = excluded.protocol;
  RETURN NULL;
END
$function$;
REVOKE ALL ON FUNCTION lend.mark_all_totals() FROM PUBLIC;

CREATE OR REPLACE FUNCTION lend.mark_changed_totals()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO lend.bucket_totals_due (protocol, width_seconds, bucket_start)
  SELECT DISTINCT s.protocol, w.seconds, date_bin(make_interval(secs => w.seconds), c.bucket_start, 'epoch')
  FROM changed AS c JOIN lend.reserves AS s ON s.id = c.reserve_id CROSS JOIN unnest(TG_ARGV[0]::integer[]) AS w(seconds)
  ORDER BY 1, 2, 3 DESC
  ON CONFLICT (protocol, width_seconds, bucket_start) DO UPDATE SET protocol = excluded.protocol;
  RETURN NULL;
END
$function$;
REVOKE ALL ON FUNCTION lend.mark_changed_totals() FROM PUBLIC;

CREATE OR REPLACE FUNCTION lend.mark_totals_of_lifetime()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
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
$function$;
REVOKE ALL ON FUNCTION lend.mark_totals_of_lifetime() FROM PUBLIC;

CREATE OR REPLACE FUNCTION lend.number_all_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO lend.bucket_revisions AS r (reserve, day, revision)
  SELECT s.address, d.day, lend.change_id_of(pg_current_xact_id())
  FROM lend.reserves AS s CROSS JOIN LATERAL generate_series(date_trunc('day', least(s.first_seen_at, now()), 'UTC'),
    now() + interval '1 day', interval '1 day') AS d(day)
  UNION
  SELECT reserve, day, lend.change_id_of(pg_current_xact_id()) FROM lend.bucket_revisions
  ORDER BY 1, 2
  ON CONFLICT (reserve, day) DO UPDATE SET revision = excluded.revision;
  RETURN NULL;
END
$function$;
REVOKE ALL ON FUNCTION lend.number_all_days() FROM PUBLIC;

CREATE OR REPLACE FUNCTION lend.number_change()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  NEW.change_id := lend.change_id_of(pg_current_xact_id());
  RETURN NEW;
END
$function$;

CREATE OR REPLACE FUNCTION lend.number_changed_days()
 RETURNS trigger
 LANGUAGE plpgsql
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO lend.bucket_revisions AS r (reserve, day, revision)
  SELECT s.address, c.day, lend.change_id_of(pg_current_xact_id())
  FROM (SELECT DISTINCT n.reserve_id, date_trunc('day', n.bucket_start, 'UTC') AS day FROM changed AS n) AS c
  JOIN lend.reserves AS s ON s.id = c.reserve_id
  ORDER BY 1, 2
  ON CONFLICT (reserve, day) DO UPDATE SET revision = excluded.revision WHERE r.revision <> excluded.revision;
  RETURN NULL;
END
$function$;
REVOKE ALL ON FUNCTION lend.number_changed_days() FROM PUBLIC;

CREATE OR REPLACE FUNCTION lend.number_price_commit()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  NEW.commit_seq := nextval(pg_get_serial_sequence('lend.batch_commits', 'commit_seq'));
  RETURN NEW;
END
$function$;
REVOKE ALL ON FUNCTION lend.number_price_commit() FROM PUBLIC;

CREATE OR REPLACE FUNCTION lend.oldest_change(snapshot pg_snapshot)
 RETURNS xid8
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE
AS $function$
DECLARE
  oldest xid8;
BEGIN
  -- A replica knows the numbers of transactions and not whose they are.
  IF pg_is_in_recovery() THEN
    RETURN pg_snapshot_xmin(snapshot);
  END IF;
  SELECT r.id INTO oldest
  FROM (
    SELECT pg_snapshot_xip(snapshot) AS id
    UNION ALL
    -- The caller's own is not in its snapshot.
    SELECT pg_current_xact_id_if_assigned()
  ) AS r
  WHERE r.id IS NOT NULL AND NOT EXISTS (
    SELECT FROM pg_prepared_xacts AS p
    WHERE p.transaction = r.id::xid AND p.owner IS NOT NULL AND (p.database <> current_database() OR NOT EXISTS (
      SELECT FROM pg_roles AS w JOIN pg_trigger AS t ON t.tgname = 'number_change'
      WHERE pg_has_role(p.owner, w.oid, 'MEMBER') AND has_table_privilege(w.oid, t.tgrelid, 'INSERT, UPDATE'))))
  ORDER BY r.id LIMIT 1;
  RETURN least(oldest, pg_snapshot_xmax(snapshot));
END
$function$;

CREATE OR REPLACE FUNCTION lend.record_failed_batch()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  INSERT INTO lend.failed_attempts
    (batch_id, protocol, kind, batch_index, commitment, slot, observed_at, requested, reserve_set, reserves, started_at,
     duration_ms, error_code, rpc_endpoint, gap_after_ms)
  VALUES (NEW.id, NEW.protocol, NEW.kind, NEW.batch_index, NEW.commitment, NEW.slot, NEW.observed_at, NEW.requested,
    NEW.reserve_set, CASE WHEN NEW.reserve_set IS NULL THEN NEW.not_observed END, NEW.started_at, NEW.duration_ms,
    coalesce(nullif(NEW.error_code, ''), 'INTERNAL_ERROR'), NEW.rpc_endpoint, NEW.gap_after_ms);
  RETURN NULL;
END
$function$;
REVOKE ALL ON FUNCTION lend.record_failed_batch() FROM PUBLIC;

CREATE OR REPLACE FUNCTION lend.take_commit_turn()
 RETURNS trigger
 LANGUAGE plpgsql
 SECURITY DEFINER
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
BEGIN
  PERFORM FROM lend.commit_order FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the row of lend.commit_order is gone: INSERT INTO lend.commit_order DEFAULT VALUES'
      USING ERRCODE = 'object_not_in_prerequisite_state';
  END IF;
  RETURN NULL;
END
$function$;
REVOKE ALL ON FUNCTION lend.take_commit_turn() FROM PUBLIC;

CREATE OR REPLACE FUNCTION lend.unit_of(protocol text)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN CASE protocol WHEN 'kamino'::text THEN 0.000000000000000000867361737988403547205962240695953369140625 WHEN 'save'::text THEN 0.000000000000000001 ELSE NULL::numeric END;

CREATE OR REPLACE FUNCTION lend_v1.apr_to_apy(apr double precision, periods double precision)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN (SELECT CASE WHEN (grown.e = (1)::double precision) THEN of_year.y WHEN (of_year.y < ('-700'::integer)::double precision) THEN ('-1'::integer)::double precision ELSE (((grown.e - (1)::double precision) * of_year.y) / ln(grown.e)) END AS "case" FROM (((SELECT of_period.x, ((1)::double precision + of_period.x) AS u FROM (SELECT (apr_to_apy.apr / apr_to_apy.periods) AS x) of_period) of_one CROSS JOIN LATERAL (SELECT (apr_to_apy.periods * CASE WHEN (of_one.u = (1)::double precision) THEN of_one.x WHEN (of_one.u > (0)::double precision) THEN ((ln(of_one.u) * of_one.x) / (of_one.u - (1)::double precision)) ELSE NULL::double precision END) AS y) of_year) CROSS JOIN LATERAL (SELECT CASE WHEN (of_year.y < (709.78)::double precision) THEN exp(GREATEST(of_year.y, ('-700'::integer)::double precision)) ELSE NULL::double precision END AS e) grown));

CREATE OR REPLACE FUNCTION lend_v1.growth_to_apy(before numeric, after numeric, seconds double precision)
 RETURNS double precision
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE STRICT
RETURN CASE WHEN ((before > (0)::numeric) AND (seconds > (0)::double precision)) THEN lend_v1.apr_to_apy((((round((after - before), 60) / before))::double precision * ((31536000)::double precision / seconds)), ((31536000)::double precision / seconds)) ELSE NULL::double precision END;

CREATE OR REPLACE FUNCTION lend_v1.last_observed_at(of_reserve text, at_time timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  shortest constant double precision := 900;
  moment constant timestamptz := least(greatest(at_time, 'epoch'), '2100-01-01Z');
  near double precision := 0;
  far double precision := shortest;
  middle double precision;
BEGIN
  WHILE NOT EXISTS (
    SELECT FROM lend_v1.reserve_snapshots AS h WHERE h.reserve = of_reserve
      AND h.observed_at > moment - make_interval(secs => far) AND h.observed_at <= moment - make_interval(secs => near))
  LOOP
    -- A century: there is nothing.
    IF far > 1900000000 THEN RETURN NULL; END IF;
    near := far;
    far := far * 4;
  END LOOP;
  WHILE far - near > shortest LOOP
    middle := (near + far) / 2;
    IF EXISTS (
      SELECT FROM lend_v1.reserve_snapshots AS h WHERE h.reserve = of_reserve
        AND h.observed_at > moment - make_interval(secs => middle) AND h.observed_at <= moment - make_interval(secs => near))
    THEN far := middle; ELSE near := middle; END IF;
  END LOOP;
  RETURN (
    SELECT max(h.observed_at) FROM lend_v1.reserve_snapshots AS h WHERE h.reserve = of_reserve
      AND h.observed_at > moment - make_interval(secs => far) AND h.observed_at <= moment - make_interval(secs => near));
END
$function$;

CREATE OR REPLACE FUNCTION lend_v1.next_observed_at(of_reserve text, after_time timestamp with time zone)
 RETURNS timestamp with time zone
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE STRICT
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  shortest constant double precision := 900;
  moment constant timestamptz := least(greatest(after_time, 'epoch'), '2100-01-01Z');
  near double precision := 0;
  far double precision := shortest;
  middle double precision;
BEGIN
  WHILE NOT EXISTS (
    SELECT FROM lend_v1.reserve_snapshots AS h WHERE h.reserve = of_reserve
      AND h.observed_at > moment + make_interval(secs => near) AND h.observed_at <= moment + make_interval(secs => far))
  LOOP
    IF far > 1900000000 THEN RETURN NULL; END IF;
    near := far;
    far := far * 4;
  END LOOP;
  WHILE far - near > shortest LOOP
    middle := (near + far) / 2;
    IF EXISTS (
      SELECT FROM lend_v1.reserve_snapshots AS h WHERE h.reserve = of_reserve
        AND h.observed_at > moment + make_interval(secs => near) AND h.observed_at <= moment + make_interval(secs => middle))
    THEN far := middle; ELSE near := middle; END IF;
  END LOOP;
  RETURN (
    SELECT min(h.observed_at) FROM lend_v1.reserve_snapshots AS h WHERE h.reserve = of_reserve
      AND h.observed_at > moment + make_interval(secs => near) AND h.observed_at <= moment + make_interval(secs => far));
END
$function$;

CREATE OR REPLACE FUNCTION lend_v1.realised_apy(of_reserve text, from_at timestamp with time zone, to_at timestamp with time zone)
 RETURNS TABLE(start_at timestamp with time zone, end_at timestamp with time zone, borrow_apy_realised_f double precision, supply_apy_realised_f double precision)
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE ROWS 1
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  moment timestamptz;
  before_at timestamptz;
  after_at timestamptz;
  s record;
  e record;
BEGIN
  FOREACH moment IN ARRAY ARRAY[from_at, to_at] LOOP
    s := e;
    before_at := lend_v1.last_observed_at(of_reserve, moment);
    after_at := lend_v1.next_observed_at(of_reserve, moment);
    SELECT CASE WHEN f.passed > 0 THEN moment ELSE p.observed_at END AS at, f.passed + f.ahead AS stretch,
      p.debt * f.ahead + coalesce(n.debt, 0) * f.passed AS debt,
      p.supplied * f.tokens * f.ahead + coalesce(n.supplied, 0) * p.tokens * f.passed AS supplied, p.tokens * f.tokens * (f.passed + f.ahead) AS tokens
    INTO e
    FROM (SELECT) AS always_one_row
    LEFT JOIN LATERAL (
      SELECT h.observed_at, h.accrued_cumulative_borrow_rate_raw AS debt, h.accrued_total_supply_raw AS supplied,
        h.collateral_supply_raw AS tokens, h.account_sha256
      FROM lend_v1.reserve_snapshots AS h
      WHERE h.reserve = of_reserve AND h.observed_at = before_at ORDER BY h.slot DESC LIMIT 1
    ) AS p ON true
    LEFT JOIN LATERAL (
      SELECT * FROM (
        (SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_raw AS debt, h.accrued_total_supply_raw AS supplied,
          h.collateral_supply_raw AS tokens, h.account_sha256
        FROM lend_v1.reserve_snapshots AS h
        WHERE h.reserve = of_reserve AND h.observed_at = after_at ORDER BY h.slot LIMIT 1)
        UNION ALL
        SELECT l.observed_at, l.slot, l.accrued_cumulative_borrow_rate_raw, l.accrued_total_supply_raw, l.collateral_supply_raw, l.account_sha256
        FROM lend_v1.reserve_latest AS l WHERE l.reserve = of_reserve AND l.observed_at >= moment
      ) AS later ORDER BY later.observed_at, later.slot LIMIT 1
    ) AS n ON p.observed_at < moment
    CROSS JOIN LATERAL (
      SELECT coalesce(n.account_sha256 = p.account_sha256 OR n.observed_at <= p.observed_at + interval '15 minutes', false) AS is_between
    ) AS k
    CROSS JOIN LATERAL (
      SELECT CASE WHEN k.is_between THEN extract(epoch FROM moment - p.observed_at) ELSE 0 END AS passed,
        CASE WHEN k.is_between THEN extract(epoch FROM n.observed_at - moment) ELSE 1 END AS ahead,
        CASE WHEN k.is_between THEN n.tokens ELSE 1 END AS tokens
    ) AS f;
  END LOOP;
  RETURN QUERY
  SELECT s.at, e.at,
    CASE WHEN e.debt * s.stretch >= s.debt * e.stretch THEN lend_v1.growth_to_apy(s.debt * e.stretch, e.debt * s.stretch, u.seconds) END,
    CASE WHEN e.supplied > 0 AND s.tokens > 0 AND e.tokens > 0
      THEN lend_v1.growth_to_apy(s.supplied * e.tokens, e.supplied * s.tokens, u.seconds) END
  FROM (SELECT extract(epoch FROM e.at - s.at)::double precision AS seconds) AS u;
END
$function$;

CREATE OR REPLACE FUNCTION lend_v1.reserve_at(of_reserve text, at_time timestamp with time zone)
 RETURNS TABLE(reserve text, observed_at timestamp with time zone, slot bigint, age_seconds bigint, exact_b boolean, unchanged_b boolean, price_usd_f double precision, available_amount_f double precision, supplied_amount_f double precision, borrowed_amount_f double precision, available_amount_usd_f double precision, supplied_amount_usd_f double precision, borrowed_amount_usd_f double precision, utilization_f double precision, borrow_apr_f double precision, borrow_apy_f double precision, supply_apr_f double precision, supply_apy_f double precision, accrued_available_amount_raw numeric, accrued_borrowed_amount_raw numeric, accrued_total_supply_raw numeric, accrued_cumulative_borrow_rate_raw numeric, next_observed_at timestamp with time zone, next_accrued_available_amount_raw numeric, next_accrued_borrowed_amount_raw numeric, next_accrued_total_supply_raw numeric, next_accrued_cumulative_borrow_rate_raw numeric)
 LANGUAGE plpgsql
 STABLE PARALLEL SAFE ROWS 1
 SET search_path TO 'pg_catalog', 'pg_temp'
AS $function$
DECLARE
  before_at constant timestamptz := lend_v1.last_observed_at(of_reserve, at_time);
  after_at constant timestamptz := lend_v1.next_observed_at(of_reserve, at_time);
BEGIN
  RETURN QUERY
  SELECT of_reserve, p.observed_at, p.slot, floor(extract(epoch FROM at_time - p.observed_at))::bigint,
    p.observed_at = date_trunc('second', at_time) OR (c.unchanged AND c.settled), c.unchanged,
    p.price_usd_f, p.available_amount_f, p.supplied_amount_f, p.borrowed_amount_f, p.available_amount_usd_f,
    p.supplied_amount_usd_f, p.borrowed_amount_usd_f, p.utilization_f, p.borrow_apr_f, p.borrow_apy_f, p.supply_apr_f,
    p.supply_apy_f, p.accrued_available_amount_raw, p.accrued_borrowed_amount_raw, p.accrued_total_supply_raw,
    p.accrued_cumulative_borrow_rate_raw, n.observed_at,
    CASE WHEN c.unchanged THEN n.accrued_available_amount_raw END, CASE WHEN c.unchanged THEN n.accrued_borrowed_amount_raw END,
    CASE WHEN c.unchanged THEN n.accrued_total_supply_raw END, CASE WHEN c.unchanged THEN n.accrued_cumulative_borrow_rate_raw END
  FROM (SELECT) AS always_one_row
  LEFT JOIN LATERAL (
    SELECT * FROM lend_v1.reserve_snapshots AS h
    WHERE h.reserve = of_reserve AND h.observed_at = before_at ORDER BY h.slot DESC LIMIT 1
  ) AS p ON true
  LEFT JOIN LATERAL (
    SELECT * FROM (
      (SELECT h.observed_at, h.slot, h.account_sha256, h.last_update_slot, h.accrued_available_amount_raw,
        h.accrued_borrowed_amount_raw, h.accrued_total_supply_raw, h.accrued_cumulative_borrow_rate_raw
      FROM lend_v1.reserve_snapshots AS h
      WHERE h.reserve = of_reserve AND h.observed_at = after_at ORDER BY h.slot LIMIT 1)
      UNION ALL
      SELECT l.observed_at, l.slot, l.account_sha256, l.last_update_slot, l.accrued_available_amount_raw,
        l.accrued_borrowed_amount_raw, l.accrued_total_supply_raw, l.accrued_cumulative_borrow_rate_raw
      FROM lend_v1.reserve_latest AS l WHERE l.reserve = of_reserve AND l.observed_at > at_time
    ) AS later ORDER BY later.observed_at, later.slot LIMIT 1
  ) AS n ON p.observed_at IS NOT NULL
  LEFT JOIN LATERAL (
    SELECT coalesce(n.account_sha256 = p.account_sha256 AND n.last_update_slot = p.last_update_slot, false) AS unchanged,
      coalesce((n.accrued_available_amount_raw, n.accrued_borrowed_amount_raw, n.accrued_total_supply_raw,
        n.accrued_cumulative_borrow_rate_raw) = (p.accrued_available_amount_raw, p.accrued_borrowed_amount_raw,
        p.accrued_total_supply_raw, p.accrued_cumulative_borrow_rate_raw), false) AS settled
  ) AS c ON p.observed_at IS NOT NULL;
END
$function$;

CREATE OR REPLACE FUNCTION lend_v1.sync_horizon()
 RETURNS bigint
 LANGUAGE sql
 STABLE PARALLEL SAFE
RETURN lend.change_id_of(CASE WHEN (current_setting('max_prepared_transactions'::text) = '0'::text) THEN pg_snapshot_xmin(pg_current_snapshot()) ELSE lend.oldest_change(pg_current_snapshot()) END);

CREATE TRIGGER configuration_is_new AFTER INSERT ON lend.lending_markets FOR EACH ROW EXECUTE FUNCTION lend.keep_lending_market_configuration();
CREATE TRIGGER configuration_is_replaced AFTER UPDATE ON lend.lending_markets FOR EACH ROW WHEN (old.slot < new.slot) EXECUTE FUNCTION lend.keep_lending_market_configuration();
CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.lending_markets FOR EACH ROW EXECUTE FUNCTION lend.number_change();
CREATE TRIGGER totals_are_due_of_changed AFTER UPDATE ON lend.lending_markets FOR EACH ROW WHEN (old.listed <> new.listed) EXECUTE FUNCTION lend.mark_all_totals();
CREATE TRIGGER totals_are_due_of_new AFTER INSERT ON lend.lending_markets FOR EACH ROW WHEN (new.listed) EXECUTE FUNCTION lend.mark_all_totals();

CREATE TRIGGER configuration_is_new AFTER INSERT ON lend.reserves FOR EACH ROW EXECUTE FUNCTION lend.keep_reserve_configuration();
CREATE TRIGGER configuration_is_replaced AFTER UPDATE ON lend.reserves FOR EACH ROW WHEN (old.config_slot < new.config_slot) EXECUTE FUNCTION lend.keep_reserve_configuration();
CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.reserves FOR EACH ROW EXECUTE FUNCTION lend.number_change();
CREATE TRIGGER totals_are_due_of_added AFTER INSERT ON lend.reserves FOR EACH ROW EXECUTE FUNCTION lend.mark_totals_of_lifetime();
CREATE TRIGGER totals_are_due_of_changed AFTER UPDATE ON lend.reserves FOR EACH ROW WHEN (old.lending_market IS DISTINCT FROM new.lending_market OR old.token_mint IS DISTINCT FROM new.token_mint OR old.token_decimals IS DISTINCT FROM new.token_decimals OR old.underlying_reserve IS DISTINCT FROM new.underlying_reserve) EXECUTE FUNCTION lend.mark_all_totals();
CREATE TRIGGER totals_are_due_of_lifetime AFTER UPDATE ON lend.reserves FOR EACH ROW WHEN (old.first_seen_at IS DISTINCT FROM new.first_seen_at OR old.missing_since_at IS DISTINCT FROM new.missing_since_at) EXECUTE FUNCTION lend.mark_totals_of_lifetime();

CREATE TRIGGER failures_are_attempts BEFORE INSERT ON lend.poll_batches FOR EACH ROW WHEN (new.outcome = 'failed'::text) EXECUTE FUNCTION lend.record_failed_batch();

CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.config_changes FOR EACH ROW EXECUTE FUNCTION lend.number_change();

CREATE TRIGGER take_commit_turn BEFORE INSERT ON lend.batch_commits FOR EACH STATEMENT EXECUTE FUNCTION lend.take_commit_turn();

CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.configurations FOR EACH ROW EXECUTE FUNCTION lend.number_change();

CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.bucket_totals FOR EACH ROW EXECUTE FUNCTION lend.number_change();

CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.price_latest FOR EACH ROW EXECUTE FUNCTION lend.number_change();

CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.price_buckets FOR EACH ROW EXECUTE FUNCTION lend.number_change();

CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.price_divergence_buckets FOR EACH ROW EXECUTE FUNCTION lend.number_change();

CREATE TRIGGER number_price_commit BEFORE INSERT ON lend.price_commits FOR EACH ROW EXECUTE FUNCTION lend.number_price_commit();
CREATE TRIGGER take_commit_turn BEFORE INSERT ON lend.price_commits FOR EACH STATEMENT EXECUTE FUNCTION lend.take_commit_turn();

CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.liquidity_tokens FOR EACH ROW EXECUTE FUNCTION lend.number_change();

CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.liquidity_coverage_latest FOR EACH ROW EXECUTE FUNCTION lend.number_change();

CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.liquidity_depth_buckets FOR EACH ROW EXECUTE FUNCTION lend.number_change();

CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.liquidity_coverage_buckets FOR EACH ROW EXECUTE FUNCTION lend.number_change();

CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.corrections FOR EACH ROW EXECUTE FUNCTION lend.number_change();

CREATE TRIGGER correction_is_kept AFTER UPDATE ON lend.reserve_quarters REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.keep_corrected_buckets('reserve_quarter_hourly', '00:15:00');
CREATE TRIGGER day_is_changed AFTER UPDATE ON lend.reserve_quarters REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days();
CREATE TRIGGER day_is_changed_by_deletion AFTER DELETE ON lend.reserve_quarters REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days();
CREATE TRIGGER day_is_changed_by_new AFTER INSERT ON lend.reserve_quarters REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days();
CREATE TRIGGER days_are_changed_by_all AFTER TRUNCATE ON lend.reserve_quarters FOR EACH STATEMENT EXECUTE FUNCTION lend.number_all_days();
CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.reserve_quarters FOR EACH ROW EXECUTE FUNCTION lend.number_change();

CREATE TRIGGER correction_is_kept AFTER UPDATE ON lend.reserve_hours REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.keep_corrected_buckets('reserve_hourly', '01:00:00');
CREATE TRIGGER day_is_changed AFTER UPDATE ON lend.reserve_hours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days();
CREATE TRIGGER day_is_changed_by_deletion AFTER DELETE ON lend.reserve_hours REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days();
CREATE TRIGGER day_is_changed_by_new AFTER INSERT ON lend.reserve_hours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days();
CREATE TRIGGER days_are_changed_by_all AFTER TRUNCATE ON lend.reserve_hours FOR EACH STATEMENT EXECUTE FUNCTION lend.number_all_days();
CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.reserve_hours FOR EACH ROW EXECUTE FUNCTION lend.number_change();
CREATE TRIGGER totals_are_due_of_all AFTER TRUNCATE ON lend.reserve_hours FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_all_totals();
CREATE TRIGGER totals_are_due_of_changed AFTER UPDATE ON lend.reserve_hours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals('{3600,14400,86400}');
CREATE TRIGGER totals_are_due_of_deleted AFTER DELETE ON lend.reserve_hours REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals('{3600,14400,86400}');
CREATE TRIGGER totals_are_due_of_new AFTER INSERT ON lend.reserve_hours REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals('{3600,14400,86400}');

CREATE TRIGGER correction_is_kept AFTER UPDATE ON lend.reserve_days REFERENCING OLD TABLE AS was NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.keep_corrected_buckets('reserve_daily', '1 day');
CREATE TRIGGER day_is_changed AFTER UPDATE ON lend.reserve_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days();
CREATE TRIGGER day_is_changed_by_deletion AFTER DELETE ON lend.reserve_days REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days();
CREATE TRIGGER day_is_changed_by_new AFTER INSERT ON lend.reserve_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.number_changed_days();
CREATE TRIGGER days_are_changed_by_all AFTER TRUNCATE ON lend.reserve_days FOR EACH STATEMENT EXECUTE FUNCTION lend.number_all_days();
CREATE TRIGGER number_change BEFORE INSERT OR UPDATE ON lend.reserve_days FOR EACH ROW EXECUTE FUNCTION lend.number_change();
CREATE TRIGGER totals_are_due_of_all AFTER TRUNCATE ON lend.reserve_days FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_all_totals();
CREATE TRIGGER totals_are_due_of_changed AFTER UPDATE ON lend.reserve_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals('{86400}');
CREATE TRIGGER totals_are_due_of_deleted AFTER DELETE ON lend.reserve_days REFERENCING OLD TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals('{86400}');
CREATE TRIGGER totals_are_due_of_new AFTER INSERT ON lend.reserve_days REFERENCING NEW TABLE AS changed FOR EACH STATEMENT EXECUTE FUNCTION lend.mark_changed_totals('{86400}');

CREATE VIEW lend_v1.lending_markets AS
 SELECT address AS lending_market, protocol, name, display_name AS lending_market_name, owner AS lending_market_owner,
    quote_currency AS lending_market_quote_currency_str, referral_fee_bps AS lending_market_referral_fee_bps,
    emergency_mode AS lending_market_emergency_mode_b, borrow_disabled AS lending_market_borrow_disabled_b,
    rewards_max_apr_bps AS lending_market_rewards_max_apr_bps, config,
    encode(account_sha256, 'hex'::text) AS account_sha256, slot, observed_at, first_seen_slot, first_seen_at,
    missing_since_slot, missing_since_at, listed AS listed_b,
    referral_fee_bps::double precision / 10000::double precision AS lending_market_referral_fee_f,
    rewards_max_apr_bps::double precision / 10000::double precision AS lending_market_rewards_max_apr_f, change_id
   FROM lend.lending_markets m;

CREATE VIEW lend_v1.poll_batches AS
 SELECT b.id AS poll_batch_id, b.protocol, b.batch_index, b.slot, b.observed_at, b.commitment AS commitment_str,
    b.requested, b.received, b.snapshots_written, b.latest_written, b.unchanged, b.missing, b.quarantined,
    b.older_than_latest, b.first_reserve, b.last_reserve, b.not_observed, b.started_at, b.duration_ms,
    b.outcome AS outcome_str, b.error_code AS error_code_str, b.recorded_at, b.kind AS kind_str, b.gap_after_ms,
    encode(b.reserve_set, 'hex'::text) AS reserve_set, NULL::bigint AS attempt_id, b.refused AS refused_reserves
   FROM lend.poll_batches b
UNION ALL
 SELECT a.batch_id AS poll_batch_id, a.protocol, a.batch_index, a.slot, a.observed_at, a.commitment AS commitment_str,
    a.requested, 0 AS received, 0 AS snapshots_written, 0 AS latest_written, 0 AS unchanged, 0 AS missing,
    0 AS quarantined, 0 AS older_than_latest, asked.reserves[1] AS first_reserve,
    asked.reserves[cardinality(asked.reserves)] AS last_reserve, asked.reserves COLLATE "default" AS not_observed,
    a.started_at, a.duration_ms, 'failed'::text AS outcome_str, a.error_code AS error_code_str, a.recorded_at,
    a.kind AS kind_str, a.gap_after_ms, encode(a.reserve_set, 'hex'::text) AS reserve_set, a.attempt_id,
    NULL::text[] AS refused_reserves
   FROM lend.failed_attempts a
     CROSS JOIN LATERAL ( SELECT COALESCE(( SELECT s.reserves
                   FROM lend.reserve_sets s
                  WHERE s.sha256 = a.reserve_set), a.reserves, '{}'::text[]) AS reserves) asked;

CREATE VIEW lend_v1.quarantine AS
 SELECT q.id, q.address, q.account_kind AS account_kind_str, q.reason_code AS quarantine_reason_str, q.expected,
    q.actual, encode(q.data_sha256, 'hex'::text) AS data_sha256, q.data_length, q.first_seen_slot, q.first_seen_at,
    q.last_seen_slot, q.last_seen_at, q.occurrences, q.protocol,
    COALESCE(r.lending_market, q.lending_market) AS lending_market,
        CASE
            WHEN q.protocol IS NOT NULL THEN COALESCE(m.listed, q.listed, false)
            ELSE NULL::boolean
        END AS listed_b
   FROM lend.quarantine q
     LEFT JOIN lend.reserves r ON r.address = q.address AND q.account_kind = 'reserve'::text
     LEFT JOIN lend.lending_markets m ON m.address = COALESCE(r.lending_market, q.lending_market);

CREATE VIEW lend_v1.ingest_gaps AS
 SELECT g.id, g.protocol, g.from_slot, g.to_slot, g.from_at, g.to_at, g.reason_code AS gap_reason_str, g.detail,
    g.recorded_at, g.reserve, r.token_symbol,
        CASE
            WHEN r.address IS NOT NULL THEN COALESCE(m.display_name, ''::text)
            ELSE NULL::text
        END AS lending_market_name,
        CASE
            WHEN r.address IS NOT NULL THEN COALESCE(m.listed, false)
            ELSE NULL::boolean
        END AS listed_b
   FROM lend.ingest_gaps g
     LEFT JOIN lend.reserves r ON r.address = g.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market;

CREATE VIEW lend_v1.config_changes AS
 SELECT c.protocol, c.account_kind AS account_kind_str,
        CASE c.account_kind
            WHEN 'reserve'::text THEN c.account
            ELSE NULL::text
        END AS reserve,
    c.lending_market, COALESCE(m.display_name, ''::text) AS lending_market_name, r.token_symbol, c.field, c.old_value,
    c.new_value, c.slot, c.observed_at, c.previous_slot, c.previous_observed_at AS previous_at, c.poll_batch_id,
    c.recorded_at, c.change_id, COALESCE(m.listed, false) AS listed_b
   FROM lend.config_changes c
     LEFT JOIN lend.reserves r ON r.address = c.account
     LEFT JOIN lend.lending_markets m ON m.address = c.lending_market;

CREATE VIEW lend_v1.observation_spans AS
 SELECT s.protocol, s.hour_start, s.span_index, s.from_at, s.to_at, s.from_slot, s.to_slot, s.observations,
    s.gap_after_ms, encode(s.reserve_set, 'hex'::text) AS reserve_set, r.reserves, s.first_reserve, s.last_reserve,
    s.not_observed
   FROM lend.observation_spans s
     LEFT JOIN lend.reserve_sets r ON r.sha256 = s.reserve_set;

CREATE VIEW lend_v1.batch_commits AS
 SELECT commit_seq, batch_id AS poll_batch_id, protocol, slot, observed_at, snapshot_reserves, committed_at
   FROM lend.batch_commits b;

CREATE VIEW lend_v1.audit_findings AS
 SELECT id, protocol, check_name AS check_name_str, subject_kind AS subject_kind_str,
        CASE
            WHEN subject_kind <> 'endpoint'::text THEN subject
            ELSE NULL::text
        END AS subject,
    severity AS severity_str, message,
        CASE
            WHEN subject_kind <> 'endpoint'::text THEN detail
            ELSE NULL::jsonb
        END AS detail,
    first_seen_at, last_seen_at, times_seen, resolved_at
   FROM lend.audit_findings f;

CREATE VIEW lend_v1.audit_runs AS
 SELECT id, protocol, started_at, finished_at, outcome AS outcome_str, error_code AS error_code_str, commit_seq,
    findings_opened, findings_resolved, findings_open, checks, account_kinds
   FROM lend.audit_runs a;

CREATE VIEW lend_v1.configurations AS
 SELECT c.protocol, c.account_kind AS account_kind_str,
        CASE c.account_kind
            WHEN 'reserve'::text THEN c.account
            ELSE NULL::text
        END AS reserve,
    c.lending_market, COALESCE(m.display_name, ''::text) AS lending_market_name, c.from_slot AS since_slot,
    c.observed_at AS since_at, c.config, c.recorded_at, c.change_id, COALESCE(m.listed, false) AS listed_b,
    r.token_symbol
   FROM lend.configurations c
     LEFT JOIN lend.reserves r ON r.address = c.account
     LEFT JOIN lend.lending_markets m ON m.address = c.lending_market;

CREATE VIEW lend.narrow_snapshots AS
 SELECT o.slot, o.observed_at, (s.state).last_update_slot AS last_update_slot,
    (s.state).last_update_at AS last_update_at, (s.state).price_updated_at AS market_price_updated_at,
    (s.state).deposit_cap_interval_start_at AS deposit_cap_interval_start_at,
    (s.state).debt_cap_interval_start_at AS debt_cap_interval_start_at, o.available_amount_f, o.supplied_amount_f,
    o.borrowed_amount_f, o.available_amount_usd_f, o.supplied_amount_usd_f, o.borrowed_amount_usd_f, o.price_usd_f,
    o.utilization_f, o.borrow_apr_f, o.borrow_apy_f, o.supply_apr_f, o.supply_apy_f, o.rewards_apr_f,
    (b.batch).slot_duration_ms_f AS slot_duration_ms_f, (b.batch).recorded_at AS recorded_at, t.decoder_version,
    (s.state).price_status AS price_status, (s.state).last_update_stale AS last_update_stale, t.price_usable,
    r.address AS reserve, t.lending_market, (s.state).available_amount_raw AS available_amount_raw,
    (s.state).borrowed AS borrowed_amount_sf, (s.state).borrow_index AS cumulative_borrow_rate_bsf,
    (s.state).accumulated_protocol_fees AS accumulated_protocol_fees_sf,
    (s.state).accumulated_referrer_fees AS accumulated_referrer_fees_sf,
    (s.state).pending_referrer_fees AS pending_referrer_fees_sf,
    (s.state).absolute_referral_rate AS absolute_referral_rate_sf, (s.state).price AS market_price_sf,
    (s.state).collateral_supply_raw AS collateral_supply_raw, (s.state).rewards_available_raw AS rewards_available_raw,
    (s.state).queued_collateral_raw AS queued_collateral_raw,
    (s.state).borrowed_outside_elevation_group_raw AS borrowed_outside_elevation_group_raw,
    (s.state).deposit_cap_current_raw AS deposit_cap_current_raw, (s.state).debt_cap_current_raw AS debt_cap_current_raw,
    a.available::numeric(20,0) AS accrued_available_amount_raw, a.borrowed::numeric(39,0) AS accrued_borrowed_amount_sf,
    x.supplied::numeric(40,0) AS accrued_total_supply_sf,
    COALESCE(o.accrued_utilization, div(a.borrowed * t.scale, NULLIF(x.supplied, 0::numeric)))::numeric(39,0) AS accrued_utilization_sf,
    ((s.state).borrow_index + COALESCE(o.borrow_index_change, 0::numeric))::numeric(78,0) AS accrued_cumulative_borrow_rate_bsf,
    a.protocol_fees::numeric(39,0) AS accrued_protocol_fees_sf,
    o.accrued_pending_referrer_fees AS accrued_pending_referrer_fees_sf, o.borrow_rate AS borrow_rate_sf,
    t.slot_duration_source, t.interest_rate_basis, t.compounding, (s.state).account_sha256 AS account_sha256,
    (b.batch).poll_batch_id AS poll_batch_id, t.reason, (s.state).own AS own, o.reserve_id
   FROM lend.observations o
     JOIN lend.reserves r ON r.id = o.reserve_id
     LEFT JOIN lend.observation_terms t ON t.id = o.terms_id
     CROSS JOIN LATERAL ( SELECT o.reserve_id,
            o.observed_at - COALESCE(o.state_ms_before, 0)::double precision * '00:00:00.001'::interval AS observed_at,
            o.slot - COALESCE(o.state_slots_before, 0) AS slot
         OFFSET 0) p
     LEFT JOIN LATERAL ( SELECT (array_agg(k.*))[1] AS state
           FROM lend.observation_states k
          WHERE k.reserve_id = p.reserve_id AND k.observed_at = p.observed_at AND k.slot = p.slot) s ON true
     LEFT JOIN LATERAL ( SELECT (array_agg(k.*))[1] AS batch
           FROM lend.observation_batches k
          WHERE k.observed_at = o.observed_at AND k.batch_no = o.batch_no) b ON true
     CROSS JOIN LATERAL ( SELECT (s.state).available_amount_raw + COALESCE(o.available_change, 0::numeric) AS available,
            (s.state).borrowed + COALESCE(o.borrowed_change, 0::numeric) AS borrowed,
            (s.state).accumulated_protocol_fees + COALESCE(o.protocol_fees_change, 0::numeric) AS protocol_fees) a
     CROSS JOIN LATERAL ( SELECT COALESCE(o.accrued_supplied, a.available * t.scale + a.borrowed - a.protocol_fees - COALESCE((s.state).accumulated_referrer_fees, 0::numeric) - COALESCE(o.accrued_pending_referrer_fees, 0::numeric)) AS supplied) x;

CREATE VIEW lend.all_snapshots AS
 SELECT reserve_snapshots.slot, reserve_snapshots.observed_at, reserve_snapshots.last_update_slot,
    reserve_snapshots.last_update_at, reserve_snapshots.market_price_updated_at,
    reserve_snapshots.deposit_cap_interval_start_at, reserve_snapshots.debt_cap_interval_start_at,
    reserve_snapshots.available_amount_f, reserve_snapshots.supplied_amount_f, reserve_snapshots.borrowed_amount_f,
    reserve_snapshots.available_amount_usd_f, reserve_snapshots.supplied_amount_usd_f,
    reserve_snapshots.borrowed_amount_usd_f, reserve_snapshots.price_usd_f, reserve_snapshots.utilization_f,
    reserve_snapshots.borrow_apr_f, reserve_snapshots.borrow_apy_f, reserve_snapshots.supply_apr_f,
    reserve_snapshots.supply_apy_f, reserve_snapshots.rewards_apr_f, reserve_snapshots.slot_duration_ms_f,
    reserve_snapshots.recorded_at, reserve_snapshots.decoder_version, reserve_snapshots.price_status,
    reserve_snapshots.last_update_stale, reserve_snapshots.price_usable, reserve_snapshots.reserve,
    reserve_snapshots.lending_market, reserve_snapshots.available_amount_raw, reserve_snapshots.borrowed_amount_sf,
    reserve_snapshots.cumulative_borrow_rate_bsf, reserve_snapshots.accumulated_protocol_fees_sf,
    reserve_snapshots.accumulated_referrer_fees_sf, reserve_snapshots.pending_referrer_fees_sf,
    reserve_snapshots.absolute_referral_rate_sf, reserve_snapshots.market_price_sf,
    reserve_snapshots.collateral_supply_raw, reserve_snapshots.rewards_available_raw,
    reserve_snapshots.queued_collateral_raw, reserve_snapshots.borrowed_outside_elevation_group_raw,
    reserve_snapshots.deposit_cap_current_raw, reserve_snapshots.debt_cap_current_raw,
    reserve_snapshots.accrued_available_amount_raw, reserve_snapshots.accrued_borrowed_amount_sf,
    reserve_snapshots.accrued_total_supply_sf, reserve_snapshots.accrued_utilization_sf,
    reserve_snapshots.accrued_cumulative_borrow_rate_bsf, reserve_snapshots.accrued_protocol_fees_sf,
    reserve_snapshots.accrued_pending_referrer_fees_sf, reserve_snapshots.borrow_rate_sf,
    reserve_snapshots.slot_duration_source, reserve_snapshots.interest_rate_basis, reserve_snapshots.compounding,
    reserve_snapshots.account_sha256, reserve_snapshots.poll_batch_id, reserve_snapshots.reason, reserve_snapshots.own
   FROM lend.reserve_snapshots
UNION ALL
 SELECT narrow_snapshots.slot, narrow_snapshots.observed_at, narrow_snapshots.last_update_slot,
    narrow_snapshots.last_update_at, narrow_snapshots.market_price_updated_at,
    narrow_snapshots.deposit_cap_interval_start_at, narrow_snapshots.debt_cap_interval_start_at,
    narrow_snapshots.available_amount_f, narrow_snapshots.supplied_amount_f, narrow_snapshots.borrowed_amount_f,
    narrow_snapshots.available_amount_usd_f, narrow_snapshots.supplied_amount_usd_f,
    narrow_snapshots.borrowed_amount_usd_f, narrow_snapshots.price_usd_f, narrow_snapshots.utilization_f,
    narrow_snapshots.borrow_apr_f, narrow_snapshots.borrow_apy_f, narrow_snapshots.supply_apr_f,
    narrow_snapshots.supply_apy_f, narrow_snapshots.rewards_apr_f, narrow_snapshots.slot_duration_ms_f,
    narrow_snapshots.recorded_at, narrow_snapshots.decoder_version, narrow_snapshots.price_status,
    narrow_snapshots.last_update_stale, narrow_snapshots.price_usable, narrow_snapshots.reserve,
    narrow_snapshots.lending_market, narrow_snapshots.available_amount_raw, narrow_snapshots.borrowed_amount_sf,
    narrow_snapshots.cumulative_borrow_rate_bsf, narrow_snapshots.accumulated_protocol_fees_sf,
    narrow_snapshots.accumulated_referrer_fees_sf, narrow_snapshots.pending_referrer_fees_sf,
    narrow_snapshots.absolute_referral_rate_sf, narrow_snapshots.market_price_sf, narrow_snapshots.collateral_supply_raw,
    narrow_snapshots.rewards_available_raw, narrow_snapshots.queued_collateral_raw,
    narrow_snapshots.borrowed_outside_elevation_group_raw, narrow_snapshots.deposit_cap_current_raw,
    narrow_snapshots.debt_cap_current_raw, narrow_snapshots.accrued_available_amount_raw,
    narrow_snapshots.accrued_borrowed_amount_sf, narrow_snapshots.accrued_total_supply_sf,
    narrow_snapshots.accrued_utilization_sf, narrow_snapshots.accrued_cumulative_borrow_rate_bsf,
    narrow_snapshots.accrued_protocol_fees_sf, narrow_snapshots.accrued_pending_referrer_fees_sf,
    narrow_snapshots.borrow_rate_sf, narrow_snapshots.slot_duration_source, narrow_snapshots.interest_rate_basis,
    narrow_snapshots.compounding, narrow_snapshots.account_sha256, narrow_snapshots.poll_batch_id,
    narrow_snapshots.reason, narrow_snapshots.own
   FROM lend.narrow_snapshots;

CREATE VIEW lend.reserve_daily AS
 SELECT b.bucket_start, b.bucket_start + '1 day'::interval AS bucket_end, b.open_slot, b.close_slot,
        CASE
            WHEN b.open_slot IS NOT NULL THEN COALESCE(b.open_at, b.bucket_start)
            ELSE NULL::timestamp with time zone
        END AS open_at,
        CASE
            WHEN b.close_slot IS NOT NULL THEN COALESCE(b.close_at, b.bucket_start + '1 day'::interval)
            ELSE NULL::timestamp with time zone
        END AS close_at,
    b.open_observed_at, b.close_observed_at,
    COALESCE(b.available_amount_open_f, b.available_amount_close_f) AS available_amount_open_f,
    COALESCE(b.available_amount_min_f, LEAST(COALESCE(b.available_amount_open_f, b.available_amount_close_f), b.available_amount_close_f)) AS available_amount_min_f,
    COALESCE(b.available_amount_max_f, GREATEST(COALESCE(b.available_amount_open_f, b.available_amount_close_f), b.available_amount_close_f)) AS available_amount_max_f,
    NULLIF(COALESCE(b.available_amount_twavg_f, b.available_amount_close_f), 'NaN'::double precision) AS available_amount_twavg_f,
    b.available_amount_close_f, COALESCE(b.supplied_amount_open_f, b.supplied_amount_close_f) AS supplied_amount_open_f,
    COALESCE(b.supplied_amount_min_f, LEAST(COALESCE(b.supplied_amount_open_f, b.supplied_amount_close_f), b.supplied_amount_close_f)) AS supplied_amount_min_f,
    COALESCE(b.supplied_amount_max_f, GREATEST(COALESCE(b.supplied_amount_open_f, b.supplied_amount_close_f), b.supplied_amount_close_f)) AS supplied_amount_max_f,
    NULLIF(COALESCE(b.supplied_amount_twavg_f, b.supplied_amount_close_f), 'NaN'::double precision) AS supplied_amount_twavg_f,
    b.supplied_amount_close_f, COALESCE(b.borrowed_amount_open_f, b.borrowed_amount_close_f) AS borrowed_amount_open_f,
    COALESCE(b.borrowed_amount_min_f, LEAST(COALESCE(b.borrowed_amount_open_f, b.borrowed_amount_close_f), b.borrowed_amount_close_f)) AS borrowed_amount_min_f,
    COALESCE(b.borrowed_amount_max_f, GREATEST(COALESCE(b.borrowed_amount_open_f, b.borrowed_amount_close_f), b.borrowed_amount_close_f)) AS borrowed_amount_max_f,
    NULLIF(COALESCE(b.borrowed_amount_twavg_f, b.borrowed_amount_close_f), 'NaN'::double precision) AS borrowed_amount_twavg_f,
    b.borrowed_amount_close_f,
    NULLIF(COALESCE(b.available_amount_usd_open_f, b.available_amount_usd_close_f), 'NaN'::double precision) AS available_amount_usd_open_f,
    NULLIF(COALESCE(b.available_amount_usd_min_f, LEAST(NULLIF(COALESCE(b.available_amount_usd_open_f, b.available_amount_usd_close_f), 'NaN'::double precision), b.available_amount_usd_close_f)), 'NaN'::double precision) AS available_amount_usd_min_f,
    NULLIF(COALESCE(b.available_amount_usd_max_f, GREATEST(NULLIF(COALESCE(b.available_amount_usd_open_f, b.available_amount_usd_close_f), 'NaN'::double precision), b.available_amount_usd_close_f)), 'NaN'::double precision) AS available_amount_usd_max_f,
    NULLIF(COALESCE(b.available_amount_usd_twavg_f, b.available_amount_usd_close_f), 'NaN'::double precision) AS available_amount_usd_twavg_f,
    b.available_amount_usd_close_f,
    NULLIF(COALESCE(b.supplied_amount_usd_open_f, b.supplied_amount_usd_close_f), 'NaN'::double precision) AS supplied_amount_usd_open_f,
    NULLIF(COALESCE(b.supplied_amount_usd_min_f, LEAST(NULLIF(COALESCE(b.supplied_amount_usd_open_f, b.supplied_amount_usd_close_f), 'NaN'::double precision), b.supplied_amount_usd_close_f)), 'NaN'::double precision) AS supplied_amount_usd_min_f,
    NULLIF(COALESCE(b.supplied_amount_usd_max_f, GREATEST(NULLIF(COALESCE(b.supplied_amount_usd_open_f, b.supplied_amount_usd_close_f), 'NaN'::double precision), b.supplied_amount_usd_close_f)), 'NaN'::double precision) AS supplied_amount_usd_max_f,
    NULLIF(COALESCE(b.supplied_amount_usd_twavg_f, b.supplied_amount_usd_close_f), 'NaN'::double precision) AS supplied_amount_usd_twavg_f,
    b.supplied_amount_usd_close_f,
    NULLIF(COALESCE(b.borrowed_amount_usd_open_f, b.borrowed_amount_usd_close_f), 'NaN'::double precision) AS borrowed_amount_usd_open_f,
    NULLIF(COALESCE(b.borrowed_amount_usd_min_f, LEAST(NULLIF(COALESCE(b.borrowed_amount_usd_open_f, b.borrowed_amount_usd_close_f), 'NaN'::double precision), b.borrowed_amount_usd_close_f)), 'NaN'::double precision) AS borrowed_amount_usd_min_f,
    NULLIF(COALESCE(b.borrowed_amount_usd_max_f, GREATEST(NULLIF(COALESCE(b.borrowed_amount_usd_open_f, b.borrowed_amount_usd_close_f), 'NaN'::double precision), b.borrowed_amount_usd_close_f)), 'NaN'::double precision) AS borrowed_amount_usd_max_f,
    NULLIF(COALESCE(b.borrowed_amount_usd_twavg_f, b.borrowed_amount_usd_close_f), 'NaN'::double precision) AS borrowed_amount_usd_twavg_f,
    b.borrowed_amount_usd_close_f,
    NULLIF(COALESCE(b.price_usd_open_f, b.price_usd_close_f), 'NaN'::double precision) AS price_usd_open_f,
    NULLIF(COALESCE(b.price_usd_min_f, LEAST(NULLIF(COALESCE(b.price_usd_open_f, b.price_usd_close_f), 'NaN'::double precision), b.price_usd_close_f)), 'NaN'::double precision) AS price_usd_min_f,
    NULLIF(COALESCE(b.price_usd_max_f, GREATEST(NULLIF(COALESCE(b.price_usd_open_f, b.price_usd_close_f), 'NaN'::double precision), b.price_usd_close_f)), 'NaN'::double precision) AS price_usd_max_f,
    NULLIF(COALESCE(b.price_usd_twavg_f, b.price_usd_close_f), 'NaN'::double precision) AS price_usd_twavg_f,
    b.price_usd_close_f, COALESCE(b.utilization_open_f, b.utilization_close_f) AS utilization_open_f,
    COALESCE(b.utilization_min_f, LEAST(COALESCE(b.utilization_open_f, b.utilization_close_f), b.utilization_close_f)) AS utilization_min_f,
    COALESCE(b.utilization_max_f, GREATEST(COALESCE(b.utilization_open_f, b.utilization_close_f), b.utilization_close_f)) AS utilization_max_f,
    NULLIF(COALESCE(b.utilization_twavg_f, b.utilization_close_f), 'NaN'::double precision) AS utilization_twavg_f,
    b.utilization_close_f, COALESCE(b.borrow_apr_open_f, b.borrow_apr_close_f) AS borrow_apr_open_f,
    COALESCE(b.borrow_apr_min_f, LEAST(COALESCE(b.borrow_apr_open_f, b.borrow_apr_close_f), b.borrow_apr_close_f)) AS borrow_apr_min_f,
    COALESCE(b.borrow_apr_max_f, GREATEST(COALESCE(b.borrow_apr_open_f, b.borrow_apr_close_f), b.borrow_apr_close_f)) AS borrow_apr_max_f,
    NULLIF(COALESCE(b.borrow_apr_twavg_f, b.borrow_apr_close_f), 'NaN'::double precision) AS borrow_apr_twavg_f,
    b.borrow_apr_close_f, COALESCE(b.borrow_apy_open_f, b.borrow_apy_close_f) AS borrow_apy_open_f,
    COALESCE(b.borrow_apy_min_f, LEAST(COALESCE(b.borrow_apy_open_f, b.borrow_apy_close_f), b.borrow_apy_close_f)) AS borrow_apy_min_f,
    COALESCE(b.borrow_apy_max_f, GREATEST(COALESCE(b.borrow_apy_open_f, b.borrow_apy_close_f), b.borrow_apy_close_f)) AS borrow_apy_max_f,
    NULLIF(COALESCE(b.borrow_apy_twavg_f, b.borrow_apy_close_f), 'NaN'::double precision) AS borrow_apy_twavg_f,
    b.borrow_apy_close_f, COALESCE(b.supply_apr_open_f, b.supply_apr_close_f) AS supply_apr_open_f,
    COALESCE(b.supply_apr_min_f, LEAST(COALESCE(b.supply_apr_open_f, b.supply_apr_close_f), b.supply_apr_close_f)) AS supply_apr_min_f,
    COALESCE(b.supply_apr_max_f, GREATEST(COALESCE(b.supply_apr_open_f, b.supply_apr_close_f), b.supply_apr_close_f)) AS supply_apr_max_f,
    NULLIF(COALESCE(b.supply_apr_twavg_f, b.supply_apr_close_f), 'NaN'::double precision) AS supply_apr_twavg_f,
    b.supply_apr_close_f, COALESCE(b.supply_apy_open_f, b.supply_apy_close_f) AS supply_apy_open_f,
    COALESCE(b.supply_apy_min_f, LEAST(COALESCE(b.supply_apy_open_f, b.supply_apy_close_f), b.supply_apy_close_f)) AS supply_apy_min_f,
    COALESCE(b.supply_apy_max_f, GREATEST(COALESCE(b.supply_apy_open_f, b.supply_apy_close_f), b.supply_apy_close_f)) AS supply_apy_max_f,
    NULLIF(COALESCE(b.supply_apy_twavg_f, b.supply_apy_close_f), 'NaN'::double precision) AS supply_apy_twavg_f,
    b.supply_apy_close_f, COALESCE(b.rewards_apr_open_f, b.rewards_apr_close_f) AS rewards_apr_open_f,
    COALESCE(b.rewards_apr_min_f, LEAST(COALESCE(b.rewards_apr_open_f, b.rewards_apr_close_f), b.rewards_apr_close_f)) AS rewards_apr_min_f,
    COALESCE(b.rewards_apr_max_f, GREATEST(COALESCE(b.rewards_apr_open_f, b.rewards_apr_close_f), b.rewards_apr_close_f)) AS rewards_apr_max_f,
    NULLIF(COALESCE(b.rewards_apr_twavg_f, b.rewards_apr_close_f), 'NaN'::double precision) AS rewards_apr_twavg_f,
    b.rewards_apr_close_f, b.borrow_apy_realised_f, b.supply_apy_realised_f, b.observations, b.snapshots,
    COALESCE(b.observed_seconds, b.elapsed_seconds, EXTRACT(epoch FROM '1 day'::interval)::integer) AS observed_seconds,
    COALESCE(b.elapsed_seconds, EXTRACT(epoch FROM '1 day'::interval)::integer) AS elapsed_seconds, b.computed_at,
    b.rollup_version::integer AS rollup_version, b.final, r.protocol, r.address AS reserve, r.lending_market, b.quality,
    b.gap_reason,
        CASE b.open_proof
            WHEN 1 THEN 'same_account'::text
            WHEN 2 THEN 'later_account'::text
            WHEN 3 THEN 'index_continuity'::text
            ELSE NULL::text
        END AS open_proof,
        CASE b.close_proof
            WHEN 1 THEN 'same_account'::text
            WHEN 2 THEN 'later_account'::text
            WHEN 3 THEN 'index_continuity'::text
            ELSE NULL::text
        END AS close_proof,
    COALESCE(b.open_available_amount_raw, b.close_available_amount_raw) AS open_available_amount_raw,
    COALESCE(b.open_borrowed_amount_sf, b.close_borrowed_amount_sf) AS open_borrowed_amount_sf,
    COALESCE(b.open_total_supply_sf, b.close_total_supply_sf) AS open_total_supply_sf,
    COALESCE(b.open_cumulative_borrow_rate_bsf, b.close_cumulative_borrow_rate_bsf) AS open_cumulative_borrow_rate_bsf,
    COALESCE(b.open_collateral_supply_raw, b.close_collateral_supply_raw) AS open_collateral_supply_raw,
    COALESCE(b.open_market_price_sf, b.close_market_price_sf) AS open_market_price_sf, b.close_available_amount_raw,
    b.close_borrowed_amount_sf, b.close_total_supply_sf, b.close_cumulative_borrow_rate_bsf,
    b.close_collateral_supply_raw, b.close_market_price_sf,
    (b.interest_supply_side_sf + b.interest_protocol_sf + COALESCE(b.interest_referrer_max_sf, 0::numeric) + COALESCE(b.interest_host_sf, 0::numeric))::numeric(40,0) AS interest_sf,
    b.interest_supply_side_sf, b.interest_protocol_sf,
        CASE
            WHEN b.interest_supply_side_sf IS NOT NULL THEN COALESCE(b.interest_referrer_max_sf, 0::numeric)
            ELSE NULL::numeric
        END::numeric(40,0) AS interest_referrer_max_sf,
        CASE
            WHEN b.interest_supply_side_sf IS NOT NULL THEN COALESCE(b.interest_host_sf, 0::numeric)
            ELSE NULL::numeric
        END::numeric(40,0) AS interest_host_sf,
    (b.interest_supply_side_usd_sf + b.interest_protocol_usd_sf + COALESCE(b.interest_referrer_max_usd_sf, 0::numeric) + COALESCE(b.interest_host_usd_sf, 0::numeric))::numeric(80,0) AS interest_usd_sf,
    b.interest_supply_side_usd_sf, b.interest_protocol_usd_sf,
        CASE
            WHEN b.interest_supply_side_usd_sf IS NOT NULL THEN COALESCE(b.interest_referrer_max_usd_sf, 0::numeric)
            ELSE NULL::numeric
        END::numeric(80,0) AS interest_referrer_max_usd_sf,
        CASE
            WHEN b.interest_supply_side_usd_sf IS NOT NULL THEN COALESCE(b.interest_host_usd_sf, 0::numeric)
            ELSE NULL::numeric
        END::numeric(80,0) AS interest_host_usd_sf,
    b.open_price_status,
    NULLIF(COALESCE(b.open_price_updated_at, b.close_price_updated_at), '-infinity'::timestamp with time zone) AS open_price_updated_at,
    b.close_price_status, b.close_price_updated_at, b.interest_rate_basis, b.change_id, b.reserve_id,
    COALESCE(b.priced_seconds,
        CASE
            WHEN b.interest_supply_side_usd_sf IS NULL THEN 0
            ELSE COALESCE(b.elapsed_seconds, EXTRACT(epoch FROM '1 day'::interval)::integer)
        END) AS priced_seconds
   FROM lend.reserve_days b
     LEFT JOIN lend.reserves r ON r.id = b.reserve_id;

CREATE VIEW lend.reserve_hourly AS
 SELECT b.bucket_start, b.bucket_start + '01:00:00'::interval AS bucket_end, b.open_slot, b.close_slot,
        CASE
            WHEN b.open_slot IS NOT NULL THEN COALESCE(b.open_at, b.bucket_start)
            ELSE NULL::timestamp with time zone
        END AS open_at,
        CASE
            WHEN b.close_slot IS NOT NULL THEN COALESCE(b.close_at, b.bucket_start + '01:00:00'::interval)
            ELSE NULL::timestamp with time zone
        END AS close_at,
    b.open_observed_at, b.close_observed_at,
    COALESCE(b.available_amount_open_f, b.available_amount_close_f) AS available_amount_open_f,
    COALESCE(b.available_amount_min_f, LEAST(COALESCE(b.available_amount_open_f, b.available_amount_close_f), b.available_amount_close_f)) AS available_amount_min_f,
    COALESCE(b.available_amount_max_f, GREATEST(COALESCE(b.available_amount_open_f, b.available_amount_close_f), b.available_amount_close_f)) AS available_amount_max_f,
    NULLIF(COALESCE(b.available_amount_twavg_f, b.available_amount_close_f), 'NaN'::double precision) AS available_amount_twavg_f,
    b.available_amount_close_f, COALESCE(b.supplied_amount_open_f, b.supplied_amount_close_f) AS supplied_amount_open_f,
    COALESCE(b.supplied_amount_min_f, LEAST(COALESCE(b.supplied_amount_open_f, b.supplied_amount_close_f), b.supplied_amount_close_f)) AS supplied_amount_min_f,
    COALESCE(b.supplied_amount_max_f, GREATEST(COALESCE(b.supplied_amount_open_f, b.supplied_amount_close_f), b.supplied_amount_close_f)) AS supplied_amount_max_f,
    NULLIF(COALESCE(b.supplied_amount_twavg_f, b.supplied_amount_close_f), 'NaN'::double precision) AS supplied_amount_twavg_f,
    b.supplied_amount_close_f, COALESCE(b.borrowed_amount_open_f, b.borrowed_amount_close_f) AS borrowed_amount_open_f,
    COALESCE(b.borrowed_amount_min_f, LEAST(COALESCE(b.borrowed_amount_open_f, b.borrowed_amount_close_f), b.borrowed_amount_close_f)) AS borrowed_amount_min_f,
    COALESCE(b.borrowed_amount_max_f, GREATEST(COALESCE(b.borrowed_amount_open_f, b.borrowed_amount_close_f), b.borrowed_amount_close_f)) AS borrowed_amount_max_f,
    NULLIF(COALESCE(b.borrowed_amount_twavg_f, b.borrowed_amount_close_f), 'NaN'::double precision) AS borrowed_amount_twavg_f,
    b.borrowed_amount_close_f,
    NULLIF(COALESCE(b.available_amount_usd_open_f, b.available_amount_usd_close_f), 'NaN'::double precision) AS available_amount_usd_open_f,
    NULLIF(COALESCE(b.available_amount_usd_min_f, LEAST(NULLIF(COALESCE(b.available_amount_usd_open_f, b.available_amount_usd_close_f), 'NaN'::double precision), b.available_amount_usd_close_f)), 'NaN'::double precision) AS available_amount_usd_min_f,
    NULLIF(COALESCE(b.available_amount_usd_max_f, GREATEST(NULLIF(COALESCE(b.available_amount_usd_open_f, b.available_amount_usd_close_f), 'NaN'::double precision), b.available_amount_usd_close_f)), 'NaN'::double precision) AS available_amount_usd_max_f,
    NULLIF(COALESCE(b.available_amount_usd_twavg_f, b.available_amount_usd_close_f), 'NaN'::double precision) AS available_amount_usd_twavg_f,
    b.available_amount_usd_close_f,
    NULLIF(COALESCE(b.supplied_amount_usd_open_f, b.supplied_amount_usd_close_f), 'NaN'::double precision) AS supplied_amount_usd_open_f,
    NULLIF(COALESCE(b.supplied_amount_usd_min_f, LEAST(NULLIF(COALESCE(b.supplied_amount_usd_open_f, b.supplied_amount_usd_close_f), 'NaN'::double precision), b.supplied_amount_usd_close_f)), 'NaN'::double precision) AS supplied_amount_usd_min_f,
    NULLIF(COALESCE(b.supplied_amount_usd_max_f, GREATEST(NULLIF(COALESCE(b.supplied_amount_usd_open_f, b.supplied_amount_usd_close_f), 'NaN'::double precision), b.supplied_amount_usd_close_f)), 'NaN'::double precision) AS supplied_amount_usd_max_f,
    NULLIF(COALESCE(b.supplied_amount_usd_twavg_f, b.supplied_amount_usd_close_f), 'NaN'::double precision) AS supplied_amount_usd_twavg_f,
    b.supplied_amount_usd_close_f,
    NULLIF(COALESCE(b.borrowed_amount_usd_open_f, b.borrowed_amount_usd_close_f), 'NaN'::double precision) AS borrowed_amount_usd_open_f,
    NULLIF(COALESCE(b.borrowed_amount_usd_min_f, LEAST(NULLIF(COALESCE(b.borrowed_amount_usd_open_f, b.borrowed_amount_usd_close_f), 'NaN'::double precision), b.borrowed_amount_usd_close_f)), 'NaN'::double precision) AS borrowed_amount_usd_min_f,
    NULLIF(COALESCE(b.borrowed_amount_usd_max_f, GREATEST(NULLIF(COALESCE(b.borrowed_amount_usd_open_f, b.borrowed_amount_usd_close_f), 'NaN'::double precision), b.borrowed_amount_usd_close_f)), 'NaN'::double precision) AS borrowed_amount_usd_max_f,
    NULLIF(COALESCE(b.borrowed_amount_usd_twavg_f, b.borrowed_amount_usd_close_f), 'NaN'::double precision) AS borrowed_amount_usd_twavg_f,
    b.borrowed_amount_usd_close_f,
    NULLIF(COALESCE(b.price_usd_open_f, b.price_usd_close_f), 'NaN'::double precision) AS price_usd_open_f,
    NULLIF(COALESCE(b.price_usd_min_f, LEAST(NULLIF(COALESCE(b.price_usd_open_f, b.price_usd_close_f), 'NaN'::double precision), b.price_usd_close_f)), 'NaN'::double precision) AS price_usd_min_f,
    NULLIF(COALESCE(b.price_usd_max_f, GREATEST(NULLIF(COALESCE(b.price_usd_open_f, b.price_usd_close_f), 'NaN'::double precision), b.price_usd_close_f)), 'NaN'::double precision) AS price_usd_max_f,
    NULLIF(COALESCE(b.price_usd_twavg_f, b.price_usd_close_f), 'NaN'::double precision) AS price_usd_twavg_f,
    b.price_usd_close_f, COALESCE(b.utilization_open_f, b.utilization_close_f) AS utilization_open_f,
    COALESCE(b.utilization_min_f, LEAST(COALESCE(b.utilization_open_f, b.utilization_close_f), b.utilization_close_f)) AS utilization_min_f,
    COALESCE(b.utilization_max_f, GREATEST(COALESCE(b.utilization_open_f, b.utilization_close_f), b.utilization_close_f)) AS utilization_max_f,
    NULLIF(COALESCE(b.utilization_twavg_f, b.utilization_close_f), 'NaN'::double precision) AS utilization_twavg_f,
    b.utilization_close_f, COALESCE(b.borrow_apr_open_f, b.borrow_apr_close_f) AS borrow_apr_open_f,
    COALESCE(b.borrow_apr_min_f, LEAST(COALESCE(b.borrow_apr_open_f, b.borrow_apr_close_f), b.borrow_apr_close_f)) AS borrow_apr_min_f,
    COALESCE(b.borrow_apr_max_f, GREATEST(COALESCE(b.borrow_apr_open_f, b.borrow_apr_close_f), b.borrow_apr_close_f)) AS borrow_apr_max_f,
    NULLIF(COALESCE(b.borrow_apr_twavg_f, b.borrow_apr_close_f), 'NaN'::double precision) AS borrow_apr_twavg_f,
    b.borrow_apr_close_f, COALESCE(b.borrow_apy_open_f, b.borrow_apy_close_f) AS borrow_apy_open_f,
    COALESCE(b.borrow_apy_min_f, LEAST(COALESCE(b.borrow_apy_open_f, b.borrow_apy_close_f), b.borrow_apy_close_f)) AS borrow_apy_min_f,
    COALESCE(b.borrow_apy_max_f, GREATEST(COALESCE(b.borrow_apy_open_f, b.borrow_apy_close_f), b.borrow_apy_close_f)) AS borrow_apy_max_f,
    NULLIF(COALESCE(b.borrow_apy_twavg_f, b.borrow_apy_close_f), 'NaN'::double precision) AS borrow_apy_twavg_f,
    b.borrow_apy_close_f, COALESCE(b.supply_apr_open_f, b.supply_apr_close_f) AS supply_apr_open_f,
    COALESCE(b.supply_apr_min_f, LEAST(COALESCE(b.supply_apr_open_f, b.supply_apr_close_f), b.supply_apr_close_f)) AS supply_apr_min_f,
    COALESCE(b.supply_apr_max_f, GREATEST(COALESCE(b.supply_apr_open_f, b.supply_apr_close_f), b.supply_apr_close_f)) AS supply_apr_max_f,
    NULLIF(COALESCE(b.supply_apr_twavg_f, b.supply_apr_close_f), 'NaN'::double precision) AS supply_apr_twavg_f,
    b.supply_apr_close_f, COALESCE(b.supply_apy_open_f, b.supply_apy_close_f) AS supply_apy_open_f,
    COALESCE(b.supply_apy_min_f, LEAST(COALESCE(b.supply_apy_open_f, b.supply_apy_close_f), b.supply_apy_close_f)) AS supply_apy_min_f,
    COALESCE(b.supply_apy_max_f, GREATEST(COALESCE(b.supply_apy_open_f, b.supply_apy_close_f), b.supply_apy_close_f)) AS supply_apy_max_f,
    NULLIF(COALESCE(b.supply_apy_twavg_f, b.supply_apy_close_f), 'NaN'::double precision) AS supply_apy_twavg_f,
    b.supply_apy_close_f, COALESCE(b.rewards_apr_open_f, b.rewards_apr_close_f) AS rewards_apr_open_f,
    COALESCE(b.rewards_apr_min_f, LEAST(COALESCE(b.rewards_apr_open_f, b.rewards_apr_close_f), b.rewards_apr_close_f)) AS rewards_apr_min_f,
    COALESCE(b.rewards_apr_max_f, GREATEST(COALESCE(b.rewards_apr_open_f, b.rewards_apr_close_f), b.rewards_apr_close_f)) AS rewards_apr_max_f,
    NULLIF(COALESCE(b.rewards_apr_twavg_f, b.rewards_apr_close_f), 'NaN'::double precision) AS rewards_apr_twavg_f,
    b.rewards_apr_close_f, b.borrow_apy_realised_f, b.supply_apy_realised_f, b.observations, b.snapshots,
    COALESCE(b.observed_seconds, b.elapsed_seconds, EXTRACT(epoch FROM '01:00:00'::interval)::integer) AS observed_seconds,
    COALESCE(b.elapsed_seconds, EXTRACT(epoch FROM '01:00:00'::interval)::integer) AS elapsed_seconds, b.computed_at,
    b.rollup_version::integer AS rollup_version, b.final, r.protocol, r.address AS reserve, r.lending_market, b.quality,
    b.gap_reason,
        CASE b.open_proof
            WHEN 1 THEN 'same_account'::text
            WHEN 2 THEN 'later_account'::text
            WHEN 3 THEN 'index_continuity'::text
            ELSE NULL::text
        END AS open_proof,
        CASE b.close_proof
            WHEN 1 THEN 'same_account'::text
            WHEN 2 THEN 'later_account'::text
            WHEN 3 THEN 'index_continuity'::text
            ELSE NULL::text
        END AS close_proof,
    COALESCE(b.open_available_amount_raw, b.close_available_amount_raw) AS open_available_amount_raw,
    COALESCE(b.open_borrowed_amount_sf, b.close_borrowed_amount_sf) AS open_borrowed_amount_sf,
    COALESCE(b.open_total_supply_sf, b.close_total_supply_sf) AS open_total_supply_sf,
    COALESCE(b.open_cumulative_borrow_rate_bsf, b.close_cumulative_borrow_rate_bsf) AS open_cumulative_borrow_rate_bsf,
    COALESCE(b.open_collateral_supply_raw, b.close_collateral_supply_raw) AS open_collateral_supply_raw,
    COALESCE(b.open_market_price_sf, b.close_market_price_sf) AS open_market_price_sf, b.close_available_amount_raw,
    b.close_borrowed_amount_sf, b.close_total_supply_sf, b.close_cumulative_borrow_rate_bsf,
    b.close_collateral_supply_raw, b.close_market_price_sf,
    (b.interest_supply_side_sf + b.interest_protocol_sf + COALESCE(b.interest_referrer_max_sf, 0::numeric) + COALESCE(b.interest_host_sf, 0::numeric))::numeric(40,0) AS interest_sf,
    b.interest_supply_side_sf, b.interest_protocol_sf,
        CASE
            WHEN b.interest_supply_side_sf IS NOT NULL THEN COALESCE(b.interest_referrer_max_sf, 0::numeric)
            ELSE NULL::numeric
        END::numeric(40,0) AS interest_referrer_max_sf,
        CASE
            WHEN b.interest_supply_side_sf IS NOT NULL THEN COALESCE(b.interest_host_sf, 0::numeric)
            ELSE NULL::numeric
        END::numeric(40,0) AS interest_host_sf,
    (b.interest_supply_side_usd_sf + b.interest_protocol_usd_sf + COALESCE(b.interest_referrer_max_usd_sf, 0::numeric) + COALESCE(b.interest_host_usd_sf, 0::numeric))::numeric(80,0) AS interest_usd_sf,
    b.interest_supply_side_usd_sf, b.interest_protocol_usd_sf,
        CASE
            WHEN b.interest_supply_side_usd_sf IS NOT NULL THEN COALESCE(b.interest_referrer_max_usd_sf, 0::numeric)
            ELSE NULL::numeric
        END::numeric(80,0) AS interest_referrer_max_usd_sf,
        CASE
            WHEN b.interest_supply_side_usd_sf IS NOT NULL THEN COALESCE(b.interest_host_usd_sf, 0::numeric)
            ELSE NULL::numeric
        END::numeric(80,0) AS interest_host_usd_sf,
    b.open_price_status,
    NULLIF(COALESCE(b.open_price_updated_at, b.close_price_updated_at), '-infinity'::timestamp with time zone) AS open_price_updated_at,
    b.close_price_status, b.close_price_updated_at, b.interest_rate_basis, b.change_id, b.reserve_id,
    COALESCE(b.priced_seconds,
        CASE
            WHEN b.interest_supply_side_usd_sf IS NULL THEN 0
            ELSE COALESCE(b.elapsed_seconds, EXTRACT(epoch FROM '01:00:00'::interval)::integer)
        END) AS priced_seconds
   FROM lend.reserve_hours b
     LEFT JOIN lend.reserves r ON r.id = b.reserve_id;

CREATE VIEW lend.reserve_quarter_hourly AS
 SELECT b.bucket_start, b.bucket_start + '00:15:00'::interval AS bucket_end, b.open_slot, b.close_slot,
        CASE
            WHEN b.open_slot IS NOT NULL THEN COALESCE(b.open_at, b.bucket_start)
            ELSE NULL::timestamp with time zone
        END AS open_at,
        CASE
            WHEN b.close_slot IS NOT NULL THEN COALESCE(b.close_at, b.bucket_start + '00:15:00'::interval)
            ELSE NULL::timestamp with time zone
        END AS close_at,
    b.open_observed_at, b.close_observed_at,
    COALESCE(b.available_amount_open_f, b.available_amount_close_f) AS available_amount_open_f,
    COALESCE(b.available_amount_min_f, LEAST(COALESCE(b.available_amount_open_f, b.available_amount_close_f), b.available_amount_close_f)) AS available_amount_min_f,
    COALESCE(b.available_amount_max_f, GREATEST(COALESCE(b.available_amount_open_f, b.available_amount_close_f), b.available_amount_close_f)) AS available_amount_max_f,
    NULLIF(COALESCE(b.available_amount_twavg_f, b.available_amount_close_f), 'NaN'::double precision) AS available_amount_twavg_f,
    b.available_amount_close_f, COALESCE(b.supplied_amount_open_f, b.supplied_amount_close_f) AS supplied_amount_open_f,
    COALESCE(b.supplied_amount_min_f, LEAST(COALESCE(b.supplied_amount_open_f, b.supplied_amount_close_f), b.supplied_amount_close_f)) AS supplied_amount_min_f,
    COALESCE(b.supplied_amount_max_f, GREATEST(COALESCE(b.supplied_amount_open_f, b.supplied_amount_close_f), b.supplied_amount_close_f)) AS supplied_amount_max_f,
    NULLIF(COALESCE(b.supplied_amount_twavg_f, b.supplied_amount_close_f), 'NaN'::double precision) AS supplied_amount_twavg_f,
    b.supplied_amount_close_f, COALESCE(b.borrowed_amount_open_f, b.borrowed_amount_close_f) AS borrowed_amount_open_f,
    COALESCE(b.borrowed_amount_min_f, LEAST(COALESCE(b.borrowed_amount_open_f, b.borrowed_amount_close_f), b.borrowed_amount_close_f)) AS borrowed_amount_min_f,
    COALESCE(b.borrowed_amount_max_f, GREATEST(COALESCE(b.borrowed_amount_open_f, b.borrowed_amount_close_f), b.borrowed_amount_close_f)) AS borrowed_amount_max_f,
    NULLIF(COALESCE(b.borrowed_amount_twavg_f, b.borrowed_amount_close_f), 'NaN'::double precision) AS borrowed_amount_twavg_f,
    b.borrowed_amount_close_f,
    NULLIF(COALESCE(b.available_amount_usd_open_f, b.available_amount_usd_close_f), 'NaN'::double precision) AS available_amount_usd_open_f,
    NULLIF(COALESCE(b.available_amount_usd_min_f, LEAST(NULLIF(COALESCE(b.available_amount_usd_open_f, b.available_amount_usd_close_f), 'NaN'::double precision), b.available_amount_usd_close_f)), 'NaN'::double precision) AS available_amount_usd_min_f,
    NULLIF(COALESCE(b.available_amount_usd_max_f, GREATEST(NULLIF(COALESCE(b.available_amount_usd_open_f, b.available_amount_usd_close_f), 'NaN'::double precision), b.available_amount_usd_close_f)), 'NaN'::double precision) AS available_amount_usd_max_f,
    NULLIF(COALESCE(b.available_amount_usd_twavg_f, b.available_amount_usd_close_f), 'NaN'::double precision) AS available_amount_usd_twavg_f,
    b.available_amount_usd_close_f,
    NULLIF(COALESCE(b.supplied_amount_usd_open_f, b.supplied_amount_usd_close_f), 'NaN'::double precision) AS supplied_amount_usd_open_f,
    NULLIF(COALESCE(b.supplied_amount_usd_min_f, LEAST(NULLIF(COALESCE(b.supplied_amount_usd_open_f, b.supplied_amount_usd_close_f), 'NaN'::double precision), b.supplied_amount_usd_close_f)), 'NaN'::double precision) AS supplied_amount_usd_min_f,
    NULLIF(COALESCE(b.supplied_amount_usd_max_f, GREATEST(NULLIF(COALESCE(b.supplied_amount_usd_open_f, b.supplied_amount_usd_close_f), 'NaN'::double precision), b.supplied_amount_usd_close_f)), 'NaN'::double precision) AS supplied_amount_usd_max_f,
    NULLIF(COALESCE(b.supplied_amount_usd_twavg_f, b.supplied_amount_usd_close_f), 'NaN'::double precision) AS supplied_amount_usd_twavg_f,
    b.supplied_amount_usd_close_f,
    NULLIF(COALESCE(b.borrowed_amount_usd_open_f, b.borrowed_amount_usd_close_f), 'NaN'::double precision) AS borrowed_amount_usd_open_f,
    NULLIF(COALESCE(b.borrowed_amount_usd_min_f, LEAST(NULLIF(COALESCE(b.borrowed_amount_usd_open_f, b.borrowed_amount_usd_close_f), 'NaN'::double precision), b.borrowed_amount_usd_close_f)), 'NaN'::double precision) AS borrowed_amount_usd_min_f,
    NULLIF(COALESCE(b.borrowed_amount_usd_max_f, GREATEST(NULLIF(COALESCE(b.borrowed_amount_usd_open_f, b.borrowed_amount_usd_close_f), 'NaN'::double precision), b.borrowed_amount_usd_close_f)), 'NaN'::double precision) AS borrowed_amount_usd_max_f,
    NULLIF(COALESCE(b.borrowed_amount_usd_twavg_f, b.borrowed_amount_usd_close_f), 'NaN'::double precision) AS borrowed_amount_usd_twavg_f,
    b.borrowed_amount_usd_close_f,
    NULLIF(COALESCE(b.price_usd_open_f, b.price_usd_close_f), 'NaN'::double precision) AS price_usd_open_f,
    NULLIF(COALESCE(b.price_usd_min_f, LEAST(NULLIF(COALESCE(b.price_usd_open_f, b.price_usd_close_f), 'NaN'::double precision), b.price_usd_close_f)), 'NaN'::double precision) AS price_usd_min_f,
    NULLIF(COALESCE(b.price_usd_max_f, GREATEST(NULLIF(COALESCE(b.price_usd_open_f, b.price_usd_close_f), 'NaN'::double precision), b.price_usd_close_f)), 'NaN'::double precision) AS price_usd_max_f,
    NULLIF(COALESCE(b.price_usd_twavg_f, b.price_usd_close_f), 'NaN'::double precision) AS price_usd_twavg_f,
    b.price_usd_close_f, COALESCE(b.utilization_open_f, b.utilization_close_f) AS utilization_open_f,
    COALESCE(b.utilization_min_f, LEAST(COALESCE(b.utilization_open_f, b.utilization_close_f), b.utilization_close_f)) AS utilization_min_f,
    COALESCE(b.utilization_max_f, GREATEST(COALESCE(b.utilization_open_f, b.utilization_close_f), b.utilization_close_f)) AS utilization_max_f,
    NULLIF(COALESCE(b.utilization_twavg_f, b.utilization_close_f), 'NaN'::double precision) AS utilization_twavg_f,
    b.utilization_close_f, COALESCE(b.borrow_apr_open_f, b.borrow_apr_close_f) AS borrow_apr_open_f,
    COALESCE(b.borrow_apr_min_f, LEAST(COALESCE(b.borrow_apr_open_f, b.borrow_apr_close_f), b.borrow_apr_close_f)) AS borrow_apr_min_f,
    COALESCE(b.borrow_apr_max_f, GREATEST(COALESCE(b.borrow_apr_open_f, b.borrow_apr_close_f), b.borrow_apr_close_f)) AS borrow_apr_max_f,
    NULLIF(COALESCE(b.borrow_apr_twavg_f, b.borrow_apr_close_f), 'NaN'::double precision) AS borrow_apr_twavg_f,
    b.borrow_apr_close_f, COALESCE(b.borrow_apy_open_f, b.borrow_apy_close_f) AS borrow_apy_open_f,
    COALESCE(b.borrow_apy_min_f, LEAST(COALESCE(b.borrow_apy_open_f, b.borrow_apy_close_f), b.borrow_apy_close_f)) AS borrow_apy_min_f,
    COALESCE(b.borrow_apy_max_f, GREATEST(COALESCE(b.borrow_apy_open_f, b.borrow_apy_close_f), b.borrow_apy_close_f)) AS borrow_apy_max_f,
    NULLIF(COALESCE(b.borrow_apy_twavg_f, b.borrow_apy_close_f), 'NaN'::double precision) AS borrow_apy_twavg_f,
    b.borrow_apy_close_f, COALESCE(b.supply_apr_open_f, b.supply_apr_close_f) AS supply_apr_open_f,
    COALESCE(b.supply_apr_min_f, LEAST(COALESCE(b.supply_apr_open_f, b.supply_apr_close_f), b.supply_apr_close_f)) AS supply_apr_min_f,
    COALESCE(b.supply_apr_max_f, GREATEST(COALESCE(b.supply_apr_open_f, b.supply_apr_close_f), b.supply_apr_close_f)) AS supply_apr_max_f,
    NULLIF(COALESCE(b.supply_apr_twavg_f, b.supply_apr_close_f), 'NaN'::double precision) AS supply_apr_twavg_f,
    b.supply_apr_close_f, COALESCE(b.supply_apy_open_f, b.supply_apy_close_f) AS supply_apy_open_f,
    COALESCE(b.supply_apy_min_f, LEAST(COALESCE(b.supply_apy_open_f, b.supply_apy_close_f), b.supply_apy_close_f)) AS supply_apy_min_f,
    COALESCE(b.supply_apy_max_f, GREATEST(COALESCE(b.supply_apy_open_f, b.supply_apy_close_f), b.supply_apy_close_f)) AS supply_apy_max_f,
    NULLIF(COALESCE(b.supply_apy_twavg_f, b.supply_apy_close_f), 'NaN'::double precision) AS supply_apy_twavg_f,
    b.supply_apy_close_f, COALESCE(b.rewards_apr_open_f, b.rewards_apr_close_f) AS rewards_apr_open_f,
    COALESCE(b.rewards_apr_min_f, LEAST(COALESCE(b.rewards_apr_open_f, b.rewards_apr_close_f), b.rewards_apr_close_f)) AS rewards_apr_min_f,
    COALESCE(b.rewards_apr_max_f, GREATEST(COALESCE(b.rewards_apr_open_f, b.rewards_apr_close_f), b.rewards_apr_close_f)) AS rewards_apr_max_f,
    NULLIF(COALESCE(b.rewards_apr_twavg_f, b.rewards_apr_close_f), 'NaN'::double precision) AS rewards_apr_twavg_f,
    b.rewards_apr_close_f, b.borrow_apy_realised_f, b.supply_apy_realised_f, b.observations, b.snapshots,
    COALESCE(b.observed_seconds, b.elapsed_seconds, EXTRACT(epoch FROM '00:15:00'::interval)::integer) AS observed_seconds,
    COALESCE(b.elapsed_seconds, EXTRACT(epoch FROM '00:15:00'::interval)::integer) AS elapsed_seconds, b.computed_at,
    b.rollup_version::integer AS rollup_version, b.final, r.protocol, r.address AS reserve, r.lending_market, b.quality,
    b.gap_reason,
        CASE b.open_proof
            WHEN 1 THEN 'same_account'::text
            WHEN 2 THEN 'later_account'::text
            WHEN 3 THEN 'index_continuity'::text
            ELSE NULL::text
        END AS open_proof,
        CASE b.close_proof
            WHEN 1 THEN 'same_account'::text
            WHEN 2 THEN 'later_account'::text
            WHEN 3 THEN 'index_continuity'::text
            ELSE NULL::text
        END AS close_proof,
    COALESCE(b.open_available_amount_raw, b.close_available_amount_raw) AS open_available_amount_raw,
    COALESCE(b.open_borrowed_amount_sf, b.close_borrowed_amount_sf) AS open_borrowed_amount_sf,
    COALESCE(b.open_total_supply_sf, b.close_total_supply_sf) AS open_total_supply_sf,
    COALESCE(b.open_cumulative_borrow_rate_bsf, b.close_cumulative_borrow_rate_bsf) AS open_cumulative_borrow_rate_bsf,
    COALESCE(b.open_collateral_supply_raw, b.close_collateral_supply_raw) AS open_collateral_supply_raw,
    COALESCE(b.open_market_price_sf, b.close_market_price_sf) AS open_market_price_sf, b.close_available_amount_raw,
    b.close_borrowed_amount_sf, b.close_total_supply_sf, b.close_cumulative_borrow_rate_bsf,
    b.close_collateral_supply_raw, b.close_market_price_sf,
    (b.interest_supply_side_sf + b.interest_protocol_sf + COALESCE(b.interest_referrer_max_sf, 0::numeric) + COALESCE(b.interest_host_sf, 0::numeric))::numeric(40,0) AS interest_sf,
    b.interest_supply_side_sf, b.interest_protocol_sf,
        CASE
            WHEN b.interest_supply_side_sf IS NOT NULL THEN COALESCE(b.interest_referrer_max_sf, 0::numeric)
            ELSE NULL::numeric
        END::numeric(40,0) AS interest_referrer_max_sf,
        CASE
            WHEN b.interest_supply_side_sf IS NOT NULL THEN COALESCE(b.interest_host_sf, 0::numeric)
            ELSE NULL::numeric
        END::numeric(40,0) AS interest_host_sf,
    (b.interest_supply_side_usd_sf + b.interest_protocol_usd_sf + COALESCE(b.interest_referrer_max_usd_sf, 0::numeric) + COALESCE(b.interest_host_usd_sf, 0::numeric))::numeric(80,0) AS interest_usd_sf,
    b.interest_supply_side_usd_sf, b.interest_protocol_usd_sf,
        CASE
            WHEN b.interest_supply_side_usd_sf IS NOT NULL THEN COALESCE(b.interest_referrer_max_usd_sf, 0::numeric)
            ELSE NULL::numeric
        END::numeric(80,0) AS interest_referrer_max_usd_sf,
        CASE
            WHEN b.interest_supply_side_usd_sf IS NOT NULL THEN COALESCE(b.interest_host_usd_sf, 0::numeric)
            ELSE NULL::numeric
        END::numeric(80,0) AS interest_host_usd_sf,
    b.open_price_status,
    NULLIF(COALESCE(b.open_price_updated_at, b.close_price_updated_at), '-infinity'::timestamp with time zone) AS open_price_updated_at,
    b.close_price_status, b.close_price_updated_at, b.interest_rate_basis, b.change_id, b.reserve_id,
    COALESCE(b.priced_seconds,
        CASE
            WHEN b.interest_supply_side_usd_sf IS NULL THEN 0
            ELSE COALESCE(b.elapsed_seconds, EXTRACT(epoch FROM '00:15:00'::interval)::integer)
        END) AS priced_seconds
   FROM lend.reserve_quarters b
     LEFT JOIN lend.reserves r ON r.id = b.reserve_id;

CREATE VIEW lend_v1.reserve_latest AS
 SELECT l.reserve, l.lending_market, COALESCE(m.display_name, ''::text) AS lending_market_name,
    r.token_mint AS token_address, r.token_symbol, r.token_decimals, l.slot, l.observed_at, l.last_update_slot,
    l.last_update_at, l.last_update_stale AS last_update_stale_b, l.available_amount_raw,
    trim_scale(l.borrowed_amount_sf * lend.unit_of(r.protocol)) AS borrowed_amount_raw,
    trim_scale(l.cumulative_borrow_rate_bsf * lend.unit_of(r.protocol)) AS cumulative_borrow_rate_raw,
    trim_scale(l.accumulated_protocol_fees_sf * lend.unit_of(r.protocol)) AS accumulated_protocol_fees_raw,
    trim_scale(l.accumulated_referrer_fees_sf * lend.unit_of(r.protocol)) AS accumulated_referrer_fees_raw,
    trim_scale(l.pending_referrer_fees_sf * lend.unit_of(r.protocol)) AS pending_referrer_fees_raw,
    trim_scale(l.absolute_referral_rate_sf * lend.unit_of(r.protocol)) AS absolute_referral_rate_raw,
    trim_scale(l.market_price_sf * lend.unit_of(r.protocol)) AS price_raw, l.market_price_updated_at AS price_at,
    l.price_status, l.collateral_supply_raw, l.rewards_available_raw, l.queued_collateral_raw,
    l.borrowed_outside_elevation_group_raw, l.deposit_cap_current_raw, l.debt_cap_current_raw,
    l.deposit_cap_interval_start_at, l.debt_cap_interval_start_at, l.accrued_available_amount_raw,
    trim_scale(l.accrued_borrowed_amount_sf * lend.unit_of(r.protocol)) AS accrued_borrowed_amount_raw,
    trim_scale(l.accrued_total_supply_sf * lend.unit_of(r.protocol)) AS accrued_total_supply_raw,
    trim_scale(l.accrued_utilization_sf * lend.unit_of(r.protocol)) AS accrued_utilization_raw,
    trim_scale(l.accrued_cumulative_borrow_rate_bsf * lend.unit_of(r.protocol)) AS accrued_cumulative_borrow_rate_raw,
    trim_scale(l.accrued_protocol_fees_sf * lend.unit_of(r.protocol)) AS accrued_protocol_fees_raw,
    trim_scale(l.accrued_pending_referrer_fees_sf * lend.unit_of(r.protocol)) AS accrued_pending_referrer_fees_raw,
    trim_scale(l.borrow_rate_sf * lend.unit_of(r.protocol)) AS borrow_rate_raw, l.available_amount_f,
    l.supplied_amount_f, l.borrowed_amount_f, l.available_amount_usd_f, l.supplied_amount_usd_f, l.borrowed_amount_usd_f,
    l.price_usd_f, l.price_usable AS price_usable_b, l.utilization_f, l.borrow_apr_f, l.borrow_apy_f, l.supply_apr_f,
    l.supply_apy_f, l.rewards_apr_f, l.slot_duration_ms_f, l.slot_duration_source AS slot_duration_source_str,
    l.interest_rate_basis AS interest_rate_basis_str, l.compounding AS compounding_str,
    encode(l.account_sha256, 'hex'::text) AS account_sha256, l.decoder_version, l.poll_batch_id, l.recorded_at,
    (l.price_status::integer & 63) = 63 AS usable_for_borrow_b,
    EXTRACT(epoch FROM l.observed_at - l.market_price_updated_at)::bigint AS price_age_seconds,
    (trim_scale(l.accrued_protocol_fees_sf * lend.unit_of(r.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS protocol_fees_f,
    (trim_scale(l.accrued_protocol_fees_sf * lend.unit_of(r.protocol)) * (('1e-'::text || r.token_decimals)::numeric) * NULLIF(trim_scale(l.market_price_sf * lend.unit_of(r.protocol)), 0::numeric))::double precision AS protocol_fees_usd_f,
    (trim_scale(l.accumulated_referrer_fees_sf * lend.unit_of(r.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS referrer_fees_f,
    (trim_scale(l.accumulated_referrer_fees_sf * lend.unit_of(r.protocol)) * (('1e-'::text || r.token_decimals)::numeric) * NULLIF(trim_scale(l.market_price_sf * lend.unit_of(r.protocol)), 0::numeric))::double precision AS referrer_fees_usd_f,
    (trim_scale(l.accrued_pending_referrer_fees_sf * lend.unit_of(r.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS pending_referrer_fees_f,
    (trim_scale(l.accrued_pending_referrer_fees_sf * lend.unit_of(r.protocol)) * (('1e-'::text || r.token_decimals)::numeric) * NULLIF(trim_scale(l.market_price_sf * lend.unit_of(r.protocol)), 0::numeric))::double precision AS pending_referrer_fees_usd_f,
    l.supply_apy_f + l.rewards_apr_f AS supply_apy_total_f,
    (l.available_amount_raw + COALESCE(l.rewards_available_raw, 0::numeric))::numeric(20,0) AS vault_balance_raw,
    ((l.available_amount_raw + COALESCE(l.rewards_available_raw, 0::numeric))::numeric(20,0) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS vault_balance_f,
    ((l.available_amount_raw + COALESCE(l.rewards_available_raw, 0::numeric))::numeric(20,0) * (('1e-'::text || r.token_decimals)::numeric) * NULLIF(trim_scale(l.market_price_sf * lend.unit_of(r.protocol)), 0::numeric))::double precision AS vault_balance_usd_f,
    r.protocol, COALESCE(m.listed, false) AS listed_b
   FROM lend.reserve_latest l
     JOIN lend.reserves r ON r.address = l.reserve
     LEFT JOIN lend.lending_markets m ON m.address = l.lending_market;

CREATE VIEW lend_v1.reserve_risk_latest AS
 SELECT r.protocol, l.lending_market, COALESCE(m.display_name, ''::text) AS lending_market_name, l.reserve,
    r.token_mint AS token_address, r.token_symbol, l.slot, l.observed_at, l.price_usd_f,
    l.market_price_updated_at AS price_at,
    EXTRACT(epoch FROM l.observed_at - l.market_price_updated_at)::bigint AS price_age_seconds, l.price_status,
        CASE r.protocol
            WHEN 'kamino'::text THEN (l.price_status::integer & 1) = 1
            ELSE NULL::boolean
        END AS price_loaded_b,
        CASE r.protocol
            WHEN 'kamino'::text THEN (l.price_status::integer & 2) = 2
            ELSE NULL::boolean
        END AS price_age_checked_b,
        CASE r.protocol
            WHEN 'kamino'::text THEN (l.price_status::integer & 4) = 4
            ELSE NULL::boolean
        END AS twap_checked_b,
        CASE r.protocol
            WHEN 'kamino'::text THEN (l.price_status::integer & 8) = 8
            ELSE NULL::boolean
        END AS twap_age_checked_b,
        CASE r.protocol
            WHEN 'kamino'::text THEN (l.price_status::integer & 16) = 16
            ELSE NULL::boolean
        END AS heuristic_checked_b,
        CASE r.protocol
            WHEN 'kamino'::text THEN (l.price_status::integer & 32) = 32
            ELSE NULL::boolean
        END AS price_usage_allowed_b,
    (l.price_status::integer & 63) = 63 AS usable_for_borrow_b,
        CASE r.protocol
            WHEN 'kamino'::text THEN (l.price_status::integer & 35) = 35
            ELSE NULL::boolean
        END AS usable_for_liquidation_b,
    w1h.seconds AS realised_1h_seconds,
        CASE
            WHEN NOT w1h.has_fallen THEN w1h.debt
            ELSE NULL::double precision
        END AS borrow_apy_realised_1h_f,
        CASE
            WHEN w1h.seconds IS NULL THEN 'not_enough_history'::text
            WHEN w1h.has_fallen THEN 'index_reset'::text
            WHEN w1h.debt IS NULL THEN 'out_of_range'::text
            ELSE NULL::text
        END AS borrow_apy_realised_1h_gap_str,
        CASE
            WHEN NOT w1h.is_empty THEN w1h.supply
            ELSE NULL::double precision
        END AS supply_apy_realised_1h_f,
        CASE
            WHEN w1h.seconds IS NULL THEN 'not_enough_history'::text
            WHEN w1h.is_empty THEN 'no_collateral'::text
            WHEN w1h.supply IS NULL THEN 'out_of_range'::text
            ELSE NULL::text
        END AS supply_apy_realised_1h_gap_str,
    w24h.seconds AS realised_24h_seconds,
        CASE
            WHEN NOT w24h.has_fallen THEN w24h.debt
            ELSE NULL::double precision
        END AS borrow_apy_realised_24h_f,
        CASE
            WHEN w24h.seconds IS NULL THEN 'not_enough_history'::text
            WHEN w24h.has_fallen THEN 'index_reset'::text
            WHEN w24h.debt IS NULL THEN 'out_of_range'::text
            ELSE NULL::text
        END AS borrow_apy_realised_24h_gap_str,
        CASE
            WHEN NOT w24h.is_empty THEN w24h.supply
            ELSE NULL::double precision
        END AS supply_apy_realised_24h_f,
        CASE
            WHEN w24h.seconds IS NULL THEN 'not_enough_history'::text
            WHEN w24h.is_empty THEN 'no_collateral'::text
            WHEN w24h.supply IS NULL THEN 'out_of_range'::text
            ELSE NULL::text
        END AS supply_apy_realised_24h_gap_str,
    w7d.seconds AS realised_7d_seconds,
        CASE
            WHEN NOT w7d.has_fallen THEN w7d.debt
            ELSE NULL::double precision
        END AS borrow_apy_realised_7d_f,
        CASE
            WHEN w7d.seconds IS NULL THEN 'not_enough_history'::text
            WHEN w7d.has_fallen THEN 'index_reset'::text
            WHEN w7d.debt IS NULL THEN 'out_of_range'::text
            ELSE NULL::text
        END AS borrow_apy_realised_7d_gap_str,
        CASE
            WHEN NOT w7d.is_empty THEN w7d.supply
            ELSE NULL::double precision
        END AS supply_apy_realised_7d_f,
        CASE
            WHEN w7d.seconds IS NULL THEN 'not_enough_history'::text
            WHEN w7d.is_empty THEN 'no_collateral'::text
            WHEN w7d.supply IS NULL THEN 'out_of_range'::text
            ELSE NULL::text
        END AS supply_apy_realised_7d_gap_str,
    w30d.seconds AS realised_30d_seconds,
        CASE
            WHEN NOT w30d.has_fallen THEN w30d.debt
            ELSE NULL::double precision
        END AS borrow_apy_realised_30d_f,
        CASE
            WHEN w30d.seconds IS NULL THEN 'not_enough_history'::text
            WHEN w30d.has_fallen THEN 'index_reset'::text
            WHEN w30d.debt IS NULL THEN 'out_of_range'::text
            ELSE NULL::text
        END AS borrow_apy_realised_30d_gap_str,
        CASE
            WHEN NOT w30d.is_empty THEN w30d.supply
            ELSE NULL::double precision
        END AS supply_apy_realised_30d_f,
        CASE
            WHEN w30d.seconds IS NULL THEN 'not_enough_history'::text
            WHEN w30d.is_empty THEN 'no_collateral'::text
            WHEN w30d.supply IS NULL THEN 'out_of_range'::text
            ELSE NULL::text
        END AS supply_apy_realised_30d_gap_str,
    COALESCE(m.listed, false) AS listed_b
   FROM lend.reserve_latest l
     JOIN lend.reserves r ON r.address = l.reserve
     LEFT JOIN lend.lending_markets m ON m.address = l.lending_market
     LEFT JOIN LATERAL ( SELECT g.seconds,
            g.debt > (l.accrued_cumulative_borrow_rate_bsf * g.stretch) OR g.debt = 0::numeric AS has_fallen,
            LEAST(l.accrued_total_supply_sf, l.collateral_supply_raw, g.supplied, g.receipts) = 0::numeric AS is_empty,
            lend_v1.growth_to_apy(g.debt, l.accrued_cumulative_borrow_rate_bsf * g.stretch, g.seconds::double precision) AS debt,
            lend_v1.growth_to_apy(g.supplied * l.collateral_supply_raw, l.accrued_total_supply_sf * g.receipts, g.seconds::double precision) AS supply
           FROM ( SELECT e.observed_at, e.slot, e.accrued_cumulative_borrow_rate_bsf, e.accrued_total_supply_sf,
                    e.collateral_supply_raw, e.account_sha256
                   FROM (( SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf,
                            h.collateral_supply_raw, h.account_sha256
                           FROM lend.reserve_snapshots h
                          WHERE h.reserve = l.reserve AND h.observed_at <= (l.observed_at - 3600::double precision * '00:00:01'::interval) AND h.observed_at >= (l.observed_at - (3600::numeric * 1.5)::double precision * '00:00:01'::interval)
                          ORDER BY h.observed_at DESC, h.slot DESC
                         LIMIT 1)
                        UNION ALL
                        ( SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf,
                            h.collateral_supply_raw, h.account_sha256
                           FROM lend.narrow_snapshots h
                          WHERE h.reserve_id = (( SELECT placed.id
                                   FROM lend.reserves placed
                                  WHERE placed.address = l.reserve)) AND h.observed_at <= (l.observed_at - 3600::double precision * '00:00:01'::interval) AND h.observed_at >= (l.observed_at - (3600::numeric * 1.5)::double precision * '00:00:01'::interval)
                          ORDER BY h.observed_at DESC, h.slot DESC
                         LIMIT 1)) e
                  ORDER BY e.observed_at DESC, e.slot DESC
                 LIMIT 1) p
             LEFT JOIN LATERAL ( SELECT e.observed_at, e.slot, e.accrued_cumulative_borrow_rate_bsf,
                    e.accrued_total_supply_sf, e.collateral_supply_raw, e.account_sha256
                   FROM (( SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf,
                            h.collateral_supply_raw, h.account_sha256
                           FROM lend.reserve_snapshots h
                          WHERE h.reserve = l.reserve AND h.observed_at > (l.observed_at - 3600::double precision * '00:00:01'::interval) AND h.observed_at <= l.observed_at
                          ORDER BY h.observed_at, h.slot
                         LIMIT 1)
                        UNION ALL
                        ( SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf,
                            h.collateral_supply_raw, h.account_sha256
                           FROM lend.narrow_snapshots h
                          WHERE h.reserve_id = (( SELECT placed.id
                                   FROM lend.reserves placed
                                  WHERE placed.address = l.reserve)) AND h.observed_at > (l.observed_at - 3600::double precision * '00:00:01'::interval) AND h.observed_at <= l.observed_at
                          ORDER BY h.observed_at, h.slot
                         LIMIT 1)) e
                  ORDER BY e.observed_at, e.slot
                 LIMIT 1) s ON true
             CROSS JOIN LATERAL ( SELECT n_1.observed_at, n_1.debt, n_1.supplied, n_1.receipts, n_1.account,
                    p.observed_at < (l.observed_at - 3600::double precision * '00:00:01'::interval) AND (n_1.account = p.account_sha256 OR n_1.observed_at <= (p.observed_at + '00:15:00'::interval)) AS is_between
                   FROM ( SELECT COALESCE(s.observed_at, l.observed_at) AS observed_at,
                            COALESCE(s.accrued_cumulative_borrow_rate_bsf, l.accrued_cumulative_borrow_rate_bsf) AS debt,
                            COALESCE(s.accrued_total_supply_sf, l.accrued_total_supply_sf) AS supplied,
                            COALESCE(s.collateral_supply_raw, l.collateral_supply_raw) AS receipts,
                            COALESCE(s.account_sha256, l.account_sha256) AS account) n_1) n
             CROSS JOIN LATERAL ( SELECT
                        CASE
                            WHEN n.is_between THEN EXTRACT(epoch FROM l.observed_at - 3600::double precision * '00:00:01'::interval - p.observed_at)
                            ELSE 0::numeric
                        END AS passed,
                        CASE
                            WHEN n.is_between THEN EXTRACT(epoch FROM n.observed_at - (l.observed_at - 3600::double precision * '00:00:01'::interval))
                            ELSE 1::numeric
                        END AS ahead,
                        CASE
                            WHEN n.is_between THEN n.receipts
                            ELSE 1::numeric
                        END AS receipts) f
             CROSS JOIN LATERAL ( SELECT
                        CASE
                            WHEN n.is_between THEN 3600
                            ELSE EXTRACT(epoch FROM l.observed_at - p.observed_at)::integer
                        END AS seconds,
                    f.passed + f.ahead AS stretch,
                    p.accrued_cumulative_borrow_rate_bsf * f.ahead + n.debt * f.passed AS debt,
                    p.accrued_total_supply_sf * f.receipts * f.ahead + n.supplied * p.collateral_supply_raw * f.passed AS supplied,
                    p.collateral_supply_raw * f.receipts * (f.passed + f.ahead) AS receipts) g) w1h ON true
     LEFT JOIN LATERAL ( SELECT g.seconds,
            g.debt > (l.accrued_cumulative_borrow_rate_bsf * g.stretch) OR g.debt = 0::numeric AS has_fallen,
            LEAST(l.accrued_total_supply_sf, l.collateral_supply_raw, g.supplied, g.receipts) = 0::numeric AS is_empty,
            lend_v1.growth_to_apy(g.debt, l.accrued_cumulative_borrow_rate_bsf * g.stretch, g.seconds::double precision) AS debt,
            lend_v1.growth_to_apy(g.supplied * l.collateral_supply_raw, l.accrued_total_supply_sf * g.receipts, g.seconds::double precision) AS supply
           FROM ( SELECT e.observed_at, e.slot, e.accrued_cumulative_borrow_rate_bsf, e.accrued_total_supply_sf,
                    e.collateral_supply_raw, e.account_sha256
                   FROM (( SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf,
                            h.collateral_supply_raw, h.account_sha256
                           FROM lend.reserve_snapshots h
                          WHERE h.reserve = l.reserve AND h.observed_at <= (l.observed_at - 86400::double precision * '00:00:01'::interval) AND h.observed_at >= (l.observed_at - (86400::numeric * 1.5)::double precision * '00:00:01'::interval)
                          ORDER BY h.observed_at DESC, h.slot DESC
                         LIMIT 1)
                        UNION ALL
                        ( SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf,
                            h.collateral_supply_raw, h.account_sha256
                           FROM lend.narrow_snapshots h
                          WHERE h.reserve_id = (( SELECT placed.id
                                   FROM lend.reserves placed
                                  WHERE placed.address = l.reserve)) AND h.observed_at <= (l.observed_at - 86400::double precision * '00:00:01'::interval) AND h.observed_at >= (l.observed_at - (86400::numeric * 1.5)::double precision * '00:00:01'::interval)
                          ORDER BY h.observed_at DESC, h.slot DESC
                         LIMIT 1)) e
                  ORDER BY e.observed_at DESC, e.slot DESC
                 LIMIT 1) p
             LEFT JOIN LATERAL ( SELECT e.observed_at, e.slot, e.accrued_cumulative_borrow_rate_bsf,
                    e.accrued_total_supply_sf, e.collateral_supply_raw, e.account_sha256
                   FROM (( SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf,
                            h.collateral_supply_raw, h.account_sha256
                           FROM lend.reserve_snapshots h
                          WHERE h.reserve = l.reserve AND h.observed_at > (l.observed_at - 86400::double precision * '00:00:01'::interval) AND h.observed_at <= l.observed_at
                          ORDER BY h.observed_at, h.slot
                         LIMIT 1)
                        UNION ALL
                        ( SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf,
                            h.collateral_supply_raw, h.account_sha256
                           FROM lend.narrow_snapshots h
                          WHERE h.reserve_id = (( SELECT placed.id
                                   FROM lend.reserves placed
                                  WHERE placed.address = l.reserve)) AND h.observed_at > (l.observed_at - 86400::double precision * '00:00:01'::interval) AND h.observed_at <= l.observed_at
                          ORDER BY h.observed_at, h.slot
                         LIMIT 1)) e
                  ORDER BY e.observed_at, e.slot
                 LIMIT 1) s ON true
             CROSS JOIN LATERAL ( SELECT n_1.observed_at, n_1.debt, n_1.supplied, n_1.receipts, n_1.account,
                    p.observed_at < (l.observed_at - 86400::double precision * '00:00:01'::interval) AND (n_1.account = p.account_sha256 OR n_1.observed_at <= (p.observed_at + '00:15:00'::interval)) AS is_between
                   FROM ( SELECT COALESCE(s.observed_at, l.observed_at) AS observed_at,
                            COALESCE(s.accrued_cumulative_borrow_rate_bsf, l.accrued_cumulative_borrow_rate_bsf) AS debt,
                            COALESCE(s.accrued_total_supply_sf, l.accrued_total_supply_sf) AS supplied,
                            COALESCE(s.collateral_supply_raw, l.collateral_supply_raw) AS receipts,
                            COALESCE(s.account_sha256, l.account_sha256) AS account) n_1) n
             CROSS JOIN LATERAL ( SELECT
                        CASE
                            WHEN n.is_between THEN EXTRACT(epoch FROM l.observed_at - 86400::double precision * '00:00:01'::interval - p.observed_at)
                            ELSE 0::numeric
                        END AS passed,
                        CASE
                            WHEN n.is_between THEN EXTRACT(epoch FROM n.observed_at - (l.observed_at - 86400::double precision * '00:00:01'::interval))
                            ELSE 1::numeric
                        END AS ahead,
                        CASE
                            WHEN n.is_between THEN n.receipts
                            ELSE 1::numeric
                        END AS receipts) f
             CROSS JOIN LATERAL ( SELECT
                        CASE
                            WHEN n.is_between THEN 86400
                            ELSE EXTRACT(epoch FROM l.observed_at - p.observed_at)::integer
                        END AS seconds,
                    f.passed + f.ahead AS stretch,
                    p.accrued_cumulative_borrow_rate_bsf * f.ahead + n.debt * f.passed AS debt,
                    p.accrued_total_supply_sf * f.receipts * f.ahead + n.supplied * p.collateral_supply_raw * f.passed AS supplied,
                    p.collateral_supply_raw * f.receipts * (f.passed + f.ahead) AS receipts) g) w24h ON true
     LEFT JOIN LATERAL ( SELECT g.seconds,
            g.debt > (l.accrued_cumulative_borrow_rate_bsf * g.stretch) OR g.debt = 0::numeric AS has_fallen,
            LEAST(l.accrued_total_supply_sf, l.collateral_supply_raw, g.supplied, g.receipts) = 0::numeric AS is_empty,
            lend_v1.growth_to_apy(g.debt, l.accrued_cumulative_borrow_rate_bsf * g.stretch, g.seconds::double precision) AS debt,
            lend_v1.growth_to_apy(g.supplied * l.collateral_supply_raw, l.accrued_total_supply_sf * g.receipts, g.seconds::double precision) AS supply
           FROM ( SELECT e.observed_at, e.slot, e.accrued_cumulative_borrow_rate_bsf, e.accrued_total_supply_sf,
                    e.collateral_supply_raw, e.account_sha256
                   FROM (( SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf,
                            h.collateral_supply_raw, h.account_sha256
                           FROM lend.reserve_snapshots h
                          WHERE h.reserve = l.reserve AND h.observed_at <= (l.observed_at - 604800::double precision * '00:00:01'::interval) AND h.observed_at >= (l.observed_at - (604800::numeric * 1.5)::double precision * '00:00:01'::interval)
                          ORDER BY h.observed_at DESC, h.slot DESC
                         LIMIT 1)
                        UNION ALL
                        ( SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf,
                            h.collateral_supply_raw, h.account_sha256
                           FROM lend.narrow_snapshots h
                          WHERE h.reserve_id = (( SELECT placed.id
                                   FROM lend.reserves placed
                                  WHERE placed.address = l.reserve)) AND h.observed_at <= (l.observed_at - 604800::double precision * '00:00:01'::interval) AND h.observed_at >= (l.observed_at - (604800::numeric * 1.5)::double precision * '00:00:01'::interval)
                          ORDER BY h.observed_at DESC, h.slot DESC
                         LIMIT 1)) e
                  ORDER BY e.observed_at DESC, e.slot DESC
                 LIMIT 1) p
             LEFT JOIN LATERAL ( SELECT e.observed_at, e.slot, e.accrued_cumulative_borrow_rate_bsf,
                    e.accrued_total_supply_sf, e.collateral_supply_raw, e.account_sha256
                   FROM (( SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf,
                            h.collateral_supply_raw, h.account_sha256
                           FROM lend.reserve_snapshots h
                          WHERE h.reserve = l.reserve AND h.observed_at > (l.observed_at - 604800::double precision * '00:00:01'::interval) AND h.observed_at <= l.observed_at
                          ORDER BY h.observed_at, h.slot
                         LIMIT 1)
                        UNION ALL
                        ( SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf,
                            h.collateral_supply_raw, h.account_sha256
                           FROM lend.narrow_snapshots h
                          WHERE h.reserve_id = (( SELECT placed.id
                                   FROM lend.reserves placed
                                  WHERE placed.address = l.reserve)) AND h.observed_at > (l.observed_at - 604800::double precision * '00:00:01'::interval) AND h.observed_at <= l.observed_at
                          ORDER BY h.observed_at, h.slot
                         LIMIT 1)) e
                  ORDER BY e.observed_at, e.slot
                 LIMIT 1) s ON true
             CROSS JOIN LATERAL ( SELECT n_1.observed_at, n_1.debt, n_1.supplied, n_1.receipts, n_1.account,
                    p.observed_at < (l.observed_at - 604800::double precision * '00:00:01'::interval) AND (n_1.account = p.account_sha256 OR n_1.observed_at <= (p.observed_at + '00:15:00'::interval)) AS is_between
                   FROM ( SELECT COALESCE(s.observed_at, l.observed_at) AS observed_at,
                            COALESCE(s.accrued_cumulative_borrow_rate_bsf, l.accrued_cumulative_borrow_rate_bsf) AS debt,
                            COALESCE(s.accrued_total_supply_sf, l.accrued_total_supply_sf) AS supplied,
                            COALESCE(s.collateral_supply_raw, l.collateral_supply_raw) AS receipts,
                            COALESCE(s.account_sha256, l.account_sha256) AS account) n_1) n
             CROSS JOIN LATERAL ( SELECT
                        CASE
                            WHEN n.is_between THEN EXTRACT(epoch FROM l.observed_at - 604800::double precision * '00:00:01'::interval - p.observed_at)
                            ELSE 0::numeric
                        END AS passed,
                        CASE
                            WHEN n.is_between THEN EXTRACT(epoch FROM n.observed_at - (l.observed_at - 604800::double precision * '00:00:01'::interval))
                            ELSE 1::numeric
                        END AS ahead,
                        CASE
                            WHEN n.is_between THEN n.receipts
                            ELSE 1::numeric
                        END AS receipts) f
             CROSS JOIN LATERAL ( SELECT
                        CASE
                            WHEN n.is_between THEN 604800
                            ELSE EXTRACT(epoch FROM l.observed_at - p.observed_at)::integer
                        END AS seconds,
                    f.passed + f.ahead AS stretch,
                    p.accrued_cumulative_borrow_rate_bsf * f.ahead + n.debt * f.passed AS debt,
                    p.accrued_total_supply_sf * f.receipts * f.ahead + n.supplied * p.collateral_supply_raw * f.passed AS supplied,
                    p.collateral_supply_raw * f.receipts * (f.passed + f.ahead) AS receipts) g) w7d ON true
     LEFT JOIN LATERAL ( SELECT g.seconds,
            g.debt > (l.accrued_cumulative_borrow_rate_bsf * g.stretch) OR g.debt = 0::numeric AS has_fallen,
            LEAST(l.accrued_total_supply_sf, l.collateral_supply_raw, g.supplied, g.receipts) = 0::numeric AS is_empty,
            lend_v1.growth_to_apy(g.debt, l.accrued_cumulative_borrow_rate_bsf * g.stretch, g.seconds::double precision) AS debt,
            lend_v1.growth_to_apy(g.supplied * l.collateral_supply_raw, l.accrued_total_supply_sf * g.receipts, g.seconds::double precision) AS supply
           FROM ( SELECT e.observed_at, e.slot, e.accrued_cumulative_borrow_rate_bsf, e.accrued_total_supply_sf,
                    e.collateral_supply_raw, e.account_sha256
                   FROM (( SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf,
                            h.collateral_supply_raw, h.account_sha256
                           FROM lend.reserve_snapshots h
                          WHERE h.reserve = l.reserve AND h.observed_at <= (l.observed_at - 2592000::double precision * '00:00:01'::interval) AND h.observed_at >= (l.observed_at - (2592000::numeric * 1.5)::double precision * '00:00:01'::interval)
                          ORDER BY h.observed_at DESC, h.slot DESC
                         LIMIT 1)
                        UNION ALL
                        ( SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf,
                            h.collateral_supply_raw, h.account_sha256
                           FROM lend.narrow_snapshots h
                          WHERE h.reserve_id = (( SELECT placed.id
                                   FROM lend.reserves placed
                                  WHERE placed.address = l.reserve)) AND h.observed_at <= (l.observed_at - 2592000::double precision * '00:00:01'::interval) AND h.observed_at >= (l.observed_at - (2592000::numeric * 1.5)::double precision * '00:00:01'::interval)
                          ORDER BY h.observed_at DESC, h.slot DESC
                         LIMIT 1)) e
                  ORDER BY e.observed_at DESC, e.slot DESC
                 LIMIT 1) p
             LEFT JOIN LATERAL ( SELECT e.observed_at, e.slot, e.accrued_cumulative_borrow_rate_bsf,
                    e.accrued_total_supply_sf, e.collateral_supply_raw, e.account_sha256
                   FROM (( SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf,
                            h.collateral_supply_raw, h.account_sha256
                           FROM lend.reserve_snapshots h
                          WHERE h.reserve = l.reserve AND h.observed_at > (l.observed_at - 2592000::double precision * '00:00:01'::interval) AND h.observed_at <= l.observed_at
                          ORDER BY h.observed_at, h.slot
                         LIMIT 1)
                        UNION ALL
                        ( SELECT h.observed_at, h.slot, h.accrued_cumulative_borrow_rate_bsf, h.accrued_total_supply_sf,
                            h.collateral_supply_raw, h.account_sha256
                           FROM lend.narrow_snapshots h
                          WHERE h.reserve_id = (( SELECT placed.id
                                   FROM lend.reserves placed
                                  WHERE placed.address = l.reserve)) AND h.observed_at > (l.observed_at - 2592000::double precision * '00:00:01'::interval) AND h.observed_at <= l.observed_at
                          ORDER BY h.observed_at, h.slot
                         LIMIT 1)) e
                  ORDER BY e.observed_at, e.slot
                 LIMIT 1) s ON true
             CROSS JOIN LATERAL ( SELECT n_1.observed_at, n_1.debt, n_1.supplied, n_1.receipts, n_1.account,
                    p.observed_at < (l.observed_at - 2592000::double precision * '00:00:01'::interval) AND (n_1.account = p.account_sha256 OR n_1.observed_at <= (p.observed_at + '00:15:00'::interval)) AS is_between
                   FROM ( SELECT COALESCE(s.observed_at, l.observed_at) AS observed_at,
                            COALESCE(s.accrued_cumulative_borrow_rate_bsf, l.accrued_cumulative_borrow_rate_bsf) AS debt,
                            COALESCE(s.accrued_total_supply_sf, l.accrued_total_supply_sf) AS supplied,
                            COALESCE(s.collateral_supply_raw, l.collateral_supply_raw) AS receipts,
                            COALESCE(s.account_sha256, l.account_sha256) AS account) n_1) n
             CROSS JOIN LATERAL ( SELECT
                        CASE
                            WHEN n.is_between THEN EXTRACT(epoch FROM l.observed_at - 2592000::double precision * '00:00:01'::interval - p.observed_at)
                            ELSE 0::numeric
                        END AS passed,
                        CASE
                            WHEN n.is_between THEN EXTRACT(epoch FROM n.observed_at - (l.observed_at - 2592000::double precision * '00:00:01'::interval))
                            ELSE 1::numeric
                        END AS ahead,
                        CASE
                            WHEN n.is_between THEN n.receipts
                            ELSE 1::numeric
                        END AS receipts) f
             CROSS JOIN LATERAL ( SELECT
                        CASE
                            WHEN n.is_between THEN 2592000
                            ELSE EXTRACT(epoch FROM l.observed_at - p.observed_at)::integer
                        END AS seconds,
                    f.passed + f.ahead AS stretch,
                    p.accrued_cumulative_borrow_rate_bsf * f.ahead + n.debt * f.passed AS debt,
                    p.accrued_total_supply_sf * f.receipts * f.ahead + n.supplied * p.collateral_supply_raw * f.passed AS supplied,
                    p.collateral_supply_raw * f.receipts * (f.passed + f.ahead) AS receipts) g) w30d ON true;

CREATE VIEW lend_v1.reserve_price_divergence_latest AS
 SELECT r.protocol, l.lending_market, COALESCE(m.display_name, ''::text) AS lending_market_name, l.reserve,
    r.token_mint AS token_address, r.token_symbol, l.slot, l.observed_at, l.price_usd_f,
    l.market_price_updated_at AS price_at,
    EXTRACT(epoch FROM l.observed_at - l.market_price_updated_at)::bigint AS price_age_seconds, l.price_status,
    (l.price_status::integer & 63) = 63 AS usable_for_borrow_b, trim_scale(d.price) AS market_price_usd_raw,
    d.price::double precision AS market_price_usd_f, d.status AS market_price_status_str,
    d.observed_at AS market_price_at,
    EXTRACT(epoch FROM d.observed_at - d.published_at)::bigint AS market_price_age_seconds,
    d.divergence_bps AS market_price_divergence_bps_f, d.gap AS market_price_divergence_gap_str,
    COALESCE(m.listed, false) AS listed_b
   FROM lend.reserve_latest l
     JOIN lend.reserves r ON r.address = l.reserve
     LEFT JOIN lend.lending_markets m ON m.address = l.lending_market
     LEFT JOIN LATERAL ( SELECT v.price, v.observed_at, v.published_at, v.status, v.own_price, v.gap,
                CASE
                    WHEN v.gap IS NULL THEN ((v.own_price - v.price) * 10000::numeric / v.price)::double precision
                    ELSE NULL::double precision
                END AS divergence_bps
           FROM ( SELECT p.price, p.observed_at, p.published_at, COALESCE(p.status, 'missing'::text) AS status,
                    l.market_price_sf * lend.unit_of(r.protocol) AS own_price,
                        CASE
                            WHEN COALESCE(p.status, 'missing'::text) = 'missing'::text THEN 'missing'::text
                            WHEN (abs(EXTRACT(epoch FROM p.observed_at - l.observed_at)) * 1000::numeric) > GREATEST(0,
                            CASE
                                WHEN p.observed_at < l.observed_at THEN ( SELECT b.gap_after_ms
                                   FROM lend.price_batches b
                                  WHERE b.id = p.batch_id AND b.outcome = 'committed'::text)
                                ELSE ( SELECT b.gap_after_ms
                                   FROM lend.poll_batches b
                                  WHERE b.id = l.poll_batch_id)
                            END)::numeric THEN 'not_read'::text
                            WHEN p.status = ANY (ARRAY['stale'::text, 'disagreement'::text]) THEN p.status
                            WHEN COALESCE(p.price, 0::numeric) <= 0::numeric THEN 'missing'::text
                            WHEN p.reserves_only THEN 'no_other_source'::text
                            WHEN NOT l.price_usable THEN 'protocol_unpriced'::text
                            ELSE NULL::text
                        END AS gap
                   FROM ( SELECT) one
                     LEFT JOIN lend.price_latest p ON p.token_mint = r.token_mint) v) d ON true;

CREATE VIEW lend_v1.reserve_snapshots AS
 SELECT s.reserve, s.lending_market, s.slot, s.observed_at, s.last_update_slot, s.last_update_at,
    s.last_update_stale AS last_update_stale_b, s.available_amount_raw,
    trim_scale(s.borrowed_amount_sf * lend.unit_of(r.protocol)) AS borrowed_amount_raw,
    trim_scale(s.cumulative_borrow_rate_bsf * lend.unit_of(r.protocol)) AS cumulative_borrow_rate_raw,
    trim_scale(s.accumulated_protocol_fees_sf * lend.unit_of(r.protocol)) AS accumulated_protocol_fees_raw,
    trim_scale(s.accumulated_referrer_fees_sf * lend.unit_of(r.protocol)) AS accumulated_referrer_fees_raw,
    trim_scale(s.pending_referrer_fees_sf * lend.unit_of(r.protocol)) AS pending_referrer_fees_raw,
    trim_scale(s.absolute_referral_rate_sf * lend.unit_of(r.protocol)) AS absolute_referral_rate_raw,
    trim_scale(s.market_price_sf * lend.unit_of(r.protocol)) AS price_raw, s.market_price_updated_at AS price_at,
    s.price_status, s.collateral_supply_raw, s.rewards_available_raw, s.queued_collateral_raw,
    s.borrowed_outside_elevation_group_raw, s.deposit_cap_current_raw, s.debt_cap_current_raw,
    s.deposit_cap_interval_start_at, s.debt_cap_interval_start_at, s.accrued_available_amount_raw,
    trim_scale(s.accrued_borrowed_amount_sf * lend.unit_of(r.protocol)) AS accrued_borrowed_amount_raw,
    trim_scale(s.accrued_total_supply_sf * lend.unit_of(r.protocol)) AS accrued_total_supply_raw,
    trim_scale(s.accrued_utilization_sf * lend.unit_of(r.protocol)) AS accrued_utilization_raw,
    trim_scale(s.accrued_cumulative_borrow_rate_bsf * lend.unit_of(r.protocol)) AS accrued_cumulative_borrow_rate_raw,
    trim_scale(s.accrued_protocol_fees_sf * lend.unit_of(r.protocol)) AS accrued_protocol_fees_raw,
    trim_scale(s.accrued_pending_referrer_fees_sf * lend.unit_of(r.protocol)) AS accrued_pending_referrer_fees_raw,
    trim_scale(s.borrow_rate_sf * lend.unit_of(r.protocol)) AS borrow_rate_raw, s.available_amount_f,
    s.supplied_amount_f, s.borrowed_amount_f, s.available_amount_usd_f, s.supplied_amount_usd_f, s.borrowed_amount_usd_f,
    s.price_usd_f, s.price_usable AS price_usable_b, s.utilization_f, s.borrow_apr_f, s.borrow_apy_f, s.supply_apr_f,
    s.supply_apy_f, s.rewards_apr_f, s.slot_duration_ms_f, s.slot_duration_source AS slot_duration_source_str,
    s.interest_rate_basis AS interest_rate_basis_str, s.compounding AS compounding_str,
    encode(s.account_sha256, 'hex'::text) AS account_sha256, s.decoder_version, s.poll_batch_id,
    s.reason AS snapshot_reason_str, s.recorded_at, (s.price_status::integer & 63) = 63 AS usable_for_borrow_b,
    EXTRACT(epoch FROM s.observed_at - s.market_price_updated_at)::bigint AS price_age_seconds,
    (trim_scale(s.accrued_protocol_fees_sf * lend.unit_of(r.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS protocol_fees_f,
    (trim_scale(s.accrued_protocol_fees_sf * lend.unit_of(r.protocol)) * (('1e-'::text || r.token_decimals)::numeric) * NULLIF(trim_scale(s.market_price_sf * lend.unit_of(r.protocol)), 0::numeric))::double precision AS protocol_fees_usd_f,
    (trim_scale(s.accumulated_referrer_fees_sf * lend.unit_of(r.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS referrer_fees_f,
    (trim_scale(s.accumulated_referrer_fees_sf * lend.unit_of(r.protocol)) * (('1e-'::text || r.token_decimals)::numeric) * NULLIF(trim_scale(s.market_price_sf * lend.unit_of(r.protocol)), 0::numeric))::double precision AS referrer_fees_usd_f,
    (trim_scale(s.accrued_pending_referrer_fees_sf * lend.unit_of(r.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS pending_referrer_fees_f,
    (trim_scale(s.accrued_pending_referrer_fees_sf * lend.unit_of(r.protocol)) * (('1e-'::text || r.token_decimals)::numeric) * NULLIF(trim_scale(s.market_price_sf * lend.unit_of(r.protocol)), 0::numeric))::double precision AS pending_referrer_fees_usd_f,
    s.supply_apy_f + s.rewards_apr_f AS supply_apy_total_f,
    (s.available_amount_raw + COALESCE(s.rewards_available_raw, 0::numeric))::numeric(20,0) AS vault_balance_raw,
    ((s.available_amount_raw + COALESCE(s.rewards_available_raw, 0::numeric))::numeric(20,0) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS vault_balance_f,
    ((s.available_amount_raw + COALESCE(s.rewards_available_raw, 0::numeric))::numeric(20,0) * (('1e-'::text || r.token_decimals)::numeric) * NULLIF(trim_scale(s.market_price_sf * lend.unit_of(r.protocol)), 0::numeric))::double precision AS vault_balance_usd_f,
    r.protocol, r.token_symbol, COALESCE(m.display_name, ''::text) AS lending_market_name,
    COALESCE(m.listed, false) AS listed_b
   FROM lend.all_snapshots s
     LEFT JOIN lend.reserves r ON r.address = s.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market;

CREATE VIEW lend_v1.reserve_observations AS
 SELECT s.reserve, s.lending_market, s.slot, s.observed_at, s.available_amount_f, s.supplied_amount_f,
    s.borrowed_amount_f, s.available_amount_usd_f, s.supplied_amount_usd_f, s.borrowed_amount_usd_f, s.price_usd_f,
    s.price_usable AS price_usable_b, s.utilization_f, s.borrow_apr_f, s.borrow_apy_f, s.supply_apr_f, s.supply_apy_f,
    s.rewards_apr_f, s.reason AS snapshot_reason_str, s.poll_batch_id, s.recorded_at,
    s.supply_apy_f + s.rewards_apr_f AS supply_apy_total_f, r.protocol, r.token_symbol,
    COALESCE(m.display_name, ''::text) AS lending_market_name, COALESCE(m.listed, false) AS listed_b
   FROM lend.all_snapshots s
     LEFT JOIN lend.reserves r ON r.address = s.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market;

CREATE VIEW lend_v1.reserve_states AS
 SELECT s.reserve, s.lending_market, s.slot, s.observed_at, s.last_update_slot, s.last_update_at,
    s.last_update_stale AS last_update_stale_b, s.available_amount_raw,
    trim_scale(s.borrowed_amount_sf * lend.unit_of(r.protocol)) AS borrowed_amount_raw,
    trim_scale(s.cumulative_borrow_rate_bsf * lend.unit_of(r.protocol)) AS cumulative_borrow_rate_raw,
    trim_scale(s.accumulated_protocol_fees_sf * lend.unit_of(r.protocol)) AS accumulated_protocol_fees_raw,
    trim_scale(s.accumulated_referrer_fees_sf * lend.unit_of(r.protocol)) AS accumulated_referrer_fees_raw,
    trim_scale(s.pending_referrer_fees_sf * lend.unit_of(r.protocol)) AS pending_referrer_fees_raw,
    trim_scale(s.absolute_referral_rate_sf * lend.unit_of(r.protocol)) AS absolute_referral_rate_raw,
    trim_scale(s.market_price_sf * lend.unit_of(r.protocol)) AS price_raw, s.market_price_updated_at AS price_at,
    s.price_status, s.collateral_supply_raw, s.rewards_available_raw, s.queued_collateral_raw,
    s.borrowed_outside_elevation_group_raw, s.deposit_cap_current_raw, s.debt_cap_current_raw,
    s.deposit_cap_interval_start_at, s.debt_cap_interval_start_at,
    encode(s.account_sha256, 'hex'::text) AS account_sha256, s.decoder_version, s.reason AS snapshot_reason_str,
    s.poll_batch_id, s.recorded_at, r.protocol, r.token_symbol,
    COALESCE(m.display_name, ''::text) AS lending_market_name, COALESCE(m.listed, false) AS listed_b
   FROM lend.all_snapshots s
     LEFT JOIN lend.reserves r ON r.address = s.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market
  WHERE s.reason <> 'heartbeat'::text;

CREATE VIEW lend_v1.reserve_quarter_hourly AS
 SELECT b.reserve, b.lending_market, b.protocol, b.bucket_start, b.bucket_end, b.final AS final_b,
    b.quality AS quality_str, b.gap_reason AS gap_reason_str, b.observations, b.snapshots, b.observed_seconds,
    b.elapsed_seconds, b.available_amount_open_f, b.available_amount_min_f, b.available_amount_max_f,
    b.available_amount_twavg_f, b.available_amount_close_f, b.supplied_amount_open_f, b.supplied_amount_min_f,
    b.supplied_amount_max_f, b.supplied_amount_twavg_f, b.supplied_amount_close_f, b.borrowed_amount_open_f,
    b.borrowed_amount_min_f, b.borrowed_amount_max_f, b.borrowed_amount_twavg_f, b.borrowed_amount_close_f,
    b.available_amount_usd_open_f, b.available_amount_usd_min_f, b.available_amount_usd_max_f,
    b.available_amount_usd_twavg_f, b.available_amount_usd_close_f, b.supplied_amount_usd_open_f,
    b.supplied_amount_usd_min_f, b.supplied_amount_usd_max_f, b.supplied_amount_usd_twavg_f,
    b.supplied_amount_usd_close_f, b.borrowed_amount_usd_open_f, b.borrowed_amount_usd_min_f,
    b.borrowed_amount_usd_max_f, b.borrowed_amount_usd_twavg_f, b.borrowed_amount_usd_close_f, b.price_usd_open_f,
    b.price_usd_min_f, b.price_usd_max_f, b.price_usd_twavg_f, b.price_usd_close_f, b.utilization_open_f,
    b.utilization_min_f, b.utilization_max_f, b.utilization_twavg_f, b.utilization_close_f, b.borrow_apr_open_f,
    b.borrow_apr_min_f, b.borrow_apr_max_f, b.borrow_apr_twavg_f, b.borrow_apr_close_f, b.borrow_apy_open_f,
    b.borrow_apy_min_f, b.borrow_apy_max_f, b.borrow_apy_twavg_f, b.borrow_apy_close_f, b.supply_apr_open_f,
    b.supply_apr_min_f, b.supply_apr_max_f, b.supply_apr_twavg_f, b.supply_apr_close_f, b.supply_apy_open_f,
    b.supply_apy_min_f, b.supply_apy_max_f, b.supply_apy_twavg_f, b.supply_apy_close_f, b.rewards_apr_open_f,
    b.rewards_apr_min_f, b.rewards_apr_max_f, b.rewards_apr_twavg_f, b.rewards_apr_close_f, b.borrow_apy_realised_f,
    b.supply_apy_realised_f, trim_scale(b.interest_sf * lend.unit_of(b.protocol)) AS interest_raw,
    trim_scale(b.interest_supply_side_sf * lend.unit_of(b.protocol)) AS interest_supply_side_raw,
    trim_scale(b.interest_protocol_sf * lend.unit_of(b.protocol)) AS interest_protocol_raw,
    trim_scale(b.interest_referrer_max_sf * lend.unit_of(b.protocol)) AS interest_referrer_max_raw,
    trim_scale(b.interest_host_sf * lend.unit_of(b.protocol)) AS interest_host_raw,
    trim_scale(b.interest_usd_sf * lend.unit_of(b.protocol)) AS interest_usd_raw,
    trim_scale(b.interest_supply_side_usd_sf * lend.unit_of(b.protocol)) AS interest_supply_side_usd_raw,
    trim_scale(b.interest_protocol_usd_sf * lend.unit_of(b.protocol)) AS interest_protocol_usd_raw,
    trim_scale(b.interest_referrer_max_usd_sf * lend.unit_of(b.protocol)) AS interest_referrer_max_usd_raw,
    trim_scale(b.interest_host_usd_sf * lend.unit_of(b.protocol)) AS interest_host_usd_raw, b.open_slot, b.open_at,
    b.open_observed_at, b.open_proof AS open_proof_str, b.open_available_amount_raw,
    trim_scale(b.open_borrowed_amount_sf * lend.unit_of(b.protocol)) AS open_borrowed_amount_raw,
    trim_scale(b.open_total_supply_sf * lend.unit_of(b.protocol)) AS open_total_supply_raw,
    trim_scale(b.open_cumulative_borrow_rate_bsf * lend.unit_of(b.protocol)) AS open_cumulative_borrow_rate_raw,
    b.open_collateral_supply_raw, trim_scale(b.open_market_price_sf * lend.unit_of(b.protocol)) AS open_price_raw,
    b.close_slot, b.close_at, b.close_observed_at, b.close_proof AS close_proof_str, b.close_available_amount_raw,
    trim_scale(b.close_borrowed_amount_sf * lend.unit_of(b.protocol)) AS close_borrowed_amount_raw,
    trim_scale(b.close_total_supply_sf * lend.unit_of(b.protocol)) AS close_total_supply_raw,
    trim_scale(b.close_cumulative_borrow_rate_bsf * lend.unit_of(b.protocol)) AS close_cumulative_borrow_rate_raw,
    b.close_collateral_supply_raw, trim_scale(b.close_market_price_sf * lend.unit_of(b.protocol)) AS close_price_raw,
    b.computed_at, b.rollup_version, b.open_price_status, b.open_price_updated_at AS open_price_at, b.close_price_status,
    b.close_price_updated_at AS close_price_at,
    (trim_scale(b.interest_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_f,
    (trim_scale(b.interest_supply_side_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_supply_side_f,
    (trim_scale(b.interest_protocol_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_protocol_f,
    (trim_scale(b.interest_referrer_max_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_referrer_max_f,
    (trim_scale(b.interest_host_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_host_f,
    trim_scale(b.interest_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_usd_f,
    trim_scale(b.interest_supply_side_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_supply_side_usd_f,
    trim_scale(b.interest_protocol_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_protocol_usd_f,
    trim_scale(b.interest_referrer_max_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_referrer_max_usd_f,
    trim_scale(b.interest_host_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_host_usd_f,
    b.observed_seconds::double precision / NULLIF(b.elapsed_seconds, 0)::double precision AS coverage_f, b.change_id,
    b.supply_apy_open_f + b.rewards_apr_open_f AS supply_apy_total_open_f,
    b.supply_apy_twavg_f + b.rewards_apr_twavg_f AS supply_apy_total_twavg_f,
    b.supply_apy_close_f + b.rewards_apr_close_f AS supply_apy_total_close_f, r.token_symbol,
    COALESCE(m.display_name, ''::text) AS lending_market_name, COALESCE(m.listed, false) AS listed_b,
    b.priced_seconds::double precision / NULLIF(b.elapsed_seconds, 0)::double precision AS interest_priced_share_f
   FROM lend.reserve_quarter_hourly b
     LEFT JOIN lend.reserves r ON r.id = b.reserve_id
     LEFT JOIN lend.lending_markets m ON m.address = b.lending_market;

CREATE VIEW lend_v1.reserve_hourly AS
 SELECT b.reserve, b.lending_market, b.protocol, b.bucket_start, b.bucket_end, b.final AS final_b,
    b.quality AS quality_str, b.gap_reason AS gap_reason_str, b.observations, b.snapshots, b.observed_seconds,
    b.elapsed_seconds, b.available_amount_open_f, b.available_amount_min_f, b.available_amount_max_f,
    b.available_amount_twavg_f, b.available_amount_close_f, b.supplied_amount_open_f, b.supplied_amount_min_f,
    b.supplied_amount_max_f, b.supplied_amount_twavg_f, b.supplied_amount_close_f, b.borrowed_amount_open_f,
    b.borrowed_amount_min_f, b.borrowed_amount_max_f, b.borrowed_amount_twavg_f, b.borrowed_amount_close_f,
    b.available_amount_usd_open_f, b.available_amount_usd_min_f, b.available_amount_usd_max_f,
    b.available_amount_usd_twavg_f, b.available_amount_usd_close_f, b.supplied_amount_usd_open_f,
    b.supplied_amount_usd_min_f, b.supplied_amount_usd_max_f, b.supplied_amount_usd_twavg_f,
    b.supplied_amount_usd_close_f, b.borrowed_amount_usd_open_f, b.borrowed_amount_usd_min_f,
    b.borrowed_amount_usd_max_f, b.borrowed_amount_usd_twavg_f, b.borrowed_amount_usd_close_f, b.price_usd_open_f,
    b.price_usd_min_f, b.price_usd_max_f, b.price_usd_twavg_f, b.price_usd_close_f, b.utilization_open_f,
    b.utilization_min_f, b.utilization_max_f, b.utilization_twavg_f, b.utilization_close_f, b.borrow_apr_open_f,
    b.borrow_apr_min_f, b.borrow_apr_max_f, b.borrow_apr_twavg_f, b.borrow_apr_close_f, b.borrow_apy_open_f,
    b.borrow_apy_min_f, b.borrow_apy_max_f, b.borrow_apy_twavg_f, b.borrow_apy_close_f, b.supply_apr_open_f,
    b.supply_apr_min_f, b.supply_apr_max_f, b.supply_apr_twavg_f, b.supply_apr_close_f, b.supply_apy_open_f,
    b.supply_apy_min_f, b.supply_apy_max_f, b.supply_apy_twavg_f, b.supply_apy_close_f, b.rewards_apr_open_f,
    b.rewards_apr_min_f, b.rewards_apr_max_f, b.rewards_apr_twavg_f, b.rewards_apr_close_f, b.borrow_apy_realised_f,
    b.supply_apy_realised_f, trim_scale(b.interest_sf * lend.unit_of(b.protocol)) AS interest_raw,
    trim_scale(b.interest_supply_side_sf * lend.unit_of(b.protocol)) AS interest_supply_side_raw,
    trim_scale(b.interest_protocol_sf * lend.unit_of(b.protocol)) AS interest_protocol_raw,
    trim_scale(b.interest_referrer_max_sf * lend.unit_of(b.protocol)) AS interest_referrer_max_raw,
    trim_scale(b.interest_host_sf * lend.unit_of(b.protocol)) AS interest_host_raw,
    trim_scale(b.interest_usd_sf * lend.unit_of(b.protocol)) AS interest_usd_raw,
    trim_scale(b.interest_supply_side_usd_sf * lend.unit_of(b.protocol)) AS interest_supply_side_usd_raw,
    trim_scale(b.interest_protocol_usd_sf * lend.unit_of(b.protocol)) AS interest_protocol_usd_raw,
    trim_scale(b.interest_referrer_max_usd_sf * lend.unit_of(b.protocol)) AS interest_referrer_max_usd_raw,
    trim_scale(b.interest_host_usd_sf * lend.unit_of(b.protocol)) AS interest_host_usd_raw, b.open_slot, b.open_at,
    b.open_observed_at, b.open_proof AS open_proof_str, b.open_available_amount_raw,
    trim_scale(b.open_borrowed_amount_sf * lend.unit_of(b.protocol)) AS open_borrowed_amount_raw,
    trim_scale(b.open_total_supply_sf * lend.unit_of(b.protocol)) AS open_total_supply_raw,
    trim_scale(b.open_cumulative_borrow_rate_bsf * lend.unit_of(b.protocol)) AS open_cumulative_borrow_rate_raw,
    b.open_collateral_supply_raw, trim_scale(b.open_market_price_sf * lend.unit_of(b.protocol)) AS open_price_raw,
    b.close_slot, b.close_at, b.close_observed_at, b.close_proof AS close_proof_str, b.close_available_amount_raw,
    trim_scale(b.close_borrowed_amount_sf * lend.unit_of(b.protocol)) AS close_borrowed_amount_raw,
    trim_scale(b.close_total_supply_sf * lend.unit_of(b.protocol)) AS close_total_supply_raw,
    trim_scale(b.close_cumulative_borrow_rate_bsf * lend.unit_of(b.protocol)) AS close_cumulative_borrow_rate_raw,
    b.close_collateral_supply_raw, trim_scale(b.close_market_price_sf * lend.unit_of(b.protocol)) AS close_price_raw,
    b.computed_at, b.rollup_version, b.open_price_status, b.open_price_updated_at AS open_price_at, b.close_price_status,
    b.close_price_updated_at AS close_price_at,
    (trim_scale(b.interest_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_f,
    (trim_scale(b.interest_supply_side_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_supply_side_f,
    (trim_scale(b.interest_protocol_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_protocol_f,
    (trim_scale(b.interest_referrer_max_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_referrer_max_f,
    (trim_scale(b.interest_host_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_host_f,
    trim_scale(b.interest_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_usd_f,
    trim_scale(b.interest_supply_side_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_supply_side_usd_f,
    trim_scale(b.interest_protocol_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_protocol_usd_f,
    trim_scale(b.interest_referrer_max_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_referrer_max_usd_f,
    trim_scale(b.interest_host_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_host_usd_f,
    b.observed_seconds::double precision / NULLIF(b.elapsed_seconds, 0)::double precision AS coverage_f, b.change_id,
    b.supply_apy_open_f + b.rewards_apr_open_f AS supply_apy_total_open_f,
    b.supply_apy_twavg_f + b.rewards_apr_twavg_f AS supply_apy_total_twavg_f,
    b.supply_apy_close_f + b.rewards_apr_close_f AS supply_apy_total_close_f, r.token_symbol,
    COALESCE(m.display_name, ''::text) AS lending_market_name, COALESCE(m.listed, false) AS listed_b,
    b.priced_seconds::double precision / NULLIF(b.elapsed_seconds, 0)::double precision AS interest_priced_share_f
   FROM lend.reserve_hourly b
     LEFT JOIN lend.reserves r ON r.id = b.reserve_id
     LEFT JOIN lend.lending_markets m ON m.address = b.lending_market;

CREATE VIEW lend_v1.reserve_daily AS
 SELECT b.reserve, b.lending_market, b.protocol, b.bucket_start, b.bucket_end, b.final AS final_b,
    b.quality AS quality_str, b.gap_reason AS gap_reason_str, b.observations, b.snapshots, b.observed_seconds,
    b.elapsed_seconds, b.available_amount_open_f, b.available_amount_min_f, b.available_amount_max_f,
    b.available_amount_twavg_f, b.available_amount_close_f, b.supplied_amount_open_f, b.supplied_amount_min_f,
    b.supplied_amount_max_f, b.supplied_amount_twavg_f, b.supplied_amount_close_f, b.borrowed_amount_open_f,
    b.borrowed_amount_min_f, b.borrowed_amount_max_f, b.borrowed_amount_twavg_f, b.borrowed_amount_close_f,
    b.available_amount_usd_open_f, b.available_amount_usd_min_f, b.available_amount_usd_max_f,
    b.available_amount_usd_twavg_f, b.available_amount_usd_close_f, b.supplied_amount_usd_open_f,
    b.supplied_amount_usd_min_f, b.supplied_amount_usd_max_f, b.supplied_amount_usd_twavg_f,
    b.supplied_amount_usd_close_f, b.borrowed_amount_usd_open_f, b.borrowed_amount_usd_min_f,
    b.borrowed_amount_usd_max_f, b.borrowed_amount_usd_twavg_f, b.borrowed_amount_usd_close_f, b.price_usd_open_f,
    b.price_usd_min_f, b.price_usd_max_f, b.price_usd_twavg_f, b.price_usd_close_f, b.utilization_open_f,
    b.utilization_min_f, b.utilization_max_f, b.utilization_twavg_f, b.utilization_close_f, b.borrow_apr_open_f,
    b.borrow_apr_min_f, b.borrow_apr_max_f, b.borrow_apr_twavg_f, b.borrow_apr_close_f, b.borrow_apy_open_f,
    b.borrow_apy_min_f, b.borrow_apy_max_f, b.borrow_apy_twavg_f, b.borrow_apy_close_f, b.supply_apr_open_f,
    b.supply_apr_min_f, b.supply_apr_max_f, b.supply_apr_twavg_f, b.supply_apr_close_f, b.supply_apy_open_f,
    b.supply_apy_min_f, b.supply_apy_max_f, b.supply_apy_twavg_f, b.supply_apy_close_f, b.rewards_apr_open_f,
    b.rewards_apr_min_f, b.rewards_apr_max_f, b.rewards_apr_twavg_f, b.rewards_apr_close_f, b.borrow_apy_realised_f,
    b.supply_apy_realised_f, trim_scale(b.interest_sf * lend.unit_of(b.protocol)) AS interest_raw,
    trim_scale(b.interest_supply_side_sf * lend.unit_of(b.protocol)) AS interest_supply_side_raw,
    trim_scale(b.interest_protocol_sf * lend.unit_of(b.protocol)) AS interest_protocol_raw,
    trim_scale(b.interest_referrer_max_sf * lend.unit_of(b.protocol)) AS interest_referrer_max_raw,
    trim_scale(b.interest_host_sf * lend.unit_of(b.protocol)) AS interest_host_raw,
    trim_scale(b.interest_usd_sf * lend.unit_of(b.protocol)) AS interest_usd_raw,
    trim_scale(b.interest_supply_side_usd_sf * lend.unit_of(b.protocol)) AS interest_supply_side_usd_raw,
    trim_scale(b.interest_protocol_usd_sf * lend.unit_of(b.protocol)) AS interest_protocol_usd_raw,
    trim_scale(b.interest_referrer_max_usd_sf * lend.unit_of(b.protocol)) AS interest_referrer_max_usd_raw,
    trim_scale(b.interest_host_usd_sf * lend.unit_of(b.protocol)) AS interest_host_usd_raw, b.open_slot, b.open_at,
    b.open_observed_at, b.open_proof AS open_proof_str, b.open_available_amount_raw,
    trim_scale(b.open_borrowed_amount_sf * lend.unit_of(b.protocol)) AS open_borrowed_amount_raw,
    trim_scale(b.open_total_supply_sf * lend.unit_of(b.protocol)) AS open_total_supply_raw,
    trim_scale(b.open_cumulative_borrow_rate_bsf * lend.unit_of(b.protocol)) AS open_cumulative_borrow_rate_raw,
    b.open_collateral_supply_raw, trim_scale(b.open_market_price_sf * lend.unit_of(b.protocol)) AS open_price_raw,
    b.close_slot, b.close_at, b.close_observed_at, b.close_proof AS close_proof_str, b.close_available_amount_raw,
    trim_scale(b.close_borrowed_amount_sf * lend.unit_of(b.protocol)) AS close_borrowed_amount_raw,
    trim_scale(b.close_total_supply_sf * lend.unit_of(b.protocol)) AS close_total_supply_raw,
    trim_scale(b.close_cumulative_borrow_rate_bsf * lend.unit_of(b.protocol)) AS close_cumulative_borrow_rate_raw,
    b.close_collateral_supply_raw, trim_scale(b.close_market_price_sf * lend.unit_of(b.protocol)) AS close_price_raw,
    b.computed_at, b.rollup_version, b.open_price_status, b.open_price_updated_at AS open_price_at, b.close_price_status,
    b.close_price_updated_at AS close_price_at,
    (trim_scale(b.interest_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_f,
    (trim_scale(b.interest_supply_side_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_supply_side_f,
    (trim_scale(b.interest_protocol_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_protocol_f,
    (trim_scale(b.interest_referrer_max_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_referrer_max_f,
    (trim_scale(b.interest_host_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_host_f,
    trim_scale(b.interest_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_usd_f,
    trim_scale(b.interest_supply_side_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_supply_side_usd_f,
    trim_scale(b.interest_protocol_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_protocol_usd_f,
    trim_scale(b.interest_referrer_max_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_referrer_max_usd_f,
    trim_scale(b.interest_host_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_host_usd_f,
    b.observed_seconds::double precision / NULLIF(b.elapsed_seconds, 0)::double precision AS coverage_f,
    (b.bucket_start AT TIME ZONE 'UTC'::text)::date AS day_utc, b.change_id,
    b.supply_apy_open_f + b.rewards_apr_open_f AS supply_apy_total_open_f,
    b.supply_apy_twavg_f + b.rewards_apr_twavg_f AS supply_apy_total_twavg_f,
    b.supply_apy_close_f + b.rewards_apr_close_f AS supply_apy_total_close_f, r.token_symbol,
    COALESCE(m.display_name, ''::text) AS lending_market_name, COALESCE(m.listed, false) AS listed_b,
    b.priced_seconds::double precision / NULLIF(b.elapsed_seconds, 0)::double precision AS interest_priced_share_f
   FROM lend.reserve_daily b
     LEFT JOIN lend.reserves r ON r.id = b.reserve_id
     LEFT JOIN lend.lending_markets m ON m.address = b.lending_market;

CREATE VIEW lend_v1.market_hourly AS
 SELECT t.protocol, t.subject AS lending_market, COALESCE(m.display_name, ''::text) AS lending_market_name,
    COALESCE(m.listed, false) AS listed_b, t.bucket_start,
    t.bucket_start + make_interval(secs => t.width_seconds::double precision) AS bucket_end, t.final AS final_b,
    t.gap_reason AS gap_reason_str, t.observed_seconds, t.elapsed_seconds, t.rolled_up AS reserve_count,
    t.observed AS reserves_observed, t.priced AS priced_reserve_count, t.observed - t.priced AS unpriced_reserve_count,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.supplied_usd * lend.unit_of(t.protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) AS supplied_usd_raw,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.borrowed_usd * lend.unit_of(t.protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) AS borrowed_usd_raw,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.available_usd * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) AS available_usd_raw,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.supplied_usd * lend.unit_of(t.protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol))::double precision AS supplied_usd_f,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.borrowed_usd * lend.unit_of(t.protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol))::double precision AS borrowed_usd_f,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.available_usd * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol))::double precision AS available_usd_f,
        CASE
            WHEN t.priced > 0 THEN ((t.supplied_usd - t.borrowed_usd) * lend.unit_of(t.protocol) * lend.unit_of(t.protocol) * 0.0000000000000000001)::double precision
            ELSE NULL::double precision
        END AS tvl_usd_f,
        CASE
            WHEN t.priced > 0 THEN
            CASE
                WHEN t.supplied_usd = 0::numeric THEN 0::double precision
                ELSE (div(t.borrowed_usd * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.supplied_usd) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            END
            ELSE NULL::double precision
        END AS utilization_f,
        CASE
            WHEN t.supplied_usd > 0::numeric THEN (div(t.supply_apy_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.supplied_usd * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS supply_apy_wavg_f,
        CASE
            WHEN t.borrowed_usd > 0::numeric THEN (div(t.borrow_apy_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.borrowed_usd * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS borrow_apy_wavg_f,
        CASE
            WHEN t.judged_usd > 0::numeric THEN (div(t.accepted_usd * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.judged_usd) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS usable_price_share_f,
        CASE
            WHEN t.undated = 0 THEN t.oldest_price_seconds::bigint
            ELSE NULL::bigint
        END AS oldest_price_age_seconds,
    COALESCE(t.unpriced_reserves, '{}'::text[]) AS unpriced_reserves, t.computed_at, t.change_id,
    t.unjudged AS unjudged_reserve_count
   FROM lend.bucket_totals t
     LEFT JOIN lend.lending_markets m ON m.address = t.subject
  WHERE t.subject_kind = 'market'::text AND t.width_seconds = 3600;

CREATE VIEW lend_v1.token_hourly AS
 SELECT t.protocol, t.subject AS token_address, d.token_symbol, d.token_decimals, t.part AS part_str, t.bucket_start,
    t.bucket_start + make_interval(secs => t.width_seconds::double precision) AS bucket_end, t.final AS final_b,
    t.gap_reason AS gap_reason_str, t.observed_seconds, t.elapsed_seconds, t.rolled_up AS reserve_count,
    t.observed AS reserves_observed, t.priced AS priced_reserve_count, t.observed - t.priced AS unpriced_reserve_count,
    trim_scale(
        CASE
            WHEN t.observed > 0 THEN t.supplied
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) AS supplied_amount_raw,
    trim_scale(
        CASE
            WHEN t.observed > 0 THEN t.borrowed
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) AS borrowed_amount_raw,
    (trim_scale(
        CASE
            WHEN t.observed > 0 THEN t.supplied
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) * (('1e-'::text || d.token_decimals)::numeric))::double precision AS supplied_amount_f,
    (trim_scale(
        CASE
            WHEN t.observed > 0 THEN t.borrowed
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) * (('1e-'::text || d.token_decimals)::numeric))::double precision AS borrowed_amount_f,
        CASE
            WHEN t.observed > 0 THEN (t.available_raw * (('1e-'::text || d.token_decimals)::numeric))::double precision
            ELSE NULL::double precision
        END AS available_amount_f,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.supplied_usd * lend.unit_of(t.protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) AS supplied_usd_raw,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.borrowed_usd * lend.unit_of(t.protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) AS borrowed_usd_raw,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.available_usd * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) AS available_usd_raw,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.supplied_usd * lend.unit_of(t.protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol))::double precision AS supplied_usd_f,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.borrowed_usd * lend.unit_of(t.protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol))::double precision AS borrowed_usd_f,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.available_usd * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol))::double precision AS available_usd_f,
        CASE
            WHEN t.priced > 0 THEN ((t.supplied_usd - t.borrowed_usd) * lend.unit_of(t.protocol) * lend.unit_of(t.protocol) * 0.0000000000000000001)::double precision
            ELSE NULL::double precision
        END AS tvl_usd_f,
        CASE
            WHEN t.observed > 0 THEN
            CASE
                WHEN t.supplied = 0::numeric THEN 0::double precision
                ELSE (div(t.borrowed * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.supplied) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            END
            ELSE NULL::double precision
        END AS utilization_f,
        CASE
            WHEN t.supplied > 0::numeric THEN (div(t.supply_apy_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.supplied * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS supply_apy_wavg_f,
        CASE
            WHEN t.borrowed > 0::numeric THEN (div(t.borrow_apy_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.borrowed * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS borrow_apy_wavg_f,
        CASE
            WHEN t.judged_usd > 0::numeric THEN (div(t.accepted_usd * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.judged_usd) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS usable_price_share_f,
        CASE
            WHEN t.undated = 0 THEN t.oldest_price_seconds::bigint
            ELSE NULL::bigint
        END AS oldest_price_age_seconds,
    COALESCE(t.unpriced_reserves, '{}'::text[]) AS unpriced_reserves,
        CASE
            WHEN t.supplied > 0::numeric THEN (div(t.unpriced_supplied * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.supplied) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS unpriced_supply_share_f,
    t.computed_at, t.change_id, t.unjudged AS unjudged_reserve_count
   FROM lend.bucket_totals t
     LEFT JOIN ( SELECT DISTINCT ON (r.protocol, r.token_mint) r.protocol, r.token_mint, r.token_symbol,
            r.token_decimals
           FROM lend.reserves r
             LEFT JOIN lend.lending_markets m ON m.address = r.lending_market
          ORDER BY r.protocol, r.token_mint, (COALESCE(m.listed, false)) DESC, r.address) d ON d.protocol = t.protocol AND d.token_mint = t.subject
  WHERE t.subject_kind = 'token'::text AND t.width_seconds = 3600;

CREATE VIEW lend_v1.protocol_hourly AS
 SELECT protocol, part AS part_str, bucket_start,
    bucket_start + make_interval(secs => width_seconds::double precision) AS bucket_end, final AS final_b,
    gap_reason AS gap_reason_str, observed_seconds, elapsed_seconds, rolled_up AS reserve_count,
    observed AS reserves_observed, priced AS priced_reserve_count, observed - priced AS unpriced_reserve_count,
    trim_scale(
        CASE
            WHEN priced > 0 THEN supplied_usd * lend.unit_of(protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(protocol)) AS supplied_usd_raw,
    trim_scale(
        CASE
            WHEN priced > 0 THEN borrowed_usd * lend.unit_of(protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(protocol)) AS borrowed_usd_raw,
    trim_scale(
        CASE
            WHEN priced > 0 THEN available_usd * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(protocol)) AS available_usd_raw,
    trim_scale(
        CASE
            WHEN priced > 0 THEN supplied_usd * lend.unit_of(protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(protocol))::double precision AS supplied_usd_f,
    trim_scale(
        CASE
            WHEN priced > 0 THEN borrowed_usd * lend.unit_of(protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(protocol))::double precision AS borrowed_usd_f,
    trim_scale(
        CASE
            WHEN priced > 0 THEN available_usd * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(protocol))::double precision AS available_usd_f,
        CASE
            WHEN priced > 0 THEN ((supplied_usd - borrowed_usd) * lend.unit_of(protocol) * lend.unit_of(protocol) * 0.0000000000000000001)::double precision
            ELSE NULL::double precision
        END AS tvl_usd_f,
        CASE
            WHEN priced > 0 THEN
            CASE
                WHEN supplied_usd = 0::numeric THEN 0::double precision
                ELSE (div(borrowed_usd * '1000000000000000000000000000000000000000000000000000000000000'::numeric, supplied_usd) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            END
            ELSE NULL::double precision
        END AS utilization_f,
        CASE
            WHEN supplied_usd > 0::numeric THEN (div(supply_apy_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, supplied_usd * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS supply_apy_wavg_f,
        CASE
            WHEN borrowed_usd > 0::numeric THEN (div(borrow_apy_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, borrowed_usd * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS borrow_apy_wavg_f,
        CASE
            WHEN judged_usd > 0::numeric THEN (div(accepted_usd * '1000000000000000000000000000000000000000000000000000000000000'::numeric, judged_usd) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS usable_price_share_f,
        CASE
            WHEN undated = 0 THEN oldest_price_seconds::bigint
            ELSE NULL::bigint
        END AS oldest_price_age_seconds,
    COALESCE(unpriced_reserves, '{}'::text[]) AS unpriced_reserves, computed_at, change_id,
    unjudged AS unjudged_reserve_count
   FROM lend.bucket_totals t
  WHERE subject_kind = 'protocol'::text AND width_seconds = 3600;

CREATE VIEW lend_v1.market_daily AS
 SELECT t.protocol, t.subject AS lending_market, COALESCE(m.display_name, ''::text) AS lending_market_name,
    COALESCE(m.listed, false) AS listed_b, t.bucket_start,
    t.bucket_start + make_interval(secs => t.width_seconds::double precision) AS bucket_end, t.final AS final_b,
    t.gap_reason AS gap_reason_str, t.observed_seconds, t.elapsed_seconds, t.rolled_up AS reserve_count,
    t.observed AS reserves_observed, t.priced AS priced_reserve_count, t.observed - t.priced AS unpriced_reserve_count,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.supplied_usd * lend.unit_of(t.protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) AS supplied_usd_raw,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.borrowed_usd * lend.unit_of(t.protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) AS borrowed_usd_raw,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.available_usd * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) AS available_usd_raw,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.supplied_usd * lend.unit_of(t.protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol))::double precision AS supplied_usd_f,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.borrowed_usd * lend.unit_of(t.protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol))::double precision AS borrowed_usd_f,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.available_usd * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol))::double precision AS available_usd_f,
        CASE
            WHEN t.priced > 0 THEN ((t.supplied_usd - t.borrowed_usd) * lend.unit_of(t.protocol) * lend.unit_of(t.protocol) * 0.0000000000000000001)::double precision
            ELSE NULL::double precision
        END AS tvl_usd_f,
        CASE
            WHEN t.priced > 0 THEN
            CASE
                WHEN t.supplied_usd = 0::numeric THEN 0::double precision
                ELSE (div(t.borrowed_usd * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.supplied_usd) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            END
            ELSE NULL::double precision
        END AS utilization_f,
        CASE
            WHEN t.supplied_usd > 0::numeric THEN (div(t.supply_apy_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.supplied_usd * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS supply_apy_wavg_f,
        CASE
            WHEN t.borrowed_usd > 0::numeric THEN (div(t.borrow_apy_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.borrowed_usd * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS borrow_apy_wavg_f,
        CASE
            WHEN t.judged_usd > 0::numeric THEN (div(t.accepted_usd * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.judged_usd) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS usable_price_share_f,
        CASE
            WHEN t.undated = 0 THEN t.oldest_price_seconds::bigint
            ELSE NULL::bigint
        END AS oldest_price_age_seconds,
    COALESCE(t.unpriced_reserves, '{}'::text[]) AS unpriced_reserves,
    (t.bucket_start AT TIME ZONE 'UTC'::text)::date AS day_utc, t.computed_at, t.change_id,
    t.unjudged AS unjudged_reserve_count
   FROM lend.bucket_totals t
     LEFT JOIN lend.lending_markets m ON m.address = t.subject
  WHERE t.subject_kind = 'market'::text AND t.width_seconds = 86400;

CREATE VIEW lend_v1.token_daily AS
 SELECT t.protocol, t.subject AS token_address, d.token_symbol, d.token_decimals, t.part AS part_str, t.bucket_start,
    t.bucket_start + make_interval(secs => t.width_seconds::double precision) AS bucket_end, t.final AS final_b,
    t.gap_reason AS gap_reason_str, t.observed_seconds, t.elapsed_seconds, t.rolled_up AS reserve_count,
    t.observed AS reserves_observed, t.priced AS priced_reserve_count, t.observed - t.priced AS unpriced_reserve_count,
    trim_scale(
        CASE
            WHEN t.observed > 0 THEN t.supplied
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) AS supplied_amount_raw,
    trim_scale(
        CASE
            WHEN t.observed > 0 THEN t.borrowed
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) AS borrowed_amount_raw,
    (trim_scale(
        CASE
            WHEN t.observed > 0 THEN t.supplied
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) * (('1e-'::text || d.token_decimals)::numeric))::double precision AS supplied_amount_f,
    (trim_scale(
        CASE
            WHEN t.observed > 0 THEN t.borrowed
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) * (('1e-'::text || d.token_decimals)::numeric))::double precision AS borrowed_amount_f,
        CASE
            WHEN t.observed > 0 THEN (t.available_raw * (('1e-'::text || d.token_decimals)::numeric))::double precision
            ELSE NULL::double precision
        END AS available_amount_f,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.supplied_usd * lend.unit_of(t.protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) AS supplied_usd_raw,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.borrowed_usd * lend.unit_of(t.protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) AS borrowed_usd_raw,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.available_usd * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol)) AS available_usd_raw,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.supplied_usd * lend.unit_of(t.protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol))::double precision AS supplied_usd_f,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.borrowed_usd * lend.unit_of(t.protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol))::double precision AS borrowed_usd_f,
    trim_scale(
        CASE
            WHEN t.priced > 0 THEN t.available_usd * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(t.protocol))::double precision AS available_usd_f,
        CASE
            WHEN t.priced > 0 THEN ((t.supplied_usd - t.borrowed_usd) * lend.unit_of(t.protocol) * lend.unit_of(t.protocol) * 0.0000000000000000001)::double precision
            ELSE NULL::double precision
        END AS tvl_usd_f,
        CASE
            WHEN t.observed > 0 THEN
            CASE
                WHEN t.supplied = 0::numeric THEN 0::double precision
                ELSE (div(t.borrowed * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.supplied) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            END
            ELSE NULL::double precision
        END AS utilization_f,
        CASE
            WHEN t.supplied > 0::numeric THEN (div(t.supply_apy_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.supplied * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS supply_apy_wavg_f,
        CASE
            WHEN t.borrowed > 0::numeric THEN (div(t.borrow_apy_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.borrowed * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS borrow_apy_wavg_f,
        CASE
            WHEN t.judged_usd > 0::numeric THEN (div(t.accepted_usd * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.judged_usd) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS usable_price_share_f,
        CASE
            WHEN t.undated = 0 THEN t.oldest_price_seconds::bigint
            ELSE NULL::bigint
        END AS oldest_price_age_seconds,
    COALESCE(t.unpriced_reserves, '{}'::text[]) AS unpriced_reserves,
        CASE
            WHEN t.supplied > 0::numeric THEN (div(t.unpriced_supplied * '1000000000000000000000000000000000000000000000000000000000000'::numeric, t.supplied) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS unpriced_supply_share_f,
    (t.bucket_start AT TIME ZONE 'UTC'::text)::date AS day_utc, t.computed_at, t.change_id,
    t.unjudged AS unjudged_reserve_count
   FROM lend.bucket_totals t
     LEFT JOIN ( SELECT DISTINCT ON (r.protocol, r.token_mint) r.protocol, r.token_mint, r.token_symbol,
            r.token_decimals
           FROM lend.reserves r
             LEFT JOIN lend.lending_markets m ON m.address = r.lending_market
          ORDER BY r.protocol, r.token_mint, (COALESCE(m.listed, false)) DESC, r.address) d ON d.protocol = t.protocol AND d.token_mint = t.subject
  WHERE t.subject_kind = 'token'::text AND t.width_seconds = 86400;

CREATE VIEW lend_v1.protocol_daily AS
 SELECT protocol, part AS part_str, bucket_start,
    bucket_start + make_interval(secs => width_seconds::double precision) AS bucket_end, final AS final_b,
    gap_reason AS gap_reason_str, observed_seconds, elapsed_seconds, rolled_up AS reserve_count,
    observed AS reserves_observed, priced AS priced_reserve_count, observed - priced AS unpriced_reserve_count,
    trim_scale(
        CASE
            WHEN priced > 0 THEN supplied_usd * lend.unit_of(protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(protocol)) AS supplied_usd_raw,
    trim_scale(
        CASE
            WHEN priced > 0 THEN borrowed_usd * lend.unit_of(protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(protocol)) AS borrowed_usd_raw,
    trim_scale(
        CASE
            WHEN priced > 0 THEN available_usd * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(protocol)) AS available_usd_raw,
    trim_scale(
        CASE
            WHEN priced > 0 THEN supplied_usd * lend.unit_of(protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(protocol))::double precision AS supplied_usd_f,
    trim_scale(
        CASE
            WHEN priced > 0 THEN borrowed_usd * lend.unit_of(protocol) * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(protocol))::double precision AS borrowed_usd_f,
    trim_scale(
        CASE
            WHEN priced > 0 THEN available_usd * 0.0000000000000000001
            ELSE NULL::numeric
        END * lend.unit_of(protocol))::double precision AS available_usd_f,
        CASE
            WHEN priced > 0 THEN ((supplied_usd - borrowed_usd) * lend.unit_of(protocol) * lend.unit_of(protocol) * 0.0000000000000000001)::double precision
            ELSE NULL::double precision
        END AS tvl_usd_f,
        CASE
            WHEN priced > 0 THEN
            CASE
                WHEN supplied_usd = 0::numeric THEN 0::double precision
                ELSE (div(borrowed_usd * '1000000000000000000000000000000000000000000000000000000000000'::numeric, supplied_usd) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            END
            ELSE NULL::double precision
        END AS utilization_f,
        CASE
            WHEN supplied_usd > 0::numeric THEN (div(supply_apy_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, supplied_usd * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS supply_apy_wavg_f,
        CASE
            WHEN borrowed_usd > 0::numeric THEN (div(borrow_apy_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, borrowed_usd * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS borrow_apy_wavg_f,
        CASE
            WHEN judged_usd > 0::numeric THEN (div(accepted_usd * '1000000000000000000000000000000000000000000000000000000000000'::numeric, judged_usd) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS usable_price_share_f,
        CASE
            WHEN undated = 0 THEN oldest_price_seconds::bigint
            ELSE NULL::bigint
        END AS oldest_price_age_seconds,
    COALESCE(unpriced_reserves, '{}'::text[]) AS unpriced_reserves,
    (bucket_start AT TIME ZONE 'UTC'::text)::date AS day_utc, computed_at, change_id, unjudged AS unjudged_reserve_count
   FROM lend.bucket_totals t
  WHERE subject_kind = 'protocol'::text AND width_seconds = 86400;

CREATE VIEW lend_v1.fees_hourly AS
 SELECT b.protocol, r.lending_market, COALESCE(m.display_name, ''::text) AS lending_market_name,
    COALESCE(m.listed, false) AS listed_b, b.reserve, r.token_mint AS token_address, r.token_symbol, r.token_decimals,
    b.bucket_start, b.bucket_end, b.final AS final_b, b.gap_reason AS gap_reason_str, b.observed_seconds,
    b.elapsed_seconds,
    b.observed_seconds::double precision / NULLIF(b.elapsed_seconds, 0)::double precision AS coverage_f,
    b.unpriced AS unpriced_reserve_count,
    trim_scale(b.interest_supply_side_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_supply_side_usd_f,
    trim_scale(b.interest_protocol_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_protocol_usd_f,
    trim_scale(b.interest_referrer_max_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_referrer_max_usd_f,
    trim_scale(b.interest_host_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_host_usd_f,
    trim_scale(b.interest_usd_sf * lend.unit_of(b.protocol)) AS interest_usd_raw,
    trim_scale(b.interest_supply_side_usd_sf * lend.unit_of(b.protocol)) AS interest_supply_side_usd_raw,
    trim_scale(b.interest_protocol_usd_sf * lend.unit_of(b.protocol)) AS interest_protocol_usd_raw,
    trim_scale(b.interest_referrer_max_usd_sf * lend.unit_of(b.protocol)) AS interest_referrer_max_usd_raw,
    trim_scale(b.interest_host_usd_sf * lend.unit_of(b.protocol)) AS interest_host_usd_raw,
    (trim_scale(b.interest_supply_side_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_supply_side_f,
    (trim_scale(b.interest_protocol_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_protocol_f,
    (trim_scale(b.interest_referrer_max_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_referrer_max_f,
    (trim_scale(b.interest_host_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_host_f,
    trim_scale(b.interest_sf * lend.unit_of(b.protocol)) AS interest_raw,
    trim_scale(b.interest_supply_side_sf * lend.unit_of(b.protocol)) AS interest_supply_side_raw,
    trim_scale(b.interest_protocol_sf * lend.unit_of(b.protocol)) AS interest_protocol_raw,
    trim_scale(b.interest_referrer_max_sf * lend.unit_of(b.protocol)) AS interest_referrer_max_raw,
    trim_scale(b.interest_host_sf * lend.unit_of(b.protocol)) AS interest_host_raw,
        CASE
            WHEN b.interest_usd_sf IS NOT NULL THEN (COALESCE(b.interest_usd_sf, 0::numeric) * lend.unit_of(b.protocol))::double precision
            ELSE NULL::double precision
        END AS fees_usd_f,
        CASE
            WHEN b.interest_usd_sf IS NOT NULL THEN ((COALESCE(b.interest_protocol_usd_sf, 0::numeric) + COALESCE(b.interest_host_usd_sf, 0::numeric)) * lend.unit_of(b.protocol))::double precision
            ELSE NULL::double precision
        END AS revenue_usd_f,
        CASE
            WHEN b.interest_usd_sf IS NOT NULL THEN ((COALESCE(b.interest_supply_side_usd_sf, 0::numeric) + COALESCE(b.interest_referrer_max_usd_sf, 0::numeric)) * lend.unit_of(b.protocol))::double precision
            ELSE NULL::double precision
        END AS supply_side_usd_f,
    'interest_only'::text AS coverage_str, b.unknown AS unknown_reserve_count,
    (trim_scale(b.interest_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_f,
    trim_scale(b.interest_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_usd_f, b.computed_at,
    b.change_id
   FROM ( SELECT h.reserve, h.protocol, h.bucket_start, h.bucket_start + '01:00:00'::interval AS bucket_end, h.change_id,
            h.computed_at, h.final, h.observed_seconds, h.elapsed_seconds,
            COALESCE(h.gap_reason,
                CASE
                    WHEN h.interest_sf IS NULL THEN 'interest_unknown'::text
                    ELSE NULL::text
                END) AS gap_reason,
            (h.interest_sf IS NULL)::integer AS unknown,
            (h.interest_sf IS NOT NULL AND (h.interest_usd_sf IS NULL OR h.priced_seconds < h.elapsed_seconds))::integer AS unpriced,
            h.interest_supply_side_sf, h.interest_protocol_sf, h.interest_referrer_max_sf, h.interest_host_sf,
            h.interest_supply_side_usd_sf, h.interest_protocol_usd_sf, h.interest_referrer_max_usd_sf,
            h.interest_host_usd_sf, h.interest_sf, h.interest_usd_sf
           FROM lend.reserve_hourly h) b
     LEFT JOIN lend.reserves r ON r.address = b.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market;

CREATE VIEW lend_v1.fees_daily AS
 SELECT b.protocol, r.lending_market, COALESCE(m.display_name, ''::text) AS lending_market_name,
    COALESCE(m.listed, false) AS listed_b, b.reserve, r.token_mint AS token_address, r.token_symbol, r.token_decimals,
    b.bucket_start, b.bucket_end, b.final AS final_b, b.gap_reason AS gap_reason_str, b.observed_seconds,
    b.elapsed_seconds,
    b.observed_seconds::double precision / NULLIF(b.elapsed_seconds, 0)::double precision AS coverage_f,
    b.unpriced AS unpriced_reserve_count,
    trim_scale(b.interest_supply_side_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_supply_side_usd_f,
    trim_scale(b.interest_protocol_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_protocol_usd_f,
    trim_scale(b.interest_referrer_max_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_referrer_max_usd_f,
    trim_scale(b.interest_host_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_host_usd_f,
    trim_scale(b.interest_usd_sf * lend.unit_of(b.protocol)) AS interest_usd_raw,
    trim_scale(b.interest_supply_side_usd_sf * lend.unit_of(b.protocol)) AS interest_supply_side_usd_raw,
    trim_scale(b.interest_protocol_usd_sf * lend.unit_of(b.protocol)) AS interest_protocol_usd_raw,
    trim_scale(b.interest_referrer_max_usd_sf * lend.unit_of(b.protocol)) AS interest_referrer_max_usd_raw,
    trim_scale(b.interest_host_usd_sf * lend.unit_of(b.protocol)) AS interest_host_usd_raw,
    (trim_scale(b.interest_supply_side_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_supply_side_f,
    (trim_scale(b.interest_protocol_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_protocol_f,
    (trim_scale(b.interest_referrer_max_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_referrer_max_f,
    (trim_scale(b.interest_host_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_host_f,
    trim_scale(b.interest_sf * lend.unit_of(b.protocol)) AS interest_raw,
    trim_scale(b.interest_supply_side_sf * lend.unit_of(b.protocol)) AS interest_supply_side_raw,
    trim_scale(b.interest_protocol_sf * lend.unit_of(b.protocol)) AS interest_protocol_raw,
    trim_scale(b.interest_referrer_max_sf * lend.unit_of(b.protocol)) AS interest_referrer_max_raw,
    trim_scale(b.interest_host_sf * lend.unit_of(b.protocol)) AS interest_host_raw,
        CASE
            WHEN b.interest_usd_sf IS NOT NULL THEN (COALESCE(b.interest_usd_sf, 0::numeric) * lend.unit_of(b.protocol))::double precision
            ELSE NULL::double precision
        END AS fees_usd_f,
        CASE
            WHEN b.interest_usd_sf IS NOT NULL THEN ((COALESCE(b.interest_protocol_usd_sf, 0::numeric) + COALESCE(b.interest_host_usd_sf, 0::numeric)) * lend.unit_of(b.protocol))::double precision
            ELSE NULL::double precision
        END AS revenue_usd_f,
        CASE
            WHEN b.interest_usd_sf IS NOT NULL THEN ((COALESCE(b.interest_supply_side_usd_sf, 0::numeric) + COALESCE(b.interest_referrer_max_usd_sf, 0::numeric)) * lend.unit_of(b.protocol))::double precision
            ELSE NULL::double precision
        END AS supply_side_usd_f,
    'interest_only'::text AS coverage_str, b.unknown AS unknown_reserve_count,
    (trim_scale(b.interest_sf * lend.unit_of(b.protocol)) * (('1e-'::text || r.token_decimals)::numeric))::double precision AS interest_f,
    trim_scale(b.interest_usd_sf * lend.unit_of(b.protocol))::double precision AS interest_usd_f,
    (b.bucket_start AT TIME ZONE 'UTC'::text)::date AS day_utc, b.computed_at
   FROM ( SELECT d.reserve, d.protocol, d.bucket_start, d.bucket_start + '1 day'::interval AS bucket_end, d.computed_at,
            d.final, d.observed_seconds, d.elapsed_seconds,
            COALESCE(d.gap_reason,
                CASE
                    WHEN d.interest_sf IS NULL THEN 'interest_unknown'::text
                    ELSE NULL::text
                END) AS gap_reason,
            0 AS unknown,
            (d.interest_sf IS NOT NULL AND (d.interest_usd_sf IS NULL OR d.priced_seconds < d.elapsed_seconds))::integer AS unpriced,
            d.interest_supply_side_sf, d.interest_protocol_sf, d.interest_referrer_max_sf, d.interest_host_sf,
            d.interest_supply_side_usd_sf, d.interest_protocol_usd_sf, d.interest_referrer_max_usd_sf,
            d.interest_host_usd_sf, d.interest_sf, d.interest_usd_sf
           FROM lend.reserve_daily d
          WHERE d.final AND d.interest_sf IS NOT NULL
        UNION ALL
         SELECT d.reserve, d.protocol, d.bucket_start, d.bucket_start + '1 day'::interval AS bucket_end, d.computed_at,
            d.final, d.observed_seconds, d.elapsed_seconds, h.gap_reason, h.unknown, h.unpriced,
            h.interest_supply_side_sf, h.interest_protocol_sf, h.interest_referrer_max_sf, h.interest_host_sf,
            h.interest_supply_side_usd_sf, h.interest_protocol_usd_sf, h.interest_referrer_max_usd_sf,
            h.interest_host_usd_sf, h.interest_sf, h.interest_usd_sf
           FROM lend.reserve_daily d
             CROSS JOIN LATERAL ( SELECT substr(max(lpad((o.elapsed_seconds - o.observed_seconds)::text, 10, '0'::text) || COALESCE(o.gap_reason,
                        CASE
                            WHEN o.interest_sf IS NULL THEN 'interest_unknown'::text
                            ELSE NULL::text
                        END)), 11) AS gap_reason,
                    COALESCE(bool_or(o.interest_sf IS NULL), true)::integer AS unknown,
                    COALESCE(bool_or(o.interest_sf IS NOT NULL AND (o.interest_usd_sf IS NULL OR o.priced_seconds < o.elapsed_seconds)), false)::integer AS unpriced,
                    sum(o.interest_supply_side_sf) AS interest_supply_side_sf,
                    sum(o.interest_protocol_sf) AS interest_protocol_sf,
                    sum(o.interest_referrer_max_sf) AS interest_referrer_max_sf,
                    sum(o.interest_host_sf) AS interest_host_sf,
                    sum(o.interest_supply_side_usd_sf) AS interest_supply_side_usd_sf,
                    sum(o.interest_protocol_usd_sf) AS interest_protocol_usd_sf,
                    sum(o.interest_referrer_max_usd_sf) AS interest_referrer_max_usd_sf,
                    sum(o.interest_host_usd_sf) AS interest_host_usd_sf, sum(o.interest_sf) AS interest_sf,
                    sum(o.interest_usd_sf) AS interest_usd_sf
                   FROM lend.reserve_hourly o
                  WHERE o.reserve = d.reserve AND o.protocol = d.protocol AND o.bucket_start >= d.bucket_start AND o.bucket_start < (d.bucket_start + '1 day'::interval)) h
          WHERE (d.final AND d.interest_sf IS NOT NULL) IS NOT TRUE) b
     LEFT JOIN lend.reserves r ON r.address = b.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market;

CREATE VIEW lend_v1.benchmark_rates AS
 SELECT '1h'::text AS interval_str, b.bucket_start, b.bucket_end,
    (b.bucket_start AT TIME ZONE 'UTC'::text)::date AS day_utc, b.supplied_usd::double precision AS tracked_supply_usd_f,
    b.borrowed_usd::double precision AS tracked_borrow_usd_f,
        CASE
            WHEN b.supplied_usd > 0::numeric THEN (div(b.supply_apy_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, b.supplied_usd * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS supply_apy_wavg_f,
        CASE
            WHEN b.borrowed_usd > 0::numeric THEN (div(b.borrow_apy_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, b.borrowed_usd * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS borrow_apy_wavg_f,
        CASE
            WHEN b.supplied_usd > 0::numeric THEN (div(b.supply_apr_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, b.supplied_usd * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS supply_apr_wavg_f,
        CASE
            WHEN b.borrowed_usd > 0::numeric THEN (div(b.borrow_apr_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, b.borrowed_usd * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS borrow_apr_wavg_f,
    e.expected AS reserves_expected, b.observed AS reserves_observed, b.priced AS reserves_included,
    b.observed - b.priced AS excluded_reserve_count, e.expected - b.observed AS missing_reserve_count,
    COALESCE(b.protocols, '{}'::text[]) COLLATE "default" AS included_protocols,
    COALESCE(b.mints, '{}'::text[]) COLLATE "default" AS included_token_addresses,
    b.observed_seconds / NULLIF(b.elapsed_seconds, 0::double precision) AS coverage_f,
        CASE
            WHEN b.observed = 0 THEN 'missing'::text
            WHEN b.whole = e.expected THEN 'ok'::text
            ELSE 'partial'::text
        END AS quality_str,
    b.gap_reason AS gap_reason_str, b.final AND b.rolled_up = e.expected AS final_b, b.computed_at
   FROM ( SELECT c.bucket_start, c.bucket_end, count(*)::integer AS rolled_up, count(c.close_at)::integer AS observed,
            count(*) FILTER (WHERE c.quality_str = 'ok'::text)::integer AS whole, count(c.unit_price)::integer AS priced,
            bool_and(c.final_b) AS final, sum(c.observed_seconds)::double precision AS observed_seconds,
            sum(c.elapsed_seconds)::double precision AS elapsed_seconds,
            mode() WITHIN GROUP (ORDER BY c.gap_reason_str) AS gap_reason, max(c.computed_at) AS computed_at,
            sum(c.supplied_usd) AS supplied_usd, sum(c.borrowed_usd) AS borrowed_usd,
            sum(c.supplied_usd * round(c.supply_apy_close_f::text::numeric * '1152921504606846976'::bigint::numeric)) AS supply_apy_weighted,
            sum(c.borrowed_usd * round(c.borrow_apy_close_f::text::numeric * '1152921504606846976'::bigint::numeric)) AS borrow_apy_weighted,
            sum(c.supplied_usd * round(c.supply_apr_close_f::text::numeric * '1152921504606846976'::bigint::numeric)) AS supply_apr_weighted,
            sum(c.borrowed_usd * round(c.borrow_apr_close_f::text::numeric * '1152921504606846976'::bigint::numeric)) AS borrow_apr_weighted,
            array_agg(DISTINCT c.protocol COLLATE "C" ORDER BY (c.protocol COLLATE "C")) FILTER (WHERE c.unit_price IS NOT NULL) AS protocols,
            array_agg(DISTINCT c.token_mint COLLATE "C" ORDER BY (c.token_mint COLLATE "C")) FILTER (WHERE c.unit_price IS NOT NULL) AS mints
           FROM ( SELECT b_1.bucket_start, b_1.bucket_end, b_1.close_at, b_1.quality_str, b_1.final_b,
                    b_1.observed_seconds, b_1.elapsed_seconds, b_1.gap_reason_str, b_1.computed_at, b_1.protocol,
                    r.token_mint, p.unit_price, b_1.close_total_supply_raw * p.unit_price AS supplied_usd,
                    b_1.close_borrowed_amount_raw * p.unit_price AS borrowed_usd, b_1.supply_apy_close_f,
                    b_1.borrow_apy_close_f, b_1.supply_apr_close_f, b_1.borrow_apr_close_f
                   FROM ( SELECT r_1.address, r_1.protocol, r_1.lending_market, r_1.token_mint, r_1.token_symbol,
                            r_1.token_decimals, r_1.token_program, r_1.collateral_mint, r_1.collateral_supply_vault,
                            r_1.supply_vault, r_1.fee_vault, r_1.status, r_1.interest_rate_basis, r_1.emergency_mode,
                            r_1.loan_to_value_pct, r_1.liquidation_threshold_pct, r_1.borrow_factor_pct,
                            r_1.protocol_take_rate_pct, r_1.protocol_liquidation_fee_pct, r_1.min_liquidation_bonus_bps,
                            r_1.max_liquidation_bonus_bps, r_1.bad_debt_liquidation_bonus_bps,
                            r_1.host_fixed_interest_rate_bps, r_1.origination_fee_sf, r_1.flash_loan_fee_sf,
                            r_1.deposit_limit_raw, r_1.borrow_limit_raw, r_1.borrow_limit_outside_elevation_group_raw,
                            r_1.utilization_limit_block_borrowing_pct, r_1.deposit_cap_capacity_raw,
                            r_1.deposit_cap_interval_seconds, r_1.debt_cap_capacity_raw, r_1.debt_cap_interval_seconds,
                            r_1.max_price_age_seconds, r_1.config, r_1.config_sha256, r_1.config_slot,
                            r_1.config_observed_at, r_1.first_seen_slot, r_1.first_seen_at, r_1.last_seen_slot,
                            r_1.last_seen_at, r_1.missing_since_slot, r_1.missing_since_at, r_1.config_flags, r_1.own,
                            r_1.companions, r_1.token_symbol_origin, r_1.underlying_protocol, r_1.underlying_reserve,
                            r_1.change_id, r_1.id
                           FROM lend.reserves r_1
                             JOIN lend.lending_markets m ON m.address = r_1.lending_market AND m.listed
                          WHERE (r_1.token_mint = ANY (ARRAY['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'::text, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'::text, '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'::text, 'USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA'::text, '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH'::text, '9zNQRsGLjNKwCUU5Gq5LR8beUCPzQMVMqKAi3SSZh54u'::text])) AND NOT (EXISTS ( SELECT
                                   FROM lend.reserves u
                                     JOIN lend.lending_markets n ON n.address = u.lending_market AND n.listed
                                  WHERE u.address = r_1.underlying_reserve))) r
                     JOIN lend_v1.reserve_hourly b_1 ON b_1.reserve = r.address
                     CROSS JOIN LATERAL ( SELECT
                                CASE
                                    WHEN b_1.price_usd_close_f IS NOT NULL AND b_1.close_price_raw >= 0.95 AND b_1.close_price_raw <= 1.05 THEN b_1.close_price_raw * (('1e-'::text || r.token_decimals)::numeric)
                                    ELSE NULL::numeric
                                END AS unit_price) p) c
          GROUP BY c.bucket_start, c.bucket_end) b
     CROSS JOIN LATERAL ( SELECT GREATEST(b.rolled_up, count(*)::integer) AS expected
           FROM ( SELECT r_1.address, r_1.protocol, r_1.lending_market, r_1.token_mint, r_1.token_symbol,
                    r_1.token_decimals, r_1.token_program, r_1.collateral_mint, r_1.collateral_supply_vault,
                    r_1.supply_vault, r_1.fee_vault, r_1.status, r_1.interest_rate_basis, r_1.emergency_mode,
                    r_1.loan_to_value_pct, r_1.liquidation_threshold_pct, r_1.borrow_factor_pct,
                    r_1.protocol_take_rate_pct, r_1.protocol_liquidation_fee_pct, r_1.min_liquidation_bonus_bps,
                    r_1.max_liquidation_bonus_bps, r_1.bad_debt_liquidation_bonus_bps, r_1.host_fixed_interest_rate_bps,
                    r_1.origination_fee_sf, r_1.flash_loan_fee_sf, r_1.deposit_limit_raw, r_1.borrow_limit_raw,
                    r_1.borrow_limit_outside_elevation_group_raw, r_1.utilization_limit_block_borrowing_pct,
                    r_1.deposit_cap_capacity_raw, r_1.deposit_cap_interval_seconds, r_1.debt_cap_capacity_raw,
                    r_1.debt_cap_interval_seconds, r_1.max_price_age_seconds, r_1.config, r_1.config_sha256,
                    r_1.config_slot, r_1.config_observed_at, r_1.first_seen_slot, r_1.first_seen_at, r_1.last_seen_slot,
                    r_1.last_seen_at, r_1.missing_since_slot, r_1.missing_since_at, r_1.config_flags, r_1.own,
                    r_1.companions, r_1.token_symbol_origin, r_1.underlying_protocol, r_1.underlying_reserve,
                    r_1.change_id, r_1.id
                   FROM lend.reserves r_1
                     JOIN lend.lending_markets m ON m.address = r_1.lending_market AND m.listed
                  WHERE (r_1.token_mint = ANY (ARRAY['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'::text, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'::text, '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'::text, 'USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA'::text, '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH'::text, '9zNQRsGLjNKwCUU5Gq5LR8beUCPzQMVMqKAi3SSZh54u'::text])) AND NOT (EXISTS ( SELECT
                           FROM lend.reserves u
                             JOIN lend.lending_markets n ON n.address = u.lending_market AND n.listed
                          WHERE u.address = r_1.underlying_reserve))) r
          WHERE r.first_seen_at < b.bucket_end AND (r.missing_since_at IS NULL OR r.missing_since_at > b.bucket_start)) e
UNION ALL
 SELECT '1d'::text AS interval_str, b.bucket_start, b.bucket_end,
    (b.bucket_start AT TIME ZONE 'UTC'::text)::date AS day_utc, b.supplied_usd::double precision AS tracked_supply_usd_f,
    b.borrowed_usd::double precision AS tracked_borrow_usd_f,
        CASE
            WHEN b.supplied_usd > 0::numeric THEN (div(b.supply_apy_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, b.supplied_usd * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS supply_apy_wavg_f,
        CASE
            WHEN b.borrowed_usd > 0::numeric THEN (div(b.borrow_apy_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, b.borrowed_usd * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS borrow_apy_wavg_f,
        CASE
            WHEN b.supplied_usd > 0::numeric THEN (div(b.supply_apr_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, b.supplied_usd * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS supply_apr_wavg_f,
        CASE
            WHEN b.borrowed_usd > 0::numeric THEN (div(b.borrow_apr_weighted * '1000000000000000000000000000000000000000000000000000000000000'::numeric, b.borrowed_usd * '1152921504606846976'::bigint::numeric) * 0.000000000000000000000000000000000000000000000000000000000001)::double precision
            ELSE NULL::double precision
        END AS borrow_apr_wavg_f,
    e.expected AS reserves_expected, b.observed AS reserves_observed, b.priced AS reserves_included,
    b.observed - b.priced AS excluded_reserve_count, e.expected - b.observed AS missing_reserve_count,
    COALESCE(b.protocols, '{}'::text[]) COLLATE "default" AS included_protocols,
    COALESCE(b.mints, '{}'::text[]) COLLATE "default" AS included_token_addresses,
    b.observed_seconds / NULLIF(b.elapsed_seconds, 0::double precision) AS coverage_f,
        CASE
            WHEN b.observed = 0 THEN 'missing'::text
            WHEN b.whole = e.expected THEN 'ok'::text
            ELSE 'partial'::text
        END AS quality_str,
    b.gap_reason AS gap_reason_str, b.final AND b.rolled_up = e.expected AS final_b, b.computed_at
   FROM ( SELECT c.bucket_start, c.bucket_end, count(*)::integer AS rolled_up, count(c.close_at)::integer AS observed,
            count(*) FILTER (WHERE c.quality_str = 'ok'::text)::integer AS whole, count(c.unit_price)::integer AS priced,
            bool_and(c.final_b) AS final, sum(c.observed_seconds)::double precision AS observed_seconds,
            sum(c.elapsed_seconds)::double precision AS elapsed_seconds,
            mode() WITHIN GROUP (ORDER BY c.gap_reason_str) AS gap_reason, max(c.computed_at) AS computed_at,
            sum(c.supplied_usd) AS supplied_usd, sum(c.borrowed_usd) AS borrowed_usd,
            sum(c.supplied_usd * round(c.supply_apy_close_f::text::numeric * '1152921504606846976'::bigint::numeric)) AS supply_apy_weighted,
            sum(c.borrowed_usd * round(c.borrow_apy_close_f::text::numeric * '1152921504606846976'::bigint::numeric)) AS borrow_apy_weighted,
            sum(c.supplied_usd * round(c.supply_apr_close_f::text::numeric * '1152921504606846976'::bigint::numeric)) AS supply_apr_weighted,
            sum(c.borrowed_usd * round(c.borrow_apr_close_f::text::numeric * '1152921504606846976'::bigint::numeric)) AS borrow_apr_weighted,
            array_agg(DISTINCT c.protocol COLLATE "C" ORDER BY (c.protocol COLLATE "C")) FILTER (WHERE c.unit_price IS NOT NULL) AS protocols,
            array_agg(DISTINCT c.token_mint COLLATE "C" ORDER BY (c.token_mint COLLATE "C")) FILTER (WHERE c.unit_price IS NOT NULL) AS mints
           FROM ( SELECT b_1.bucket_start, b_1.bucket_end, b_1.close_at, b_1.quality_str, b_1.final_b,
                    b_1.observed_seconds, b_1.elapsed_seconds, b_1.gap_reason_str, b_1.computed_at, b_1.protocol,
                    r.token_mint, p.unit_price, b_1.close_total_supply_raw * p.unit_price AS supplied_usd,
                    b_1.close_borrowed_amount_raw * p.unit_price AS borrowed_usd, b_1.supply_apy_close_f,
                    b_1.borrow_apy_close_f, b_1.supply_apr_close_f, b_1.borrow_apr_close_f
                   FROM ( SELECT r_1.address, r_1.protocol, r_1.lending_market, r_1.token_mint, r_1.token_symbol,
                            r_1.token_decimals, r_1.token_program, r_1.collateral_mint, r_1.collateral_supply_vault,
                            r_1.supply_vault, r_1.fee_vault, r_1.status, r_1.interest_rate_basis, r_1.emergency_mode,
                            r_1.loan_to_value_pct, r_1.liquidation_threshold_pct, r_1.borrow_factor_pct,
                            r_1.protocol_take_rate_pct, r_1.protocol_liquidation_fee_pct, r_1.min_liquidation_bonus_bps,
                            r_1.max_liquidation_bonus_bps, r_1.bad_debt_liquidation_bonus_bps,
                            r_1.host_fixed_interest_rate_bps, r_1.origination_fee_sf, r_1.flash_loan_fee_sf,
                            r_1.deposit_limit_raw, r_1.borrow_limit_raw, r_1.borrow_limit_outside_elevation_group_raw,
                            r_1.utilization_limit_block_borrowing_pct, r_1.deposit_cap_capacity_raw,
                            r_1.deposit_cap_interval_seconds, r_1.debt_cap_capacity_raw, r_1.debt_cap_interval_seconds,
                            r_1.max_price_age_seconds, r_1.config, r_1.config_sha256, r_1.config_slot,
                            r_1.config_observed_at, r_1.first_seen_slot, r_1.first_seen_at, r_1.last_seen_slot,
                            r_1.last_seen_at, r_1.missing_since_slot, r_1.missing_since_at, r_1.config_flags, r_1.own,
                            r_1.companions, r_1.token_symbol_origin, r_1.underlying_protocol, r_1.underlying_reserve,
                            r_1.change_id, r_1.id
                           FROM lend.reserves r_1
                             JOIN lend.lending_markets m ON m.address = r_1.lending_market AND m.listed
                          WHERE (r_1.token_mint = ANY (ARRAY['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'::text, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'::text, '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'::text, 'USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA'::text, '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH'::text, '9zNQRsGLjNKwCUU5Gq5LR8beUCPzQMVMqKAi3SSZh54u'::text])) AND NOT (EXISTS ( SELECT
                                   FROM lend.reserves u
                                     JOIN lend.lending_markets n ON n.address = u.lending_market AND n.listed
                                  WHERE u.address = r_1.underlying_reserve))) r
                     JOIN lend_v1.reserve_daily b_1 ON b_1.reserve = r.address
                     CROSS JOIN LATERAL ( SELECT
                                CASE
                                    WHEN b_1.price_usd_close_f IS NOT NULL AND b_1.close_price_raw >= 0.95 AND b_1.close_price_raw <= 1.05 THEN b_1.close_price_raw * (('1e-'::text || r.token_decimals)::numeric)
                                    ELSE NULL::numeric
                                END AS unit_price) p) c
          GROUP BY c.bucket_start, c.bucket_end) b
     CROSS JOIN LATERAL ( SELECT GREATEST(b.rolled_up, count(*)::integer) AS expected
           FROM ( SELECT r_1.address, r_1.protocol, r_1.lending_market, r_1.token_mint, r_1.token_symbol,
                    r_1.token_decimals, r_1.token_program, r_1.collateral_mint, r_1.collateral_supply_vault,
                    r_1.supply_vault, r_1.fee_vault, r_1.status, r_1.interest_rate_basis, r_1.emergency_mode,
                    r_1.loan_to_value_pct, r_1.liquidation_threshold_pct, r_1.borrow_factor_pct,
                    r_1.protocol_take_rate_pct, r_1.protocol_liquidation_fee_pct, r_1.min_liquidation_bonus_bps,
                    r_1.max_liquidation_bonus_bps, r_1.bad_debt_liquidation_bonus_bps, r_1.host_fixed_interest_rate_bps,
                    r_1.origination_fee_sf, r_1.flash_loan_fee_sf, r_1.deposit_limit_raw, r_1.borrow_limit_raw,
                    r_1.borrow_limit_outside_elevation_group_raw, r_1.utilization_limit_block_borrowing_pct,
                    r_1.deposit_cap_capacity_raw, r_1.deposit_cap_interval_seconds, r_1.debt_cap_capacity_raw,
                    r_1.debt_cap_interval_seconds, r_1.max_price_age_seconds, r_1.config, r_1.config_sha256,
                    r_1.config_slot, r_1.config_observed_at, r_1.first_seen_slot, r_1.first_seen_at, r_1.last_seen_slot,
                    r_1.last_seen_at, r_1.missing_since_slot, r_1.missing_since_at, r_1.config_flags, r_1.own,
                    r_1.companions, r_1.token_symbol_origin, r_1.underlying_protocol, r_1.underlying_reserve,
                    r_1.change_id, r_1.id
                   FROM lend.reserves r_1
                     JOIN lend.lending_markets m ON m.address = r_1.lending_market AND m.listed
                  WHERE (r_1.token_mint = ANY (ARRAY['EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v'::text, 'Es9vMFrzaCERmJfrF4H2FYD4KCoNkY11McCe8BenwNYB'::text, '2b1kV6DkPAnxd5ixfnxCpjxmKwqjjaYmCZfHsFu24GXo'::text, 'USDSwr9ApdHk5bvJKMjzff41FfuX8bSxdKcR81vTwcA'::text, '2u1tszSeqZ3qBWF3uNGPFc8TzMk2tdiwknnRMWGWjGWH'::text, '9zNQRsGLjNKwCUU5Gq5LR8beUCPzQMVMqKAi3SSZh54u'::text])) AND NOT (EXISTS ( SELECT
                           FROM lend.reserves u
                             JOIN lend.lending_markets n ON n.address = u.lending_market AND n.listed
                          WHERE u.address = r_1.underlying_reserve))) r
          WHERE r.first_seen_at < b.bucket_end AND (r.missing_since_at IS NULL OR r.missing_since_at > b.bucket_start)) e;

CREATE VIEW lend_v1.coverage AS
 SELECT b.protocol, b.lending_market, COALESCE(m.display_name, ''::text) AS lending_market_name, b.reserve,
    r.token_mint AS token_address, r.token_symbol, '1h'::text AS interval_str, b.bucket_start, b.bucket_end,
    (b.bucket_start AT TIME ZONE 'UTC'::text)::date AS day_utc, b.elapsed_seconds AS expected_seconds,
    b.observed_seconds, b.elapsed_seconds - b.observed_seconds AS missing_seconds, b.coverage_f, b.observations,
    b.quality_str, b.gap_reason_str, b.final_b, b.computed_at, b.change_id, COALESCE(m.listed, false) AS listed_b
   FROM lend_v1.reserve_hourly b
     LEFT JOIN lend.reserves r ON r.address = b.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market
UNION ALL
 SELECT b.protocol, b.lending_market, COALESCE(m.display_name, ''::text) AS lending_market_name, b.reserve,
    r.token_mint AS token_address, r.token_symbol, '1d'::text AS interval_str, b.bucket_start, b.bucket_end,
    (b.bucket_start AT TIME ZONE 'UTC'::text)::date AS day_utc, b.elapsed_seconds AS expected_seconds,
    b.observed_seconds, b.elapsed_seconds - b.observed_seconds AS missing_seconds, b.coverage_f, b.observations,
    b.quality_str, b.gap_reason_str, b.final_b, b.computed_at, b.change_id, COALESCE(m.listed, false) AS listed_b
   FROM lend_v1.reserve_daily b
     LEFT JOIN lend.reserves r ON r.address = b.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market;

CREATE VIEW lend_v1.prices_latest AS
 SELECT token_mint AS token_address, token_symbol, slot, observed_at, status AS status_str,
    trim_scale(price) AS price_usd_raw, price::double precision AS price_usd_f, published_at, sources AS source_count,
    used AS used_source_count, spread_bps AS spread_bps_f, trim_scale(confidence) AS price_confidence_usd_raw,
    confidence::double precision AS price_confidence_usd_f, method AS methodology,
    EXTRACT(epoch FROM observed_at - published_at)::bigint AS price_age_seconds, first_seen_at,
    batch_id AS price_batch_id, change_id
   FROM lend.price_latest p;

CREATE VIEW lend_v1.price_sources_latest AS
 SELECT token_mint AS token_address, slot, observed_at, source AS source_str, feed, account AS price_account,
    trim_scale(price) AS price_usd_raw, price::double precision AS price_usd_f,
    trim_scale(confidence) AS price_confidence_usd_raw, confidence::double precision AS price_confidence_usd_f,
    average::double precision AS average_price_usd_f, published_at, verification AS verification_str,
    problem AS problem_str, legs, used AS used_b, unused_reason AS unused_reason_str, weight AS weight_f,
    deviation_bps AS deviation_bps_f, roots, batch_id AS price_batch_id
   FROM lend.price_source_latest s;

CREATE VIEW lend_v1.prices AS
 SELECT token_mint AS token_address, slot, observed_at, status AS status_str, trim_scale(price) AS price_usd_raw,
    price::double precision AS price_usd_f, published_at, sources AS source_count, used AS used_source_count,
    spread_bps AS spread_bps_f, trim_scale(confidence) AS price_confidence_usd_raw,
    confidence::double precision AS price_confidence_usd_f, method AS methodology, reason AS snapshot_reason_str,
    batch_id AS price_batch_id
   FROM lend.price_aggregates p;

CREATE VIEW lend_v1.prices_quarter_hourly AS
 SELECT token_mint AS token_address, bucket_start, bucket_start + '00:15:00'::interval AS bucket_end,
    trim_scale(open_price) AS open_price_usd_raw, trim_scale(high_price) AS high_price_usd_raw,
    trim_scale(low_price) AS low_price_usd_raw, trim_scale(close_price) AS close_price_usd_raw,
    open_price::double precision AS open_price_usd_f, high_price::double precision AS high_price_usd_f,
    low_price::double precision AS low_price_usd_f, close_price::double precision AS close_price_usd_f,
    (price_seconds / NULLIF(priced_seconds, 0)::numeric)::double precision AS twavg_price_usd_f,
    trim_scale(price_seconds) AS price_seconds_raw, observations, elapsed_seconds, observed_seconds, priced_seconds,
    observed_seconds::double precision / NULLIF(elapsed_seconds, 0)::double precision AS coverage_f,
    gap_reason AS gap_reason_str, final AS final_b, computed_at, change_id
   FROM ( SELECT price_buckets.token_mint, price_buckets.width_seconds, price_buckets.bucket_start,
            price_buckets.open_price, price_buckets.high_price, price_buckets.low_price, price_buckets.close_price,
            price_buckets.price_seconds, price_buckets.observations, price_buckets.elapsed_seconds,
            price_buckets.observed_seconds, price_buckets.priced_seconds, price_buckets.gap_reason, price_buckets.final,
            price_buckets.computed_at, price_buckets.change_id
           FROM lend.price_buckets
          WHERE price_buckets.width_seconds = 900) b;

CREATE VIEW lend_v1.prices_hourly AS
 SELECT token_mint AS token_address, bucket_start, bucket_start + '01:00:00'::interval AS bucket_end,
    trim_scale(open_price) AS open_price_usd_raw, trim_scale(high_price) AS high_price_usd_raw,
    trim_scale(low_price) AS low_price_usd_raw, trim_scale(close_price) AS close_price_usd_raw,
    open_price::double precision AS open_price_usd_f, high_price::double precision AS high_price_usd_f,
    low_price::double precision AS low_price_usd_f, close_price::double precision AS close_price_usd_f,
    (price_seconds / NULLIF(priced_seconds, 0)::numeric)::double precision AS twavg_price_usd_f,
    trim_scale(price_seconds) AS price_seconds_raw, observations, elapsed_seconds, observed_seconds, priced_seconds,
    observed_seconds::double precision / NULLIF(elapsed_seconds, 0)::double precision AS coverage_f,
    gap_reason AS gap_reason_str, final AS final_b, computed_at, change_id
   FROM ( SELECT price_buckets.token_mint, price_buckets.width_seconds, price_buckets.bucket_start,
            price_buckets.open_price, price_buckets.high_price, price_buckets.low_price, price_buckets.close_price,
            price_buckets.price_seconds, price_buckets.observations, price_buckets.elapsed_seconds,
            price_buckets.observed_seconds, price_buckets.priced_seconds, price_buckets.gap_reason, price_buckets.final,
            price_buckets.computed_at, price_buckets.change_id
           FROM lend.price_buckets
          WHERE price_buckets.width_seconds = 3600) b;

CREATE VIEW lend_v1.prices_daily AS
 SELECT token_mint AS token_address, bucket_start, bucket_start + '24:00:00'::interval AS bucket_end,
    trim_scale(open_price) AS open_price_usd_raw, trim_scale(high_price) AS high_price_usd_raw,
    trim_scale(low_price) AS low_price_usd_raw, trim_scale(close_price) AS close_price_usd_raw,
    open_price::double precision AS open_price_usd_f, high_price::double precision AS high_price_usd_f,
    low_price::double precision AS low_price_usd_f, close_price::double precision AS close_price_usd_f,
    (price_seconds / NULLIF(priced_seconds, 0)::numeric)::double precision AS twavg_price_usd_f,
    trim_scale(price_seconds) AS price_seconds_raw, observations, elapsed_seconds, observed_seconds, priced_seconds,
    observed_seconds::double precision / NULLIF(elapsed_seconds, 0)::double precision AS coverage_f,
    gap_reason AS gap_reason_str, final AS final_b, (bucket_start AT TIME ZONE 'UTC'::text)::date AS day_utc,
    computed_at, change_id
   FROM ( SELECT price_buckets.token_mint, price_buckets.width_seconds, price_buckets.bucket_start,
            price_buckets.open_price, price_buckets.high_price, price_buckets.low_price, price_buckets.close_price,
            price_buckets.price_seconds, price_buckets.observations, price_buckets.elapsed_seconds,
            price_buckets.observed_seconds, price_buckets.priced_seconds, price_buckets.gap_reason, price_buckets.final,
            price_buckets.computed_at, price_buckets.change_id
           FROM lend.price_buckets
          WHERE price_buckets.width_seconds = 86400) b;

CREATE VIEW lend_v1.reserve_price_divergence_quarter_hourly AS
 SELECT r.protocol, r.lending_market, b.reserve, b.token_mint AS token_address, r.token_symbol, b.bucket_start,
    b.bucket_start + '00:15:00'::interval AS bucket_end, b.open_bps::double precision AS open_divergence_bps_f,
    b.high_bps::double precision AS high_divergence_bps_f, b.low_bps::double precision AS low_divergence_bps_f,
    b.close_bps::double precision AS close_divergence_bps_f,
    (b.bps_seconds / NULLIF(b.compared_seconds, 0)::numeric)::double precision AS twavg_divergence_bps_f,
    trim_scale(b.bps_seconds) AS divergence_bps_seconds_raw, b.observations, b.observed_seconds, b.elapsed_seconds,
    b.compared_seconds, b.beyond_seconds AS beyond_bound_seconds, b.accepted_seconds, b.refused_seconds,
    b.accepted_beyond_seconds AS accepted_beyond_bound_seconds,
    b.observed_seconds::double precision / NULLIF(b.elapsed_seconds, 0)::double precision AS coverage_f,
    b.gap_reason AS gap_reason_str, b.final AS final_b, b.computed_at, b.change_id,
    COALESCE(m.display_name, ''::text) AS lending_market_name, COALESCE(m.listed, false) AS listed_b
   FROM ( SELECT price_divergence_buckets.reserve, price_divergence_buckets.width_seconds,
            price_divergence_buckets.bucket_start, price_divergence_buckets.token_mint,
            price_divergence_buckets.open_bps, price_divergence_buckets.high_bps, price_divergence_buckets.low_bps,
            price_divergence_buckets.close_bps, price_divergence_buckets.bps_seconds,
            price_divergence_buckets.observations, price_divergence_buckets.elapsed_seconds,
            price_divergence_buckets.observed_seconds, price_divergence_buckets.compared_seconds,
            price_divergence_buckets.beyond_seconds, price_divergence_buckets.accepted_seconds,
            price_divergence_buckets.refused_seconds, price_divergence_buckets.accepted_beyond_seconds,
            price_divergence_buckets.gap_reason, price_divergence_buckets.final, price_divergence_buckets.computed_at,
            price_divergence_buckets.change_id
           FROM lend.price_divergence_buckets
          WHERE price_divergence_buckets.width_seconds = 900) b
     LEFT JOIN lend.reserves r ON r.address = b.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market;

CREATE VIEW lend_v1.reserve_price_divergence_hourly AS
 SELECT r.protocol, r.lending_market, b.reserve, b.token_mint AS token_address, r.token_symbol, b.bucket_start,
    b.bucket_start + '01:00:00'::interval AS bucket_end, b.open_bps::double precision AS open_divergence_bps_f,
    b.high_bps::double precision AS high_divergence_bps_f, b.low_bps::double precision AS low_divergence_bps_f,
    b.close_bps::double precision AS close_divergence_bps_f,
    (b.bps_seconds / NULLIF(b.compared_seconds, 0)::numeric)::double precision AS twavg_divergence_bps_f,
    trim_scale(b.bps_seconds) AS divergence_bps_seconds_raw, b.observations, b.observed_seconds, b.elapsed_seconds,
    b.compared_seconds, b.beyond_seconds AS beyond_bound_seconds, b.accepted_seconds, b.refused_seconds,
    b.accepted_beyond_seconds AS accepted_beyond_bound_seconds,
    b.observed_seconds::double precision / NULLIF(b.elapsed_seconds, 0)::double precision AS coverage_f,
    b.gap_reason AS gap_reason_str, b.final AS final_b, b.computed_at, b.change_id,
    COALESCE(m.display_name, ''::text) AS lending_market_name, COALESCE(m.listed, false) AS listed_b
   FROM ( SELECT price_divergence_buckets.reserve, price_divergence_buckets.width_seconds,
            price_divergence_buckets.bucket_start, price_divergence_buckets.token_mint,
            price_divergence_buckets.open_bps, price_divergence_buckets.high_bps, price_divergence_buckets.low_bps,
            price_divergence_buckets.close_bps, price_divergence_buckets.bps_seconds,
            price_divergence_buckets.observations, price_divergence_buckets.elapsed_seconds,
            price_divergence_buckets.observed_seconds, price_divergence_buckets.compared_seconds,
            price_divergence_buckets.beyond_seconds, price_divergence_buckets.accepted_seconds,
            price_divergence_buckets.refused_seconds, price_divergence_buckets.accepted_beyond_seconds,
            price_divergence_buckets.gap_reason, price_divergence_buckets.final, price_divergence_buckets.computed_at,
            price_divergence_buckets.change_id
           FROM lend.price_divergence_buckets
          WHERE price_divergence_buckets.width_seconds = 3600) b
     LEFT JOIN lend.reserves r ON r.address = b.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market;

CREATE VIEW lend_v1.reserve_price_divergence_daily AS
 SELECT r.protocol, r.lending_market, b.reserve, b.token_mint AS token_address, r.token_symbol, b.bucket_start,
    b.bucket_start + '24:00:00'::interval AS bucket_end, b.open_bps::double precision AS open_divergence_bps_f,
    b.high_bps::double precision AS high_divergence_bps_f, b.low_bps::double precision AS low_divergence_bps_f,
    b.close_bps::double precision AS close_divergence_bps_f,
    (b.bps_seconds / NULLIF(b.compared_seconds, 0)::numeric)::double precision AS twavg_divergence_bps_f,
    trim_scale(b.bps_seconds) AS divergence_bps_seconds_raw, b.observations, b.observed_seconds, b.elapsed_seconds,
    b.compared_seconds, b.beyond_seconds AS beyond_bound_seconds, b.accepted_seconds, b.refused_seconds,
    b.accepted_beyond_seconds AS accepted_beyond_bound_seconds,
    b.observed_seconds::double precision / NULLIF(b.elapsed_seconds, 0)::double precision AS coverage_f,
    b.gap_reason AS gap_reason_str, b.final AS final_b, (b.bucket_start AT TIME ZONE 'UTC'::text)::date AS day_utc,
    b.computed_at, b.change_id, COALESCE(m.display_name, ''::text) AS lending_market_name,
    COALESCE(m.listed, false) AS listed_b
   FROM ( SELECT price_divergence_buckets.reserve, price_divergence_buckets.width_seconds,
            price_divergence_buckets.bucket_start, price_divergence_buckets.token_mint,
            price_divergence_buckets.open_bps, price_divergence_buckets.high_bps, price_divergence_buckets.low_bps,
            price_divergence_buckets.close_bps, price_divergence_buckets.bps_seconds,
            price_divergence_buckets.observations, price_divergence_buckets.elapsed_seconds,
            price_divergence_buckets.observed_seconds, price_divergence_buckets.compared_seconds,
            price_divergence_buckets.beyond_seconds, price_divergence_buckets.accepted_seconds,
            price_divergence_buckets.refused_seconds, price_divergence_buckets.accepted_beyond_seconds,
            price_divergence_buckets.gap_reason, price_divergence_buckets.final, price_divergence_buckets.computed_at,
            price_divergence_buckets.change_id
           FROM lend.price_divergence_buckets
          WHERE price_divergence_buckets.width_seconds = 86400) b
     LEFT JOIN lend.reserves r ON r.address = b.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market;

CREATE VIEW lend_v1.price_observations AS
 SELECT token_mint AS token_address, slot, observed_at, source AS source_str, feed, account AS price_account,
    trim_scale(price) AS price_usd_raw, price::double precision AS price_usd_f,
    trim_scale(confidence) AS price_confidence_usd_raw, confidence::double precision AS price_confidence_usd_f,
    average::double precision AS average_price_usd_f, published_at, verification AS verification_str,
    problem AS problem_str, legs, reason AS snapshot_reason_str, batch_id AS price_batch_id
   FROM lend.price_observations o;

CREATE VIEW lend_v1.price_batches AS
 SELECT id AS price_batch_id, source_group AS source_group_str, slot, observed_at, mints, sources, observations_written,
    aggregates_written, latest_written, unchanged, older_than_latest, missing, quarantined, started_at, duration_ms,
    outcome AS outcome_str, error_code AS error_code_str, gap_after_ms, recorded_at, attempt_id
   FROM lend.price_batches b;

CREATE VIEW lend_v1.price_gaps AS
 SELECT token_mint AS token_address, from_at, to_at, gap_seconds, gap_reason AS gap_reason_str
   FROM ( SELECT n.token_mint, n.from_at, n.to_at, EXTRACT(epoch FROM n.to_at - n.from_at)::bigint AS gap_seconds,
            COALESCE(( SELECT
                        CASE f.error_code
                            WHEN 'CHAIN_HALTED'::text THEN 'chain_halted'::text
                            WHEN 'CLOCK_IMPLAUSIBLE'::text THEN 'clock_implausible'::text
                            WHEN 'RATE_LIMITED'::text THEN 'rate_limited'::text
                            ELSE 'poll_failed:'::text || f.error_code
                        END AS "case"
                   FROM lend.price_batches f
                  WHERE f.outcome = 'failed'::text AND (n.token_mint = ANY (f.mints)) AND f.started_at >= n.from_at AND f.started_at < n.to_at
                  ORDER BY f.started_at, f.attempt_id
                 LIMIT 1), 'not_polled'::text) AS gap_reason
           FROM ( SELECT m.mint AS token_mint, b.observed_at AS from_at, b.gap_after_ms,
                    lead(b.observed_at) OVER (PARTITION BY m.mint ORDER BY b.observed_at, b.slot) AS to_at
                   FROM lend.price_batches b
                     CROSS JOIN LATERAL unnest(b.mints) m(mint)
                  WHERE b.outcome = 'committed'::text AND b.slot IS NOT NULL) n
          WHERE (n.to_at - n.from_at) > (n.gap_after_ms::double precision * '00:00:00.001'::interval)) g;

CREATE VIEW lend_v1.liquidity_tokens_latest AS
 SELECT token_mint AS token_address, token_symbol, token_decimals, slot_min, slot_max, observed_at,
    trim_scale(price) AS reference_price_usd_raw, price::double precision AS reference_price_usd_f,
    EXTRACT(epoch FROM observed_at - price_at)::bigint AS reference_age_seconds, counted AS pools_counted,
    excluded AS pools_excluded, unknown AS pools_unknown, evidence AS evidence_str, lower_bound AS lower_bound_b,
    reason AS depth_gap_str, first_seen_at, batch_id AS liquidity_batch_id, change_id, coverage_24h AS coverage_24h_f
   FROM lend.liquidity_tokens t;

CREATE VIEW lend_v1.liquidity_depth_latest AS
 SELECT token_mint AS token_address, side AS side_str, bps AS fall_bps, source AS source_str, evidence AS evidence_str,
    trim_scale(marginal_raw) AS marginal_amount_raw, marginal_usd::double precision AS marginal_usd_f,
    trim_scale(average_raw) AS average_amount_raw, average_usd::double precision AS average_usd_f,
    largest_pool_share AS largest_pool_share_f, via_sol_share AS via_sol_share_f, lower_bound AS lower_bound_b,
    reason AS depth_gap_str, observed_at, batch_id AS liquidity_batch_id,
    trim_scale(min_24h_marginal_raw) AS min_24h_marginal_amount_raw,
    min_24h_marginal_usd::double precision AS min_24h_marginal_usd_f,
    trim_scale(min_24h_average_raw) AS min_24h_average_amount_raw,
    min_24h_average_usd::double precision AS min_24h_average_usd_f, known_24h_share AS known_24h_share_f,
    sol_leg_share AS sol_leg_share_f
   FROM lend.liquidity_depth_latest d;

CREATE VIEW lend_v1.liquidity_quotes_latest AS
 SELECT t.token_mint AS token_address, q.size::double precision AS size_usd_f, trim_scale(q.amount) AS quote_amount_raw,
    q."out"::double precision AS quote_out_usd_f,
    (10000::numeric - 10000::numeric * q."out" / NULLIF(q.amount * t.price * (('1e-'::text || t.token_decimals)::numeric), 0::numeric))::double precision AS price_impact_bps_f,
    q.reason AS depth_gap_str, t.observed_at, t.batch_id AS liquidity_batch_id
   FROM lend.liquidity_tokens t
     CROSS JOIN LATERAL jsonb_to_recordset(t.quotes) q(size numeric, amount numeric, "out" numeric, reason text);

CREATE VIEW lend_v1.liquidity_depth AS
 SELECT token_mint AS token_address, side AS side_str, bps AS fall_bps, slot_max, observed_at,
    trim_scale(marginal_raw) AS marginal_amount_raw, marginal_usd::double precision AS marginal_usd_f,
    trim_scale(average_raw) AS average_amount_raw, average_usd::double precision AS average_usd_f,
    largest_pool_share AS largest_pool_share_f, via_sol_share AS via_sol_share_f, lower_bound AS lower_bound_b,
    reason AS depth_gap_str, batch_id AS liquidity_batch_id, sol_leg_share AS sol_leg_share_f
   FROM lend.liquidity_depth d;

CREATE VIEW lend_v1.liquidity_depth_hourly AS
 SELECT token_mint AS token_address, side AS side_str, bps AS fall_bps, bucket_start,
    bucket_start + '01:00:00'::interval AS bucket_end, trim_scale(min_marginal_raw) AS min_marginal_amount_raw,
    min_marginal_usd::double precision AS min_marginal_usd_f, trim_scale(min_average_raw) AS min_average_amount_raw,
    min_average_usd::double precision AS min_average_usd_f, close_average_usd::double precision AS close_average_usd_f,
    lower_bound AS lower_bound_b, observations, known AS known_observations, elapsed_seconds, observed_seconds,
    observed_seconds::double precision / NULLIF(elapsed_seconds, 0)::double precision AS coverage_f,
    gap_reason AS gap_reason_str, final AS final_b, computed_at, change_id
   FROM ( SELECT liquidity_depth_buckets.token_mint, liquidity_depth_buckets.width_seconds,
            liquidity_depth_buckets.bucket_start, liquidity_depth_buckets.side, liquidity_depth_buckets.bps,
            liquidity_depth_buckets.min_marginal_raw, liquidity_depth_buckets.min_marginal_usd,
            liquidity_depth_buckets.min_average_raw, liquidity_depth_buckets.min_average_usd,
            liquidity_depth_buckets.close_average_usd, liquidity_depth_buckets.lower_bound,
            liquidity_depth_buckets.observations, liquidity_depth_buckets.known, liquidity_depth_buckets.elapsed_seconds,
            liquidity_depth_buckets.observed_seconds, liquidity_depth_buckets.gap_reason, liquidity_depth_buckets.final,
            liquidity_depth_buckets.computed_at, liquidity_depth_buckets.change_id
           FROM lend.liquidity_depth_buckets
          WHERE liquidity_depth_buckets.width_seconds = 3600) b;

CREATE VIEW lend_v1.liquidity_depth_daily AS
 SELECT token_mint AS token_address, side AS side_str, bps AS fall_bps, bucket_start,
    bucket_start + '24:00:00'::interval AS bucket_end, trim_scale(min_marginal_raw) AS min_marginal_amount_raw,
    min_marginal_usd::double precision AS min_marginal_usd_f, trim_scale(min_average_raw) AS min_average_amount_raw,
    min_average_usd::double precision AS min_average_usd_f, close_average_usd::double precision AS close_average_usd_f,
    lower_bound AS lower_bound_b, observations, known AS known_observations, elapsed_seconds, observed_seconds,
    observed_seconds::double precision / NULLIF(elapsed_seconds, 0)::double precision AS coverage_f,
    gap_reason AS gap_reason_str, final AS final_b, (bucket_start AT TIME ZONE 'UTC'::text)::date AS day_utc,
    computed_at, change_id
   FROM ( SELECT liquidity_depth_buckets.token_mint, liquidity_depth_buckets.width_seconds,
            liquidity_depth_buckets.bucket_start, liquidity_depth_buckets.side, liquidity_depth_buckets.bps,
            liquidity_depth_buckets.min_marginal_raw, liquidity_depth_buckets.min_marginal_usd,
            liquidity_depth_buckets.min_average_raw, liquidity_depth_buckets.min_average_usd,
            liquidity_depth_buckets.close_average_usd, liquidity_depth_buckets.lower_bound,
            liquidity_depth_buckets.observations, liquidity_depth_buckets.known, liquidity_depth_buckets.elapsed_seconds,
            liquidity_depth_buckets.observed_seconds, liquidity_depth_buckets.gap_reason, liquidity_depth_buckets.final,
            liquidity_depth_buckets.computed_at, liquidity_depth_buckets.change_id
           FROM lend.liquidity_depth_buckets
          WHERE liquidity_depth_buckets.width_seconds = 86400) b;

CREATE VIEW lend_v1.liquidity_pools AS
 SELECT v.token_mint AS token_address, p.pool, p.source AS source_str, p.evidence AS evidence_str,
    p.mint_a AS token_a_address, p.mint_b AS token_b_address, v.counted AS counted_b, v.route AS route_str,
    v.reason AS excluded_reason_str, v.detail AS excluded_detail_str, v.depth_usd AS depth_usd_f,
    v.price_gap_bps AS price_gap_bps_f, trim_scale(p.price) AS pool_price_raw, p.status AS pool_status_str,
    p.detail AS pool_detail_str, p.lower_bound AS lower_bound_reasons, p.last_used_at AS pool_used_at,
    p.one_bank AS one_bank_b, p.found_by AS found_by_str, s.failure AS search_failure_str, p.first_seen_at, p.slot,
    p.observed_at, p.batch_id AS liquidity_batch_id
   FROM lend.liquidity_verdicts v
     JOIN lend.liquidity_pools p ON p.pool = v.pool
     LEFT JOIN lend.liquidity_searches s ON s.token_mint = v.token_mint;

CREATE VIEW lend_v1.liquidity_pool_depth_latest AS
 SELECT p.pool, p.source AS source_str, p.evidence AS evidence_str,
        CASE d.direction
            WHEN 'a_to_b'::text THEN p.mint_a
            ELSE p.mint_b
        END AS token_in_address,
        CASE d.direction
            WHEN 'a_to_b'::text THEN p.mint_b
            ELSE p.mint_a
        END AS token_out_address,
    d.bps AS fall_bps, trim_scale(d."marginalIn") AS marginal_in_raw, trim_scale(d."marginalOut") AS marginal_out_raw,
    trim_scale(d."averageIn") AS average_in_raw, trim_scale(d."averageOut") AS average_out_raw,
    p.lower_bound <> '{}'::text[] OR d.unknown IS NOT NULL AS lower_bound_b, d.unknown AS depth_gap_str,
    p.one_bank AS one_bank_b, p.slot, p.observed_at, p.batch_id AS liquidity_batch_id
   FROM lend.liquidity_pools p
     CROSS JOIN LATERAL jsonb_to_recordset(p.depth) d(direction text, bps integer, "marginalIn" numeric, "marginalOut" numeric, "averageIn" numeric, "averageOut" numeric, unknown text);

CREATE VIEW lend_v1.liquidity_pool_history AS
 SELECT pool, slot, observed_at, status AS pool_status_str, detail AS pool_detail_str,
    trim_scale(price) AS pool_price_raw, trim_scale(sell_a_raw) AS sell_a_raw, trim_scale(sell_b_raw) AS sell_b_raw,
    one_bank AS one_bank_b, batch_id AS liquidity_batch_id
   FROM lend.liquidity_pool_history h;

CREATE VIEW lend_v1.liquidation_coverage_latest AS
 SELECT r.protocol, r.lending_market, c.reserve, c.token_mint AS token_address, r.token_symbol, c.slot_min, c.slot_max,
    c.observed_at, trim_scale(c.collateral_raw) AS collateral_raw,
    trim_scale(c.token_collateral_raw) AS token_collateral_raw, c.token_reserves, c.token_reserves_unknown,
    c.min_net_bonus_bps, c.max_net_bonus_bps, trim_scale(c.sellable_at_min_bonus_raw) AS sellable_at_min_bonus_raw,
    trim_scale(c.sellable_at_max_bonus_raw) AS sellable_at_max_bonus_raw,
    c.coverage_at_min_bonus AS coverage_at_min_bonus_f, c.coverage_at_max_bonus AS coverage_at_max_bonus_f,
    c.token_coverage_at_min_bonus AS token_coverage_at_min_bonus_f,
    c.token_coverage_at_max_bonus AS token_coverage_at_max_bonus_f, c.coverage_at_100_bps AS coverage_at_100_bps_f,
    c.coverage_at_200_bps AS coverage_at_200_bps_f, c.coverage_at_500_bps AS coverage_at_500_bps_f,
    c.coverage_at_1000_bps AS coverage_at_1000_bps_f, c.lower_bound AS lower_bound_b, c.reason AS coverage_gap_str,
    c.first_seen_at, c.batch_id AS liquidity_batch_id, c.change_id,
    COALESCE(m.display_name, ''::text) AS lending_market_name, COALESCE(m.listed, false) AS listed_b
   FROM lend.liquidity_coverage_latest c
     LEFT JOIN lend.reserves r ON r.address = c.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market;

CREATE VIEW lend_v1.liquidation_coverage AS
 SELECT c.reserve, c.token_mint AS token_address, c.slot_max, c.observed_at,
    trim_scale(c.collateral_raw) AS collateral_raw, trim_scale(c.token_collateral_raw) AS token_collateral_raw,
    c.min_net_bonus_bps, c.max_net_bonus_bps, trim_scale(c.sellable_at_min_bonus_raw) AS sellable_at_min_bonus_raw,
    trim_scale(c.sellable_at_max_bonus_raw) AS sellable_at_max_bonus_raw,
    c.coverage_at_min_bonus AS coverage_at_min_bonus_f, c.coverage_at_max_bonus AS coverage_at_max_bonus_f,
    c.token_coverage_at_min_bonus AS token_coverage_at_min_bonus_f,
    c.token_coverage_at_max_bonus AS token_coverage_at_max_bonus_f, c.lower_bound AS lower_bound_b,
    c.reason AS coverage_gap_str, c.batch_id AS liquidity_batch_id, r.protocol, r.token_symbol,
    COALESCE(m.display_name, ''::text) AS lending_market_name, COALESCE(m.listed, false) AS listed_b
   FROM lend.liquidity_coverage c
     LEFT JOIN lend.reserves r ON r.address = c.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market;

CREATE VIEW lend_v1.liquidation_coverage_hourly AS
 SELECT b.reserve, b.token_mint AS token_address, b.bucket_start, b.bucket_start + '01:00:00'::interval AS bucket_end,
    b.min_coverage_at_min_bonus AS min_coverage_at_min_bonus_f,
    b.min_token_coverage_at_min_bonus AS min_token_coverage_at_min_bonus_f,
    trim_scale(b.min_sellable_at_min_bonus_raw) AS min_sellable_at_min_bonus_raw,
    trim_scale(b.max_collateral_raw) AS max_collateral_raw, b.lower_bound AS lower_bound_b, b.observations,
    b.known AS known_observations, b.elapsed_seconds, b.observed_seconds,
    b.observed_seconds::double precision / NULLIF(b.elapsed_seconds, 0)::double precision AS coverage_f,
    b.gap_reason AS gap_reason_str, b.final AS final_b, b.computed_at, b.change_id, r.protocol, r.token_symbol,
    COALESCE(m.display_name, ''::text) AS lending_market_name, COALESCE(m.listed, false) AS listed_b
   FROM ( SELECT liquidity_coverage_buckets.reserve, liquidity_coverage_buckets.width_seconds,
            liquidity_coverage_buckets.bucket_start, liquidity_coverage_buckets.token_mint,
            liquidity_coverage_buckets.min_coverage_at_min_bonus,
            liquidity_coverage_buckets.min_token_coverage_at_min_bonus,
            liquidity_coverage_buckets.min_sellable_at_min_bonus_raw, liquidity_coverage_buckets.max_collateral_raw,
            liquidity_coverage_buckets.lower_bound, liquidity_coverage_buckets.observations,
            liquidity_coverage_buckets.known, liquidity_coverage_buckets.elapsed_seconds,
            liquidity_coverage_buckets.observed_seconds, liquidity_coverage_buckets.gap_reason,
            liquidity_coverage_buckets.final, liquidity_coverage_buckets.computed_at,
            liquidity_coverage_buckets.change_id
           FROM lend.liquidity_coverage_buckets
          WHERE liquidity_coverage_buckets.width_seconds = 3600) b
     LEFT JOIN lend.reserves r ON r.address = b.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market;

CREATE VIEW lend_v1.liquidation_coverage_daily AS
 SELECT b.reserve, b.token_mint AS token_address, b.bucket_start, b.bucket_start + '24:00:00'::interval AS bucket_end,
    b.min_coverage_at_min_bonus AS min_coverage_at_min_bonus_f,
    b.min_token_coverage_at_min_bonus AS min_token_coverage_at_min_bonus_f,
    trim_scale(b.min_sellable_at_min_bonus_raw) AS min_sellable_at_min_bonus_raw,
    trim_scale(b.max_collateral_raw) AS max_collateral_raw, b.lower_bound AS lower_bound_b, b.observations,
    b.known AS known_observations, b.elapsed_seconds, b.observed_seconds,
    b.observed_seconds::double precision / NULLIF(b.elapsed_seconds, 0)::double precision AS coverage_f,
    b.gap_reason AS gap_reason_str, b.final AS final_b, (b.bucket_start AT TIME ZONE 'UTC'::text)::date AS day_utc,
    b.computed_at, b.change_id, r.protocol, r.token_symbol, COALESCE(m.display_name, ''::text) AS lending_market_name,
    COALESCE(m.listed, false) AS listed_b
   FROM ( SELECT liquidity_coverage_buckets.reserve, liquidity_coverage_buckets.width_seconds,
            liquidity_coverage_buckets.bucket_start, liquidity_coverage_buckets.token_mint,
            liquidity_coverage_buckets.min_coverage_at_min_bonus,
            liquidity_coverage_buckets.min_token_coverage_at_min_bonus,
            liquidity_coverage_buckets.min_sellable_at_min_bonus_raw, liquidity_coverage_buckets.max_collateral_raw,
            liquidity_coverage_buckets.lower_bound, liquidity_coverage_buckets.observations,
            liquidity_coverage_buckets.known, liquidity_coverage_buckets.elapsed_seconds,
            liquidity_coverage_buckets.observed_seconds, liquidity_coverage_buckets.gap_reason,
            liquidity_coverage_buckets.final, liquidity_coverage_buckets.computed_at,
            liquidity_coverage_buckets.change_id
           FROM lend.liquidity_coverage_buckets
          WHERE liquidity_coverage_buckets.width_seconds = 86400) b
     LEFT JOIN lend.reserves r ON r.address = b.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market;

CREATE VIEW lend_v1.liquidity_batches AS
 SELECT id AS liquidity_batch_id, slot_min, slot_max, observed_at, calls, tokens, pools, torn, missing, refused,
    reserves, started_at, duration_ms, outcome AS outcome_str, error_code AS error_code_str, gap_after_ms, recorded_at,
    attempt_id
   FROM lend.liquidity_batches b;

CREATE VIEW lend_v1.reserves AS
 SELECT r.address AS reserve, r.protocol, r.lending_market, COALESCE(m.display_name, ''::text) AS lending_market_name,
    r.token_mint AS token_address, r.token_symbol, r.token_decimals, r.token_program,
    r.collateral_mint AS collateral_token_address, r.collateral_supply_vault, r.supply_vault, r.fee_vault,
    r.status AS status_str, r.interest_rate_basis AS interest_rate_basis_str, r.emergency_mode AS emergency_mode_b,
    r.loan_to_value_pct, r.liquidation_threshold_pct, r.borrow_factor_pct, r.protocol_take_rate_pct,
    r.protocol_liquidation_fee_pct, r.min_liquidation_bonus_bps, r.max_liquidation_bonus_bps,
    r.bad_debt_liquidation_bonus_bps, r.host_fixed_interest_rate_bps,
    trim_scale(r.origination_fee_sf * lend.unit_of(r.protocol)) AS origination_fee_raw,
    trim_scale(NULLIF(r.flash_loan_fee_sf, '18446744073709551615'::numeric) * lend.unit_of(r.protocol)) AS flash_loan_fee_raw,
    r.deposit_limit_raw, r.borrow_limit_raw, r.borrow_limit_outside_elevation_group_raw,
    r.utilization_limit_block_borrowing_pct, r.deposit_cap_capacity_raw, r.deposit_cap_interval_seconds,
    r.debt_cap_capacity_raw, r.debt_cap_interval_seconds, r.max_price_age_seconds, r.config,
    encode(r.config_sha256, 'hex'::text) AS config_sha256, r.config_slot AS since_slot, r.config_observed_at AS since_at,
    r.first_seen_slot, r.first_seen_at, GREATEST(r.last_seen_slot, l.slot) AS last_seen_slot,
    GREATEST(r.last_seen_at, l.observed_at) AS last_seen_at, r.missing_since_slot, r.missing_since_at, r.config_flags,
        CASE
            WHEN u.is_pending THEN t.multiplier_f
            ELSE t.new_multiplier_f
        END AS ui_multiplier_f,
        CASE
            WHEN u.is_pending THEN t.new_multiplier_f
            ELSE NULL::double precision
        END AS next_ui_multiplier_f,
        CASE
            WHEN t.new_multiplier_effective_seconds >= 1 AND t.new_multiplier_effective_seconds <= '253402300799'::bigint THEN to_timestamp(t.new_multiplier_effective_seconds::double precision)
            ELSE NULL::timestamp with time zone
        END AS ui_multiplier_effective_at,
    COALESCE(m.listed, false) AS listed_b, r.underlying_protocol, r.underlying_reserve,
        CASE
            WHEN r.token_symbol <> ''::text THEN r.token_symbol_origin
            ELSE NULL::text
        END AS token_symbol_origin_str,
    r.loan_to_value_pct::double precision / 100::double precision AS loan_to_value_f,
    r.liquidation_threshold_pct::double precision / 100::double precision AS liquidation_threshold_f,
    r.protocol_take_rate_pct::double precision / 100::double precision AS protocol_take_rate_f,
    r.protocol_liquidation_fee_pct::double precision / 100::double precision AS protocol_liquidation_fee_f,
    r.min_liquidation_bonus_bps::double precision / 10000::double precision AS min_liquidation_bonus_f,
    r.max_liquidation_bonus_bps::double precision / 10000::double precision AS max_liquidation_bonus_f,
    r.bad_debt_liquidation_bonus_bps::double precision / 10000::double precision AS bad_debt_liquidation_bonus_f,
    r.host_fixed_interest_rate_bps::double precision / 10000::double precision AS host_fixed_interest_rate_f,
    trim_scale(r.origination_fee_sf * lend.unit_of(r.protocol))::double precision AS origination_fee_f,
    trim_scale(NULLIF(r.flash_loan_fee_sf, '18446744073709551615'::numeric) * lend.unit_of(r.protocol))::double precision AS flash_loan_fee_f,
    NULLIF(r.utilization_limit_block_borrowing_pct, 0)::double precision / 100::double precision AS utilization_limit_block_borrowing_f,
    r.change_id
   FROM lend.reserves r
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market
     LEFT JOIN lend.reserve_latest l ON l.reserve = r.address
     LEFT JOIN lend.token_mints t ON t.address = r.token_mint
     LEFT JOIN LATERAL ( SELECT EXTRACT(epoch FROM GREATEST(r.last_seen_at, l.observed_at)) < t.new_multiplier_effective_seconds::numeric AS is_pending) u ON true;

CREATE VIEW lend_v1.corrections AS
 SELECT c.protocol, c.reserve, c.id, c.of_table AS view_str, c.at AS row_at, c.slot,
        CASE c.field
            WHEN 'last_update_stale'::text THEN 'last_update_stale_b'::text
            WHEN 'borrowed_amount_sf'::text THEN 'borrowed_amount_raw'::text
            WHEN 'cumulative_borrow_rate_bsf'::text THEN 'cumulative_borrow_rate_raw'::text
            WHEN 'accumulated_protocol_fees_sf'::text THEN 'accumulated_protocol_fees_raw'::text
            WHEN 'accumulated_referrer_fees_sf'::text THEN 'accumulated_referrer_fees_raw'::text
            WHEN 'pending_referrer_fees_sf'::text THEN 'pending_referrer_fees_raw'::text
            WHEN 'absolute_referral_rate_sf'::text THEN 'absolute_referral_rate_raw'::text
            WHEN 'market_price_sf'::text THEN 'price_raw'::text
            WHEN 'market_price_updated_at'::text THEN 'price_at'::text
            WHEN 'accrued_borrowed_amount_sf'::text THEN 'accrued_borrowed_amount_raw'::text
            WHEN 'accrued_total_supply_sf'::text THEN 'accrued_total_supply_raw'::text
            WHEN 'accrued_utilization_sf'::text THEN 'accrued_utilization_raw'::text
            WHEN 'accrued_cumulative_borrow_rate_bsf'::text THEN 'accrued_cumulative_borrow_rate_raw'::text
            WHEN 'accrued_protocol_fees_sf'::text THEN 'accrued_protocol_fees_raw'::text
            WHEN 'accrued_pending_referrer_fees_sf'::text THEN 'accrued_pending_referrer_fees_raw'::text
            WHEN 'borrow_rate_sf'::text THEN 'borrow_rate_raw'::text
            WHEN 'price_usable'::text THEN 'price_usable_b'::text
            WHEN 'slot_duration_source'::text THEN 'slot_duration_source_str'::text
            WHEN 'interest_rate_basis'::text THEN 'interest_rate_basis_str'::text
            WHEN 'compounding'::text THEN 'compounding_str'::text
            WHEN 'reason'::text THEN 'snapshot_reason_str'::text
            WHEN 'final'::text THEN 'final_b'::text
            WHEN 'quality'::text THEN 'quality_str'::text
            WHEN 'gap_reason'::text THEN 'gap_reason_str'::text
            WHEN 'interest_sf'::text THEN 'interest_raw'::text
            WHEN 'interest_supply_side_sf'::text THEN 'interest_supply_side_raw'::text
            WHEN 'interest_protocol_sf'::text THEN 'interest_protocol_raw'::text
            WHEN 'interest_referrer_max_sf'::text THEN 'interest_referrer_max_raw'::text
            WHEN 'interest_host_sf'::text THEN 'interest_host_raw'::text
            WHEN 'interest_usd_sf'::text THEN 'interest_usd_raw'::text
            WHEN 'interest_supply_side_usd_sf'::text THEN 'interest_supply_side_usd_raw'::text
            WHEN 'interest_protocol_usd_sf'::text THEN 'interest_protocol_usd_raw'::text
            WHEN 'interest_referrer_max_usd_sf'::text THEN 'interest_referrer_max_usd_raw'::text
            WHEN 'interest_host_usd_sf'::text THEN 'interest_host_usd_raw'::text
            WHEN 'open_proof'::text THEN 'open_proof_str'::text
            WHEN 'open_borrowed_amount_sf'::text THEN 'open_borrowed_amount_raw'::text
            WHEN 'open_total_supply_sf'::text THEN 'open_total_supply_raw'::text
            WHEN 'open_cumulative_borrow_rate_bsf'::text THEN 'open_cumulative_borrow_rate_raw'::text
            WHEN 'open_market_price_sf'::text THEN 'open_price_raw'::text
            WHEN 'close_proof'::text THEN 'close_proof_str'::text
            WHEN 'close_borrowed_amount_sf'::text THEN 'close_borrowed_amount_raw'::text
            WHEN 'close_total_supply_sf'::text THEN 'close_total_supply_raw'::text
            WHEN 'close_cumulative_borrow_rate_bsf'::text THEN 'close_cumulative_borrow_rate_raw'::text
            WHEN 'close_market_price_sf'::text THEN 'close_price_raw'::text
            WHEN 'open_price_updated_at'::text THEN 'open_price_at'::text
            WHEN 'close_price_updated_at'::text THEN 'close_price_at'::text
            ELSE c.field
        END AS field,
        CASE
            WHEN c.field = ANY (ARRAY['borrowed_amount_sf'::text, 'cumulative_borrow_rate_bsf'::text, 'accumulated_protocol_fees_sf'::text, 'accumulated_referrer_fees_sf'::text, 'pending_referrer_fees_sf'::text, 'absolute_referral_rate_sf'::text, 'market_price_sf'::text, 'accrued_borrowed_amount_sf'::text, 'accrued_total_supply_sf'::text, 'accrued_utilization_sf'::text, 'accrued_cumulative_borrow_rate_bsf'::text, 'accrued_protocol_fees_sf'::text, 'accrued_pending_referrer_fees_sf'::text, 'borrow_rate_sf'::text, 'interest_sf'::text, 'interest_supply_side_sf'::text, 'interest_protocol_sf'::text, 'interest_referrer_max_sf'::text, 'interest_host_sf'::text, 'interest_usd_sf'::text, 'interest_supply_side_usd_sf'::text, 'interest_protocol_usd_sf'::text, 'interest_referrer_max_usd_sf'::text, 'interest_host_usd_sf'::text, 'open_borrowed_amount_sf'::text, 'open_total_supply_sf'::text, 'open_cumulative_borrow_rate_bsf'::text, 'open_market_price_sf'::text, 'close_borrowed_amount_sf'::text, 'close_total_supply_sf'::text, 'close_cumulative_borrow_rate_bsf'::text, 'close_market_price_sf'::text]) THEN trim_scale(c.old_value::numeric * lend.unit_of(c.protocol))::text
            ELSE c.old_value
        END AS old_value,
        CASE
            WHEN c.field = ANY (ARRAY['borrowed_amount_sf'::text, 'cumulative_borrow_rate_bsf'::text, 'accumulated_protocol_fees_sf'::text, 'accumulated_referrer_fees_sf'::text, 'pending_referrer_fees_sf'::text, 'absolute_referral_rate_sf'::text, 'market_price_sf'::text, 'accrued_borrowed_amount_sf'::text, 'accrued_total_supply_sf'::text, 'accrued_utilization_sf'::text, 'accrued_cumulative_borrow_rate_bsf'::text, 'accrued_protocol_fees_sf'::text, 'accrued_pending_referrer_fees_sf'::text, 'borrow_rate_sf'::text, 'interest_sf'::text, 'interest_supply_side_sf'::text, 'interest_protocol_sf'::text, 'interest_referrer_max_sf'::text, 'interest_host_sf'::text, 'interest_usd_sf'::text, 'interest_supply_side_usd_sf'::text, 'interest_protocol_usd_sf'::text, 'interest_referrer_max_usd_sf'::text, 'interest_host_usd_sf'::text, 'open_borrowed_amount_sf'::text, 'open_total_supply_sf'::text, 'open_cumulative_borrow_rate_bsf'::text, 'open_market_price_sf'::text, 'close_borrowed_amount_sf'::text, 'close_total_supply_sf'::text, 'close_cumulative_borrow_rate_bsf'::text, 'close_market_price_sf'::text]) THEN trim_scale(c.new_value::numeric * lend.unit_of(c.protocol))::text
            ELSE c.new_value
        END AS new_value,
    c.old_version, c.new_version, c.reason AS correction_reason, c.corrected_at, c.change_id, r.token_symbol,
    COALESCE(m.display_name, ''::text) AS lending_market_name, COALESCE(m.listed, false) AS listed_b
   FROM lend.corrections c
     LEFT JOIN lend.reserves r ON r.address = c.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market;

CREATE VIEW lend_v1.gaps AS
 SELECT r.protocol, r.lending_market, r.address AS reserve, r.token_symbol, g.from_at, g.to_at,
    EXTRACT(epoch FROM g.to_at - g.from_at)::bigint AS gap_seconds, g.reason_code AS gap_reason_str,
    COALESCE(g.from_at >= l.observed_at, false) AS ongoing_b, COALESCE(m.display_name, ''::text) AS lending_market_name,
    COALESCE(m.listed, false) AS listed_b
   FROM lend.ingest_gaps g
     JOIN lend.reserves r ON r.address = g.reserve
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market
     LEFT JOIN lend.reserve_latest l ON l.reserve = r.address
UNION ALL
 SELECT r.protocol, r.lending_market, r.address AS reserve, r.token_symbol, g.from_at, g.to_at,
    EXTRACT(epoch FROM g.to_at - g.from_at)::bigint AS gap_seconds, g.reason_code AS gap_reason_str,
    COALESCE(g.from_at >= l.observed_at, false) AS ongoing_b, COALESCE(m.display_name, ''::text) AS lending_market_name,
    COALESCE(m.listed, false) AS listed_b
   FROM lend.ingest_gaps g
     JOIN lend.reserves r ON g.reserve IS NULL AND r.protocol = g.protocol AND r.first_seen_at < g.to_at
     LEFT JOIN lend.lending_markets m ON m.address = r.lending_market
     LEFT JOIN lend.reserve_latest l ON l.reserve = r.address;

CREATE VIEW lend_v1.chain AS
 SELECT c.genesis_hash,
        CASE
            WHEN c.is_simulated THEN 'localnet'::text
            ELSE c.cluster_label
        END AS chain_str,
    c.is_simulated AS simulated_b, c.first_seen_at, h.from_at AS history_from_at, h.to_at AS history_to_at,
    h.filled_from AS filled_from_at, h.completed_at
   FROM lend.chain c
     LEFT JOIN lend.simulated_history h ON true;

CREATE VIEW lend_v1.kamino_reserve_latest AS
 SELECT r.protocol, l.lending_market, l.reserve, r.token_symbol, l.slot, l.observed_at,
    trim_scale(l.accumulated_protocol_fees_sf * lend.unit_of('kamino'::text)) AS accumulated_protocol_fees_raw,
    trim_scale(l.accumulated_referrer_fees_sf * lend.unit_of('kamino'::text)) AS accumulated_referrer_fees_raw,
    trim_scale(l.pending_referrer_fees_sf * lend.unit_of('kamino'::text)) AS pending_referrer_fees_raw,
    trim_scale(l.absolute_referral_rate_sf * lend.unit_of('kamino'::text)) AS absolute_referral_rate_raw,
    l.rewards_available_raw, l.queued_collateral_raw, l.borrowed_outside_elevation_group_raw, l.deposit_cap_current_raw,
    l.debt_cap_current_raw, l.deposit_cap_interval_start_at, l.debt_cap_interval_start_at,
    r.emergency_mode AS emergency_mode_b, r.bad_debt_liquidation_bonus_bps, r.host_fixed_interest_rate_bps,
    r.borrow_limit_outside_elevation_group_raw, r.utilization_limit_block_borrowing_pct, r.deposit_cap_capacity_raw,
    r.deposit_cap_interval_seconds, r.debt_cap_capacity_raw, r.debt_cap_interval_seconds, r.max_price_age_seconds,
    m.referral_fee_bps AS lending_market_referral_fee_bps, m.rewards_max_apr_bps AS lending_market_rewards_max_apr_bps,
    COALESCE(m.display_name, ''::text) AS lending_market_name, COALESCE(m.listed, false) AS listed_b
   FROM lend.reserve_latest l
     JOIN lend.reserves r ON r.address = l.reserve AND r.protocol = 'kamino'::text
     LEFT JOIN lend.lending_markets m ON m.address = l.lending_market;

CREATE VIEW lend_v1.save_reserve_latest AS
 SELECT r.protocol, l.lending_market, l.reserve, r.token_symbol, l.slot, l.observed_at,
    trim_scale(l.accumulated_protocol_fees_sf * lend.unit_of('save'::text)) AS accumulated_protocol_fees_raw,
    trim_scale(((l.own ->> 'smoothedPriceWads'::text)::numeric) * lend.unit_of('save'::text)) AS smoothed_price_raw,
    trim_scale(((l.own ->> 'extraPriceWads'::text)::numeric) * lend.unit_of('save'::text)) AS extra_price_raw,
    trim_scale(((l.own ->> 'attributedBorrowValueWads'::text)::numeric) * lend.unit_of('save'::text)) AS attributed_borrow_value_usd_raw,
    trim_scale(((l.own ->> 'outflowPreviousWads'::text)::numeric) * lend.unit_of('save'::text)) AS outflow_previous_raw,
    trim_scale(((l.own ->> 'outflowCurrentWads'::text)::numeric) * lend.unit_of('save'::text)) AS outflow_current_raw,
    (l.own ->> 'outflowWindowStartSlot'::text)::numeric AS outflow_window_start_slot,
    trim_scale(((l.own ->> 'marketOutflowPreviousWads'::text)::numeric) * lend.unit_of('save'::text)) AS lending_market_outflow_previous_usd_raw,
    trim_scale(((l.own ->> 'marketOutflowCurrentWads'::text)::numeric) * lend.unit_of('save'::text)) AS lending_market_outflow_current_usd_raw,
    (l.own ->> 'marketOutflowWindowStartSlot'::text)::numeric AS lending_market_outflow_window_start_slot,
    r.own ->> 'reserveType'::text AS reserve_type_str,
    (r.own ->> 'addedBorrowWeightBps'::text)::numeric AS added_borrow_weight_bps,
    (r.own ->> 'optimalUtilizationPct'::text)::integer AS optimal_utilization_pct,
    (r.own ->> 'maxUtilizationPct'::text)::integer AS max_utilization_pct,
    (r.own ->> 'maxLiquidationThresholdPct'::text)::integer AS max_liquidation_threshold_pct,
    (r.own ->> 'protocolLiquidationFeeDecaBps'::text)::integer AS protocol_liquidation_fee_permille,
    (r.own ->> 'hostFeePct'::text)::integer AS host_fee_pct,
    (r.own ->> 'scaledPriceOffsetBps'::text)::numeric AS scaled_price_offset_bps,
    (r.own ->> 'attributedBorrowLimitOpenUsd'::text)::numeric AS attributed_borrow_limit_open_usd_raw,
    (r.own ->> 'attributedBorrowLimitCloseUsd'::text)::numeric AS attributed_borrow_limit_close_usd_raw,
    (r.own ->> 'outflowLimitRaw'::text)::numeric AS outflow_limit_raw,
    (r.own ->> 'outflowWindowSlots'::text)::numeric AS outflow_window_slots,
    (m.own ->> 'outflowLimitUsd'::text)::numeric AS lending_market_outflow_limit_usd_raw,
    (m.own ->> 'outflowWindowSlots'::text)::numeric AS lending_market_outflow_window_slots,
    m.own ->> 'riskAuthority'::text AS lending_market_risk_authority,
    COALESCE(m.display_name, ''::text) AS lending_market_name, COALESCE(m.listed, false) AS listed_b
   FROM lend.reserve_latest l
     JOIN lend.reserves r ON r.address = l.reserve AND r.protocol = 'save'::text
     LEFT JOIN lend.lending_markets m ON m.address = l.lending_market;
