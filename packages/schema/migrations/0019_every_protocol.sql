-- What only one protocol has is null in the rows of the others, no number that stands for "no such thing". Settings of a reserve or a market
-- that have no column are in `own`, as those of a state are since 0015. What a time basis is called is each protocol's own.
ALTER TABLE lend.reserves
  ALTER COLUMN emergency_mode DROP NOT NULL,
  ALTER COLUMN bad_debt_liquidation_bonus_bps DROP NOT NULL,
  ALTER COLUMN host_fixed_interest_rate_bps DROP NOT NULL,
  ALTER COLUMN borrow_limit_outside_elevation_group_raw DROP NOT NULL,
  ALTER COLUMN utilization_limit_block_borrowing_pct DROP NOT NULL,
  ALTER COLUMN deposit_cap_capacity_raw DROP NOT NULL,
  ALTER COLUMN deposit_cap_interval_seconds DROP NOT NULL,
  ALTER COLUMN debt_cap_capacity_raw DROP NOT NULL,
  ALTER COLUMN debt_cap_interval_seconds DROP NOT NULL,
  ALTER COLUMN max_price_age_seconds DROP NOT NULL,
  ADD COLUMN own jsonb CHECK (jsonb_typeof(own) = 'object'),
  -- Accounts that are read in the same call as the reserve.
  ADD COLUMN companions text[] COLLATE "C" NOT NULL DEFAULT '{}',
  DROP CONSTRAINT reserves_interest_rate_basis_check,
  ADD CONSTRAINT basis_is_named CHECK (interest_rate_basis <> '');
ALTER TABLE lend.lending_markets
  ALTER COLUMN referral_fee_bps DROP NOT NULL,
  ALTER COLUMN rewards_max_apr_bps DROP NOT NULL,
  ALTER COLUMN emergency_mode DROP NOT NULL,
  ALTER COLUMN borrow_disabled DROP NOT NULL,
  ADD COLUMN own jsonb CHECK (jsonb_typeof(own) = 'object');
-- No check is added to snapshots: it would read all of them while nobody may write.
ALTER TABLE lend.reserve_snapshots
  ALTER COLUMN accumulated_referrer_fees_sf DROP NOT NULL,
  ALTER COLUMN pending_referrer_fees_sf DROP NOT NULL,
  ALTER COLUMN absolute_referral_rate_sf DROP NOT NULL,
  ALTER COLUMN rewards_available_raw DROP NOT NULL,
  ALTER COLUMN queued_collateral_raw DROP NOT NULL,
  ALTER COLUMN borrowed_outside_elevation_group_raw DROP NOT NULL,
  ALTER COLUMN deposit_cap_current_raw DROP NOT NULL,
  ALTER COLUMN debt_cap_current_raw DROP NOT NULL,
  ALTER COLUMN accrued_pending_referrer_fees_sf DROP NOT NULL,
  DROP CONSTRAINT reserve_snapshots_interest_rate_basis_check;
ALTER TABLE lend.reserve_latest
  ALTER COLUMN accumulated_referrer_fees_sf DROP NOT NULL,
  ALTER COLUMN pending_referrer_fees_sf DROP NOT NULL,
  ALTER COLUMN absolute_referral_rate_sf DROP NOT NULL,
  ALTER COLUMN rewards_available_raw DROP NOT NULL,
  ALTER COLUMN queued_collateral_raw DROP NOT NULL,
  ALTER COLUMN borrowed_outside_elevation_group_raw DROP NOT NULL,
  ALTER COLUMN deposit_cap_current_raw DROP NOT NULL,
  ALTER COLUMN debt_cap_current_raw DROP NOT NULL,
  ALTER COLUMN accrued_pending_referrer_fees_sf DROP NOT NULL,
  DROP CONSTRAINT reserve_snapshots_interest_rate_basis_check;
