-- What there is: the chain, lending markets, reserves and mints, how they are configured, and what could not be read.

-- The one chain that this database is filled from.
CREATE TABLE lend.chain (
  singleton boolean DEFAULT true PRIMARY KEY CHECK (singleton),
  genesis_hash text NOT NULL CHECK (genesis_hash <> ''),
  cluster_label text NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  -- Whether the chain is a simulation: its genesis hash is made of what a localnet tells of its start, which no other
  -- chain's can be.
  is_simulated boolean NOT NULL DEFAULT false
);

-- Lending markets ever seen, with their current configuration. A market that disappears is marked, not deleted. Null
-- where the protocol has no such setting.
CREATE TABLE lend.lending_markets (
  address text COLLATE "C" PRIMARY KEY CHECK (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'),
  protocol text NOT NULL CHECK (protocol <> ''),
  name text NOT NULL,
  display_name text NOT NULL,
  owner text COLLATE "C" NOT NULL,
  quote_currency text NOT NULL,
  referral_fee_bps integer CHECK (referral_fee_bps BETWEEN 0 AND 65535),
  emergency_mode boolean,
  borrow_disabled boolean,
  rewards_max_apr_bps integer CHECK (rewards_max_apr_bps BETWEEN 0 AND 65535),
  config jsonb NOT NULL CHECK (jsonb_typeof(config) = 'object'),
  account_sha256 bytea NOT NULL CHECK (octet_length(account_sha256) = 32),
  slot bigint NOT NULL CHECK (slot >= 0),
  observed_at timestamptz NOT NULL,
  first_seen_slot bigint NOT NULL CHECK (first_seen_slot >= 0),
  first_seen_at timestamptz NOT NULL,
  missing_since_slot bigint CHECK (missing_since_slot >= 0),
  missing_since_at timestamptz,
  -- Settings of one protocol that have no column.
  own jsonb CHECK (jsonb_typeof(own) = 'object'),
  -- Anybody can create a lending market. Those that this service vouches for are listed: the totals of tokens, protocols
  -- and fees count them alone.
  listed boolean NOT NULL DEFAULT true,
  change_id bigint NOT NULL DEFAULT 0,
  CHECK ((missing_since_slot IS NULL) = (missing_since_at IS NULL))
);
CREATE INDEX lending_markets_change_id_idx ON lend.lending_markets USING brin (change_id) WITH (pages_per_range = 32);

-- Reserves ever seen: identity, current configuration, and when they were seen. A reserve that disappears is marked, not
-- deleted. The greatest u64 in a limit means unlimited, in `flash_loan_fee_sf` disabled; the raw value is kept. Null
-- where the protocol has no such setting.
CREATE TABLE lend.reserves (
  address text COLLATE "C" PRIMARY KEY CHECK (address ~ '^[1-9A-HJ-NP-Za-km-z]{32,44}$'),
  protocol text NOT NULL CHECK (protocol <> ''),
  -- No foreign key: a reserve is kept even where its market's account could not be read.
  lending_market text COLLATE "C" NOT NULL,
  token_mint text COLLATE "C" NOT NULL,
  token_symbol text NOT NULL,
  token_decimals smallint NOT NULL CHECK (token_decimals BETWEEN 0 AND 255),
  token_program text COLLATE "C" NOT NULL,
  collateral_mint text COLLATE "C" NOT NULL,
  collateral_supply_vault text COLLATE "C" NOT NULL,
  supply_vault text COLLATE "C" NOT NULL,
  fee_vault text COLLATE "C" NOT NULL,
  status text NOT NULL CHECK (status IN ('active', 'obsolete', 'hidden')),
  interest_rate_basis text NOT NULL CHECK (interest_rate_basis <> ''),
  emergency_mode boolean,
  loan_to_value_pct smallint NOT NULL CHECK (loan_to_value_pct BETWEEN 0 AND 255),
  liquidation_threshold_pct smallint NOT NULL CHECK (liquidation_threshold_pct BETWEEN 0 AND 255),
  borrow_factor_pct lend.u64 NOT NULL,
  protocol_take_rate_pct smallint NOT NULL CHECK (protocol_take_rate_pct BETWEEN 0 AND 255),
  protocol_liquidation_fee_pct smallint CHECK (protocol_liquidation_fee_pct BETWEEN 0 AND 255),
  min_liquidation_bonus_bps integer NOT NULL CHECK (min_liquidation_bonus_bps BETWEEN 0 AND 65535),
  max_liquidation_bonus_bps integer NOT NULL CHECK (max_liquidation_bonus_bps BETWEEN 0 AND 65535),
  bad_debt_liquidation_bonus_bps integer CHECK (bad_debt_liquidation_bonus_bps BETWEEN 0 AND 65535),
  host_fixed_interest_rate_bps integer CHECK (host_fixed_interest_rate_bps BETWEEN 0 AND 65535),
  origination_fee_sf lend.u64 NOT NULL,
  flash_loan_fee_sf lend.u64 NOT NULL,
  deposit_limit_raw lend.u64 NOT NULL,
  borrow_limit_raw lend.u64 NOT NULL,
  borrow_limit_outside_elevation_group_raw lend.u64,
  utilization_limit_block_borrowing_pct smallint CHECK (utilization_limit_block_borrowing_pct BETWEEN 0 AND 255),
  deposit_cap_capacity_raw lend.i64,
  deposit_cap_interval_seconds lend.u64,
  debt_cap_capacity_raw lend.i64,
  debt_cap_interval_seconds lend.u64,
  max_price_age_seconds lend.u64,
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
  -- Settings that are outside of what the program itself accepts when an owner changes them.
  config_flags text[] NOT NULL DEFAULT '{}',
  -- Settings of one protocol that have no column.
  own jsonb CHECK (jsonb_typeof(own) = 'object'),
  -- Accounts that are read in the same call as the reserve.
  companions text[] COLLATE "C" NOT NULL DEFAULT '{}',
  -- The reserve's account, a committed list, a reserve of another protocol with the same mint, or the metadata of the
  -- mint.
  token_symbol_origin text NOT NULL DEFAULT 'account' CHECK (token_symbol_origin IN ('account', 'list',
    'other_protocol', 'metadata')),
  -- What a reserve lends on through, null for one that lends itself: sums over protocols count it there, once.
  underlying_protocol text CHECK (underlying_protocol <> ''),
  underlying_reserve text CHECK (underlying_reserve <> ''),
  -- Number of the transaction that changed the row last, here and in other tables; a trigger sets it,
  -- `lend_v1.sync_horizon()` says up to which all are visible.
  change_id bigint NOT NULL DEFAULT 0,
  -- What rows of the history have instead of the address.
  id integer GENERATED ALWAYS AS IDENTITY UNIQUE,
  CHECK ((missing_since_slot IS NULL) = (missing_since_at IS NULL)),
  CHECK ((underlying_protocol IS NULL) = (underlying_reserve IS NULL))
);
CREATE INDEX reserves_change_id_idx ON lend.reserves USING brin (change_id) WITH (pages_per_range = 32);
CREATE INDEX reserves_lending_market_idx ON lend.reserves (lending_market);

-- Mints of the Token-2022 program as discovery reads them. The multipliers are null where a mint lacks the
-- ScaledUiAmount extension.
CREATE TABLE lend.token_mints (
  address text COLLATE "C" PRIMARY KEY,
  multiplier_f double precision CHECK (multiplier_f > 0 AND multiplier_f < 'Infinity'),
  new_multiplier_f double precision CHECK (new_multiplier_f > 0 AND new_multiplier_f < 'Infinity'),
  -- Unix seconds as the mint holds them, signed; 0 where no change was ever set. Not a timestamptz: any 64 bits may
  -- stand there.
  new_multiplier_effective_seconds bigint,
  slot bigint NOT NULL CHECK (slot >= 0),
  observed_at timestamptz NOT NULL,
  -- As the metadata extension of a Token-2022 mint gives it; null without one, and where it is not plain text.
  symbol text CHECK (symbol ~ '^[!-~]{1,16}$'),
  CHECK (num_nulls(multiplier_f, new_multiplier_f, new_multiplier_effective_seconds) IN (0, 3))
);

-- Configurations of reserves and lending markets, each valid from a slot until the next one of the account: what a
-- reserve was configured like at any time is a lookup, and not the current configuration with the log of changes undone.
-- Triggers write the rows, as the owner, so that no login may change one.
CREATE TABLE lend.configurations (
  account text COLLATE "C" NOT NULL,
  account_kind text NOT NULL CHECK (account_kind IN ('reserve', 'lending_market')),
  protocol text NOT NULL CHECK (protocol <> ''),
  lending_market text COLLATE "C" NOT NULL,
  -- First bank in which it was seen.
  from_slot bigint NOT NULL CHECK (from_slot >= 0),
  observed_at timestamptz NOT NULL,
  -- What the log of changes compares: the configuration, and under `identity` what the account says beside it.
  config jsonb NOT NULL CHECK (jsonb_typeof(config) = 'object'),
  recorded_at timestamptz NOT NULL DEFAULT now(),
  change_id bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (account, from_slot)
);
CREATE INDEX configurations_change_id_idx ON lend.configurations USING brin (change_id) WITH (pages_per_range = 32);

-- Parameters of reserves and lending markets that differed between two reads. Written in the transaction that replaces
-- the stored configuration; the first sight of an account is no change. A value is the JSON scalar of the configuration.
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
  PRIMARY KEY (account, slot, field),
  CHECK (previous_slot < slot),
  CHECK (old_value <> new_value)
);
CREATE INDEX config_changes_change_id_idx ON lend.config_changes USING brin (change_id) WITH (pages_per_range = 32);
CREATE INDEX config_changes_observed_at_idx ON lend.config_changes (observed_at, slot, account, field);

-- Accounts that could not be turned into a row, with the reason and the bytes, countable.
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
  -- Whose account was refused, its market, and whether that was listed: a refused account of one protocol says nothing
  -- of another. Null for what protocols share, mints and oracles.
  protocol text COLLATE "C",
  lending_market text COLLATE "C",
  listed boolean,
  UNIQUE (address, reason_code, data_sha256)
);
CREATE INDEX quarantine_last_seen_at_idx ON lend.quarantine (last_seen_at);
